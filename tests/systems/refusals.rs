//! What is refused, before any system has run; and panics in the middle.

use ecs_core::{
    Borrower, Component, Entity, IntoSystem, Query, Schedule, ScheduleError, Singleton, SingletonError,
    UpdateError, View, ViewMut, local,
};

use super::{A, B, Log, Nth, take_log};
use crate::support::{CountedDrop, DropCounter, assert_says, message_of};

#[test]
fn a_component_is_taken_once_for_writing() {
    fn query_and_view(_: Query<(&mut A, &B)>, _: View<A>) {}
    fn two_views(_: ViewMut<B>, _: ViewMut<B>) {}
    fn singleton(_: &Log, _: Option<&mut Log>) {}
    fn in_one_query(_: Query<(&mut A, Option<&A>)>) {}
    let refused = |schedule: Schedule, component: &'static str| {
        let mut schedule = schedule.add(Nth::<0>.before(query_and_view));
        let error = schedule.try_run(0.1).unwrap_err();
        assert!(
            matches!(error, ScheduleError::Twice { component: twice, .. } if twice == component),
            "{error}"
        );
        assert_eq!(schedule.try_explain().unwrap_err(), error);
    };
    refused(Schedule::new().add(query_and_view), "A");
    refused(Schedule::new().add(local(two_views)), "B");
    refused(Schedule::new().add(singleton), "Log");
    refused(Schedule::new().add(in_one_query), "A");
    assert!(take_log().is_empty());
    assert_eq!(
        message_of(|| Schedule::new().add(two_views).run(0.1)),
        "the system two_views takes B twice, once for writing: take it once, or tell two queries apart by \
         `With` and `Without`"
    );
}

#[test]
fn a_component_may_be_read_twice() {
    fn read(a: Query<(&A, &B)>, b: View<A>, c: Query<Option<&A>>) {
        assert_eq!((a.count(), b.len(), c.count()), (0, 1, 1));
    }
    Entity::spawn().insert(A(1));
    Schedule::new().add(read).run(0.1);
}

#[test]
fn what_a_guard_keeps_is_refused_before_anything_ran() {
    fn write(_: Query<&mut A>) {}
    fn read(_: View<B>) {}
    let [a, b] = [A(1), A(2)].map(|a| Entity::spawn().with(a).with(B(0)));
    let mut schedule = Schedule::new().add(Nth::<0>).add(write.run_if(|| false)).add(read.disabled());
    let guard = a.borrow::<A>();
    assert!(matches!(
        schedule.try_run(0.1),
        Err(ScheduleError::Update(UpdateError::Borrowed { component: "A", by: Borrower::Shared, .. }))
    ));
    assert_says(&message_of(|| schedule.run(0.1)), &["cannot update A: one is", "drop that guard before"]);
    drop(guard);
    let view = B::view_mut();
    schedule.try_run(0.1).unwrap_err();
    drop(view);
    assert!(take_log().is_empty());
    schedule.run(0.1);
    assert_eq!(take_log(), [0]);
    // So it is in later runs.
    let guard = b.borrow_mut::<A>();
    schedule.try_run(0.1).unwrap_err();
    assert!(take_log().is_empty());
    drop(guard);
}

#[test]
fn what_a_local_system_leaves_borrowed_stops_the_run_there() {
    #[derive(Component, Default)]
    struct Kept;
    thread_local! {
        static KEPT: std::cell::RefCell<Option<ecs_core::RefMut<Kept>>> =
            const { std::cell::RefCell::new(None) };
    }
    fn keep() {
        KEPT.set(Some(Entity::spawn().add::<Kept>().borrow_mut()));
    }
    fn read(_: View<Kept>) {}
    let mut schedule = Schedule::new().add(local(keep)).add(Nth::<0>).add(read.after(keep)).add(Nth::<1>);
    schedule.try_run(0.1).unwrap_err();
    assert_eq!(take_log(), [0]);
    KEPT.take();
    schedule.set_enabled(keep, false);
    schedule.run(0.1);
    assert_eq!(take_log(), [0, 1]);
}

#[test]
fn bad_time_steps_are_refused() {
    let mut schedule = Schedule::new().add(Nth::<0>);
    for dt in [-1.0, f32::NAN, f32::INFINITY] {
        let error = schedule.try_run(dt).unwrap_err();
        assert!(matches!(error, ScheduleError::Update(UpdateError::BadDt { .. })), "{error}");
    }
    assert!(matches!(schedule.try_run(1e9), Err(ScheduleError::Update(UpdateError::LongDt { .. }))));
    assert_says(&message_of(|| schedule.run(-1.0)), &["cannot update by -1 seconds"]);
    assert!(take_log().is_empty());
}

#[test]
fn a_singleton_that_nobody_has_set_is_an_error() {
    #[derive(Singleton)]
    struct Level(u32);
    fn rise(level: &mut Level) {
        level.0 += 1;
    }
    let mut schedule = Schedule::new().add(Nth::<0>).add(rise);
    let Err(ScheduleError::Update(UpdateError::Singleton(error))) = schedule.try_run(0.1) else {
        panic!("nobody has set it")
    };
    assert!(matches!(error, SingletonError::NeededBySystem { component: "Level", .. }));
    assert_says(
        &error.to_string(),
        &["the system `rise` takes Level", "`Level::set(..)`", "`Option<&Level>`"],
    );
    assert!(take_log().is_empty());
    Level::set(Level(1));
    schedule.run(0.1);
    assert_eq!(Level::borrow().0, 2);
}

#[test]
fn a_panic_in_the_middle_leaves_world_and_schedule_usable() {
    let drops = DropCounter::default();
    fn fail(mut bodies: Query<&mut A>, dt: f32) {
        bodies.iter_mut().for_each(|a| a.0 += 1);
        assert!(dt < 1.0, "too fast");
    }
    let keep = |token: CountedDrop| move |_: f32| drop_nothing(&token);
    let body = Entity::spawn().insert(A(0));
    let mut schedule = Schedule::new().add(Nth::<0>).add(keep(drops.token())).add(fail).add(Nth::<1>);
    assert_eq!(message_of(|| schedule.run(2.0)), "too fast");
    assert_eq!(take_log(), [0]);
    assert_eq!(body.borrow_mut().0, 1);
    schedule.run(0.5);
    assert_eq!((take_log(), body.borrow().0, drops.dropped()), (vec![0, 1], 2, 0));
    drop(schedule);
    assert_eq!(drops.dropped(), 1);
}

fn drop_nothing(_: &CountedDrop) {}
