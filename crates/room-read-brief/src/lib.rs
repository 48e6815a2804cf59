//! `read-brief`: the brief writer's tool. What is ordinary here?
//!
//! Titles in corpus order, and whole threads drawn so that no day stays thin and anyone can draw them again from the
//! header and the log. How much may be read is the header's to say: the budget is a reference, the ceiling a limit.
//! What `read` shares with it lives in [`room_corpus::serve`].

mod days;
mod sample;
mod state;
mod titles;
mod verbs;

pub use verbs::Verb;
