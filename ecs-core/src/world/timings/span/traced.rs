//! [`Span`]: a span of the crate `tracing`. Each kind of work has a place of its own here, as that wants it.

use tracing::field::{Empty, display};
use tracing::level_filters::LevelFilter;
use tracing::{Level, info_span, span};

use crate::base::WithoutPaths;
use crate::phase::Phase;
use crate::world::timings::timed::{Timed, Work};

/// A span that may be entered by several threads.
pub(in crate::world::timings) struct Span(span::Span);

/// A span is entered on this thread until this is dropped.
pub(in crate::world::timings) struct Entered(
    #[expect(dead_code, reason = "its drop leaves the span")] span::EnteredSpan,
);

impl Span {
    /// Says whether anybody may want spans: reads an atomic.
    #[inline]
    pub(in crate::world::timings) fn are_wanted() -> bool {
        LevelFilter::current() >= Level::INFO
    }

    /// The span of some work, by how many rows it goes over, if that is known.
    pub(in crate::world::timings) fn of(timed: &Timed, rows: Option<usize>) -> Self {
        let name = timed.name;
        let span = match timed.work {
            Work::Frame => info_span!(target: "ecs_core", "frame"),
            Work::Remote => info_span!(target: "ecs_core", "remote", rows),
            Work::Start => info_span!(target: "ecs_core", "start", component = display(name), rows),
            Work::Pass => info_span!(target: "ecs_core", "pass", component = display(name), rows),
            Work::System => {
                let name = display(WithoutPaths(name));
                info_span!(target: "ecs_core", "system", system = name)
            }
            Work::Later => info_span!(target: "ecs_core", "later"),
            Work::Inherit => info_span!(target: "ecs_core", "inherit", component = display(name), rows),
            Work::SyncPoint => {
                let name = display(WithoutPaths(name));
                info_span!(target: "ecs_core", "sync_point", after = name)
            }
            Work::FrameEnd => info_span!(target: "ecs_core", "frame_end"),
        };
        Self(span)
    }

    pub(in crate::world::timings) fn of_phase(phase: Phase) -> Self {
        Self(info_span!(target: "ecs_core", "phase", phase = display(phase)))
    }

    /// The span of a part of what the thread does.
    pub(in crate::world::timings) fn of_part() -> Self {
        Self(info_span!(target: "ecs_core", "part", rows = Empty))
    }

    /// The span in which the thread is.
    pub(in crate::world::timings) fn current() -> Self {
        Self(span::Span::current())
    }

    /// Says how many rows it goes over.
    pub(in crate::world::timings) fn set_rows(&self, rows: usize) {
        self.0.record("rows", rows);
    }

    /// Runs a function inside the span. If the thread is there already, it is not entered again.
    pub(in crate::world::timings) fn within<R>(&self, f: impl FnOnce() -> R) -> R {
        if self.0.is_disabled() || span::Span::current().id() == self.0.id() {
            f()
        } else {
            self.0.in_scope(f)
        }
    }

    /// Enters the span on this thread.
    pub(in crate::world::timings) fn enter(&self) -> Entered {
        Entered(self.0.clone().entered())
    }
}
