//! What becomes of a copy where user code has ended, linked, switched or filled something meanwhile.

use std::cell::RefCell;
use std::rc::Rc;

use ecs_core::{Add, Attach, Component, Entity, Handle, HierarchyError, Prefab, World, observe};

use crate::reentrancy::{Clones, Reads, at, build, check, has_acted, next};
use crate::support::{Token, live_tokens, log};
use crate::{Plain, To, alive, logged, only_child};

#[test]
fn f2_what_user_code_has_put_on_a_copy_meanwhile_stays() {
    World::new().enter(|| {
        let prefab = Prefab::new(build);
        next("deserialize", |me| {
            let me = me.expect("it knows itself");
            me.with(Reads { me, other: Entity::NONE, token: Token::new() }).insert(Plain(77));
        });
        let root = prefab.spawn();
        assert!(has_acted());
        assert_eq!(
            (root.borrow::<Reads>().other, root.borrow::<Plain>().0, root.borrow::<Clones>().0),
            (Entity::NONE, 77, 1)
        );
    });
    assert_eq!(live_tokens(), 0);
}

#[test]
fn f2_the_component_itself_may_be_added_to_the_entity_that_is_made_in_its_clone() {
    #[derive(Component)]
    struct Doubles(u32);
    impl Doubles {
        fn init(&mut self, entity: Entity) {
            log(format!("init {} {}", self.0, entity.borrow::<Plain>().0));
        }
    }
    impl Clone for Doubles {
        fn clone(&self) -> Self {
            at("clone", None);
            Self(self.0)
        }
    }
    let prefab = Prefab::new(|root| _ = root.with(Doubles(1)).with(Plain(3)));
    let before: Vec<_> = (0..3).map(|_| Entity::spawn()).collect();
    before[2].despawn();
    let index = before[2].index();
    next("clone", move |_| {
        // It is known by nobody, but it has the next index.
        let after = Entity::spawn();
        assert_ne!(after.index(), index);
        after.with(Plain(4)).insert(Doubles(2));
        after.despawn();
    });
    assert_eq!(prefab.spawn().index(), index);
    assert_eq!(logged(), "init 2 4, init 1 3");
}

#[test]
fn f2_a_stranger_on_an_index_of_a_copy_that_died_meanwhile_stays_as_it_is() {
    for count in [1, 3] {
        World::new().enter(|| {
            let prefab = Prefab::new(|root| {
                let child = Entity::spawn().with(Plain(2)).child_of(root);
                child.set_enabled(false);
                child.set_name("child");
                root.with(Reads { me: root, other: child, token: Token::new() });
            });
            let strangers = Rc::new(RefCell::new(Vec::new()));
            let seen = strangers.clone();
            next("deserialize other", move |child| {
                let child = child.expect("there is one");
                child.despawn();
                let stranger = Entity::spawn().with(To(child));
                assert_eq!(stranger.index(), child.index());
                seen.borrow_mut().push(stranger);
            });
            let roots = prefab.spawn_many(count, |_, _| ());
            assert!(has_acted());
            let stranger = strangers.borrow()[0];
            assert!(stranger.is_enabled() && stranger.handle::<To>().is_enabled());
            assert_eq!((stranger.components(), stranger.name(), stranger.parent()), (vec!["To"], None, None));
            assert_eq!(roots[0].children().count(), 0);
            assert!(roots[1..].iter().all(|root| !only_child(*root).is_enabled()));
        });
    }
}

#[test]
fn f2_a_stranger_on_the_index_of_the_parent_that_died_meanwhile_gets_no_child() {
    World::new().enter(|| {
        let parent = Entity::spawn();
        let one = Entity::spawn().child_of(parent);
        one.with(Reads { me: one, other: Entity::NONE, token: Token::new() });
        Entity::spawn().with(Plain(1)).child_of(one);
        next("deserialize", move |_| {
            one.detach();
            parent.despawn();
            let stranger = Entity::spawn();
            assert_eq!(stranger.index(), parent.index());
            stranger.set_enabled(false);
        });
        let twin = one.duplicate();
        assert!(has_acted());
        assert_eq!(twin.parent(), None);
        assert!(twin.is_enabled() && only_child(twin).is_enabled(), "nobody above them is off");
    });
}

#[test]
fn f2_what_is_switched_meanwhile_is_switched_for_the_copy() {
    for switches_copy in [false, true] {
        for to in [false, true] {
            World::new().enter(|| {
                let parent = Entity::spawn();
                let one = Entity::spawn().child_of(parent);
                build(one);
                parent.set_enabled(!to || switches_copy);
                one.set_enabled(!to || !switches_copy);
                next("deserialize", move |me| {
                    let switched = if switches_copy { me.expect("it knows itself") } else { parent };
                    switched.set_enabled(to);
                });
                let twin = one.duplicate();
                assert!(has_acted());
                assert_eq!((twin.is_enabled(), only_child(twin).is_enabled()), (to, to));
                World::flush();
                let both = [twin, only_child(twin)];
                let view = Plain::view();
                let enabled = view.enabled().iter().filter(|plain| both.contains(&plain.entity()));
                assert_eq!(enabled.count(), if to { 2 } else { 0 }, "{switches_copy} {to}");
                drop(view);
                check(twin);
            });
        }
    }
}

