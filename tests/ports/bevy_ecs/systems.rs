//! Systems: what they take, what they keep, what happens when they fail.

use std::rc::Rc;

use ecs_core::{
    Component, Entity, Item, Query, Schedule, ScheduleError, Singleton, System, Time, View, local, query,
};

use super::{A, B, Log, note, take_log};
use crate::support::message_of;

// after: simple_system, run_system_once, function_system_validation_success
#[test]
fn a_closure_is_a_system_and_runs_once() {
    let e = Entity::spawn_with(A(1));
    let by = 5;
    run!(move |mut all: Query<&mut A>| all.each(|a| a.0 += by));
    assert_eq!(e.borrow::<A>().0, 6);
}

// after: local_system, non_sync_local, init_resource_does_not_overwrite
#[test]
fn a_system_makes_its_own_state_when_it_begins() {
    #[derive(Singleton, Default)]
    struct Start(u32);
    #[derive(Default)]
    struct Counter(u32);
    impl System for Counter {
        type Params = (&'static mut Log,);
        fn init(&mut self) {
            self.0 = Start::borrow().0 + 1;
        }
        fn update(&mut self, (log,): Item<'_, Self::Params>) {
            log.0.push(self.0);
            self.0 += 1;
        }
    }
    Start::borrow_mut().0 = 4;
    let mut schedule = Schedule::new().add(Counter::default());
    (0..3).for_each(|_| schedule.run(0.1));
    assert_eq!(take_log(), [5, 6, 7]);
}

#[derive(Singleton, Default)]
struct Shared(Rc<u32>);

// after: non_send_system, non_send_option_system, non_send_alias, non_send_and_entities, non_send
#[test]
fn a_local_system_takes_what_may_not_leave_its_thread() {
    #[derive(Singleton)]
    struct Absent(#[expect(dead_code, reason = "there is none")] Rc<u32>);
    fn system(shared: &mut Shared, absent: Option<&mut Absent>, all: Query<Entity>, log: &mut Log) {
        shared.0 = Rc::new(*shared.0 + 1);
        log.0.push(*shared.0 + u32::from(absent.is_some()) + all.count() as u32);
    }
    let _one = Entity::spawn();
    let mut schedule = Schedule::new().add(local(system));
    (0..2).for_each(|_| schedule.run(0.1));
    assert_eq!(take_log(), [2, 3]);
}

// after: function_system_as_exclusive, test_exclusive_system_params
#[test]
fn a_local_system_without_parameters_may_do_everything() {
    fn everything() {
        let e = Entity::spawn_with((A(1), B(2)));
        query::<&mut A>().each(|a| a.0 += 1);
        e.despawn();
        Entity::spawn_with(A(5));
        Log::borrow_mut().0.push(query::<&A>().count() as u32);
    }
    run_local(everything);
    assert_eq!(take_log(), [1]);
}

fn run_local(system: fn()) {
    Schedule::new().add(local(system)).run(0.1);
}

// after: res_and_entities, res_and_entities_filtered, assert_systems, can_have_16_parameters
#[test]
fn a_system_takes_twelve_things() {
    #[derive(Component)]
    struct N<const I: usize>;
    #[expect(clippy::too_many_arguments, reason = "as many as there may be")]
    fn many(
        all: Query<(Entity, &A)>,
        b: View<B>,
        time: Time,
        dt: f32,
        log: &mut Log,
        _: Query<&N<0>>,
        _: Query<&N<1>>,
        _: Query<&N<2>>,
        _: Query<&N<3>>,
        _: Query<&N<4>>,
        _: Query<&N<5>>,
        shared: Option<&Unset>,
    ) {
        assert_eq!((time.dt(), dt), (0.1, 0.1));
        log.0.push((all.count() + b.len()) as u32 + u32::from(shared.is_some()));
    }
    #[derive(Singleton)]
    struct Unset;
    Entity::spawn_with((A(1), B(1)));
    run!(many);
    assert_eq!(take_log(), [2]);
}

// after: missing_resource_error, missing_resource_panics_single_threaded,
// missing_resource_panics_multi_threaded, function_system_validation_failure_is_error,
// run_system_invalid_params, run_system_once_invalid_params
#[test]
fn a_singleton_that_cannot_be_made_is_an_error_before_anything_runs() {
    #[derive(Singleton)]
    struct Level(u32);
    fn system(level: &Level, log: &mut Log) {
        log.0.push(level.0);
    }
    let mut schedule = Schedule::new().add(note::<0>).add(system);
    let error = schedule.try_run(0.1).unwrap_err();
    assert!(matches!(error, ScheduleError::Update(_)) && error.to_string().contains("Level"), "{error}");
    assert!(take_log().is_empty());
    Level::set(Level(3));
    schedule.run(0.1);
    assert_eq!(take_log(), [0, 3]);
}

// after: panic_inside_system
#[test]
fn a_panic_in_a_system_passes_through_and_the_world_stays_usable() {
    fn fails(mut all: Query<&mut A>) {
        all.each(|a| a.0 += 1);
        panic!("this system has failed");
    }
    let e = Entity::spawn_with(A(1));
    let mut schedule = Schedule::new().add(fails).add(note::<1>);
    let message = message_of(|| schedule.run(0.1));
    assert!(message.contains("this system has failed"), "{message}");
    assert!(take_log().is_empty());
    assert_eq!(e.borrow::<A>().0, 2);
    assert!(schedule.remove(fails));
    schedule.run(0.1);
    assert_eq!(take_log(), [1]);
}

// after: read_system_state, write_system_state
#[test]
fn outside_of_systems_the_same_is_asked_for_directly() {
    let e = Entity::spawn_with((A(7), B(0)));
    Log::borrow_mut().0.push(42);
    let (mut all, log) = (query::<(&A, &mut B)>(), Log::borrow());
    all.each(|(a, b)| b.0 = a.0 + log.0[0] as usize);
    drop(all);
    assert_eq!(e.borrow::<B>().0, 49);
}

// after: test_system_name_regular_param, test_closure_system_name_regular_param,
// test_system_name_exclusive_param
#[test]
fn a_system_has_the_name_of_its_function_or_one_that_is_given() {
    use ecs_core::IntoSystem;
    fn steer() {}
    let mut schedule =
        Schedule::new().add(steer).add((|| ()).named("watch")).add(local(steer).named("steer again"));
    let names: Vec<_> = schedule.explain().systems().map(|id| id.name().to_owned()).collect();
    assert!(names[0].ends_with("::steer"), "{names:?}");
    assert_eq!(names[1..], ["watch", "steer again"]);
}

// after: into_system_type_id_consistency, system_set_matches_default_system_set
#[test]
fn one_function_may_be_in_a_schedule_several_times() {
    let mut schedule = Schedule::new().add(note::<1>).add(note::<1>).add(note::<2>);
    schedule.run(0.1);
    assert_eq!(take_log(), [1, 1, 2]);
    assert!(schedule.remove(note::<1>));
    schedule.run(0.1);
    assert_eq!(take_log(), [2]);
}
