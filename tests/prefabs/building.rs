//! F1: what the closure that builds a prefab may do: no hook runs in it, and all that it leaves is copied.

use std::cell::RefCell;

use ecs_core::{
    Add, Archetype, Attach, Component, Entity, Handle, Pool, Prefab, PrefabError, Singleton, World, find,
    observe, update_all,
};
use serde::{Deserialize, Serialize};

use crate::support::{assert_says, log, message_of};
use crate::{Hooked, Plain, To, alive, logged, only_child};

#[derive(Singleton, Default)]
struct Score(u32);

/// Observes `Plain` and its own children.
#[derive(Component, Clone, Default)]
#[component(on(Add<Plain>, Attach))]
struct Radar;

impl Radar {
    fn on_add_plain(&mut self, e: &Add<Plain>) {
        log(format!("Add {}", e.borrow().0));
    }

    fn on_attach(&mut self, _: &Attach) {
        log("Attach");
    }
}

#[derive(Component, Clone, Default)]
#[component(requires(Plain))]
struct Needy(u32);

impl Needy {
    fn init(&mut self, plain: &Plain) {
        log(format!("needy {} {}", self.0, plain.0));
    }
}

#[test]
fn f1_no_hook_runs_where_a_prefab_is_built() {
    let prefab = Prefab::new(|root| {
        root.with(Radar).with(Hooked(1)).with(Needy(1));
        assert!(!root.has::<Plain>(), "what is required comes with the copy");
        let child = Entity::spawn().with(Hooked(2)).with(Plain(2)).child_of(root);
        child.set_enabled(false);
        child.set_enabled(true);
        let handle = child.handle::<Hooked>();
        assert!(handle.set_enabled(false) && handle.set_enabled(true));
        child.insert(Hooked(3));
        child.kill::<Hooked>();
        child.insert(Hooked(4));
        assert_eq!(child.remove::<Hooked>().map(|it| it.0), Some(4));
        let gone = Entity::spawn().with(Hooked(5)).child_of(child);
        gone.detach();
        gone.child_of(root);
        gone.despawn();
        Entity::despawn_many(&Entity::spawn_many(3, |_, _| (Hooked(6), Plain(6))));
        World::flush();
    });
    assert_eq!(logged(), "", "while it was built");
    assert_eq!(alive(), 0, "nothing of it is in this world");
    drop(prefab);
    assert_eq!(logged(), "", "nor when it drops");
}

#[test]
fn f1_no_end_runs_where_a_prefab_is_built_of_what_is_borrowed_or_killed_in_bulk() {
    let prefab = Prefab::new(|root| {
        let entity = Entity::spawn().with(Hooked(1));
        let guard = entity.borrow::<Hooked>();
        entity.kill::<Hooked>();
        drop(guard);
        World::flush();
        let guard = root.insert(Hooked(2)).borrow();
        root.insert(Hooked(3));
        drop(guard);
        World::flush();
        let guard = entity.insert(Hooked(4)).borrow();
        entity.despawn();
        drop(guard);
        World::flush();
        root.insert(Hooked(5));
    });
    assert_eq!(logged(), "");
    assert_eq!(prefab.spawn().borrow::<Hooked>().0, 5);
    assert_eq!(logged(), "init 5, on_enable 5");
}

#[test]
fn f1_no_end_runs_where_a_prefab_is_built_of_a_type_that_has_nothing_but_an_end() {
    #[derive(Component, Clone)]
    struct Ends(u32);
    impl Ends {
        fn shutdown(&mut self) {
            log(format!("ends {}", self.0));
        }
    }
    let build = |root: Entity| {
        let entity = Entity::spawn().with(Ends(1));
        entity.insert(Ends(2));
        entity.kill::<Ends>();
        Entity::spawn().with(Ends(3)).despawn();
        let guard = entity.insert(Ends(4)).borrow();
        entity.insert(Ends(5));
        drop(guard);
        World::flush();
        let guard = entity.borrow::<Ends>();
        entity.despawn();
        drop(guard);
        World::flush();
        let both = [(); 2].map(|()| Entity::spawn().with(Ends(6)));
        let guard = both[0].borrow::<Ends>();
        Entity::despawn_many(&both);
        drop(guard);
        World::flush();
        root.insert(Ends(7));
    };
    let prefab = Prefab::new(build);
    assert_eq!(logged(), "");
    let roots = prefab.spawn_many(2, |number, root| assert!(number == 1 || root.kill::<Ends>()));
    assert_eq!(logged(), "ends 7", "where it lives it ends with its hook");
    roots[1].despawn();
    assert_eq!(logged(), "ends 7");
    let text = message_of(|| {
        Prefab::new(|root| {
            build(root);
            let _guard = root.borrow::<Ends>();
            root.insert(Ends(8));
            panic!("on purpose");
        })
    });
    assert_eq!((text.as_str(), logged().as_str()), ("on purpose", ""));
}

