//! Systems, their order, and timers.
#![expect(clippy::type_complexity, reason = "the filters are what the tests are about")]

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use ecs_core::{
    Component, Entity, IntoSystem, Or, Phase, Query, Schedule, With, Without, World, local, query, set,
    update_all,
};

use super::{Log, Mass, Position, Tag, Velocity, at, take_log};

fn note<const N: i32>(log: &mut Log) {
    log.0.push(N);
}

// after: System/iter, System/iter_const, System/each, System/each_const, System/run_callback,
// SystemPeriodic/1_type_1_component, SystemPeriodic/1_type_3_component, SystemPeriodic/3_type_1_component,
// SystemPeriodic/2_type_3_component, SystemBuilder/1_type, SystemBuilder/add_1_type,
// SystemBuilder/add_2_types, SystemBuilder/const_type, SystemBuilder/deduce_terms_from_each_callback
#[test]
fn a_system_moves_what_has_a_velocity() {
    let e = Entity::spawn_with((at(10, 20), Velocity { x: 1, y: 2 }));
    let f = Entity::spawn_with((at(0, 0), Velocity { x: 5, y: 5 }, Mass(1)));
    let still = Entity::spawn_with(at(1, 1));
    let movement = |mut all: Query<(&mut Position, &Velocity)>| {
        all.each(|(p, v)| {
            p.x += v.x;
            p.y += v.y;
        });
    };
    Schedule::new().add(movement).run(0.1);
    assert_eq!([e, f, still].map(|e| *e.borrow::<Position>()), [at(11, 22), at(5, 5), at(1, 1)]);
}

// after: System/iter_optional, System/each_optional, SystemPeriodic/2_type_1_and_1_optional,
// SystemPeriodic/2_type_2_and_1_optional, SystemPeriodic/6_type_1_and_2_optional,
// SystemBuilder/add_optional, SystemBuilder/deduce_optional_terms_from_each_callback
#[test]
fn a_system_takes_what_may_be_missing() {
    let e = Entity::spawn_with((at(0, 0), Velocity { x: 1, y: 1 }, Mass(10)));
    let f = Entity::spawn_with((at(0, 0), Velocity { x: 1, y: 1 }));
    let g = Entity::spawn_with(at(0, 0));
    let system = |mut all: Query<(&mut Position, Option<&Velocity>, Option<&Mass>)>| {
        all.each(|(p, v, m)| p.x += v.map_or(100, |v| v.x) + m.map_or(0, |m| m.0));
    };
    Schedule::new().add(system).run(0.1);
    assert_eq!([e, f, g].map(|e| e.borrow::<Position>().x), [11, 1, 100]);
}

// after: SystemPeriodic/2_type_1_and_1_not, SystemPeriodic/2_type_2_and_1_not,
// SystemPeriodic/2_type_2_and_2_not, SystemPeriodic/4_type_1_and_1_or,
// SystemPeriodic/4_type_1_and_1_or_of_3, SystemPeriodic/1_type_1_and_1_or, SystemPeriodic/or_type,
// SystemPeriodic/and_type, SystemBuilder/add_not, SystemBuilder/add_or, System/iter_tag, System/each_tag,
// SystemPeriodic/1_type_1_component_1_tag, SystemPeriodic/2_type_1_component_1_tag
#[test]
fn systems_filter_by_not_and_or() {
    fn not(all: Query<&Position, (Without<Velocity>, Without<Mass>)>, log: &mut Log) {
        log.0.push(all.count() as i32);
    }
    fn or(all: Query<&Position, Or<(With<Velocity>, With<Mass>, With<Tag>)>>, log: &mut Log) {
        log.0.push(all.count() as i32);
    }
    fn tagged(all: Query<(&Position, &Tag)>, log: &mut Log) {
        log.0.push(all.count() as i32);
    }
    Entity::spawn_with(at(0, 0));
    Entity::spawn_with((at(0, 0), Velocity::default()));
    Entity::spawn_with((at(0, 0), Mass(1)));
    Entity::spawn_with((at(0, 0), Tag));
    Schedule::new().add((not, or, tagged)).run(0.1);
    assert_eq!(take_log(), [2, 3, 1]);
}

// after: System/order_by_type, Pipeline/system_order_same_phase, Pipeline/system_order_different_phase,
// Pipeline/system_order_same_phase_after_disable, Pipeline/system_order_different_phase_after_disable,
// Pipeline/system_order_same_phase_after_activate, Pipeline/system_order_after_new_system_lower_id,
// Pipeline/system_order_after_new_system_inbetween_id, Pipeline/system_order_after_new_system_higher_id,
// SystemPeriodic/disabled, SystemPeriodic/2_disabled, SystemPeriodic/disabled_feature,
// SystemPeriodic/disabled_nested_feature, Pipeline/disable_phase, Pipeline/disable_parent
#[test]
fn stages_and_sets_order_and_switch_systems() {
    let mut schedule = Schedule::new()
        .stage("input")
        .add(note::<1>)
        .stage("draw")
        .add(note::<5>.in_set("debug"))
        .add(note::<6>)
        .stage("input")
        .add(note::<2>);
    let run = |schedule: &mut Schedule| {
        schedule.run(0.1);
        take_log()
    };
    assert_eq!(run(&mut schedule), [1, 2, 5, 6]);
    schedule.set_enabled(note::<1>, false);
    schedule.set_enabled(set("debug"), false);
    assert_eq!(run(&mut schedule), [2, 6]);
    schedule.set_enabled(note::<1>, true);
    schedule.insert(note::<3>.before(note::<2>).in_stage("input"));
    assert_eq!(run(&mut schedule), [1, 3, 2, 6]);
}

