//! What pools do, by the maps: who is taken and parked, what a take may return, and what it lets begin again.

use std::collections::{BTreeMap, BTreeSet};

use ecs_core::Entity;

use crate::maps::{Changes, State};
use crate::scripts::{Id, Kind, Script};

/// So many members the second pool may have; the first one has no bound.
pub const MOST: usize = 3;

#[derive(Default)]
pub struct PoolModel {
    /// Whether each is taken; also those that have died since.
    pub members: BTreeMap<Entity, bool>,
    /// The worlds in which it has made entities.
    pub worlds: BTreeSet<usize>,
}

/// A `take` that is under way.
pub struct Take {
    pub pool: usize,
    /// The values that were supplied, and whether it is known which of them have come to an entity.
    pub supplied: Option<(Id, Id)>,
    pub is_placed: bool,
    /// What the entity was called before, if it was parked.
    pub before: Option<Entity>,
    pub entity: Option<Entity>,
    pub resets: u32,
    has_begun: bool,
}

/// What is parked, and whether it must or may be too busy to begin another life.
pub struct Parked {
    pub entity: Entity,
    pub must_wait: bool,
    pub may_wait: bool,
}

impl Take {
    pub fn of(pool: usize) -> Self {
        let (supplied, before, entity) = (None, None, None);
        Self { pool, supplied, is_placed: false, before, entity, resets: 0, has_begun: false }
    }
}

impl State {
    /// The members that are alive, here or in any world.
    pub fn members(&self, pool: usize, world: usize) -> impl Iterator<Item = (Entity, bool)> {
        let entities = &self.worlds[world].entities;
        let members = self.pools[pool].members.iter().map(|(&entity, &taken)| (entity, taken));
        members.filter(|(entity, _)| entities.contains_key(entity))
    }

    pub fn parked(&self, pool: usize) -> Vec<Parked> {
        let parked = self.members(pool, self.current).filter(|&(_, taken)| !taken);
        // Where one waits for its `init`, all wait; also for the turn of one that is borrowed, and has died
        // meanwhile.
        let mut values =
            self.values.iter().filter(|(_, v)| (v.world, v.kind) == (self.current, Kind::Tracked));
        let inits =
            self.inits > 0 || values.any(|(id, v)| v.is_made && v.inits == 0 && !self.drops.contains_key(id));
        let parked = parked.map(|(entity, _)| {
            let world = &self.worlds[self.current];
            let owner = &world.entities[&entity];
            let mut held = world.limbo.iter().filter(|limbo| limbo.0 == entity.index());
            let must_wait = owner.dying
                || owner.slots.values().any(|&id| self.is_value_borrowed(id, false))
                || held.clone().any(|&(_, id)| self.is_value_borrowed(id, false));
            // A marker has no `on_disable` by which it is known whether that has run.
            let awaits_end =
                owner.slots.iter().any(|(&kind, &id)| kind == Kind::Marker || self.awaits_end(id));
            Parked { entity, must_wait, may_wait: must_wait || inits || awaits_end || held.next().is_some() }
        });
        parked.collect()
    }

    /// Says whether a value is disabled, and its `on_disable` has not run yet.
    fn awaits_end(&self, id: Id) -> bool {
        self.values[&id].notified && !self.is_enabled(id)
    }

    /// How many members count for the bound.
    pub fn members_and_makings(&self, pool: usize) -> usize {
        let makes = |take: &&Take| take.pool == pool && take.supplied.is_some() && take.before.is_none();
        self.members(pool, self.current).count() + self.takes.iter().filter(makes).count()
    }

    /// Notes that the supplier has made values.
    pub fn supply(&mut self) -> (Id, Id, Script) {
        let (tracked, plain) = (self.make(Entity::NONE, Kind::Tracked), self.make(Entity::NONE, Kind::Plain));
        let take = self.takes.last_mut().expect("only a `take` asks the supplier");
        assert_eq!(take.supplied.replace((tracked, plain)), None, "it is asked once");
        (tracked, plain, std::mem::take(&mut self.script))
    }

    /// Notes which entity is taken, as soon as a hook can see it.
    pub fn note_taken(&mut self, entity: Entity) {
        let Some(take) = self.takes.last_mut().filter(|take| take.entity.is_none()) else { return };
        take.entity = Some(entity);
        let pool = take.pool;
        let before = self.members(pool, self.current).find(|(member, _)| member.index() == entity.index());
        match before {
            Some((before, taken)) => {
                assert!(!taken && before != entity, "what is parked begins another life");
                self.takes.last_mut().expect("seen above").before = Some(before);
                self.rename(before, entity);
                self.pools[pool].members.remove(&before);
                self.pools[pool].members.insert(entity, true);
            }
            None => self.note_spawn(entity),
        }
    }

