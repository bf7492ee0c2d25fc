//! [`JobTimes`]: times jobs that run side by side, part by part, on several threads or on one.

use core::time::Duration;
use std::time::Instant;

use crate::base::now;

use super::job_time::JobTime;
use super::recorder::Timings;
use super::span::{Entered, Span};
use super::timed::Timed;

/// Times jobs that run side by side, until it is dropped; none while nobody wants to know.
pub(crate) struct JobTimes<'w> {
    timings: &'w Timings,
    begun: Option<Instant>,
    jobs: Vec<JobTime>,
    /// Of a single job. Several are entered by each thread that works for one.
    entered: Option<Entered>,
}

impl Timings {
    /// Times jobs that may run on several threads.
    #[inline]
    pub(crate) fn begin_jobs(&self, jobs: impl Iterator<Item = Timed>) -> JobTimes<'_> {
        let (is_timed, mut times) = (self.is_on(), Vec::new());
        if is_timed || Span::are_wanted() {
            times = self.take_unused();
            times.extend(jobs.map(|timed| JobTime::new(timed, is_timed)));
        }
        let entered = if let [only] = &*times { Some(only.enter()) } else { None };
        JobTimes { timings: self, begun: if is_timed { now() } else { None }, jobs: times, entered }
    }
}

impl JobTimes<'_> {
    /// What the threads write to, for each job; empty while nobody wants to know.
    pub(crate) fn jobs(&self) -> &[JobTime] {
        &self.jobs
    }

    /// Adds the run of each job, by how many rows it went over. Each gets a part of the time that all have
    /// taken together, by how much it has worked.
    pub(crate) fn end(self, rows: impl Iterator<Item = usize>) {
        let all = self.begun.map(|begun| begun.elapsed());
        let work = self.jobs.iter().map(JobTime::time).sum::<Duration>();
        for (job, rows) in self.jobs.iter().zip(rows) {
            job.show_rows(rows);
            let Some(all) = all else { continue };
            let time = match self.jobs.len() {
                1 => all,
                _ if work.is_zero() => Duration::ZERO,
                _ => all.mul_f64(job.time().as_secs_f64() / work.as_secs_f64()),
            };
            self.timings.add_run(job.timed, job.run(rows, time));
        }
    }
}

impl Drop for JobTimes<'_> {
    fn drop(&mut self) {
        self.entered = None;
        if !self.jobs.is_empty() {
            self.timings.give_back(core::mem::take(&mut self.jobs));
        }
    }
}
