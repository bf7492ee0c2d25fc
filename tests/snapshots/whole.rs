//! R1: a snapshot is the whole world.

use std::cell::Cell;

use ecs_core::{
    Add, Changed, Component, Entity, Events, Group, Handle, Inherits, IntoSystem, PerEntity, Phase, Query,
    Remove, Removed, Schedule, Singleton, Snapshots, With, World, emit, every, explain_order, find, observe,
    query, time, update_all,
};
use serde::Serialize;

use crate::support::{log, take_log};

#[derive(Component, Clone, Copy, Serialize, PartialEq, Debug, Default)]
struct Body {
    x: f32,
}

#[derive(Component, Clone, Serialize, Default)]
struct Name(String);

#[derive(Singleton, Clone, Copy, Serialize, Default)]
struct Score(u32);

fn bodies() -> Vec<(Entity, f32)> {
    Body::view().iter().map(|body| (body.entity(), body.x)).collect()
}

#[test]
fn r1_ids_generations_and_free_indices_come_back() {
    let entities: Vec<_> = (0..6).map(|n| Entity::spawn().with(Body { x: n as f32 })).collect();
    entities[2].despawn();
    entities[4].despawn();
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    let expected: Vec<_> = (0..4).map(|_| Entity::spawn()).collect();
    entities[0].despawn();
    for _ in 0..2 {
        snapshots.load(0).unwrap();
        let alive: Vec<_> = entities.iter().map(|entity| entity.is_alive()).collect();
        assert_eq!(alive, [true, true, false, true, false, true]);
        assert!(expected.iter().all(|entity| !entity.is_alive()));
        assert_eq!((0..4).map(|_| Entity::spawn()).collect::<Vec<_>>(), expected, "the same ids come next");
    }
}

#[test]
fn r1_handles_that_are_kept_outside_mean_what_they_meant() {
    let body = Entity::spawn().insert(Body { x: 1.0 });
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    body.kill();
    body.entity().insert(Body { x: 7.0 });
    let later = Entity::spawn().insert(Body { x: 3.0 });
    snapshots.load(0).unwrap();
    assert_eq!((body.borrow().x, later.is_alive(), Body::count()), (1.0, false, 1));
}

#[test]
fn r1_loading_runs_no_hook_and_tells_nobody() {
    #[derive(Component, Clone)]
    #[component(on(Add<Body> = came, Remove<Body> = went))]
    struct Loud;

    impl Loud {
        fn init(&mut self) {
            log("init");
        }
        fn on_enable(&mut self) {
            log("on_enable");
        }
        fn on_disable(&mut self) {
            log("on_disable");
        }
        fn shutdown(&mut self) {
            log("shutdown");
        }
        fn came(&mut self, _: &Add<Body>) {
            log("came");
        }
        fn went(&mut self, _: &Remove<Body>) {
            log("went");
        }
    }

    observe(|_: &Add<Body>| log("observed")).forever();
    observe(|_: &Remove<Loud>| log("observed")).forever();
    let first = Entity::spawn().with(Loud).with(Body::default());
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    first.despawn();
    Entity::spawn().with(Loud).with(Body::default()).set_enabled(false);
    snapshots.save(1).unwrap();
    take_log();
    for frame in [0, 1, 0] {
        snapshots.load(frame).unwrap();
        World::flush();
        assert_eq!(take_log(), [""; 0], "frame {frame}");
    }
    first.despawn();
    assert_eq!(take_log(), ["went", "on_disable", "observed", "shutdown"], "as if it had never ended");
}

