//! Turns: what a system takes, when it has a turn, and what the next one sees.

use std::cell::{Cell, RefCell};

use ecs_core::{
    Added, Changed, Component, Copied, Entity, IntoSystem, Phase, Query, Schedule, Singleton, Time, View,
    ViewMut, With, Without, World, local, time, update_all,
};

use super::{A, B, C, Log, Nth, id, take_log};

#[derive(Singleton, Default)]
struct Score {
    points: u32,
    bonus: Option<u32>,
}

/// Has no default.
#[derive(Singleton)]
struct Rules {
    most: u32,
}

#[test]
fn a_system_takes_all_kinds_of_parameters() {
    #[expect(clippy::too_many_arguments, reason = "as many as there may be")]
    fn all(
        mut query: Query<(Entity, &mut A, Option<&B>), Without<C>>,
        view: View<C>,
        score: &mut Score,
        log: &Log,
        rules: Option<&Rules>,
        none: Option<&mut Time2>,
        time: Time,
        dt: f32,
    ) {
        for (entity, a, b) in &mut query {
            assert!(entity.is_some_id());
            a.0 += 10 + b.map_or(0, |b| b.0);
        }
        score.points += view.len() as u32;
        assert!(log.0.is_empty() && rules.is_none_or(|rules| rules.most == 3) && none.is_none());
        assert_eq!((time.dt(), dt), (0.25, 0.25));
    }
    #[derive(Singleton)]
    struct Time2;
    trait Id {
        fn is_some_id(&self) -> bool;
    }
    impl Id for Entity {
        fn is_some_id(&self) -> bool {
            *self != Self::NONE
        }
    }
    let a = Entity::spawn().insert(A(1));
    let ab = Entity::spawn().with(A(2)).with(B(5));
    let ac = Entity::spawn().with(A(3)).with(C(7));
    let mut schedule = Schedule::new().add(all);
    schedule.run(0.25);
    assert_eq!((a.borrow().0, ab.borrow::<A>().0, ac.borrow::<A>().0), (11, 17, 3));
    Rules::set(Rules { most: 3 });
    schedule.run(0.25);
    assert_eq!(Score::borrow().points, 2);
}

#[test]
fn closures_keep_what_they_capture() {
    let mut turn = 0;
    let mut schedule = Schedule::new().add(move |score: &mut Score| {
        turn += 1;
        score.points = turn;
    });
    (0..3).for_each(|_| schedule.run(0.1));
    assert_eq!(Score::borrow().points, 3);
}

#[test]
fn views_and_copies_are_taken_too() {
    fn copy(from: View<A>, mut to: ViewMut<B>) {
        for (to, from) in to.iter_mut().zip(&from) {
            to.0 = from.0;
        }
    }
    #[derive(Component, Clone, Copy)]
    struct Speed(u32);
    fn speed_up(mut bodies: Query<(Copied<Speed>, &mut B), With<A>>) {
        for (speed, b) in &mut bodies {
            b.0 += speed.0;
        }
    }
    let body = Entity::spawn().with(A(4)).with(B(0)).with(Speed(3));
    Schedule::new().add(copy).add(speed_up).run(0.1);
    assert_eq!(body.borrow::<B>().0, 7);
}

#[test]
fn the_time_of_the_world_does_not_go_on() {
    World::set_paused(false);
    update_all(0.5);
    Schedule::new().add(|time: Time| assert_eq!((time.dt(), time.elapsed()), (0.25, 0.5))).run(0.25);
    assert_eq!((time().dt(), time().elapsed(), time().frame()), (0.5, 0.5, 1));
}

#[test]
fn conditions_are_asked_just_before_the_turn_and_all_must_hold() {
    fn win(score: &mut Score) {
        score.points += 1;
    }
    // Not before the group begins: the one before has changed it.
    let lost = || Score::borrow().points.is_multiple_of(2);
    let not_late = || time().dt() < 1.0;
    let mut schedule = Schedule::new().add(win).add(Nth::<0>.run_if(lost).run_if(not_late)).add(Nth::<1>);
    schedule.run(0.1);
    assert_eq!(take_log(), [1]);
    schedule.run(0.1);
    assert_eq!(take_log(), [0, 1]);
    schedule.run(0.1);
    schedule.run(1.0);
    assert_eq!(take_log(), [1, 1]);
}

#[test]
fn a_condition_is_not_asked_for_what_is_off() {
    let mut schedule = Schedule::new().add(Nth::<0>.run_if(|| -> bool { panic!("asked") }).disabled());
    schedule.run(0.1);
    assert!(schedule.set_enabled(id::<0>(), true));
    crate::support::message_of(|| schedule.run(0.1));
}

