//! [`Candidates`]: entities that a filter is asked about at once; and which of them have a component, or one that
//! has changed.
//!
//! A filter costs most where each entity is looked up. Where the rows of the filter's type lie in the order of
//! the candidates, their owners are compared instead, which tells about a thousand rows at once.

use core::ops::Range;

use crate::ticks::{Tick, TickCell};

use super::column::Column;
use super::rows::{RowTicks, common_prefix};
use super::tracking::Tracking;

/// So many candidates have a bit each in an answer.
pub(crate) const ANSWERS: usize = u64::BITS as usize;
/// There are so many candidates at most.
pub(crate) const MOST_CANDIDATES: usize = 16 * ANSWERS;

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
    pub(crate) fn new(owners: &'a [u32], enabled_only: bool) -> Self {
        Self { owners, enabled_only, alike: owners.len() }
    }

    /// How many of them, from the first on, the answers until now are about.
    #[inline]
    pub(crate) fn alike(&self) -> usize {
        self.alike
    }

    /// Lets the next answer be about so many at most.
    #[inline]
    fn limit(&mut self, most: usize) {
        self.alike = self.alike.min(most);
    }

    /// Asks about each by itself.
    #[inline]
    fn each(&mut self, passes: impl Fn(u32) -> bool) -> u64 {
        self.limit(ANSWERS);
        let owners = self.owners[..self.alike].iter().rev();
        owners.fold(0, |bits, &owner| bits << 1 | u64::from(passes(owner)))
    }
}

impl Column {
    /// Says which candidates have a component, and an enabled one if it must be.
    pub(crate) fn present(&self, of: &mut Candidates<'_>) -> u64 {
        let (rows, enabled) = self.rows_and_prefix();
        if rows == 0 {
            return 0;
        }
        let is_wide = of.alike > ANSWERS;
        if is_wide && self.row_beside(of).is_some() {
            return u64::MAX;
        }
        let is_in_order = self.is_in_order();
        let are_enabled = match &self.tags {
            None => is_in_order && enabled == rows,
            Some(_) => self.are_tags_enabled(),
        };
        let listed = if are_enabled || !of.enabled_only { self.listed(of) } else { None };
        if let Some(answer) = listed {
            return answer;
        }
        let enabled_only = of.enabled_only;
        if is_in_order {
            let seen = self.rows_seen(enabled_only);
            return of.each(|owner| {
                let entry = self.row_store.entry(owner);
                // Without a jump, which a processor would guess wrong for every second row.
                (entry.stamp() != 0) & ((entry.row() as usize) < seen)
            });
        }
        of.each(|owner| self.has(owner, enabled_only))
    }

    /// Says which candidates have a component, by their sets of types; `None` if these do not say it.
    fn listed(&self, of: &mut Candidates<'_>) -> Option<u64> {
        let (entities, number) = (self.world.entities.borrow(), self.number());
        let mut blocks = of.owners[..of.alike].chunks(ANSWERS).map(|block| (block.len(), block));
        let (len, block) = blocks.next()?;
        let (first, all) = (entities.which_have(number, block)?, u64::MAX >> (ANSWERS - len));
        if first != 0 && first != all {
            of.limit(ANSWERS);
            return Some(first);
        }
        // All or none: perhaps those that follow too.
        let all_alike = |(len, block): &(usize, &[u32])| {
            let expected = if first == 0 { 0 } else { u64::MAX >> (ANSWERS - len) };
            entities.which_have(number, block) == Some(expected)
        };
        let alike = len + blocks.take_while(all_alike).map(|(len, _)| len).sum::<usize>();
        of.limit(alike);
        Some(if first == 0 { 0 } else { u64::MAX })
    }

