//! Law W4: the end of worlds and threads.

mod callbacks;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::sync::mpsc::{Sender, channel};

use ecs_core::stats::WorldStats;
use ecs_core::{
    AddError, BorrowError, Component, Entity, Handle, Ref, RefMut, UpdateError, View, ViewError, World,
    WorldError, try_update_all,
};

use crate::support::{
    CountedDrop, DropCounter, PanicsInDrop, assert_says, log, message_of, on_thread, take_log,
};

#[derive(Component)]
struct Owned {
    value: u32,
    _token: CountedDrop,
}

impl Owned {
    fn new(value: u32, counter: &DropCounter) -> Self {
        Self { value, _token: counter.token() }
    }
}

#[derive(Component)]
struct Other {
    _token: CountedDrop,
}

#[derive(Component, Default, Debug)]
struct Plain(u32);

fn fill(counter: &DropCounter) -> Vec<Handle<Owned>> {
    let fill_one = |n| {
        let entity = Entity::spawn().with(Other { _token: counter.token() });
        entity.insert(Owned::new(n, counter))
    };
    let handles: Vec<_> = (0..20).map(fill_one).collect();
    handles[3].kill();
    handles[4].entity().despawn();
    handles[5].set_enabled(false);
    drop(handles[6].entity().remove::<Owned>());
    handles[7].entity().insert(Owned::new(7, counter));
    handles
}

#[test]
fn w4_thread_exit_drops_each_value_once() {
    let counter = DropCounter::default();
    let inside = counter.clone();
    on_thread(move || {
        fill(&inside);
        assert_eq!(inside.dropped(), 5);
    });
    assert_eq!((counter.made(), counter.dropped()), (41, 41));
}

#[test]
fn w4_world_drop_drops_each_value_once_without_hooks() {
    #[derive(Component)]
    struct Hooked {
        _token: CountedDrop,
    }
    impl Hooked {
        fn shutdown(&mut self) {
            log("shutdown");
        }
        fn on_disable(&mut self) {
            log("on_disable");
        }
    }
    let counter = DropCounter::default();
    let world = World::new();
    world.enter(|| {
        fill(&counter);
        Entity::spawn().insert(Hooked { _token: counter.token() });
    });
    drop(world);
    assert_eq!((counter.made(), counter.dropped()), (42, 42));
    assert_eq!(take_log(), [""; 0]);
}

#[test]
fn w4_world_drop_drops_what_was_pending_once() {
    let counter = DropCounter::default();
    let world = World::new();
    world.enter(|| {
        let handles: Vec<_> = (0..4).map(|n| Entity::spawn().insert(Owned::new(n, &counter))).collect();
        let guard = handles[0].borrow_mut();
        handles[0].kill();
        handles[2].kill();
        for n in 4..200 {
            Entity::spawn().insert(Owned::new(n, &counter));
        }
        handles[3].set_enabled(false);
        drop(guard); // nothing is flushed by that
        assert_eq!(counter.dropped(), 0);
    });
    drop(world);
    assert_eq!((counter.made(), counter.dropped()), (200, 200));
}

#[test]
fn w4_a_store_with_something_borrowed_is_leaked() {
    let (borrowed, free) = (DropCounter::default(), DropCounter::default());
    let world = World::new();
    let guard = world.enter(|| {
        let handle = Entity::spawn().with(Other { _token: free.token() }).insert(Owned::new(7, &borrowed));
        Entity::spawn().insert(Owned::new(8, &borrowed));
        handle.borrow_mut()
    });
    drop(world);
    assert_eq!(guard.value, 7, "still there");
    assert_eq!((borrowed.dropped(), free.dropped()), (0, 1));
    drop(guard);
    assert_eq!((borrowed.dropped(), free.dropped()), (0, 1), "leaked, never freed");
}

#[test]
fn w4_a_view_outlives_its_world() {
    let counter = DropCounter::default();
    let world = World::new();
    let view: View<Owned> = world.enter(|| {
        for n in 0..100 {
            Entity::spawn().insert(Owned::new(n, &counter));
        }
        Owned::view()
    });
    drop(world);
    assert_eq!(view.iter().map(|owned| owned.value).sum::<u32>(), 4950);
    drop(view);
    assert_eq!(counter.dropped(), 0);
}

#[test]
fn w4_a_dying_component_that_is_borrowed_outlives_its_world() {
    let counter = DropCounter::default();
    let world = World::new();
    let guard = world.enter(|| {
        let handle = Entity::spawn().insert(Owned::new(7, &counter));
        let guard = handle.borrow();
        handle.entity().despawn();
        guard
    });
    drop(world);
    assert_eq!((guard.value, counter.dropped()), (7, 0));
    assert_eq!(guard.try_entity(), None, "its world is gone");
}

#[test]
fn w4_values_that_hold_guards_and_worlds_are_dropped_once() {
    #[derive(Component)]
    struct Holder {
        _guard: RefMut<Owned>,
        _world: World,
        _token: CountedDrop,
    }
    let counter = DropCounter::default();
    let world = World::new();
    world.enter(|| {
        let inner = World::new();
        inner.enter(|| Entity::spawn().insert(Owned::new(1, &counter)));
        let owned = Entity::spawn().insert(Owned::new(2, &counter));
        let holder = Holder { _guard: owned.borrow_mut(), _world: inner, _token: counter.token() };
        Entity::spawn().insert(holder);
    });
    drop(world);
    assert_eq!((counter.made(), counter.dropped()), (3, 3));
}
