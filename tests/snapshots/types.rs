//! R1: types that come later than a snapshot, or with other numbers, and worlds that were reset.

use ecs_core::{
    Add, Component, Entity, Phase, Remove, Removed, Schedule, Singleton, Snapshots, World, every, observe,
    update_all,
};

use crate::support::{log, take_log};

#[derive(Component, Clone, Copy, Default)]
struct Body;

#[derive(Component, Clone, Default)]
struct Label(#[expect(dead_code, reason = "it is cloned")] String);

/// Hears of bodies.
#[derive(Component, Clone, Copy, Default)]
#[component(on(Add<Body> = came))]
struct Radar(u32);

impl Radar {
    fn came(&mut self, _: &Add<Body>) {
        self.0 += 1;
    }
}

trait Draw {
    fn draw(&self) -> u32;
}

#[derive(Component, Clone, Copy, Default)]
#[component(as(dyn Draw))]
struct Sprite(u32);

impl Draw for Sprite {
    fn draw(&self) -> u32 {
        self.0
    }
}

fn drawn() -> u32 {
    let mut drawn = 0;
    every::<dyn Draw>().each(|draw| drawn += draw.draw());
    drawn
}

#[test]
fn r1_types_that_came_since_hear_and_are_called_again_when_they_come_again() {
    let spawn_body = || Entity::spawn().with(Body);
    spawn_body();
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    for round in 0..3 {
        let radar = Entity::spawn().insert(Radar(0));
        Entity::spawn().insert(Sprite(5));
        spawn_body();
        assert_eq!((radar.borrow().0, drawn()), (1, 5), "round {round}");
        snapshots.save(1).unwrap();
        snapshots.load(0).unwrap();
        spawn_body();
        assert_eq!((Radar::count(), drawn()), (0, 0), "there are none");
        // In another order.
        Entity::spawn().insert(Sprite(6));
        snapshots.load(1).unwrap();
        spawn_body();
        assert_eq!((radar.borrow().0, drawn()), (2, 5), "as in that round");
        snapshots.load(0).unwrap();
    }
}

#[test]
fn r1_observers_hear_of_a_type_whose_number_has_changed() {
    Entity::spawn().insert(Label::default());
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    let body = Entity::spawn().insert(Body);
    snapshots.save(1).unwrap();
    snapshots.load(0).unwrap();
    // It takes the number that the other had, and has again.
    Entity::spawn().insert(Sprite(1));
    observe(|end: &Remove<Body>| log(format!("{:?}", end.entity()))).forever();
    snapshots.load(1).unwrap();
    body.entity().despawn();
    assert_eq!(take_log(), [format!("{:?}", body.entity())]);
}

#[test]
fn r1_a_world_that_was_reset_goes_back_too() {
    #[derive(Singleton, Clone, Default)]
    struct Score(u32);
    let old = Entity::spawn();
    old.despawn();
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    Score::borrow_mut().0 = 5;
    let label = Entity::spawn().insert(Label::default());
    snapshots.save(1).unwrap();
    World::reset();
    assert!(Score::get().is_none() && !label.is_alive());
    for _ in 0..2 {
        snapshots.load(1).unwrap();
        assert_eq!((Score::borrow().0, label.is_alive()), (5, true));
        snapshots.load(0).unwrap();
        assert!(Score::get().is_none() && World::stats().alive == 0 && !old.is_alive());
        Score::borrow_mut().0 = 9;
    }
}

#[test]
fn r1_what_waits_for_a_system_comes_back_after_a_reset() {
    fn note(ends: Removed<Body>) {
        ends.iter().for_each(|end| log(format!("{end:?}")));
    }
    World::set_schedule(Phase::Update, Schedule::new().add(note));
    update_all(0.1);
    let body = Entity::spawn().with(Body);
    body.despawn();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    update_all(0.1);
    World::reset();
    update_all(0.1);
    take_log();
    snapshots.load(0).unwrap();
    update_all(0.1);
    assert_eq!(take_log(), [format!("{body:?}")], "it still waited");
}
