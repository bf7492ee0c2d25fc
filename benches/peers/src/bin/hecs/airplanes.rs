//! Airplanes: to create them, to move their transforms, and to despawn them.

use hecs::{ColumnBatch, ColumnBatchType, Entity, PreparedQuery, World};
use peers::recycle::Recycle;
use peers::sample::{Case, frames};
use peers::work::{DT, SPEED, Vec3, permutation};

struct Airplane {
    transform: Entity,
    speed: f32,
}

#[derive(Default)]
struct Transform {
    pos: Vec3,
}

/// An airplane that does not know its entity yet.
fn without_reference() -> (Airplane, Transform) {
    (Airplane { transform: Entity::DANGLING, speed: SPEED }, Transform::default())
}

#[derive(Default)]
pub struct Airplanes {
    pub world: World,
    pub ids: Vec<Entity>,
    airplanes: PreparedQuery<&'static Airplane>,
    transforms: PreparedQuery<&'static mut Transform>,
    pairs: PreparedQuery<(&'static Airplane, &'static mut Transform)>,
}

impl Airplanes {
    fn create(&mut self) -> Entity {
        let id = self.world.spawn(without_reference());
        self.world.query_one_mut::<&mut Airplane>(id).expect("it was spawned").transform = id;
        id
    }

    pub fn spawn(&mut self) {
        let id = self.create();
        self.ids.push(id);
    }

    pub fn spawned(count: usize) -> Self {
        let mut all = Self::default();
        (0..count).for_each(|_| all.spawn());
        all
    }

    pub fn spawned_at(count: usize) -> Self {
        let mut all = Self::default();
        for _ in 0..count {
            let id = all.world.reserve_entity();
            all.world.spawn_at(id, (Airplane { transform: id, speed: SPEED }, Transform::default()));
            all.ids.push(id);
        }
        all
    }

    pub fn batch(count: usize) -> Self {
        let mut all = Self::default();
        all.ids = all.world.spawn_batch((0..count).map(|_| without_reference())).collect();
        all.set_references()
    }

    pub fn columns(count: usize) -> Self {
        let mut all = Self::default();
        let batch = columns((0..count).map(|_| Entity::DANGLING));
        all.ids = all.world.spawn_column_batch(batch).collect();
        all.set_references()
    }

    pub fn columns_at(count: usize) -> Self {
        let mut all = Self::default();
        all.ids = all.world.reserve_entities(count as u32).collect();
        all.world.flush();
        all.world.spawn_column_batch_at(&all.ids, columns(all.ids.iter().copied()));
        all
    }

    fn set_references(mut self) -> Self {
        for (id, airplane) in self.world.query_mut::<(Entity, &mut Airplane)>() {
            airplane.transform = id;
        }
        self
    }

    pub fn by_view(&mut self) {
        let mut transforms = self.world.view::<&mut Transform>();
        for airplane in &mut self.world.query::<&Airplane>() {
            if let Some(transform) = transforms.get_mut(airplane.transform) {
                transform.pos[1] += airplane.speed * DT;
            }
        }
    }

    pub fn by_prepared_view(&mut self) {
        let mut transforms = self.transforms.query(&self.world);
        let mut transforms = transforms.view();
        for airplane in self.airplanes.query(&self.world).iter() {
            if let Some(transform) = transforms.get_mut(airplane.transform) {
                transform.pos[1] += airplane.speed * DT;
            }
        }
    }

    pub fn by_query(&mut self) {
        for (airplane, transform) in self.world.query_mut::<(&Airplane, &mut Transform)>() {
            transform.pos[1] += airplane.speed * DT;
        }
    }

    pub fn by_prepared_query(&mut self) {
        for (airplane, transform) in self.pairs.query_mut(&mut self.world) {
            transform.pos[1] += airplane.speed * DT;
        }
    }