#[test]
fn what_is_off_has_no_turn() {
    let mut schedule = Schedule::new().add(Nth::<0>).add(Nth::<1>.disabled()).add(Nth::<2>);
    assert!(schedule.set_enabled(id::<0>(), false) && schedule.set_enabled(id::<1>(), true));
    assert!(!schedule.set_enabled(id::<3>(), true));
    schedule.run(0.1);
    assert_eq!(take_log(), [1, 2]);
    assert_eq!(
        [id::<0>(), id::<1>(), id::<3>()].map(|id| schedule.is_enabled(id)),
        [Some(false), Some(true), None]
    );
}

#[test]
fn what_a_system_has_done_is_seen_by_the_next() {
    fn end_the_weak(bodies: Query<(Entity, &A)>) {
        let weak: Vec<_> = bodies.iter().filter(|(_, a)| a.0 == 0).map(|(entity, _)| entity).collect();
        drop(bodies);
        for entity in weak {
            entity.despawn();
        }
    }
    fn count(bodies: Query<&A>, score: &mut Score) {
        score.points = bodies.count() as u32;
    }
    for n in 0..3 {
        Entity::spawn().insert(A(n));
    }
    Schedule::new().add(local(end_the_weak)).add(count).run(0.1);
    assert_eq!(Score::borrow().points, 2);
}

// ---- what has changed since ----

#[derive(Component)]
#[component(track)]
struct Name(u32);

fn see_changed(names: Query<&Name, Changed<Name>>, log: &mut Log) {
    log.0.extend(names.iter().map(|name| name.0 as usize));
}

#[test]
fn filters_look_back_to_the_own_last_run() {
    let [a, b] = [1, 2].map(|n| Entity::spawn().insert(Name(n)));
    // Before and behind what changes: both see each change once.
    fn rename(mut names: Query<&mut Name>, dt: f32) {
        if dt > 1.0 {
            names.iter_mut().for_each(|name| name.0 += 10);
        }
    }
    fn see_added(names: Query<&Name, Added<Name>>, log: &mut Log) {
        log.0.push(names.iter().count() + 100);
    }
    let mut schedule = Schedule::new().add(see_changed).add(rename).add(see_added);
    schedule.run(0.1);
    assert_eq!(take_log(), [1, 2, 102]);
    schedule.run(0.1);
    assert_eq!(take_log(), [100]);
    b.borrow_mut().0 = 3;
    schedule.set_enabled(see_changed, false);
    schedule.run(0.1);
    schedule.set_enabled(see_changed, true);
    a.borrow_mut().0 = 5;
    schedule.run(0.1);
    // It saw nothing while it was off, and misses nothing.
    assert_eq!(take_log(), [100, 5, 3, 100]);
    schedule.run(2.0);
    schedule.run(0.1);
    schedule.run(0.1);
    assert_eq!(take_log(), [100, 15, 13, 100, 100]);
}

/// Would catch: a system that comes upon what it has changed itself, for ever.
#[test]
fn a_system_does_not_see_what_it_has_changed_itself() {
    fn clamp(mut names: Query<&mut Name, Changed<Name>>, log: &mut Log) {
        names.each(|name| {
            name.0 = name.0.min(5);
            log.0.push(name.0 as usize);
        });
    }
    fn clamp_here() {
        ecs_core::query::<&mut Name>().filter::<Changed<Name>>().each(|name| {
            name.0 = name.0.min(4);
            Log::borrow_mut().0.push(10 + name.0 as usize);
        });
    }
    let name = Entity::spawn().insert(Name(7));
    for (mut schedule, seen) in
        [(Schedule::new().add(clamp), 5), (Schedule::new().add(local(clamp_here)), 14)]
    {
        (0..10).for_each(|_| schedule.run(0.1));
        assert_eq!(take_log(), [seen]);
        name.borrow_mut().0 = 9;
        (0..10).for_each(|_| schedule.run(0.1));
        assert_eq!(take_log(), [seen], "what somebody else has changed");
    }
}

#[test]
fn each_condition_looks_back_to_when_it_was_asked_itself() {
    fn has_changed() -> bool {
        !ecs_core::query::<&Name>().filter::<Changed<Name>>().is_empty()
    }
    let name = Entity::spawn().insert(Name(1));
    let mut schedule =
        Schedule::new().add(Nth::<0>.run_if(|| false).run_if(has_changed)).add(Nth::<1>.run_if(has_changed));
    let mut run = || {
        schedule.run(0.1);
        take_log()
    };
    assert_eq!([run(), run()], [vec![1], vec![]]);
    name.borrow_mut().0 = 2;
    // Other frames are not its own.
    update_all(0.1);
    update_all(0.1);
    assert_eq!([run(), run()], [vec![1], vec![]]);
}