#[test]
fn f1_no_on_reset_runs_where_a_prefab_is_built() {
    let prefab = Prefab::new(|root| {
        let twin = Entity::spawn().with(Hooked(1)).duplicate();
        twin.child_of(root);
        assert_eq!(logged(), "", "by `duplicate`");
        let pool = Pool::<Archetype<(Hooked,)>>::new();
        let member = pool.take();
        pool.give_back(member);
        let again = pool.take();
        assert_eq!(logged(), "", "by a pool");
        again.despawn();
    });
    assert_eq!(logged(), "");
    drop(prefab);
}

#[test]
fn f1_closures_that_observe_hear_nothing_in_the_hidden_world_and_are_no_part_of_the_prefab() {
    observe(|_: &Add<Plain>| log("outer")).forever();
    let prefab = Prefab::new(|root| {
        observe(|_: &Add<Plain>| log("inner")).forever();
        root.insert(Plain(1));
    });
    assert_eq!(logged(), "");
    prefab.spawn();
    assert_eq!(logged(), "outer");
}

#[test]
fn f1_names_links_in_their_order_and_switches_are_copied() {
    let build = |root: Entity| {
        root.set_name("root");
        let children: Vec<_> = (0..4).map(|i| Entity::spawn().with(Plain(i)).child_of(root)).collect();
        let last = Entity::spawn().with(Plain(9));
        root.insert_child(1, last);
        children[2].set_name("two");
        children[3].set_enabled(false);
        Entity::spawn().with(Plain(30)).child_of(children[3]);
        children[1].handle::<Plain>().set_enabled(false);
    };
    let check = |root: Entity| {
        let children: Vec<_> = root.children().collect();
        let numbers: Vec<_> = children.iter().map(|child| child.borrow::<Plain>().0).collect();
        assert_eq!((root.name().as_deref(), numbers), (Some("root"), vec![0, 9, 1, 2, 3]));
        assert_eq!(children[3].name().as_deref(), Some("two"));
        let is_on = |entity: Entity| (entity.is_enabled(), entity.handle::<Plain>().is_enabled());
        let on: Vec<_> = children.iter().map(|&child| is_on(child)).collect();
        let (yes, own, off) = ((true, true), (true, false), (false, false));
        assert_eq!(on, [yes, yes, own, yes, off]);
        let below = only_child(children[4]);
        assert_eq!(is_on(below), off);
        children[4].set_enabled(true);
        assert_eq!((is_on(children[4]), is_on(below)), (yes, yes), "only that one was off itself");
        children[2].handle::<Plain>().set_enabled(true);
        assert_eq!(is_on(children[2]), yes);
    };
    let prefab = Prefab::new(build);
    check(prefab.variant(|_| ()).spawn());
    for root in prefab.spawn_many(3, |_, _| ()) {
        let twin = root.duplicate();
        check(root);
        check(twin);
    }
    assert!(find("two").is_some());
    World::flush();
    let rows = Plain::view();
    assert_eq!((rows.len(), rows.enabled().len()), (7 * 6, 7 * 6));
}

#[test]
fn f1_what_is_switched_off_is_not_notified_when_it_comes() {
    let prefab = Prefab::new(|root| {
        let child = Entity::spawn().with(Hooked(1)).child_of(root);
        child.set_enabled(false);
        let own = root.insert(Hooked(2));
        own.set_enabled(false);
    });
    let root = prefab.spawn();
    assert_eq!(logged(), "init 2, init 1");
    update_all(0.1);
    World::flush();
    assert_eq!(logged(), "");
    only_child(root).set_enabled(true);
    root.handle::<Hooked>().set_enabled(true);
    assert_eq!(logged(), "on_enable 1, on_enable 2");
    update_all(0.1);
    assert_eq!(logged(), "start 1, start 2");
}

#[test]
fn f1_a_prefab_without_anything_is_one_entity() {
    let prefab = Prefab::new(|_| ());
    let all = prefab.spawn_many(5, |_, root| _ = root.set_name("it"));
    assert_eq!((all.len(), alive()), (5, 5));
    assert!(all.iter().all(|it| it.components().is_empty() && it.name().as_deref() == Some("it")));
    assert!(prefab.spawn_many(0, |_, _| unreachable!("there is none")).is_empty());
}

