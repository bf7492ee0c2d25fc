//! Deaths: whether an entity is being shut down, and how entities end without user code.

use crate::base::OnDrop;
use crate::ids::{Entities, Entity, TypeBits};

use super::core::WorldCore;

/// The size of a batch: the data of its entities stays in the first cache.
const DISCARDED_AT_ONCE: usize = 256;

impl WorldCore {
    /// Says whether nothing waits for a sync point, and nothing is being shut down.
    #[inline]
    pub(crate) fn has_nothing_pending(&self) -> bool {
        !self.sync.is_pending() && !self.deaths.is_any()
    }

    /// Says whether the entity, or its component of a type number, is being shut down.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_dying(&self, entity: Entity, number: Option<u32>) -> bool {
        self.is_entity_dying(entity) || number.is_some_and(|number| self.deaths.has_component(entity, number))
    }

    /// Says whether the entity as a whole is being shut down.
    pub(crate) fn is_entity_dying(&self, entity: Entity) -> bool {
        self.deaths.has_index(entity.index()) && self.entities.borrow().is_alive(entity)
    }

    /// Notes that a dead row of this index, which was borrowed, is gone.
    pub(crate) fn let_go(&self, index: u32) {
        if self.deaths.let_go(index) {
            self.entities.borrow_mut().release(index);
        }
    }

    /// The types of a live entity, if it can be despawned without running user code and alone: nothing waits
    /// for the sync point before, no component of it runs user code when it ends, and it has no timers, and
    /// neither parent nor children. Then there is no order to keep.
    #[inline]
    fn types_without_user_code(&self, entities: &Entities, entity: Entity) -> Option<TypeBits> {
        let has_parts = || self.parts.all().iter().any(|part| part.has_any_of(entity.index()));
        let is_alone = !self.is_linked(entity.index()) && !has_parts();
        if self.has_nothing_pending() && is_alone {
            entities.types().within(entity.index(), self.columns.without_user_code())
        } else {
            None
        }
    }

    /// Despawns an entity if that runs no user code, and says whether it was alive.
    #[inline]
    pub(crate) fn discard(&self, entity: Entity) -> Option<bool> {
        let mut entities = self.members_mut();
        if !entities.is_alive(entity) {
            return Some(false);
        }
        let types = self.types_without_user_code(&entities, entity)?;
        // First: it is all that can fail, as long as nothing has to be done slowly.
        entities.make_room_to_end(entity.index());
        let columns = self.columns.borrow_in_order();
        if types.iter().all(|number| columns[number as usize].leave_at_once(entity).is_some()) {
            // Where nothing waits for a sync point, no dead row is borrowed.
            debug_assert!(self.deaths.holds_none());
            entities.end_with_room(entity, false);
        } else {
            drop((entities, columns));
            let again = OnDrop(|| discard_left(self, &[(entity, types)]));
            discard_left(self, &[(entity, types)]);
            core::mem::forget(again);
        }
        Some(true)
    }

    /// Despawns the first of some entities, as far as that runs no user code. Returns how many are done with,
    /// and how many of them were alive; `on_dead` gets the others.
    ///
    /// Goes through the columns one after the other for many entities at once: the processor then fetches
    /// what it needs of several at the same time.
    pub(crate) fn discard_many(
        &self,
        entities: &[Entity],
        on_dead: &mut impl FnMut(Entity),
    ) -> (usize, usize) {
        let (mut done, mut ended) = (0, 0);
        let mut batch = Vec::with_capacity(entities.len().min(DISCARDED_AT_ONCE));
        loop {
            batch.clear();
            done += self.list_without_user_code(&entities[done..], &mut batch, on_dead);
            if batch.is_empty() {
                return (done, ended);
            }
            let again = OnDrop(|| discard_left(self, &batch));
            let all = batch.iter().fold(TypeBits::default(), |all, (_, types)| all.or(*types));
            let columns = self.columns.borrow_in_order();
            for number in all.iter() {
                let with_one = batch.iter().filter(|(_, types)| types.has(number));
                columns[number as usize].discard_many(with_one.map(|&(entity, _)| entity));
            }
            ended += self.end_many(&batch, on_dead);
            core::mem::forget(again);
        }
    }

    /// Ends those entities that are alive, whose components are detached, and says how many there were;
    /// `on_dead` gets the others, which were listed twice.
    fn end_many(&self, batch: &[(Entity, TypeBits)], on_dead: &mut impl FnMut(Entity)) -> usize {
        let mut twice = Vec::new();
        let mut entities = self.members_mut();
        for &(entity, _) in batch {
            if entities.is_alive(entity) {
                entities.end(entity, self.deaths.holds(entity.index()));
            } else {
                twice.push(entity);
            }
        }
        drop(entities);
        let ended = batch.len() - twice.len();
        twice.into_iter().for_each(on_dead);
        ended
    }

    /// Lists the first of some entities with their types until the batch is full, or one does not end without
    /// user code. Leaves out those that are dead. Returns how many it has looked at.
    fn list_without_user_code(
        &self,
        entities: &[Entity],
        batch: &mut Vec<(Entity, TypeBits)>,
        on_dead: &mut impl FnMut(Entity),
    ) -> usize {
        let known = self.entities.borrow();
        entities.iter().take(DISCARDED_AT_ONCE).for_each(|entity| known.prefetch(entity.index()));
        for (looked, &entity) in entities.iter().enumerate() {
            if !known.is_alive(entity) {
                on_dead(entity);
                continue;
            }
            match self.types_without_user_code(&known, entity) {
                Some(types) if batch.len() < DISCARDED_AT_ONCE => batch.push((entity, types)),
                _ => return looked,
            }
        }
        entities.len()
    }

    /// Ends an entity whose components are detached, and its links. If nothing can grow, it may be called
    /// again.
    pub(crate) fn end(&self, entity: Entity) {
        if self.is_linked(entity.index()) {
            self.isolate(entity);
        }
        self.end_parts_of(entity);
        self.members_mut().end(entity, self.deaths.holds(entity.index()));
    }
}

/// Ends what is left of entities of which something could not be ended because a list could not grow: an
/// entity dies as a whole.
fn discard_left(core: &WorldCore, entities: &[(Entity, TypeBits)]) {
    for &(entity, types) in entities {
        if core.entities.borrow().is_alive(entity) {
            types.iter().for_each(|number| core.columns.numbered(number).discard(entity));
            core.end(entity);
        }
    }
}
