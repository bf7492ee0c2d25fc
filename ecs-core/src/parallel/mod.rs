//! [`share`]: runs jobs part by part, on the calling thread and on those that help it.
//!
//! The first parts are measured on the calling thread. What is left after them is shared out only if it takes long enough: waking
//! other threads costs more than a small pass. Where parts begin and who runs them changes nothing in the result: what they record is
//! put in the order of the rows.

mod parts;

use core::time::Duration;
use std::panic::resume_unwind;
use std::time::Instant;

use crate::store::Record;
use crate::world::{Job, Pool, Work, discard, stand_in};

use parts::{Leaves, Parts};

/// How work is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    /// By the time that the first rows take.
    Measured,
    /// In parts of so many rows.
    Rows(usize),
}

/// A part takes about so long: long enough that claiming it costs nothing, and short enough that all threads end at about the same time.
const PART: Duration = Duration::from_micros(25);

/// What is left is shared out only if it takes longer. Measured: see docs/performance.md.
pub(crate) const WORTH_SHARING: Duration = Duration::from_micros(20);

/// So long the first rows are measured.
const MEASURED: Duration = Duration::from_micros(1);

/// Runs all jobs, and returns what they have recorded, in the order of the jobs and of their rows. The current world is away meanwhile.
///
/// # Panics
///
/// If a job does: with the payload of the first part that has panicked, in that order. Nothing that was recorded is left then.
pub(crate) fn share(jobs: &[&dyn Job], cut: Cut, pool: &Pool) -> Record {
    let Some(&first) = jobs.first() else { return Record::default() };
    let parts = Parts::default();
    // All the time: while this thread waits for the others, its pool may let it run anything.
    stand_in(work(first, pool), || {
        let threads = pool.threads();
        if threads == 1 {
            run_all(jobs, |_| usize::MAX, &parts, pool);
            return;
        }
        match cut {
            Cut::Rows(rows) => {
                let parts_left = jobs.iter().map(|job| job.left().div_ceil(rows.max(1))).sum::<usize>();
                let helpers = threads.min(parts_left).saturating_sub(1);
                pool.together(helpers, &|| run_all(jobs, |_| rows.max(1), &parts, pool));
            }
            Cut::Measured => {
                let measured: Vec<_> =
                    (0..).zip(jobs).map(|(place, &job)| measure(place, job, &parts, pool)).collect();
                let left = measured.iter().zip(jobs).map(|(row, job)| row.of(job.left())).sum::<Duration>();
                if left <= WORTH_SHARING {
                    run_all(jobs, |_| usize::MAX, &parts, pool);
                } else {
                    let most = usize::try_from(left.as_nanos() / PART.as_nanos()).unwrap_or(usize::MAX);
                    let helpers = (threads - 1).min(most.max(1));
                    pool.together(helpers, &|| {
                        run_all(jobs, |place| measured[place].rows_in(PART), &parts, pool)
                    });
                }
            }
        }
    });
    match parts.into_result() {
        Ok(record) => record,
        Err(panic) => resume_unwind(panic),
    }
}

/// Runs what is left of all jobs, in parts of so many rows.
fn run_all(jobs: &[&dyn Job], rows: impl Fn(usize) -> usize, parts: &Parts<Record>, pool: &Pool) {
    for (place, &job) in jobs.iter().enumerate() {
        if job.left() != 0 {
            stand_in(work(job, pool), || while run_part(place, job, rows(place), parts) {});
        }
    }
}

/// Runs a part; `false` if none is left, or no more shall run.
fn run_part(place: usize, job: &dyn Job, rows: usize, parts: &Parts<Record>) -> bool {
    parts.run(place, |first, record| job.run(rows, first, record))
}

/// How long rows take.
#[derive(Clone, Copy)]
struct Measure {
    rows: u32,
    took: Duration,
}

/// Runs the first rows of a job, until the time that they take can be told.
fn measure(place: usize, job: &dyn Job, parts: &Parts<Record>, pool: &Pool) -> Measure {
    stand_in(work(job, pool), || {
        let begun = Instant::now();
        let (mut rows, mut next) = (0, 1);
        while run_part(place, job, next, parts) {
            rows += next as u32;
            next *= 2;
            if begun.elapsed() >= MEASURED {
                break;
            }
        }
        Measure { rows: rows.max(1), took: begun.elapsed() }
    })
}

impl Measure {
    /// How long so many rows take.
    fn of(self, rows: usize) -> Duration {
        Duration::from_nanos((self.nanos_of_row() * rows as f64) as u64)
    }

    /// How many rows take so long.
    fn rows_in(self, time: Duration) -> usize {
        ((time.as_nanos() as f64 / self.nanos_of_row()) as usize).max(1)
    }

    fn nanos_of_row(self) -> f64 {
        (self.took.as_nanos() as f64 / f64::from(self.rows)).max(0.01)
    }
}

fn work(job: &dyn Job, pool: &Pool) -> Work {
    Work { task: job.task(), own: job.own(), pool: pool.clone() }
}

impl Leaves for Record {
    fn is_nothing(&self) -> bool {
        self.is_empty()
    }

    fn append(&mut self, other: Self) {
        Record::append(self, other);
    }
}
