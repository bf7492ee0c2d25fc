//! F1: the hidden world and other worlds: whose ids are whose, builders in builders, panics in builders.

use std::cell::Cell;

use ecs_core::{Entity, Prefab, PrefabError, World};

use crate::support::{assert_says, log, message_of, on_thread, passes_alone};
use crate::{Hooked, Plain, To, alive, logged, only_child};

#[test]
#[cfg_attr(miri, ignore = "starts a process")]
fn f1_ids_of_the_hidden_world_are_those_of_no_live_world_until_none_is_left() {
    let probe = "probe_all_tags_in_use";
    if let (false, text) = passes_alone(module_path!(), probe) {
        panic!("{text}");
    }
}

#[test]
#[ignore = "needs all tags of the process: run by another test"]
fn probe_all_tags_in_use() {
    if std::env::var_os("ECS_PROBE").is_none() {
        return;
    }
    assert!(Entity::spawn().is_alive(), "the world of this thread is one of them");
    let worlds: Vec<_> = (0..254).map(|_| World::new()).collect();
    let all: Vec<Entity> = worlds.iter().map(|world| world.enter(Entity::spawn)).collect();
    let prefab = Prefab::new(|root| {
        assert!(!all.contains(&root), "the last tag is that of the hidden world");
        _ = root.insert(Plain(1));
        let more = World::new();
        assert_ne!(more.enter(Entity::spawn), root, "that tag is not given away");
        let inner = Prefab::try_new(|_| ());
        assert_eq!(inner.err(), Some(PrefabError::TooManyWorlds), "nor to another builder");
    });
    // Their tags go round, so that one may come twice before the last one comes.
    let last: Vec<_> = (0..256).map(|_| World::new()).collect();
    assert_eq!(
        Prefab::try_new(|_| unreachable!("there is no world")).err(),
        Some(PrefabError::TooManyWorlds)
    );
    assert_eq!(prefab.try_variant(|_| unreachable!()).err(), Some(PrefabError::TooManyWorlds));
    assert_says(&message_of(|| Prefab::new(|_| ())), &["256 worlds"]);
    assert_eq!(prefab.spawn().borrow::<Plain>().0, 1, "spawning needs no world of its own");
    assert_eq!(prefab.spawn().duplicate().borrow::<Plain>().0, 1, "nor does duplicating");
    drop(last);
    assert_eq!(Prefab::new(|root| _ = root.insert(Plain(2))).spawn().borrow::<Plain>().0, 2);
}

#[test]
fn f1_worlds_that_are_made_while_a_builder_runs_have_other_ids() {
    Prefab::new(|root| {
        for _ in 0..300 {
            let world = World::new();
            let first = world.enter(Entity::spawn);
            assert_eq!((first.index(), first.generation()), (root.index(), root.generation()));
            assert_ne!(first, root);
            assert!(world.enter(|| !root.is_alive()));
        }
    })
    .spawn();
}

#[test]
fn f1_what_died_in_a_builder_is_dead_in_each_world_that_comes_later() {
    let prefab = Prefab::new(|root| {
        let dead = Entity::spawn();
        root.insert(To(dead));
        dead.despawn();
    });
    let copy = prefab.spawn();
    let to = copy.borrow::<To>().0;
    let variant = prefab.variant(|_| ()).spawn().borrow::<To>().0;
    for _ in 0..600 {
        World::new().enter(|| {
            let _all: Vec<_> = (0..3).map(|_| Entity::spawn()).collect();
            assert!(!to.is_alive() && !variant.is_alive(), "{to:?} is somebody else");
        });
    }
}

#[test]
fn f1_a_prefab_that_was_built_in_a_builder_keeps_outer_entities() {
    let outside = Entity::spawn();
    let prefab = Prefab::new(|root| {
        root.insert(To(outside));
        let inner = Prefab::new(|inner| {
            inner.insert(To(root));
            Entity::spawn().with(To(outside)).with(Plain(3)).child_of(inner);
        });
        for _ in 0..2 {
            inner.spawn().child_of(root);
        }
    });
    let (one, two) = (prefab.spawn(), prefab.spawn());
    for root in [one, two] {
        assert_eq!(root.borrow::<To>().0, outside);
        assert_eq!(root.children().count(), 2);
        for inner in root.children() {
            assert_eq!(inner.borrow::<To>().0, root, "of its own copy");
            let last = only_child(inner);
            assert_eq!((last.borrow::<To>().0, last.borrow::<Plain>().0), (outside, 3));
        }
    }
}

#[test]
fn f1_a_builder_may_copy_what_lives_in_its_own_world() {
    let prefab = Prefab::new(|root| {
        let gun = Entity::spawn().with(Plain(1)).with(To(root)).child_of(root);
        let twin = gun.duplicate();
        assert_eq!(twin.parent(), Some(root));
        twin.borrow_mut::<Plain>().0 = 2;
    });
    let root = prefab.spawn();
    let guns: Vec<_> = root.children().map(|gun| (gun.borrow::<Plain>().0, gun.borrow::<To>().0)).collect();
    assert_eq!(guns, [(1, root), (2, root)]);
}

