//! [`Join`]: columns side by side, visited entity by entity; [`Lanes`]: those of them that lie beside the rows of a pass.
//!
//! Both zip what lies in the same order, and look the rest up. A pass follows the rows of its own store; a query follows those of
//! its column with the fewest, or a list of entities.
#![expect(unsafe_code, reason = "items of different entities are lent at the same time")]

use core::iter::FusedIterator;
use core::marker::PhantomData;
use std::rc::Rc;

use crate::ids::Entity;
use crate::world::WorldCore;

use super::column::{Columns, Place, ReadOnly};
use super::order::Order;
use super::stretch::Stretch;

/// As many rows of each column, side by side.
pub struct Lanes<'c, C: Columns> {
    lanes: C::Lanes<'c>,
    len: usize,
    /// The columns are lent to these lanes alone.
    columns: PhantomData<&'c mut C>,
}

impl<'c, C: Columns> Lanes<'c, C> {
    /// Takes `len` rows from these on.
    pub(crate) fn new(columns: &'c mut C, starts: C::Starts, len: usize) -> Self {
        assert!(columns.sees(starts, len), "runs are among the rows that are lent");
        Self { lanes: columns.lanes(starts), len, columns: PhantomData }
    }

    /// Calls a function with a hook and the items of a row among them.
    #[inline(always)]
    pub(crate) fn with<H, R>(
        &mut self,
        row: usize,
        place: &impl Place,
        hook: &'c H,
        call: impl for<'a> FnOnce(&'a H, C::Item<'a>) -> R,
    ) -> R {
        // What has no rows needs none: a hook without siblings is small enough to be inlined only without this.
        if C::NEEDED != 0 {
            assert!(row < self.len);
        }
        // SAFETY: the row is among those that are seen; the function cannot keep the items.
        call(hook, unsafe { C::items(self.lanes, row, place) })
    }
}

/// Finds the items of an entity; `None` if it lacks one that is needed.
#[inline(always)]
pub(crate) fn find_items<'c, C: Columns>(columns: &'c mut C, place: &impl Place) -> Option<C::Item<'c>> {
    let rows = columns.find(place)?;
    // SAFETY: the rows were found; the items are used before others are asked for.
    Some(unsafe { C::items(columns.lanes(rows), 0, place) })
}

/// Which of the entities that have all columns are visited.
pub trait JoinFilter {
    /// All are.
    const ALL: bool = false;

    /// Says whether the entity of an index is visited.
    fn passes(&self, owner: u32, enabled_only: bool) -> bool;
}

/// What a join follows.
pub(crate) enum Driver {
    /// The rows of its column with the fewest.
    Rows,
    /// Entities, each once.
    Listed(Box<[Entity]>),
}

/// Columns that are visited together, each entity once that has all that are needed.
pub struct Join<C: Columns> {
    columns: C,
    /// `None`: there is nothing to visit.
    world: Option<Rc<WorldCore>>,
    driver: Driver,
    enabled_only: bool,
    /// What the world had counted when the columns were lent.
    disturbances: u64,
}

impl<C: Columns> Join<C> {
    /// Joins columns, of which only the enabled rows are seen.
    pub(crate) fn new(mut columns: C, world: Option<Rc<WorldCore>>) -> Self {
        columns.see(true);
        let disturbances = world.as_ref().map_or(0, |world| world.disturbances());
        Self { columns, world, driver: Driver::Rows, enabled_only: true, disturbances }
    }

    pub(crate) fn world(&self) -> Option<&Rc<WorldCore>> {
        self.world.as_ref()
    }

    /// Sees the disabled rows too.
    pub(crate) fn see_all(&mut self) {
        self.enabled_only = false;
        self.columns.see(false);
    }

    /// How many rows the column with the fewest has, if any is needed.
    pub(crate) fn fewest(&self) -> Option<usize> {
        self.columns.fewest().map(|(_, rows)| rows)
    }

    pub(crate) fn follow(&mut self, driver: Driver) {
        self.driver = driver;
    }

    /// Says whether rows that were seen at first may be dead or disabled now.
    #[inline(always)]
    fn is_disturbed(&self) -> bool {
        self.world.as_ref().is_some_and(|world| world.disturbances() != self.disturbances)
    }

    /// The items of an entity.
    pub(crate) fn get(&mut self, entity: Entity, filter: &impl JoinFilter) -> Option<C::Item<'_>> {
        if !self.is_seen(entity) || !filter.passes(entity.index(), self.enabled_only) {
            return None;
        }
        find_items(&mut self.columns, &entity)
    }

    /// Says whether an entity is alive, and enabled if it must be.
    fn is_seen(&self, entity: Entity) -> bool {
        self.world.as_ref().is_some_and(|world| {
            let entities = world.entities.borrow();
            entities.is_alive(entity) && (!self.enabled_only || entities.is_enabled(entity.index()))
        })
    }

    /// Visits all, with what may be written to.
    pub(crate) fn iter_mut<F: JoinFilter>(&mut self, filter: F) -> JoinIter<'_, C, F> {
        JoinIter::new(self, filter)
    }

    /// Visits all.
    pub(crate) fn iter<F: JoinFilter>(&self, filter: F) -> JoinIter<'_, C, F>
    where
        C: ReadOnly,
    {
        JoinIter::new(self, filter)
    }

    /// Calls a function with the items of all.
    pub(crate) fn each<F: JoinFilter>(&mut self, filter: F, mut f: impl FnMut(C::Item<'_>)) {
        self.iter_mut(filter).for_each(|items| f(items));
    }

    /// Counts what would be visited.
    pub(crate) fn count(&self, filter: impl JoinFilter) -> usize {
        let mut steps = Steps::new(self, filter);
        match steps.size_hint() {
            (least, Some(most)) if least == most => most,
            _ => core::iter::from_fn(|| steps.next()).count(),
        }
    }
}

