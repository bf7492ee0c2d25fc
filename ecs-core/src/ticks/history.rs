//! [`TickHistory`]: which moments a world has taken back by going back to snapshots.
//!
//! The clock never goes back. The ticks of rows, passes and systems come back with a snapshot: they are
//! earlier than the load, and each later change has a later tick, in the order of the first time. A tick that
//! the user keeps outside of the world does not come back. If it names a moment that was taken back, the
//! differences are not known: then everything counts as changed.
//!
//! ```text
//! clock   1 ------ 5 ====== 9 ------ 14      6 to 9 are taken back
//!                saved  went back   now
//! ```

use core::cell::Cell;
use core::mem::{swap, take};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use super::tick::Tick;

/// What leads from the beginning of a world to now, as far as going back has changed it.
#[derive(Default)]
pub(super) struct TickHistory {
    handed_out: Cell<Tick>,
    /// Read by systems on several threads at once, if they ask since a tick.
    undone: RwLock<Undone>,
}

/// A history as it was.
#[derive(Default)]
pub(super) struct SavedHistory {
    /// The last tick that the user got, of those that were not taken back.
    handed_out: Tick,
    undone: Undone,
}

crate::base::clone_fields!(SavedHistory { handed_out, undone });

/// The moments that a world has taken back: those after one tick up to another, and those before.
///
/// Two spans are one if the user has got no tick of what lies between them, so a game that goes back in each
/// frame needs one span. The others are shared by the snapshots.
#[derive(Clone, Default)]
struct Undone {
    after: Tick,
    until: Tick,
    before: Option<Arc<Self>>,
}

impl TickHistory {
    fn undone(&self) -> RwLockReadGuard<'_, Undone> {
        self.undone.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn note_handed_out(&self, tick: Tick) {
        self.handed_out.set(tick);
    }

    /// Says whether a moment was taken back.
    pub(super) fn is_undone(&self, tick: Tick) -> bool {
        self.undone().spans().find(|span| tick > span.after).is_some_and(|span| tick <= span.until)
    }

    pub(super) fn save(&self, to: &mut SavedHistory) {
        to.handed_out = self.handed_out.get();
        to.undone.clone_from(&self.undone());
    }

    /// Goes back to a history that was [prepared](SavedHistory::prepare) for that, at a moment.
    pub(super) fn restore(&self, from: &mut SavedHistory, now: Tick) {
        self.handed_out.set(from.handed_out);
        from.undone.until = now;
        swap(&mut *self.undone.write().unwrap_or_else(PoisonError::into_inner), &mut from.undone);
    }

    /// How many spans there are.
    #[cfg(test)]
    pub(super) fn spans(&self) -> usize {
        self.undone().spans().count()
    }
}

impl SavedHistory {
    /// Takes back all that comes after the moment when this was saved.
    pub(super) fn prepare(&mut self, saved_at: Tick) {
        if self.handed_out > self.undone.until {
            let before = Some(Arc::new(take(&mut self.undone)));
            self.undone = Undone { after: saved_at, until: saved_at, before };
        }
        self.undone.until = Tick::LAST;
    }
}

impl Undone {
    /// The latest comes first.
    fn spans(&self) -> impl Iterator<Item = &Self> {
        core::iter::successors(Some(self), |span| span.before.as_deref())
    }
}

impl Drop for Undone {
    fn drop(&mut self) {
        // One by one: a long list needs no deep stack.
        let mut next = self.before.take();
        while let Some(mut span) = next.and_then(Arc::into_inner) {
            next = span.before.take();
        }
    }
}
