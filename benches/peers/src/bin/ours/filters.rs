//! Queries that visit some of the entities, and those that look for what has changed.

use ecs_core::{Changed, Component, Entity, QueryFilter, Tick, With, Without, World, query};
use peers::filters::{self, HALF, RARE, Watched};
use peers::sample::{Case, Frame};

#[derive(Component)]
struct Pos(f32);

#[derive(Component)]
struct Vel(f32);

#[derive(Component)]
struct Fire(#[allow(dead_code, reason = "it is only stored")] f32);

#[derive(Component)]
struct Rare(#[allow(dead_code, reason = "it is only stored")] f32);

/// A tag.
#[derive(Component)]
struct Marked;

fn spawn(count: usize) -> Vec<Entity> {
    let all = Entity::spawn_many(count, |n, _| (Pos(n as f32), Vel(1.0)));
    all.iter().step_by(HALF).for_each(|entity| _ = entity.insert(Fire(0.0)));
    all.iter().skip(1).step_by(HALF).for_each(|entity| _ = entity.insert(Marked));
    all.iter().step_by(RARE).for_each(|entity| _ = entity.insert(Rare(0.0)));
    all
}

fn filtered(count: usize, kinds: [Frame<Vec<Entity>>; 8]) -> Case {
    let sum = |_: &mut Vec<Entity>| Pos::view().iter().map(|pos| f64::from(pos.0)).sum();
    filters::filters(count, spawn(count), kinds, sum)
}

fn each<F: QueryFilter>(_: &mut Vec<Entity>) {
    query::<&mut Pos>().filter::<F>().each(|pos| pos.0 += 1.0);
}

pub fn by_each(count: usize) -> Case {
    let one = |_: &mut Vec<Entity>| query::<&mut Pos>().each(|pos| pos.0 += 1.0);
    let two = |_: &mut Vec<Entity>| query::<(&mut Pos, &Vel)>().each(|(pos, vel)| pos.0 += vel.0);
    let with_entity = |all: &mut Vec<Entity>| {
        let sought = all[all.len() / 2];
        query::<(Entity, &mut Pos)>().each(|(entity, pos)| pos.0 += if entity == sought { 2.0 } else { 1.0 });
    };
    let kinds: [Frame<Vec<Entity>>; 8] = [
        Box::new(one),
        Box::new(two),
        Box::new(with_entity),
        Box::new(each::<With<Vel>>),
        Box::new(each::<With<Fire>>),
        Box::new(each::<Without<Fire>>),
        Box::new(each::<With<Marked>>),
        Box::new(each::<With<Rare>>),
    ];
    filtered(count, kinds)
}

fn visit<F: QueryFilter>(_: &mut Vec<Entity>) {
    for pos in &mut query::<&mut Pos>().filter::<F>() {
        pos.0 += 1.0;
    }
}

pub fn by_for(count: usize) -> Case {
    let one = |_: &mut Vec<Entity>| {
        for pos in &mut query::<&mut Pos>() {
            pos.0 += 1.0;
        }
    };
    let two = |_: &mut Vec<Entity>| {
        for (pos, vel) in &mut query::<(&mut Pos, &Vel)>() {
            pos.0 += vel.0;
        }
    };
    let with_entity = |all: &mut Vec<Entity>| {
        let sought = all[all.len() / 2];
        for (entity, pos) in &mut query::<(Entity, &mut Pos)>() {
            pos.0 += if entity == sought { 2.0 } else { 1.0 };
        }
    };
    let kinds: [Frame<Vec<Entity>>; 8] = [
        Box::new(one),
        Box::new(two),
        Box::new(with_entity),
        Box::new(visit::<With<Vel>>),
        Box::new(visit::<With<Fire>>),
        Box::new(visit::<Without<Fire>>),
        Box::new(visit::<With<Marked>>),
        Box::new(visit::<With<Rare>>),
    ];
    filtered(count, kinds)
}

#[derive(Component)]
#[component(track)]
struct Heat(f32);

struct Watch {
    all: Vec<Entity>,
    seen: Tick,
}

impl Watched for Watch {
    fn rest(&mut self) {
        self.seen = World::tick();
    }

    fn change(&mut self) {
        self.all.iter().step_by(10).for_each(|entity| entity.handle::<Heat>().borrow_mut().0 += 1.0);
    }
}

fn unchanged(count: usize, look: fn(&mut Watch) -> usize) -> Case {
    let all = Entity::spawn_many(count, |_, _| Heat(0.0));
    filters::unchanged(count, Watch { all, seen: Tick::default() }, look)
}

pub fn unchanged_each(count: usize) -> Case {
    unchanged(count, |watch| {
        let mut found = 0;
        query::<&Heat>().filter::<Changed<Heat>>().since(watch.seen).each(|_| found += 1);
        found
    })
}

pub fn unchanged_for(count: usize) -> Case {
    unchanged(count, |watch| {
        let mut found = 0;
        for _ in &query::<&Heat>().filter::<Changed<Heat>>().since(watch.seen) {
            found += 1;
        }
        found
    })
}
