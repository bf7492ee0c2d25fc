//! [`Entities`]: which indices are alive, under which generation, and the flags of an entity.

use std::collections::HashSet;

use super::free_set::FreeSet;
use super::type_sets::TypeSets;
use super::{Entity, Stamp, TypeSet};

/// The allocator of entities: the lowest free index first, each life of an index under a new generation.
///
/// ```text
/// made ────────────────┐        indices below `made` are alive, free, in limbo or retired
///   0  1  2  3  4  5  6│
///   ●  ●  ○  ●  ◌  ●  ●│        ● alive   ○ free: in `free`   ◌ limbo: despawned while one of its rows is lent
/// ```
///
/// Generations are kept in pages that are made when an index of the page dies for the first time: where nothing was ever
/// despawned every generation is 1 and costs nothing.
pub(crate) struct Entities {
    tag: u8,
    made: u32,
    limit: u32,
    alive: u32,
    despawned: u64,
    free: FreeSet,
    limbo: Vec<u32>,
    generations: Vec<Option<Box<[u32; PAGE]>>>,
    types: TypeSets,
    disabled: HashSet<u32>,
}

const PAGE: usize = 1024;

/// No index is free.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OutOfIds;

impl Entities {
    pub(crate) fn new(tag: u8) -> Self {
        Self {
            tag,
            made: 0,
            // The index of `Entity::NONE` is never handed out.
            limit: u32::MAX,
            alive: 0,
            despawned: 0,
            free: FreeSet::default(),
            limbo: Vec::new(),
            generations: Vec::new(),
            types: TypeSets::new(),
            disabled: HashSet::new(),
        }
    }

    #[inline]
    pub(crate) fn tag(&self) -> u8 {
        self.tag
    }

    /// Makes the lowest free index alive.
    #[inline]
    pub(crate) fn spawn(&mut self) -> Result<Entity, OutOfIds> {
        let index = match self.free.pop_first() {
            Some(index) => index,
            None if self.made < self.limit => {
                self.types.push();
                self.made += 1;
                self.made - 1
            }
            None => return Err(OutOfIds),
        };
        self.alive += 1;
        Ok(Entity::new(index, Stamp::new(self.generation(index), self.tag)))
    }

    /// Makes room for `additional` entities.
    pub(crate) fn reserve(&mut self, additional: usize) {
        self.types.reserve(additional);
    }

    #[inline]
    pub(crate) fn is_alive(&self, entity: Entity) -> bool {
        let (index, stamp) = (entity.index(), entity.stamp());
        index < self.made
            && stamp.generation() == self.generation(index)
            && stamp.tag() == self.tag
            && (self.free.is_empty() || !self.free.contains(index))
            && (self.limbo.is_empty() || !self.limbo.contains(&index))
    }

    /// Ends the life of a live entity, whose index waits in limbo until [`Entities::release`].
    pub(crate) fn end(&mut self, entity: Entity) {
        debug_assert!(self.is_alive(entity));
        let index = entity.index();
        self.types.clear(index);
        self.disabled.remove(&index);
        *self.generation_mut(index) += 1;
        self.limbo.push(index);
        self.alive -= 1;
        self.despawned += 1;
    }

    /// Gives the index of an ended entity back, unless its generations are used up; nothing if it is not in limbo.
    pub(crate) fn release(&mut self, index: u32) {
        let Some(place) = self.limbo.iter().rposition(|&waiting| waiting == index) else { return };
        self.limbo.swap_remove(place);
        if self.generation(index) <= Stamp::LAST_GENERATION {
            self.free.insert(index);
        }
    }

