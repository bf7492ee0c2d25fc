//! [`Entities`]: which indices are alive, under which generation, and the flags of an entity.

use crate::base::prefetch;

use super::batch::Batch;
use super::entity::{Entity, Stamp};
use super::free_set::FreeSet;
use super::index_set::IndexSet;
use super::type_sets::{TypeBits, TypeSets};

/// The allocator of entities: the lowest free index first, each life of an index under a new generation.
///
/// ```text
/// made ────────────────┐        indices below `made` are alive, free, promised, in limbo or retired
///   0  1  2  3  4  5  6│
///   ●  ●  ○  ●  ◌  ●  ●│        ● alive   ○ free: in `free`
///                               ◌ limbo: despawned while one of its rows is borrowed
/// ```
///
/// Lives are kept in pages that are made when an index of the page dies for the first time: where nothing was
/// ever despawned every index is in its first life, and costs nothing.
pub(crate) struct Entities {
    pub(super) tag: u8,
    pub(super) made: u32,
    /// Indices below have a set of types: `made` and some more.
    pub(super) ready: u32,
    pub(super) limit: u32,
    alive: u32,
    pub(super) promised: u32,
    despawned: u64,
    pub(super) free: FreeSet,
    /// Invariant 14: two live entities never share an index, and a generation comes back only with
    /// the whole world, by a snapshot.
    lives: Vec<Option<Box<[Life; PAGE]>>>,
    pub(super) types: TypeSets,
    /// Those whose own switch is off.
    off: IndexSet,
    /// Those that are disabled: their own switch is off, or that of one above them.
    disabled: IndexSet,
    /// Those whose entity has had other generations, as members of a pool have.
    recycled: IndexSet,
    /// Those that are parked in a pool.
    parked: IndexSet,
    /// Those that are parked, and all below them: to observers they are not there.
    away: IndexSet,
}

crate::base::clone_fields!(Entities {
    tag,
    made,
    ready,
    limit,
    alive,
    promised,
    despawned,
    free,
    lives,
    types,
    off,
    disabled,
    recycled,
    parked,
    away,
});

pub(super) const PAGE: usize = 1024;

/// For so many further indices sets of types are made at once.
pub(super) const READY_AT_ONCE: u32 = 64;

/// The generation of an index (24 bits) and what it is doing (8 bits).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Life(u32);

impl Life {
    const ALIVE: u32 = 1;
    const LIMBO: u32 = 2;
    pub(super) const FREE: u32 = 3;
    const RETIRED: u32 = 4;
    pub(super) const PROMISED: u32 = 5;

    pub(super) const FIRST: Self = Self::new(1, Self::ALIVE);

    pub(super) const fn new(generation: u32, state: u32) -> Self {
        Self(generation << 8 | state)
    }

    pub(super) const fn generation(self) -> u32 {
        self.0 >> 8
    }

    const fn state(self) -> u32 {
        self.0 & 0xff
    }

    /// Says whether an entity with this stamp is alive, in the world of this tag.
    #[inline]
    fn is(self, stamp: Stamp, tag: u8) -> bool {
        // The tag on its own: a state must not make up for the difference of two tags.
        (self.0 == stamp.bits() & !0xff | Self::ALIVE) & (stamp.tag() == tag)
    }
}

/// No index is free.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OutOfIds;

impl Entities {
    pub(crate) fn new(tag: u8) -> Self {
        Self {
            tag,
            made: 0,
            ready: 0,
            // The index of `Entity::NONE` is never handed out.
            limit: u32::MAX,
            alive: 0,
            promised: 0,
            despawned: 0,
            free: FreeSet::default(),
            lives: Vec::new(),
            types: TypeSets::new(),
            off: IndexSet::default(),
            disabled: IndexSet::default(),
            recycled: IndexSet::default(),
            parked: IndexSet::default(),
            away: IndexSet::default(),
        }
    }

    #[inline]
    pub(crate) fn tag(&self) -> u8 {
        self.tag
    }

    /// Makes the lowest free index alive.
    #[inline]
    pub(crate) fn spawn(&mut self) -> Result<Entity, OutOfIds> {
        if self.free.is_empty() && self.made < self.ready {
            let index = self.made;
            self.made += 1;
            self.alive += 1;
            // A page of lives may reach above `made`, where all lives are first ones.
            return Ok(Entity::from_parts(index, Stamp::new(1, self.tag)));
        }
        self.spawn_otherwise()
    }

