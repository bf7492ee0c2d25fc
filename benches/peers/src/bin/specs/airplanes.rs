//! Airplanes: to create them, to move their transforms, and to despawn them.

use peers::recycle::Recycle;
use peers::sample::{Case, frames};
use peers::work::{DT, SPEED, Vec3, permutation};
use specs::prelude::*;

pub struct Airplane {
    pub transform: Entity,
    pub speed: f32,
}

impl Airplane {
    pub fn new(id: Entity) -> Self {
        Self { transform: id, speed: SPEED }
    }
}

#[derive(Default)]
struct Transform {
    pos: Vec3,
}

storages!(Airplane: VecStorage, Transform: VecStorage);

pub struct Airplanes {
    pub ids: Vec<Entity>,
    pub world: World,
}

impl Default for Airplanes {
    fn default() -> Self {
        let mut world = World::new();
        world.register::<Airplane>();
        world.register::<Transform>();
        Self { ids: Vec::new(), world }
    }
}

impl Airplanes {
    pub fn push(&mut self) {
        let builder = self.world.create_entity();
        let airplane = Airplane::new(builder.entity);
        self.ids.push(builder.with(airplane).with(Transform::default()).build());
    }

    pub fn built(count: usize) -> Self {
        let mut all = Self::default();
        (0..count).for_each(|_| all.push());
        all
    }

    /// Creates one by one, with storages that are fetched once.
    pub fn built_in_storages(count: usize) -> Self {
        let Self { mut ids, mut world } = Self::default();
        {
            let entities = world.entities();
            let mut airplanes = world.write_storage();
            let mut transforms = world.write_storage();
            for _ in 0..count {
                let builder = entities.build_entity();
                let airplane = Airplane::new(builder.entity);
                let builder = builder.with(airplane, &mut airplanes);
                ids.push(builder.with(Transform::default(), &mut transforms).build());
            }
        }
        world.maintain();
        Self { ids, world }
    }

    pub fn in_bulk(count: usize) -> Self {
        let mut all = Self::default();
        all.ids = all.spawn(count);
        all
    }

    fn spawn(&mut self, count: usize) -> Vec<Entity> {
        let ids: Vec<Entity> = self.world.create_iter().take(count).collect();
        let mut airplanes = self.world.write_storage();
        let mut transforms = self.world.write_storage();
        for &id in &ids {
            airplanes.insert(id, Airplane::new(id)).expect("the entity is alive");
            transforms.insert(id, Transform::default()).expect("the entity is alive");
        }
        ids
    }

    pub fn count(&mut self) -> f64 {
        self.world.read_storage::<Transform>().count() as f64
    }
}

impl Recycle for Airplanes {
    fn by_reference(&mut self) {
        let airplanes = self.world.read_storage::<Airplane>();
        let mut transforms = self.world.write_storage::<Transform>();
        for airplane in airplanes.join() {
            let transform = transforms.get_mut(airplane.transform).expect("the transform is there");
            transform.pos[1] += airplane.speed * DT;
        }
    }

    fn by_iteration(&mut self) {
        let airplanes = self.world.read_storage::<Airplane>();
        let mut transforms = self.world.write_storage::<Transform>();
        for (airplane, transform) in (&airplanes, &mut transforms).join() {
            transform.pos[1] += airplane.speed * DT;
        }
    }

    fn despawn(&mut self, places: &[usize]) {
        for &place in places {
            self.world.delete_entity(self.ids[place]).expect("the entity is alive");
        }
    }

    fn create(&mut self, places: &[usize]) {
        let ids = self.spawn(places.len());
        for (&place, id) in places.iter().zip(ids) {
            self.ids[place] = id;
        }
    }

    fn sum(&mut self) -> f64 {
        let transforms = self.world.read_storage::<Transform>();
        transforms.join().map(|transform| f64::from(transform.pos[1])).sum()
    }
}

/// Airplanes that are deleted by one call.
pub struct AtOnce(pub Airplanes);