#[test]
fn r1_order_switches_links_and_names_come_back() {
    let all: Vec<_> = (0..5).map(|n| Entity::spawn().with(Body { x: n as f32 })).collect();
    all[1].child_of(all[0]);
    all[2].child_of(all[0]);
    all[3].set_enabled(false);
    all[4].set_name("four");
    let mut snapshots = Snapshots::new(1);
    let order = bodies();
    snapshots.save(0).unwrap();
    all[2].child_of(all[4]);
    all[0].set_enabled(false);
    all[3].set_enabled(true);
    all[4].set_name("five");
    all[1].despawn();
    Body::sort_by(|one, other| other.x.total_cmp(&one.x));
    snapshots.load(0).unwrap();
    assert_eq!(bodies(), order);
    assert_eq!(all[0].children().collect::<Vec<_>>(), [all[1], all[2]]);
    assert!(all[0].is_enabled() && !all[3].is_enabled());
    assert_eq!((find("four"), find("five")), (Some(all[4]), None));
}

#[test]
fn r1_singletons_and_the_clock_come_back() {
    let mut snapshots = Snapshots::new(2);
    let _first = Entity::spawn();
    snapshots.save(0).unwrap();
    Score::set(Score(3));
    update_all(0.25);
    World::set_time_scale(2.0);
    snapshots.save(1).unwrap();
    let score = Score::instance();
    Score::borrow_mut().0 = 9;
    World::set_time_scale(4.0);
    update_all(1.0);
    snapshots.load(1).unwrap();
    assert_eq!((Score::borrow().0, score.is_alive()), (3, true));
    assert_eq!((time().frame(), time().elapsed(), time().scale()), (1, 0.25, 2.0));
    snapshots.load(0).unwrap();
    assert!(Score::get().is_none() && !score.is_alive());
    assert_eq!(time().frame(), 0);
    snapshots.load(1).unwrap();
    assert_eq!(score.borrow().0, 3, "forward again");
}

#[test]
fn r1_types_that_were_added_since_have_no_place_in_the_order() {
    #[derive(Component, Clone, Copy, Default)]
    struct First;
    impl First {
        fn update(&mut self) {
            log("first");
        }
    }
    #[derive(Component, Clone, Copy, Default)]
    struct Second;
    impl Second {
        fn update(&mut self) {
            log("second");
        }
    }
    #[derive(Component, Clone, Copy, Default)]
    #[component(on(Bang), as(dyn Thing))]
    struct Third;
    struct Bang;
    impl Third {
        fn on_bang(&mut self, _: &Bang) {
            log("bang");
        }
    }
    trait Thing {}
    impl Thing for Third {}

    let entity = Entity::spawn().with(Body::default());
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    entity.add::<First>();
    entity.add::<Second>();
    entity.add::<Third>();
    update_all(0.1);
    assert_eq!(take_log(), ["first", "second"]);
    snapshots.save(1).unwrap();
    let order = explain_order().to_string();
    snapshots.load(0).unwrap();
    assert_eq!(entity.components(), ["Body"]);
    assert_eq!((Third::count(), every::<dyn Thing>().count(), entity.send(Bang)), (0, 0, 0));
    entity.add::<Second>();
    entity.add::<First>();
    update_all(0.1);
    assert_eq!(take_log(), ["second", "first"], "as added this time");
    snapshots.load(1).unwrap();
    update_all(0.1);
    assert_eq!(entity.send(Bang), 1);
    assert_eq!(take_log(), ["first", "second", "bang"], "as added then");
    assert_eq!(explain_order().to_string(), order);
    assert_eq!(every::<dyn Thing>().count(), 1);
}

#[test]
fn r1_what_waits_for_systems_comes_back() {
    #[derive(Clone)]
    struct Hit(u32);
    #[derive(Singleton, Clone, Default)]
    struct Seen(Vec<String>);

    fn listen(seen: &mut Seen, hits: Events<Hit>, ends: Removed<Body>) {
        seen.0.extend(hits.iter().map(|(_, hit)| format!("hit {}", hit.0)));
        seen.0.extend(ends.iter().map(|end| format!("end of {end:?}")));
    }

    World::set_schedule(Phase::Update, Schedule::new().add(listen));
    let body = Entity::spawn().with(Body::default());
    update_all(0.1);
    emit(Hit(1));
    body.despawn();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    for _ in 0..2 {
        emit(Hit(2));
        update_all(0.1);
        assert_eq!(Seen::borrow().0, ["hit 1", "hit 2", "end of 0v1"]);
        emit(Hit(3));
        snapshots.load(0).unwrap();
        assert!(Seen::borrow().0.is_empty());
    }
    update_all(0.1);
    assert_eq!(Seen::borrow().0, ["hit 1", "end of 0v1"], "what was sent since is gone");
}

