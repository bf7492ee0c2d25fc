//! In which order systems run, and which of them at the same time.

use std::marker::PhantomData;

use ecs_core::{
    Component, IntoSystem, Query, Schedule, ScheduleError, Singleton, View, ViewMut, local, optional, set,
};

use super::{Gold, Heat, Size};
use crate::support::assert_says;

#[derive(Singleton, Default)]
struct Score(u32);

/// The groups of systems that may run at the same time, each system by the place at which it was added.
fn groups(schedule: &mut Schedule) -> Vec<Vec<usize>> {
    let order = schedule.explain();
    let groups = order.stages().iter().flat_map(|stage| &stage.groups);
    groups.map(|group| group.systems.iter().map(|system| system.added - 1).collect()).collect()
}

/// The order of the systems, each by the place at which it was added.
fn order(schedule: &mut Schedule) -> Vec<usize> {
    groups(schedule).concat()
}

fn read_size(_: View<Size>) {}
fn write_size(_: ViewMut<Size>) {}
fn read_heat(_: View<Heat>) {}

// after: single_immutable, single_mutable, empty_workload
#[test]
fn one_system_is_a_group_and_none_is_none() {
    assert_eq!(groups(&mut Schedule::new().add(read_size)), [[0]]);
    assert_eq!(groups(&mut Schedule::new().add(write_size)), [[0]]);
    assert!(groups(&mut Schedule::new()).is_empty());
}

// after: multiple_immutable, multiple_mutable, multiple_mixed, info: borrow
#[test]
fn those_that_read_run_together_and_one_that_writes_alone() {
    assert_eq!(groups(&mut Schedule::new().add((read_size, read_size.named("two")))), [[0, 1]]);
    assert_eq!(groups(&mut Schedule::new().add((write_size, write_size.named("two")))), [[0], [1]]);
    assert_eq!(groups(&mut Schedule::new().add((write_size, read_size))), [[0], [1]]);
    assert_eq!(groups(&mut Schedule::new().add((read_size, write_size))), [[0], [1]]);
}

// after: append_optimizes_batches, append_ensures_multiple_batches_can_be_optimized_over
#[test]
fn a_system_joins_the_first_group_in_which_nothing_conflicts_with_it() {
    fn both(_: ViewMut<Size>, _: ViewMut<Gold>) {}
    fn one(_: View<Size>, _: ViewMut<Gold>) {}
    assert_eq!(groups(&mut Schedule::new().add((one, one.named("two"), read_size))), [vec![0, 2], vec![1]]);
    let systems = (both, one, read_size, read_heat);
    assert_eq!(groups(&mut Schedule::new().add(systems)), [[0, 3], [1, 2]]);
}

// after: all_storages, after_all_single_system, before_after_borrow_conflict
#[test]
fn a_local_system_runs_by_itself() {
    let mut schedule = Schedule::new().add((read_size, local(|| ()), read_size.named("two")));
    assert_eq!(groups(&mut schedule).iter().filter(|group| group.contains(&1)).collect::<Vec<_>>(), [&[1]]);
    let mut schedule = Schedule::new().add(local(|| ())).add(local(|| ()));
    assert_eq!(groups(&mut schedule), [[0], [1]]);
}

// after: non_send
#[test]
fn what_may_not_leave_its_thread_is_for_local_systems() {
    #[derive(Component)]
    struct Stays(PhantomData<*const ()>);

    let mut schedule = Schedule::new()
        .add(local(|_: Query<&Stays>| ()))
        .add(local(|mut all: Query<&mut Stays>| all.each(|stays| stays.0 = PhantomData)));
    assert_eq!(groups(&mut schedule), [[0], [1]]);
    schedule.run(0.1);
}

// after: unique_and_non_unique
#[test]
fn a_singleton_does_not_conflict_with_components() {
    assert_eq!(groups(&mut Schedule::new().add((write_size, |score: &mut Score| score.0 += 1))), [[0, 1]]);
}

fn a() {}
fn b() {}
fn c() {}
fn d() {}

