//! Conditions and sets.

use ecs_core::{
    Changed, Component, Entity, IntoSystem, Query, Schedule, Singleton, SystemCondition, local, not, set,
};

use super::{A, Log, note, take_log};

#[derive(Singleton, Default)]
struct Switch(bool);

fn is_on(switch: &Switch) -> bool {
    switch.0
}

fn order_of(schedule: &mut Schedule) -> Vec<u32> {
    schedule.run(0.1);
    take_log()
}

// after: system_with_condition_bool, run_exclusive_system_with_condition, run_condition
#[test]
fn a_condition_decides_about_a_turn() {
    let mut schedule = Schedule::new().add(note::<0>.run_if(is_on)).add(local(note::<1>).run_if(is_on));
    assert_eq!(order_of(&mut schedule), []);
    Switch::borrow_mut().0 = true;
    assert_eq!(order_of(&mut schedule), [0, 1]);
}

// after: multiple_conditions_on_system, run_condition_combinators
#[test]
fn all_conditions_must_hold() {
    let mut schedule = Schedule::new()
        .add(note::<0>.run_if(|| false).run_if(|| false))
        .add(note::<1>.run_if(|| true).run_if(|| false))
        .add(note::<2>.run_if(|| false).run_if(|| true))
        .add(note::<3>.run_if(|| true).run_if(|| true))
        .add(note::<4>.run_if((|| true).and(|| false)))
        .add(note::<5>.run_if((|| true).or(|| false)))
        .add(note::<6>.run_if(not(|| false)));
    assert_eq!(order_of(&mut schedule), [3, 5, 6]);
}

// after: multiple_conditions_on_system_sets
#[test]
fn all_conditions_of_a_set_must_hold() {
    let mut schedule = Schedule::new();
    for (name, first, second) in
        [("a", false, false), ("b", true, false), ("c", false, true), ("d", true, true)]
    {
        schedule.configure_set(set(name).run_if(move || first).run_if(move || second));
    }
    let mut schedule = schedule
        .add(note::<1>.in_set("a"))
        .add(note::<2>.in_set("b"))
        .add(note::<3>.in_set("c"))
        .add(note::<4>.in_set("d"));
    assert_eq!(order_of(&mut schedule), [4]);
}

// after: systems_nested_in_system_sets
#[test]
fn a_system_needs_its_own_condition_and_that_of_its_set() {
    let mut schedule = Schedule::new()
        .configure(set("no").run_if(|| false))
        .configure(set("yes").run_if(|| true))
        .add(note::<1>.in_set("no").run_if(|| false))
        .add(note::<2>.in_set("yes").run_if(|| false))
        .add(note::<3>.in_set("no").run_if(|| true))
        .add(note::<4>.in_set("yes").run_if(|| true));
    assert_eq!(order_of(&mut schedule), [4]);
}

// after: systems_with_distributive_condition
#[test]
fn a_condition_of_a_tuple_is_asked_once_and_one_of_each_system_each_time() {
    fn switch_off(switch: &mut Switch) {
        switch.0 = false;
    }
    Switch::borrow_mut().0 = true;
    let mut once = Schedule::new().add((note::<0>, switch_off, note::<1>).chain().run_if(is_on));
    assert_eq!(order_of(&mut once), [0, 1]);
    Switch::borrow_mut().0 = true;
    let mut each =
        Schedule::new().add((note::<0>.run_if(is_on), switch_off, note::<1>.run_if(is_on)).chain());
    assert_eq!(order_of(&mut each), [0]);
}

#[derive(Component)]
#[component(track)]
struct First(u32);

#[derive(Component)]
#[component(track)]
struct Second(u32);

fn first(all: Query<&First, Changed<First>>) -> bool {
    !all.is_empty()
}

fn second(all: Query<&Second, Changed<Second>>) -> bool {
    !all.is_empty()
}

/// What the same changes do to a schedule, however its two conditions are said.
fn sees_changes_of_both(mut schedule: Schedule) {
    let (a, b) = (Entity::spawn().insert(First(0)), Entity::spawn().insert(Second(0)));
    assert_eq!(order_of(&mut schedule), [1], "both are new");
    assert_eq!(order_of(&mut schedule), []);
    a.borrow_mut().0 = 1;
    assert_eq!(order_of(&mut schedule), [], "one of them has changed");
    b.borrow_mut().0 = 1;
    assert_eq!(order_of(&mut schedule), [], "the change of the other was seen before");
    a.borrow_mut().0 = 2;
    b.borrow_mut().0 = 2;
    assert_eq!(order_of(&mut schedule), [1]);
}

// after: system_conditions_and_change_detection, system_set_conditions_and_change_detection,
// mixed_conditions_and_change_detection, changed_resource_system
#[test]
fn each_condition_sees_what_has_changed_since_it_was_asked() {
    sees_changes_of_both(Schedule::new().add(note::<1>.run_if(first).run_if(second)));
    ecs_core::World::reset();
    sees_changes_of_both(
        Schedule::new().configure(set("s").run_if(first).run_if(second)).add(note::<1>.in_set("s")),
    );
    ecs_core::World::reset();
    sees_changes_of_both(
        Schedule::new().configure(set("s").run_if(first)).add(note::<1>.in_set("s").run_if(second)),
    );
}

// after: hierarchy_loop, hierarchy_cycle
#[test]
fn sets_in_a_circle_are_one_set() {
    let mut schedule = Schedule::new()
        .configure(set("a").in_set("b"))
        .configure(set("b").in_set("a"))
        .add(note::<1>.in_set("a"))
        .add(note::<2>.in_set("b"));
    assert_eq!(order_of(&mut schedule), [1, 2]);
    schedule.set_enabled(set("a"), false);
    assert_eq!(order_of(&mut schedule), []);
}

// after: skipped_systems_notify_dependents
#[test]
fn those_after_one_that_is_left_out_run() {
    let mut schedule = Schedule::new().add((note::<1>, note::<2>.run_if(|| false), note::<3>).chain());
    assert_eq!(order_of(&mut schedule), [1, 3]);
    schedule.set_enabled(note::<1>, false);
    assert_eq!(order_of(&mut schedule), [3]);
}

// after: single_and_populated_skipped_and_run_singlethreaded,
// single_and_populated_skipped_and_run_multithreaded, function_system_validation_skip,
// validation_skips_system_in_schedule_singlethreaded
#[test]
fn a_system_runs_where_there_is_what_it_wants() {
    fn has_one(all: Query<&A>) -> bool {
        all.count() == 1
    }
    fn has_some(all: Query<&A>) -> bool {
        !all.is_empty()
    }
    fn with_one(mut all: Query<&mut A>, log: &mut Log) {
        all.single_mut().unwrap().0 += 1;
        log.0.push(1);
    }
    let mut schedule = Schedule::new().add(with_one.run_if(has_one)).add(note::<2>.run_if(has_some));
    assert_eq!(order_of(&mut schedule), []);
    let a = Entity::spawn().insert(A(0));
    assert_eq!(order_of(&mut schedule), [1, 2]);
    Entity::spawn().insert(A(0));
    assert_eq!(order_of(&mut schedule), [2]);
    assert_eq!(a.borrow().0, 1);
}