#[test]
fn f2_a_copy_that_was_made_an_ancestor_of_its_parent_makes_no_circle() {
    World::new().enter(|| {
        let parent = Entity::spawn();
        let one = Entity::spawn().child_of(parent);
        one.with(Reads { me: one, other: Entity::NONE, token: Token::new() });
        next("deserialize", move |me| _ = parent.child_of(me.expect("it knows itself")));
        let twin = one.duplicate();
        assert!(has_acted());
        assert!(twin.ancestors().take(10).count() < 10 && parent.ancestors().take(10).count() < 10);
        assert!(matches!(twin.try_child_of(twin), Err(HierarchyError::Cycle { .. })));
        twin.root().despawn();
    });
}

#[test]
fn f2_a_copy_that_was_attached_elsewhere_meanwhile() {
    World::new().enter(|| {
        let elsewhere = Entity::spawn();
        let prefab = Prefab::new(build);
        next("deserialize", move |me| _ = me.expect("it knows itself").child_of(elsewhere));
        let root = prefab.spawn();
        assert!(has_acted());
        assert_eq!((root.parent(), only_child(elsewhere)), (Some(elsewhere), root));
        check(root);
        // Of a live one, which has a parent of its own.
        root.child_of(Entity::spawn());
        next("deserialize", move |me| _ = me.expect("it knows itself").child_of(elsewhere));
        let twin = root.duplicate();
        assert!(has_acted());
        assert_eq!((twin.parent(), only_child(elsewhere)), (Some(elsewhere), twin));
        check(twin);
        elsewhere.despawn();
        assert_eq!(alive(), 3);
    });
}

#[test]
fn f2_the_root_may_be_despawned_in_its_own_init_and_in_the_closure() {
    #[derive(Component, Clone)]
    struct Gone(u32);
    impl Gone {
        fn init(&mut self, entity: Entity) {
            log(format!("gone {}", self.0));
            entity.despawn();
        }
        fn shutdown(&mut self) {
            log("shutdown");
        }
    }
    let prefab = Prefab::new(|root| {
        root.with(Gone(1)).insert(Plain(1));
        Entity::spawn().with(Gone(2)).child_of(root);
    });
    let root = prefab.spawn();
    assert!(!root.is_alive());
    assert_eq!(alive(), 0);
    let heard = logged();
    assert!(heard.starts_with("gone 1") && !heard.contains("gone 2"), "{heard}");
    let roots = prefab.spawn_many(3, |_, root| _ = root.despawn());
    assert_eq!((roots.len(), alive(), logged().contains("gone")), (3, 0, false));
}

#[test]
fn f2_the_closure_may_end_other_copies_of_the_same_call() {
    let prefab = Prefab::new(|root| {
        root.insert(Plain(1));
        Entity::spawn().with(Plain(2)).child_of(root);
    });
    let seen = RefCell::new(Vec::<Entity>::new());
    let roots = prefab.spawn_many(4, |number, root| {
        seen.borrow_mut().push(root);
        match number {
            1 => _ = seen.borrow()[0].despawn(),
            2 => {
                for plain in &Plain::view() {
                    log(plain.0.to_string());
                }
                _ = only_child(root).despawn();
            }
            3 => _ = root.child_of(seen.borrow()[1]),
            _ => {}
        }
    });
    logged();
    let is_alive: Vec<_> = roots.iter().map(|root| root.is_alive()).collect();
    assert_eq!((is_alive, alive()), (vec![false, true, true, true], 2 + 1 + 2));
    assert_eq!(roots[3].parent(), Some(roots[1]));
}

#[test]
fn f2_observers_may_end_and_make_copies() {
    // What observes may go to other threads, and a prefab may not.
    thread_local!(static KEPT: RefCell<Option<Prefab>> = const { RefCell::new(None) });
    let prefab = Prefab::new(|root| {
        root.insert(Plain(1));
        Entity::spawn().with(Plain(2)).with(To(root)).child_of(root);
    });
    KEPT.set(Some(prefab.clone()));
    observe(move |e: &Add<Plain>| match e.borrow().0 {
        1 if World::stats().alive < 10 => _ = KEPT.with_borrow(|kept| kept.as_ref().map(Prefab::spawn)),
        _ => {}
    })
    .forever();
    let root = prefab.spawn();
    assert_eq!((alive(), only_child(root).borrow::<To>().0), (10, root));
    World::reset();
    observe(|e: &Attach| _ = e.parent().despawn()).forever();
    let root = prefab.spawn();
    World::flush();
    assert!(!root.is_alive());
    assert_eq!(alive(), 0);
}

#[test]
fn f2_what_is_read_may_be_ended_while_it_is_read() {
    World::new().enter(|| {
        let root = Entity::spawn();
        build(root);
        let child = only_child(root);
        next("serialize", move |_| {
            child.despawn();
        });
        let said = root.try_duplicate();
        assert!(has_acted());
        // Either it was not copied, or its copy is whole without that.
        if let Ok(twin) = said {
            assert!(twin.is_alive());
        }
        assert!(root.is_alive() && !child.is_alive());
        root.despawn();
        World::clear();
    });
    assert_eq!(live_tokens(), 0);
}

#[test]
fn f2_a_prefab_may_be_dropped_by_what_it_copies() {
    thread_local!(static KEPT: RefCell<Option<Prefab>> = const { RefCell::new(None) });
    let prefab = Prefab::new(build);
    KEPT.set(Some(prefab));
    next("init", |_| drop(KEPT.take()));
    let handle: Option<Handle<Plain>> = KEPT.take().map(|prefab| prefab.spawn().handle());
    assert_eq!(handle.map(|plain| plain.borrow().0), Some(1));
}
