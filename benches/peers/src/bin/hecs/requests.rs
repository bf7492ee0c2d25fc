//! What is asked of queries besides a visit of all, and commands.

use std::hint::black_box;

use hecs::{CommandBuffer, Entity, Or, World};
use peers::sample::{Case, consumption, frames, kinds_of_frames};
use peers::scenario::Scenario;
use peers::way::{BY_COMPONENT, LEFT_OUT, Ways, one};
use peers::work::permutation;

struct Pos(f32);

struct Vel(#[allow(dead_code, reason = "it is only stored")] f32);

struct Fire(#[allow(dead_code, reason = "it is only stored")] f32);

struct Ice(#[allow(dead_code, reason = "it is only stored")] f32);

/// How a scenario of this file is done.
pub fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::Lists => one("view, get_disjoint_mut", lists),
        Scenario::Either => one("Or", either),
        Scenario::SpawnLater => one("reserve_entity, CommandBuffer", spawn_later),
        Scenario::Group | Scenario::Pooled => Err(LEFT_OUT),
        Scenario::Fields => Err(BY_COMPONENT),
        _ => Err("it has none"),
    }
}

fn sum_of_pos(world: &mut World) -> f64 {
    world.query_mut::<&Pos>().into_iter().map(|pos| f64::from(pos.0)).sum()
}

fn spawn(count: usize) -> (World, Vec<Entity>) {
    let mut world = World::new();
    let all = world.spawn_batch((0..count).map(|n| (Pos(n as f32),))).collect();
    (world, all)
}

fn lists(count: usize) -> Case {
    let (world, all) = spawn(count);
    let list: Vec<Entity> = permutation(count)[..count / 2].iter().map(|&place| all[place]).collect();
    let [first, second, third] = [list.clone(), list.clone(), list];
    let read = move |world: &mut World| {
        let all = world.view_mut::<&Pos>();
        black_box(first.iter().map(|&entity| all.get(entity).unwrap().0).sum::<f32>());
    };
    let write = move |world: &mut World| {
        let mut all = world.view_mut::<&mut Pos>();
        second.iter().for_each(|&entity| all.get_mut(entity).unwrap().0 += 1.0);
    };
    let by_two = move |world: &mut World| {
        let mut all = world.view_mut::<&mut Pos>();
        for pair in third.as_chunks().0 {
            let [Some(a), Some(b)] = all.get_disjoint_mut(*pair) else { unreachable!() };
            std::mem::swap(a, b);
        }
    };
    kinds_of_frames(count / 2, world, [Box::new(read), Box::new(write), Box::new(by_two)], sum_of_pos)
}

fn either(count: usize) -> Case {
    let (mut world, all) = spawn(count);
    for (place, &entity) in all.iter().enumerate() {
        let inserted = match place % 4 {
            0 => world.insert_one(entity, Fire(0.0)),
            1 => world.insert_one(entity, Ice(0.0)),
            _ => Ok(()),
        };
        inserted.expect("it is alive");
    }
    let frame = |world: &mut World| {
        for (pos, _) in world.query_mut::<(&mut Pos, Or<&Fire, &Ice>)>() {
            pos.0 += 1.0;
        }
    };
    frames(count, world, frame, sum_of_pos)
}

fn spawn_later(count: usize) -> Case {
    let work = move |world: &mut World| {
        let mut commands = CommandBuffer::new();
        let spawn = |_| {
            let entity = world.reserve_entity();
            commands.insert(entity, (Pos(1.0), Vel(1.0)));
            entity
        };
        black_box((0..count).map(spawn).collect::<Vec<_>>());
        commands.run_on(world);
    };
    consumption(count, World::new, work, |world| world.query_mut::<&Pos>().into_iter().count() as f64)
}
