//! [`Members`]: the entities of a pool, the taken ones first.

use crate::column::{Entry, Sparse};
use crate::ids::Entity;

/// Which entities belong to a pool, and which of them are taken.
///
/// ```text
/// entities  [ 7v3  2v1  9v4 │ 4v2  1v1 ]     places: entity index → place
///             taken         │ parked
/// ```
///
/// Taking and parking swap two places and move the border: nothing grows. An entity that has died stays
/// listed until it is noticed.
pub(super) struct Members {
    entities: Vec<Entity>,
    taken: usize,
    places: Sparse,
}

impl Members {
    pub(super) const fn new() -> Self {
        Self { entities: Vec::new(), taken: 0, places: Sparse::new() }
    }

    /// Lists entities in this order, the first of them as taken. There are none yet.
    pub(super) fn fill(&mut self, entities: &[Entity], taken: usize) {
        entities.iter().for_each(|&entity| self.add(entity, false));
        self.taken = taken;
    }

    pub(super) fn len(&self) -> usize {
        self.entities.len()
    }

    /// How many are taken, which is the place of the first parked one.
    pub(super) fn taken(&self) -> usize {
        self.taken
    }

    pub(super) fn get(&self, place: usize) -> Option<Entity> {
        self.entities.get(place).copied()
    }

    pub(super) fn all(&self) -> &[Entity] {
        &self.entities
    }

    /// All members, those that are taken first, and how many these are.
    pub(super) fn parts(&self) -> (Vec<Entity>, usize) {
        (self.entities.clone(), self.taken)
    }

    pub(super) fn parked(&self) -> &[Entity] {
        &self.entities[self.taken..]
    }

    fn find(&self, entity: Entity) -> Option<usize> {
        let entry = self.places.get(entity.index());
        (entry.stamp() == entity.stamp().bits()).then_some(entry.row() as usize)
    }

    pub(super) fn has(&self, entity: Entity) -> bool {
        self.find(entity).is_some()
    }

    pub(super) fn is_taken(&self, entity: Entity) -> bool {
        self.find(entity).is_some_and(|place| place < self.taken)
    }

    /// Says whether the next member needs a longer list.
    pub(super) fn is_full(&self) -> bool {
        self.entities.len() == self.entities.capacity()
    }

    /// Lists an entity. One that had its index before is dead, and is forgotten.
    pub(super) fn add(&mut self, entity: Entity, taken: bool) {
        let before = self.places.get(entity.index());
        if !before.is_vacant() {
            self.forget(before.row() as usize);
        }
        self.entities.reserve(1);
        if !self.places.has_room(entity.index()) {
            self.places.make_room(entity.index());
        }
        let place = self.entities.len();
        self.entities.push(entity);
        self.places.insert(entity.index(), Entry::new(entity.stamp().bits(), place as u32));
        if taken {
            self.swap(place, self.taken);
            self.taken += 1;
        }
    }

    /// Parks a taken entity; `false` if it is not one.
    pub(super) fn park(&mut self, entity: Entity) -> bool {
        let Some(place) = self.find(entity).filter(|&place| place < self.taken) else { return false };
        self.taken -= 1;
        self.swap(place, self.taken);
        true
    }

    /// Takes what is parked at a place, under its next generation.
    pub(super) fn take(&mut self, place: usize, successor: Entity) {
        debug_assert!(place >= self.taken && self.entities[place].index() == successor.index());
        self.entities[place] = successor;
        self.point_to(place);
        self.swap(place, self.taken);
        self.taken += 1;
    }

    /// Strikes the entity at a place off the list. Another comes to its place: the last of those that are
    /// taken as it is, or parked.
    pub(super) fn forget(&mut self, mut place: usize) {
        if place < self.taken {
            self.taken -= 1;
            self.swap(place, self.taken);
            place = self.taken;
        }
        self.swap(place, self.entities.len() - 1);
        if let Some(entity) = self.entities.pop() {
            self.places.set(entity.index(), Entry::VACANT);
            self.places.fit_if_due();
        }
    }

    /// Strikes off what is not as it shall be.
    pub(super) fn retain(&mut self, keeps: impl Fn(Entity) -> bool) {
        // Backwards: what comes to a place was looked at.
        for place in (0..self.entities.len()).rev() {
            if !keeps(self.entities[place]) {
                self.forget(place);
            }
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        if a != b {
            self.entities.swap(a, b);
            self.point_to(a);
            self.point_to(b);
        }
    }

    fn point_to(&mut self, place: usize) {
        let entity = self.entities[place];
        self.places.set(entity.index(), Entry::new(entity.stamp().bits(), place as u32));
    }
}

#[cfg(test)]
mod tests {
    use super::Members;
    use crate::ids::{Entity, Stamp};
    use std::collections::BTreeMap;

    #[test]
    fn behaves_like_a_map() {
        let mut members = Members::new();
        let mut model: BTreeMap<u32, (u32, bool)> = BTreeMap::new();
        let mut seed = 5_u64;
        for _ in 0..if cfg!(miri) { 100 } else { 20_000 } {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (index, taken) = ((seed >> 40) as u32 % 60, seed >> 39 & 1 == 0);
            let before = model.get(&index).copied();
            let generation = before.map_or(1, |(generation, _)| generation);
            let entity = Entity::from_parts(index, Stamp::new(generation, 1));
            let place = members.find(entity);
            assert_eq!(place.is_some(), before.is_some());
            match (seed >> 60, before) {
                (0..=5, Some((_, taken))) => {
                    assert_eq!(members.park(entity), taken);
                    model.insert(index, (generation, false));
                }
                (6..=11, Some((_, false))) => {
                    members.take(place.unwrap(), Entity::from_parts(index, Stamp::new(generation + 1, 1)));
                    model.insert(index, (generation + 1, true));
                }
                (12..=13, Some(_)) => {
                    members.forget(place.unwrap());
                    model.remove(&index);
                }
                (14, _) => {
                    members.retain(|entity| entity.index() % 7 != index % 7);
                    model.retain(|other, _| other % 7 != index % 7);
                }
                (_, None) => {
                    members.add(entity, taken);
                    model.insert(index, (1, taken));
                }
                (15, Some((generation, _))) => {
                    members.add(Entity::from_parts(index, Stamp::new(generation + 1, 1)), taken);
                    model.insert(index, (generation + 1, taken));
                }
                _ => {}
            }
            assert_eq!(members.len(), model.len());
            assert_eq!(members.taken(), model.values().filter(|(_, taken)| *taken).count());
            for (&index, &(generation, taken)) in &model {
                let entity = Entity::from_parts(index, Stamp::new(generation, 1));
                assert_eq!(members.find(entity).and_then(|place| members.get(place)), Some(entity));
                assert_eq!(members.is_taken(entity), taken);
            }
        }
    }
}
