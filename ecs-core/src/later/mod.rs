//! What is to happen in a while: timers and tasks, who has made them, and when it is their turn.

mod action;
mod agenda;
mod entry;
mod owners;
#[cfg(feature = "snapshot")]
mod saved;
mod task;
#[cfg(test)]
mod tests;
mod timer;
mod times;
mod turns;

pub(crate) use action::{Action, Call, LateCall, Turn};
pub(crate) use agenda::{Agenda, Ended, New, Owner};
pub(crate) use task::{Polling, Task};
pub use timer::Timer;
pub(crate) use turns::Late;
