//! Answers questions, on the thread of the world: [`RunningInquiry`].

mod change;
mod dangling;
mod detail;
mod job;
mod listing;
mod pace;
mod report;

pub(super) use job::RunningInquiry;
pub(super) use pace::Pace;
