//! [`JobTimes`]: times jobs that run side by side, part by part, on several threads or on one.

use core::time::Duration;
use std::time::Instant;

use crate::base::now;

use super::job_time::JobTime;
use super::recorder::Timings;
use super::sums::Sum;
use super::timed::Timed;

/// Times jobs that run side by side, until it is dropped; none while the timings are off.
pub(crate) struct JobTimes<'w> {
    timings: &'w Timings,
    begun: Option<Instant>,
    jobs: Vec<JobTime>,
}

impl Timings {
    /// Times so many jobs that may run on several threads.
    #[inline]
    pub(crate) fn begin_jobs(&self, count: usize) -> JobTimes<'_> {
        match self.is_on() {
            true => JobTimes { timings: self, begun: now(), jobs: self.new_jobs(count) },
            false => JobTimes { timings: self, begun: None, jobs: Vec::new() },
        }
    }
}

impl JobTimes<'_> {
    /// What the threads write to, for each job; empty while the timings are off.
    pub(crate) fn jobs(&self) -> &[JobTime] {
        &self.jobs
    }

    /// Adds the run of each job, with its rows. Each gets a part of the time that all have taken together, by
    /// how much it has worked.
    pub(crate) fn end(self, jobs: impl Iterator<Item = (Timed, usize)>) {
        let Some(begun) = self.begun else { return };
        let (all, work) = (begun.elapsed(), self.jobs.iter().map(JobTime::time).sum::<Duration>());
        for ((timed, rows), job) in jobs.zip(&self.jobs) {
            let time = match self.jobs.len() {
                1 => all,
                _ if work.is_zero() => Duration::ZERO,
                _ => all.mul_f64(job.time().as_secs_f64() / work.as_secs_f64()),
            };
            let (parts, parts_time) = job.shared();
            self.timings.add_run(timed, Sum { rows, runs: 1, time, parts, parts_time });
        }
    }
}

impl Drop for JobTimes<'_> {
    fn drop(&mut self) {
        if self.begun.is_some() {
            self.timings.give_back(core::mem::take(&mut self.jobs));
        }
    }
}
