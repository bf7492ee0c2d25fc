//! Laws W1 to W5: worlds, their threads and their end.

mod sending;

use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use ecs_core::stats::WorldStats;
use ecs_core::{
    AddError, BorrowError, Borrower, Component, Entity, Handle, Query, QueryData, QueryFilter, SendError,
    View, With, Without, World, WorldError, query, update_all,
};

use crate::support::{assert_says, log, message_of, on_thread, take_log};

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
        assert_eq!(error, AddError::World { component: Some("Score"), error: WorldError::NoWorld });
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
        assert_eq!(error, AddError::World { component: Some("Score"), error: WorldError::NoWorld });
    });
}

#[test]
fn w2_the_functions_of_world_act_on_the_current_one() {
    #[derive(Component)]
    struct LogsEnd(u32);
    impl LogsEnd {
        fn shutdown(&mut self) {
            log(format!("{}", self.0));
        }
    }
    let (one, two) = (World::new(), World::new());
    let kept = one.enter(|| Entity::spawn().insert(LogsEnd(1)));
    let cleared = two.enter(|| {
        let cleared = Entity::spawn().insert(LogsEnd(2));
        let _ = Entity::spawn().insert(LogsEnd(3));
        World::clear();
        cleared
    });
    assert_eq!(take_log(), ["2", "3"], "lowest index first, with hooks");
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
fn w2_what_an_add_to_the_dead_makes_is_the_same_after_another_world_was_current() {
    #[derive(Component)]
    struct Made;
    impl Default for Made {
        fn default() -> Self {
            log("made");
            Self
        }
    }
    let dead = Entity::spawn().add::<Made>().entity();
    dead.despawn();
    take_log();
    assert!(dead.try_add::<Made>().is_err());
    let made = take_log();
    World::new().enter(|| _ = Entity::spawn());
    assert!(dead.try_add::<Made>().is_err());
    assert_eq!(take_log(), made);
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
fn w5_a_type_without_a_store_names_the_wrong_world_too() {
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
