//! [`Answers`]: which rows of a join pass its filter, until something changes that a filter asks for.

use core::cell::Cell;

use super::join::Join;
use super::terms::Terms;
use crate::column::ANSWERS;

/// Which rows of a join pass its filter. It was asked about them before they are visited.
#[derive(Clone, Copy)]
pub(super) struct Answers<'q> {
    rows: Passing,
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
        Self { rows, gate }
    }

    #[inline(always)]
    pub(super) fn gate(self) -> Gate<'q> {
        self.gate
    }

    /// The first row from this one on that passes, by its place: there is one, and the answers hold.
    #[inline(always)]
    pub(super) fn next(self, place: usize) -> usize {
        match self.rows {
            Passing::Some(bits) => place + (bits >> place).trailing_zeros() as usize,
            Passing::All | Passing::AskEach => place,
        }
    }

    /// So many places hold all of `len` that pass.
    pub(super) fn trim(self, len: usize) -> usize {
        match self.rows {
            Passing::Some(bits) => ANSWERS - bits.leading_zeros() as usize,
            Passing::All | Passing::AskEach => len,
        }
    }

    /// How many rows pass, of `len` of which some were visited: none before `place` counts.
    pub(super) fn count(self, place: usize, len: usize) -> usize {
        match self.rows {
            Passing::Some(bits) if place < ANSWERS => (bits >> place).count_ones() as usize,
            Passing::Some(_) => 0,
            Passing::All | Passing::AskEach => len - place,
        }
    }

    /// Says whether the row of a place passes; `None` if the filter must be asked.
    #[inline(always)]
    pub(super) fn of(self, place: usize) -> Option<bool> {
        match self.rows {
            Passing::AskEach => None,
            _ if self.gate.has_moved() => None,
            Passing::All => Some(true),
            Passing::Some(bits) => Some(bits >> place & 1 != 0),
        }
    }
}
