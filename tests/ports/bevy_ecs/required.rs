//! What a component requires.

use ecs_core::{Component, Entity};

use super::A;
use crate::support::{log, take_log};

#[derive(Component, Default)]
#[component(requires(Y))]
struct X;

#[derive(Component)]
#[component(requires(Z = new_z()))]
struct Y {
    value: &'static str,
}

impl Default for Y {
    fn default() -> Self {
        Self { value: "hello" }
    }
}

#[derive(Component, Debug, PartialEq)]
struct Z(u32);

fn new_z() -> Z {
    Z(7)
}

// after: required_components
#[test]
fn what_is_required_comes_along_with_its_value() {
    let e = Entity::spawn_with(X);
    assert_eq!((e.borrow::<Y>().value, e.borrow::<Z>().0), ("hello", 7));
    let e = Entity::spawn();
    e.insert(X);
    assert_eq!((e.borrow::<Y>().value, e.borrow::<Z>().0), ("hello", 7));
    let e = Entity::spawn_with((X, Y { value: "foo" }, Z(8)));
    assert_eq!((e.borrow::<Y>().value, e.borrow::<Z>().0), ("foo", 8));
    let e = Entity::spawn_with((Y { value: "foo" }, X));
    assert_eq!((e.borrow::<Y>().value, e.borrow::<Z>().0), ("foo", 7));
}

// after: generic_required_components
#[test]
fn a_generic_type_may_require_and_be_required() {
    #[derive(Component, Default)]
    #[component(requires(Holds<usize> = Holds(42)))]
    struct Holder;
    #[derive(Component, Debug, PartialEq)]
    struct Holds<T: 'static>(T);
    assert_eq!(Entity::spawn_with(Holder).borrow::<Holds<usize>>().0, 42);
}

// after: required_components_spawn_nonexistent_hooks, required_components_insert_existing_hooks
#[test]
fn hooks_of_what_is_required_run_once() {
    #[derive(Component, Default)]
    #[component(requires(Hooked))]
    struct Needs;
    #[derive(Component, Default)]
    struct Hooked;
    impl Hooked {
        fn init(&mut self) {
            log("init");
        }
        fn on_enable(&mut self) {
            log("on");
        }
    }
    Entity::spawn_with(Needs);
    assert_eq!(take_log(), ["init", "on"]);
    let e = Entity::spawn();
    e.insert(Needs);
    e.insert(Needs);
    assert_eq!(take_log(), ["init", "on"]);
}

// after: required_components_take_leaves_required, required_components_retain_keeps_required,
// remove_component_and_its_required_components
#[test]
fn what_was_required_stays_when_the_one_that_required_it_goes() {
    let e = Entity::spawn_with((X, A(1)));
    assert!(e.remove::<X>().is_some());
    assert!(e.has::<(Y, Z, A)>());
}

// after: required_components_spawn_then_insert_no_overwrite
#[test]
fn what_is_there_is_not_replaced() {
    let e = Entity::spawn_with(Y { value: "mine" });
    e.insert(X);
    assert_eq!(e.borrow::<Y>().value, "mine");
}

// after: remove_component_and_its_required_components,
// remove_component_and_its_runtime_required_components, remove_bundle_and_his_required_components
#[test]
fn all_are_removed_as_one_by_an_archetype() {
    type Whole = ecs_core::Archetype<(X, Y, Z)>;
    let e = Entity::spawn_with((X, A(1)));
    e.kill::<X>();
    e.insert(X);
    assert_eq!(Whole::remove(e), 3);
    assert!(!e.has::<X>() && !e.has::<Y>() && !e.has::<Z>() && e.has::<A>());
}

#[derive(Component, Debug, Default, PartialEq)]
struct Counter(u32);

// after: required_components_depth_first_2v1, required_components_depth_first_3v1
#[test]
fn of_two_values_the_one_that_is_met_first_counts() {
    #[derive(Component, Default)]
    #[component(requires(Left, Right))]
    struct Root;
    #[derive(Component, Default)]
    #[component(requires(LeftLeft))]
    struct Left;
    #[derive(Component, Default)]
    #[component(requires(Counter(1)))]
    struct LeftLeft;
    #[derive(Component, Default)]
    #[component(requires(Counter(2)))]
    struct Right;
    assert_eq!(Entity::spawn_with(Root).borrow::<Counter>().0, 1);
}

// after: regression_19333, required_components_bundle_priority
#[test]
fn who_wants_a_value_of_its_own_names_it_first() {
    #[derive(Component, Default)]
    #[component(requires(Counter(7), Deep))]
    struct Shallow;
    #[derive(Component, Default)]
    #[component(requires(Counter(5)))]
    struct Deep;
    assert_eq!(Entity::spawn_with(Shallow).borrow::<Counter>().0, 7);
    assert_eq!(Entity::spawn_with(Deep).borrow::<Counter>().0, 5);
    #[derive(Component, Default)]
    #[component(requires(Shallow, Counter(1)))]
    struct Above;
    assert_eq!(Entity::spawn_with(Above).borrow::<Counter>().0, 7, "the list is done in its order");
    let e = Entity::spawn_with((Shallow, Deep));
    assert_eq!(e.borrow::<Counter>().0, 7);
}

// after: required_components_recursion_errors, required_components_self_errors
#[test]
fn types_that_require_each_other_are_complete() {
    #[derive(Component, Default)]
    #[component(requires(Pong))]
    struct Ping;
    #[derive(Component, Default)]
    #[component(requires(Ping))]
    struct Pong;
    assert!(Entity::spawn_with(Ping).has::<(Ping, Pong)>());
    assert!(Entity::spawn_with(Pong).has::<(Ping, Pong)>());
}
