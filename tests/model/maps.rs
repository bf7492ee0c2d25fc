//! The maps: what lives, what is borrowed, what is pending.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ecs_core::{Entity, World};

use crate::borrows::{Visitor, What};
use crate::clearing::Killing;
use crate::frames::Pass;
use crate::pools::{PoolModel, Take};
use crate::queries::Seen;
use crate::scripts::{Id, KINDS, Kind, Script};
use crate::tags;

#[derive(Default)]
pub struct State {
    pub worlds: [WorldModel; 2],
    pub current: usize,
    /// Every value that was ever made.
    pub values: BTreeMap<Id, Value>,
    pub drops: BTreeMap<Id, u32>,
    /// Every entity that was ever spawned.
    pub known: Vec<Entity>,
    pub held: Vec<Held>,
    /// The queries that are there, and the passes and comparisons that are under way.
    pub visitors: Vec<Visitor>,
    /// How many there were.
    pub visits: u64,
    /// In whose row each value stands that was put in the place of another.
    pub predecessors: BTreeMap<Id, Id>,
    pub successors: BTreeMap<Id, Id>,
    /// What each entity was called before that a pool has given another life.
    pub names: BTreeMap<Entity, Entity>,
    pub script: Script,
    /// Targets of calls that are under way: scripts at sync points leave them alone.
    pub busy: Vec<Entity>,
    pub depth: u32,
    pub at_sync_point: u32,
    pub inserts: Vec<(Id, Option<Id>)>,
    /// How many `init` are running.
    pub inits: u32,
    /// The `clear`s of kinds that are under way, one inside the other.
    pub killing: Vec<Killing>,
    pub pools: [PoolModel; 2],
    pub takes: Vec<Take>,
    pub passes: BTreeMap<Kind, Pass>,
    /// The kind whose pass has run last in the frame that is under way.
    pub running: Option<Kind>,
    /// The worlds are being dropped.
    pub closed: bool,
    /// Worlds that keep a store for ever, because a guard on it was forgotten.
    pub leaked: Vec<usize>,
}

#[derive(Default)]
pub struct WorldModel {
    pub entities: BTreeMap<Entity, EntityModel>,
    /// In the order of the first add.
    pub kinds: Vec<Kind>,
    pub stores: BTreeMap<Kind, StoreModel>,
    /// Indices of dead entities that may still be held back, with the value whose borrow holds them.
    pub limbo: Vec<(u32, Id)>,
    pub spawned: u64,
    /// What a running `clear` has yet to despawn.
    pub clearing: Vec<Entity>,
}

#[derive(Default)]
pub struct EntityModel {
    pub off: bool,
    pub dying: bool,
    pub slots: BTreeMap<Kind, Id>,
}

#[derive(Default)]
pub struct StoreModel {
    pub changes: Changes,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Changes {
    #[default]
    None,
    /// Depends on capacities, or on what has been flushed meanwhile.
    Perhaps,
    Pending,
}

pub struct Value {
    pub kind: Kind,
    pub world: usize,
    pub entity: Entity,
    pub number: u32,
    pub own_off: bool,
    pub notified: bool,
    pub is_made: bool,
    pub live: bool,
    pub dying: bool,
    pub shared: u32,
    pub exclusive: bool,
    /// Borrowed by one of its hooks that is no pass.
    pub hooked: bool,
    pub inits: u32,
    /// Its `init` has come to its end.
    pub is_born: bool,
    pub starts: u32,
    pub shutdowns: u32,
    pub owes_shutdown: bool,
}

pub struct Held {
    pub what: What,
    /// Never to be dropped.
    pub forgotten: bool,
    /// Owns the guard, and looks through it.
    pub look: Rc<dyn Fn() -> Seen>,
}

thread_local! {
    pub static STATE: RefCell<State> = RefCell::default();
    pub static WORLDS: RefCell<Option<[Rc<World>; 2]>> = const { RefCell::new(None) };
}

/// Looks at the maps. Never across a call of the library.
pub fn state<R>(f: impl FnOnce(&mut State) -> R) -> R {
    STATE.with_borrow_mut(f)
}

impl State {
    pub fn world(&mut self) -> &mut WorldModel {
        &mut self.worlds[self.current]
    }

    pub fn value(&mut self, id: Id) -> &mut Value {
        self.values.get_mut(&id).expect("every value is known")
    }

    pub fn store(&mut self, kind: Kind) -> &mut StoreModel {
        self.world().stores.entry(kind).or_default()
    }

    pub fn slot(&mut self, entity: Entity, kind: Kind) -> Option<Id> {
        self.world().entities.get(&entity)?.slots.get(&kind).copied()
    }

    pub fn live(&self, world: usize, kind: Kind) -> BTreeSet<Id> {
        let values = self.values.iter();
        values.filter(|(_, v)| v.live && v.world == world && v.kind == kind).map(|(&id, _)| id).collect()
    }