    /// As [`Entities::spawn`], where an index is free or none is ready.
    #[inline(never)]
    fn spawn_otherwise(&mut self) -> Result<Entity, OutOfIds> {
        if let Some(index) = self.free.pop_first() {
            return Ok(self.revive(index));
        }
        let more = (self.limit - self.ready).min(READY_AT_ONCE);
        if more == 0 {
            return Err(OutOfIds);
        }
        self.types.append(more as usize);
        self.ready += more;
        self.spawn()
    }

    pub(super) fn revive(&mut self, index: u32) -> Entity {
        let life = self.life_mut(index);
        let generation = life.generation();
        *life = Life::new(generation, Life::ALIVE);
        self.alive += 1;
        Entity::from_parts(index, Stamp::new(generation, self.tag))
    }

    /// The entity that has an index now, which must be alive.
    #[inline]
    pub(crate) fn at(&self, index: u32) -> Entity {
        let life = if self.lives.is_empty() { Life::FIRST } else { self.life(index) };
        Entity::from_parts(index, Stamp::new(life.generation(), self.tag))
    }

    /// Makes room for `additional` entities. More than there are indices are refused at once.
    pub(crate) fn reserve(&mut self, additional: usize) -> Result<(), OutOfIds> {
        let additional = u32::try_from(additional).map_err(|_| OutOfIds)? as usize;
        self.types.reserve(additional.saturating_add(READY_AT_ONCE as usize)).map_err(|_| OutOfIds)
    }

    #[inline(always)]
    pub(crate) fn is_alive(&self, entity: Entity) -> bool {
        entity.index() < self.made && self.life(entity.index()).is(entity.stamp(), self.tag)
    }

    /// Says whether an entity belongs to another world, as far as tags tell.
    pub(crate) fn is_foreign(&self, entity: Entity) -> bool {
        entity != Entity::NONE && entity.stamp().tag() != self.tag
    }

