//! [`LookUps`]: entities of a join that are looked up one by one.
#![expect(unsafe_code, reason = "what a query gives belongs to its entity alone")]

use core::ops::Range;

use crate::ids::Entity;

use super::answers::Answers;
use super::join::{Join, JoinDriver, JoinFilter};
use super::lend::Lend;
use super::scratch_box::ScratchBox;
use super::terms::Terms;
use crate::borrow::Held;
use crate::column::Column;

/// As many rows are visited before the entities of the next ones are asked for.
pub(crate) const BLOCK: usize = 256;
const _: () = assert!(ScratchBox::<[Entity; BLOCK]>::FITS, "else each visit that asks would allocate");

/// Entities that are looked up one by one, and what is special of them.
pub(super) struct LookUps<'q, C: Terms> {
    /// The entities of a block of rows, where rows are followed and it matters. Most visits ask for none.
    entities: Option<ScratchBox<[Entity; BLOCK]>>,
    /// The entities that are not visited as all others are: see [`Join::special`].
    special: Vec<u32>,
    /// Their rows, if rows are followed.
    stops: Vec<usize>,
    /// Why the visit has ended before its time.
    held: Option<Held>,
    /// What is looked up now; and the next row of it, or place in the list.
    block: LookUpBlock<'q, C>,
    pub(super) row: usize,
    pub(super) end: usize,
}

/// Rows, or places in a list, that are looked up one by one.
struct LookUpBlock<'q, C: Terms> {
    /// The first of them.
    first: usize,
    /// Where the terms are that go with them; `None` if all must be looked up.
    places: Option<C::Places<'q>>,
    /// Which of them pass the filter.
    answers: Answers,
}

impl<C: Terms> Clone for LookUpBlock<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Terms> Copy for LookUpBlock<'_, C> {}

impl<C: Terms> LookUpBlock<'_, C> {
    /// Finds the rows of the entity of a row, if it is visited, where nothing is special or borrowed by
    /// others.
    #[inline(always)]
    fn find<F: JoinFilter>(
        &self,
        join: &Join<C>,
        followed: JoinDriver<'_>,
        filter: F,
        row: usize,
        entity: Entity,
    ) -> Option<C::Rows> {
        let step = row - self.first;
        if !self.passes(join, followed, filter, step, entity) {
            return None;
        }
        match self.places {
            Some(places) => join.terms.find_placed(places, step, &entity),
            None => join.terms.find(&entity),
        }
    }

    /// Says whether the entity of a step passes a filter; of a list, also whether it is alive, and enabled if
    /// it must be.
    #[inline(always)]
    fn passes<F: JoinFilter>(
        &self,
        join: &Join<C>,
        followed: JoinDriver<'_>,
        filter: F,
        step: usize,
        entity: Entity,
    ) -> bool {
        if !F::ALL
            && !join.visiting().asks_again()
            && let Some(passes) = self.answers.of(step)
        {
            return passes;
        }
        if matches!(followed, JoinDriver::List(_)) && !join.is_seen(entity) {
            return false;
        }
        filter.lets_pass(entity.index(), join.enabled_only)
    }
}

impl<'q, C: Terms> LookUps<'q, C> {
    pub(super) fn new(followed: JoinDriver<'_>, special: Vec<u32>, answers: Answers) -> Self {
        let stops = match followed {
            JoinDriver::Rows(driver) if !special.is_empty() => find_stops(driver, &special),
            JoinDriver::Rows(_) | JoinDriver::List(_) => Vec::new(),
        };
        let block = LookUpBlock { first: 0, places: None, answers };
        Self { entities: None, special, stops, held: None, block, row: 0, end: 0 }
    }

    /// The entities of the block that was asked for last.
    #[inline(always)]
    pub(super) fn entities(&self) -> &[Entity] {
        self.entities.as_deref().map_or(&[], |entities| entities)
    }

    /// The row of the next special entity from this one on.
    pub(super) fn stop(&self, row: usize) -> Option<usize> {
        self.stops.iter().copied().find(|&stop| stop >= row)
    }

    /// Says whether some are special.
    #[inline]
    fn has_special(&self) -> bool {
        !self.special.is_empty()
    }

    /// Says whether the visit has ended before its time.
    pub(super) fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// Why the visit has ended before its time, if it has.
    pub(super) fn take_held(&mut self) -> Option<Held> {
        self.held.take()
    }

    /// Goes on with these rows, or places in a list.
    pub(super) fn begin(
        &mut self,
        Range { start, end }: Range<usize>,
        places: Option<C::Places<'q>>,
        answers: Answers,
    ) {
        self.block = LookUpBlock { first: start, places, answers };
        (self.row, self.end) = (start, end);
    }

    /// Finds the entities of some rows, a block at most.
    pub(super) fn ask(&mut self, driver: &Column, rows: Range<usize>) {
        let asked = self.entities.get_or_insert_with(|| ScratchBox::of_owned([Entity::NONE; BLOCK]));
        driver.name_rows(rows.start, &mut asked[..rows.len()]);
    }

    fn entity(&self, followed: JoinDriver<'_>) -> Entity {
        match followed {
            JoinDriver::Rows(_) => self.entities()[self.row - self.block.first],
            JoinDriver::List(entities) => entities[self.row],
        }
    }

