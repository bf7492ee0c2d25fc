//! What a component has behind it: its `init`, the notice that it is enabled, its `start`. Each comes once,
//! and what ends it only after it.

use std::collections::BTreeSet;

use crate::ids::Entity;

use super::births::FEW;
use super::column::Column;
use super::rows::{NOTIFIED_OFF, UNBORN, UNSTARTED};

impl Column {
    /// Says whether any of these notes is made about the component of a row.
    #[inline]
    pub(crate) fn flag(&self, row: u32, flags: u8) -> bool {
        self.flags(row) & flags != 0
    }

    /// Makes a note about the component of a row, or takes it back.
    #[inline]
    pub(crate) fn set_flag(&self, row: u32, flag: u8, on: bool) {
        self.set_flags(row, flag, if on { flag } else { 0 });
    }

    /// Says whether a component is born: its `init` has run, or runs.
    pub(crate) fn is_born(&self, row: u32) -> bool {
        !self.flag(row, UNBORN)
    }

    /// Notes that a component is born.
    pub(crate) fn note_born(&self, row: u32) {
        self.set_flag(row, UNBORN, false);
    }

    /// Notes that a component was born elsewhere, and that it knows whether it is enabled; its `start` may be
    /// still to come. Observers know nothing of it.
    #[cfg(feature = "serde")]
    pub(crate) fn note_born_elsewhere(&self, row: u32, awaits_start: bool) {
        self.set_flag(row, UNBORN, false);
        self.set_flag(row, NOTIFIED_OFF, !self.is_enabled(row));
        self.set_flag(row, UNSTARTED, awaits_start && self.info.births.starts);
    }

    /// Says whether a component has anything behind it that is to be noted.
    pub(crate) fn has_births(&self) -> bool {
        self.info.births.flags() != 0 || self.is_observed()
    }

    /// Says whether a component has its `start` still before it.
    #[cfg(feature = "serde")]
    pub(crate) fn is_unstarted(&self, row: u32) -> bool {
        self.flag(row, UNSTARTED)
    }

    /// Notes that the hooks of its end are due, or over: it is as before its birth.
    pub(crate) fn note_ended(&self, row: u32) {
        self.set_flag(row, UNBORN, true);
    }

    /// Says whether a pass may come to a component: it knows that it is enabled, and had its `start`.
    pub(crate) fn is_ready(&self, row: u32) -> bool {
        !self.flag(row, self.info.births.flags())
    }

    /// Says whether the component does not know yet that it is enabled or disabled, and if not makes it
    /// known.
    pub(crate) fn notify(&self, row: u32) -> Option<bool> {
        let enabled = self.is_enabled(row);
        (self.flag(row, NOTIFIED_OFF) == enabled).then(|| {
            self.set_flag(row, NOTIFIED_OFF, !enabled);
            enabled
        })
    }

    /// Takes back that a component knows that it is enabled or disabled.
    pub(crate) fn take_back_notice(&self, row: u32, enabled: bool) {
        self.set_flag(row, NOTIFIED_OFF, enabled);
    }

    /// Says whether a component was last notified that it is enabled.
    pub(crate) fn is_notified_on(&self, row: u32) -> bool {
        !self.flag(row, NOTIFIED_OFF)
    }

    /// Sets one of the notes about a component, and says whether that has changed it.
    pub(crate) fn change_flag(&self, row: u32, flag: u8, on: bool) -> bool {
        let changes = self.flag(row, flag) != on;
        if changes {
            self.set_flag(row, flag, on);
        }
        changes
    }

    /// Says whether a component that ends, live or dead, was last notified that it is enabled, and notes that
    /// it is not any more.
    pub(crate) fn notify_end(&self, row: u32) -> bool {
        self.change_flag(row, NOTIFIED_OFF, true)
    }

    // ---- `start` ----

    /// Notes that an enabled component waits for its `start`, unless it had it.
    pub(crate) fn await_start(&self, row: u32, entity: Entity) {
        if !self.flag(row, UNSTARTED) {
            return;
        }
        if self.unstarted() > 2 * self.rows() + FEW {
            self.forget_started();
        }
        self.unstarted.borrow_mut().push_back(entity);
    }

    /// Forgets those that wait for no `start`, or that are listed more than once: where no frame runs,
    /// nothing else does.
    #[cold]
    fn forget_started(&self) {
        let mut listed = BTreeSet::new();
        self.unstarted.borrow_mut().retain(|entity| {
            let row = self.row_of_index(entity.index());
            let waits = row.is_some_and(|row| self.flag(row, UNSTARTED));
            waits && listed.insert(entity.index())
        });
    }

    /// Lets a component wait for its `start` again, which it could not have.
    pub(crate) fn put_back_start(&self, row: u32, entity: Entity) {
        self.set_flag(row, UNSTARTED, true);
        self.await_start(row, entity);
    }

    /// Says whether components may wait for their `start`.
    pub(crate) fn awaits_start(&self) -> bool {
        self.unstarted() != 0
    }

    /// How many may wait for their `start`.
    pub(crate) fn unstarted(&self) -> usize {
        self.unstarted.borrow().len()
    }

    /// Takes the first of those that wait for their `start`, which has come with this call; one that cannot
    /// have it now waits on. `None` if it has gone, or had it.
    pub(crate) fn next_start(&self) -> Option<(u32, Entity)> {
        let entity = self.unstarted.borrow_mut().pop_front()?;
        let entity = self.entity_now(entity.index())?;
        let row = self.find(entity)?;
        let (is_enabled, is_borrowed) = (self.is_enabled(row), self.borrows.is_row_borrowed(row, self));
        if !self.flag(row, UNSTARTED) {
            return None;
        }
        if self.flag(row, UNBORN) || is_borrowed {
            self.unstarted.borrow_mut().push_back(entity);
            return None;
        }
        if self.flag(row, NOTIFIED_OFF) {
            // It comes back when it is notified that it is enabled.
            return None;
        }
        if !is_enabled {
            self.unstarted.borrow_mut().push_back(entity);
            return None;
        }
        self.set_flag(row, UNSTARTED, false);
        Some((row, entity))
    }
}

#[cfg(test)]
mod tests {
    use super::FEW;
    use crate::Component;
    use crate::frame::update_all;
    use crate::ids::Entity;
    use crate::store::{find, with_store};
    use crate::world::with_current;

    #[derive(Component)]
    struct Shy(u32);

    impl Shy {
        fn start(&mut self) {
            self.0 += 1;
        }
    }

    #[test]
    fn where_no_frame_runs_the_list_of_those_that_wait_does_not_grow() {
        let kept: Vec<_> = (0..10).map(|_| Entity::spawn().insert(Shy(0))).collect();
        for round in 0..if cfg!(miri) { 60 } else { 1_000 } {
            let shy = kept[round % 10];
            assert!(shy.set_enabled(false) && shy.set_enabled(true));
            Entity::spawn().with(Shy(0)).despawn();
            let waiting = with_store(Shy::__cell(), |store| store.unstarted()).unwrap_or_default();
            assert!(waiting <= 2 * (kept.len() + 1) + FEW + 1, "{waiting} in round {round}");
        }
        update_all(0.0);
        assert!(kept.iter().all(|shy| shy.borrow().0 == 1), "each has its `start` all the same");
        let store = with_current(|core| find::<Shy>(core)).ok().flatten().expect("it was added");
        assert_eq!(store.unstarted(), 0);
    }
}
