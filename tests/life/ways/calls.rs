//! The calls by which a component comes to an entity, or ends.

use std::cell::RefCell;

use ecs_core::{Archetype, Commands, Component, Entity, Pool, Prefab, Save, Schedule, World};

use super::kinds::Kind;

/// A call by which a component comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    Add,
    AddWith,
    Insert,
    Replace,
    InsertAll,
    ApplyWith,
    AddByCommand,
    InsertByCommand,
    InsertAllByCommand,
    SpawnByCommand,
    SpawnWith,
    SpawnMany,
    SpawnPrefab,
    Duplicate,
    Load,
    TakeFromPool,
    TakeAgain,
}

pub const ENTRIES: [Entry; 17] = [
    Entry::Add,
    Entry::AddWith,
    Entry::Insert,
    Entry::Replace,
    Entry::InsertAll,
    Entry::ApplyWith,
    Entry::AddByCommand,
    Entry::InsertByCommand,
    Entry::InsertAllByCommand,
    Entry::SpawnByCommand,
    Entry::SpawnWith,
    Entry::SpawnMany,
    Entry::SpawnPrefab,
    Entry::Duplicate,
    Entry::Load,
    Entry::TakeFromPool,
    Entry::TakeAgain,
];

impl Entry {
    /// Says whether the component comes on an entity that was there before.
    pub fn has_entity(self) -> bool {
        use Entry::*;
        matches!(
            self,
            Add | AddWith
                | Insert
                | Replace
                | InsertAll
                | ApplyWith
                | AddByCommand
                | InsertByCommand
                | InsertAllByCommand
        )
    }

    /// Says whether a new entity may be disabled from its beginning.
    pub fn copies(self) -> bool {
        matches!(self, Self::SpawnPrefab | Self::Duplicate | Self::Load)
    }

    /// Says whether a system gives the command: inside a hook none can run.
    pub fn is_command(self) -> bool {
        use Entry::*;
        matches!(self, AddByCommand | InsertByCommand | InsertAllByCommand | SpawnByCommand)
    }

    /// Says whether the component may take a value that was kept.
    pub fn takes_kept(self) -> bool {
        matches!(self, Self::Add | Self::AddByCommand)
    }

    /// Says whether `init` runs.
    pub fn is_birth(self) -> bool {
        !self.is_reuse() && self != Self::Load
    }

    /// Says whether the component or its value was used before.
    pub fn is_reuse(self) -> bool {
        matches!(self, Self::Duplicate | Self::TakeAgain)
    }
}

/// A call by which a component ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    Kill,
    Remove,
    RemoveAll,
    InsertOver,
    ReplaceOver,
    Despawn,
    DespawnMany,
    DespawnParent,
    KillByCommand,
    DespawnByCommand,
    ClearType,
    ClearWorld,
    ResetWorld,
    GiveBack,
}

impl Exit {
    /// Says whether a system gives the command: inside a hook none can run.
    pub fn is_command(self) -> bool {
        matches!(self, Self::KillByCommand | Self::DespawnByCommand)
    }
}

pub const EXITS: [Exit; 14] = [
    Exit::Kill,
    Exit::Remove,
    Exit::RemoveAll,
    Exit::InsertOver,
    Exit::ReplaceOver,
    Exit::Despawn,
    Exit::DespawnMany,
    Exit::DespawnParent,
    Exit::KillByCommand,
    Exit::DespawnByCommand,
    Exit::ClearType,
    Exit::ClearWorld,
    Exit::ResetWorld,
    Exit::GiveBack,
];

thread_local! {
    static CALL: RefCell<Option<Box<dyn FnOnce()>>> = const { RefCell::new(None) };
}

struct Go;

#[derive(Component)]
#[component(on(Go))]
struct Caller;

impl Caller {
    fn on_go(&mut self, _: &Go) {
        if let Some(call) = CALL.take() {
            call();
        }
    }
}

/// Makes a call inside a hook of another component.
pub fn inside_a_hook(call: impl FnOnce() + 'static) {
    CALL.set(Some(Box::new(call)));
    assert_eq!(Entity::spawn().with(Caller).send(Go), 1);
}