    /// Notes `on_enable` or `on_disable`.
    pub fn notify(&mut self, id: Id, on: bool) {
        let value = self.value(id);
        assert!(value.live || !on, "only what lives is notified that it is enabled");
        assert_eq!((value.is_born, value.shutdowns), (true, 0), "`init` comes first, `shutdown` last");
        assert_ne!(std::mem::replace(&mut value.notified, on), on, "it is notified of changes");
    }

    pub fn is_enabled(&self, id: Id) -> bool {
        let value = &self.values[&id];
        value.live && !value.own_off && !self.worlds[value.world].entities[&value.entity].off
    }

    /// Says whether no call on the entity is under way.
    pub fn is_free(&mut self, entity: Entity) -> bool {
        let is_busy = self.busy.contains(&entity) || self.is_being_cleared(entity);
        let world = self.world();
        !is_busy
            && !world.clearing.contains(&entity)
            && world.entities.get(&entity).is_none_or(|owner| !owner.dying)
    }

    /// What is under way: a call that ends leaves it as it was.
    pub fn depths(&self) -> [usize; 7] {
        let Self { depth, at_sync_point, busy, inserts, visitors, held, takes, killing, .. } = self;
        let kept = held.iter().filter(|held| matches!(held.what, What::Query(_))).count();
        [
            *depth as usize,
            *at_sync_point as usize,
            busy.len(),
            inserts.len(),
            visitors.len() - kept,
            takes.len(),
            killing.len(),
        ]
    }

    // ---- births ----

    pub fn next_id(&self) -> Id {
        self.values.len() as Id
    }

    pub fn note_spawn(&mut self, entity: Entity) {
        assert!(!self.known.contains(&entity), "an entity comes once");
        let index = entity.index();
        self.finish_despawn_at(index);
        let world = &self.worlds[self.current];
        let taken: BTreeSet<_> = world.entities.keys().map(|&entity| entity.index()).collect();
        assert!(!taken.contains(&index), "the index is in use");
        for &(limbo, id) in &world.limbo {
            // Of tags it is not known whether what has borrowed the place is older than the death.
            let may_come_again = !tags::waits(self.values[&id].kind) || !self.is_value_borrowed(id, false);
            assert!(limbo != index || may_come_again, "a dead row of the index is borrowed");
        }
        let lowest = (0..)
            .find(|index| !taken.contains(index) && !world.limbo.iter().any(|(limbo, _)| limbo == index));
        assert!(Some(index) <= lowest, "the lowest free index comes first");
        self.known.push(entity);
        let world = self.world();
        world.spawned += 1;
        world.entities.insert(entity, EntityModel::default());
    }

    /// Notes a value that does not live yet.
    pub fn make(&mut self, entity: Entity, kind: Kind) -> Id {
        let id = self.next_id();
        let value = Value {
            kind,
            world: self.current,
            entity,
            number: 0,
            own_off: false,
            notified: false,
            is_made: false,
            live: false,
            dying: false,
            shared: 0,
            exclusive: false,
            hooked: false,
            inits: 0,
            is_born: false,
            starts: 0,
            shutdowns: 0,
            owes_shutdown: false,
        };
        self.values.insert(id, value);
        id
    }

    pub fn place(&mut self, id: Id) {
        let (entity, kind) = (self.value(id).entity, self.value(id).kind);
        let world = self.world();
        if !world.kinds.contains(&kind) {
            world.kinds.push(kind);
        }
        let owner = world.entities.get_mut(&entity).expect("a component is added to a live entity");
        let before = owner.slots.insert(kind, id);
        assert_eq!(before, None, "one component of a type for each entity");
        self.value(id).live = true;
        self.note_change(kind, Changes::Perhaps);
    }

    pub fn note_change(&mut self, kind: Kind, change: Changes) {
        if !tags::waits(kind) {
            return;
        }
        let store = self.store(kind);
        if store.changes != Changes::Pending {
            store.changes = change;
        }
    }

    /// Puts the new value of an `insert` in the place of the old one, once it can be seen.
    pub fn finish_insert(&mut self, new: Id) {
        let Some(place) = self.inserts.iter().position(|insert| insert.0 == new) else { return };
        let (_, old) = self.inserts.remove(place);
        let Some(old) = old.filter(|&old| self.value(old).live) else { return self.place(new) };
        if self.is_value_borrowed(old, false) && tags::waits(self.value(old).kind) {
            // Its `shutdown` has kept something that has borrowed it.
            return self.supersede(old, new);
        }
        // A value that is not borrowed is replaced in its row, which keeps its switch and its turn.
        let (own_off, kind) = (self.value(old).own_off, self.value(old).kind);
        let changes = self.store(kind).changes;
        self.die(old);
        self.place(new);
        self.store(kind).changes = changes;
        self.value(new).own_off = own_off;
        self.predecessors.insert(new, old);
        self.successors.insert(old, new);
    }