#[test]
fn r1_changes_are_seen_since_when_they_were() {
    #[derive(Component, Clone, Copy)]
    #[component(track)]
    struct Health(u32);
    #[derive(Singleton, Clone, Copy, Default)]
    struct Changes(usize);

    fn count(changes: &mut Changes, all: Query<&Health, Changed<Health>>) {
        changes.0 += all.iter().count();
    }

    World::set_schedule(Phase::Update, Schedule::new().add(count));
    let all: Vec<_> = (0..3).map(|n| Entity::spawn().insert(Health(n))).collect();
    update_all(0.1);
    all[1].borrow_mut().0 += 1;
    let seen = World::tick();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    for _ in 0..2 {
        Changes::borrow_mut().0 = 0;
        update_all(0.1);
        assert_eq!(Changes::borrow().0, 1, "the one that was changed before the snapshot");
        all[2].borrow_mut().0 += 1;
        update_all(0.1);
        assert_eq!(Changes::borrow().0, 2);
        assert!(all[2].changed_since(seen));
        snapshots.load(0).unwrap();
        assert!(!all[2].changed_since(seen));
    }
}

#[test]
fn r1_a_condition_looks_back_to_its_own_last_run_after_another_system_was_removed() {
    #[derive(Component, Clone, Copy)]
    #[component(track)]
    struct Health;
    #[derive(Singleton, Clone, Copy, Default)]
    struct Runs(usize);

    fn has_changed(all: Query<&Health, Changed<Health>>) -> bool {
        all.iter().count() != 0
    }
    fn idle() {}
    fn count(runs: &mut Runs) {
        runs.0 += 1;
    }

    let schedule = Schedule::new().add(idle.run_if(has_changed).disabled()).add(count.run_if(has_changed));
    World::set_schedule(Phase::Update, schedule);
    Entity::spawn().insert(Health);
    update_all(0.1);
    assert_eq!(Runs::borrow().0, 1);
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    let mut schedule = World::take_schedule(Phase::Update).unwrap();
    assert!(schedule.remove(idle));
    World::set_schedule(Phase::Update, schedule);
    snapshots.load(0).unwrap();
    update_all(0.1);
    assert_eq!(Runs::borrow().0, 1, "nothing has changed since its last run; the other was never asked");
}

#[test]
fn r1_a_schedule_that_was_set_after_one_snapshot_is_in_the_next() {
    fn idle() {}

    let mut snapshots = Snapshots::new(2);
    Entity::spawn().insert(Body { x: 1.0 });
    snapshots.save(0).unwrap();
    World::set_schedule(Phase::Update, Schedule::new().add(idle));
    update_all(0.1);
    snapshots.save(1).unwrap();
    let mut schedule = World::take_schedule(Phase::Update).unwrap();
    schedule.set_enabled(idle, false);
    World::set_schedule(Phase::Update, schedule);
    snapshots.load(1).unwrap();
    let schedule = World::take_schedule(Phase::Update).unwrap();
    assert_eq!(schedule.is_enabled(idle), Some(true));
}

