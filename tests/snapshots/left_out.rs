//! What says `no_snapshot`: it stays as it is now, on the entities that live then too.

use ecs_core::{Changed, Component, Entity, Handle, Snapshots, World, query, update_all, wait};
use serde::Serialize;

use crate::support::{log, message_of, take_log};

#[derive(Component, Clone, Copy, Serialize, Default)]
struct Body(u32);

#[derive(Component)]
#[component(no_snapshot)]
struct Sprite {
    frame: u32,
    body: Handle<Body>,
}

impl Sprite {
    fn update(&mut self) {
        self.frame += 1;
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
}

fn sprite(body: Handle<Body>) -> Handle<Sprite> {
    body.entity().insert(Sprite { frame: 0, body })
}

#[test]
fn r2_what_is_left_out_stays_as_it_is() {
    let sprite = sprite(Entity::spawn().add::<Body>());
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    update_all(0.1);
    sprite.borrow().body.borrow_mut().0 = 5;
    snapshots.load(0).unwrap();
    assert_eq!((sprite.borrow().frame, sprite.borrow().body.borrow().0), (1, 0));
    assert!(sprite.entity().has::<Sprite>());
    update_all(0.1);
    assert_eq!(sprite.borrow().frame, 2);
}

#[test]
fn r2_what_is_left_out_ends_where_no_entity_lived() {
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    for entity in Entity::spawn_many(2_000, |_, _| Body(0)) {
        sprite(entity.handle()).after(1.0, |_| log("too late"));
    }
    take_log();
    snapshots.load(0).unwrap();
    assert_eq!((Sprite::count(), World::stats().timers, take_log()), (0, 0, Vec::<String>::new()));
    sprite(Entity::spawn().add::<Body>());
    assert_eq!(Sprite::count(), 1);
}

#[test]
fn r2_what_is_left_out_ends_without_hooks_where_its_entity_does_not_live() {
    let first = sprite(Entity::spawn().add::<Body>());
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    let second = sprite(Entity::spawn().add::<Body>());
    second.after(0.1, |_| log("too late"));
    first.entity().despawn();
    snapshots.save(1).unwrap();
    take_log();
    snapshots.load(0).unwrap();
    assert_eq!((Sprite::count(), World::stats().timers), (0, 0));
    assert!(first.entity().is_alive() && !first.is_alive(), "it has not come back");
    update_all(0.2);
    snapshots.load(1).unwrap();
    assert!(second.entity().is_alive() && !second.is_alive());
    assert_eq!(take_log(), [""; 0]);
}

#[test]
fn r2_what_is_left_out_is_switched_with_its_entity_and_not_told() {
    let sprite = sprite(Entity::spawn().add::<Body>());
    let entity = sprite.entity();
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    entity.set_enabled(false);
    snapshots.save(1).unwrap();
    take_log();
    for (frame, enabled) in [(0, true), (1, false), (0, true)] {
        snapshots.load(frame).unwrap();
        let before = sprite.borrow().frame;
        update_all(0.1);
        assert_eq!((sprite.borrow().frame - before, sprite.is_enabled()), (u32::from(enabled), enabled));
    }
    assert_eq!(take_log(), [""; 0]);
    entity.set_enabled(false);
    assert_eq!(take_log(), ["on_disable"], "it knows that it was enabled");
}

#[test]
fn r2_its_timers_and_tasks_go_on() {
    #[derive(Component, Clone, Copy, Default)]
    struct Bell(u32);
    let sprite = sprite(Entity::spawn().add::<Body>());
    let bell = sprite.entity().add::<Bell>();
    bell.every(0.1, |bell: &mut Bell| bell.0 += 1);
    let mut snapshots = Snapshots::new(1);
    let task = sprite.task(async |sprite| {
        wait(0.3).await;
        sprite.with(|sprite| sprite.frame = 100);
    });
    snapshots.save(0).unwrap();
    let ring = sprite.every(0.1, |sprite: &mut Sprite| sprite.frame += 10);
    update_all(0.1);
    assert_eq!((bell.borrow().0, sprite.borrow().frame), (1, 11));
    snapshots.load(0).unwrap();
    assert!(task.is_pending() && ring.is_pending(), "what names them still does");
    assert_eq!(bell.borrow().0, 0);
    update_all(0.1);
    assert_eq!(bell.borrow().0, 1);
    assert!(sprite.borrow().frame >= 12);
    update_all(0.4);
    assert!(sprite.borrow().frame >= 100 && !task.is_pending());
}

#[test]
fn r3_what_is_left_out_is_in_no_hash() {
    let body = Entity::spawn().add::<Body>();
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    let sprite = sprite(body);
    sprite.after(1.0, |_| ());
    snapshots.save(1).unwrap();
    let hashes = [0, 1].map(|frame| snapshots.hash(frame).unwrap().clone());
    assert_eq!(hashes[0].types().len(), 1);
    assert_eq!(hashes[0], hashes[1], "nor are its timers");
}

/// Left out, without hooks.
#[derive(Component)]
#[component(track, no_snapshot)]
struct Seen(u32);

/// As that, and without bytes.
#[derive(Component)]
#[component(no_snapshot)]
struct Flag;

fn frames(count: u32) {
    (0..count).for_each(|_| update_all(0.1));
}

#[test]
fn r2_what_is_left_out_is_not_changed_by_going_back() {
    let seen = Entity::spawn().insert(Seen(1));
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    frames(30);
    seen.borrow_mut().0 = 2;
    frames(3);
    snapshots.load(0).unwrap();
    // It was written to in a frame that comes only now.
    frames(4);
    let has_changed = || query::<&Seen>().filter::<Changed<Seen>>().iter().count() == 1;
    assert!(!has_changed(), "nobody has written to it since");
    seen.borrow_mut().0 = 3;
    assert!(has_changed());
}

#[test]
fn r2_timers_of_what_is_left_out_wake_with_it() {
    let sprite = sprite(Entity::spawn().add::<Body>());
    sprite.every(0.1, |sprite: &mut Sprite| sprite.frame += 100);
    frames(1);
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    sprite.entity().set_enabled(false);
    frames(1);
    let before = sprite.borrow().frame;
    snapshots.load(0).unwrap();
    frames(5);
    assert!(sprite.borrow().frame >= before + 400, "it was enabled then, and is again");
}

#[test]
fn r2_timers_of_what_is_left_out_wait_no_longer_when_time_goes_back() {
    let sprite = sprite(Entity::spawn().add::<Body>());
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    frames(100);
    sprite.every(0.1, |sprite: &mut Sprite| sprite.frame += 1000);
    frames(3);
    let before = sprite.borrow().frame;
    snapshots.load(0).unwrap();
    frames(5);
    assert!(sprite.borrow().frame >= before + 4000);
}

#[test]
fn r2_an_overdue_timer_of_what_is_left_out_has_its_turn_when_time_goes_back() {
    let body = Entity::spawn().add::<Body>();
    let sprite = sprite(body);
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    body.borrow_mut().0 = 5;
    take_log();
    sprite.after(1.0, |_| panic!("stops the frame"));
    sprite.after(2.0, |_| log("after"));
    let every = sprite.every(3.0, |_| log("every"));
    assert_eq!(message_of(|| update_all(10.0)), "stops the frame");
    snapshots.load(0).unwrap();
    assert_eq!((body.borrow().0, World::stats().timers, every.remaining()), (0, 2, Some(0.0)));
    update_all(0.5);
    assert_eq!(take_log(), ["after", "every", "every", "every"]);
    assert_eq!(every.remaining(), Some(1.5));
}

#[test]
fn r2_what_is_left_out_is_of_the_entity_that_lives_under_its_id() {
    let old = Entity::spawn();
    let counts = || (Seen::count(), Flag::count(), Body::count());
    let mut snapshots = Snapshots::new(2);
    // Again and again, in the rows that were used before.
    for _ in 0..3 {
        snapshots.save(0).unwrap();
        old.with(Seen(1)).insert(Flag);
        let new = Entity::spawn().with(Flag).with(Seen(2)).with(Body(4));
        snapshots.save(1).unwrap();
        snapshots.load(0).unwrap();
        assert_eq!((new.is_alive(), counts()), (false, (1, 1, 0)));
        assert!(old.has::<(Seen, Flag)>());
        let again = Entity::spawn();
        assert!(again == new && !again.has::<Seen>() && !again.has::<Flag>(), "another one with the same id");
        again.insert(Seen(5));
        snapshots.load(1).unwrap();
        assert_eq!((again.borrow::<Seen>().0, counts()), (5, (2, 1, 1)));
        assert!(!again.has::<Flag>());
        again.despawn();
        old.remove::<Seen>();
        old.remove::<Flag>();
        World::flush();
        assert_eq!(counts(), (0, 0, 0));
    }
}

#[test]
fn r2_each_that_is_left_out_is_on_the_side_of_its_entity() {
    let all: Vec<_> = (0..10).map(|n| Entity::spawn().with(Seen(n)).with(Body(n))).collect();
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    all.iter().step_by(2).for_each(|entity| assert!(entity.set_enabled(false)));
    all[3].despawn();
    Entity::spawn().insert(Seen(77));
    snapshots.save(1).unwrap();
    let enabled = || (Seen::view().enabled().len(), Body::view().enabled().len());
    snapshots.load(0).unwrap();
    assert_eq!((enabled(), Seen::count()), ((9, 10), 9), "all but the one that has ended");
    snapshots.load(1).unwrap();
    assert_eq!((enabled(), Seen::count()), ((4, 4), 9));
    let seen = Seen::view();
    assert!(seen.enabled().iter().all(|seen| seen.0 % 2 == 1 && seen.entity() == all[seen.0 as usize]));
}

#[test]
fn s10_what_is_left_out_ends_where_it_is_excluded() {
    #[derive(Component)]
    #[component(no_snapshot, excludes(Body))]
    struct Ghost(u32);
    #[derive(Component, Default)]
    #[component(no_snapshot, excludes(Body))]
    struct Mist;

    let (body, empty) = (Entity::spawn().with(Body(1)), Entity::spawn());
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    body.kill::<Body>();
    for entity in [body, empty] {
        entity.with(Ghost(5)).with(Mist);
    }
    snapshots.load(0).unwrap();
    assert_eq!((body.has::<Body>(), body.has::<Ghost>(), body.has::<Mist>()), (true, false, false));
    assert_eq!((empty.borrow::<Ghost>().0, empty.has::<Mist>()), (5, true));
    assert_eq!((Ghost::count(), Mist::count(), query::<(&Ghost, &Mist)>().count()), (1, 1, 1));
    body.kill::<Body>();
    assert_eq!(body.with(Ghost(6)).borrow::<Ghost>().0, 6);
}
