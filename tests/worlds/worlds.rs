//! Laws W1 to W5: worlds, their threads and their end.

use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use ecs_core::{
    AddError, BorrowError, Borrower, Component, Entity, Handle, Query, QueryData, QueryFilter, SendError,
    View, With, Without, World, WorldError, WorldStats, query, update_all,
};

use crate::support::{assert_says, message_of, on_thread};

#[derive(Component, Default, Debug, PartialEq)]
struct Score(u32);

// ---- W1 ----

#[test]
fn w1_reads_never_make_a_world() {
    let foreign = Entity::spawn().insert(Score(1));
    on_thread(move || {
        let is_without_world = || {
            let error = foreign.try_borrow().unwrap_err();
            assert_eq!(error, BorrowError::World { component: "Score", error: WorldError::NoWorld });
        };
        is_without_world();
        assert!(foreign.get().is_none() && foreign.get_mut().is_none());
        assert!(!foreign.is_alive() && !foreign.entity().is_alive());
        assert!(!foreign.is_enabled() && !foreign.set_enabled(false));
        assert!(!foreign.kill() && !foreign.entity().despawn() && !foreign.entity().has::<Score>());
        assert_eq!(foreign.entity().remove::<Score>(), None);
        assert!(foreign.entity().components().is_empty());
        assert_eq!(Score::count(), 0);
        assert!(Score::view().is_empty() && Score::view_mut().is_empty());
        assert_eq!(Score(3).try_entity(), None);
        assert_eq!(World::stats(), WorldStats::default());
        World::flush();
        World::clear();
        update_all(0.1);
        Score::update_all(0.1);
        let error = foreign.entity().try_add::<Score>().unwrap_err();
        assert_eq!(error, AddError::World { component: "Score", error: WorldError::NoWorld });
        is_without_world();
        assert_says(&message_of(|| foreign.borrow()), &["Score", "no world", "Entity::spawn()"]);
    });
}

#[test]
fn w1_the_first_spawn_makes_the_threads_world() {
    on_thread(|| {
        let first = Entity::spawn();
        assert!(first.is_alive());
        assert_eq!((first.index(), World::stats().alive), (0, 1));
    });
}

#[test]
fn w1_threads_are_isolated() {
    let here = Entity::spawn().insert(Score(1));
    let there = on_thread(|| {
        assert_eq!(Score::count(), 0);
        let there = Entity::spawn().insert(Score(2));
        assert_eq!((there.entity().index(), Score::count()), (0, 1));
        there
    });
    assert_eq!((here.borrow().0, Score::count()), (1, 1));
    assert!(!there.is_alive());
}

// ---- W2 ----

#[test]
fn w2_enter_nests_and_is_restored() {
    let (outer, inner) = (World::new(), World::new());
    let own = Entity::spawn().insert(Score(0));
    let in_outer = outer.enter(|| {
        let in_outer = Entity::spawn().insert(Score(1));
        let in_inner = inner.enter(|| {
            assert!(!in_outer.is_alive() && !own.is_alive());
            let in_inner = Entity::spawn().insert(Score(2));
            outer.enter(|| assert_eq!(in_outer.borrow().0, 1));
            assert_eq!(in_inner.borrow().0, 2);
            in_inner
        });
        assert_eq!(in_outer.borrow().0, 1);
        assert!(!in_inner.is_alive());
        in_outer
    });
    assert_eq!(own.borrow().0, 0);
    assert!(!in_outer.is_alive());
}

#[test]
fn w2_enter_is_restored_on_unwind() {
    let own = Entity::spawn().insert(Score(0));
    let world = World::new();
    let message = message_of(|| {
        world.enter(|| {
            let _there = Entity::spawn().insert(Score(1));
            panic!("out of here")
        })
    });
    assert_eq!(message, "out of here");
    assert_eq!((own.borrow().0, Score::view()[0].0), (0, 0));
    assert_eq!(world.enter(Score::count), 1);
}

#[test]
fn w2_a_new_world_is_not_current() {
    on_thread(|| {
        let _world = World::new();
        let error = Handle::<Score>::NULL.entity().try_add::<Score>().unwrap_err();
        assert_eq!(error, AddError::World { component: "Score", error: WorldError::NoWorld });
    });
}

