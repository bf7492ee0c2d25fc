//! What the tests of bevy_state 0.17 (`crates/bevy_state/src/state/mod.rs`) state. A computed state is a
//! pattern, or a condition over several; a sub-state is nested.

use std::cell::RefCell;

use ecs_core::{Change, Component, Enter, Entity, Exit, State, SystemCondition, World, in_state, observe};
use ecs_core::{IntoSystem, Schedule, Singleton};

#[derive(State, Default, Clone, PartialEq, Debug)]
enum Simple {
    #[default]
    A,
    B(bool),
}

#[derive(State, Default, Clone, PartialEq, Debug)]
#[state(within(Simple::B(true)))]
enum Sub {
    #[default]
    One,
    Two,
}

#[derive(State, Default, Clone, PartialEq, Debug)]
struct Other {
    name: &'static str,
    number: u8,
}

thread_local!(static LOG: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) });

fn note(text: &'static str) {
    LOG.with_borrow_mut(|log| log.push(text));
}

fn go(simple: Simple) {
    Simple::go(simple);
    World::flush();
}

/// `computed_state_with_a_single_source_is_correctly_derived`
#[test]
fn a_pattern_of_one_state_is_right_at_each_value() {
    let (is_true, is_false) = (in_state!(Simple::B(true)), in_state!(Simple::B(false)));
    World::flush();
    assert!(!is_true() && !is_false());
    go(Simple::B(true));
    assert!(is_true() && !is_false());
    go(Simple::B(false));
    assert!(!is_true() && is_false());
    go(Simple::A);
    assert!(!is_true() && !is_false());
}

/// `sub_state_exists_only_when_allowed_but_can_be_modified_freely`,
/// `substate_of_computed_states_works_appropriately`
#[test]
fn a_nested_state_exists_only_where_it_may_and_changes_freely_there() {
    assert_eq!(Sub::try_get(), None);
    Sub::go(Sub::Two);
    World::flush();
    assert_eq!((Simple::get(), Sub::try_get()), (Simple::A, None));
    go(Simple::B(true));
    assert_eq!(Sub::get(), Sub::One);
    Sub::go(Sub::Two);
    World::flush();
    assert_eq!((Simple::get(), Sub::get()), (Simple::B(true), Sub::Two));
    go(Simple::B(false));
    assert_eq!(Sub::try_get(), None);
}

/// `complex_computed_state_gets_derived_correctly`
#[test]
fn a_condition_may_ask_several_states() {
    #[derive(Singleton, Default, PartialEq, Debug)]
    struct Runs([u32; 2]);
    fn bob_or_jane(runs: &mut Runs) {
        runs.0[0] += 1;
    }
    fn above_eight(runs: &mut Runs) {
        runs.0[1] += 1;
    }
    let mut schedule = Schedule::new()
        .add(bob_or_jane.run_if(
            in_state!(Simple::A).and(in_state!(Other { name: "bob", .. } | Other { name: "jane", .. })),
        ))
        .add(
            above_eight.run_if(in_state!(Simple::B(true)).and(in_state!(Other { number, .. } if number > 8))),
        );
    let mut runs = |simple, name, number| {
        Simple::go(simple);
        Other::go(Other { name, number });
        World::flush();
        schedule.run(0.1);
        Runs::borrow().0
    };
    assert_eq!(runs(Simple::A, "", 0), [0, 0]);
    assert_eq!(runs(Simple::B(true), "", 0), [0, 0]);
    assert_eq!(runs(Simple::B(true), "felix", 13), [0, 1]);
    assert_eq!(runs(Simple::A, "jane", 13), [1, 1]);
    assert_eq!(runs(Simple::B(false), "jane", 13), [1, 1]);
}

/// `same_state_transition_should_emit_event_and_not_run_schedules`: an equal value is nothing here, and
/// `again` says that it is meant.
#[test]
fn the_same_state_is_entered_anew_only_if_that_is_meant() {
    let _enter = observe(|_: &Enter<Simple>| note("enter"));
    let _exit = observe(|_: &Exit<Simple>| note("exit"));
    let _change = observe(|_: &Change<Simple>| note("change"));
    World::flush();
    assert_eq!(LOG.take(), ["enter"]);
    go(Simple::A);
    assert!(LOG.take().is_empty());
    Simple::again();
    World::flush();
    assert_eq!(LOG.take(), ["exit", "enter"]);
}

/// `same_state_transition_should_propagate_to_sub_state`
#[test]
fn what_is_entered_anew_enters_what_is_nested_in_it_anew() {
    let _enter = observe(|_: &Enter<Sub>| note("enter"));
    let _exit = observe(|_: &Exit<Sub>| note("exit"));
    go(Simple::B(true));
    Simple::again();
    World::flush();
    assert_eq!(LOG.take(), ["enter", "exit", "enter"]);
}

/// `check_transition_orders`
#[test]
fn what_is_nested_is_left_first_and_entered_last() {
    #[derive(Component, Default)]
    #[component(on(Enter<Simple>, Exit<Simple>, Enter<Sub>, Exit<Sub>))]
    struct Ear;
    impl Ear {
        fn on_enter_simple(&mut self, _: &Enter<Simple>) {
            note("simple enter");
        }
        fn on_exit_simple(&mut self, _: &Exit<Simple>) {
            note("simple exit");
        }
        fn on_enter_sub(&mut self, _: &Enter<Sub>) {
            note("sub enter");
        }
        fn on_exit_sub(&mut self, _: &Exit<Sub>) {
            note("sub exit");
        }
    }
    Entity::spawn().add::<Ear>();
    go(Simple::B(true));
    LOG.take();
    Simple::again();
    World::flush();
    assert_eq!(LOG.take(), ["sub exit", "simple exit", "simple enter", "sub enter"]);
}
