//! [`Candidates`]: entities that a filter is asked about at once; and which of them have a component, or one
//! that has changed.
//!
//! A filter costs most where each entity is looked up. Where the rows of the filter's type lie in the order
//! of the candidates, their owners are compared instead, which tells about a thousand rows at once.

use crate::base::bits_of;
use crate::column::{Column, common_prefix, is_in_order};
use crate::ticks::{Tick, TickCell};

/// So many candidates have a bit each in an answer.
pub(super) const ANSWERS: usize = u64::BITS as usize;
/// There are so many candidates at most.
pub(super) const MOST_CANDIDATES: usize = 16 * ANSWERS;

/// Entities that a filter is asked about at once, by their indices.
///
/// An answer has a bit for each of the first [`ANSWERS`] entities, lowest first. If more than these
/// [are alike](Self::alike), the bits are all equal, and stand for all that are alike.
pub struct Candidates<'a> {
    owners: &'a [u32],
    enabled_only: bool,
    alike: usize,
}

impl<'a> Candidates<'a> {
    /// Asks about at least one entity. Where `enabled_only` a disabled component counts as none.
    #[inline]
    pub(super) fn new(owners: &'a [u32], enabled_only: bool) -> Self {
        Self { owners, enabled_only, alike: owners.len() }
    }

    /// How many of them, from the first on, the answers until now are about.
    #[inline]
    pub(super) fn alike(&self) -> usize {
        self.alike
    }

    /// Asks about each by itself.
    #[inline]
    fn each(&mut self, passes: impl Fn(u32) -> bool) -> u64 {
        self.alike = self.alike.min(ANSWERS);
        bits_of(&self.owners[..self.alike], |&owner| passes(owner))
    }

    /// Says which have a component, and an enabled one if it must be.
    pub(super) fn present(&mut self, column: &Column) -> u64 {
        if column.rows() == 0 {
            return 0;
        }
        if self.alike > ANSWERS && self.row_beside(column).is_some() {
            return u64::MAX;
        }
        let enabled_only = self.enabled_only;
        if enabled_only && !are_all_enabled(column) {
            return self.each(|owner| column.has(owner, true));
        }
        self.alike = self.alike.min(ANSWERS);
        let listed =
            column.world.entities.borrow().types().which_have(column.number(), &self.owners[..self.alike]);
        listed.unwrap_or_else(|| self.each(|owner| column.has(owner, enabled_only)))
    }

    /// Says which have a component that has changed, or was added, later than at a tick.
    pub(crate) fn changed(&mut self, column: &Column, since: Tick) -> u64 {
        let world = &column.world;
        // While a pass goes through the rows, what it has visited is not noted yet. Other threads read what
        // is.
        let noted = || world.visits.noted_columns().borrow().contains(&column.position);
        match self.row_beside(column).filter(|_| world.entities.is_frozen() || !noted()) {
            Some(first) => {
                let ticks =
                    column.row_store.ticks(|ticks| self.later(&ticks.changed[first..], TickCell::get, since));
                ticks.unwrap_or(0)
            }
            None => self.later_of_each(column, Column::changed_at, since),
        }
    }

    /// Says which have a component that was added later than at a tick.
    pub(crate) fn added(&mut self, column: &Column, since: Tick) -> u64 {
        match self.row_beside(column) {
            Some(first) => {
                let ticks =
                    column.row_store.ticks(|ticks| self.later(&ticks.added[first..], |tick| *tick, since));
                ticks.unwrap_or(0)
            }
            None => self.later_of_each(column, |column, row| column.row_store.added_at(row), since),
        }
    }

    fn later_of_each(
        &mut self,
        column: &Column,
        at: impl Fn(&Column, u32) -> Option<Tick>,
        since: Tick,
    ) -> u64 {
        let enabled_only = self.enabled_only;
        self.each(|owner| {
            let later = |&row: &u32| at(column, row).is_some_and(|tick| tick > since);
            column.row_of_index(owner).filter(later).is_some() && column.has(owner, enabled_only)
        })
    }

    /// Says which ticks are later than another, of the first ones; or that none is, of as many as are not.
    fn later<T>(&mut self, ticks: &[T], at: impl Fn(&T) -> Tick, since: Tick) -> u64 {
        let ticks = &ticks[..self.alike];
        let is_later = |tick: &T| at(tick) > since;
        let are_early = |ticks: &&[T]| !ticks.iter().fold(false, |any, tick| any | is_later(tick));
        let early = ticks.chunks(ANSWERS).take_while(are_early).count() * ANSWERS;
        self.alike = self.alike.min(early.max(ANSWERS));
        if early != 0 {
            return 0;
        }
        bits_of(&ticks[..self.alike], is_later)
    }

    /// The row of the first candidate, if as many rows lie in the order of the candidates as are worth it:
    /// so many are alike then.
    fn row_beside(&mut self, column: &Column) -> Option<usize> {
        if self.alike == 1 || !is_in_order(column) {
            return None;
        }
        let (rows, enabled) = column.row_store.len_and_prefix();
        let first = column.row_store.main_row_of(self.owners[0])?;
        let owners = column.row_store.owners();
        let beside = owners[..if self.enabled_only { enabled } else { rows }].get(first..)?;
        let common = common_prefix(&self.owners[..self.alike], beside);
        if common < self.alike.min(ANSWERS) {
            return None;
        }
        self.alike = common;
        Some(first)
    }
}

/// Says whether no component is known to be disabled.
fn are_all_enabled(column: &Column) -> bool {
    if column.has_rows() {
        let (rows, enabled) = column.row_store.len_and_prefix();
        return is_in_order(column) && rows == enabled;
    }
    !column.may_be_off() && column.world.entities.borrow().are_all_enabled()
}