/// Runs a system that gives commands.
fn command(mut give: impl FnMut(Commands<'_>) + Send + 'static) {
    Schedule::new().add(move |commands: Commands| give(commands)).run(0.0);
}

/// What the calls need that is made before.
pub struct Source<T: Kind> {
    pub pool: Pool<Archetype<(T,)>>,
    prefab: Option<Prefab>,
    /// The entity that is duplicated.
    original: Option<Entity>,
    saved: String,
}

impl<T: Kind> Source<T> {
    /// Makes what an entry needs. Copies are to be enabled or not.
    pub fn new(entry: Option<Entry>, enabled: bool) -> Self {
        let mut source = Self { pool: Pool::default(), prefab: None, original: None, saved: String::new() };
        let build = |root: Entity| {
            root.insert(T::default());
            root.set_enabled(enabled);
        };
        match entry {
            Some(Entry::SpawnPrefab) => source.prefab = Some(Prefab::new(build)),
            Some(Entry::Duplicate) => {
                let original = Entity::spawn();
                build(original);
                source.original = Some(original);
            }
            Some(Entry::Load) => {
                source.saved = World::new().enter(|| {
                    build(Entity::spawn());
                    Save::<T>::write_with(serde_json::to_string).expect("it can be saved").0
                });
            }
            Some(Entry::TakeAgain) => assert!(source.pool.give_back(source.pool.take())),
            _ => {}
        }
        source
    }

    /// How many components it has already.
    pub fn count(&self) -> usize {
        usize::from(self.original.is_some())
    }
}

/// Lets a component come, on this entity or on a new one.
pub fn come<T: Kind>(entry: Entry, entity: Entity, source: &Source<T>) {
    match entry {
        Entry::Add => drop(entity.add::<T>()),
        Entry::AddWith => drop(entity.add_with(T::default)),
        Entry::Insert => drop(entity.insert(T::default())),
        Entry::Replace => assert!(entity.replace(T::default()).is_none()),
        Entry::InsertAll => drop(entity.insert_all((T::default(),))),
        Entry::ApplyWith => Archetype::<(T,)>::apply_with(entity, (T::default(),)),
        Entry::AddByCommand => command(move |commands| commands.add::<T>(entity)),
        Entry::InsertByCommand => command(move |commands| commands.insert(entity, T::default())),
        Entry::InsertAllByCommand => command(move |commands| commands.insert_all(entity, (T::default(),))),
        Entry::SpawnByCommand => command(move |commands| _ = commands.spawn(T::default())),
        Entry::SpawnWith => _ = Entity::spawn_with((T::default(),)),
        Entry::SpawnMany => _ = Entity::spawn_many(1, |_, _| (T::default(),)),
        Entry::SpawnPrefab => _ = source.prefab.as_ref().expect("it was built").spawn(),
        Entry::Duplicate => _ = source.original.expect("it was spawned").duplicate(),
        Entry::Load => {
            Save::<T>::read_with(|| serde_json::from_str(&source.saved)).expect("it was saved");
        }
        Entry::TakeFromPool | Entry::TakeAgain => _ = source.pool.take(),
    }
}

/// Lets the component of an entity end. The value that is given back drops last.
pub fn end<T: Kind>(exit: Exit, entity: Entity, source: &Source<T>) {
    match exit {
        Exit::Kill => assert!(entity.kill::<T>()),
        Exit::Remove => drop(entity.try_remove::<T>()),
        Exit::RemoveAll => assert_eq!(Archetype::<(T,)>::remove(entity), 1),
        Exit::InsertOver => drop(entity.insert(T::default())),
        Exit::ReplaceOver => drop(entity.try_replace(T::default())),
        Exit::Despawn => assert!(entity.despawn()),
        Exit::DespawnMany => assert_eq!(Entity::despawn_many(&[entity]), 1),
        Exit::DespawnParent => assert!(entity.parent().expect("it has one").despawn()),
        Exit::KillByCommand => command(move |commands| commands.kill(entity.handle::<T>())),
        Exit::DespawnByCommand => command(move |commands| commands.despawn(entity)),
        Exit::ClearType => assert_eq!(T::clear(), 1),
        Exit::ClearWorld => World::clear(),
        Exit::ResetWorld => World::reset(),
        Exit::GiveBack => assert!(source.pool.give_back(entity)),
    }
}
