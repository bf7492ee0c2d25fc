//! Airplanes: to create them, to move their transforms, and to despawn them.

use flecs_ecs::prelude::*;
use peers::recycle::Recycle;
use peers::sample::{Case, frames};
use peers::work::{DT, SPEED, Vec3, permutation};

use crate::cached;

#[derive(Clone, Component)]
struct Airplane {
    transform: Entity,
    speed: f32,
}

#[derive(Clone, Component, Default)]
struct Transform {
    pos: Vec3,
}

pub struct Airplanes {
    pub world: World,
    pub ids: Vec<Entity>,
}

impl Default for Airplanes {
    fn default() -> Self {
        Self { world: World::new(), ids: Vec::new() }
    }
}

impl Airplanes {
    pub fn create(&self) -> Entity {
        let entity = self.world.entity();
        let id = entity.id();
        entity.set(Airplane { transform: id, speed: SPEED }).set(Transform::default());
        id
    }

    pub fn created(count: usize) -> Self {
        let mut all = Self::default();
        for _ in 0..count {
            let id = all.create();
            all.ids.push(id);
        }
        all
    }

    pub fn bulk(count: usize) -> Self {
        let world = World::new();
        let airplanes = vec![Airplane { transform: Entity::null(), speed: SPEED }; count];
        let transforms = vec![Transform::default(); count];
        let ids = world.entity_bulk(count as u32).set(&airplanes).set(&transforms).build();
        world.new_query::<&mut Airplane>().each_entity(|entity, airplane| airplane.transform = entity.id());
        Self { world, ids }
    }

    pub fn count(&mut self) -> f64 {
        f64::from(self.world.count(Transform::id()))
    }
}

/// Airplanes and the queries that move them. Queries end before their world.
pub struct Moving {
    airplanes: Query<&'static Airplane>,
    pairs: Query<(&'static Airplane, &'static mut Transform)>,
    pub all: Airplanes,
}

impl Moving {
    pub fn new(count: usize) -> Self {
        let all = Airplanes::bulk(count);
        Self { airplanes: cached(&all.world), pairs: cached(&all.world), all }
    }

    pub fn by_each(&mut self) {
        self.pairs.each(|(airplane, transform)| transform.pos[1] += airplane.speed * DT);
    }

    pub fn by_fields(&mut self) {
        self.pairs.run(|mut tables| {
            while tables.next() {
                let airplanes = tables.field::<Airplane>(0);
                let mut transforms = tables.field_mut::<Transform>(1);
                for row in tables.iter() {
                    transforms[row].pos[1] += airplanes[row].speed * DT;
                }
            }
        });
    }
}

impl Recycle for Moving {
    fn by_reference(&mut self) {
        let world = &self.all.world;
        self.airplanes.each(|airplane| {
            let target = world.entity_from_id(airplane.transform);
            target.try_get::<&mut Transform>(|transform| transform.pos[1] += airplane.speed * DT);
        });
    }

    fn by_iteration(&mut self) {
        self.by_fields();
    }

    fn despawn(&mut self, places: &[usize]) {
        for &place in places {
            self.all.world.entity_from_id(self.all.ids[place]).destruct();
        }
    }

    fn create(&mut self, places: &[usize]) {
        for &place in places {
            self.all.ids[place] = self.all.create();
        }
    }

    fn sum(&mut self) -> f64 {
        let mut sum = 0.0;
        self.pairs.each(|(_, transform)| sum += f64::from(transform.pos[1]));
        sum
    }
}

pub fn by_entity(count: usize) -> Case {
    frames(count, Moving::new(count), Moving::by_reference, Moving::sum)
}

/// Such references are no components: they are kept outside of the airplanes, in the order of the query. They
/// are made when the table no longer grows.
pub fn by_cached_ref(count: usize) -> Case {
    let moving: &'static Moving = Box::leak(Box::new(Moving::new(count)));
    let mut references = Vec::with_capacity(count);
    moving.airplanes.each(|airplane| {
        let target = moving.all.world.entity_from_id(airplane.transform);
        references.push(CachedRef::<Transform>::new(&moving.all.world, target.id(), Transform::id()));
    });
    let frame = |references: &mut Vec<CachedRef<Transform>>| {
        let mut references = references.iter_mut();
        moving.airplanes.each(|airplane| {
            if let Some(transform) = references.next() {
                transform.try_get(|transform| transform.pos[1] += airplane.speed * DT);
            }
        });
    };
    frames(count, references, frame, |_| {
        let mut sum = 0.0;
        moving.pairs.each(|(_, transform)| sum += f64::from(transform.pos[1]));
        sum
    })
}

#[derive(Clone, Component)]
struct Watcher(Entity);

/// Creates entities that each refer to the transform of a random other one.
fn watchers(count: usize) -> World {
    let world = World::new();
    let transforms: Vec<_> = (0..count).map(|i| Transform { pos: [0.0, (i % 97) as f32, 0.0] }).collect();
    let watchers = vec![Watcher(Entity::null()); count];
    let ids = world.entity_bulk(count as u32).set(&transforms).set(&watchers).build();
    let mut others = permutation(count).into_iter();
    world.new_query::<&mut Watcher>().each(|watcher| {
        if let Some(other) = others.next() {
            watcher.0 = ids[other];
        }
    });
    world
}

pub fn random_by_entity(count: usize) -> Case {
    let world = watchers(count);
    let watchers = cached::<&Watcher>(&world);
    let frame = |(watchers, world, seen): &mut (Query<&Watcher>, World, f32)| {
        *seen = 0.0;
        watchers.each(|watcher| {
            let other = world.entity_from_id(watcher.0);
            *seen += other.try_get::<&Transform>(|transform| transform.pos[1]).unwrap_or_default();
        });
    };
    frames(count, (watchers, world, 0.0), frame, |&mut (.., seen)| f64::from(seen))
}

pub fn random_by_ref(count: usize) -> Case {
    let world: &'static World = Box::leak(Box::new(watchers(count)));
    let mut references = Vec::with_capacity(count);
    cached::<&Watcher>(world).each(|watcher| {
        references.push(CachedRef::<Transform>::new(world, watcher.0, Transform::id()));
    });
    let frame = move |seen: &mut f32| {
        let others = references.iter_mut();
        *seen = others.filter_map(|other| other.try_get(|transform| transform.pos[1])).sum();
    };
    frames(count, 0.0, frame, |&mut seen| f64::from(seen))
}
