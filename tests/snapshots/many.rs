//! Q1: going back takes time in proportion to what the world holds. Of so many it would take minutes.

use ecs_core::{Component, Entity, Snapshots, Timer, World};

const MANY: usize = 100_000;

#[derive(Component, Default)]
#[component(no_snapshot)]
struct Spark(u32);

#[test]
fn q1_timers_of_types_that_are_left_out_keep_their_places() {
    let all = Entity::spawn_many(MANY, |_, _| Spark(0));
    let timers: Vec<Timer> =
        all.iter().map(|entity| entity.handle::<Spark>().after(100.0, |spark| spark.0 += 1)).collect();
    let mut ring = Snapshots::new(1);
    ring.save(0).unwrap();
    ring.load(0).unwrap();
    assert!(timers.iter().all(|timer| timer.remaining() == Some(100.0)));
    assert_eq!(World::stats().timers, MANY);
}