#[test]
fn w2_the_functions_of_world_act_on_the_current_one() {
    #[derive(Component)]
    struct Loud(u32);
    impl Loud {
        fn shutdown(&mut self) {
            crate::support::log(format!("{}", self.0));
        }
    }
    let (one, two) = (World::new(), World::new());
    let kept = one.enter(|| Entity::spawn().insert(Loud(1)));
    let cleared = two.enter(|| {
        let cleared = Entity::spawn().insert(Loud(2));
        let _ = Entity::spawn().insert(Loud(3));
        World::clear();
        cleared
    });
    assert_eq!(crate::support::take_log(), ["2", "3"], "lowest index first, with hooks");
    assert!(one.enter(|| kept.is_alive()) && !two.enter(|| cleared.is_alive()));
    assert_eq!((one.enter(World::stats).alive, two.enter(World::stats).alive), (1, 0));
    let stats = two.enter(World::stats);
    assert_eq!((stats.spawned, stats.despawned, stats.stores[0].count), (2, 2, 0));
}

#[test]
fn w2_a_type_finds_the_store_of_the_world_that_is_current() {
    #[derive(Component)]
    struct Generic<T: 'static>(T);
    let worlds: Vec<World> = (0..300).map(|_| World::new()).collect();
    let handles: Vec<_> = (0..300_u32)
        .map(|n| {
            worlds[n as usize].enter(|| {
                let entity = Entity::spawn().with(Score(n)).with(Generic(n));
                (entity.handle::<Score>(), entity.handle::<Generic<u32>>())
            })
        })
        .collect();
    let mut random = crate::support::Random(1);
    for _ in 0..if cfg!(miri) { 60 } else { 2_000 } {
        let n = random.below(300);
        worlds[n].enter(|| {
            let (score, generic) = handles[n];
            assert_eq!((score.borrow().0, generic.borrow().0), (n as u32, n as u32));
            assert_eq!(Score::view()[0].0, n as u32);
        });
    }
}

#[test]
fn w2_a_hook_may_enter_another_world() {
    #[derive(Component)]
    struct Room(World, Handle<Score>);
    impl Room {
        fn update(&mut self) {
            self.0.enter(|| {
                self.1.borrow_mut().0 += 1;
                Entity::spawn().add::<Score>();
            });
            assert_eq!(Score::count(), 0);
        }
    }
    let world = World::new();
    let score = world.enter(|| Entity::spawn().insert(Score(5)));
    let room = Entity::spawn().insert(Room(world, score));
    update_all(0.1);
    update_all(0.1);
    let room = room.borrow();
    assert_eq!(room.0.enter(|| (score.borrow().0, Score::count())), (7, 3));
}

// ---- W3 ----

/// Does not compile if `$type` implements `$bound`.
macro_rules! assert_not_impl {
    ($type:ty: $bound:path) => {{
        trait Ambiguous<A> {
            fn check() {}
        }
        impl<T: ?Sized> Ambiguous<()> for T {}
        impl<T: ?Sized + $bound> Ambiguous<u8> for T {}
        <$type as Ambiguous<_>>::check();
    }};
}

#[test]
fn w3_a_world_is_not_send_and_a_send_world_is() {
    fn is_send<T: Send>() {}
    assert_not_impl!(World: Send);
    assert_not_impl!(World: Sync);
    is_send::<ecs_core::SendWorld>();
}

#[test]
fn w3_a_type_that_is_not_send_is_named() {
    #[derive(Component)]
    struct Local(Rc<u32>);
    let world = World::new();
    let local = world.enter(|| {
        Entity::spawn().insert(Score(1));
        Entity::spawn().insert(Local(Rc::new(7)))
    });
    let (world, error) = world.into_send().unwrap_err();
    assert_eq!(error, SendError::NotSend { component: "Local" });
    assert_says(&error.to_string(), &["Local", "Send", "remove"]);
    assert_eq!(*world.enter(|| local.borrow().0.clone()), 7, "the world came back whole");
    // Without values the store may go: also when the last value died by a kill.
    assert!(world.enter(|| local.kill()));
    assert!(world.into_send().is_ok());
}