#[test]
fn r1_timers_come_back_with_what_their_closures_have_counted() {
    #[derive(Component, Clone, Copy, Default)]
    struct Bell(u32);

    let bell = Entity::spawn().add::<Bell>();
    let count = Cell::new(0);
    let timer = bell.every(0.1, move |bell: &mut Bell| {
        count.set(count.get() + 1);
        bell.0 = count.get();
    });
    update_all(0.1);
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    for _ in 0..2 {
        update_all(0.1);
        update_all(0.1);
        assert_eq!(bell.borrow().0, 3, "the closure is as it was, too");
        timer.cancel();
        bell.after(0.1, |bell: &mut Bell| bell.0 = 100);
        snapshots.load(0).unwrap();
        assert!(timer.is_pending());
        assert_eq!((bell.borrow().0, World::stats().timers), (1, 1));
    }
}

#[test]
fn r1_what_inherits_goes_on_from_where_it_was() {
    #[derive(Component, Clone, Copy, Serialize, Default, PartialEq, Debug)]
    #[component(inherits)]
    struct Place {
        own: f32,
        world: f32,
    }
    impl Place {
        fn inherit(&mut self, above: Option<&Self>) {
            self.world = self.own + above.map_or(0.0, |above| above.world);
        }
    }
    let places = || -> Vec<f32> { Place::view().iter().map(|place| place.world).collect() };
    let all: Vec<_> = (0..6).map(|n| Entity::spawn().insert(Place { own: n as f32, world: 0.0 })).collect();
    for pair in all.windows(2) {
        pair[1].entity().child_of(pair[0].entity());
    }
    update_all(0.1);
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    let mut runs = Vec::new();
    for _ in 0..2 {
        all[1].borrow_mut().own = 50.0;
        all[4].entity().child_of(all[0].entity());
        update_all(0.1);
        all[2].entity().despawn();
        update_all(0.1);
        runs.push(places());
        snapshots.load(0).unwrap();
        assert_eq!(places(), [0.0, 1.0, 3.0, 6.0, 10.0, 15.0]);
    }
    assert_eq!(runs[0], runs[1]);
    fn is_inheriting<T: Inherits>() {}
    is_inheriting::<Place>();
}

#[test]
fn r1_groups_hear_of_what_has_come_and_gone_by_it() {
    let mut group = Group::<With<Body>>::new();
    let first = Entity::spawn().with(Body::default());
    group.refresh();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    first.despawn();
    let second = Entity::spawn().with(Body::default());
    group.refresh();
    assert_eq!(group.active(), [second]);
    snapshots.load(0).unwrap();
    group.refresh();
    assert_eq!((group.active(), group.added(), group.removed()), (&[first][..], &[first][..], &[second][..]));
}

#[test]
fn r1_holes_come_back() {
    let all = Entity::spawn_many(300, |n, _| Body { x: n as f32 });
    all.iter().step_by(7).for_each(|entity| assert!(entity.despawn()));
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    let mut orders = Vec::new();
    for _ in 0..2 {
        (0..20).for_each(|n| _ = Entity::spawn().with(Body { x: 1000.0 + n as f32 }));
        all.iter().skip(3).step_by(11).for_each(|entity| _ = entity.despawn());
        (0..30).for_each(|n| _ = Entity::spawn().with(Body { x: 2000.0 + n as f32 }));
        orders.push(bodies());
        snapshots.load(0).unwrap();
    }
    assert_eq!(orders[0], orders[1]);
}

#[test]
fn r1_any_of_the_snapshots_may_be_loaded_in_any_order() {
    let body = Entity::spawn().insert(Body { x: 0.0 });
    let name = Entity::spawn().insert(Name::default());
    let mut snapshots = Snapshots::new(4);
    for frame in 0..6 {
        body.borrow_mut().x = frame as f32;
        name.borrow_mut().0 = format!("{frame}");
        snapshots.save(frame).unwrap();
    }
    assert!(!snapshots.contains(1), "the oldest have gone");
    for frame in [5, 2, 4, 2, 3, 5, 5] {
        snapshots.load(frame).unwrap();
        assert_eq!((body.borrow().x, &*name.borrow().0), (frame as f32, &*format!("{frame}")));
    }
    snapshots.load(3).unwrap();
    body.borrow_mut().x = 33.0;
    snapshots.save(4).unwrap();
    snapshots.load(5).unwrap();
    snapshots.load(4).unwrap();
    assert_eq!(body.borrow().x, 33.0, "one of the same number was replaced");
    let mut frames: Vec<_> = snapshots.frames().collect();
    frames.sort_unstable();
    assert_eq!(frames, [2, 3, 4, 5]);
}