// after: System/custom_pipeline, System/custom_pipeline_w_kind, Pipeline/switch_pipeline,
// Pipeline/run_pipeline, Pipeline/2_pipelines_1_system, Pipeline/empty_pipeline,
// SystemManual/1_type_1_component
#[test]
fn a_schedule_is_run_by_hand_or_as_a_part_of_the_frame() {
    let mut by_hand = Schedule::new().add(note::<1>);
    assert!(World::set_schedule(Phase::Update, Schedule::new().add(note::<2>)).is_none());
    update_all(0.1);
    assert_eq!(take_log(), [2]);
    by_hand.run(0.1);
    assert_eq!(take_log(), [1]);
    let replaced = World::set_schedule(Phase::Update, by_hand);
    assert_eq!(replaced.map(|schedule| schedule.len()), Some(1));
    update_all(0.1);
    assert_eq!(take_log(), [1]);
    Schedule::new().run(0.1);
}

// after: System/add_from_each, System/delete_from_each, System/new_from_each, System/add_from_iter,
// System/delete_from_iter, System/new_from_iter, System/test_auto_defer_each, SystemMisc/add_own_component,
// SystemMisc/add_to_system_in_progress
#[test]
fn a_local_system_changes_what_it_visits() {
    let e = Entity::spawn_many(3, |i, _| at(i as i32, 0));
    let system = || {
        let mut all = Vec::new();
        query::<(Entity, &Position)>().each(|(e, p)| match p.x {
            0 => drop(e.add::<Velocity>()),
            1 => drop(e.despawn()),
            _ => all.push(Entity::spawn_with(Mass(1))),
        });
        assert_eq!(all.len(), 1);
    };
    Schedule::new().add(local(system)).run(0.1);
    assert_eq!((e[0].has::<Velocity>(), e[1].is_alive(), Mass::count()), (true, false, 1));
}

// after: System/set_interval, Timer/interval, Timer/timeout, Timer/interval_timer_entity,
// Timer/one_shot_timer_entity, SystemPeriodic/on_period, SystemPeriodic/on_period_long_delta,
// Timer/start_stop_interval, Timer/start_stop_one_shot
#[test]
fn things_are_done_once_and_again_in_time() {
    let e = Entity::spawn_with((at(0, 0), Mass(0)));
    e.after(1.0, |e| e.borrow_mut::<Position>().x += 1);
    let every = e.every(0.5, |e| e.borrow_mut::<Position>().y += 1);
    for _ in 0..4 {
        update_all(0.5);
    }
    assert_eq!(*e.borrow::<Position>(), at(1, 4));
    assert!(every.cancel() && !every.is_pending());
    (0..4).for_each(|_| update_all(0.5));
    assert_eq!(*e.borrow::<Position>(), at(1, 4));
    // A long frame has all the turns that lie in it.
    let often = e.every(0.1, |e| e.borrow_mut::<Mass>().0 += 1);
    update_all(1.0);
    assert_eq!(e.borrow::<Mass>().0, 10);
    often.cancel();
}

// after: System/rate_filter, System/self_rate_filter, Timer/rate_filter, Timer/rate_entity,
// Timer/nested_rate_entity
#[test]
fn a_condition_lets_a_system_run_every_second_time() {
    let mut asked = 0;
    let every_second = move || {
        asked += 1;
        asked % 2 == 0
    };
    let mut schedule = Schedule::new().add(note::<1>.run_if(every_second)).add(note::<2>);
    (0..4).for_each(|_| schedule.run(0.1));
    assert_eq!(take_log(), [2, 1, 2, 2, 1, 2]);
}

// after: System/multithread_system_w_query_each, System/multithread_system_w_query_iter,
// Pipeline/mixed_multithreaded, Pipeline/mixed_multithreaded_tasks
#[test]
fn a_system_shares_its_query_out_to_threads() {
    let sum = Arc::new(AtomicI32::new(0));
    let counted = sum.clone();
    let e = Entity::spawn_many(500, |i, _| at(i as i32, 0));
    let system = move |mut all: Query<&mut Position>| {
        all.par_each(|p| {
            p.y = p.x * 2;
            counted.fetch_add(1, Relaxed);
        });
    };
    Schedule::new().add(note::<1>).add(system).add(note::<2>).run(0.1);
    assert_eq!((sum.load(Relaxed), e[100].borrow::<Position>().y, take_log()), (500, 200, vec![1, 2]));
}

// after: System/startup_system, Pipeline/1_startup_system, Pipeline/2_startup_systems
#[test]
fn a_system_that_runs_once_is_one_that_is_removed_or_has_an_init() {
    use ecs_core::{Item, System};
    struct Starts;
    impl System for Starts {
        type Params = (&'static mut Log,);
        fn init(&mut self) {
            Entity::spawn_with(Mass(1));
        }
        fn update(&mut self, (log,): Item<'_, Self::Params>) {
            log.0.push(1);
        }
    }
    let mut schedule = Schedule::new().add(Starts);
    (0..2).for_each(|_| schedule.run(0.1));
    assert_eq!((Mass::count(), take_log()), (1, vec![1, 1]));
}
