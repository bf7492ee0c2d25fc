//! [`share`]: runs jobs part by part, on the calling thread and on those that help it.
//!
//! The first parts are measured on the calling thread. What is left after them is shared out only if it takes
//! long enough: waking other threads costs more than a small pass. Without a clock nothing is. Where parts
//! begin and who runs them changes nothing in the result: their commands are put in the order of the rows.

use core::time::Duration;
use std::panic::resume_unwind;
use std::time::Instant;

use crate::base::{Panic, now};
use crate::world::{CommandBuffer, Job, JobTime, WorkerContext, WorkerPool, detached};

use super::part_results::{Leaves, PartResults};

/// How work is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    /// By the time that the first rows take.
    Measured,
    /// In parts of so many rows.
    Rows(usize),
}

/// A part takes so long at most: long enough that claiming it costs nothing, and short enough that all
/// threads end at about the same time.
const LONGEST_PART: Duration = Duration::from_micros(50);

/// A part takes so long at least.
const SHORTEST_PART: Duration = Duration::from_micros(2);

/// What is left is shared out only if it takes longer. Measured: see docs/performance.md.
pub(crate) const WORTH_SHARING: Duration = Duration::from_micros(20);

/// How long the first rows are measured.
const MEASURED: Duration = Duration::from_micros(1);

/// What jobs have come to.
#[must_use = "a job may have panicked"]
#[derive(Default)]
pub(crate) struct SharedWork {
    commands: CommandBuffer,
    panic: Option<Panic>,
}

impl SharedWork {
    /// Says whether a job has panicked.
    pub(crate) fn has_panicked(&self) -> bool {
        self.panic.is_some()
    }

    /// Lets nobody else have the ids that the jobs have given out.
    pub(crate) fn claim_ids(&self) {
        self.commands.claim_ids();
    }

    /// Returns the commands. To be called when all that the jobs have borrowed is released: commands may be
    /// dropped.
    ///
    /// # Panics
    ///
    /// If a job has: with the payload of the first part that has panicked, in the order of the jobs and of
    /// their rows. All commands are dropped then.
    pub(crate) fn finish(self) -> CommandBuffer {
        let Some(panic) = self.panic else { return self.commands };
        self.commands.discard();
        resume_unwind(panic)
    }
}

/// Runs all jobs. Their commands are in the order of the jobs and of their rows. The current world is
/// detached meanwhile. `times` has one for each job, or none if they are not timed.
pub(crate) fn share(jobs: &[&dyn Job], cut: Cut, pool: &WorkerPool, times: &[JobTime]) -> SharedWork {
    let Some(&first) = jobs.first() else { return SharedWork::default() };
    let sharing = Sharing { jobs, times, parts: PartResults::default(), pool };
    // All the time, also while this thread waits for the others.
    detached(worker(first, pool), || match (pool.threads(), cut) {
        (1, _) => sharing.run_alone(),
        (threads, Cut::Rows(rows)) => sharing.run_together(threads - 1, |_| PartLength::fixed(rows)),
        (threads, Cut::Measured) => sharing.run_measured(threads),
    });
    let (commands, panic) = sharing.parts.into_results();
    SharedWork { commands, panic }
}

/// Jobs on their way.
struct Sharing<'j> {
    jobs: &'j [&'j dyn Job],
    times: &'j [JobTime],
    parts: PartResults<CommandBuffer>,
    pool: &'j WorkerPool,
}

