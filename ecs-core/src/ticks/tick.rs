//! [`Tick`]: a moment among the changes of a world; [`TickCell`]: one that several threads write.

use core::sync::atomic::{AtomicU64, Ordering};

/// A moment between two changes in a world.
///
/// Comes from [`World::tick`](crate::World::tick). What is added or changed later has a later tick; the
/// default is before everything. Keep one where something was last looked at, and ask
/// [`Handle::changed_since`](crate::Handle::changed_since), or filter a query by [`Changed`](crate::Changed)
/// [since](crate::Query::since) it. A tick says nothing about the changes of another world.
///
/// Ticks go on rising where the world goes back to a snapshot. Since a tick of an undone future everything
/// has changed; a tick from before the snapshot means what it meant. So a renderer that keeps its tick
/// outside of the world, and draws only what has changed, misses nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Tick(u64);

impl Tick {
    /// That of a world which begins.
    pub(super) const FIRST: Self = Self(1);

    /// Later than every other one.
    pub(super) const LAST: Self = Self(u64::MAX);

    pub(super) fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// A tick that is written and read through shared references, by several threads at once.
pub(crate) struct TickCell(AtomicU64);

impl TickCell {
    #[inline]
    pub(crate) fn new(tick: Tick) -> Self {
        Self(AtomicU64::new(tick.0))
    }

    #[inline]
    pub(crate) fn get(&self) -> Tick {
        Tick(self.0.load(Ordering::Relaxed))
    }

    #[inline]
    pub(crate) fn set(&self, tick: Tick) {
        self.0.store(tick.0, Ordering::Relaxed);
    }

    /// As [`TickCell::get`], where nobody else uses it: a loop over that is vectorised.
    #[inline]
    pub(crate) fn get_alone(&mut self) -> Tick {
        Tick(*self.0.get_mut())
    }

    /// Says whether any of some ticks is later than another one, and whether all are.
    #[inline]
    pub(crate) fn any_and_all_later(ticks: &mut [Self], last: Tick) -> (bool, bool) {
        let (mut any, mut all) = (0, u64::MAX);
        for tick in ticks {
            // The highest bit of a difference says which is greater, and needs no comparison of 64 bits,
            // which not every processor has for vectors.
            let less = last.0.wrapping_sub(*tick.0.get_mut());
            (any, all) = (any | less, all & less);
        }
        (any >> 63 != 0, all >> 63 != 0)
    }
}

impl Clone for TickCell {
    fn clone(&self) -> Self {
        Self::new(self.get())
    }
}
