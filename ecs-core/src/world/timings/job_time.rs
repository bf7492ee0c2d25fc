//! [`JobTime`]: how long the parts of a job take, on all threads that run them; and their spans.

use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use core::time::Duration;

use crate::base::now;

use super::span::{Entered, Span};
use super::sums::Sum;
use super::timed::{Timed, Work};

/// How long the parts of a job have taken until now, on all threads.
pub(crate) struct JobTime {
    pub(super) timed: Timed,
    is_timed: bool,
    /// Each part has a span of its own, if anybody wants spans.
    shows_parts: bool,
    parts: AtomicU32,
    nanos: AtomicU64,
    is_shared: AtomicBool,
    span: Span,
}

impl JobTime {
    /// A job, the time of which is counted or only shown.
    pub(super) fn new(timed: Timed, is_timed: bool) -> Self {
        // A system has one part, which is all of it.
        let shows_parts = timed.work != Work::System;
        Self::within_span(Span::of(&timed, None), timed, is_timed, shows_parts)
    }

    /// A job inside of what this thread does, for spans alone, if anybody wants them.
    #[inline]
    pub(crate) fn inside() -> Option<Self> {
        let whole = || Self::within_span(Span::current(), Timed::whole(Work::Pass), false, true);
        Span::are_wanted().then(whole)
    }

    fn within_span(span: Span, timed: Timed, is_timed: bool, shows_parts: bool) -> Self {
        let (parts, nanos, is_shared) = (AtomicU32::new(0), AtomicU64::new(0), AtomicBool::new(false));
        Self { timed, is_timed, shows_parts, parts, nanos, is_shared, span }
    }

    /// Works for the job on this thread, part by part.
    pub(crate) fn work<R>(&self, work: impl FnOnce() -> R) -> R {
        self.span.within(work)
    }

    /// Runs a part, which returns how many rows it had, of a job that may have some left.
    pub(crate) fn part(&self, may_be_left: impl FnOnce() -> bool, run: impl FnOnce() -> usize) -> usize {
        let is_shown = self.shows_parts && Span::are_wanted() && may_be_left();
        let span = is_shown.then(Span::of_part);
        let _entered = span.as_ref().map(Span::enter);
        let begun = if self.is_timed { now() } else { None };
        let rows = run();
        if rows != 0
            && let Some(begun) = begun
        {
            let nanos = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
            self.nanos.fetch_add(nanos, Ordering::Relaxed);
            self.parts.fetch_add(1, Ordering::Relaxed);
        }
        span.iter().for_each(|span| span.set_rows(rows));
        rows
    }

    /// Notes that several threads run it.
    pub(crate) fn share(&self) {
        self.is_shared.store(true, Ordering::Relaxed);
    }

    /// This thread does nothing else until the result is dropped.
    pub(super) fn enter(&self) -> Entered {
        self.span.enter()
    }

    /// What all parts have taken together.
    pub(super) fn time(&self) -> Duration {
        Duration::from_nanos(self.nanos.load(Ordering::Relaxed))
    }

    /// The whole run, by how many rows it went over and how much time it had.
    pub(super) fn run(&self, rows: usize, time: Duration) -> Sum {
        let (parts, parts_time) = match self.is_shared.load(Ordering::Relaxed) {
            true => (self.parts.load(Ordering::Relaxed), self.time()),
            false => (0, Duration::ZERO),
        };
        Sum { rows, runs: 1, time, parts, parts_time }
    }

    /// Shows how many rows the whole run goes over.
    pub(super) fn show_rows(&self, rows: usize) {
        self.span.set_rows(rows);
    }
}
