//! Observers and events.

use std::cell::Cell;
use std::rc::Rc;

use ecs_core::{Add, Component, Entity, Observer, Remove, observe, send_all};

use super::{A, B, Marked};
use crate::support::{log, message_of, take_log};

/// Notes the births and ends of a type.
fn note_all<T: Component>() -> (Observer<Add<T>>, Observer<Remove<T>>) {
    (observe(|_| log("add")), observe(|_| log("remove")))
}

// after: observer_order_spawn_despawn, observer_order_insert_remove, observer_order_insert_remove_sparse
#[test]
fn births_and_ends_are_told() {
    let _all = note_all::<A>();
    let e = Entity::spawn_with(A(1));
    e.despawn();
    assert_eq!(take_log(), ["add", "remove"]);
    let e = Entity::spawn();
    e.insert(A(1));
    e.remove::<A>();
    assert_eq!(take_log(), ["add", "remove"]);
    let _marked = note_all::<Marked>();
    e.insert(Marked);
    e.kill::<Marked>();
    assert_eq!(take_log(), ["add", "remove"], "of tags too");
}

// after: observer_order_replace
#[test]
fn a_value_that_is_replaced_ends_and_another_one_begins() {
    let e = Entity::spawn_with(A(1));
    let _ended = observe(|ended: &Remove<A>| log(format!("{:?} {}", ended.why(), ended.borrow().0)));
    let _came = observe(|came: &Add<A>| log(came.borrow().0.to_string()));
    e.insert(A(2));
    assert_eq!(take_log(), ["Replaced 1", "2"]);
}

// after: observer_order_recursive
#[test]
fn observers_that_add_and_remove_are_told_of_it() {
    let _came_a = observe(|e: &Add<A>| {
        log("add a");
        e.entity().insert(B(0));
    });
    let _gone_a = observe(|e: &Remove<A>| {
        log("remove a");
        e.entity().kill::<B>();
    });
    let _came_b = observe(|e: &Add<B>| {
        log("add b");
        e.entity().kill::<A>();
    });
    let _gone_b = observe(|_: &Remove<B>| log("remove b"));
    let e = Entity::spawn_with(A(0));
    assert!(!e.has::<A>() && !e.has::<B>());
    assert_eq!(take_log(), ["add a", "add b", "remove a", "remove b"]);
}

// after: observer_multiple_listeners
#[test]
fn several_hear_of_one_thing_in_the_order_in_which_they_came() {
    let _first = observe(|_: &Add<A>| log("first"));
    let _second = observe(|_: &Add<A>| log("second"));
    let e = Entity::spawn_with(A(1));
    assert_eq!(take_log(), ["first", "second"]);
    let _gone_first = observe(|_: &Remove<A>| log("first"));
    let _gone_second = observe(|_: &Remove<A>| log("second"));
    e.despawn();
    assert_eq!(take_log(), ["second", "first"], "of an end in the reverse");
}

// after: observer_multiple_events, observer_multiple_components, observer_multiple_matches
#[test]
fn one_function_hears_of_several_things() {
    fn heard() {
        log("heard");
    }
    let _observers =
        (observe(|_: &Add<A>| heard()), observe(|_: &Add<B>| heard()), observe(|_: &Remove<A>| heard()));
    let e = Entity::spawn_with(A(1));
    e.insert(B(1));
    e.despawn();
    assert_eq!(take_log().len(), 3);
}

// after: observer_despawn, unregister_global_observer, unregister_component_observer,
// despawning_observer_removes_observed_by, despawning_observer_removes_observed_by_repeated
#[test]
fn an_observer_that_is_dropped_hears_nothing_more() {
    let never = observe(|_: &Add<A>| panic!("it was dropped"));
    drop(never);
    for _ in 0..3 {
        let again = observe(|_: &Add<A>| log("heard"));
        Entity::spawn_with(A(1));
        drop(again);
        Entity::spawn_with(A(2));
    }
    assert_eq!(take_log().len(), 3);
}

// after: observer_despawn_archetype_flags
#[test]
fn dropping_one_observer_leaves_the_others() {
    let e = Entity::spawn_with((A(1), B(1)));
    let _a = observe(|_: &Remove<A>| log("remove a"));
    drop(observe(|_: &Remove<B>| panic!("it was dropped")));
    e.despawn();
    assert_eq!(take_log(), ["remove a"]);
}

struct Hit(u32);