#[test]
fn f1_a_builder_may_enter_another_world_and_come_back() {
    let other = World::new();
    let there = other.enter(|| Entity::spawn().with(Plain(5)));
    let prefab = Prefab::new(|root| {
        let number = other.enter(|| {
            there.borrow_mut::<Plain>().0 += 1;
            Entity::spawn().with(Hooked(7));
            there.borrow::<Plain>().0
        });
        root.with(Plain(number)).insert(To(there));
    });
    assert_eq!(logged(), "init 7, on_enable 7", "there hooks run");
    let copy = prefab.spawn();
    assert_eq!((copy.borrow::<Plain>().0, copy.borrow::<To>().0), (6, there));
    assert!(!there.is_alive() && other.enter(|| there.is_alive()));
}

#[test]
fn f1_a_builder_that_panics_leaves_nothing_and_the_outer_world_as_it_was() {
    let outer = Entity::spawn().with(Plain(1));
    let before = World::dump();
    let prefab = Prefab::new(|root| _ = root.insert(Plain(2)));
    for round in 0..300 {
        let text = message_of(|| {
            let build = |root: Entity| {
                Entity::spawn().with(Hooked(1)).child_of(root);
                let _guard = root.insert(Hooked(2)).borrow_mut();
                panic!("on purpose {round}");
            };
            if round % 2 == 0 { Prefab::new(build) } else { prefab.variant(build) }
        });
        assert_says(&text, &["on purpose"]);
        assert_eq!(World::dump(), before);
    }
    assert_eq!((logged().as_str(), outer.is_alive(), alive()), ("", true, 1));
    assert_eq!(prefab.spawn().borrow::<Plain>().0, 2, "what a variant begins with is as it was");
}

#[test]
fn f1_a_builder_of_an_inner_prefab_that_panics_leaves_the_outer_builder_as_it_was() {
    let prefab = Prefab::new(|root| {
        root.insert(Plain(1));
        message_of(|| Prefab::new(|inner| panic!("on purpose {inner:?}")));
        assert!(root.is_alive() && root.borrow::<Plain>().0 == 1);
        Entity::spawn().with(Plain(2)).child_of(root);
    });
    assert_eq!(only_child(prefab.spawn()).borrow::<Plain>().0, 2);
}

#[test]
fn f2_a_prefab_is_spawned_in_any_world_of_its_thread_and_lives_longer_than_any() {
    let outside = World::new().enter(Entity::spawn);
    let build = || {
        Prefab::new(|root| {
            let child = Entity::spawn().with(Plain(1)).with(To(outside)).child_of(root);
            root.with(Hooked(1)).insert(To(child));
        })
    };
    let first = World::new();
    let prefab = first.enter(build);
    drop(first);
    for _ in 0..3 {
        World::new().enter(|| {
            let root = prefab.spawn();
            assert_eq!(logged(), "init 1, on_enable 1");
            let child = only_child(root);
            assert_eq!((root.borrow::<To>().0, child.borrow::<To>().0), (child, outside));
        });
        logged();
    }
    assert_eq!(alive(), 0);
    let world = World::new();
    let roots = world.enter(|| prefab.spawn_many(3, |_, _| ()));
    drop(prefab);
    assert!(world.enter(|| roots.iter().all(|root| only_child(*root).borrow::<Plain>().0 == 1)));
}

#[test]
fn f1_threads_build_at_the_same_time() {
    let threads: Vec<_> = (0..4)
        .map(|number| {
            std::thread::spawn(move || {
                let mut roots = Vec::new();
                for _ in 0..50 {
                    let prefab = Prefab::new(|root| {
                        roots.push(root);
                        let child = Entity::spawn().with(Plain(number)).child_of(root);
                        root.insert(To(child));
                        std::thread::yield_now();
                    });
                    let copy = prefab.spawn();
                    assert_eq!(copy.borrow::<To>().0.borrow::<Plain>().0, number);
                }
                roots.len()
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().expect("it does not panic"), 50);
    }
}

#[test]
fn f1_a_prefab_in_a_thread_local_drops_with_its_thread() {
    thread_local! {
        static KEPT: Cell<Option<Prefab>> = const { Cell::new(None) };
    }
    on_thread(|| {
        KEPT.with(|_| ());
        KEPT.set(Some(Prefab::new(|root| _ = root.with(Hooked(1)).insert(To(root)))));
        assert!(Entity::spawn().is_alive());
    });
}

#[test]
fn f2_a_world_that_closes_gets_no_copies() {
    use std::rc::Rc;
    struct Asks(Rc<Prefab>);
    impl Drop for Asks {
        fn drop(&mut self) {
            log(format!("{:?}", self.0.try_spawn().is_err()));
            log(format!("{:?}", Prefab::try_new(|_| ()).is_ok()));
        }
    }
    #[derive(ecs_core::Component)]
    struct Last(#[expect(dead_code, reason = "it is dropped")] Asks);
    let prefab = Rc::new(Prefab::new(|root| _ = root.insert(Plain(1))));
    let world = World::new();
    world.enter(|| Entity::spawn().insert(Last(Asks(prefab))));
    drop(world);
    assert_eq!(logged(), "true, true", "a builder has a world of its own");
}
