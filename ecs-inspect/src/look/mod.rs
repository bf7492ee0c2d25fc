//! Answers questions, on the thread of the world: [`RunningInquiry`].

mod change;
mod curve;
mod dangling;
mod detail;
mod history;
mod job;
mod listing;
mod pace;
mod report;
mod trace;

pub(super) use job::RunningInquiry;
pub(super) use pace::Pace;