impl Recycle for AtOnce {
    fn by_reference(&mut self) {
        self.0.by_reference();
    }

    fn by_iteration(&mut self) {
        self.0.by_iteration();
    }

    fn despawn(&mut self, places: &[usize]) {
        let ids: Vec<Entity> = places.iter().map(|&place| self.0.ids[place]).collect();
        self.0.world.delete_entities(&ids).expect("all are alive");
    }

    fn create(&mut self, places: &[usize]) {
        self.0.create(places);
    }

    fn sum(&mut self) -> f64 {
        self.0.sum()
    }
}

pub fn by_reference(count: usize) -> Case {
    frames(count, Airplanes::in_bulk(count), Airplanes::by_reference, Airplanes::sum)
}

pub fn by_iteration(count: usize) -> Case {
    frames(count, Airplanes::in_bulk(count), Airplanes::by_iteration, Airplanes::sum)
}

pub fn by_reference_dense(count: usize) -> Case {
    struct Plane(Airplane);
    struct Place(Transform);
    storages!(Plane: DenseVecStorage, Place: DenseVecStorage);
    let mut world = World::new();
    world.register::<Plane>();
    world.register::<Place>();
    let ids: Vec<Entity> = world.create_iter().take(count).collect();
    for id in ids {
        world.write_storage().insert(id, Plane(Airplane::new(id))).expect("the entity is alive");
        world.write_storage().insert(id, Place(Transform::default())).expect("the entity is alive");
    }
    let frame = |world: &mut World| {
        let planes = world.read_storage::<Plane>();
        let mut places = world.write_storage::<Place>();
        for Plane(airplane) in planes.as_slice() {
            let Place(transform) = places.get_mut(airplane.transform).expect("the transform is there");
            transform.pos[1] += airplane.speed * DT;
        }
    };
    frames(count, world, frame, |world| {
        world.read_storage::<Place>().as_slice().iter().map(|place| f64::from(place.0.pos[1])).sum()
    })
}

/// The values of entities that lack one are zero, and so harmless in the sum.
pub fn by_iteration_of_slices(count: usize) -> Case {
    #[derive(Default)]
    struct Speed(f32);
    #[derive(Default)]
    struct Place(Transform);
    storages!(Speed: DefaultVecStorage, Place: DefaultVecStorage);
    let mut world = World::new();
    world.register::<Speed>();
    world.register::<Place>();
    for _ in 0..count {
        world.create_entity().with(Speed(SPEED)).with(Place::default()).build();
    }
    let frame = |world: &mut World| {
        let speeds = world.read_storage::<Speed>();
        let mut places = world.write_storage::<Place>();
        for (speed, place) in speeds.as_slice().iter().zip(places.as_mut_slice()) {
            place.0.pos[1] += speed.0 * DT;
        }
    };
    frames(count, world, frame, |world| {
        world.read_storage::<Place>().as_slice().iter().map(|place| f64::from(place.0.pos[1])).sum()
    })
}

struct Watcher(Entity);

storages!(Watcher: VecStorage);

pub fn random_access(count: usize) -> Case {
    let mut world = World::new();
    world.register::<Watcher>();
    world.register::<Transform>();
    let ids: Vec<Entity> = world.create_iter().take(count).collect();
    for ((i, &id), other) in ids.iter().enumerate().zip(permutation(count)) {
        let transform = Transform { pos: [0.0, (i % 97) as f32, 0.0] };
        world.write_storage().insert(id, transform).expect("the entity is alive");
        world.write_storage().insert(id, Watcher(ids[other])).expect("the entity is alive");
    }
    let frame = |(world, seen): &mut (World, f32)| {
        let watchers = world.read_storage::<Watcher>();
        let transforms = world.read_storage::<Transform>();
        let y = |watcher: &Watcher| transforms.get(watcher.0).expect("the transform is there").pos[1];
        *seen = watchers.join().map(y).sum();
    };
    frames(count, (world, 0.0), frame, |&mut (_, seen)| f64::from(seen))
}
