//! Airplanes: to create them, to move their transforms, and to despawn them.

use legion::query::Query;
use legion::world::Allocate;
use legion::*;
use peers::recycle::Recycle;
use peers::sample::{Case, frames, spikes};
use peers::work::{DT, SPEED, Vec3, permutation};

struct Airplane {
    transform: Entity,
    speed: f32,
}

#[derive(Clone, Default)]
struct Transform {
    pos: Vec3,
}

fn airplane(transform: Entity) -> (Airplane, Transform) {
    (Airplane { transform, speed: SPEED }, Transform::default())
}

pub struct Airplanes {
    pub world: World,
    pub ids: Vec<Entity>,
    fresh: Allocate,
    /// What an airplane refers to before its own id is known: no entity.
    nobody: Entity,
}

impl Default for Airplanes {
    fn default() -> Self {
        let mut fresh = Allocate::new();
        let nobody = fresh.next().expect("ids do not run out");
        Self { world: World::default(), ids: Vec::new(), fresh, nobody }
    }
}

impl Airplanes {
    pub fn push(&mut self) -> Entity {
        let id = self.world.push(airplane(self.nobody));
        let mut entry = self.world.entry(id).expect("it was pushed");
        entry.get_component_mut::<Airplane>().expect("it was pushed with one").transform = id;
        id
    }

    pub fn push_with_id(&mut self) -> Entity {
        let id = self.fresh.next().expect("ids do not run out");
        self.world.push_with_id(id, airplane(id));
        id
    }

    pub fn created(count: usize, create: fn(&mut Self) -> Entity) -> Self {
        let mut all = Self::default();
        for _ in 0..count {
            let id = create(&mut all);
            all.ids.push(id);
        }
        all
    }

    pub fn rows(count: usize) -> Self {
        let mut all = Self::default();
        let nobody = all.nobody;
        all.ids = all.world.extend((0..count).map(|_| airplane(nobody))).to_vec();
        all.set_references()
    }

    pub fn columns(count: usize) -> Self {
        let mut all = Self::default();
        let airplanes: Vec<_> =
            (0..count).map(|_| Airplane { transform: all.nobody, speed: SPEED }).collect();
        all.ids = all.world.extend((airplanes, vec![Transform::default(); count]).into_soa()).to_vec();
        all.set_references()
    }

    fn set_references(mut self) -> Self {
        <(Entity, &mut Airplane)>::query()
            .for_each_mut(&mut self.world, |(&id, airplane)| airplane.transform = id);
        self
    }

    pub fn count(&mut self) -> f64 {
        <&Transform>::query().iter(&self.world).count() as f64
    }
}

pub fn add_spikes(count: usize, create: fn(&mut Airplanes) -> Entity) -> Case {
    spikes(count, Airplanes::default(), move |all| {
        let id = create(all);
        all.ids.push(id);
    })
}

/// Airplanes and the queries that move them, which cache the archetypes that they match.
pub struct Moving {
    pub all: Airplanes,
    airplanes: Query<&'static Airplane>,
    transforms: Query<&'static mut Transform>,
    pairs: Query<(&'static Airplane, &'static mut Transform)>,
}

impl Moving {
    pub fn new(count: usize) -> Self {
        Self {
            all: Airplanes::columns(count),
            airplanes: IntoQuery::query(),
            transforms: IntoQuery::query(),
            pairs: IntoQuery::query(),
        }
    }

    pub fn by_get(&mut self) {
        let (mut transforms, airplanes) = self.all.world.split_for_query(&self.transforms);
        for airplane in self.airplanes.iter(&airplanes) {
            if let Ok(transform) = self.transforms.get_mut(&mut transforms, airplane.transform) {
                transform.pos[1] += airplane.speed * DT;
            }
        }
    }

    pub fn by_entry(&mut self) {
        let (mut transforms, airplanes) = self.all.world.split_for_query(&self.transforms);
        for airplane in self.airplanes.iter(&airplanes) {
            if let Ok(entry) = transforms.entry_mut(airplane.transform)
                && let Ok(transform) = entry.into_component_mut::<Transform>()
            {
                transform.pos[1] += airplane.speed * DT;
            }
        }
    }

    pub fn by_loop(&mut self) {
        for (airplane, transform) in self.pairs.iter_mut(&mut self.all.world) {
            transform.pos[1] += airplane.speed * DT;
        }
    }

    pub fn by_for_each(&mut self) {
        self.pairs.for_each_mut(&mut self.all.world, |(airplane, transform)| {
            transform.pos[1] += airplane.speed * DT;
        });
    }

    pub fn by_chunks(&mut self) {
        for chunk in self.pairs.iter_chunks_mut(&mut self.all.world) {
            let (airplanes, transforms) = chunk.into_components();
            for (airplane, transform) in airplanes.iter().zip(transforms) {
                transform.pos[1] += airplane.speed * DT;
            }
        }
    }

    pub fn sum(&mut self) -> f64 {
        <&Transform>::query().iter(&self.all.world).map(|transform| f64::from(transform.pos[1])).sum()
    }
}

pub fn by(count: usize, frame: fn(&mut Moving)) -> Case {
    frames(count, Moving::new(count), frame, Moving::sum)
}

struct Watcher(Entity);

/// Pushes entities that each refer to the transform of a random other one.
fn watchers(count: usize) -> World {
    let mut world = World::default();
    let ids: Vec<_> = Allocate::new().take(count).collect();
    for (i, other) in permutation(count).into_iter().enumerate() {
        let transform = Transform { pos: [0.0, (i % 97) as f32, 0.0] };
        world.push_with_id(ids[i], (transform, Watcher(ids[other])));
    }
    world
}

pub fn random_by_get(count: usize) -> Case {
    let mut watchers_of = <&Watcher>::query();
    let mut transforms_of = <&Transform>::query();
    let frame = move |(world, seen): &mut (World, f32)| {
        *seen = watchers_of
            .iter(world)
            .filter_map(|watcher| transforms_of.get(world, watcher.0).ok())
            .map(|transform| transform.pos[1])
            .sum();
    };
    frames(count, (watchers(count), 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

pub fn random_by_entry(count: usize) -> Case {
    let mut watchers_of = <&Watcher>::query();
    let frame = move |(world, seen): &mut (World, f32)| {
        *seen = watchers_of
            .iter(world)
            .filter_map(|watcher| world.entry_ref(watcher.0).ok()?.into_component::<Transform>().ok())
            .map(|transform| transform.pos[1])
            .sum();
    };
    frames(count, (watchers(count), 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

pub struct Recycled {
    moving: Moving,
    by_reference: fn(&mut Moving),
}

impl Recycled {
    pub fn new(count: usize, by_reference: fn(&mut Moving)) -> Self {
        Self { moving: Moving::new(count), by_reference }
    }
}

impl Recycle for Recycled {
    fn by_reference(&mut self) {
        (self.by_reference)(&mut self.moving);
    }

    fn by_iteration(&mut self) {
        self.moving.by_chunks();
    }

    fn despawn(&mut self, places: &[usize]) {
        let Airplanes { world, ids, .. } = &mut self.moving.all;
        for &place in places {
            world.remove(ids[place]);
        }
    }

    fn create(&mut self, places: &[usize]) {
        let all = &mut self.moving.all;
        for &place in places {
            all.ids[place] = all.push_with_id();
        }
    }

    fn sum(&mut self) -> f64 {
        self.moving.sum()
    }
}
