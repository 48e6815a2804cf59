//! Archives made by libraries, by programs and by hand, opened as a caller would.

mod bombs;
mod broken;
mod made;
mod names;
mod programs;
mod tars;
mod zips;
