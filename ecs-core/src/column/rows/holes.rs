//! Holes: rows that a component has left, until the next component of the same entity index fills them, or
//! until they are closed.
//!
//! Leaving a hole is O(1) and moves nothing. What is despawned and spawned again in between keeps its row,
//! and so all columns keep the order that they share. Whatever looks at the rows as a whole, or borrows one,
//! closes the holes first: a few by moving the last rows there, many by moving all rows down in order, so
//! that the ids stay in order too.

use core::cell::{Cell, RefCell, RefMut};

/// Which rows of a column are holes.
#[derive(Default)]
pub(super) struct Holes {
    count: Cell<usize>,
    /// So many further ones need only be noted. None where there are none yet.
    room: Cell<usize>,
    /// Rows that became holes since holes were closed last; some were filled again.
    rows: RefCell<Vec<u32>>,
    /// They became too many to be closed one by one, and are not listed any more.
    many: Cell<bool>,
}

/// Which rows are holes, in a copy.
#[derive(Default)]
pub(super) struct SavedHoles {
    count: usize,
    rows: Vec<u32>,
    many: bool,
}

crate::base::clone_fields!(SavedHoles { count, rows, many });

/// Holes that may stay open beside fifteen sixteenths of the rows: closing them costs a look at each row.
const FREE_OF_CHARGE: usize = 128;

impl Holes {
    /// How many there are.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.count.get()
    }

    /// Says whether a further one need only be noted.
    #[inline(always)]
    pub(super) fn has_room(&self) -> bool {
        self.room.get() != 0
    }

    /// Notes one, for which there is room.
    #[inline(always)]
    pub(super) fn note(&self, row: u32) {
        self.room.set(self.room.get() - 1);
        self.count.set(self.count.get() + 1);
        if !self.many.get() {
            self.list(row);
        }
    }

    /// Not a part of `note`: that is then small enough to keep all that it needs in registers.
    #[inline(never)]
    fn list(&self, row: u32) {
        self.rows.borrow_mut().push(row);
    }

    /// Makes room to note a further one among so many rows. Where the list cannot grow, they are many.
    pub(super) fn make_room(&self, rows: usize) {
        let listed = &mut *self.rows.borrow_mut();
        if listed.len() > rows / 16 || listed.try_reserve(1).is_err() {
            self.many.set(true);
        }
        // Asked again once they would be too many to be listed, whatever room the list has: where rows come
        // to lie must not depend on that.
        let few = || (listed.capacity() - listed.len()).min(rows / 16 + 1 - listed.len());
        let unlisted = if self.many.get() { usize::MAX } else { few() };
        // One is left to be asked about: it may be one too many.
        self.room.set(most(rows).saturating_sub(self.count.get() + 1).clamp(1, unlisted));
    }

    /// Says whether there are too many among so many rows to stay.
    pub(super) fn are_too_many(&self, rows: usize) -> bool {
        self.count.get() >= most(rows)
    }

    /// Notes that one was filled; says whether it was the last.
    #[inline]
    pub(super) fn note_filled(&self) -> bool {
        self.count.set(self.count.get() - 1);
        self.count.get() == 0
    }

    /// The rows that became holes, unless they are many.
    pub(super) fn listed(&self) -> Option<RefMut<'_, Vec<u32>>> {
        (!self.many.get()).then(|| self.rows.borrow_mut())
    }

    pub(super) fn save(&self, to: &mut SavedHoles) {
        (to.count, to.many) = (self.count.get(), self.many.get());
        to.rows.clone_from(&self.rows.borrow());
    }

    pub(super) fn restore(&self, from: &mut SavedHoles) {
        self.count.set(from.count);
        self.many.set(from.many);
        core::mem::swap(&mut *self.rows.borrow_mut(), &mut from.rows);
        // The next one is asked about.
        self.room.set(0);
    }

    /// Forgets all of them, which were closed or filled.
    pub(super) fn clear(&self) {
        self.rows.borrow_mut().clear();
        self.many.set(false);
        self.count.set(0);
        self.room.set(0);
    }
}

/// The number of holes from which on they are closed.
fn most(rows: usize) -> usize {
    rows.min(rows / 16 * 15 + FREE_OF_CHARGE)
}

#[cfg(test)]
mod tests {
    use super::Holes;

    #[test]
    fn none_is_one_too_many_unless_it_was_asked() {
        for rows in [1, 2, 15, 16, 17, 100, 2_048, 5_000] {
            let holes = Holes::default();
            for row in 0..rows {
                let is_asked = !holes.has_room();
                if is_asked {
                    holes.make_room(rows);
                }
                holes.note(row as u32);
                assert_eq!(holes.count(), row + 1);
                assert!(is_asked || !holes.are_too_many(rows), "{row} of {rows}");
                let listed = holes.listed().map(|rows| rows.len());
                assert!(listed.is_none_or(|listed| listed == row + 1), "{row} of {rows}");
            }
            assert!(holes.are_too_many(rows));
        }
    }

    #[test]
    fn what_is_filled_and_left_again_and_again_is_listed_no_longer() {
        let holes = Holes::default();
        for _ in 0..1_000 {
            if !holes.has_room() {
                holes.make_room(100);
            }
            holes.note(7);
            holes.note_filled();
            assert!(holes.listed().is_none_or(|rows| rows.len() <= 16));
        }
        holes.clear();
        assert!(!holes.has_room() && holes.listed().is_some_and(|rows| rows.is_empty()));
    }
}
