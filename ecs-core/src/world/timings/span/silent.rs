//! [`SilentSpan`]: nothing, without the feature `tracing`.

use crate::phase::Phase;
use crate::world::timings::timed::Timed;

pub(in crate::world::timings) struct SilentSpan;

pub(in crate::world::timings) struct SilentlyEntered;

impl SilentSpan {
    #[inline]
    pub(in crate::world::timings) const fn are_wanted() -> bool {
        false
    }

    pub(in crate::world::timings) const fn of(_: &Timed, _: Option<usize>) -> Self {
        Self
    }

    pub(in crate::world::timings) const fn of_phase(_: Phase) -> Self {
        Self
    }

    pub(in crate::world::timings) const fn of_part() -> Self {
        Self
    }

    pub(in crate::world::timings) const fn current() -> Self {
        Self
    }

    pub(in crate::world::timings) const fn set_rows(&self, _: usize) {}

    pub(in crate::world::timings) fn within<R>(&self, f: impl FnOnce() -> R) -> R {
        f()
    }

    pub(in crate::world::timings) const fn enter(&self) -> SilentlyEntered {
        SilentlyEntered
    }
}
