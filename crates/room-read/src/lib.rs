//! `read`: the reader's tool. Does this thread touch the event?
//!
//! Serves the rendered corpus verbatim: windows in corpus order, threads whole or in parts, single items. Every
//! service is on file before its first byte is printed. What `read-brief` shares with it lives in
//! [`room_corpus::serve`].

mod audit;
mod state;
mod verbs;
mod window;
mod windows;

pub use verbs::Verb;