#[derive(Component)]
#[component(on(Hit))]
struct Ears(&'static str);

impl Ears {
    fn on_hit(&mut self, hit: &Hit) {
        log(format!("{} {}", self.0, hit.0));
    }
}

// after: observer_entity_routing, observer_multiple_targets, unregister_entity_observer,
// observer_watch_entities, test_derive_entity_event
#[test]
fn an_event_reaches_its_entity_and_no_other() {
    let e = Entity::spawn_with(Ears("e"));
    let f = Entity::spawn_with(Ears("f"));
    assert_eq!((e.send(Hit(1)), Entity::spawn().send(Hit(9))), (1, 0));
    assert_eq!(take_log(), ["e 1"]);
    f.send(Hit(2));
    e.kill::<Ears>();
    assert_eq!(e.send(Hit(3)), 0);
    assert_eq!(take_log(), ["f 2"]);
}

// after: observer_trigger_ref
#[test]
fn an_event_for_all_reaches_all_that_listen_and_brings_back_what_they_write() {
    struct Sum(Rc<Cell<u32>>);
    #[derive(Component)]
    #[component(on(Sum))]
    struct Adds(u32);
    impl Adds {
        fn on_sum(&self, sum: &Sum) {
            sum.0.set(sum.0.get() + self.0);
        }
    }
    for i in [1, 2, 4] {
        Entity::spawn_with(Adds(i));
    }
    let sum = Rc::new(Cell::new(0));
    assert_eq!(send_all(Sum(sum.clone())), 3);
    assert_eq!(sum.get(), 7);
}

/// Sends an event upwards until somebody has stopped it.
fn send_upwards(entity: Entity, is_stopped: &Rc<Cell<bool>>) {
    for e in core::iter::once(entity).chain(entity.ancestors()) {
        e.send(Bubble(is_stopped.clone()));
        if is_stopped.get() {
            return;
        }
    }
}

struct Bubble(Rc<Cell<bool>>);

#[derive(Component)]
#[component(on(Bubble))]
struct Node {
    name: &'static str,
    stops: bool,
}

impl Node {
    fn on_bubble(&mut self, bubble: &Bubble) {
        log(self.name);
        bubble.0.set(self.stops);
    }
}

// after: observer_propagating, observer_propagating_redundant_dispatch_same_entity,
// observer_propagating_redundant_dispatch_parent_child, observer_propagating_halt,
// observer_propagating_join, observer_propagating_no_next, observer_propagating_parallel_propagation,
// observer_propagating_world_skipping, dynamically_traverse_hierarchy
#[test]
fn an_event_goes_up_the_tree_until_it_is_stopped() {
    let node = |name, stops| Entity::spawn_with(Node { name, stops });
    let root = node("root", false);
    let left = node("left", false).child_of(root);
    let right = node("right", true).child_of(root);
    let plain = Entity::spawn().child_of(left);
    let stopped = Rc::default();
    send_upwards(plain, &stopped);
    assert_eq!(take_log(), ["left", "root"]);
    send_upwards(left, &stopped);
    send_upwards(root, &stopped);
    assert_eq!(take_log(), ["left", "root", "root"]);
    send_upwards(right, &stopped);
    assert_eq!(take_log(), ["right"]);
}

// after: observer_on_remove_during_despawn_spawn_empty, observer_modifies_relationship,
// archetype_modifications_trigger_flush, update_despawned_by_after_observers
#[test]
fn an_observer_may_spawn_and_despawn() {
    let _came = observe(|e: &Add<A>| {
        Entity::spawn_with(B(1)).child_of(e.entity());
    });
    let _gone = observe(|_: &Remove<A>| {
        Entity::spawn_with(Marked);
    });
    let e = Entity::spawn_with(A(1));
    assert_eq!(e.children().count(), 1);
    e.despawn();
    assert_eq!((Marked::count(), B::count()), (1, 0));
    assert!(!e.is_alive());
}

// after: observer_invalid_params
#[test]
fn a_panic_in_an_observer_reaches_the_caller_when_all_have_heard() {
    let _fails = observe(|_: &Add<A>| panic!("this observer has failed"));
    let _hears = observe(|_: &Add<A>| log("heard"));
    let message = message_of(|| Entity::spawn_with(A(1)));
    assert!(message.contains("this observer has failed"), "{message}");
    assert_eq!(take_log(), ["heard"]);
}

// after: observer_run_condition_true, observer_run_condition_false, observer_run_condition_chained,
// observer_run_condition_re_evaluated, observer_builder_run_if, entity_observer_with_run_condition
#[test]
fn an_observer_asks_its_condition_itself() {
    let mut heard = 0;
    let _some = observe(move |e: &Add<A>| {
        heard += 1;
        if heard > 1 && e.borrow().0 > 5 {
            log(format!("{}", e.borrow().0));
        }
    });
    for i in [9, 3, 7] {
        Entity::spawn_with(A(i));
    }
    assert_eq!(take_log(), ["7"]);
}

// after: observer_apply_deferred_from_param_set, despawn_related_observers_can_access_relationship_data
#[test]
fn an_observer_of_an_end_can_still_read_everything() {
    let _gone = observe(|e: &Remove<A>| {
        let parent = e.entity().parent().map(|parent| parent.borrow::<B>().0);
        log(format!("{} {parent:?}", e.borrow().0));
    });
    let parent = Entity::spawn_with(B(7));
    Entity::spawn_with(A(1)).child_of(parent);
    parent.despawn();
    assert_eq!(take_log(), ["1 Some(7)"]);
}
