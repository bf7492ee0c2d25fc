//! Queries that visit some of the entities.

use hecs::{Entity, PreparedQuery, Query, With, Without, World};
use peers::filters::{self, HALF, RARE};
use peers::sample::{Case, Frame};

struct Pos(f32);

struct Vel(f32);

struct Fire(#[allow(dead_code, reason = "it is only stored")] f32);

struct Rare(#[allow(dead_code, reason = "it is only stored")] f32);

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
            let inserted = match place % HALF {
                0 => world.insert_one(entity, Fire(0.0)),
                _ => world.insert_one(entity, Marked),
            };
            inserted.expect("it is alive");
        }
        for &entity in all.iter().step_by(RARE) {
            world.insert_one(entity, Rare(0.0)).expect("it is alive");
        }
        Self { world, all }
    }

    fn sum(&mut self) -> f64 {
        self.world.query_mut::<&Pos>().into_iter().map(|pos| f64::from(pos.0)).sum()
    }
}

fn visit<Q>(entities: &mut Entities)
where
    Q: for<'q> Query<Item<'q> = &'q mut Pos>,
{
    for pos in entities.world.query_mut::<Q>() {
        pos.0 += 1.0;
    }
}

pub fn filters(count: usize) -> Case {
    let two = |entities: &mut Entities| {
        for (pos, vel) in entities.world.query_mut::<(&mut Pos, &Vel)>() {
            pos.0 += vel.0;
        }
    };
    let with_entity = |Entities { world, all }: &mut Entities| {
        let sought = all[all.len() / 2];
        for (entity, pos) in world.query_mut::<(Entity, &mut Pos)>() {
            pos.0 += if entity == sought { 2.0 } else { 1.0 };
        }
    };
    let kinds: [Frame<Entities>; 8] = [
        Box::new(visit::<&mut Pos>),
        Box::new(two),
        Box::new(with_entity),
        Box::new(visit::<With<&mut Pos, &Vel>>),
        Box::new(visit::<With<&mut Pos, &Fire>>),
        Box::new(visit::<Without<&mut Pos, &Fire>>),
        Box::new(visit::<With<&mut Pos, &Marked>>),
        Box::new(visit::<With<&mut Pos, &Rare>>),
    ];
    filters::filters(count, Entities::new(count), kinds, Entities::sum)
}

fn visit_prepared<Q>() -> Frame<Entities>
where
    Q: for<'q> Query<Item<'q> = &'q mut Pos> + 'static,
{
    let mut query = PreparedQuery::<Q>::new();
    Box::new(move |entities| {
        for pos in query.query_mut(&mut entities.world) {
            pos.0 += 1.0;
        }
    })
}

pub fn filters_prepared(count: usize) -> Case {
    let mut pairs = PreparedQuery::<(&mut Pos, &Vel)>::new();
    let two = move |entities: &mut Entities| {
        for (pos, vel) in pairs.query_mut(&mut entities.world) {
            pos.0 += vel.0;
        }
    };
    let mut with_entities = PreparedQuery::<(Entity, &mut Pos)>::new();
    let with_entity = move |Entities { world, all }: &mut Entities| {
        let sought = all[all.len() / 2];
        for (entity, pos) in with_entities.query_mut(world) {
            pos.0 += if entity == sought { 2.0 } else { 1.0 };
        }
    };
    let kinds: [Frame<Entities>; 8] = [
        visit_prepared::<&mut Pos>(),
        Box::new(two),
        Box::new(with_entity),
        visit_prepared::<With<&mut Pos, &Vel>>(),
        visit_prepared::<With<&mut Pos, &Fire>>(),
        visit_prepared::<Without<&mut Pos, &Fire>>(),
        visit_prepared::<With<&mut Pos, &Marked>>(),
        visit_prepared::<With<&mut Pos, &Rare>>(),
    ];
    filters::filters(count, Entities::new(count), kinds, Entities::sum)
}
