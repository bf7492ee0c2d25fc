//! Schedules in the frames of a world.

use ecs_core::{
    Component, Entity, IntoSystem, Phase, Schedule, ScheduleError, UpdateError, View, World, WorldError,
    explain_order, local, time, try_update_all, update_all,
};

use super::{A, Nth};
use crate::support::{assert_says, log, message_of, on_thread, take_log};

#[derive(Component, Default)]
struct Body;

impl Body {
    fn fixed_update(&mut self) {
        log("fixed hook");
    }
    fn update(&mut self) {
        log("hook");
    }
    fn late_update(&mut self) {
        log("late hook");
    }
}

#[test]
fn each_phase_runs_its_schedule_after_its_passes_by_its_time_step() {
    fn fixed() {
        log(format!("fixed {}", time().dt()));
    }
    fn normal(dt: f32) {
        log(format!("normal {dt}"));
    }
    fn late(dt: f32) {
        log(format!("late {dt}"));
    }
    World::set_fixed_step(0.25);
    Entity::spawn().add::<Body>();
    World::set_schedule(Phase::FixedUpdate, Schedule::new().add(local(fixed)));
    World::set_schedule(Phase::Update, Schedule::new().add(local(normal)));
    World::set_schedule(Phase::LateUpdate, Schedule::new().add(local(late)));
    update_all(0.5);
    assert_eq!(
        take_log(),
        [
            "fixed hook",
            "fixed 0.25",
            "fixed hook",
            "fixed 0.25",
            "hook",
            "normal 0.5",
            "late hook",
            "late 0.5"
        ]
    );
    assert_says(
        &explain_order().to_string(),
        &["update:\n  1. Body: added 1st\n  then its schedule: normal\n"],
    );
    World::set_paused(true);
    update_all(0.5);
    assert_eq!(take_log(), ["hook", "normal 0", "late hook", "late 0"]);
}

#[test]
fn a_schedule_runs_without_any_pass() {
    World::set_schedule(Phase::Update, Schedule::new().add(Nth::<1>).add(Nth::<2>));
    update_all(0.1);
    assert_eq!(super::take_log(), [1, 2]);
    assert_says(
        &explain_order().to_string(),
        &["update: no type has it\n  then its schedule: Nth<1>, Nth<2>\n"],
    );
}

#[test]
fn the_schedule_before_is_given_back() {
    assert!(World::take_schedule(Phase::Update).is_none());
    assert!(World::set_schedule(Phase::Update, Schedule::new().add(Nth::<1>)).is_none());
    let before = World::set_schedule(Phase::Update, Schedule::new()).expect("one was set");
    assert_eq!(before.len(), 1);
    assert!(World::take_schedule(Phase::Update).is_some_and(|schedule| schedule.is_empty()));
    assert!(World::take_schedule(Phase::Update).is_none());
    update_all(0.1);
}

#[test]
fn a_schedule_without_an_order_is_not_set() {
    fn first() {}
    fn second() {}
    let cycle = || Schedule::new().add(first.after(second)).add(second.after(first));
    assert!(matches!(World::try_set_schedule(Phase::Update, cycle()), Err(ScheduleError::Cycle { .. })));
    assert_says(
        &message_of(|| World::set_schedule(Phase::Update, cycle())),
        &["first before", "second before"],
    );
    assert!(World::take_schedule(Phase::Update).is_none());
}

/// Law D4 holds for what systems take.
#[test]
fn a_borrowed_component_of_a_late_system_keeps_the_whole_frame_from_running() {
    fn look(_: View<A>) {
        log("late");
    }
    Entity::spawn().add::<Body>();
    let a = Entity::spawn().insert(A(1));
    World::set_schedule(Phase::LateUpdate, Schedule::new().add(look));
    let guard = a.borrow_mut();
    assert!(matches!(try_update_all(0.1), Err(UpdateError::Borrowed { component: "A", .. })));
    drop(guard);
    assert!(take_log().is_empty());
    assert_eq!(time().frame(), 0);
}

#[test]
fn frames_and_schedules_do_not_begin_inside_each_other() {
    fn frame() {
        assert_eq!(try_update_all(0.1), Err(UpdateError::InsideHook));
        log("frame");
    }
    fn schedule() {
        let inner = Schedule::new().add(Nth::<0>).try_run(0.1);
        assert_eq!(inner, Err(ScheduleError::Update(UpdateError::InsideHook)));
        log("schedule");
    }
    fn set() {
        let error = World::try_set_schedule(Phase::Update, Schedule::new()).unwrap_err();
        assert_eq!(error, ScheduleError::Update(UpdateError::InsideHook));
        assert!(World::take_schedule(Phase::Update).is_none());
        assert!(World::take_schedule(Phase::LateUpdate).is_none());
        log("set");
    }
    #[derive(Component, Default)]
    struct Hooked;
    impl Hooked {
        fn init(&mut self) {
            schedule();
        }
        fn update(&mut self) {
            schedule();
            set();
        }
    }
    Entity::spawn().add::<Hooked>();
    let systems = || Schedule::new().add(local(frame)).add(local(schedule)).add(local(set));
    World::set_schedule(Phase::Update, systems());
    World::set_schedule(Phase::LateUpdate, Schedule::new());
    update_all(0.1);
    assert_eq!(take_log(), ["schedule", "schedule", "set", "frame", "schedule", "set"]);
    assert!(World::take_schedule(Phase::LateUpdate).is_some());
    systems().run(0.1);
    assert_eq!(take_log(), ["frame", "schedule", "set"]);
}

#[test]
fn a_panic_stops_the_frame_and_leaves_the_schedule() {
    fn fail(dt: f32) {
        if dt > 1.0 {
            panic!("too fast");
        }
        log("slow");
    }
    Entity::spawn().add::<Body>();
    World::set_most_fixed_steps(0);
    World::set_schedule(Phase::Update, Schedule::new().add(local(fail)).add(Nth::<1>));
    assert_eq!(message_of(|| update_all(2.0)), "too fast");
    assert_eq!((take_log(), super::take_log()), (vec!["hook".into()], vec![]));
    update_all(0.5);
    assert_eq!(
        (take_log(), super::take_log()),
        (vec!["hook".into(), "slow".into(), "late hook".into()], vec![1])
    );
}

#[test]
fn types_that_a_system_adds_first_join_the_frame() {
    fn spawn() {
        Entity::spawn().add::<Body>();
    }
    World::set_schedule(Phase::Update, Schedule::new().add(local(spawn)));
    update_all(0.0);
    assert_eq!(take_log(), ["late hook"]);
}

#[test]
fn no_schedule_runs_or_is_set_while_the_world_closes() {
    thread_local! {
        static SEEN: std::cell::RefCell<Vec<ScheduleError>> = const { std::cell::RefCell::new(Vec::new()) };
    }
    #[derive(Component)]
    struct Last;
    impl Drop for Last {
        fn drop(&mut self) {
            let run = Schedule::new().try_run(0.1).unwrap_err();
            let set = World::try_set_schedule(Phase::Update, Schedule::new()).unwrap_err();
            SEEN.with(|seen| seen.borrow_mut().extend([run, set]));
        }
    }
    on_thread(|| {
        let world = World::new();
        world.enter(|| Entity::spawn().insert(Last));
        drop(world);
        let closing = ScheduleError::Update(UpdateError::World(WorldError::Closing));
        assert_eq!(SEEN.take(), [closing.clone(), closing]);
    });
}
