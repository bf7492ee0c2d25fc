//! Law C4 at sync points: `Drop` runs user code before, after and between the calls that it has nothing to do
//! with.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ecs_core::{AddError, Component, Entity, Handle, World, update_all};

use crate::support::{Token, ignore, live_tokens, passes_alone};

#[derive(Component, Default)]
struct Prop {
    n: u32,
    ready: bool,
    _token: Token,
}

impl Prop {
    fn numbered(n: u32) -> Self {
        Self { n, ..Self::default() }
    }
    fn init(&mut self) {
        self.ready = true;
    }
    fn update(&mut self) {
        self.n += 1;
    }
}

// ---- what is done first changes what the call was for ----

/// Runs a function when it is dropped.
#[derive(Component)]
struct Bomb(Option<Box<dyn FnOnce()>>);

impl Drop for Bomb {
    fn drop(&mut self) {
        if let Some(act) = self.0.take() {
            act();
        }
    }
}

/// Lets the next sync point run a function.
fn at_the_next_sync_point(act: impl FnOnce() + 'static) {
    let bomb = Entity::spawn().insert(Bomb(Some(Box::new(act))));
    let guard = bomb.borrow();
    bomb.kill();
    drop(guard);
}

#[test]
fn c4_despawn_of_an_entity_that_a_drop_despawns_first_is_false_and_ends_nothing_else() {
    let entity = Entity::spawn().with(Prop::default());
    let reborn = Rc::<RefCell<Option<Handle<Prop>>>>::default();
    let noted = reborn.clone();
    at_the_next_sync_point(move || {
        assert!(entity.despawn());
        let next = Entity::spawn();
        assert_eq!(next.index(), entity.index());
        noted.replace(Some(next.add::<Prop>()));
    });
    assert!(!entity.despawn(), "it was dead when its turn came");
    let reborn = reborn.take().expect("the drop has run");
    assert!(reborn.is_alive() && reborn.entity().is_alive() && reborn.borrow().ready);
    let (a, b) = (Entity::spawn(), Entity::spawn());
    assert!(
        a.index() != b.index()
            && a.index() != reborn.entity().index()
            && b.index() != reborn.entity().index()
    );
    let stats = World::stats();
    assert_eq!((stats.alive, stats.despawned), (4, 1));
}

#[test]
fn c4_add_of_a_component_that_a_drop_adds_first_keeps_that_one_alone() {
    let entity = Entity::spawn();
    at_the_next_sync_point(move || ignore(entity.insert(Prop::numbered(1))));
    let prop = entity.add_with(|| Prop::numbered(2));
    assert!(prop.is_alive());
    assert_eq!((Prop::count(), Prop::view().len(), live_tokens()), (1, 1, 1));
    assert!(prop.kill() && !prop.is_alive() && !prop.kill());
    assert_eq!((Prop::count(), Prop::view().len(), live_tokens()), (0, 0, 0));
    at_the_next_sync_point(move || ignore(entity.despawn()));
    let refused = entity.try_add::<Prop>();
    assert!(matches!(refused, Err(AddError::DeadEntity { component: "Prop", .. })), "{refused:?}");
    assert_eq!((Prop::count(), live_tokens()), (0, 0));
}

#[test]
fn c4_set_enabled_of_a_component_that_a_drop_kills_first_switches_no_other() {
    let props: Vec<_> = (0..3).map(|_| Entity::spawn().add::<Prop>()).collect();
    let first = props[0];
    at_the_next_sync_point(move || assert!(first.kill()));
    first.set_enabled(false);
    assert!(!first.is_alive());
    assert!(props[1].is_enabled() && props[2].is_enabled());
    let last = props[2];
    at_the_next_sync_point(move || assert!(last.kill()));
    last.set_enabled(false);
    assert!(props[1].is_enabled());
    update_all(1.0);
    assert_eq!((props[1].borrow().n, Prop::view().enabled().len()), (1, 1));
}

#[test]
fn c4_set_enabled_of_an_entity_that_a_drop_despawns_first_switches_no_other() {
    let entity = Entity::spawn();
    let reborn = Rc::new(Cell::new(Entity::NONE));
    let noted = reborn.clone();
    at_the_next_sync_point(move || {
        entity.despawn();
        noted.set(Entity::spawn());
    });
    entity.set_enabled(false);
    assert_eq!(reborn.get().index(), entity.index());
    assert!(reborn.get().is_alive() && reborn.get().is_enabled());
    assert!(reborn.get().add::<Prop>().is_enabled());
}

#[test]
fn c2_a_sync_point_inside_a_drop_runs_the_shutdown_that_is_owed() {
    thread_local! {
        static ENDED: Cell<u32> = const { Cell::new(0) };
    }
    #[derive(Component)]
    struct Owing(Option<Handle<Owing>>);
    impl Owing {
        fn shutdown(&mut self) {
            ENDED.set(ENDED.get() + 1);
        }
    }
    impl Drop for Owing {
        fn drop(&mut self) {
            let Some(other) = self.0 else { return };
            let guard = other.borrow();
            assert!(other.kill());
            drop(guard);
            assert_eq!((Owing::view().len(), ENDED.get()), (0, 2));
        }
    }
    let other = Entity::spawn().insert(Owing(None));
    assert!(Entity::spawn().insert(Owing(Some(other))).kill());
    World::flush();
    assert_eq!((Owing::count(), ENDED.get()), (0, 2));
}

// ---- calls without end: each runs in a process of its own, because an overflow of the stack would end this
// one ----

#[test]
#[cfg_attr(miri, ignore = "starts a process")]
fn c4_a_long_chain_of_kills_in_drop_is_a_loop() {
    let (passed, text) = passes_alone(module_path!(), "probe_chain_of_kills_in_drop");
    assert!(passed, "{text}");
}

#[test]
#[ignore = "run by the test above"]
fn probe_chain_of_kills_in_drop() {
    let mut next = None::<Entity>;
    for _ in 0..200_000 {
        let entity = Entity::spawn();
        let then = next.replace(entity);
        entity.insert(Bomb(Some(Box::new(move || ignore(then.map(Entity::despawn))))));
    }
    next.map(Entity::despawn);
    assert_eq!((Bomb::count(), World::stats().alive), (0, 0));
}

#[test]
#[cfg_attr(miri, ignore = "starts a process")]
fn c4_many_values_whose_drop_flushes_are_dropped_in_a_loop() {
    let (passed, text) = passes_alone(module_path!(), "probe_flush_in_drop");
    assert!(passed, "{text}");
}

#[test]
#[ignore = "run by the test above"]
fn probe_flush_in_drop() {
    drop_many(World::flush);
}

#[test]
#[cfg_attr(miri, ignore = "starts a process")]
fn c4_many_values_whose_drop_views_its_type_are_dropped_in_a_loop() {
    let (passed, text) = passes_alone(module_path!(), "probe_view_in_drop");
    assert!(passed, "{text}");
}

#[test]
#[ignore = "run by the test above"]
fn probe_view_in_drop() {
    drop_many(|| drop(Bomb::view()));
}

fn drop_many(act: fn()) {
    let bombs = Entity::spawn_many(200_000, |_, _| Bomb(Some(Box::new(act))));
    let guard = Entity::spawn().insert(Bomb(None)).borrow();
    assert!(bombs.into_iter().all(Entity::despawn));
    drop(guard);
    World::flush();
    assert_eq!((Bomb::count(), Bomb::view().len()), (1, 1));
}