/// Visits what a join has.
pub struct JoinIter<'q, C: Columns, F> {
    steps: Steps<'q, C, F>,
    /// The columns are lent to this iterator alone, unless they are for reading only.
    items: PhantomData<C::Item<'q>>,
}

impl<'q, C: Columns, F: JoinFilter> JoinIter<'q, C, F> {
    fn new(join: &'q Join<C>, filter: F) -> Self {
        Self { steps: Steps::new(join, filter), items: PhantomData }
    }
}

impl<'q, C: Columns, F: JoinFilter> Iterator for JoinIter<'q, C, F> {
    type Item = C::Item<'q>;

    #[inline]
    fn next(&mut self) -> Option<C::Item<'q>> {
        let Step { lanes, step, spot } = self.steps.next()?;
        // SAFETY: the rows of the step are seen. What the columns lend for writing is lent to this iterator alone, and it takes each step
        // once: no entity comes twice, and no two have a row in common.
        Some(unsafe { C::items(lanes, step, &spot) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.steps.size_hint()
    }
}

impl<C: Columns, F: JoinFilter> FusedIterator for JoinIter<'_, C, F> {}

/// The entities of a join, one after the other, and where their rows are.
struct Steps<'q, C: Columns, F> {
    join: &'q Join<C>,
    filter: F,
    followed: Followed<'q>,
    /// Where the columns lie beside the rows that are followed.
    besides: Option<C::Besides>,
    /// The next one.
    row: usize,
    rows: usize,
    /// The stretch in which it is.
    first: usize,
    end: usize,
    lanes: Option<C::Lanes<'q>>,
}

/// One entity of a join, and its items: those of the rows that lie `step` behind the first of the lanes.
struct Step<'q, L> {
    lanes: L,
    step: usize,
    spot: Spot<'q>,
}

impl<'q, C: Columns, F: JoinFilter> Steps<'q, C, F> {
    fn new(join: &'q Join<C>, filter: F) -> Self {
        let (followed, rows) = match &join.driver {
            Driver::Listed(entities) => (Followed::List(entities), entities.len()),
            Driver::Rows => match join.columns.fewest() {
                Some((Some(order), rows)) => (Followed::Rows(order), rows),
                _ => (Followed::List(&[]), 0),
            },
        };
        let besides = match followed {
            Followed::Rows(order) => Some(join.columns.besides(order)),
            Followed::List(_) => None,
        };
        Self { join, filter, followed, besides, row: 0, rows, first: 0, end: 0, lanes: None }
    }

    #[inline]
    fn next(&mut self) -> Option<Step<'q, C::Lanes<'q>>> {
        loop {
            if self.row == self.end && !self.enter_stretch() {
                return None;
            }
            let row = self.row;
            self.row += 1;
            let spot = Spot { world: self.join.world.as_ref()?, followed: self.followed, row };
            let (lanes, step) = match self.lanes {
                Some(lanes) if !self.join.is_disturbed() => (lanes, row - self.first),
                _ if spot.listed().is_some_and(|entity| !self.join.is_seen(entity)) => continue,
                _ => match self.join.columns.find(&spot) {
                    Some(rows) => (self.join.columns.lanes(rows), 0),
                    None => continue,
                },
            };
            if F::ALL || self.filter.passes(spot.owner(), self.join.enabled_only) {
                return Some(Step { lanes, step, spot });
            }
        }
    }

    /// Finds the stretch that begins at the next row; `false` if there is none.
    #[cold]
    fn enter_stretch(&mut self) -> bool {
        if self.row == self.rows {
            return false;
        }
        let Stretch { len, starts } = self.stretch();
        debug_assert!(starts.is_none_or(|starts| self.join.columns.sees(starts, len)));
        let lanes = starts.map(|starts| self.join.columns.lanes(starts));
        (self.first, self.end, self.lanes) = (self.row, self.row + len, lanes);
        true
    }

    fn stretch(&self) -> Stretch<C::Starts> {
        match &self.besides {
            Some(besides) => self.join.columns.stretch(besides, self.row, self.rows),
            None => Stretch { len: self.rows - self.row, starts: None },
        }
    }

    /// Exact where all that is left lies side by side.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.rows - self.row;
        let is_exact = left == 0
            || F::ALL && !self.join.is_disturbed() && {
                let stretch = self.stretch();
                stretch.starts.is_some() && stretch.len == left
            };
        (if is_exact { left } else { 0 }, Some(left))
    }
}

/// What a join follows, while it is visited.
#[derive(Clone, Copy)]
enum Followed<'q> {
    Rows(&'q dyn Order),
    List(&'q [Entity]),
}

/// Where a join is.
struct Spot<'q> {
    world: &'q WorldCore,
    followed: Followed<'q>,
    row: usize,
}

impl Spot<'_> {
    /// The entity, if it comes from a list.
    #[inline]
    fn listed(&self) -> Option<Entity> {
        match self.followed {
            Followed::Rows(_) => None,
            Followed::List(entities) => Some(entities[self.row]),
        }
    }
}

impl Place for Spot<'_> {
    #[inline]
    fn owner(&self) -> u32 {
        match self.followed {
            Followed::Rows(order) => order.owners()[self.row],
            Followed::List(entities) => entities[self.row].index(),
        }
    }

    #[inline]
    fn entity(&self) -> Entity {
        match self.followed {
            // The rows that are followed are those of live entities.
            Followed::Rows(_) => self.world.entities.borrow().at(self.owner()),
            Followed::List(entities) => entities[self.row],
        }
    }
}

impl Place for Entity {
    fn owner(&self) -> u32 {
        self.index()
    }

    fn entity(&self) -> Entity {
        *self
    }
}
