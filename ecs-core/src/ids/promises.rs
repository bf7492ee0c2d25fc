//! Promised ids: those that are given out before their entities are alive.

use super::entities::{Entities, Life, OutOfIds, PAGE, READY_AT_ONCE};
use super::entity::{Entity, Stamp};
use super::free_set::FreeCursor;

impl Entities {
    /// The id that is handed out next but `place` others, if nothing dies meanwhile. For ascending places
    /// with one cursor O(1), amortised.
    pub(crate) fn nth_free(&self, place: usize, cursor: &mut FreeCursor) -> Result<Entity, OutOfIds> {
        let index = match self.free.nth(place, cursor) {
            Some(index) => index,
            None => {
                let fresh = u32::try_from(place - self.free.len()).ok();
                let index = fresh.and_then(|fresh| self.made.checked_add(fresh));
                index.filter(|&index| index < self.limit).ok_or(OutOfIds)?
            }
        };
        Ok(self.with_its_generation(index))
    }

    fn with_its_generation(&self, index: u32) -> Entity {
        Entity::from_parts(index, Stamp::new(self.life(index).generation(), self.tag))
    }

    /// Promises the id that is handed out next. O(log n).
    pub(crate) fn promise_next(&mut self) -> Result<Entity, OutOfIds> {
        let index = self.free.first().unwrap_or(self.made);
        if index >= self.limit {
            return Err(OutOfIds);
        }
        let next = self.with_its_generation(index);
        self.promise(next);
        Ok(next)
    }

    /// Promises a free id: nobody else gets its index until the promise is [kept](Self::keep_promise) or
    /// [broken](Self::break_promise).
    pub(crate) fn promise(&mut self, entity: Entity) {
        let index = entity.index();
        if self.is_promised(entity) {
            return;
        }
        if index < self.made {
            let is_free = self.life(index) == Life::new(entity.generation(), Life::FREE);
            debug_assert!(is_free, "ids are claimed before anything else may have them");
            if !is_free {
                return;
            }
            self.free.remove(index);
        } else {
            self.make_up_to(index);
        }
        *self.life_mut(index) = Life::new(entity.generation(), Life::PROMISED);
        self.promised += 1;
    }

    /// Counts the ids that are promised now.
    pub(crate) fn promised(&self) -> u32 {
        self.promised
    }

    /// Makes room for all indices up to one that was never used: to promise them, and to take that back,
    /// grows nothing then.
    fn make_room_up_to(&mut self, index: u32) {
        self.make_ready(index);
        self.free.make_room(index);
        let pages = (self.made..index).step_by(PAGE).chain([index]);
        pages.for_each(|index| _ = self.life_mut(index));
    }

    /// Makes all indices up to one that was never used, those before it free.
    fn make_up_to(&mut self, index: u32) {
        self.make_room_up_to(index);
        for between in self.made..index {
            *self.life_mut(between) = Life::new(Life::FIRST.generation(), Life::FREE);
            self.free.insert(between);
        }
        self.made = index + 1;
    }

    /// Makes a set of types for all indices up to one.
    fn make_ready(&mut self, index: u32) {
        if self.ready <= index {
            let more = (index - self.ready).saturating_add(READY_AT_ONCE).min(self.limit - self.ready);
            self.types.append(more as usize);
            self.ready += more;
        }
    }

    /// Makes a promised entity alive; `false` if it is not promised.
    pub(crate) fn keep_promise(&mut self, entity: Entity) -> bool {
        let is_promised = self.is_promised(entity);
        if is_promised {
            self.promised -= 1;
            self.revive(entity.index());
        }
        is_promised
    }

    /// Gives the index of an entity back that was promised and never came alive, under its next generation.
    /// Nothing if it is not promised.
    pub(crate) fn break_promise(&mut self, entity: Entity) {
        if self.is_promised(entity) {
            self.promised -= 1;
            *self.life_mut(entity.index()) = self.after(entity.index(), entity.generation());
        }
    }

    /// Promises the ids that are handed out next, lowest index first. If there are not so many, nothing has
    /// changed.
    pub(crate) fn promise_many(&mut self, count: usize) -> Result<Vec<Entity>, OutOfIds> {
        let from_free = count.min(self.free.len());
        let fresh = u32::try_from(count - from_free).map_err(|_| OutOfIds)?;
        if fresh > self.limit - self.made {
            return Err(OutOfIds);
        }
        let mut promised = Vec::new();
        promised.try_reserve_exact(count).map_err(|_| OutOfIds)?;
        let first = self.made;
        let last = (first + fresh).checked_sub(1).filter(|_| fresh != 0);
        last.into_iter().for_each(|last| self.make_room_up_to(last));
        for _ in 0..from_free {
            promised.push(self.promise_next()?);
        }
        if let Some(last) = last {
            self.made = last + 1;
            self.promised += fresh;
            // No index was in use, so each is in its first life.
            let stamp = Stamp::new(Life::FIRST.generation(), self.tag);
            for index in first..=last {
                *self.life_mut(index) = Life::new(Life::FIRST.generation(), Life::PROMISED);
                promised.push(Entity::from_parts(index, stamp));
            }
        }
        Ok(promised)
    }

