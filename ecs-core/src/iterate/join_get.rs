//! Entities of a join that are asked for by name: one, several, or each with each other one.
#![expect(unsafe_code, reason = "items of different entities are borrowed at the same time")]

use crate::borrow::{Held, Holding};
use crate::ids::Entity;

use super::candidates::Candidates;
use super::join::{Join, JoinFilter};
use super::join_state::JoinDriver;
use crate::terms::{PerTerm, Place, ReadableTerms, Terms};

/// The filter of entities that were asked for already.
#[derive(Clone, Copy)]
struct EachPasses;

impl JoinFilter for EachPasses {
    const ALL: bool = true;

    fn passes(&self, _: &mut Candidates<'_>) -> u64 {
        u64::MAX
    }
}

impl<C: Terms> Join<C> {
    /// Finds the rows of an entity, if it is visited.
    fn find(&self, entity: Entity, filter: impl JoinFilter) -> Option<C::Rows> {
        let is_visited = self.is_seen(entity)
            && !self.leaves_out(entity)
            && filter.lets_pass(entity.index(), self.enabled_only);
        if is_visited { self.terms.find(C::Rows::same(Place::LookUp), 0, &entity) } else { None }
    }

    /// Says whether an entity is visited.
    pub(crate) fn contains(&self, entity: Entity, filter: impl JoinFilter) -> bool {
        self.find(entity, filter).is_some()
    }

    /// Finds the rows of an entity, and refuses if something else has borrowed what would be given out.
    fn find_free(&self, entity: Entity, filter: impl JoinFilter) -> Result<Option<C::Rows>, Held> {
        let rows = self.find(entity, filter);
        if rows.is_some() && (self.must_look() || self.has_others()) {
            self.check(entity)?;
        }
        Ok(rows)
    }

    /// Where the items of rows are that were found.
    #[inline(always)]
    pub(super) fn at(&self, rows: C::Rows) -> (C::Cursors<'_>, C::Rows) {
        (self.terms.cursors(rows, true), C::Rows::abreast(0))
    }

    /// Calls a function with the items of an entity, which are borrowed as [`Join::get_mut`] does.
    pub(crate) fn with_one<R>(
        &mut self,
        entity: Entity,
        filter: impl JoinFilter,
        f: impl FnOnce(C::Lent<'_>) -> R,
    ) -> Result<Option<R>, Held> {
        let Some(rows) = self.find_to_get(entity, filter)? else { return Ok(None) };
        let (cursors, steps) = self.at(rows);
        // SAFETY: the rows were found, and nothing else has borrowed them; the function cannot keep the
        // items.
        Ok(Some(unsafe { C::with(cursors, steps, &entity, f) }))
    }

    /// Finds the rows of an entity, and borrows them until something else is asked of the join.
    fn find_to_get(&mut self, entity: Entity, filter: impl JoinFilter) -> Result<Option<C::Rows>, Held> {
        self.hold(Holding::Idle);
        let Some(rows) = self.find_free(entity, filter)? else { return Ok(None) };
        if !self.is_for_threads {
            self.visiting().follow_list();
            self.visiting().visit(entity.index());
        }
        self.hold(Holding::Kept);
        Ok(Some(rows))
    }

    /// The items of an entity, which are borrowed until something else is asked of the join.
    pub(crate) fn get_mut(
        &mut self,
        entity: Entity,
        filter: impl JoinFilter,
    ) -> Result<Option<C::Item<'_>>, Held> {
        let Some(rows) = self.find_to_get(entity, filter)? else { return Ok(None) };
        let (cursors, steps) = self.at(rows);
        // SAFETY: the rows were found, and nothing else has borrowed them; the items are used before others
        // are asked for.
        Ok(Some(unsafe { C::items(cursors, steps, &entity) }))
    }

    /// The items of an entity, for reading. All is borrowed until something is asked of the join that may
    /// write.
    pub(crate) fn get(&self, entity: Entity, filter: impl JoinFilter) -> Result<Option<C::Read<'_>>, Held>
    where
        C: ReadableTerms,
    {
        let Some(rows) = self.find_free(entity, filter)? else { return Ok(None) };
        self.hold(Holding::Whole);
        let (cursors, steps) = self.at(rows);
        // SAFETY: the rows were found, and nothing else has borrowed them; what this has given out, while it
        // is shared, is for reading.
        Ok(Some(unsafe { C::read(cursors, steps, &entity) }))
    }

    /// The items of several entities, one by one; of one that is listed again there are none. All is borrowed
    /// until something else is asked of the join.
    pub(crate) fn get_many_mut<const N: usize, E: From<Held>>(
        &mut self,
        entities: [Entity; N],
        filter: impl JoinFilter,
        again: impl Fn(Entity) -> E,
    ) -> [Result<Option<C::Item<'_>>, E>; N] {
        self.hold(Holding::Whole);
        let this = &*self;
        core::array::from_fn(|place| {
            let entity = entities[place];
            if entities[..place].contains(&entity) {
                return Err(again(entity));
            }
            let found = this.find_free(entity, filter)?.map(|rows| this.at(rows));
            // SAFETY: the rows were found, and nothing else has borrowed them. No two entities have a row in
            // common, and this one was not listed before.
            Ok(found.map(|(cursors, steps)| unsafe { C::items(cursors, steps, &entity) }))
        })
    }

    /// Calls a function with the items of each two entities, of those that pass the filter at first. All is
    /// borrowed until something else is asked of the join.
    pub(crate) fn each_pair(
        &mut self,
        filter: impl JoinFilter,
        mut f: impl FnMut(C::Lent<'_>, C::Lent<'_>),
    ) -> Result<(), Held> {
        self.hold(Holding::Whole);
        let found = self.find_all(filter);
        for (place, &(entity, rows)) in found.iter().enumerate() {
            for &(other, other_rows) in &found[place + 1..] {
                let (mut both, mut others) = (Some(rows), Some(other_rows));
                if self.must_look() || self.has_others() {
                    both = self.find_free(entity, EachPasses)?;
                    others = self.find_free(other, EachPasses)?;
                }
                let (Some(rows), Some(other_rows)) = (both, others) else { continue };
                let ((cursors, steps), (others, other_steps)) = (self.at(rows), self.at(other_rows));
                // SAFETY: the rows were found, and nothing else has borrowed them. They are those of two
                // entities, which have none in common, and the function cannot keep the items.
                unsafe {
                    C::with(cursors, steps, &entity, |one| {
                        C::with(others, other_steps, &other, |other| f(one, other));
                    });
                }
            }
        }
        Ok(())
    }

    /// The entities that are visited, each once, with their rows.
    fn find_all(&self, filter: impl JoinFilter) -> Vec<(Entity, C::Rows)> {
        let entities = match self.followed() {
            _ if self.world().is_none() => Vec::new(),
            (JoinDriver::Rows(driver), rows) => {
                let mut entities = vec![Entity::NONE; rows];
                driver.name_rows(0, &mut entities);
                entities
            }
            (JoinDriver::List(entities), _) => entities.to_vec(),
        };
        let found = |entity| self.find(entity, filter).map(|rows| (entity, rows));
        entities.into_iter().filter_map(found).collect()
    }
}
