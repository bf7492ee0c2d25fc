//! Where a panic is shown: at the line of the user, not at one of the library.

use std::cell::{Cell, RefCell};
use std::panic::Location;
use std::rc::Rc;

use ecs_core::{
    Attach, Component, Entity, FailurePolicy, IntoSystem, Phase, Schedule, World, emit, explain_order, local,
    query, time, try_observe, update_all,
};

use super::{Nth, id};
use crate::support::caught;

/// Checks that a closure panics in the line where the call of this stands.
#[track_caller]
fn panics_here<R>(f: impl FnOnce() -> R) -> String {
    let panic = caught(f);
    let here = Location::caller();
    assert_eq!((panic.file.as_str(), panic.line), (here.file(), here.line()), "{}", panic.text);
    panic.text
}

#[test]
fn schedules_panic_at_the_line_that_calls_them() {
    fn ghost() {}
    let contradictory = || Schedule::new().add(Nth::<0>.after(id::<0>()));
    let mut schedule = contradictory();
    panics_here(|| schedule.run(0.1));
    panics_here(|| schedule.explain());
    panics_here(|| World::set_schedule(Phase::Update, contradictory()));
    panics_here(|| Schedule::new().add(Nth::<0>).run(-1.0));
    panics_here(|| Schedule::new().add(Nth::<0>.after(ghost)).run(0.1));
    panics_here(|| Schedule::new().add(Nth::<0>.in_stage("none")));
    panics_here(|| Schedule::new().insert(Nth::<0>.in_stage("none")));
}

#[test]
fn the_clock_panics_at_the_line_that_sets_it() {
    panics_here(|| World::set_fixed_step(0.0));
    panics_here(|| World::set_time_scale(-1.0));
    panics_here(|| World::set_longest_dt(f32::NAN));
}

#[test]
fn frames_panic_at_the_line_that_runs_them() {
    #[derive(Component, Default)]
    #[component(after(Tail))]
    struct Head;
    #[derive(Component, Default)]
    #[component(after(Head))]
    struct Tail;
    panics_here(|| update_all(f32::NAN));
    World::set_schedule(Phase::Update, Schedule::new().add(local(|| _ = panics_here(|| World::frame()))));
    let _ = Entity::spawn();
    update_all(0.1);
    Entity::spawn().with(Head).with(Tail);
    panics_here(|| update_all(0.1));
    panics_here(|| World::frame());
    panics_here(|| explain_order());
}

#[test]
fn what_no_system_may_reach_is_reported_at_its_line() {
    let message = std::sync::Mutex::new(String::new());
    let message = std::sync::Arc::new(message);
    let shown = message.clone();
    let asks = move |_: f32| {
        panics_here(|| time());
        panics_here(|| World::set_paused(true));
        panics_here(|| World::set_most_fixed_steps(1));
        panics_here(|| World::set_init_limit(1));
        panics_here(|| World::take_schedule(Phase::Update));
        panics_here(|| World::clear());
        panics_here(|| World::stats());
        panics_here(|| World::set_failure_policy(FailurePolicy::SwitchOff));
        panics_here(|| emit(1_u8));
        panics_here(|| drop(try_observe(|_: &Attach| {})));
        panics_here(|| Entity::spawn());
        panics_here(|| query::<Entity>().count());
        *shown.lock().unwrap() = panics_here(|| World::frame());
    };
    Schedule::new().add(asks.named("asks")).run(0.1);
    assert!(message.lock().unwrap().contains("inside the system asks"));
}

#[test]
fn a_system_that_enters_its_own_world_panics_at_its_line() {
    thread_local! {
        static OWN: RefCell<Option<Rc<World>>> = const { RefCell::new(None) };
    }
    fn enters(_: f32) {
        let world = OWN.with_borrow(Option::clone).expect("it is set");
        panics_here(|| world.enter(|| ()));
    }
    let world = Rc::new(World::new());
    OWN.set(Some(world.clone()));
    world.enter(|| Schedule::new().add(enters).run(0.1));
    OWN.take();
}

/// A world that ends runs no hooks, but drops values, whose code may call.
#[test]
fn what_a_world_that_ends_refuses_is_reported_at_its_line() {
    #[derive(Component)]
    struct Last(Rc<Cell<bool>>);
    impl Drop for Last {
        fn drop(&mut self) {
            panics_here(|| Entity::spawn());
            panics_here(|| drop(Self::view()));
            panics_here(|| update_all(0.1));
            self.0.set(true);
        }
    }
    let (world, has_run) = (World::new(), Rc::default());
    world.enter(|| _ = Entity::spawn().with(Last(Rc::clone(&has_run))));
    drop(world);
    assert!(has_run.get());
}
