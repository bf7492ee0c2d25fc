//! [`Answers`]: which rows of a join pass its filter, until something changes that a filter asks for.

use core::cell::Cell;

use super::join::Join;
use super::terms::Terms;
use crate::column::ANSWERS;

/// Which rows of a join pass its filter. It was asked about them before they are visited.
#[derive(Clone, Copy)]
pub(super) struct Answers<'q> {
    rows: Passing,
    /// The place of the first of these rows.
    first: usize,
    gate: Gate<'q>,
}

/// Which of some rows pass.
#[derive(Clone, Copy)]
pub(super) enum Passing {
    /// All.
    All,
    /// Those of which the bit is set, of [`ANSWERS`] rows at most.
    Some(u64),
    /// Each is asked when its turn comes.
    AskEach,
}

/// Whether entities have got, lost or switched components since a filter was asked.
#[derive(Clone, Copy)]
pub(super) struct Gate<'q> {
    writes: &'q Cell<u64>,
    seen: u64,
}

impl<'q> Gate<'q> {
    /// Begins to watch the world of a join; nothing, if no filter is asked.
    #[inline]
    pub(super) fn new<C: Terms>(join: &'q Join<C>, is_asked: bool) -> Self {
        let world = if is_asked { join.world() } else { None };
        let writes = world.map_or(join.visiting().slow_path(true), |world| world.entities.writes());
        Self { writes, seen: writes.get() }
    }

    /// Says whether answers may not hold any more.
    #[inline(always)]
    pub(super) fn has_moved(self) -> bool {
        self.writes.get() != self.seen
    }

    /// Watches from now on; says whether anything has changed since the last time.
    #[inline]
    pub(super) fn renew(&mut self) -> bool {
        let has_moved = self.has_moved();
        self.seen = self.writes.get();
        has_moved
    }
}

impl<'q> Answers<'q> {
    pub(super) fn new(rows: Passing, gate: Gate<'q>) -> Self {
        Self { rows, first: 0, gate }
    }

    /// The same of rows that begin at another place.
    pub(super) fn from(self, first: usize) -> Self {
        Self { first, ..self }
    }

    /// Says whether each is asked when its turn comes.
    pub(super) fn are_open(self) -> bool {
        matches!(self.rows, Passing::AskEach)
    }

    #[inline(always)]
    pub(super) fn gate(self) -> Gate<'q> {
        self.gate
    }

    /// The place of the first row from this one on that passes: there is one, and the answers hold.
    #[inline(always)]
    pub(super) fn next(self, place: usize) -> usize {
        match self.rows {
            Passing::Some(bits) => place + (bits >> (place - self.first)).trailing_zeros() as usize,
            Passing::All | Passing::AskEach => place,
        }
    }

    /// The place behind the last row that passes, of so many rows.
    pub(super) fn end(self, rows: usize) -> usize {
        self.first
            + match self.rows {
                Passing::Some(bits) => ANSWERS - bits.leading_zeros() as usize,
                Passing::All | Passing::AskEach => rows,
            }
    }

    /// How many rows pass between two places, the second of which is the [`end`](Self::end).
    pub(super) fn count(self, place: usize, end: usize) -> usize {
        match self.rows {
            Passing::Some(bits) if place != end => (bits >> (place - self.first)).count_ones() as usize,
            _ => end - place,
        }
    }

    /// Says whether the row of a place passes; `None` if the filter must be asked.
    #[inline(always)]
    pub(super) fn of(self, place: usize) -> Option<bool> {
        match self.rows {
            Passing::AskEach => None,
            _ if self.gate.has_moved() => None,
            Passing::All => Some(true),
            Passing::Some(bits) => Some(bits >> (place - self.first) & 1 != 0),
        }
    }
}