#[test]
fn w3_a_generic_type_is_send_if_its_bounds_prove_it() {
    #[derive(Component)]
    struct Unproven<T: 'static>(T);
    #[derive(Component)]
    struct Proven<T: Send + 'static>(T);
    let world = World::new();
    world.enter(|| Entity::spawn().insert(Unproven(1_u8)));
    let (_, error) = world.into_send().unwrap_err();
    assert!(matches!(error, SendError::NotSend { component } if component.contains("Unproven")));
    let world = World::new();
    let handle = world.enter(|| Entity::spawn().insert(Proven(1_u8)));
    let world = world.into_send().map_err(|(_, error)| error).unwrap();
    assert_eq!(on_thread(move || world.into_world().enter(|| handle.borrow().0)), 1);
}

#[test]
fn w3_a_borrow_keeps_the_world_here() {
    let world = World::new();
    let handle = world.enter(|| Entity::spawn().insert(Score(1)));
    let guard = world.enter(|| handle.borrow_mut());
    let (world, error) = world.into_send().unwrap_err();
    assert!(
        matches!(error, SendError::Busy { component: "Score", by: Borrower::Exclusive, .. }),
        "{error:?}"
    );
    assert_says(&error.to_string(), &["Score", "mutably borrowed", "drop that guard"]);
    drop(guard);
    std::mem::forget(world.enter(|| handle.borrow()));
    let (_, error) = world.into_send().unwrap_err();
    assert!(matches!(error, SendError::Busy { component: "Score", by: Borrower::Shared, .. }), "{error:?}");
}

#[test]
fn w3_a_view_keeps_the_world_here_also_if_it_is_empty() {
    let world = World::new();
    let entity = world.enter(|| Entity::spawn().insert(Score(1)).entity());
    world.enter(|| entity.remove::<Score>());
    let view: View<Score> = world.enter(Score::view);
    let (world, error) = world.into_send().map(drop).unwrap_err();
    assert!(matches!(error, SendError::Busy { component: "Score", by: Borrower::View, .. }), "{error:?}");
    drop(view);
    let view = world.enter(Score::view_mut);
    let (world, error) = world.into_send().map(drop).unwrap_err();
    assert!(matches!(error, SendError::Busy { component: "Score", by: Borrower::ViewMut, .. }), "{error:?}");
    drop(view);
    assert!(world.into_send().is_ok());
}

#[test]
fn w3_a_query_that_borrows_nothing_keeps_the_world_here_too() {
    #[track_caller]
    fn check<Q: QueryData, F: QueryFilter>(make: impl FnOnce() -> Query<'static, Q, F>) {
        let world = World::new();
        let entity = world.enter(|| Entity::spawn().with(Score(1)));
        let query = world.enter(make);
        let (world, error) = world.into_send().map(drop).unwrap_err();
        assert_eq!(error, SendError::Queried);
        assert_says(&error.to_string(), &["a query of it lives", "drop that query"]);
        drop(query);
        let sent = world.into_send().unwrap();
        on_thread(move || assert!(sent.into_world().enter(|| entity.has::<Score>())));
    }
    #[derive(Component)]
    struct Never;
    check(query::<Entity>);
    check(query::<(Entity, Option<&Never>)>);
    check(query::<&mut Never>);
    check(|| query::<Entity>().filter::<(With<Score>, Without<Never>)>());
}

