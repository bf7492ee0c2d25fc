//! Systems: what they do, when they run, and in which world.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ecs_core::{
    Component, Entity, IntoSystem, Query, Schedule, ScheduleError, Singleton, View, ViewMut, World, local,
    query,
};

use super::{Gold, Size};
use crate::support::assert_says;

#[derive(Singleton, Default)]
struct Count(usize);

fn increment(count: &mut Count) {
    count.0 += 1;
}

fn two() {
    Entity::spawn_with((Size(0), Gold(1)));
    Entity::spawn_with((Size(2), Gold(3)));
}

// after: system, systems; book: workload
#[test]
fn systems_run_one_after_the_other_on_what_the_first_has_written() {
    two();
    let pay = |mut all: Query<(&mut Size, &Gold)>| all.each(|(size, gold)| size.0 += gold.0 as usize);
    let grow = |mut all: Query<&mut Size>| all.each(|size| size.0 += 1);
    Schedule::new().add((pay, grow).chain()).run(0.1);
    assert_eq!(Size::view().as_slice(), [Size(2), Size(6)]);
}

// after: simple_parallel_sum, parallel_iterator
#[test]
fn several_threads_visit_each_once() {
    two();
    let (visits, sum) = (AtomicUsize::new(0), AtomicUsize::new(0));
    query::<(&mut Size, &Gold)>().par_each_chunk(1, |(size, gold)| {
        visits.fetch_add(1, Ordering::Relaxed);
        size.0 += gold.0 as usize;
        sum.fetch_add(size.0, Ordering::Relaxed);
    });
    assert_eq!((visits.into_inner(), sum.into_inner()), (2, 6));
    assert_eq!(Size::view().as_slice(), [Size(1), Size(5)]);
}

// after: bad_systems
#[test]
fn a_system_that_takes_a_type_twice_is_refused() {
    fn reads_and_writes(_: View<Gold>, _: ViewMut<Gold>) {}
    fn writes_twice(_: ViewMut<Gold>, _: ViewMut<Gold>) {}
    for mut schedule in [Schedule::new().add(reads_and_writes), Schedule::new().add(writes_twice)] {
        let error = schedule.try_run(0.1).unwrap_err();
        assert!(matches!(error, ScheduleError::Twice { .. }), "{error}");
    }
}

// after: duplicate_name
#[test]
fn a_name_is_given_once_in_a_schedule() {
    let mut schedule = Schedule::new().add(increment.named("count"));
    assert!(matches!(schedule.try_insert(increment.named("count")), Err(ScheduleError::Again { .. })));
    schedule.run(0.1);
    assert_eq!(Count::borrow().0, 1);
}

// after: are_all_uniques_present_in_world, check_run_if_error
#[test]
fn a_run_without_a_singleton_that_is_needed_is_refused_and_names_it() {
    #[derive(Singleton)]
    struct Map;

    let mut schedule = Schedule::new().add(|_: &Map| ());
    assert_says(&schedule.try_run(0.1).unwrap_err().to_string(), &["Map"]);
    let mut asked = Schedule::new().add(increment.run_if(|_: &Map| true));
    assert_says(&asked.try_run(0.1).unwrap_err().to_string(), &["Map"]);
    Map::set(Map);
    assert!(schedule.try_run(0.1).is_ok() && asked.try_run(0.1).is_ok());
}

// after: run_one_with_world, run_with_world
#[test]
fn one_schedule_runs_in_several_worlds() {
    let worlds = [World::new(), World::new()];
    let mut schedule = Schedule::new().add(increment.named("one")).add(increment.named("two"));
    worlds.iter().for_each(|world| world.enter(|| schedule.run(0.1)));
    worlds[1].enter(|| schedule.run(0.1));
    assert_eq!(worlds.map(|world| world.enter(|| Count::borrow().0)), [2, 4]);
}

// after: skip_first, single_system_run_on_same_thread
#[test]
fn a_local_system_stays_on_its_thread_and_may_be_the_only_one_and_left_out() {
    let main = std::thread::current().id();
    let system = move || assert_eq!(main, std::thread::current().id());
    Schedule::new().add(local(system)).run(0.1);
    let mut schedule = Schedule::new().add((local(|| panic!("left out")),).run_if(|| false));
    schedule.run(0.1);
}

// after: skip_if_missing_storage, system_skip_if_missing_storage, skip_if_empty_storage,
// system_skip_if_empty_storage, workload_merge_skip_if
#[test]
fn systems_are_left_out_while_nobody_has_a_type_or_a_singleton_is_missing() {
    #[derive(Singleton)]
    struct Map;

    let has_sizes = |sizes: Query<&Size>| !sizes.is_empty();
    let mut schedule = Schedule::new()
        .add((increment.named("one"), increment.named("two")).run_if(has_sizes))
        .add(increment.named("three").run_if(has_sizes))
        .add(increment.named("four").run_if(|map: Option<&Map>| map.is_some()))
        .add(increment.named("five"));
    schedule.run(0.1);
    let size = Entity::spawn_with(Size(0));
    size.remove::<Size>();
    schedule.run(0.1);
    assert_eq!(Count::borrow().0, 2);
    size.insert(Size(1));
    Map::set(Map);
    schedule.run(0.1);
    assert_eq!(Count::borrow().0, 7);
}

/// May not leave its thread.
#[derive(Component)]
struct Shared(Rc<RefCell<Vec<u32>>>);

// after: non_send_sync::basic
#[test]
fn a_local_system_takes_what_may_not_leave_its_thread() {
    let list = Rc::<RefCell<Vec<u32>>>::default();
    Entity::spawn_with(Shared(list.clone()));
    let push = |all: Query<&Shared>| all.iter().for_each(|shared| shared.0.borrow_mut().push(0));
    Schedule::new().add(local(push)).run(0.1);
    assert_eq!(*list.borrow(), [0]);
}

// after: book: workload_nesting
#[test]
fn tuples_of_systems_nest() {
    #[derive(Component, Default)]
    struct Dead;

    fn grow(mut all: Query<&mut Size>) {
        all.each(|size| size.0 += 1);
    }
    fn mark(all: Query<(Entity, &Size)>, commands: ecs_core::Commands) {
        all.iter().filter(|(_, size)| size.0 > 2).for_each(|(entity, _)| commands.add::<Dead>(entity));
    }
    fn sweep(dead: Query<(Entity, &Dead)>, commands: ecs_core::Commands) {
        dead.iter().for_each(|(entity, _)| commands.despawn(entity));
    }
    two();
    Schedule::new().add((grow, (mark, sweep).chain()).chain()).run(0.1);
    assert_eq!(Size::view().as_slice(), [Size(1)]);
}
