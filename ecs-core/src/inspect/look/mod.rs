//! Answers questions, on the thread of the world: [`Job`].

mod change;
mod dangling;
mod detail;
mod job;
mod listing;
mod pace;
mod report;

pub(super) use job::Job;
pub(super) use pace::Pace;