#[test]
fn w3_a_round_trip_moves_values_and_drops_them_where_the_world_is() {
    #[derive(Component, Default)]
    struct Traveller {
        steps: u32,
        last: Option<Arc<Mutex<Option<ThreadId>>>>,
    }
    impl Traveller {
        fn update(&mut self) {
            self.steps += 1;
        }
    }
    impl Drop for Traveller {
        fn drop(&mut self) {
            if let Some(last) = &self.last {
                let before = last.lock().unwrap().replace(thread::current().id());
                assert_eq!(before, None, "dropped once");
            }
        }
    }
    let last = Arc::new(Mutex::new(None));
    let world = World::new();
    let value = Traveller { steps: 0, last: Some(last.clone()) };
    let handle = world.enter(|| Entity::spawn().insert(value));
    world.enter(|| update_all(0.1));
    let world = world.into_send().map_err(|(_, error)| error).unwrap();
    let back = on_thread(move || {
        let world = world.into_world();
        world.enter(|| {
            update_all(0.1);
            assert_eq!(handle.borrow().steps, 2);
            assert_eq!(Entity::spawn().index(), 1);
        });
        world.into_send().map_err(|(_, error)| error).unwrap()
    });
    assert!(!handle.is_alive(), "not here until it is entered");
    let world = back.into_world();
    world.enter(|| update_all(0.1));
    assert_eq!(world.enter(|| handle.borrow().steps), 3);
    let world = world.into_send().map_err(|(_, error)| error).unwrap();
    assert_eq!(*last.lock().unwrap(), None);
    let there = on_thread(move || {
        drop(world); // never unpacked
        thread::current().id()
    });
    assert_eq!(*last.lock().unwrap(), Some(there));
}

// ---- W5 ----

#[test]
fn w5_the_same_index_and_generation_in_another_world_is_the_wrong_world() {
    let (one, two) = (World::new(), World::new());
    let mine = one.enter(|| Entity::spawn().insert(Score(1)));
    let other = two.enter(|| Entity::spawn().insert(Score(2)));
    assert_ne!(mine, other);
    assert_eq!(format!("{mine:?}"), format!("{other:?}"), "the tag is left out");
    assert_eq!(format!("{}", mine.entity()), "0v1");
    let (component, entity) = ("Score", mine.entity());
    two.enter(|| {
        assert_eq!(mine.try_borrow().unwrap_err(), BorrowError::WrongWorld { component, entity });
        assert_eq!(mine.try_borrow_mut().unwrap_err(), BorrowError::WrongWorld { component, entity });
        assert_eq!(entity.try_add::<Score>().unwrap_err(), AddError::WrongWorld { component, entity });
        assert_eq!(entity.try_insert(Score(9)).unwrap_err(), AddError::WrongWorld { component, entity });
        for message in [message_of(|| mine.borrow()), message_of(|| entity.add::<Score>())] {
            assert_says(&message, &["Score", "0v1", "another world", "enter"]);
        }
        assert!(mine.get().is_none() && !mine.is_alive() && !mine.kill() && !mine.set_enabled(false));
        assert!(!entity.is_alive() && !entity.despawn() && !entity.set_enabled(false));
        assert_eq!(entity.remove::<Score>(), None);
        assert_eq!((Score::count(), other.borrow().0, other.is_enabled()), (1, 2, true));
        assert!(Score::view().get(mine).is_none());
    });
    assert_eq!(one.enter(|| mine.borrow().0), 1);
}

#[test]
fn w5_a_type_without_a_store_tells_the_wrong_world_too() {
    #[derive(Component, Default, Debug)]
    struct Unused;
    let mine = Entity::spawn();
    World::new().enter(|| {
        let _other = Entity::spawn();
        let wrong = BorrowError::WrongWorld { component: "Unused", entity: mine };
        assert_eq!(mine.try_borrow::<Unused>().unwrap_err(), wrong);
        let wrong = AddError::WrongWorld { component: "Unused", entity: mine };
        assert_eq!(mine.try_add::<Unused>().unwrap_err(), wrong);
    });
}

#[test]
fn w5_when_tags_collide_a_foreign_id_finds_only_what_is_here() {
    let one = World::new();
    let mine = one.enter(|| Entity::spawn().insert(Score(1)));
    // Tags are given round-robin, so one of the next worlds has the same; other tests take tags too.
    let two = (0..100_000)
        .map(|_| World::new())
        .find(|world| world.enter(|| Entity::spawn().insert(Score(2))) == mine)
        .expect("tags repeat");
    assert_eq!((one.enter(|| mine.borrow().0), two.enter(|| mine.borrow().0)), (1, 2));
    two.enter(|| mine.entity().despawn());
    assert!(one.enter(|| mine.is_alive()) && !two.enter(|| mine.is_alive()));
}