#[test]
fn f1_a_singleton_that_is_asked_for_is_an_error_and_a_captured_one_is_not() {
    Score::set(Score(7));
    let error = Prefab::try_new(|_| Score::borrow_mut().0 = 1).expect_err("it has asked for a singleton");
    assert_eq!(error, PrefabError::Singleton { component: "Score" });
    assert_says(&error.to_string(), &["Score is a singleton", "let the closure capture"]);
    assert_says(&message_of(|| Prefab::new(|_| _ = Score::borrow())), &["Score is a singleton"]);
    let variant = Prefab::new(|_| ()).try_variant(|_| _ = Score::set(Score(2)));
    assert_eq!(variant.err(), Some(PrefabError::Singleton { component: "Score" }));
    assert_eq!(Score::borrow().0, 7, "that of the outer world is as it was");
    let seven = Score::borrow().0;
    assert_eq!(Prefab::new(|root| _ = root.insert(Plain(seven))).spawn().borrow::<Plain>().0, 7);
}

#[test]
fn f1_a_handle_to_an_outer_singleton_is_kept() {
    #[derive(Component, Serialize, Deserialize)]
    struct Counts(Handle<Score>);
    Score::set(Score(3));
    let score = Score::instance();
    let prefab = Prefab::new(|root| _ = root.insert(Counts(score)));
    let copy = prefab.spawn();
    copy.borrow::<Counts>().0.borrow_mut().0 += 1;
    assert_eq!(Score::borrow().0, 4);
    assert_eq!(copy.duplicate().borrow::<Counts>().0, score);
}

#[test]
fn f1_a_root_that_is_despawned_is_an_error() {
    let mut seen = Entity::NONE;
    let error = Prefab::try_new(|root| {
        seen = root;
        root.despawn();
        Entity::spawn().with(Plain(1));
    });
    assert_eq!(error.err(), Some(PrefabError::Dead { entity: seen }));
    assert!(matches!(Prefab::try_new(|_| World::clear()).err(), Some(PrefabError::Dead { .. })));
    assert_says(&message_of(|| Prefab::new(|root| _ = root.despawn())), &["is dead"]);
    let prefab = Prefab::new(|_| ());
    assert!(matches!(prefab.try_variant(|root| _ = root.despawn()).err(), Some(PrefabError::Dead { .. })));
    assert_eq!(alive(), 0);
}

#[test]
fn f1_what_was_despawned_in_the_builder_is_no_part_and_refers_to_nothing_that_may_live() {
    let prefab = Prefab::new(|root| {
        let dead = Entity::spawn().with(Plain(1));
        root.insert(To(dead));
        dead.despawn();
        Entity::spawn().with(Plain(2)).child_of(root);
    });
    let root = prefab.spawn();
    assert_eq!((alive(), root.children().count()), (2, 1));
    assert!(!root.borrow::<To>().0.is_alive());
}

#[test]
fn f1_a_root_that_is_attached_to_another_entity_is_copied_once() {
    let prefab = Prefab::new(|root| {
        let top = Entity::spawn().with(Plain(1));
        root.with(Plain(2)).child_of(top);
        Entity::spawn().with(Plain(3)).with(To(top)).child_of(root);
        top.insert(To(root));
        root.insert(To(top));
    });
    let root = prefab.spawn();
    assert_eq!(alive(), 3, "no more than the builder has left");
    let top = root.parent().expect("it has the parent that it had");
    let child = only_child(root);
    let numbers = [top, root, child].map(|entity| entity.borrow::<Plain>().0);
    assert_eq!((numbers, only_child(top)), ([1, 2, 3], root));
    assert_eq!([top, root, child].map(|entity| entity.borrow::<To>().0), [root, top, top]);
}

#[test]
fn f1_a_guard_that_outlives_the_builder_is_an_error_if_it_writes() {
    let kept = RefCell::new(None);
    let reads = Prefab::try_new(|root| {
        *kept.borrow_mut() = Some(root.insert(Plain(1)).borrow());
    });
    assert!(reads.is_ok());
    kept.take();
    let kept = RefCell::new(None);
    let writes = Prefab::try_new(|root| {
        *kept.borrow_mut() = Some(root.insert(Plain(1)).borrow_mut());
    });
    assert!(matches!(writes, Err(PrefabError::Borrowed { component: "Plain", .. })), "{writes:?}");
    kept.take();
}

#[test]
fn f1_frames_may_run_in_the_builder_and_timers_are_no_part_of_the_prefab() {
    let prefab = Prefab::new(|root| {
        root.insert(Plain(1));
        root.after(0.5, |_| log("rings"));
        root.handle::<Plain>().after(0.5, |_| log("rings too"));
    });
    let root = prefab.spawn();
    update_all(1.0);
    assert_eq!((logged().as_str(), root.borrow::<Plain>().0), ("", 1));
}

#[test]
fn f1_the_debug_text_names_the_components() {
    let prefab = Prefab::new(|root| {
        root.with(Plain(1)).insert(To(root));
        Entity::spawn().with(Plain(1)).child_of(root);
    });
    assert_says(&format!("{prefab:?}"), &["entities: 2", "\"Plain\"", "\"To\""]);
    let clone = prefab.clone();
    drop(prefab);
    assert_eq!(clone.spawn().borrow::<Plain>().0, 1);
}
