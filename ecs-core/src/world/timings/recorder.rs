//! [`Timings`]: times what a frame does, while that is switched on, and opens spans for it, while anybody
//! wants them.

use core::cell::{Cell, RefCell};
use core::mem;
use core::time::Duration;
use std::rc::Rc;
use std::time::Instant;

use crate::base::{OnDrop, now};
use crate::ids::Entity;
use crate::phase::Phase;

use super::job_time::JobTime;
use super::span::{Entered, Span};
use super::sums::{Sum, Sums};
use super::timed::{Timed, Work};

/// Is called before each piece of work begins, with its phase, and with its entity if it has one.
type Follower = Rc<dyn Fn(Timed, Option<Phase>, Entity)>;

/// What a world spends its frames on. While it is off, to ask for a [`Timing`] reads a flag, and nothing is
/// allocated.
#[derive(Default)]
pub(crate) struct Timings {
    is_on: Cell<bool>,
    /// It is on, or somebody follows.
    is_asked: Cell<bool>,
    follower: RefCell<Option<Follower>>,
    /// What was asked for: it begins with the next frame, so that no frame is timed by halves.
    wanted: Cell<Wanted>,
    /// The phase that runs.
    phase: Cell<Option<Phase>>,
    sums: RefCell<Sums>,
    /// What was used for jobs, and will be for others.
    unused: RefCell<Vec<JobTime>>,
}

/// How long the timings are to be on.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Wanted {
    #[default]
    Off,
    /// Until the first frame that begins later.
    Until(Instant),
    On,
}

impl Timings {
    /// Switches on from the next frame on, or off now; then all is forgotten.
    pub(crate) fn set(&self, is_on: bool) {
        self.wanted.set(if is_on { Wanted::On } else { Wanted::Off });
        if !is_on {
            self.switch(false);
            drop((self.sums.take(), self.unused.take()));
        }
    }

    fn switch(&self, is_on: bool) {
        self.is_on.set(is_on);
        self.is_asked.set(is_on || self.follower.borrow().is_some());
    }

    /// Tells a function of all work that begins, until the result is dropped. Of work that several threads
    /// share, it is told before any of them begins.
    pub(crate) fn follow(&self, follower: impl Fn(Timed, Option<Phase>, Entity) + 'static) -> impl Drop {
        self.follower.replace(Some(Rc::new(follower)));
        self.switch(self.is_on.get());
        OnDrop(|| {
            drop(self.follower.take());
            self.switch(self.is_on.get());
        })
    }

    /// Tells the function that follows of work of an entity that begins, and is not timed on its own.
    #[inline(always)]
    pub(crate) fn tell_of(&self, entity: Entity, what: impl FnOnce() -> Timed) {
        if self.is_asked.get() {
            self.tell(what(), entity);
        }
    }

    fn tell(&self, timed: Timed, entity: Entity) {
        let follower = self.follower.borrow().clone();
        follower.into_iter().for_each(|follower| follower(timed, self.phase.get(), entity));
    }

    /// Keeps them on until then, at least.
    pub(crate) fn keep_until(&self, until: Instant) {
        self.wanted.set(match self.wanted.get() {
            Wanted::Off => Wanted::Until(until),
            Wanted::Until(before) => Wanted::Until(until.max(before)),
            Wanted::On => Wanted::On,
        });
    }

    /// Lists all work that has run in a frame that has ended, in the order of the first runs, and counts the
    /// timed frames. `entry` gets the work, its phase, the sum of the last frame, and two times of the work
    /// in a frame: the mean and the longest.
    pub(crate) fn list<T>(
        &self,
        entry: impl Fn(Timed, Option<Phase>, Sum, [Duration; 2]) -> T,
    ) -> (Vec<T>, u64) {
        let sums = self.sums.borrow();
        (sums.list(entry), sums.frames)
    }

    // ---- while it runs ----

