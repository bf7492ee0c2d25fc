//! Timers and tasks: what is to happen in a while, who has made it, and when it is its turn.

mod action;
mod agenda;
mod calls;
mod clocks;
mod entry;
mod fire;
mod making;
mod methods;
mod owners;
mod part;
mod state;
mod task;
mod timer;
mod times;
mod wait;

pub(crate) use methods::methods_of_components;
pub(super) use state::{Timers, TimersOfColumn};
pub use timer::Timer;
pub use wait::{next_frame, until, wait};