// after: before_after, before_after_no_anchor, info: before_all, info: after_all
#[test]
fn before_and_after_order_what_would_run_together() {
    let mut schedule = Schedule::new().add((d.after(b), c.after(b), b.after(a), a));
    assert_eq!(groups(&mut schedule), [vec![3], vec![2], vec![0, 1]]);
    assert_eq!(groups(&mut Schedule::new().add((a, b.after(a), c.after(b)))), [[0], [1], [2]]);
    assert_eq!(groups(&mut Schedule::new().add((b.after(a), a, c.after(b)))), [[1], [0], [2]]);
    assert_eq!(groups(&mut Schedule::new().add((a.before(b), b.after(a)))), [[0], [1]]);
    assert_eq!(groups(&mut Schedule::new().add((b.after(a), a.before(b)))), [[1], [0]]);
}

// after: before_after_missing_system, before_after_absent_system
#[test]
fn what_may_be_absent_is_no_constraint() {
    assert_eq!(groups(&mut Schedule::new().add(a.before(optional(b)))), [[0]]);
    assert_eq!(groups(&mut Schedule::new().add((a, c.after(optional(b))))), [[0, 1]]);
}

// after: require_in_workload, require_before, require_after
#[test]
fn what_is_named_must_be_there() {
    assert!(Schedule::new().add((a.after(b), b)).try_run(0.1).is_ok());
    assert!(Schedule::new().add((a, b.before(a))).try_run(0.1).is_ok());
    for mut schedule in [Schedule::new().add((c, a.after(b))), Schedule::new().add((c, a.before(b)))] {
        let error = schedule.try_run(0.1).unwrap_err();
        assert_says(&error.to_string(), &["b"]);
    }
}

// after: before_after_system_label
#[test]
fn names_stand_for_systems() {
    let mut schedule =
        Schedule::new().add((a.named("one"), b.named("two").before("one"), c.named("three").before("two")));
    assert_eq!(groups(&mut schedule), [[2], [1], [0]]);
    let mut schedule =
        Schedule::new().add((c.named("three").after("two"), b.named("two").after("one"), a.named("one")));
    assert_eq!(groups(&mut schedule), [[2], [1], [0]]);
}

// after: sequential_workload
#[test]
fn a_chain_is_one_after_the_other() {
    assert_eq!(groups(&mut Schedule::new().add((a, b, c).chain())), [[0], [1], [2]]);
}

// after: workload: contains
#[test]
fn a_set_is_known_by_its_name() {
    let schedule = Schedule::new().add((a, b).in_set("physics"));
    assert_eq!(schedule.is_enabled(set("physics")), Some(true));
    assert_eq!(schedule.is_enabled(set("psychics")), None);
}

// after: barrier
#[test]
fn what_is_in_a_later_stage_waits_for_all_before() {
    let mut schedule = Schedule::new().add((a, b)).stage("two").add((c, d)).stage("three").add(read_heat);
    assert_eq!(groups(&mut schedule), [vec![0, 1], vec![2, 3], vec![4]]);
    assert_eq!(groups(&mut Schedule::new().stage("late").add((a, b))), [[0, 1]]);
    assert_eq!(groups(&mut Schedule::new().add((a, b)).stage("empty")), [[0, 1]]);
}

// after: cycle_detection_after_all
#[test]
fn a_circle_is_refused() {
    let error = Schedule::new().add((a.after(b), b.after(a))).try_run(0.1).unwrap_err();
    assert!(matches!(error, ScheduleError::Cycle { .. }), "{error}");
}

// after: cycle_barrier
#[test]
fn nothing_runs_before_what_is_in_an_earlier_stage() {
    let mut schedule = Schedule::new().add(a).stage("late").add(b.before(a));
    assert!(schedule.try_run(0.1).is_err());
}

// after: complex_ordering
#[test]
fn constraints_stages_and_the_order_of_adding_hold_together() {
    let mut schedule = Schedule::new().add((a, b, c.after(a).before(b))).stage("late").add(d);
    assert_eq!(order(&mut schedule), [0, 2, 1, 3]);
    assert_eq!(groups(&mut schedule).len(), 4);
}