    /// Takes entities that were spawned one after the other as a batch, if all are still alive, enabled and
    /// without components.
    pub(crate) fn batch<'e>(&self, spawned: &'e [Entity]) -> Option<Batch<'e>> {
        let are_alive = self.lives.is_empty() || spawned.iter().all(|&entity| self.is_alive(entity));
        let is_enabled = |entity: &Entity| self.is_enabled(entity.index());
        if !are_alive || !self.are_all_enabled() && !spawned.iter().all(is_enabled) {
            return None;
        }
        Batch::new(spawned).filter(|&batch| self.types.are_empty(batch))
    }

    /// Gives the same types to entities without any.
    pub(crate) fn enlist_all(&mut self, batch: Batch<'_>, types: TypeBits) {
        debug_assert!(self.types.are_empty(batch));
        self.types.fill(batch, types);
    }

    /// Adds a type to the set of an entity, if that is alive and enabled, and has room for it; `false`, and
    /// nothing has changed, if not.
    #[inline(always)]
    pub(crate) fn enlist_simply(&mut self, entity: Entity, type_number: u32) -> bool {
        let (is_alive, index) = (self.is_alive(entity), entity.index());
        is_alive && self.is_enabled(index) && self.types.insert_simply(index, type_number)
    }

    /// Adds a type to the set of an entity; `None` if that is dead, otherwise whether it is enabled.
    #[inline]
    pub(crate) fn enlist(&mut self, entity: Entity, type_number: u32) -> Option<bool> {
        if !self.is_alive(entity) {
            return None;
        }
        self.types.insert(entity.index(), type_number);
        Some(self.is_enabled(entity.index()))
    }

    /// Asks the processor for what the end of an index looks at.
    #[inline]
    pub(crate) fn prefetch(&self, index: u32) {
        self.types.prefetch(index);
        if let Some(Some(page)) = self.lives.get(index as usize / PAGE) {
            prefetch(&raw const page[index as usize % PAGE]);
        }
    }

    /// Makes room for the end of an index: all that can fail of it.
    #[inline]
    pub(crate) fn make_room_to_end(&mut self, index: u32) {
        // Also where it will not be free at once, so that releasing it cannot fail.
        self.free.make_room(index);
        self.make_room_for_life(index);
    }

    /// Ends the life of a live entity. Its index is free, or retired if its generations are used up; if it
    /// `waits`, it is in limbo until [`Entities::release`]. If nothing can grow, nothing has changed.
    #[inline]
    pub(crate) fn end(&mut self, entity: Entity, waits: bool) {
        self.make_room_to_end(entity.index());
        self.end_with_room(entity, waits);
    }

    /// As [`Entities::end`], where there is room for it: nothing can fail.
    #[inline(always)]
    pub(crate) fn end_with_room(&mut self, entity: Entity, waits: bool) {
        debug_assert!(self.is_alive(entity));
        let index = entity.index();
        self.types.clear(index);
        if self.off.len() | self.disabled.len() | self.recycled.len() | self.away.len() != 0 {
            self.forget_marks(index);
        }
        self.alive -= 1;
        self.despawned += 1;
        let generation = entity.generation();
        let after = if waits { Life::new(generation, Life::LIMBO) } else { self.after(index, generation) };
        // There is room for it.
        if let Some(Some(page)) = self.lives.get_mut(index as usize / PAGE) {
            page[index as usize % PAGE] = after;
        }
    }

    fn forget_marks(&mut self, index: u32) {
        self.off.remove(index);
        self.disabled.remove(index);
        self.recycled.remove(index);
        self.parked.remove(index);
        self.away.remove(index);
    }

    /// What a live entity is called once it is recycled; `None` if its generations are used up. Makes room
    /// for that.
    pub(crate) fn successor(&mut self, entity: Entity) -> Option<Entity> {
        debug_assert!(self.is_alive(entity));
        let (index, generation) = (entity.index(), entity.generation());
        if generation == Stamp::LAST_GENERATION {
            return None;
        }
        self.life_mut(index);
        self.recycled.make_room(index);
        Some(Entity::from_parts(index, Stamp::new(generation + 1, self.tag)))
    }

    /// Lets a live entity go on under another name, its [`Entities::successor`]. It keeps its types and its
    /// switch.
    pub(crate) fn recycle(&mut self, entity: Entity, successor: Entity) {
        debug_assert!(self.is_alive(entity) && entity.index() == successor.index());
        *self.life_mut(entity.index()) = Life::new(successor.generation(), Life::ALIVE);
        self.recycled.insert(entity.index());
    }

    /// The entity that goes on under another name than this, which is dead.
    pub(crate) fn recycled(&self, entity: Entity) -> Option<Entity> {
        let (index, life) = (entity.index(), self.life(entity.index()));
        let is_later = life.generation() > entity.generation() && entity.stamp().tag() == self.tag;
        (is_later && self.recycled.contains(index))
            .then(|| Entity::from_parts(index, Stamp::new(life.generation(), self.tag)))
    }

    /// Lets the next entity of a free index have this generation.
    #[cfg(test)]
    pub(crate) fn age(&mut self, index: u32, generation: u32) {
        assert_eq!(self.life(index).state(), Life::FREE);
        *self.life_mut(index) = Life::new(generation, Life::FREE);
    }

    /// Gives the index of an ended entity back; nothing if it is not in limbo.
    pub(crate) fn release(&mut self, index: u32) {
        let life = self.life(index);
        if life.state() == Life::LIMBO {
            *self.life_mut(index) = self.after(index, life.generation());
        }
    }

    /// What follows a life that has ended.
    #[inline]
    pub(super) fn after(&mut self, index: u32, generation: u32) -> Life {
        if generation == Stamp::LAST_GENERATION {
            return Life::new(generation, Life::RETIRED);
        }
        self.free.insert(index);
        Life::new(generation + 1, Life::FREE)
    }

    /// Takes a type from the sets of all entities.
    pub(crate) fn remove_type_of_all(&mut self, type_number: u32) {
        (0..self.made).for_each(|index| self.types.remove(index, type_number));
    }

    /// Yields numbers that are the same where the same indices live, are free and are switched off, under the
    /// same generations.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        let pages = self.lives.iter().enumerate();
        let lives = pages.filter_map(|(place, page)| Some((place, page.as_deref()?)));
        let other_lives = lives.flat_map(|(place, page)| {
            let first = (place * PAGE) as u64;
            let others = page.iter().zip(first..).filter(|(life, _)| **life != Life::FIRST);
            others.map(|(life, index)| index << 32 | u64::from(life.0))
        });
        let sets = [&self.off, &self.disabled, &self.parked];
        let marks =
            sets.into_iter().flat_map(|set| [set.len() as u64].into_iter().chain(set.iter().map(u64::from)));
        [u64::from(self.made), self.alive.into()].into_iter().chain(other_lives).chain(marks)
    }

    /// Yields the entities that are alive, lowest index first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Entity> + '_ {
        self.among(0..self.made)
    }

    /// Yields the entities that are alive among some indices.
    pub(crate) fn among(&self, indices: core::ops::Range<u32>) -> impl Iterator<Item = Entity> + '_ {
        (indices.start..indices.end.min(self.made)).filter_map(|index| self.alive_at(index))
    }

    /// How many indices were ever given out, the lowest ones.
    pub(crate) fn made(&self) -> u32 {
        self.made
    }

    /// The entity that lives at an index.
    #[inline]
    fn alive_at(&self, index: u32) -> Option<Entity> {
        let life = self.life(index);
        (life.state() == Life::ALIVE)
            .then(|| Entity::from_parts(index, Stamp::new(life.generation(), self.tag)))
    }

    #[inline]
    pub(crate) fn remove_type(&mut self, index: u32, type_number: u32) {
        self.types.remove(index, type_number);
    }

    /// The types of each index.
    #[inline]
    pub(crate) fn types(&self) -> &TypeSets {
        &self.types
    }

    /// Says whether every entity is switched on, and none is parked.
    pub(crate) fn are_all_on(&self) -> bool {
        self.off.len() | self.parked.len() == 0
    }

    #[inline]
    pub(crate) fn is_enabled(&self, index: u32) -> bool {
        !self.disabled.contains(index)
    }

    /// Says whether no entity is switched off.
    #[inline]
    pub(crate) fn are_all_enabled(&self) -> bool {
        self.disabled.len() == 0
    }

    /// Makes room for an entity among those that are disabled, so that switching it cannot fail.
    pub(crate) fn make_room_to_disable(&mut self, index: u32) {
        self.disabled.make_room(index);
    }

    /// Says that a live entity is enabled, or that it is not.
    pub(crate) fn set_enabled(&mut self, index: u32, enabled: bool) {
        self.disabled.set(index, !enabled);
    }

    /// Says whether the own switch of an entity is on.
    #[inline]
    pub(crate) fn is_on(&self, index: u32) -> bool {
        !self.off.contains(index)
    }

    /// Sets the own switch of a live entity. What that changes for it and those below is left to the caller.
    pub(crate) fn set_on(&mut self, index: u32, on: bool) {
        self.off.set(index, !on);
    }

    /// Says whether a live entity itself is parked in a pool.
    #[inline]
    pub(crate) fn is_parked(&self, index: u32) -> bool {
        self.parked.contains(index)
    }

    /// Says that a live entity is parked in a pool, or that it is not. Who is away by that is left to the
    /// caller.
    pub(crate) fn set_parked(&mut self, index: u32, parked: bool) {
        self.parked.set(index, parked);
    }

    /// Says whether a live entity is parked in a pool, or is below one that is.
    #[inline]
    pub(crate) fn is_away(&self, index: u32) -> bool {
        self.away.contains(index)
    }

    /// Says whether any entity is parked, or below one that is.
    #[inline]
    pub(crate) fn is_any_away(&self) -> bool {
        self.away.len() != 0
    }

    /// Notes whether a live entity is away; `false` if that was noted before.
    pub(crate) fn set_away(&mut self, index: u32, away: bool) -> bool {
        let was_away = self.is_away(index);
        self.away.set(index, away);
        was_away != away
    }

    pub(crate) fn alive(&self) -> usize {
        self.alive as usize
    }

    pub(crate) fn despawned(&self) -> u64 {
        self.despawned
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        let pages = self.lives.iter().flatten().count();
        self.free.bytes()
            + self.types.bytes()
            + self.lives.capacity() * 8
            + pages * PAGE * 4
            + self.off.bytes()
            + self.disabled.bytes()
            + self.recycled.bytes()
            + self.parked.bytes()
            + self.away.bytes()
    }

    #[inline]
    pub(super) fn life(&self, index: u32) -> Life {
        let index = index as usize;
        match self.lives.get(index / PAGE) {
            Some(Some(page)) => page[index % PAGE],
            _ => Life::FIRST,
        }
    }

    #[inline]
    pub(super) fn life_mut(&mut self, index: u32) -> &mut Life {
        self.make_room_for_life(index);
        let (page, place) = (index as usize / PAGE, index as usize % PAGE);
        &mut self.lives[page].as_mut().expect("made above")[place]
    }

    #[inline]
    fn make_room_for_life(&mut self, index: u32) {
        let page = index as usize / PAGE;
        if !matches!(self.lives.get(page), Some(Some(_))) {
            self.make_page(page);
        }
    }

    #[cold]
    #[inline(never)]
    fn make_page(&mut self, number: usize) {
        let page = Box::new([Life::FIRST; PAGE]);
        if self.lives.len() <= number {
            self.lives.resize_with(number + 1, || None);
        }
        self.lives[number] = Some(page);
    }
}

#[cfg(test)]
mod tests;
