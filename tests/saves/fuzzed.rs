//! Bytes that may be a save, read into a world that has something in it: they are loaded, or refused and the
//! world is as it was. The fuzzer includes this file.
#![allow(dead_code, reason = "tokens are there to be dropped")]

use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;

use ecs_core::{
    Archetype, Component, Entity, Handle, LoadError, Pool, Save, Singleton, World, time, update_all,
};
use serde::{Deserialize, Serialize};

thread_local! {
    static TOKENS: Cell<isize> = const { Cell::new(0) };
    static KNOWN: OnceCell<Known> = const { OnceCell::new() };
}

/// Counts the values that are there.
#[derive(Debug)]
pub struct Token(());

impl Default for Token {
    fn default() -> Self {
        TOKENS.set(TOKENS.get() + 1);
        Self(())
    }
}

impl Drop for Token {
    fn drop(&mut self) {
        let _ = TOKENS.try_with(|tokens| tokens.set(tokens.get() - 1));
    }
}

/// A plain value.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
pub struct Hull(pub u32);

#[derive(Serialize, Deserialize, Default, Debug)]
pub enum Order {
    #[default]
    Idle,
    Chase(Handle<Hull>),
    Guard {
        whom: Entity,
        from: Option<Entity>,
    },
}

/// Refers to others, wherever it can.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
pub struct Gun {
    pub target: Handle<Hull>,
    pub crew: Vec<Option<Entity>>,
    pub by_name: BTreeMap<String, Handle<Gun>>,
    pub by_whom: BTreeMap<Entity, i8>,
    pub order: Order,
    #[serde(skip)]
    pub token: Token,
}

/// A tag.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
pub struct Burning;

/// No size, and hooks.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
pub struct Bell;

impl Bell {
    fn on_load(&mut self) {}

    fn update(&mut self, hull: Option<&mut Hull>) {
        hull.into_iter().for_each(|hull| hull.0 = hull.0.wrapping_add(1));
    }

    fn shutdown(&mut self) {}
}

#[derive(Singleton, Serialize, Deserialize, Default, Debug)]
pub struct Score {
    pub points: u64,
    pub best: Option<Handle<Gun>>,
    #[serde(skip)]
    pub token: Token,
}

/// Has the members of a pool.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
pub struct Cave {
    pub bats: Pool<Archetype<(Hull, Ready)>>,
    pub door: Entity,
}

/// A generic type.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
pub struct Stack<T>(pub Vec<T>, #[serde(skip)] pub Token);

/// Had another name, and two other forms.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
#[component(save = "health")]
#[component(was("Hp" => |now: u16| Health { now: now.into(), ..Health::default() }))]
#[component(was(1 => OldHealth::now))]
pub struct Health {
    pub now: i64,
    pub last_hit_by: Option<Handle<Gun>>,
    #[serde(skip)]
    pub token: Token,
}

#[derive(Deserialize)]
struct OldHealth {
    now: i32,
    by: Option<Handle<Gun>>,
}

impl OldHealth {
    fn now(self) -> Health {
        Health { now: self.now.into(), last_hit_by: self.by, ..Health::default() }
    }
}

/// Has its hooks, and waits for its `start`.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
#[component(track, requires(Hull))]
pub struct Ready {
    #[component(sibling)]
    #[serde(skip)]
    pub hull: Handle<Hull>,
    pub starts: u8,
    #[serde(skip)]
    pub token: Token,
}

impl Ready {
    fn on_enable(&mut self) {}

    fn on_disable(&mut self) {}

    fn on_load(&mut self, me: Entity, hull: Option<&mut Hull>) {
        assert!(hull.is_none() || self.hull == me.handle());
    }

    fn on_reset(&mut self) {}

    fn start(&mut self) {
        self.starts = self.starts.wrapping_add(1);
    }

    fn shutdown(&mut self) {}
}

/// Keeps its order: parents first.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
#[component(inherits)]
pub struct Depth(pub u32);

impl Depth {
    fn inherit(&mut self, parent: Option<&Self>) {
        self.0 = parent.map_or(0, |parent| parent.0.wrapping_add(1));
    }
}

/// Not in the list.
#[derive(Component, Default, Debug)]
pub struct Unlisted;

/// All kinds of types.
pub type All =
    ((Hull, Gun, Burning, Bell, Score), (Cave, Stack<Handle<Hull>>, Stack<u8>, Health, (Ready, Depth)));

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Postcard,
    Json,
}