    /// Says which candidates have a component that has changed, or was added, later than at a tick.
    pub(crate) fn changed(&self, since: Tick, of: &mut Candidates<'_>) -> u64 {
        if of.alike == 1 || !self.are_changes_noted() {
            return self.later_of_each(Self::changed_at, since, of);
        }
        self.later_of_rows(|ticks, rows| later(&ticks.changed[rows], TickCell::get, since), of)
            .unwrap_or_else(|| self.later_of_each(Self::changed_at, since, of))
    }

    /// Says which candidates have a component that was added later than at a tick.
    pub(crate) fn added(&self, since: Tick, of: &mut Candidates<'_>) -> u64 {
        self.later_of_rows(|ticks, rows| later(&ticks.added[rows], |&tick| tick, since), of)
            .unwrap_or_else(|| self.later_of_each(|column, row| column.row_store.added_at(row), since, of))
    }

    /// Says whether the ticks of all changes are noted: while a pass goes through the rows, it has visited some that
    /// are not. Other threads read what is noted.
    fn are_changes_noted(&self) -> bool {
        let is_visited = |tracking: &Tracking| tracking.visited().is_some();
        self.world.entities.is_frozen() || !self.tracking.as_ref().is_some_and(is_visited)
    }

    /// Says which candidates have rows that are later, by a function that says it of some rows, and of how many;
    /// `None` if the candidates' rows do not lie in their order.
    #[inline(never)]
    fn later_of_rows(
        &self,
        later: impl Fn(&RowTicks, Range<usize>) -> (u64, usize),
        of: &mut Candidates<'_>,
    ) -> Option<u64> {
        let first = self.row_beside(of)?;
        let (bits, rows) = self.row_store.ticks(|ticks| later(ticks, first..first + of.alike))?;
        of.limit(rows);
        Some(bits)
    }

    fn later_of_each(
        &self,
        at: impl Fn(&Self, u32) -> Option<Tick>,
        since: Tick,
        of: &mut Candidates<'_>,
    ) -> u64 {
        let enabled_only = of.enabled_only;
        of.each(|owner| {
            let later = |&row: &u32| at(self, row).is_some_and(|tick| tick > since);
            self.row_of_index(owner).filter(later).is_some() && self.has(owner, enabled_only)
        })
    }

    /// The row of the first candidate, if as many rows lie in the order of the candidates as are worth it: so
    /// many are alike then.
    fn row_beside(&self, of: &mut Candidates<'_>) -> Option<usize> {
        if !self.is_in_order() {
            return None;
        }
        let first = self.row_store.main_row_of(of.owners[0])?;
        let owners = self.row_store.owners();
        let beside = owners[..self.rows_seen(of.enabled_only)].get(first..)?;
        let common = common_prefix(&of.owners[..of.alike], beside);
        let is_worth = common >= of.alike.min(ANSWERS);
        is_worth.then(|| {
            of.limit(common);
            first
        })
    }

    /// Says whether the rows are those of live components, the enabled ones first.
    pub(super) fn is_in_order(&self) -> bool {
        self.has_rows() && self.row_store.holes() == 0 && !self.lifecycle.is_queued()
    }

    /// So many rows, the first ones, are enabled, or there are so many, where they are in order.
    pub(super) fn rows_seen(&self, enabled_only: bool) -> usize {
        let (rows, enabled) = self.row_store.len_and_prefix();
        if enabled_only { enabled } else { rows }
    }
}

/// Says which ticks are later than another, and of how many: of the first ones, or of all those at the start that
/// are not.
fn later<T>(ticks: &[T], at: impl Fn(&T) -> Tick, since: Tick) -> (u64, usize) {
    let is_later = |tick: &T| at(tick) > since;
    let are_early = |ticks: &&[T]| !ticks.iter().fold(false, |any, tick| any | is_later(tick));
    let early = ticks.chunks(ANSWERS).take_while(are_early).count() * ANSWERS;
    if early != 0 {
        return (0, early);
    }
    let first = &ticks[..ticks.len().min(ANSWERS)];
    (first.iter().rev().fold(0, |bits, tick| bits << 1 | u64::from(is_later(tick))), first.len())
}
