//! Law C4: every ambient call, from every place where the library calls the user, has one defined outcome.
#![allow(dead_code, reason = "some values are there only to be dropped")]

use std::cell::Cell;

use ecs_core::{
    AddError, BorrowError, Borrower, Component, Entity, RemoveError, UpdateError, ViewError, World,
    try_update_all, update_all,
};

use crate::support::{Token, assert_says, ignore, live_tokens, message_of, try_caught};

/// Declares the places, and lists them.
macro_rules! places {
    ($($(#[$doc:meta])* $place:ident,)*) => {
        /// Where the library calls the user.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Place {
            $($(#[$doc])* $place,)*
        }
        use Place::*;

        const PLACES: &[Place] = &[$($place),*];
    };
}

places! {
    Default,
    AddWith,
    SpawnMany,
    Init,
    Update,
    OnDisable,
    OnEnable,
    /// After `init`.
    FirstEnable,
    /// Before the first pass.
    Start,
    /// In the call that kills the component, before `shutdown`.
    LastDisable,
    /// In the call that despawns the entity.
    DespawnDisable,
    /// At the sync point: the component was lent when it was killed.
    LateDisable,
    /// In the call that sends an event.
    Told,
    /// In the call that kills the component.
    Shutdown,
    /// In the call that despawns the entity.
    DespawnShutdown,
    /// At the sync point: the component was lent when it was killed.
    LateShutdown,
    Drop,
}

impl Place {
    /// The component that the place belongs to is alive, and lent to its hook.
    fn borrows_me(self) -> bool {
        matches!(self, Init | Update | OnDisable | OnEnable | FirstEnable | Start | Told) || self.is_dying()
    }
    /// The component is being killed, and still works.
    fn is_dying(self) -> bool {
        matches!(self, Shutdown | LastDisable) || self.is_despawning()
    }
    /// The entity is being despawned, and still works.
    fn is_despawning(self) -> bool {
        matches!(self, DespawnShutdown | DespawnDisable)
    }
    /// The component is dead, and its end comes now.
    fn is_late(self) -> bool {
        matches!(self, LateShutdown | LateDisable)
    }
}

type Call = fn(Place, Scene);

/// What a call may act on: an entity whose callback runs, and one that has an `Actor` and a `Prop`.
#[derive(Clone, Copy)]
struct Scene {
    me: Entity,
    other: Entity,
}

thread_local! {
    static SCRIPT: Cell<Option<(Place, Call)>> = const { Cell::new(None) };
    static SCENE: Cell<Option<Scene>> = const { Cell::new(None) };
    static INITS: Cell<u32> = const { Cell::new(0) };
    static SHUTDOWNS: Cell<u32> = const { Cell::new(0) };
    static RAN: Cell<u32> = const { Cell::new(0) };
}

/// Acts once, at its place.
fn act(places: &[Place]) {
    let Ok(Some((place, call))) = SCRIPT.try_with(Cell::get) else { return };
    if places.contains(&place) {
        SCRIPT.set(None);
        RAN.set(RAN.get() + 1);
        call(place, SCENE.get().expect("the scene is set"));
    }
}

/// Is sent.
struct Poke(u32);

#[derive(Component)]
#[component(on(Poke))]
struct Actor {
    mark: u32,
    token: Token,
}

impl Actor {
    fn new(mark: u32) -> Self {
        Self { mark, token: Token::new() }
    }
    fn init(&mut self) {
        INITS.set(INITS.get() + 1);
        act(&[Init]);
    }
    fn update(&mut self) {
        act(&[Update]);
    }
    fn on_disable(&mut self) {
        act(&[OnDisable, LastDisable, DespawnDisable, LateDisable]);
    }
    fn on_enable(&mut self) {
        act(&[OnEnable, FirstEnable]);
    }
    fn start(&mut self) {
        act(&[Start]);
    }
    fn on_poke(&mut self, poke: &Poke) {
        act(&[Told]);
        self.mark += poke.0;
    }
    fn shutdown(&mut self) {
        SHUTDOWNS.set(SHUTDOWNS.get() + 1);
        act(&[Shutdown, DespawnShutdown, LateShutdown]);
    }
}

impl std::default::Default for Actor {
    fn default() -> Self {
        act(&[Default]);
        Self::new(0)
    }
}

impl std::ops::Drop for Actor {
    fn drop(&mut self) {
        act(&[Drop]);
    }
}

#[derive(Component, Default)]
#[component(on(Poke))]
struct Prop {
    n: u32,
    ready: bool,
    token: Token,
}

impl Prop {
    fn init(&mut self) {
        self.ready = true;
    }
    fn update(&mut self) {
        self.n += 1;
    }
    fn on_poke(&mut self, poke: &Poke) {
        self.n += poke.0;
    }
}

/// Brings the library to call the user at a place.
fn drive(place: Place, call: Call) {
    let me = Entity::spawn();
    // First, so that the pass visits it first.
    if !matches!(place, Default | AddWith | SpawnMany | Init | FirstEnable) {
        me.insert(Actor::new(1));
    }
    let scene = Scene { me, other: Entity::spawn().with(Actor::new(7)).with(Prop::default()) };
    SCENE.set(Some(scene));
    let script = || SCRIPT.set(Some((place, call)));
    script();
    match place {
        Default => ignore(me.try_add::<Actor>()),
        AddWith => ignore(me.try_add_with(|| {
            act(&[AddWith]);
            Actor::new(2)
        })),
        SpawnMany => ignore(Entity::spawn_many(3, |_, me| {
            SCENE.set(Some(Scene { me, ..scene }));
            act(&[SpawnMany]);
            Actor::new(3)
        })),
        Init | FirstEnable => ignore(me.try_insert(Actor::new(4))),
        Update | Start => update_all(1.0),
        OnDisable => ignore(me.handle::<Actor>().set_enabled(false)),
        OnEnable => {
            SCRIPT.set(None);
            me.set_enabled(false);
            script();
            me.set_enabled(true);
        }
        Told => ignore(me.send(Poke(0))),
        Shutdown | LastDisable | Drop => ignore(me.kill::<Actor>()),
        DespawnShutdown | DespawnDisable => ignore(me.despawn()),
        LateShutdown | LateDisable => {
            let guard = me.borrow::<Actor>();
            me.kill::<Actor>();
            drop(guard);
            World::flush();
        }
    }
}

/// Every ambient call, with its outcome.
const CALLS: &[(&str, Call)] = &[
    ("spawn", |_, _| {
        let entity = Entity::spawn();
        assert!(entity.is_alive() && entity.components().is_empty());
        assert!(entity.despawn() && !entity.is_alive());
    }),
    ("spawn_many", |_, _| {
        let made = Entity::spawn_many(20, |n, _| (Prop { n: n as u32, ..Prop::default() }, Actor::new(8)));
        assert!(
            made.iter()
                .zip(0..)
                .all(|(entity, n)| entity.borrow::<Prop>().n == n && entity.borrow::<Prop>().ready)
        );
    }),
    ("add to a new entity", |_, _| {
        let inits = INITS.get();
        let (prop, actor) = (Entity::spawn().add::<Prop>(), Entity::spawn().add::<Actor>());
        assert!(prop.borrow().ready && actor.borrow().mark == 0);
        assert_eq!(INITS.get(), inits + 1);
    }),
    ("grow", |_, _| {
        let made: Vec<_> = (0..200).map(|n| Entity::spawn().insert(Actor::new(n))).collect();
        assert!(made.iter().zip(0..).all(|(actor, n)| actor.borrow_mut().mark == n));
        assert!(made.iter().step_by(3).all(|actor| actor.kill() && !actor.is_alive()));
    }),
    ("add another type to me", |place, scene| match scene.me.try_add::<Prop>() {
        Ok(prop) => assert!(!place.is_despawning() && prop.borrow().ready),
        Err(error) => {
            assert_eq!(error, AddError::Dying { component: "Prop", entity: scene.me });
            assert!(place.is_despawning());
        }
    }),
    ("add my type to me", |place, scene| {
        let added = scene.me.try_add_with(|| Actor::new(99));
        if place.is_dying() {
            assert_eq!(added.err(), Some(AddError::Dying { component: "Actor", entity: scene.me }));
            return;
        }
        let added = added.expect("adding is always allowed");
        assert!(added.is_alive());
        if !place.borrows_me() {
            assert_eq!(added.borrow().mark, 99);
        }
    }),
    ("insert my type to me", |place, scene| {
        let inserted = scene.me.try_insert(Actor::new(99));
        if place.is_dying() {
            assert_eq!(inserted.err(), Some(AddError::Dying { component: "Actor", entity: scene.me }));
        } else {
            assert_eq!(inserted.expect("inserting is always allowed").borrow().mark, 99);
        }
    }),
    ("insert over the other", |_, scene| {
        let (inits, shutdowns) = (INITS.get(), SHUTDOWNS.get());
        assert_eq!(scene.other.insert(Actor::new(55)).borrow().mark, 55);
        assert_eq!((INITS.get(), SHUTDOWNS.get()), (inits + 1, shutdowns + 1));
    }),
    ("remove from the other", |_, scene| {
        let shutdowns = SHUTDOWNS.get();
        assert!(scene.other.remove::<Prop>().is_some_and(|prop| prop.ready));
        assert!(scene.other.remove::<Actor>().is_some_and(|actor| actor.mark == 7));
        assert!(scene.other.remove::<Actor>().is_none() && !scene.other.has::<Actor>());
        assert_eq!(SHUTDOWNS.get(), shutdowns + 1);
    }),
    ("remove mine", |place, scene| match scene.me.try_remove::<Actor>() {
        Ok(removed) => assert!(removed.is_none() && !place.borrows_me()),
        Err(error) => {
            assert!(
                matches!(
                    error,
                    RemoveError::Borrowed {
                        component: "Actor",
                        by: Borrower::Hook | Borrower::PassHook { .. },
                        ..
                    }
                ),
                "{error}"
            );
            assert!(place.borrows_me() && scene.me.has::<Actor>());
            assert_says(&message_of(|| scene.me.remove::<Actor>()), &["Actor", "its own hook", "`kill`"]);
        }
    }),
    ("kill the other", |_, scene| {
        let shutdowns = SHUTDOWNS.get();
        assert!(scene.other.kill::<Actor>() && !scene.other.kill::<Actor>() && !scene.other.has::<Actor>());
        assert!(scene.other.kill::<Prop>() && !scene.other.has::<Prop>());
        assert_eq!(SHUTDOWNS.get(), shutdowns + 1);
    }),
    ("kill mine", |place, scene| {
        assert_eq!(scene.me.kill::<Actor>(), place.borrows_me() && !place.is_dying());
        assert!(!scene.me.kill::<Actor>());
        assert_eq!(scene.me.has::<Actor>(), place.is_dying());
    }),
    ("despawn the other", |_, scene| {
        assert!(scene.other.despawn() && !scene.other.despawn());
        assert!(!scene.other.is_alive() && !scene.other.has::<Actor>() && !scene.other.has::<Prop>());
    }),
    ("despawn me", |place, scene| {
        assert_eq!(scene.me.despawn(), !place.is_despawning());
        assert!(!scene.me.despawn());
        assert_eq!(scene.me.is_alive(), place.is_despawning());
        assert_eq!(scene.me.has::<Actor>(), place.is_despawning());
    }),
    ("borrow the other", |_, scene| {
        scene.other.borrow_mut::<Actor>().mark += 1;
        let (actor, mut prop) = (scene.other.borrow::<Actor>(), scene.other.borrow_mut::<Prop>());
        prop.n += actor.mark;
        assert!(scene.other.try_borrow_mut::<Actor>().is_err());
    }),
    ("borrow mine", |place, scene| match scene.me.try_borrow_mut::<Actor>() {
        Ok(_) => panic!("nobody else may have it now"),
        Err(BorrowError::Dead { .. } | BorrowError::Missing { .. }) => assert!(!place.borrows_me()),
        Err(error) => {
            assert!(
                place.borrows_me()
                    && matches!(
                        error,
                        BorrowError::Borrowed { by: Borrower::Hook | Borrower::PassHook { .. }, .. }
                    ),
                "{error}"
            );
        }
    }),
    ("views of another type", |_, scene| {
        assert_eq!(Prop::view()[scene.other.handle()].n, scene.other.borrow::<Prop>().n);
        let mut view = Prop::view_mut();
        view.iter_mut().for_each(|prop| prop.n += 1);
        let late = Entity::spawn().add::<Prop>();
        assert!(view.get(late).is_none() && late.borrow().ready);
        assert!(scene.other.kill::<Prop>() && view.get(scene.other.handle()).is_none());
    }),
    ("view of my type", |place, scene| match Actor::try_view_mut() {
        Ok(view) => {
            assert!(!place.borrows_me() && !place.is_late());
            assert_eq!(view[scene.other.handle()].mark, 7);
        }
        Err(error) => {
            assert!(place.borrows_me() || place.is_late(), "{error}");
            assert!(matches!(
                error,
                ViewError::Borrowed { by: Borrower::Hook | Borrower::PassHook { .. }, .. }
                    | ViewError::Unsettled { .. }
            ));
        }
    }),
    ("flush", |_, scene| {
        scene.other.kill::<Prop>();
        World::flush();
        assert_eq!(Prop::view().len(), Prop::count());
    }),
    ("clear", |place, scene| {
        World::clear();
        assert!(!scene.other.is_alive());
        assert_eq!(scene.me.is_alive(), place.is_despawning(), "it dies with the call that despawns it");
        assert_eq!(World::stats().alive, usize::from(place.is_despawning()));
    }),
    ("stats", |_, _| {
        let stats = World::stats();
        assert!(stats.alive >= 2 && stats.stores.iter().any(|store| store.component == "Actor"));
        assert_eq!(stats.spawned, stats.alive as u64 + stats.despawned);
    }),
    ("another world", |_, scene| {
        let world = World::new();
        let inner = world.enter(|| {
            assert!(!scene.other.is_alive() && scene.other.try_borrow::<Prop>().is_err());
            let actor = Entity::spawn().insert(Actor::new(5));
            assert_eq!((Actor::count(), Prop::count()), (1, 0));
            actor.entity().kill::<Actor>();
            Entity::spawn().add::<Prop>()
        });
        assert!(!inner.is_alive() && scene.other.is_alive());
        assert_eq!(world.enter(|| inner.borrow().n), 0);
        drop(world);
        assert_eq!(scene.other.borrow::<Actor>().mark, 7);
    }),
    ("update_all", |_, scene| {
        let n = scene.other.borrow::<Prop>().n;
        assert_eq!(try_update_all(1.0), Err(UpdateError::InsideHook));
        assert_eq!(Prop::try_update_all(1.0), Err(UpdateError::InsideHook));
        assert_says(&message_of(|| update_all(1.0)), &["inside a hook", "main loop"]);
        assert_says(&message_of(|| Actor::update_all(1.0)), &["inside a hook", "main loop"]);
        assert_eq!(scene.other.borrow::<Prop>().n, n, "nothing has run");
    }),
    ("send to the other", |place, scene| {
        let n = scene.other.borrow::<Prop>().n;
        assert_eq!(scene.other.send(Poke(10)), 2);
        assert_eq!(scene.other.borrow::<Prop>().n, n + 10);
        // Of a type that has an `init` to come, nobody is told before that.
        let told = if place == SpawnMany { 7 } else { 17 };
        assert_eq!(scene.other.borrow::<Actor>().mark, told);
        assert_eq!(Prop::send_all(Poke(1)), Prop::count());
        assert_eq!(scene.other.borrow::<Prop>().n, n + 11);
    }),
    ("send to me", |place, scene| {
        let listens = place.borrows_me() && place != OnDisable;
        assert_eq!(scene.me.send(Poke(10)), usize::from(listens), "it waits");
        scene.other.kill::<Actor>();
        assert_eq!(Actor::send_all(Poke(10)), usize::from(listens));
        assert_eq!(ecs_core::send_all(Poke(10)), usize::from(listens) + Prop::count());
    }),
    ("for_each of another type", |_, scene| {
        let n = scene.other.borrow::<Prop>().n;
        Prop::for_each(|prop| prop.n += 1);
        assert_eq!(scene.other.borrow::<Prop>().n, n + 1);
    }),
    ("for_each of my type", |_, scene| {
        let mut visited = Vec::new();
        Actor::for_each(|actor| visited.push(actor.entity()));
        assert_eq!(visited, [scene.other], "the others");
    }),
    ("switch the other", |_, scene| {
        assert!(
            scene.other.handle::<Actor>().set_enabled(false) && !scene.other.handle::<Actor>().is_enabled()
        );
        assert!(scene.other.set_enabled(false) && !scene.other.handle::<Prop>().is_enabled());
        assert!(scene.other.set_enabled(true) && scene.other.handle::<Prop>().is_enabled());
        assert!(!scene.other.handle::<Actor>().is_enabled(), "it has a switch of its own");
    }),
    ("switch mine", |place, scene| {
        let was_alive = scene.me.is_alive();
        assert_eq!(scene.me.handle::<Actor>().set_enabled(false), place.borrows_me());
        assert!(!scene.me.handle::<Actor>().is_enabled());
        assert_eq!(scene.me.set_enabled(false), was_alive);
        assert!(!scene.me.is_enabled());
    }),
    ("reserve and count", |_, _| {
        let count = Actor::count();
        Actor::reserve(1_000);
        Prop::reserve(1_000);
        assert_eq!(Actor::count(), count);
        assert_eq!(World::set_init_limit(300), Ok(()));
    }),
];

#[test]
fn c4_every_ambient_call_from_every_callback_has_a_defined_outcome() {
    let mut failures = Vec::new();
    for &place in PLACES {
        for &(name, call) in CALLS {
            // A thread of its own is a world of its own.
            let run = move || {
                drive(place, call);
                assert_eq!(RAN.get(), 1, "the callback was not called");
                World::flush();
                assert_eq!(Actor::view().len() + Prop::view().len(), Actor::count() + Prop::count());
                assert_eq!(
                    live_tokens(),
                    Actor::count() + Prop::count(),
                    "each value drops once, at a sync point"
                );
                let fresh = Entity::spawn().add::<Prop>();
                update_all(1.0);
                assert_eq!(fresh.borrow().n, 1, "the next frame runs");
                assert!(Actor::try_view_mut().is_ok() && Prop::try_view_mut().is_ok(), "nothing is lent");
                World::clear();
                assert_eq!((live_tokens(), World::stats().alive), (0, 0));
            };
            let result = std::thread::spawn(move || try_caught(run)).join().expect("panics are caught");
            if let Err(caught) = result {
                failures
                    .push(format!("{place:?} / {name}: {} ({}:{})", caught.text, caught.file, caught.line));
            }
        }
    }
    assert!(failures.is_empty(), "{} fail:\n{}", failures.len(), failures.join("\n"));
}