pub const FORMS: [Form; 2] = [Form::Json, Form::Postcard];

impl Form {
    pub fn write(self) -> Vec<u8> {
        let written = match self {
            Self::Postcard => Save::<All>::write_with(postcard::to_allocvec),
            Self::Json => Save::<All>::write_with(serde_json::to_vec),
        };
        written.unwrap_or_else(|error| panic!("{self:?}: {error}")).0
    }

    fn read(self, bytes: &[u8], replaces: bool) -> Result<(), LoadError> {
        let report = match (self, replaces) {
            (Self::Postcard, false) => Save::<All>::read_with(|| postcard::from_bytes(bytes)),
            (Self::Postcard, true) => Save::<All>::reload_with(|| postcard::from_bytes(bytes)),
            (Self::Json, false) => Save::<All>::read_with(|| serde_json::from_slice(bytes)),
            (Self::Json, true) => Save::<All>::reload_with(|| serde_json::from_slice(bytes)),
        };
        report.map(|report| assert!(report.entities().len() <= bytes.len()))
    }
}

/// Makes something of all kinds.
pub fn something() {
    let holes = [(); 3].map(|()| Entity::spawn());
    let ship = Entity::spawn().with(Hull(5)).with(Burning).with(Depth(0));
    ship.set_name("ship");
    let turret = Entity::spawn().with(Hull(2)).with(Bell).child_of(ship);
    let gun = Entity::spawn().child_of(turret);
    gun.insert(Gun {
        target: ship.handle(),
        crew: vec![None, Some(turret), Some(gun), Some(holes[1])],
        by_name: [("own".to_owned(), gun.handle())].into(),
        by_whom: [(ship, -1), (gun, 1)].into(),
        order: Order::Guard { whom: ship, from: Some(holes[0]) },
        token: Token::default(),
    });
    gun.with(Health { now: 40, last_hit_by: Some(gun.handle()), token: Token::default() });
    gun.with(Depth(0)).add::<Ready>();
    turret.set_enabled(false);
    turret.handle::<Hull>().set_enabled(false);
    ship.handle::<Burning>().set_enabled(false);
    let cave = Entity::spawn().insert(Cave { door: ship, ..Cave::default() });
    let bats = [(); 3].map(|()| cave.borrow().bats.take());
    assert!(cave.borrow().bats.give_back(bats[1]));
    Entity::spawn()
        .with(Stack(vec![ship.handle::<Hull>(), turret.handle()], Token::default()))
        .add::<Unlisted>();
    Entity::spawn().with(Stack(vec![7_u8, 8], Token::default())).after(10.0, |_: Entity| ());
    Score::set(Score { points: 7, best: Some(gun.handle()), token: Token::default() });
    update_all(0.1);
    ship.add::<Ready>();
    holes[1].despawn();
}

/// All that can be seen of a world.
#[derive(PartialEq, Debug)]
struct Seen {
    dump: String,
    time: String,
    counts: [u64; 5],
    stores: Vec<(&'static str, usize, usize)>,
    save: Vec<u8>,
    tokens: isize,
}

impl Seen {
    fn now() -> Self {
        let (dump, tokens) = (World::dump(), TOKENS.get());
        let stats = World::stats();
        let pending = (stats.timers + stats.tasks) as u64;
        let counts = [stats.alive as u64, stats.spawned, stats.despawned, pending, stats.soft.count];
        let stores = stats.stores.iter().map(|store| (store.component, store.count, store.enabled)).collect();
        Self { dump, time: format!("{:?}", time()), counts, stores, save: Form::Postcard.write(), tokens }
    }