    /// Yields the entities that are alive, lowest index first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Entity> + '_ {
        (0..self.made)
            .filter(|&index| self.generation(index) <= Stamp::LAST_GENERATION)
            .map(|index| Entity::new(index, Stamp::new(self.generation(index), self.tag)))
            .filter(|&entity| self.is_alive(entity))
    }

    #[inline]
    pub(crate) fn add_type(&mut self, index: u32, type_number: u32) {
        self.types.insert(index, type_number);
    }

    #[inline]
    pub(crate) fn remove_type(&mut self, index: u32, type_number: u32) {
        self.types.remove(index, type_number);
    }

    #[inline]
    pub(crate) fn types(&self, index: u32) -> TypeSet {
        self.types.get(index)
    }

    #[inline]
    pub(crate) fn is_enabled(&self, index: u32) -> bool {
        self.disabled.is_empty() || !self.disabled.contains(&index)
    }

    /// Sets the flag of a live entity; says whether it changed.
    pub(crate) fn set_enabled(&mut self, index: u32, enabled: bool) -> bool {
        if enabled { self.disabled.remove(&index) } else { self.disabled.insert(index) }
    }

    pub(crate) fn alive(&self) -> usize {
        self.alive as usize
    }

    pub(crate) fn despawned(&self) -> u64 {
        self.despawned
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        let pages = self.generations.iter().flatten().count();
        self.free.bytes()
            + self.types.bytes()
            + self.generations.capacity() * 8
            + pages * PAGE * 4
            + self.disabled.capacity() * 5
    }

    #[inline]
    fn generation(&self, index: u32) -> u32 {
        let index = index as usize;
        match self.generations.get(index / PAGE) {
            Some(Some(page)) => page[index % PAGE],
            _ => 1,
        }
    }

    fn generation_mut(&mut self, index: u32) -> &mut u32 {
        let index = index as usize;
        if self.generations.len() <= index / PAGE {
            self.generations.resize_with(index / PAGE + 1, || None);
        }
        let page = self.generations[index / PAGE].get_or_insert_with(|| Box::new([1; PAGE]));
        &mut page[index % PAGE]
    }
}

#[cfg(test)]
mod tests {
    use super::{Entities, OutOfIds};
    use crate::ids::{Entity, Stamp};
    use std::collections::BTreeSet;

    fn despawn(entities: &mut Entities, entity: Entity) {
        entities.end(entity);
        entities.release(entity.index());
    }

    #[test]
    fn the_lowest_free_index_is_next() {
        let mut entities = Entities::new(1);
        let mut alive = Vec::new();
        let mut free = BTreeSet::new();
        let mut seed = 3_u64;
        for _ in 0..10_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if seed >> 62 == 0 && !alive.is_empty() {
                let entity: Entity = alive.swap_remove((seed >> 32) as usize % alive.len());
                free.insert(entity.index());
                despawn(&mut entities, entity);
                assert!(!entities.is_alive(entity));
            } else {
                let entity = entities.spawn().unwrap();
                assert_eq!(entity.index(), free.pop_first().unwrap_or(alive.len() as u32));
                assert!(entities.is_alive(entity));
                alive.push(entity);
            }
            assert_eq!(entities.alive(), alive.len());
        }
        alive.sort();
        let mut listed: Vec<_> = entities.iter().collect();
        listed.sort();
        assert_eq!(listed, alive);
    }

    #[test]
    fn an_index_is_retired_after_its_last_generation() {
        let mut entities = Entities::new(1);
        entities.spawn().unwrap();
        entities.spawn().unwrap();
        *entities.generation_mut(0) = Stamp::LAST_GENERATION;
        let last = Entity::new(0, Stamp::new(Stamp::LAST_GENERATION, 1));
        assert!(entities.is_alive(last));
        despawn(&mut entities, last);
        assert!(!entities.is_alive(last));
        assert_eq!(entities.spawn().unwrap().index(), 2, "index 0 is never used again");
        assert_eq!(entities.iter().map(Entity::index).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn no_free_index_is_an_error() {
        let mut entities = Entities::new(1);
        entities.limit = 2;
        let first = entities.spawn().unwrap();
        entities.spawn().unwrap();
        assert_eq!(entities.spawn(), Err(OutOfIds));
        despawn(&mut entities, first);
        assert_eq!(entities.spawn().unwrap().index(), 0);
    }

    #[test]
    fn a_free_index_is_dead_under_its_next_generation_too() {
        let mut entities = Entities::new(1);
        let entity = entities.spawn().unwrap();
        despawn(&mut entities, entity);
        assert!(!entities.is_alive(Entity::new(0, Stamp::new(2, 1))), "forged, or of a world with the same tag");
    }

    #[test]
    fn an_index_in_limbo_is_not_reused() {
        let mut entities = Entities::new(1);
        let entity = entities.spawn().unwrap();
        entities.end(entity);
        assert!(!entities.is_alive(Entity::new(0, Stamp::new(2, 1))));
        assert_eq!(entities.iter().count(), 0);
        assert_eq!(entities.spawn().unwrap().index(), 1);
        entities.release(0);
        assert_eq!(entities.spawn().unwrap().index(), 0);
    }

    #[test]
    fn entities_that_never_died_cost_one_byte() {
        let mut entities = Entities::new(1);
        for _ in 0..10_000 {
            entities.spawn().unwrap();
        }
        assert_eq!(entities.bytes(), 10_000);
    }
}
