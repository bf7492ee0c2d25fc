//! Law C4: every ambient call, from every place where the library calls the user, has one defined outcome.
#![allow(dead_code, reason = "some values are there only to be dropped")]

mod calls;

use std::cell::Cell;

use ecs_core::{
    AddError, BorrowError, Borrower, Component, Entity, RemoveError, UpdateError, ViewError, World,
    try_update_all, update_all,
};

use self::calls::CALLS;
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
    /// At the sync point: the component was borrowed when it was killed.
    LateDisable,
    /// In the call that sends an event.
    Notified,
    /// In the call that kills the component.
    Shutdown,
    /// In the call that despawns the entity.
    DespawnShutdown,
    /// At the sync point: the component was borrowed when it was killed.
    LateShutdown,
    Drop,
}

impl Place {
    /// The component that the place belongs to is alive, and borrowed by its hook.
    fn borrows_me(self) -> bool {
        matches!(self, Init | Update | OnDisable | OnEnable | FirstEnable | Start | Notified)
            || self.is_dying()
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
        act(&[Notified]);
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
        Notified => ignore(me.send(Poke(0))),
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
                assert!(Actor::try_view_mut().is_ok() && Prop::try_view_mut().is_ok(), "nothing is borrowed");
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