    /// Notes which of the supplied values have come to the entity.
    pub fn place_supplied(&mut self) {
        let Some(take) = self.takes.last_mut().filter(|take| !take.is_placed) else { return };
        let (Some((tracked, plain)), Some(entity)) = (take.supplied, take.entity) else { return };
        take.is_placed = true;
        for (id, kind) in [(tracked, Kind::Tracked), (plain, Kind::Plain)] {
            if self.slot(entity, kind).is_none() {
                self.value(id).entity = entity;
                self.place(id);
            }
        }
    }

    /// Lets an entity go on under another name.
    fn rename(&mut self, before: Entity, entity: Entity) {
        assert_eq!((entity.index(), entity.generation()), (before.index(), before.generation() + 1));
        assert!(!self.known.contains(&entity), "an entity comes once");
        self.known.push(entity);
        self.names.insert(entity, before);
        let current = self.current;
        let awaits_end = self.worlds[current].entities[&before].slots.values().any(|&id| self.awaits_end(id));
        assert!(!awaits_end, "`on_disable` comes before another life");
        let owner = self.world().entities.remove(&before).expect("it lives");
        for &id in owner.slots.values() {
            self.value(id).entity = entity;
        }
        self.world().entities.insert(entity, owner);
    }

    /// Notes that `on_reset` runs.
    pub fn reset(&mut self, id: Id, entity: Entity) {
        self.note_taken(entity);
        self.place_supplied();
        let take = self.takes.last_mut().expect("only a `take` resets");
        assert!(take.before.is_some() && take.entity == Some(entity), "what is new is not reset");
        take.resets += 1;
        assert_eq!(take.resets, 1, "`on_reset` runs once");
        self.begin_again(entity);
        assert_eq!(self.slot(entity, Kind::Tracked), Some(id));
    }

    /// Notes that the components of a taken entity are switched on, before the first of them is reset.
    fn begin_again(&mut self, entity: Entity) {
        let take = self.takes.last_mut().expect("a `take` runs");
        if std::mem::replace(&mut take.has_begun, true) {
            return;
        }
        let slots = self.world().entities.get(&entity).map(|owner| owner.slots.clone());
        for (kind, id) in slots.unwrap_or_default() {
            self.value(id).own_off = false;
            self.note_change(kind, Changes::Perhaps);
        }
    }

    /// Notes that the resetter runs: after it, the entity is switched on, unless a hook has given it back.
    pub fn note_resetter(&mut self, entity: Entity) {
        self.note_taken(entity);
        self.place_supplied();
        self.begin_again(entity);
        let take = self.takes.last().expect("a `take` runs");
        let (pool, resets) = (take.pool, take.resets);
        assert!(take.before.is_some() && take.entity == Some(entity), "what is new is not reset");
        assert!(resets == 1 || self.slot(entity, Kind::Tracked).is_none(), "`on_reset` has run");
        if self.pools[pool].members.get(&entity) == Some(&true) {
            self.switch_entity(entity, true);
        }
    }

    /// Notes the switch of an entity; `false` if it is dead.
    pub fn switch_entity(&mut self, entity: Entity, on: bool) -> bool {
        let Some(owner) = self.world().entities.get_mut(&entity) else { return false };
        owner.off = !on;
        let kinds: Vec<_> = owner.slots.keys().copied().collect();
        kinds.into_iter().for_each(|kind| self.note_change(kind, Changes::Perhaps));
        true
    }

    /// Parks a taken entity, if it is alive.
    pub fn park(&mut self, pool: usize, entity: Entity) {
        if self.pools[pool].members.get(&entity) == Some(&true) {
            self.pools[pool].members.insert(entity, false);
            self.switch_entity(entity, false);
        }
    }

    /// Ends what a `take` has placed that has failed.
    pub fn undo_take(&mut self, take: &Take) {
        let Some(entity) = take.entity else { return };
        if let Some((tracked, plain)) = take.supplied
            && take.is_placed
            && take.resets == 0
        {
            // The panic came out of the `init` of the one, and the other never had its turn.
            for id in [tracked, plain] {
                if self.value(id).live {
                    self.die(id);
                }
            }
        }
        match take.before {
            Some(_) => self.park(take.pool, entity),
            None => self.finish_despawn(entity),
        }
    }
}