#[test]
fn r1_two_rings_of_one_world_do_not_disturb_each_other() {
    let body = Entity::spawn().insert(Body { x: 0.0 });
    let (mut one, mut other) = (Snapshots::new(2), Snapshots::new(2));
    for frame in 0..4 {
        body.borrow_mut().x = frame as f32;
        one.save(frame).unwrap();
        body.borrow_mut().x += 0.5;
        other.save(frame).unwrap();
    }
    for _ in 0..2 {
        one.load(2).unwrap();
        assert_eq!(body.borrow().x, 2.0);
        other.load(3).unwrap();
        assert_eq!(body.borrow().x, 3.5);
        one.load(3).unwrap();
        assert_eq!(body.borrow().x, 3.0);
    }
    let target: Handle<Body> = body;
    assert_eq!(query::<&Body>().iter().count(), usize::from(target.is_alive()));
}

#[test]
fn r1_timers_of_a_tag_end_with_it_when_the_world_has_gone_back() {
    #[derive(Component, Clone, Default)]
    struct Burning;
    let burning = Entity::spawn().add::<Burning>();
    burning.every(0.1, |_: &mut Burning| {});
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    for _ in 0..2 {
        assert_eq!(World::stats().timers, 1);
        burning.kill();
        World::flush();
        assert_eq!(World::stats().timers, 0);
        snapshots.load(0).unwrap();
    }
}

/// Adds a component of a type of which one is borrowed, and does something before the sync point.
fn add_while_borrowed<T: Component + PerEntity + Default>(first: Handle<T>, meanwhile: impl FnOnce()) {
    let held = first.borrow();
    Entity::spawn().add::<T>();
    meanwhile();
    drop(held);
    World::flush();
}

#[test]
fn r1_waiting_events_come_in_the_same_order_however_much_room_there_is() {
    struct Ping;

    #[derive(Component, Clone, Default)]
    #[component(on(Ping))]
    struct Early(#[expect(dead_code, reason = "takes room")] u32);
    impl Early {
        fn on_ping(&mut self, _: &Ping) {
            log("early");
        }
    }

    #[derive(Component, Clone, Default)]
    #[component(on(Ping))]
    struct Late(#[expect(dead_code, reason = "takes room")] u32);
    impl Late {
        fn on_ping(&mut self, _: &Ping) {
            log("late");
        }
    }

    let early: Vec<_> = (0..4).map(|_| Entity::spawn().add::<Early>()).collect();
    let late = Entity::spawn().add::<Late>();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    let step = || {
        add_while_borrowed(early[0], || {
            let _held = late.borrow();
            late.entity().send(Ping);
            early[0].entity().send(Ping);
        });
        take_log()
    };
    let expected = step();
    snapshots.load(0).unwrap();
    assert_eq!(step(), expected);
}

#[test]
fn r1_rows_lie_in_the_same_order_however_much_room_there_was() {
    #[derive(Component, Clone, Default)]
    struct Other(#[expect(dead_code, reason = "takes room")] u32);

    let others: Vec<_> = (0..4).map(|_| Entity::spawn().add::<Other>()).collect();
    let entities: Vec<_> = (0..3).map(|n| Entity::spawn().with(Body { x: n as f32 })).collect();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    let step = || {
        add_while_borrowed(others[0], || _ = entities[0].kill::<Body>());
        entities[0].insert(Body { x: 7.0 });
        bodies()
    };
    let expected = step();
    snapshots.load(0).unwrap();
    assert_eq!(step(), expected);
}
