//! Bundles, and the order of hooks.

use ecs_core::{Bundle, Component, Entity};

use super::{A, B, C, Marked};
use crate::support::{log, take_log};

#[derive(Bundle)]
struct Pair {
    a: A,
    b: B,
}

#[derive(Bundle)]
struct Nested {
    c: C,
    pair: Pair,
}

// after: bundle_derive, insert_components
#[test]
fn a_bundle_is_a_struct_of_components_and_of_bundles() {
    let e = Entity::spawn_with(Pair { a: A(1), b: B(2) });
    assert!(e.has::<Pair>() && !e.has::<Nested>());
    let f = Entity::spawn_with(Nested { c: C(3), pair: Pair { a: A(4), b: B(5) } });
    assert_eq!((f.borrow::<A>().0, f.borrow::<B>().0, f.borrow::<C>().0), (4, 5, 3));
    e.insert_all((Pair { a: A(7), b: B(8) }, C(9)));
    assert_eq!((e.borrow::<A>().0, e.borrow::<B>().0, e.borrow::<C>().0), (7, 8, 9));
    let many = Entity::spawn_many(3, |i, _| Pair { a: A(i), b: B(0) });
    assert_eq!(many[2].borrow::<A>().0, 2);
}

// after: bundle_remove_only_triggers_for_present_components, remove_components
#[test]
fn a_bundle_is_removed_as_far_as_it_is_there() {
    #[derive(Component)]
    struct Heard(&'static str);
    impl Heard {
        fn shutdown(&mut self) {
            log(self.0);
        }
    }
    type All = ecs_core::Archetype<(Heard, A, B)>;
    let e = Entity::spawn().with(A(1)).with(C(1)).with(Heard("went"));
    assert_eq!(All::remove(e), 2);
    assert_eq!(All::remove(e), 0);
    assert_eq!(take_log(), ["went"]);
    assert!(e.has::<C>() && !e.has::<A>());
}

#[derive(Component, Default)]
struct Hooked(&'static str);

impl Hooked {
    fn init(&mut self) {
        log(format!("init {}", self.0));
    }
    fn on_enable(&mut self) {
        log(format!("on {}", self.0));
    }
    fn on_disable(&mut self) {
        log(format!("off {}", self.0));
    }
    fn shutdown(&mut self) {
        log(format!("shutdown {}", self.0));
    }
}

// after: component_hook_order_spawn_despawn, component_hook_order_spawn_despawn_with_macro_hooks,
// component_hook_order_insert_remove
#[test]
fn hooks_run_in_their_order_at_a_birth_and_at_an_end() {
    let e = Entity::spawn().with(Hooked("a"));
    assert_eq!(take_log(), ["init a", "on a"]);
    e.despawn();
    assert_eq!(take_log(), ["off a", "shutdown a"]);
    let e = Entity::spawn();
    e.insert(Hooked("b"));
    e.remove::<Hooked>();
    assert_eq!(take_log(), ["init b", "on b", "off b", "shutdown b"]);
}

// after: component_hook_order_replace
#[test]
fn a_value_that_is_replaced_ends_before_the_next_begins() {
    let e = Entity::spawn().with(Hooked("old"));
    take_log();
    e.insert(Hooked("new"));
    assert_eq!(take_log(), ["off old", "shutdown old", "init new", "on new"]);
}

// after: component_hook_order_recursive, component_hook_order_recursive_multiple,
// archetype_modifications_trigger_flush, command_ordering_is_correct
#[test]
fn hooks_that_add_and_remove_nest() {
    #[derive(Component, Default)]
    struct First;
    impl First {
        fn init(&mut self, e: Entity) {
            log("init first");
            e.add::<Second>();
            log("has second");
        }
        fn shutdown(&mut self, e: Entity) {
            log("shutdown first");
            e.kill::<Second>();
        }
    }
    #[derive(Component, Default)]
    struct Second;
    impl Second {
        fn init(&mut self, e: Entity) {
            log("init second");
            e.add::<Third>();
        }
        fn shutdown(&mut self) {
            log("shutdown second");
        }
    }
    #[derive(Component, Default)]
    struct Third;
    impl Third {
        fn init(&mut self) {
            log("init third");
        }
    }
    let e = Entity::spawn();
    e.add::<First>();
    assert_eq!(take_log(), ["init first", "init second", "init third", "has second"]);
    e.kill::<First>();
    assert_eq!(take_log(), ["shutdown first", "shutdown second"]);
    assert!(e.has::<Third>() && !e.has::<First>() && !e.has::<Second>());
}

// after: with_component_activates_hooks, adding_observer_updates_location
#[test]
fn a_hook_may_change_its_entity_while_it_is_built() {
    #[derive(Component)]
    struct Changes;
    impl Changes {
        fn init(&mut self, e: Entity) {
            e.insert(Marked);
            e.remove::<B>();
        }
    }
    let e = Entity::spawn_with((A(1), B(2), Changes));
    assert_eq!((e.has::<Marked>(), e.has::<B>(), e.borrow::<A>().0), (true, false, 1));
    e.borrow_mut::<A>().0 = 4;
    assert_eq!(e.with(C(2)).borrow::<A>().0, 4);
}

// after: command_despawns_dont_invalidate_entity_world_muts
#[test]
fn a_hook_may_end_its_own_entity() {
    #[derive(Component)]
    struct Short;
    impl Short {
        fn init(&mut self, e: Entity) {
            assert!(e.despawn());
        }
    }
    let e = Entity::spawn();
    e.insert(Short);
    assert!(!e.is_alive() && e.get::<Short>().is_none());
}

// after: insert_component_if_not_equal
#[test]
fn insert_replaces_and_set_if_neq_writes_only_what_differs() {
    let e = Entity::spawn_with(Pair { a: A(1), b: B(1) });
    assert!(!e.handle::<A>().set_if_neq(A(1)));
    assert!(e.handle::<A>().set_if_neq(A(2)));
    assert_eq!((e.borrow::<A>().0, e.replace(B(3))), (2, Some(B(1))));
}
