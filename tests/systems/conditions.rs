//! Conditions: what they take, when they are asked, and what several of them say.

use ecs_core::{
    Changed, Component, Entity, IntoSystem, Query, Schedule, ScheduleError, Singleton, SingletonError,
    SystemCondition, Time, UpdateError, View, With, World, not,
};

use super::{A, B, Log, Nth, take_log};

#[derive(Singleton, Default)]
struct Score(u32);

fn order_of(schedule: &mut Schedule) -> Vec<usize> {
    schedule.run(0.25);
    take_log()
}

#[test]
fn a_condition_takes_what_may_be_read() {
    fn all(
        query: Query<(Entity, &A, Option<&B>)>,
        some: Query<&A, With<B>>,
        view: View<B>,
        score: &Score,
        none: Option<&Log>,
        time: Time,
        dt: f32,
    ) -> bool {
        let found = query.iter().filter(|(_, a, b)| a.0 == 1 && b.is_some()).count();
        assert_eq!((found, some.count(), view.len(), time.dt(), dt), (1, 1, 1, 0.25, 0.25));
        assert!(none.is_some());
        score.0 > 3
    }
    Entity::spawn().with(A(1)).with(B(2));
    let mut schedule = Schedule::new()
        .add(Nth::<0>)
        .add(Nth::<1>.run_if(all))
        .add(Nth::<2>.run_if(|score: &Score| score.0 == 0).run_if(|| Score::borrow().0 == 0));
    assert_eq!(order_of(&mut schedule), [0, 2]);
    Score::borrow_mut().0 = 4;
    assert_eq!(order_of(&mut schedule), [0, 1]);
}

/// Would catch: a borrow that lasts longer than the question.
#[test]
fn what_a_condition_takes_is_free_when_it_was_asked() {
    fn write(mut all: Query<&mut A>, score: &mut Score) {
        all.each(|a| a.0 += 1);
        score.0 += 1;
    }
    let a = Entity::spawn().insert(A(0));
    let has_some = |all: Query<&A>, score: &Score| all.count() == 1 && score.0 < 2;
    let mut schedule = Schedule::new().add(write.run_if(has_some));
    (0..4).for_each(|_| schedule.run(0.1));
    assert_eq!((a.borrow().0, Score::borrow().0), (2, 2));
    // It may keep something of its own.
    let mut asked = 0;
    let twice = move |_: &Score| {
        asked += 1;
        asked <= 2
    };
    let mut schedule = Schedule::new().add(write.run_if(twice));
    (0..4).for_each(|_| schedule.run(0.1));
    assert_eq!(a.borrow().0, 4);
}

#[test]
fn each_condition_looks_back_to_when_it_was_asked_itself_also_in_others() {
    #[derive(Component)]
    #[component(track)]
    struct Name;
    fn has_changed(names: Query<&Name, Changed<Name>>) -> bool {
        !names.is_empty()
    }
    let name = Entity::spawn().insert(Name);
    let mut schedule = Schedule::new()
        .add(Nth::<0>.run_if(has_changed))
        .add(Nth::<1>.run_if((|| false).or(has_changed)))
        .add(Nth::<2>.run_if(not(has_changed)))
        .add((Nth::<3>, Nth::<4>).run_if((|| true).and(has_changed)));
    assert_eq!(order_of(&mut schedule), [0, 1, 3, 4]);
    assert_eq!(order_of(&mut schedule), [2]);
    let _ = name.borrow_mut();
    assert_eq!(order_of(&mut schedule), [0, 1, 3, 4]);
    assert_eq!(order_of(&mut schedule), [2]);
    // In another world nothing was seen yet.
    World::new().enter(|| {
        Entity::spawn().insert(Name);
        assert_eq!(order_of(&mut schedule), [0, 1, 3, 4]);
    });
}

#[test]
fn several_conditions_are_all_asked() {
    fn count(score: u32) -> impl FnMut() -> bool {
        move || {
            Score::borrow_mut().0 += score;
            Score::borrow().0 % 2 == 0
        }
    }
    let mut schedule = Schedule::new()
        .add(Nth::<0>.run_if(count(1).and(count(10))))
        .add(Nth::<1>.run_if(count(100).or(not(count(1000)))))
        .add(Nth::<2>.run_if(not(count(10_000).or(|| true))));
    assert_eq!(order_of(&mut schedule), [1]);
    assert_eq!(Score::borrow().0, 11_111);
    assert_eq!(order_of(&mut schedule), [0, 1]);
    assert_eq!(Score::borrow().0, 22_222);
}

#[test]
fn what_a_condition_needs_is_made_and_checked_before_anything_runs() {
    #[derive(Singleton)]
    struct Level(u32);
    let mut schedule =
        Schedule::new().add((Nth::<0>, Nth::<1>.run_if(|level: &Level, _: &Score| level.0 == 1)));
    let unset = SingletonError::Unset { component: "Level" };
    assert_eq!(schedule.try_run(0.1), Err(ScheduleError::Update(UpdateError::Singleton(unset))));
    Level::set(Level(1));
    let guard = Level::borrow_mut();
    assert!(matches!(
        schedule.try_run(0.1),
        Err(ScheduleError::Update(UpdateError::Borrowed { component: "Level", .. }))
    ));
    assert!(take_log().is_empty(), "nothing has run");
    drop(guard);
    assert_eq!(order_of(&mut schedule), [0, 1]);
}

/// Would catch: a system that comes before a condition that stands before it, and changes its answer.
#[test]
fn nothing_that_stands_behind_a_condition_runs_before_it_is_asked() {
    fn win(score: &mut Score) {
        score.0 += 1;
    }
    fn look(_: View<A>) {}
    fn write(_: Query<&mut A>) {}
    let mut schedule =
        Schedule::new().add(look).add(write.run_if(|| Score::borrow().0 == 0)).add(win).add(Nth::<0>);
    let groups: Vec<_> =
        schedule.explain().stages()[0].groups.iter().map(|group| group.systems.len()).collect();
    assert_eq!(groups, [1, 3]);
}

#[test]
fn systems_and_conditions_take_up_to_twelve_parameters() {
    #[expect(clippy::too_many_arguments, reason = "as many as there may be")]
    fn all(
        log: &mut Log,
        a: View<A>,
        b: View<B>,
        all: Query<&A>,
        score: &Score,
        again: Option<&Score>,
        _: f32,
        _: Time,
        _: Query<&B>,
        _: View<A>,
        _: View<B>,
        dt: f32,
    ) {
        assert_eq!((a.len(), b.len(), all.count(), score.0, again.is_some()), (1, 0, 1, 0, true));
        log.0.push((dt * 8.0) as usize);
    }
    #[expect(clippy::too_many_arguments, reason = "as many as there may be")]
    fn holds(
        _: f32,
        _: f32,
        _: f32,
        _: f32,
        _: &Score,
        _: &Log,
        _: Time,
        _: View<A>,
        _: View<A>,
        _: View<A>,
        _: View<A>,
        a: View<A>,
    ) -> bool {
        a.len() == 1
    }
    Entity::spawn().insert(A(0));
    let mut schedule = Schedule::new().add(all.run_if(holds));
    assert_eq!(order_of(&mut schedule), [2]);
}
