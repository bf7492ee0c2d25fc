//! What is asked of queries besides a visit of all, and what systems do and hear.

use std::hint::black_box;

use bevy_ecs::prelude::*;
use peers::sample::{Case, consumption, frames, kinds_of_frames, two_frames};
use peers::scenario::Scenario;
use peers::way::{BY_COMPONENT, LEFT_OUT, Ways, one, several};
use peers::work::permutation;

use crate::types::{parallel, serial};

#[derive(Component)]
struct Pos(f32);

#[derive(Component)]
struct Vel(#[allow(dead_code, reason = "it is only stored")] f32);

#[derive(Component)]
struct Fire(#[allow(dead_code, reason = "it is only stored")] f32);

#[derive(Component)]
struct Ice(#[allow(dead_code, reason = "it is only stored")] f32);

#[derive(Resource, Default)]
struct Heard(f64);

/// How a scenario of this file is done.
pub fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::Pairs => one("iter_combinations", pairs),
        Scenario::Lists => one("iter_many, get_many_mut", lists),
        Scenario::Either => one("Or", either),
        Scenario::Apart => one("one thread", apart),
        Scenario::SetIfOther => one("set_if_neq", set_if_other),
        Scenario::Gone => one("RemovedComponents", gone),
        Scenario::Messages => one("MessageWriter", messages),
        Scenario::SpawnLater => one("Commands::spawn", spawn_later),
        Scenario::EmptySystems => several([
            ("one thread", |count| empty_systems(count, serial())),
            ("many threads", |count| empty_systems(count, parallel())),
        ]),
        Scenario::Snapshots => Err("see bevy_ggrs"),
        Scenario::Saves => Err("moonshine-save goes by reflection, and writes RON only"),
        Scenario::Fields => Err(BY_COMPONENT),
        _ => Err(LEFT_OUT),
    }
}

fn sum_of_pos(world: &mut World) -> f64 {
    world.query::<&Pos>().iter(world).map(|pos| f64::from(pos.0)).sum()
}

fn spawn(count: usize) -> (World, Vec<Entity>) {
    let mut world = World::new();
    let all = world.spawn_batch((0..count).map(|n| Pos(n as f32))).collect();
    (world, all)
}

fn pairs(count: usize) -> Case {
    let (mut world, _) = spawn(count);
    let (mut to_read, mut to_write) = (world.query::<&Pos>(), world.query::<&mut Pos>());
    let read = move |world: &mut World| {
        let pairs = to_read.iter_combinations(world);
        black_box(pairs.map(|[a, b]| (a.0 - b.0).abs()).sum::<f32>());
    };
    let write = move |world: &mut World| {
        let mut pairs = to_write.iter_combinations_mut(world);
        while let Some([mut a, mut b]) = pairs.fetch_next() {
            a.0 += 1.0;
            b.0 += 1.0;
        }
    };
    two_frames(count * (count - 1) / 2, world, read, write, sum_of_pos)
}

fn lists(count: usize) -> Case {
    let (mut world, all) = spawn(count);
    let list: Vec<Entity> = permutation(count)[..count / 2].iter().map(|&place| all[place]).collect();
    let (mut to_read, mut to_write) = (world.query::<&Pos>(), world.query::<&mut Pos>());
    let mut by_two = world.query::<&mut Pos>();
    let lists = [list.clone(), list.clone(), list];
    let [first, second, third] = lists;
    let read = move |world: &mut World| {
        black_box(to_read.iter_many(world, &first).map(|pos| pos.unwrap().0).sum::<f32>());
    };
    let write = move |world: &mut World| {
        let mut some = to_write.iter_many_mut(world, &second);
        while let Some(pos) = some.fetch_next() {
            pos.unwrap().0 += 1.0;
        }
    };
    let by_two = move |world: &mut World| {
        let mut all = by_two.query_mut(world);
        for pair in third.as_chunks().0 {
            let [mut a, mut b] = all.get_many_mut(*pair).unwrap();
            std::mem::swap(&mut *a, &mut *b);
        }
    };
    kinds_of_frames(count / 2, world, [Box::new(read), Box::new(write), Box::new(by_two)], sum_of_pos)
}

fn either(count: usize) -> Case {
    let (mut world, all) = spawn(count);
    for (place, &entity) in all.iter().enumerate() {
        match place % 4 {
            0 => _ = world.entity_mut(entity).insert(Fire(0.0)),
            1 => _ = world.entity_mut(entity).insert(Ice(0.0)),
            _ => {}
        }
    }
    let mut some = world.query_filtered::<&mut Pos, Or<(With<Fire>, With<Ice>)>>();
    frames(count, world, move |world| some.iter_mut(world).for_each(|mut pos| pos.0 += 1.0), sum_of_pos)
}

fn scheduled(world: World, schedule: Schedule) -> (World, Schedule) {
    let mut both = (world, schedule);
    both.1.run(&mut both.0);
    both
}

fn run((world, schedule): &mut (World, Schedule)) {
    schedule.run(world);
}

fn apart(count: usize) -> Case {
    fn warm(mut hot: Query<&mut Pos, With<Fire>>, mut cold: Query<&mut Pos, Without<Fire>>) {
        hot.iter_mut().for_each(|mut pos| pos.0 += 2.0);
        cold.iter_mut().for_each(|mut pos| pos.0 += 1.0);
    }
    let (mut world, all) = spawn(count);
    for &entity in all.iter().step_by(2) {
        world.entity_mut(entity).insert(Fire(0.0));
    }
    let mut schedule = serial();
    schedule.add_systems(warm);
    frames(count, (world, schedule), run, |(world, _)| sum_of_pos(world))
}

#[derive(Component, Clone, Copy, PartialEq)]
struct Heat(f32);

fn set_if_other(count: usize) -> Case {
    let mut world = World::new();
    world.spawn_batch((0..count).map(|n| Heat(if n % 10 == 0 { 0.0 } else { 1e6 })));
    let mut all = world.query::<&mut Heat>();
    let frame = move |world: &mut World| {
        all.iter_mut(world).for_each(|mut heat| {
            let new = if heat.0 < 1e5 { heat.0 + 1.0 } else { heat.0 };
            heat.set_if_neq(Heat(new));
        });
    };
    let sum = |world: &mut World| world.query::<&Heat>().iter(world).map(|heat| f64::from(heat.0)).sum();
    frames(count, world, frame, sum)
}

fn gone(count: usize) -> Case {
    fn hear(mut gone: RemovedComponents<Fire>, mut heard: ResMut<Heard>) {
        heard.0 += gone.read().count() as f64;
    }
    let mut world = World::new();
    world.init_resource::<Heard>();
    let all: Vec<Entity> = world.spawn_batch((0..count).map(|_| (Pos(0.0), Fire(0.0)))).collect();
    let mut schedule = serial();
    schedule.add_systems(hear);
    let frame = move |(world, schedule): &mut (World, Schedule)| {
        for &entity in all.iter().step_by(10) {
            world.entity_mut(entity).remove::<Fire>();
            world.entity_mut(entity).insert(Fire(1.0));
        }
        schedule.run(world);
        world.clear_trackers();
    };
    frames(count / 10, scheduled(world, schedule), frame, |(world, _)| world.resource::<Heard>().0)
}

#[derive(Message)]
struct Hit(f32);

fn messages(count: usize) -> Case {
    fn hear(mut hits: MessageReader<Hit>, mut heard: ResMut<Heard>) {
        heard.0 += hits.read().map(|hit| f64::from(hit.0)).sum::<f64>();
    }
    let send = move |mut hits: MessageWriter<Hit>| (0..count).for_each(|_| _ = hits.write(Hit(1.0)));
    let mut world = World::new();
    world.init_resource::<Heard>();
    world.init_resource::<Messages<Hit>>();
    let mut schedule = serial();
    schedule.add_systems((send, hear).chain());
    let frame = |both: &mut (World, Schedule)| {
        run(both);
        both.0.resource_mut::<Messages<Hit>>().update();
    };
    frames(count, (world, schedule), frame, |(world, _)| world.resource::<Heard>().0)
}

fn spawn_later(count: usize) -> Case {
    let create = move || {
        let spawn = move |mut commands: Commands| {
            let ids = (0..count).map(|_| commands.spawn((Pos(1.0), Vel(1.0))).id());
            black_box(ids.collect::<Vec<_>>());
        };
        let mut schedule = serial();
        schedule.add_systems(spawn);
        (World::new(), schedule)
    };
    consumption(count, create, run, |(world, _)| world.query::<&Pos>().iter(world).count() as f64)
}

#[derive(SystemSet, Clone, Debug, Hash, PartialEq, Eq)]
struct Tenth(usize);

fn empty_systems(count: usize, mut schedule: Schedule) -> Case {
    (0..10).for_each(|set| _ = schedule.configure_sets(Tenth(set).run_if(|| black_box(true))));
    for place in 0..count {
        schedule.add_systems((|| black_box(())).in_set(Tenth(place / (count / 10))));
    }
    frames(count, (World::new(), schedule), run, |_| 0.0)
}
