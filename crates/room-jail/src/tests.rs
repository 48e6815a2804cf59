//! The jail under attack, and at its ordinary work.

mod aliases;
mod hostile;
mod moving;
mod races;
mod walking;
mod world;
mod writing;
