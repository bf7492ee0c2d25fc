//! [`Answers`]: which rows of a join pass its filter; [`Asking`]: whether that still holds.

use std::rc::Rc;

use super::candidates::ANSWERS;
use super::join_state::JoinState;
use crate::borrow::Visiting;
use crate::world::WorldCore;

/// Which rows of a join pass its filter, which was asked before they are visited.
#[derive(Clone, Copy)]
pub(super) struct Answers {
    passing: Passing,
    /// The place of the first of these rows.
    first: usize,
}

/// Which of some rows pass.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Passing {
    /// All.
    All,
    /// Those of which the bit is set, of [`ANSWERS`] rows at most; one at least.
    Some(u64),
    /// Those of which the bit is set. The others are asked when their turn comes.
    AtLeast(u64),
}

impl Passing {
    /// Each row is asked when its turn comes.
    pub(super) const UNKNOWN: Self = Self::AtLeast(0);
}

impl Answers {
    pub(super) fn new(passing: Passing) -> Self {
        Self { passing, first: 0 }
    }

    /// The same of the first rows, at most so many; `None` if none of these passes.
    pub(super) fn cut(self, rows: usize) -> Option<Self> {
        match self.passing {
            Passing::Some(bits) if rows < ANSWERS => {
                let bits = bits & !(u64::MAX << rows);
                (bits != 0).then_some(Self { passing: Passing::Some(bits), ..self })
            }
            _ => Some(self),
        }
    }

    /// The same of rows that begin at another place.
    pub(super) fn from(self, first: usize) -> Self {
        Self { first, ..self }
    }

    /// Says whether rows are asked when their turn comes.
    pub(super) fn are_open(self) -> bool {
        matches!(self.passing, Passing::AtLeast(_))
    }

    /// The place of the first row from this one on that passes: there is one.
    #[inline(always)]
    pub(super) fn next(self, place: usize) -> usize {
        match self.passing {
            Passing::Some(bits) => place + (bits >> (place - self.first)).trailing_zeros() as usize,
            Passing::All | Passing::AtLeast(_) => place,
        }
    }

    /// The place behind the last row that passes, of so many rows.
    pub(super) fn end(self, rows: usize) -> usize {
        self.first
            + match self.passing {
                Passing::Some(bits) => ANSWERS - bits.leading_zeros() as usize,
                Passing::All | Passing::AtLeast(_) => rows,
            }
    }

    /// How many rows pass between two places, the second of which is the [`end`](Self::end).
    pub(super) fn count(self, place: usize, end: usize) -> usize {
        match self.passing {
            Passing::Some(bits) if place != end => (bits >> (place - self.first)).count_ones() as usize,
            _ => end - place,
        }
    }

    /// Says whether the row of a place passes; `None` if the filter must be asked.
    #[inline(always)]
    pub(super) fn of(self, place: usize) -> Option<bool> {
        match self.passing {
            Passing::All => Some(true),
            Passing::Some(bits) => Some(bits >> (place - self.first) & 1 != 0),
            Passing::AtLeast(bits) => (bits >> (place - self.first) & 1 != 0).then_some(true),
        }
    }
}

/// A visit that keeps answers of a filter. It is notified when an entity gets, loses or switches a component:
/// [`Visiting::asks_again`].
pub(super) struct Asking {
    visiting: Rc<Visiting>,
    world: Rc<WorldCore>,
}

impl Asking {
    /// Lets the visit of a join keep answers. `None` if they stay true: the world is frozen, or there is
    /// none.
    pub(super) fn begin(join: &JoinState) -> Option<Self> {
        let world = join.world().filter(|world| !world.entities.is_frozen())?.clone();
        let visiting = join.opened.visiting.clone();
        world.visits.begin_asking(visiting.clone());
        Some(Self { visiting, world })
    }

    /// Says whether answers that were given before may not hold any more, and begins anew.
    ///
    /// Two iterators of one query do not know of each other: while there are two, no answer is kept.
    pub(super) fn renew(&self) -> bool {
        self.world.visits.asks(&self.visiting) != 1 || self.visiting.take_asks_again()
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.world.visits.end_asking(&self.visiting);
        if self.world.visits.asks(&self.visiting) == 0 {
            self.visiting.take_asks_again();
        }
    }
}
