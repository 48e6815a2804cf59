//! `verify-room` as a whole: rooms made for it, tampered with, and checked by the words of a call.

mod brief;
mod logs;
mod many;
mod page;
mod room;
