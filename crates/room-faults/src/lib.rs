//! Faults made on purpose while the tools work, and what is left judged by files alone.
//!
//! A module is a kind of fault. Each takes a [`World`] and a [`Size`] and gives the rows of the table: `just faults` runs
//! all of them whole, the tests run them small. A row whose `wrong` is not empty is a defect.

pub mod appends;
mod calls;
pub mod clock;
mod disk;
pub mod full_disk;
pub mod held_lock;
pub mod kills;
pub mod read_only;
mod report;
pub mod size_limit;
pub mod syscalls;
mod trace;
mod trial;
mod whole;
mod world;

pub use report::{Row, Size};
pub use world::World;