    pub fn by_columns(&mut self) {
        for archetype in self.world.archetypes() {
            if let Some(airplanes) = archetype.get::<&Airplane>()
                && let Some(mut transforms) = archetype.get::<&mut Transform>()
            {
                for (airplane, transform) in airplanes.iter().zip(&mut *transforms) {
                    transform.pos[1] += airplane.speed * DT;
                }
            }
        }
    }

    pub fn count(&mut self) -> f64 {
        self.world.query_mut::<&Transform>().into_iter().len() as f64
    }

    pub fn sum(&mut self) -> f64 {
        self.world.query_mut::<&Transform>().into_iter().map(|transform| f64::from(transform.pos[1])).sum()
    }
}

fn columns(references: impl ExactSizeIterator<Item = Entity>) -> ColumnBatch {
    let mut types = ColumnBatchType::new();
    types.add_bundle::<(Airplane, Transform)>();
    let batch = types.into_batch(references.len() as u32);
    let mut airplanes = batch.writer::<Airplane>().expect("the batch has airplanes");
    let mut transforms = batch.writer::<Transform>().expect("the batch has transforms");
    for transform in references {
        let _ = airplanes.push(Airplane { transform, speed: SPEED });
        let _ = transforms.push(Transform::default());
    }
    drop((airplanes, transforms));
    batch.build().expect("each column is full")
}

pub fn by(count: usize, frame: fn(&mut Airplanes)) -> Case {
    frames(count, Airplanes::columns(count), frame, Airplanes::sum)
}

struct Watcher(Entity);

/// Spawns entities that each refer to the transform of a random other one.
fn watchers(count: usize) -> World {
    let mut world = World::new();
    let transform = |i: usize| Transform { pos: [0.0, (i % 97) as f32, 0.0] };
    let ids: Vec<_> =
        world.spawn_batch((0..count).map(|i| (transform(i), Watcher(Entity::DANGLING)))).collect();
    for (watcher, other) in world.query_mut::<&mut Watcher>().into_iter().zip(permutation(count)) {
        watcher.0 = ids[other];
    }
    world
}

pub fn random_by_view(count: usize) -> Case {
    let frame = |(world, seen): &mut (World, f32)| {
        let transforms = world.view::<&Transform>();
        let mut watchers = world.query::<&Watcher>();
        *seen =
            watchers.iter().filter_map(|watcher| transforms.get(watcher.0)).map(|other| other.pos[1]).sum();
    };
    frames(count, (watchers(count), 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

pub fn random_by_prepared_view(count: usize) -> Case {
    let (mut watchers_of, mut transforms_of) =
        (PreparedQuery::<&Watcher>::new(), PreparedQuery::<&Transform>::new());
    let frame = move |(world, seen): &mut (World, f32)| {
        let mut transforms = transforms_of.query(world);
        let transforms = transforms.view();
        let mut watchers = watchers_of.query(world);
        *seen =
            watchers.iter().filter_map(|watcher| transforms.get(watcher.0)).map(|other| other.pos[1]).sum();
    };
    frames(count, (watchers(count), 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

pub struct Recycled {
    pub airplanes: Airplanes,
    pub by_reference: fn(&mut Airplanes),
    pub by_iteration: fn(&mut Airplanes),
}

impl Recycle for Recycled {
    fn by_reference(&mut self) {
        (self.by_reference)(&mut self.airplanes);
    }

    fn by_iteration(&mut self) {
        (self.by_iteration)(&mut self.airplanes);
    }

    fn despawn(&mut self, places: &[usize]) {
        let Airplanes { world, ids, .. } = &mut self.airplanes;
        for &place in places {
            world.despawn(ids[place]).expect("it lives");
        }
    }

    // Not at a reserved id: `spawn_at` looks for it in the list of free ones.
    fn create(&mut self, places: &[usize]) {
        for &place in places {
            self.airplanes.ids[place] = self.airplanes.create();
        }
    }

    fn sum(&mut self) -> f64 {
        self.airplanes.sum()
    }
}
