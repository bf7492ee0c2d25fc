//! Queries that visit some of the entities, and those that look for what has changed.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryFilter;
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

#[derive(Component)]
struct Marked;

struct Entities {
    world: World,
    all: Vec<Entity>,
}

impl Entities {
    fn new(count: usize) -> Self {
        let mut world = World::new();
        let all: Vec<_> = world.spawn_batch((0..count).map(|n| (Pos(n as f32), Vel(1.0)))).collect();
        for (place, &entity) in all.iter().enumerate() {
            match place % HALF {
                0 => _ = world.entity_mut(entity).insert(Fire(0.0)),
                _ => _ = world.entity_mut(entity).insert(Marked),
            }
        }
        for &entity in all.iter().step_by(RARE) {
            world.entity_mut(entity).insert(Rare(0.0));
        }
        Self { world, all }
    }

    fn sum(&mut self) -> f64 {
        self.world.query::<&Pos>().iter(&self.world).map(|pos| f64::from(pos.0)).sum()
    }
}

fn visit<F: QueryFilter + 'static>(entities: &mut Entities) -> Frame<Entities> {
    let mut some = entities.world.query_filtered::<&mut Pos, F>();
    Box::new(move |entities| {
        for mut pos in some.iter_mut(&mut entities.world) {
            pos.0 += 1.0;
        }
    })
}

pub fn by_loop(count: usize) -> Case {
    let mut entities = Entities::new(count);
    let mut pairs = entities.world.query::<(&mut Pos, &Vel)>();
    let two = move |entities: &mut Entities| {
        for (mut pos, vel) in pairs.iter_mut(&mut entities.world) {
            pos.0 += vel.0;
        }
    };
    let mut with_entities = entities.world.query::<(Entity, &mut Pos)>();
    let with_entity = move |Entities { world, all }: &mut Entities| {
        let sought = all[all.len() / 2];
        for (entity, mut pos) in with_entities.iter_mut(world) {
            pos.0 += if entity == sought { 2.0 } else { 1.0 };
        }
    };
    let kinds: [Frame<Entities>; 8] = [
        visit::<()>(&mut entities),
        Box::new(two),
        Box::new(with_entity),
        visit::<With<Vel>>(&mut entities),
        visit::<With<Fire>>(&mut entities),
        visit::<Without<Fire>>(&mut entities),
        visit::<With<Marked>>(&mut entities),
        visit::<With<Rare>>(&mut entities),
    ];
    filters::filters(count, entities, kinds, Entities::sum)
}

fn each<F: QueryFilter + 'static>(entities: &mut Entities) -> Frame<Entities> {
    let mut some = entities.world.query_filtered::<&mut Pos, F>();
    Box::new(move |entities| some.iter_mut(&mut entities.world).for_each(|mut pos| pos.0 += 1.0))
}

pub fn by_for_each(count: usize) -> Case {
    let mut entities = Entities::new(count);
    let mut pairs = entities.world.query::<(&mut Pos, &Vel)>();
    let two = move |entities: &mut Entities| {
        pairs.iter_mut(&mut entities.world).for_each(|(mut pos, vel)| pos.0 += vel.0);
    };
    let mut with_entities = entities.world.query::<(Entity, &mut Pos)>();
    let with_entity = move |Entities { world, all }: &mut Entities| {
        let sought = all[all.len() / 2];
        with_entities
            .iter_mut(world)
            .for_each(|(entity, mut pos)| pos.0 += if entity == sought { 2.0 } else { 1.0 });
    };
    let kinds: [Frame<Entities>; 8] = [
        each::<()>(&mut entities),
        Box::new(two),
        Box::new(with_entity),
        each::<With<Vel>>(&mut entities),
        each::<With<Fire>>(&mut entities),
        each::<Without<Fire>>(&mut entities),
        each::<With<Marked>>(&mut entities),
        each::<With<Rare>>(&mut entities),
    ];
    filters::filters(count, entities, kinds, Entities::sum)
}

#[derive(Component)]
struct Heat(f32);

type Heated = QueryState<&'static Heat, Changed<Heat>>;

struct Watch {
    world: World,
    all: Vec<Entity>,
    heated: Heated,
}

impl Watched for Watch {
    fn rest(&mut self) {
        self.world.clear_trackers();
    }

    fn change(&mut self) {
        for &entity in self.all.iter().step_by(10) {
            self.world.get_mut::<Heat>(entity).expect("it is alive").0 += 1.0;
        }
    }
}

fn unchanged(count: usize, look: fn(&mut Watch) -> usize) -> Case {
    let mut world = World::new();
    let all = world.spawn_batch((0..count).map(|_| Heat(0.0))).collect();
    let heated = world.query_filtered();
    filters::unchanged(count, Watch { world, all, heated }, look)
}

pub fn unchanged_loop(count: usize) -> Case {
    unchanged(count, |watch| {
        let mut found = 0;
        for _ in watch.heated.iter(&watch.world) {
            found += 1;
        }
        found
    })
}

pub fn unchanged_for_each(count: usize) -> Case {
    unchanged(count, |watch| {
        let mut found = 0;
        watch.heated.iter(&watch.world).for_each(|_| found += 1);
        found
    })
}
