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

pub(crate) use action::{Action, CopyCall, TimerCall, Turn};
pub(crate) use agenda::{Agenda, Ended, NewTimer, TimerOwner};
pub(crate) use task::{FutureTask, Polling};
pub use timer::Timer;
pub(crate) use turns::Late;
