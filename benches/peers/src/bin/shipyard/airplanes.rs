//! Airplanes: to create them, to move their transforms, and to despawn them.

use peers::recycle::Recycle;
use peers::sample::{Case, frames};
use peers::work::{DT, SPEED, Vec3, permutation};
use shipyard::{AddComponent, Component, Delete, EntitiesViewMut, EntityId, IntoIter, View, ViewMut, World};

#[derive(Component)]
struct Airplane {
    transform: EntityId,
    speed: f32,
}

#[derive(Component, Default)]
struct Transform {
    pos: Vec3,
}

#[derive(Default)]
pub struct Airplanes {
    pub ids: Vec<EntityId>,
    pub world: World,
}

impl Airplanes {
    pub fn push(&mut self) {
        let id = self.world.add_entity(Transform::default());
        self.world.add_component(id, Airplane { transform: id, speed: SPEED });
        self.ids.push(id);
    }

    pub fn by_world(count: usize) -> Self {
        let mut all = Self::default();
        (0..count).for_each(|_| all.push());
        all
    }

    pub fn by_views(count: usize) -> Self {
        let mut ids = Vec::new();
        let world = World::new();
        world.run(
            |mut entities: EntitiesViewMut, airplanes: ViewMut<Airplane>, transforms: ViewMut<Transform>| {
                let mut views = (airplanes, transforms);
                (0..count).for_each(|_| ids.push(spawn(&mut entities, &mut views)));
            },
        );
        Self { ids, world }
    }

    /// Creates all at once. The references are known, and written, afterwards.
    pub fn in_bulk(count: usize) -> Self {
        let mut world = World::new();
        let airplane = |_| (Airplane { transform: EntityId::dead(), speed: SPEED }, Transform::default());
        let ids = world.bulk_add_entity((0..count).map(airplane)).collect();
        world.run(|mut airplanes: ViewMut<Airplane>| {
            (&mut airplanes).iter().with_id().for_each(|(id, airplane)| airplane.transform = id);
        });
        Self { ids, world }
    }

    pub fn move_by_reference(&mut self) {
        self.world.run(|airplanes: View<Airplane>, mut transforms: ViewMut<Transform>| {
            airplanes
                .iter()
                .for_each(|airplane| transforms[airplane.transform].pos[1] += airplane.speed * DT);
        });
    }

    pub fn move_by_iteration(&mut self) {
        self.world.run(|airplanes: View<Airplane>, mut transforms: ViewMut<Transform>| {
            let pairs = (&airplanes, &mut transforms).iter();
            pairs.for_each(|(airplane, transform)| transform.pos[1] += airplane.speed * DT);
        });
    }

    pub fn create(&mut self, places: &[usize]) {
        let Self { ids, world } = self;
        world.run(
            |mut entities: EntitiesViewMut, airplanes: ViewMut<Airplane>, transforms: ViewMut<Transform>| {
                let mut views = (airplanes, transforms);
                for &place in places {
                    ids[place] = spawn(&mut entities, &mut views);
                }
            },
        );
    }

    pub fn count(&mut self) -> f64 {
        self.world.run(|transforms: View<Transform>| transforms.len() as f64)
    }

    pub fn total(&mut self) -> f64 {
        self.world.run(|transforms: View<Transform>| {
            transforms.iter().map(|transform| f64::from(transform.pos[1])).sum()
        })
    }
}

fn spawn(
    entities: &mut EntitiesViewMut,
    (airplanes, transforms): &mut (ViewMut<Airplane>, ViewMut<Transform>),
) -> EntityId {
    let id = entities.add_entity(transforms, Transform::default());
    airplanes.add_component_unchecked(id, Airplane { transform: id, speed: SPEED });
    id
}

impl Recycle for Airplanes {
    fn by_reference(&mut self) {
        self.move_by_reference();
    }

    fn by_iteration(&mut self) {
        self.move_by_iteration();
    }

    fn despawn(&mut self, places: &[usize]) {
        for &place in places {
            self.world.delete_entity(self.ids[place]);
        }
    }

    fn create(&mut self, places: &[usize]) {
        self.create(places);
    }

    fn sum(&mut self) -> f64 {
        self.total()
    }
}

/// Airplanes that are deleted from the storages that they are known to be in.
pub struct InViews(pub Airplanes);

impl Recycle for InViews {
    fn by_reference(&mut self) {
        self.0.move_by_reference();
    }

    fn by_iteration(&mut self) {
        self.0.move_by_iteration();
    }

    fn despawn(&mut self, places: &[usize]) {
        let Airplanes { ids, world } = &self.0;
        world.run(
            |mut entities: EntitiesViewMut,
             mut airplanes: ViewMut<Airplane>,
             mut transforms: ViewMut<Transform>| {
                for &place in places {
                    (&mut airplanes, &mut transforms).delete(ids[place]);
                    entities.delete_unchecked(ids[place]);
                }
            },
        );
    }

    fn create(&mut self, places: &[usize]) {
        self.0.create(places);
    }

    fn sum(&mut self) -> f64 {
        self.0.total()
    }
}

#[derive(Component)]
struct Watcher(EntityId);

pub fn random_access(count: usize) -> Case {
    let mut world = World::new();
    let transform = |i: usize| (Transform { pos: [0.0, (i % 97) as f32, 0.0] },);
    let ids: Vec<EntityId> = world.bulk_add_entity((0..count).map(transform)).collect();
    for (&id, other) in ids.iter().zip(permutation(count)) {
        world.add_component(id, Watcher(ids[other]));
    }
    let frame = |(world, seen): &mut (World, f32)| {
        *seen = world.run(|watchers: View<Watcher>, transforms: View<Transform>| {
            watchers.iter().map(|watcher| transforms[watcher.0].pos[1]).sum()
        });
    };
    frames(count, (world, 0.0), frame, |&mut (_, seen)| f64::from(seen))
}