    /// Puts a value in the place of one that is borrowed, on a row of its own.
    pub fn supersede(&mut self, old: Id, new: Id) {
        let own_off = self.value(old).own_off;
        self.die(old);
        self.place(new);
        self.value(new).own_off = own_off;
    }

    /// The value that stands now in the row of another.
    pub fn resolve(&self, id: Id) -> Id {
        self.successors.get(&id).map_or(id, |&new| self.resolve(new))
    }

    pub fn script_of(&mut self, kind: Kind) -> Script {
        if kind == Kind::Tracked { std::mem::take(&mut self.script) } else { Script::default() }
    }

    // ---- deaths ----

    pub fn die(&mut self, id: Id) {
        if !self.value(id).live {
            return;
        }
        let borrowed = self.is_value_borrowed(id, false) || self.is_counted_tag(id);
        let value = self.value(id);
        value.live = false;
        let (entity, kind) = (value.entity, value.kind);
        let world = self.world();
        world.entities.get_mut(&entity).expect("its entity lives").slots.remove(&kind);
        if borrowed {
            let index = entity.index();
            self.world().limbo.push((index, id));
        }
        // Where nothing is borrowed, a row may be left at once.
        let waits = self.is_store_borrowed(self.current, kind);
        self.note_change(kind, if waits { Changes::Pending } else { Changes::Perhaps });
    }

    pub fn finish_despawn(&mut self, entity: Entity) {
        let Some(owner) = self.world().entities.get(&entity) else { return };
        for id in owner.slots.values().copied().collect::<Vec<_>>() {
            let value = self.value(id);
            value.owes_shutdown = value.kind.has_shutdown();
            self.die(id);
        }
        self.world().entities.remove(&entity);
    }

    /// At a sync point, an entity may be gone that its `despawn` or `clear` has not reported yet.
    fn finish_despawn_at(&mut self, index: u32) {
        if self.at_sync_point == 0 {
            return;
        }
        let world = self.world();
        let gone = world.entities.iter().find(|(entity, owner)| {
            entity.index() == index && (owner.dying || world.clearing.contains(entity))
        });
        if let Some(entity) = gone.map(|(&entity, _)| entity) {
            self.finish_despawn(entity);
        }
    }

    /// Ends an entity without the ends of its components, but of those whose `init` has run.
    pub fn undo(&mut self, entity: Entity) {
        let slots = self.world().entities.get(&entity).map(|owner| owner.slots.clone());
        self.finish_despawn(entity);
        for id in slots.unwrap_or_default().into_values() {
            let value = self.value(id);
            value.owes_shutdown &= value.is_born;
        }
    }

    /// Notes that `clear` has come to the entity of this value, unless another call is about to end the
    /// value.
    pub fn note_clear(&mut self, id: Id) {
        self.note_kill_of(id);
        let Value { entity, live, dying, .. } = *self.value(id);
        let world = self.world();
        if !live || dying || world.entities.get(&entity).is_none_or(|owner| owner.dying) {
            return;
        }
        let Some(place) = world.clearing.iter().position(|&next| next == entity) else { return };
        world.entities.get_mut(&entity).expect("seen above").dying = true;
        for earlier in world.clearing.drain(..place).collect::<Vec<_>>() {
            self.finish_despawn(earlier);
        }
    }

    /// Notes deaths that a call has not reported yet.
    pub fn note_drop(&mut self, id: Id) {
        self.note_killed();
        let (entity, live) = (self.value(id).entity, self.value(id).live);
        if !live {
            return;
        }
        if let Some(&(new, _)) = self.inserts.iter().find(|insert| insert.1 == Some(id)) {
            return self.finish_insert(new);
        }
        self.note_clear(id);
        if self.world().entities.get(&entity).is_some_and(|owner| owner.dying) {
            self.finish_despawn(entity);
        } else if self.value(id).dying {
            self.value(id).owes_shutdown = true;
            self.die(id);
        }
    }

    // ---- sync points ----

    pub fn has_waiting_scripts(&self) -> bool {
        let mut values = self.values.iter().filter(|(_, value)| value.world == self.current);
        values.any(|(id, value)| value.is_made && !value.live && !self.drops.contains_key(id))
    }

    /// What was pending may have been done at the end of the call.
    pub fn decay(&mut self) {
        for world in [0, 1] {
            for kind in KINDS {
                if !self.is_store_borrowed(world, kind)
                    && let Some(store) = self.worlds[world].stores.get_mut(&kind)
                    && store.changes == Changes::Pending
                {
                    store.changes = Changes::Perhaps;
                }
            }
        }
    }
}