    /// Times a frame until the result is ended. If it is dropped instead, the frame does not count.
    #[inline]
    pub(crate) fn begin_frame(&self) -> FrameTiming<'_> {
        if self.wanted.get() != Wanted::Off {
            self.switch_as_wanted();
        }
        FrameTiming { whole: Some(self.begin(0, || Timed::whole(Work::Frame))), timings: self }
    }

    /// Switches on or off as was asked for.
    #[cold]
    fn switch_as_wanted(&self) {
        match self.wanted.get() {
            Wanted::Until(end) if now().is_none_or(|now| now > end) => self.set(false),
            _ => self.switch(true),
        }
    }

    /// Says which phase runs, until the result is dropped.
    pub(crate) fn begin_phase(&self, phase: Phase) -> PhaseTiming<'_> {
        let span = Span::are_wanted().then(|| Span::of_phase(phase).enter());
        PhaseTiming { timings: self, before: self.phase.replace(Some(phase)), _span: span }
    }

    /// Times something until the result is dropped, by how many rows it goes over, if it is over rows.
    #[inline]
    pub(crate) fn begin(&self, rows: usize, what: impl FnOnce() -> Timed) -> Timing<'_> {
        match self.is_asked.get() || Span::are_wanted() {
            true => self.open(rows, &what()),
            false => Timing { open: None, _span: None },
        }
    }

    #[inline(never)]
    fn open(&self, rows: usize, timed: &Timed) -> Timing<'_> {
        self.tell(*timed, Entity::NONE);
        let span = Span::are_wanted().then(|| Span::of(timed, Some(rows)).enter());
        let open = |begun| {
            let place = self.sums.borrow_mut().place_of(*timed, self.phase.get());
            Open { timings: self, place, begun, rows: Cell::new(rows) }
        };
        Timing { open: if self.is_on.get() { now().map(open) } else { None }, _span: span }
    }

    /// Times jobs that may run on several threads.
    #[inline]
    pub(crate) fn begin_jobs(&self, jobs: impl Iterator<Item = Timed>) -> JobTimes<'_> {
        let (is_timed, mut times) = (self.is_on.get(), Vec::new());
        if self.is_asked.get() || Span::are_wanted() {
            times = self.unused.take();
            times.extend(
                jobs.inspect(|timed| self.tell(*timed, Entity::NONE))
                    .map(|timed| JobTime::new(timed, is_timed)),
            );
        }
        let entered = if let [only] = &*times { Some(only.enter()) } else { None };
        JobTimes { timings: self, begun: if is_timed { now() } else { None }, jobs: times, entered }
    }

    /// Adds a run that is over.
    fn add_run(&self, timed: Timed, run: Sum) {
        // It may have been switched off meanwhile.
        if self.is_on.get() {
            let mut sums = self.sums.borrow_mut();
            let place = sums.place_of(timed, self.phase.get());
            sums.add_run(place, run);
        }
    }
}

/// Times a frame: see [`Timings::begin_frame`].
pub(crate) struct FrameTiming<'w> {
    whole: Option<Timing<'w>>,
    timings: &'w Timings,
}

impl FrameTiming<'_> {
    /// Ends the frame.
    pub(crate) fn end(mut self) {
        drop(self.whole.take());
        if self.timings.is_on.get() {
            self.timings.sums.borrow_mut().end_frame();
        }
    }
}

impl Drop for FrameTiming<'_> {
    fn drop(&mut self) {
        if self.whole.take().is_some() {
            self.timings.sums.borrow_mut().discard_frame();
        }
    }
}

/// A phase runs until this is dropped.
pub(crate) struct PhaseTiming<'w> {
    timings: &'w Timings,
    before: Option<Phase>,
    _span: Option<Entered>,
}

impl Drop for PhaseTiming<'_> {
    fn drop(&mut self) {
        self.timings.phase.set(self.before);
    }
}

/// Times something until it is dropped, and then leaves its span; nothing while nobody wants to know.
#[must_use = "it ends when this is dropped"]
pub(crate) struct Timing<'w> {
    open: Option<Open<'w>>,
    _span: Option<Entered>,
}

struct Open<'w> {
    timings: &'w Timings,
    place: usize,
    begun: Instant,
    rows: Cell<usize>,
}

impl Timing<'_> {
    /// Counts more rows.
    #[inline]
    pub(crate) fn add_rows(&self, rows: usize) {
        if let Some(Open { rows: all, .. }) = &self.open {
            all.set(all.get().saturating_add(rows));
        }
    }
}

impl Drop for Timing<'_> {
    #[inline]
    fn drop(&mut self) {
        if let Some(open) = mem::take(&mut self.open) {
            open.end();
        }
    }
}

impl Open<'_> {
    #[inline(never)]
    fn end(self) {
        let time = self.begun.elapsed();
        // It may have been switched off meanwhile. No frame begins before this one is over, so it is not on
        // again.
        if self.timings.is_on.get() {
            let run = Sum { rows: self.rows.get(), runs: 1, time, ..Sum::default() };
            self.timings.sums.borrow_mut().add_run(self.place, run);
        }
    }
}

/// Times jobs that run side by side, until it is dropped; none while nobody wants to know.
pub(crate) struct JobTimes<'w> {
    timings: &'w Timings,
    begun: Option<Instant>,
    jobs: Vec<JobTime>,
    /// Of a single job. Several are entered by each thread that works for one.
    entered: Option<Entered>,
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
            self.jobs.clear();
            self.timings.unused.replace(mem::take(&mut self.jobs));
        }
    }
}
