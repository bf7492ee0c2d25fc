//! The order of systems.

use ecs_core::{
    Commands, Component, Entity, IntoSystem, Query, Schedule, ScheduleError, SystemId, local, optional,
    query, set,
};

use super::{A, B, Log, note, take_log};

fn order_of(schedule: &mut Schedule) -> Vec<u32> {
    schedule.run(0.1);
    take_log()
}

// after: run_system, run_exclusive_system, simple_system, single_threaded_executor, multi_threaded_executor
#[test]
fn a_schedule_runs_its_systems() {
    let mut schedule = Schedule::new().add(note::<0>).add(local(note::<1>));
    assert_eq!(order_of(&mut schedule), [0, 1]);
    assert_eq!(order_of(&mut schedule), [0, 1]);
    assert_eq!(order_of(&mut Schedule::new()), []);
}

// after: parallel_execution
#[test]
fn systems_without_conflicts_may_run_at_the_same_time() {
    fn first(mut a: Query<&mut A>, b: Query<&B>) {
        a.each(|a| a.0 += b.count());
    }
    fn second(b: Query<&B>, log: &mut Log) {
        log.0.push(b.count() as u32);
    }
    fn third(mut b: Query<&mut B>) {
        b.each(|b| b.0 += 1);
    }
    let e = Entity::spawn_with((A(0), B(0)));
    let mut schedule = Schedule::new().add((first, second, third));
    assert_eq!(order_of(&mut schedule), [1]);
    assert_eq!((e.borrow::<A>().0, e.borrow::<B>().0), (1, 1));
    let order = schedule.explain();
    let groups: Vec<_> = order.stages()[0].groups.iter().map(|group| group.systems.len()).collect();
    assert_eq!(groups, [2, 1]);
}

// after: order_systems, system_to_system_after, system_to_system_before, add_systems_to_existing_schedule,
// run_two_systems
#[test]
fn systems_run_before_and_after_others_also_those_added_later() {
    let mut schedule = Schedule::new()
        .add(note::<9>)
        .add(note::<1>.before(note::<9>))
        .add(note::<0>.after(note::<9>).in_set("a"));
    assert_eq!(order_of(&mut schedule), [1, 9, 0]);
    schedule.configure_set(set("a").after(note::<9>));
    schedule.insert(note::<3>.before(set("a")).after(note::<9>));
    schedule.insert(note::<4>.after(set("a")));
    assert_eq!(order_of(&mut schedule), [1, 9, 3, 0, 4]);
}

// after: order_exclusive_systems, one_of_everything
#[test]
fn local_systems_are_ordered_as_others() {
    let mut schedule = Schedule::new()
        .add(local(note::<5>))
        .add(local(note::<1>).before(note::<5>))
        .add(local(note::<0>).after(note::<5>))
        .add(note::<7>.before(note::<1>));
    assert_eq!(order_of(&mut schedule), [7, 1, 5, 0]);
}

// after: add_systems_correct_order, only_chain_outside, chain_all
#[test]
fn a_chain_runs_one_after_the_other() {
    let mut schedule = Schedule::new().add((note::<0>, note::<1>, local(note::<2>), note::<3>).chain());
    assert_eq!(order_of(&mut schedule), [0, 1, 2, 3]);
    let groups = schedule.explain().stages()[0].groups.len();
    assert_eq!(groups, 4);
}