    /// Finds the rows of the next entity, if it is visited.
    pub(super) fn look_up<F: JoinFilter>(
        &self,
        join: &Join<C>,
        followed: JoinDriver<'_>,
        filter: F,
    ) -> Option<(C::Rows, Entity)> {
        let (entity, step) = (self.entity(followed), self.row - self.block.first);
        let is_invalidated = join.is_invalidated();
        // One of the rows that are alike may go on under another name meanwhile: that is another life.
        if is_invalidated && !join.is_seen(entity)
            || !self.block.passes(join, followed, filter, step, entity)
            || self.has_special() && join.leaves_out(entity)
        {
            return None;
        }
        let rows = match self.block.places {
            Some(places) if !is_invalidated => join.terms.find_placed(places, step, &entity)?,
            _ => join.terms.find(&entity)?,
        };
        Some((rows, entity))
    }

    /// As [`LookUps::look_up`], where something may be. If something else has borrowed what belongs to the
    /// entity, the visit ends here.
    #[cold]
    #[inline(never)]
    fn look_up_carefully<F: JoinFilter>(
        &mut self,
        join: &Join<C>,
        followed: JoinDriver<'_>,
        filter: F,
    ) -> Option<(C::Rows, Entity)> {
        let (rows, entity) = self.look_up(join, followed, filter)?;
        self.is_free(join, entity).then_some((rows, entity))
    }

    /// Visits what is left, of which something may be dead, special or borrowed.
    #[cold]
    #[inline(never)]
    pub(super) fn each_carefully<F: JoinFilter, L: Lend<C>>(
        &mut self,
        join: &'q Join<C>,
        followed: JoinDriver<'_>,
        filter: F,
        f: &mut dyn FnMut(Entity, L::Item<'q>),
    ) {
        while self.row != self.end {
            if let Some((rows, entity)) = self.next(join, followed, filter) {
                let cursors = join.terms.cursors(rows);
                // SAFETY: as in `take`.
                unsafe { L::with(cursors, C::abreast(0), &entity, |items| f(entity, items)) };
            }
        }
    }

    /// Calls a function with those that are visited, as long as nothing is special, or borrowed by others.
    #[inline(always)]
    pub(super) fn each_quickly<F: JoinFilter, L: Lend<C>>(
        &mut self,
        join: &'q Join<C>,
        followed: JoinDriver<'_>,
        filter: F,
        mut f: impl FnMut(Entity, L::Item<'q>) -> bool,
    ) {
        if self.has_special() {
            return;
        }
        let (block, end) = (self.block, self.end);
        let entities = match followed {
            JoinDriver::Rows(_) => self.entities(),
            JoinDriver::List(entities) => &entities[block.first..],
        };
        let mut row = self.row;
        while row != end && !join.must_look() {
            let entity = entities[row - block.first];
            let found = block.find(join, followed, filter, row, entity);
            row += 1;
            if let Some(rows) = found {
                let cursors = join.terms.cursors(rows);
                // SAFETY: as in `take`.
                unsafe { L::with(cursors, C::abreast(0), &entity, |items| f(entity, items)) };
            }
        }
        self.row = row;
    }

    /// Goes on to the next one; returns its rows, if its entity is visited.
    #[inline(always)]
    fn next<F: JoinFilter>(
        &mut self,
        join: &Join<C>,
        followed: JoinDriver<'_>,
        filter: F,
    ) -> Option<(C::Rows, Entity)> {
        let found = if join.must_look() || self.has_special() {
            self.look_up_carefully(join, followed, filter)
        } else {
            let entity = self.entity(followed);
            self.block.find(join, followed, filter, self.row, entity).map(|rows| (rows, entity))
        };
        self.row += usize::from(self.row != self.end);
        found
    }

    /// Takes the next one, if its entity is visited; there is one.
    #[inline(always)]
    pub(super) fn take<F: JoinFilter, L: Lend<C>>(
        &mut self,
        join: &'q Join<C>,
        followed: JoinDriver<'_>,
        filter: F,
    ) -> Option<L::Item<'q>> {
        let (rows, entity) = self.next(join, followed, filter)?;
        // SAFETY: the rows were found. Each row that is followed is taken once: no entity comes twice, and no
        // two have a row in common. What belongs to it is borrowed by this visit alone, or only read:
        // nothing else has borrowed it, as was looked for if there is anything else, and from now on the
        // columns refuse it to others.
        Some(unsafe { L::items(join.terms.cursors(rows), C::abreast(0), &entity) })
    }

    /// Says whether nothing else has borrowed what would be given out of an entity; otherwise ends the visit.
    fn is_free(&mut self, join: &Join<C>, entity: Entity) -> bool {
        if !join.visiting().has_other_borrows() && self.special.binary_search(&entity.index()).is_err() {
            return true;
        }
        let Err(held) = join.check(entity) else { return true };
        self.end = self.row;
        self.held = Some(held);
        false
    }
}

/// The rows of entities, as far as they have one, in their order.
fn find_stops(driver: &Column, special: &[u32]) -> Vec<usize> {
    let mut stops: Vec<_> = special.iter().filter_map(|&owner| driver.row_store.main_row_of(owner)).collect();
    stops.sort_unstable();
    stops
}