impl Sharing<'_> {
    /// Runs all that is left on this thread.
    fn run_alone(&self) {
        for (place, job) in self.jobs.iter().enumerate() {
            // Some have parts of their own.
            self.here(place, || while self.run_part(place, usize::MAX) && job.left() != 0 {});
        }
    }

    /// Runs all that is left on this thread and on others, in parts of each job by a pace.
    fn run_together(&self, helpers: usize, pace: impl Fn(usize) -> PartLength + Sync) {
        self.times.iter().for_each(JobTime::share);
        self.pool.together(helpers, &|| {
            for (place, &job) in self.jobs.iter().enumerate().filter(|(_, job)| job.left() != 0) {
                let work = || {
                    let mut pace = pace(place);
                    while self.run_part(place, pace.rows) {
                        pace.adapt();
                    }
                };
                detached(worker(job, self.pool), || self.work(place, work));
            }
        });
    }

    /// Runs all: the first rows here, the rest together with others if it takes long enough, by the clock.
    fn run_measured(&self, threads: usize) {
        let measures = (0..self.jobs.len()).map(|place| self.here(place, || self.measure(place)));
        let Some(measures) = measures.collect::<Option<Vec<_>>>() else { return self.run_alone() };
        let left =
            measures.iter().zip(self.jobs).map(|(measure, job)| measure.of(job.left())).sum::<Duration>();
        if left <= WORTH_SHARING {
            return self.run_alone();
        }
        let part = (left / (4 * threads as u32)).clamp(SHORTEST_PART, LONGEST_PART);
        let parts = usize::try_from(left.as_nanos() / part.as_nanos()).unwrap_or(usize::MAX);
        self.run_together((threads - 1).min(parts), |place| PartLength::of(part, measures[place]));
    }

    /// Runs the first rows of a job, until the time that they take is known; `None` if there is no clock.
    fn measure(&self, place: usize) -> Option<Measure> {
        let mut measure = Measure { rows: 0, run_time: Duration::ZERO };
        let (mut done, mut next, mut begun) = (0, 1, now()?);
        let (all, left) = (self.jobs[place].left(), || self.jobs[place].left());
        while measure.run_time < MEASURED && self.run_part(place, next) && left() != 0 {
            let now = now()?;
            // The last ones alone: the very first meet cold memory.
            measure = Measure { rows: all - left() - done, run_time: now - begun };
            (done, begun) = (all - left(), now);
            // Parts begin at rows 1, 16, 64, 256, ..: what is vectorised lies as it does for one thread.
            next = (4 * done).next_multiple_of(16) - done;
        }
        Some(measure)
    }

    /// Runs a part of a job; `false` if none was left, or no more shall run.
    fn run_part(&self, place: usize, rows: usize) -> bool {
        self.parts.run(place, |first, commands| {
            let (job, run) = (self.jobs[place], |job: &dyn Job| job.run(rows, first, commands));
            match self.times.get(place) {
                Some(time) => time.part(|| job.left() != 0, || run(job)) != 0,
                None => run(job) != 0,
            }
        })
    }

    /// Works for a job on the thread that shares it out, which works for the first one as it is.
    fn here<R>(&self, place: usize, f: impl FnOnce() -> R) -> R {
        let f = || self.work(place, f);
        if place == 0 { f() } else { detached(worker(self.jobs[place], self.pool), f) }
    }

    /// Works for a job on this thread.
    fn work<R>(&self, place: usize, f: impl FnOnce() -> R) -> R {
        match self.times.get(place) {
            Some(time) => time.work(f),
            None => f(),
        }
    }
}

/// How long rows take.
#[derive(Clone, Copy)]
struct Measure {
    rows: usize,
    run_time: Duration,
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
        (self.run_time.as_nanos() as f64 / self.rows.max(1) as f64).max(0.01)
    }
}

/// How many rows a thread takes at once.
struct PartLength {
    rows: usize,
    /// How long they are to take, and since when they do; `None` if that does not matter.
    aim: Option<(Duration, Instant)>,
}

impl PartLength {
    fn fixed(rows: usize) -> Self {
        Self { rows: rows.max(1), aim: None }
    }

    /// As many rows as take so long, as far as is known.
    fn of(part: Duration, measure: Measure) -> Self {
        let rows = measure.rows_in(part);
        let rows = if rows > 64 { rows.next_multiple_of(64) } else { rows };
        Self { rows, aim: now().map(|now| (part, now)) }
    }

    /// Takes more at once if the last were done early, fewer if late. What was measured may be far off, in
    /// cold memory a hundred times.
    fn adapt(&mut self) {
        let Some((part, begun)) = &mut self.aim else { return };
        let Some(now) = now() else { return };
        let run_time = now - core::mem::replace(begun, now);
        if run_time < *part / 2 {
            self.rows = self.rows.saturating_mul(2);
        } else if run_time > *part * 2 {
            self.rows = (self.rows / 2).max(1);
        }
    }
}

fn worker(job: &dyn Job, pool: &WorkerPool) -> WorkerContext {
    WorkerContext { task: job.task(), own: job.own(), pool: pool.clone() }
}

impl Leaves for CommandBuffer {
    fn is_nothing(&self) -> bool {
        self.is_empty()
    }

    fn append(&mut self, other: Self) {
        CommandBuffer::append(self, other);
    }
}
