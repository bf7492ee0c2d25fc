//! `Attach` and `Detach`.

use std::panic::catch_unwind;

use ecs_core::{Attach, Component, Detach, Entity, Remove, World, observe};

use crate::support::log;
use crate::{Plain, logged};

/// Logs all that happens to children, by their names.
fn log_children() {
    observe(|e: &Attach| log(format!("+{}@{}", name(e.child()), name(e.parent())))).forever();
    observe(|e: &Detach| log(format!("-{}@{}", name(e.child()), name(e.parent())))).forever();
}

fn name(entity: Entity) -> String {
    entity.name().map_or_else(|| "?".into(), |name| name.to_string())
}

fn named(name: &str) -> Entity {
    let entity = Entity::spawn();
    entity.set_name(name);
    entity
}

#[test]
fn o1_attaching_and_detaching_is_heard_when_it_is_done() {
    log_children();
    let (a, b, c) = (named("a"), named("b"), named("c"));
    observe(|e: &Attach| assert_eq!(e.child().parent(), Some(e.parent()))).forever();
    observe(|e: &Detach| assert_ne!(e.child().parent(), Some(e.parent()))).forever();
    c.child_of(a);
    assert_eq!(logged(), "+c@a");
    c.child_of(a);
    a.insert_child(0, c);
    assert_eq!(logged(), "", "it has its parent already");
    c.child_of(b);
    assert_eq!(logged(), "-c@a, +c@b");
    c.detach();
    assert_eq!(logged(), "-c@b");
    c.child_of(a);
    b.child_of(a);
    logged();
    a.detach_children();
    assert_eq!(logged(), "-c@a, -b@a");
}

#[test]
fn o1_a_despawn_detaches_before_anything_ends() {
    log_children();
    observe(|e: &Remove<Plain>| log(format!("ends {}", name(e.entity())))).forever();
    let (a, b, c) = (named("a").with(Plain(1)), named("b").with(Plain(2)), named("c").with(Plain(3)));
    b.child_of(a);
    c.child_of(b);
    logged();
    b.despawn();
    assert_eq!(logged(), "-c@b, -b@a, ends c, ends b");
    World::clear();
    assert_eq!(logged(), "ends a");
}

#[test]
fn o2_what_an_observer_does_with_children_is_heard_after_what_it_hears() {
    observe(|e: &Attach| {
        log("detaches");
        e.child().detach();
    })
    .forever();
    log_children();
    let (a, b) = (named("a"), named("b"));
    b.child_of(a);
    assert_eq!(logged(), "detaches, +b@a, -b@a");
    assert_eq!(b.parent(), None);
}

#[test]
fn with_existing_tells_of_all_children() {
    let (a, b, c) = (named("a"), named("b"), named("c"));
    b.child_of(a);
    c.child_of(b);
    let _observer =
        observe(|e: &Attach| log(format!("{}@{}", name(e.child()), name(e.parent())))).with_existing();
    assert_eq!(logged(), "b@a, c@b");
}

#[test]
fn a_component_hears_of_children_and_a_panic_loses_nothing() {
    #[derive(Component, Default)]
    #[component(on(Attach, Detach))]
    struct Tree(i32);
    impl Tree {
        fn on_attach(&mut self, _: &Attach) {
            self.0 += 1;
        }
        fn on_detach(&mut self, _: &Detach) {
            self.0 -= 1;
        }
    }
    #[derive(Component)]
    struct Bad;
    impl Bad {
        fn on_disable(&mut self) {
            panic!("of on_disable");
        }
    }
    let tree = Entity::spawn().add::<Tree>();
    let (a, b) = (named("a"), named("b").with(Bad));
    a.set_enabled(false);
    assert!(catch_unwind(|| b.child_of(a)).is_err());
    World::flush();
    assert_eq!((b.parent(), tree.borrow().0), (Some(a), 1));
    a.despawn();
    assert_eq!(tree.borrow().0, 0);
}