// after: add_systems_correct_order_nested, chain_first, chain_second
#[test]
fn a_tuple_in_a_chain_is_one_link() {
    let mut schedule = Schedule::new().add(
        (
            (note::<0>, note::<1>).chain(),
            note::<2>,
            (note::<3>, note::<4>).chain(),
            (note::<5>, (note::<6>, note::<7>)),
            ((note::<8>, note::<9>).chain(), note::<10>),
        )
            .chain(),
    );
    schedule.insert(note::<11>.before(note::<0>));
    assert_eq!(order_of(&mut schedule), [11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
}

// after: set_to_system_after, set_to_system_before, set_to_set_after, set_to_set_before,
// configure_set_on_new_schedule, configure_set_on_existing_schedule
#[test]
fn sets_are_ordered_against_sets_and_systems() {
    let sets = || Schedule::new().add(note::<1>.in_set("one")).add(note::<0>.in_set("zero")).add(note::<2>);
    assert_eq!(order_of(&mut sets().configure(set("one").after(set("zero")))), [0, 1, 2]);
    assert_eq!(order_of(&mut sets().configure(set("zero").before(set("one")))), [0, 1, 2]);
    assert_eq!(order_of(&mut sets().configure(set("one").after(note::<2>))), [0, 2, 1]);
    assert_eq!(order_of(&mut sets().configure(set("zero").before(note::<1>))), [0, 1, 2]);
    let mut schedule = sets();
    assert_eq!(order_of(&mut schedule), [1, 0, 2]);
    schedule.configure_set(set("one").after(set("zero")));
    assert_eq!(order_of(&mut schedule), [0, 1, 2]);
}

// after: dependency_loop, dependency_loop_from_chain, dependency_cycle, cross_dependency,
// sets_have_order_but_intersect
#[test]
fn what_would_run_before_itself_is_an_error_before_anything_runs() {
    fn refusal(mut schedule: Schedule) -> ScheduleError {
        let error = schedule.try_run(0.1).unwrap_err();
        assert!(take_log().is_empty());
        error
    }
    let error = refusal(Schedule::new().add(note::<1>.after(note::<2>)).add(note::<2>.after(note::<1>)));
    assert!(matches!(error, ScheduleError::Cycle { .. }), "{error}");
    let sets = || Schedule::new().add(note::<1>.in_set("a")).add(note::<2>.in_set("b"));
    let error = refusal(sets().configure(set("a").after(set("b"))).configure(set("b").after(set("a"))));
    assert!(matches!(error, ScheduleError::Cycle { .. }), "{error}");
    let error = refusal(sets().configure(set("a").after(set("b"))).add(note::<3>.in_set("a").in_set("b")));
    assert!(matches!(error, ScheduleError::Cycle { .. }), "{error}");
    let error = refusal(
        Schedule::new()
            .add(((note::<1>, note::<2>).chain(), note::<3>.after(note::<4>)).chain())
            .add(note::<4>.after(note::<3>)),
    );
    assert!(matches!(error, ScheduleError::Cycle { .. }), "{error}");
}

// after: remove_a_system, remove_multiple_systems, remove_a_system_with_dependencies,
// remove_a_system_and_still_ordered, remove_a_set_and_still_ordered
#[test]
fn a_system_that_is_removed_leaves_the_others_in_their_order() {
    let mut schedule =
        Schedule::new().add((note::<1>, note::<2>, note::<3>).chain()).add(note::<4>.in_set("s"));
    assert_eq!(order_of(&mut schedule), [1, 2, 3, 4]);
    assert!(schedule.remove(note::<2>) && !schedule.remove(note::<2>));
    assert_eq!(order_of(&mut schedule), [1, 3, 4]);
    schedule.insert(note::<5>.before(note::<1>));
    assert!(schedule.remove(set("s")));
    assert_eq!(order_of(&mut schedule), [5, 1, 3]);
    schedule.clear();
    assert!(schedule.is_empty());
}

// after: get_a_system_key, get_system_keys_in_set, get_system_keys_with_same_name
#[test]
fn a_schedule_says_what_is_in_it() {
    let mut schedule = Schedule::new().add(note::<1>.in_set("s")).add(note::<2>.named("two")).add(note::<1>);
    assert_eq!(schedule.len(), 3);
    assert_eq!(schedule.is_enabled(note::<1>), Some(true));
    assert_eq!(schedule.is_enabled(note::<3>), None);
    assert_eq!(schedule.is_enabled("two"), Some(true));
    assert_eq!(schedule.is_enabled(set("s")), Some(true));
    let names: Vec<_> = schedule.explain().systems().map(|id: SystemId| id.name().to_owned()).collect();
    assert!(names[0].contains("note") && names[1] == "two", "{names:?}");
}

// after: inserts_a_sync_point, command_processing
#[test]
fn what_commands_ask_for_is_there_for_the_next_system() {
    fn spawn(commands: Commands) {
        commands.spawn(A(1));
    }
    fn count(all: Query<&A>, log: &mut Log) {
        log.0.push(all.count() as u32);
    }
    let mut schedule = Schedule::new().add((spawn, count, spawn, spawn, count).chain());
    assert_eq!(order_of(&mut schedule), [1, 3]);
    // Without a word about the order it is that of adding.
    let mut schedule = Schedule::new().add(spawn).add(count);
    assert_eq!(order_of(&mut schedule), [4]);
}

// after: ambiguity, components, resources, write_component_and_entity_ref, correct_ambiguities,
// get_system_conflicts, system_type_set_ambiguity
#[test]
fn conflicts_that_only_the_order_of_adding_decides_are_listed() {
    fn write(_: Query<&mut A>) {}
    fn read(_: Query<&A>) {}
    fn read_other(_: Query<&B>) {}
    fn score(_: &mut Log) {}
    let schedule = Schedule::new().add((write, read, read_other)).add(score).add(score.named("again"));
    let found: Vec<_> = schedule.ambiguities().iter().map(|conflict| conflict.components.clone()).collect();
    assert_eq!(found, [["A"], ["Log"]]);
    assert!(schedule.conflicts().len() >= 2);
}

// after: read_only, read_world, filtered_components, before_and_after, exclusive
#[test]
fn readers_and_what_is_ordered_or_told_apart_is_no_ambiguity() {
    use ecs_core::{With, Without};
    fn read(_: Query<&A>) {}
    fn read_too(_: Query<&A>) {}
    assert!(Schedule::new().add((read, read_too)).ambiguities().is_empty());
    fn with(_: Query<&mut A, With<B>>) {}
    fn without(_: Query<&mut A, Without<B>>) {}
    assert!(Schedule::new().add((with, without)).ambiguities().is_empty());
    assert!(Schedule::new().add(read).add(with.after(read)).ambiguities().is_empty());
    assert_eq!(Schedule::new().add(read).add(with).ambiguities().len(), 1);
    assert!(Schedule::new().add((read, with).chain()).ambiguities().is_empty());
}

// after: ignore_all_ambiguities, ambiguous_with_label, ambiguous_with_system,
// ambiguous_with_not_breaking_run_conditions
#[test]
fn an_ambiguity_that_is_meant_is_not_listed() {
    fn write(_: Query<&mut A>, log: &mut Log) {
        log.0.push(1);
    }
    fn read(_: Query<&A>, log: &mut Log) {
        log.0.push(2);
    }
    let schedule = |schedule: Schedule| schedule.ambiguities().len();
    assert_eq!(schedule(Schedule::new().add((write, read))), 1);
    assert_eq!(schedule(Schedule::new().add((write, read.ambiguous_with(write)))), 0);
    assert_eq!(schedule(Schedule::new().add((write.in_set("w"), read.ambiguous_with(set("w"))))), 0);
    let mut never = Schedule::new()
        .configure(set("w").run_if(|| false).ambiguous_with(set("w")))
        .add((write, read).in_set("w"));
    assert_eq!(order_of(&mut never), []);
}

// after: add_systems_to_non_existing_schedule, hierarchy_redundancy, configure_system_type_set
#[test]
fn a_name_that_nobody_has_is_an_error() {
    let error = Schedule::new().add(note::<1>.after(note::<2>)).try_run(0.1).unwrap_err();
    assert!(matches!(error, ScheduleError::UnknownSystem { .. }), "{error}");
    let error = Schedule::new().add(note::<1>.after(set("none"))).try_run(0.1).unwrap_err();
    assert!(matches!(error, ScheduleError::UnknownSet { .. }), "{error}");
    assert_eq!(order_of(&mut Schedule::new().add(note::<1>.after(optional(note::<2>)))), [1]);
    // Twice in one set is once.
    let mut schedule = Schedule::new()
        .configure(set("in").in_set("out"))
        .add(note::<1>.in_set("in").in_set("out"))
        .add(note::<2>.before(set("out")));
    assert_eq!(order_of(&mut schedule), [2, 1]);
}

// after: change_detection, local_variables
#[test]
fn systems_keep_something_of_their_own() {
    let mut runs = 0;
    let count = move |log: &mut Log| {
        runs += 1;
        log.0.push(runs);
    };
    let mut schedule = Schedule::new().add(count);
    assert_eq!((order_of(&mut schedule), order_of(&mut schedule)), (vec![1], vec![2]));
    #[derive(Component)]
    struct Unused;
    assert!(query::<&Unused>().is_empty());
}
