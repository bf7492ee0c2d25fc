//! `World::shuffle_order`: after going back, each frame and each run has the order that it had.

use std::collections::BTreeSet;

use ecs_core::{
    Component, Entity, Phase, Schedule, Singleton, Snapshots, World, check_rollback, explain_order,
    update_all,
};

#[derive(Singleton, Default, Clone, Debug, PartialEq)]
struct Log(Vec<u8>);

macro_rules! passes {
    ($($name:ident $letter:literal),*) => {$(
        #[derive(Component, Default, Clone)]
        struct $name;

        impl $name {
            fn update(&mut self, log: &mut Log) {
                log.0.push($letter);
            }
        }
    )*};
}

passes!(A b'a', B b'b', C b'c');

fn system(letter: u8) -> impl Fn(&mut Log) {
    move |log: &mut Log| log.0.push(letter)
}

fn schedule() -> Schedule {
    Schedule::new().add(system(b'x')).add(system(b'y')).add(system(b'z'))
}

/// A frame, with runs of a schedule of the game's own before it.
fn step(alone: &mut Schedule, frame: u64) -> String {
    Log::borrow_mut().0.clear();
    (0..frame % 3).for_each(|_| alone.run(0.1));
    update_all(0.1);
    String::from_utf8(Log::borrow().0.clone()).unwrap()
}

fn setup(seed: u64) {
    World::set_schedule(Phase::LateUpdate, schedule());
    Entity::spawn().with(A).with(B).with(C);
    World::shuffle_order(seed);
}

#[test]
fn d11_going_back_repeats_the_orders() {
    setup(4);
    let (mut alone, mut snapshots) = (schedule(), Snapshots::new(2));
    (0..7).for_each(|frame| _ = step(&mut alone, frame));
    // In the middle: a schedule has run since the last frame.
    alone.run(0.1);
    snapshots.save(7).unwrap();
    let run = |alone: &mut Schedule| (7..30).map(|frame| step(alone, frame)).collect::<Vec<_>>();
    let first = run(&mut alone);
    assert!(first.iter().collect::<BTreeSet<_>>().len() > 15, "they differ: {first:?}");
    for _ in 0..3 {
        snapshots.load(7).unwrap();
        assert_eq!(run(&mut alone), first);
    }
    // By another seed it goes on from there in another way.
    snapshots.load(7).unwrap();
    World::shuffle_order(5);
    assert_ne!(run(&mut alone), first);
    snapshots.load(7).unwrap();
    assert_eq!(explain_order().shuffled().map(|by| by.seed), Some(5), "the seed belongs to the test");
}

/// A game that depends on its order is repeated all the same: rollback and shuffling find different faults.
#[test]
fn d11_a_shuffled_game_rolls_back() {
    for seed in 0..3 {
        World::new().enter(|| {
            setup(seed);
            check_rollback(30, 4, |_| update_all(0.1)).unwrap();
        });
    }
}