    #[track_caller]
    fn assert_unchanged(&self, error: &LoadError) {
        let now = Self::now();
        let said = |seen: &Self| {
            let Self { dump, time, counts, stores, tokens, .. } = seen;
            format!("{dump}\n{time}\n{counts:?}\n{stores:?}\n{tokens} tokens")
        };
        assert!(now == *self, "{error}: now\n{}\nbefore\n{}", said(&now), said(self));
    }
}

/// The parts of the ids that come next.
fn next_ids() -> [(u32, u32); 3] {
    [(); 3].map(|()| Entity::spawn()).map(|entity| (entity.index(), entity.generation()))
}

/// What is known of each world in which [`something`] was made.
struct Known {
    seen: Seen,
    next: [(u32, u32); 3],
}

impl Known {
    fn new() -> Self {
        World::new().enter(|| {
            something();
            Self { seen: Seen::now(), next: next_ids() }
        })
    }
}

/// Reads bytes as a save: says whether they are one. Fails if they are not and anything has changed, or if
/// what was loaded cannot be saved and loaded, or does not end.
pub fn is_save(form: Form, bytes: &[u8]) -> bool {
    let world = World::new();
    let is_read = KNOWN.with(|known| {
        let known = known.get_or_init(Known::new);
        world.enter(|| {
            something();
            let read = form.read(bytes, false);
            match &read {
                Err(error) => {
                    known.seen.assert_unchanged(error);
                    let again = form.read(bytes, true).expect_err("it was refused before");
                    assert_eq!(again, *error);
                    assert_eq!(next_ids(), known.next, "{error}: the next ids");
                }
                Ok(()) => live_on(),
            }
            read.is_ok()
        })
    });
    drop(world);
    if is_read {
        World::new().enter(|| {
            something();
            let read = form.read(bytes, true);
            read.unwrap_or_else(|error| panic!("it was loaded beside what lives: {error}"));
            live_on();
        });
    }
    assert_eq!(TOKENS.get(), 0, "each value drops once");
    is_read
}

/// Does to a world what a game may do.
fn live_on() {
    drop(World::dangling().to_string());
    drop(World::dump());
    // As keys the dead would all become the same one, and that of the singletons has no place among others.
    let is_usual = |whom: &Entity| whom.is_alive() && *whom != Score::instance().entity();
    Gun::view_mut().iter_mut().for_each(|gun| gun.by_whom.retain(|whom, _| is_usual(whom)));
    for form in FORMS {
        let saved = form.write();
        World::new().enter(|| {
            let read = form.read(&saved, false);
            read.unwrap_or_else(|error| panic!("{form:?}: what was loaded was saved: {error}"));
            let again = form.write();
            assert!(
                again == saved,
                "{form:?}: another save\n{}\n{}",
                String::from_utf8_lossy(&saved),
                String::from_utf8_lossy(&again)
            );
        });
    }
    for cave in &Cave::view() {
        let live: Vec<Entity> = cave.bats.live().collect();
        let taken = cave.bats.try_take();
        live.first().map(|bat| cave.bats.give_back(*bat));
        taken.into_iter().for_each(|bat| _ = cave.bats.give_back(bat));
    }
    // Whatever the save says of them.
    World::set_most_fixed_steps(4);
    update_all(0.0);
    let all: Vec<Entity> =
        ecs_core::query::<Entity>().filter::<ecs_core::WithDisabled>().iter().step_by(2).collect();
    for entity in all {
        entity.set_enabled(!entity.is_switched_on());
        entity.add::<Ready>();
    }
    update_all(0.0);
    assert!(Score::try_view().is_ok() && Gun::try_view_mut().is_ok());
    World::reset();
    assert_eq!(World::stats().alive, 0);
}