#[test]
fn all_conditions_are_asked() {
    let mut even = 0;
    let every_second = move || {
        even += 1;
        even % 2 == 0
    };
    let mut asked = 0;
    let third = move || {
        asked += 1;
        asked == 4
    };
    let mut schedule = Schedule::new().add(Nth::<0>.run_if(every_second).run_if(third));
    (0..6).for_each(|_| schedule.run(0.1));
    assert_eq!(take_log(), [0], "the fourth time, when both hold");
}

#[test]
fn local_systems_look_back_too() {
    let name = Entity::spawn().insert(Name(1));
    fn see() {
        let seen = ecs_core::query::<&Name>().filter::<Changed<Name>>().count();
        Log::borrow_mut().0.push(seen);
    }
    let mut schedule = Schedule::new().add(local(see));
    schedule.run(0.1);
    schedule.run(0.1);
    name.borrow_mut().0 = 2;
    // Other frames are not its own.
    update_all(0.1);
    update_all(0.1);
    schedule.run(0.1);
    assert_eq!(take_log(), [1, 0, 1]);
}

#[test]
fn what_was_seen_in_another_world_says_nothing_here() {
    let worlds = [World::new(), World::new()];
    let mut schedule = Schedule::new().add(see_changed);
    for world in &worlds {
        world.enter(|| {
            for _ in 0..5 {
                let _ = World::tick();
            }
            Entity::spawn().insert(Name(1));
            schedule.run(0.1);
            assert_eq!(take_log(), [1]);
        });
    }
}

#[test]
fn a_run_that_was_refused_has_seen_nothing() {
    Entity::spawn().insert(Name(1));
    let mut schedule = Schedule::new().add(see_changed);
    let view = Name::view();
    schedule.try_run(0.1).unwrap_err();
    drop(view);
    schedule.run(0.1);
    assert_eq!(take_log(), [1]);
}

#[test]
fn a_hook_and_a_system_look_back_each_to_their_own() {
    #[derive(Component, Default)]
    struct Reader;
    impl Reader {
        fn update(&mut self, log: &mut Log) {
            log.0.push(ecs_core::query::<&Name>().filter::<Changed<Name>>().count() + 200);
        }
    }
    let name = Entity::spawn().insert(Name(1));
    Entity::spawn().add::<Reader>();
    World::set_schedule(Phase::Update, Schedule::new().add(see_changed));
    update_all(0.1);
    assert_eq!(take_log(), [201, 1]);
    name.borrow_mut().0 = 2;
    update_all(0.1);
    update_all(0.1);
    assert_eq!(take_log(), [201, 2, 200]);
}

#[test]
fn singletons_that_are_taken_are_made_before_the_run() {
    fn bonus(score: &mut Score, missing: Option<&Rules>) {
        score.bonus = Some(missing.map_or(1, |rules| rules.most));
    }
    assert!(Score::get().is_none());
    Schedule::new().add(bonus).run(0.1);
    assert_eq!(Score::borrow().bonus, Some(1));
}

#[test]
fn what_a_local_system_or_a_condition_kills_switches_off_or_filters_out_has_no_turn_by_any_loop() {
    thread_local!(static ALL: Cell<[Entity; 6]> = const { Cell::new([Entity::NONE; 6]) });

    /// At its first call it lets the next four leave the visit, each in another way.
    fn visit(n: u32, log: &mut Vec<u32>) {
        if log.is_empty() {
            let [_, killed, despawned, disabled, filtered_out, _] = ALL.get();
            assert!(killed.kill::<A>());
            despawned.despawn();
            disabled.set_enabled(false);
            filtered_out.remove::<B>();
        }
        log.push(n);
    }
    type Visited<'q> = Query<'q, &'static A, With<B>>;
    fn by_each(mut query: Visited) {
        query.each(|a| SEEN.with_borrow_mut(|seen| visit(a.0, seen)));
    }
    fn by_for_each(query: Visited) {
        query.iter().for_each(|a| SEEN.with_borrow_mut(|seen| visit(a.0, seen)));
    }
    fn by_for(query: Visited) {
        for a in &query {
            SEEN.with_borrow_mut(|seen| visit(a.0, seen));
        }
    }
    fn by_condition(query: Visited) -> bool {
        by_for_each(query);
        false
    }
    thread_local!(static SEEN: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) });
    for mut schedule in [
        Schedule::new().add(local(by_each)),
        Schedule::new().add(local(by_for_each)),
        Schedule::new().add(local(by_for)),
        Schedule::new().add((|| ()).run_if(by_condition)),
    ] {
        World::clear();
        ALL.set([0, 1, 2, 3, 4, 5].map(|n| Entity::spawn().with(A(n)).with(B(0))));
        schedule.run(0.1);
        assert_eq!(SEEN.take(), [0, 5]);
    }
}
