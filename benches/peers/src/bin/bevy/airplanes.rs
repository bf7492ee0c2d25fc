//! Airplanes: to create them, to move their transforms, and to despawn them.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use peers::recycle::Recycle;
use peers::sample::{Case, frames};
use peers::work::{DT, SPEED, Vec3, permutation};

#[derive(Component)]
struct Airplane {
    transform: Entity,
    speed: f32,
}

#[derive(Component, Default)]
struct Transform {
    pos: Vec3,
}

fn airplane(transform: Entity) -> (Airplane, Transform) {
    (Airplane { transform, speed: SPEED }, Transform::default())
}

#[derive(Default)]
pub struct Airplanes {
    pub world: World,
    pub ids: Vec<Entity>,
}

impl Airplanes {
    pub fn spawn(&mut self) -> Entity {
        let mut entity = self.world.spawn(airplane(Entity::PLACEHOLDER));
        let id = entity.id();
        entity.get_mut::<Airplane>().expect("it was spawned with one").transform = id;
        id
    }

    pub fn spawn_at(&mut self) -> Entity {
        let id = self.world.entity_allocator().alloc();
        self.world.spawn_at(id, airplane(id)).expect("it is new");
        id
    }

    pub fn spawned(count: usize) -> Self {
        let mut all = Self::default();
        for _ in 0..count {
            let id = all.spawn();
            all.ids.push(id);
        }
        all
    }

    pub fn spawned_at(count: usize) -> Self {
        let mut all = Self::default();
        for _ in 0..count {
            let id = all.spawn_at();
            all.ids.push(id);
        }
        all
    }

    pub fn batch(count: usize) -> Self {
        let mut world = World::new();
        let ids = world.spawn_batch((0..count).map(|_| airplane(Entity::PLACEHOLDER))).collect();
        for (id, mut airplane) in world.query::<(Entity, &mut Airplane)>().iter_mut(&mut world) {
            airplane.transform = id;
        }
        Self { world, ids }
    }

    pub fn many_spawned_at(count: usize) -> Self {
        let mut world = World::new();
        let ids: Vec<_> = world.entity_allocator().alloc_many(count as u32).collect();
        for &id in &ids {
            world.spawn_at(id, airplane(id)).expect("it is new");
        }
        Self { world, ids }
    }

    pub fn count(&mut self) -> f64 {
        self.world.query::<&Transform>().iter(&self.world).len() as f64
    }
}

/// Airplanes and the cached queries that move them.
pub struct Moving {
    airplanes: Airplanes,
    references: SystemState<(Query<'static, 'static, &'static Airplane>, Transforms)>,
    pairs: QueryState<(&'static Airplane, &'static mut Transform)>,
}

type Transforms = Query<'static, 'static, &'static mut Transform>;

impl Moving {
    pub fn new(count: usize) -> Self {
        let mut airplanes = Airplanes::batch(count);
        let references = SystemState::new(&mut airplanes.world);
        let pairs = airplanes.world.query();
        Self { airplanes, references, pairs }
    }

    pub fn by_get(&mut self) {
        let (airplanes, mut transforms) =
            self.references.get_mut(&mut self.airplanes.world).expect("queries always exist");
        for airplane in &airplanes {
            if let Ok(mut transform) = transforms.get_mut(airplane.transform) {
                transform.pos[1] += airplane.speed * DT;
            }
        }
    }

    pub fn by_get_bypassing(&mut self) {
        let (airplanes, mut transforms) =
            self.references.get_mut(&mut self.airplanes.world).expect("queries always exist");
        for airplane in &airplanes {
            if let Ok(mut transform) = transforms.get_mut(airplane.transform) {
                transform.bypass_change_detection().pos[1] += airplane.speed * DT;
            }
        }
    }

    pub fn by_loop(&mut self) {
        for (airplane, mut transform) in self.pairs.iter_mut(&mut self.airplanes.world) {
            transform.pos[1] += airplane.speed * DT;
        }
    }

    pub fn by_for_each(&mut self) {
        self.pairs
            .iter_mut(&mut self.airplanes.world)
            .for_each(|(airplane, mut transform)| transform.pos[1] += airplane.speed * DT);
    }

    pub fn by_slices(&mut self) {
        let tables = self.pairs.contiguous_iter_mut(&mut self.airplanes.world).expect("they are in tables");
        for (airplanes, mut transforms) in tables {
            for (airplane, transform) in airplanes.iter().zip(transforms.bypass_change_detection()) {
                transform.pos[1] += airplane.speed * DT;
            }
        }
    }

    pub fn sum(&mut self) -> f64 {
        let world = &mut self.airplanes.world;
        world.query::<&Transform>().iter(world).map(|transform| f64::from(transform.pos[1])).sum()
    }
}

pub fn by(count: usize, frame: fn(&mut Moving)) -> Case {
    frames(count, Moving::new(count), frame, Moving::sum)
}

#[derive(Component)]
struct Watcher(Entity);

pub fn random_access(count: usize) -> Case {
    let mut world = World::new();
    let ids: Vec<_> = world.entity_allocator().alloc_many(count as u32).collect();
    for (i, other) in permutation(count).into_iter().enumerate() {
        let transform = Transform { pos: [0.0, (i % 97) as f32, 0.0] };
        world.spawn_at(ids[i], (transform, Watcher(ids[other]))).expect("it is new");
    }
    let mut state = SystemState::<(Query<&Watcher>, Query<&Transform>)>::new(&mut world);
    let frame = move |(world, seen): &mut (World, f32)| {
        let (watchers, transforms) = state.get(world).expect("queries always exist");
        *seen = watchers
            .iter()
            .filter_map(|watcher| transforms.get(watcher.0).ok())
            .map(|transform| transform.pos[1])
            .sum();
    };
    frames(count, (world, 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

pub struct Recycled {
    pub moving: Moving,
    pub by_reference: fn(&mut Moving),
    pub by_iteration: fn(&mut Moving),
}

impl Recycle for Recycled {
    fn by_reference(&mut self) {
        (self.by_reference)(&mut self.moving);
    }

    fn by_iteration(&mut self) {
        (self.by_iteration)(&mut self.moving);
    }

    fn despawn(&mut self, places: &[usize]) {
        let Airplanes { world, ids } = &mut self.moving.airplanes;
        for &place in places {
            world.despawn(ids[place]);
        }
    }

    fn create(&mut self, places: &[usize]) {
        let airplanes = &mut self.moving.airplanes;
        for &place in places {
            airplanes.ids[place] = airplanes.spawn_at();
        }
    }

    fn sum(&mut self) -> f64 {
        self.moving.sum()
    }
}