    /// Takes a promise back: its index is free, and the id is handed out again, as if nothing had been
    /// promised. Who has kept it will take what comes next for what was promised. Nothing if it is not
    /// promised.
    pub(crate) fn withdraw_promise(&mut self, entity: Entity) {
        if self.is_promised(entity) {
            self.promised -= 1;
            *self.life_mut(entity.index()) = Life::new(entity.generation(), Life::FREE);
            self.free.insert(entity.index());
        }
    }

    fn is_promised(&self, entity: Entity) -> bool {
        let (index, generation) = (entity.index(), entity.generation());
        index < self.made
            && !self.is_foreign(entity)
            && self.life(index) == Life::new(generation, Life::PROMISED)
    }
}

#[cfg(test)]
mod tests {
    use super::super::entity::Entity;
    use super::{Entities, FreeCursor, OutOfIds};

    fn random(seed: &mut u64, end: usize) -> usize {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize % end
    }

    #[test]
    fn promises_are_what_spawning_would_hand_out() {
        let (mut promising, mut spawning) = (Entities::new(1), Entities::new(1));
        let (seed, mut alive) = (&mut 5, Vec::<Entity>::new());
        for _ in 0..if cfg!(miri) { 30 } else { 2000 } {
            for _ in 0..random(seed, 20).min(alive.len()) {
                let dying = alive.swap_remove(random(seed, alive.len()));
                promising.end(dying, false);
                spawning.end(dying, false);
            }
            let count = random(seed, 30);
            let cursor = &mut FreeCursor::default();
            let promised: Vec<_> =
                (0..count).map(|place| promising.nth_free(place, cursor).unwrap()).collect();
            for &entity in promised.iter().rev() {
                promising.promise(entity);
                assert!(!promising.is_alive(entity));
            }
            let spawned: Vec<_> = (0..count).map(|_| spawning.spawn().unwrap()).collect();
            assert_eq!(promised, spawned);
            assert!(promised.iter().all(|&entity| promising.keep_promise(entity)));
            assert!(promised.iter().all(|&entity| promising.is_alive(entity)));
            assert_eq!(promising.iter().collect::<Vec<_>>(), spawning.iter().collect::<Vec<_>>());
            assert_eq!(promising.alive(), spawning.alive());
            alive.extend(promised);
        }
    }

    #[test]
    fn a_broken_promise_frees_the_index_and_not_the_id() {
        let mut entities = Entities::new(1);
        let [first, second] = [(); 2].map(|()| entities.promise_next().unwrap());
        let other = entities.spawn().unwrap();
        assert_eq!([first.index(), second.index(), other.index()], [0, 1, 2]);
        entities.break_promise(first);
        assert!(!entities.keep_promise(first), "it is over");
        let next = entities.spawn().unwrap();
        assert_eq!((next.index(), next.generation()), (0, 2));
        assert!(entities.keep_promise(second) && !entities.keep_promise(second));
        entities.break_promise(second);
        assert!(entities.is_alive(second) && !entities.is_alive(first));
        assert_eq!(entities.iter().count(), 3);
    }

    #[test]
    fn a_withdrawn_promise_leaves_no_trace() {
        let mut entities = Entities::new(1);
        let all: Vec<_> = (0..5).map(|_| entities.spawn().unwrap()).collect();
        entities.end(all[1], false);
        let mut promised = entities.promise_many(3).unwrap();
        assert!(promised.iter().map(|entity| (entity.index(), entity.generation())).eq([
            (1, 2),
            (5, 1),
            (6, 1)
        ]));
        let other = entities.spawn().unwrap();
        assert_eq!(other.index(), 7);
        entities.end(other, false);
        promised.reverse();
        promised.iter().for_each(|&entity| entities.withdraw_promise(entity));
        promised.reverse();
        let spawned: Vec<_> = (0..3).map(|_| entities.spawn().unwrap()).collect();
        assert_eq!(spawned, promised);
        entities.limit = 10;
        assert_eq!(entities.promise_many(9), Err(OutOfIds));
        assert_eq!(entities.promise_many(3).unwrap().len(), 3);
    }

    #[test]
    fn what_lies_between_promises_is_free() {
        let mut entities = Entities::new(1);
        let far = entities.nth_free(1500, &mut FreeCursor::default()).unwrap();
        entities.promise(far);
        let spawned: Vec<_> = (0..1501).map(|_| entities.spawn().unwrap().index()).collect();
        assert!(spawned.into_iter().eq((0..1500).chain([1501])));
        assert_eq!(Entities::new(1).nth_free(u32::MAX as usize, &mut FreeCursor::default()), Err(OutOfIds));
    }
}
