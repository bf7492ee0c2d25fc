//! Airplanes: to create them, to move their transforms, and to despawn them.

use peers::recycle::Recycle;
use peers::sample::{Case, creation, frames};
use peers::work::{DT, SPEED, Vec3, permutation};
use sparsey::World;
use sparsey::entity::Entity;

struct Airplane {
    transform: Entity,
    speed: f32,
}

#[derive(Default)]
struct Transform {
    pos: Vec3,
}

pub struct Airplanes<const GROUPED: bool> {
    pub ids: Vec<Entity>,
    pub world: World,
}

pub type Alone = Airplanes<false>;
pub type Grouped = Airplanes<true>;

impl<const GROUPED: bool> Airplanes<GROUPED> {
    pub fn new() -> Self {
        let mut builder = World::builder();
        builder.register::<Airplane>().register::<Transform>();
        if GROUPED {
            builder.add_group::<(Airplane, Transform)>();
        }
        Self { ids: Vec::new(), world: builder.build() }
    }

    fn spawn(&mut self) -> Entity {
        let id = self.world.create((Transform::default(),));
        self.world.insert(id, (Airplane { transform: id, speed: SPEED },));
        id
    }

    pub fn push(&mut self) {
        let id = self.spawn();
        self.ids.push(id);
    }

    pub fn pushed(count: usize) -> Self {
        let mut all = Self::new();
        (0..count).for_each(|_| all.push());
        all
    }

    /// Creates all at once. The references are known, and written, afterwards.
    pub fn extended(count: usize) -> Self {
        let mut all = Self::new();
        let nobody = Entity::with_index(u32::MAX);
        let airplane = |_| (Airplane { transform: nobody, speed: SPEED }, Transform::default());
        all.ids = all.world.extend((0..count).map(airplane)).to_vec();
        all.world.for_each::<(Entity, &mut Airplane)>(|(id, airplane)| airplane.transform = id);
        all
    }

    pub fn count(&mut self) -> f64 {
        self.world.borrow::<Transform>().len() as f64
    }
}

impl<const GROUPED: bool> Recycle for Airplanes<GROUPED> {
    fn by_reference(&mut self) {
        let airplanes = self.world.borrow::<Airplane>();
        let mut transforms = self.world.borrow_mut::<Transform>();
        for airplane in airplanes.as_slice() {
            transforms[airplane.transform].pos[1] += airplane.speed * DT;
        }
    }

    fn by_iteration(&mut self) {
        let mut query = self.world.query_all::<(&Airplane, &mut Transform)>();
        if GROUPED {
            let (airplanes, transforms) = query.slice().expect("the two are a group");
            for (airplane, transform) in airplanes.iter().zip(transforms) {
                transform.pos[1] += airplane.speed * DT;
            }
        } else {
            query.for_each(|(airplane, transform)| transform.pos[1] += airplane.speed * DT);
        }
    }

    fn despawn(&mut self, places: &[usize]) {
        for &place in places {
            self.world.destroy(self.ids[place]);
        }
    }

    fn create(&mut self, places: &[usize]) {
        for &place in places {
            self.ids[place] = self.spawn();
        }
    }

    fn sum(&mut self) -> f64 {
        let transforms = self.world.borrow::<Transform>();
        transforms.as_slice().iter().map(|transform| f64::from(transform.pos[1])).sum()
    }
}

pub fn create_one<const GROUPED: bool>(count: usize) -> Case {
    creation(count, move || Airplanes::<GROUPED>::pushed(count), Airplanes::count)
}

pub fn create_bulk<const GROUPED: bool>(count: usize) -> Case {
    creation(count, move || Airplanes::<GROUPED>::extended(count), Airplanes::count)
}

pub fn by_reference<const GROUPED: bool>(count: usize) -> Case {
    frames(count, Airplanes::<GROUPED>::extended(count), Airplanes::by_reference, Airplanes::sum)
}

pub fn by_iteration<const GROUPED: bool>(count: usize) -> Case {
    frames(count, Airplanes::<GROUPED>::extended(count), Airplanes::by_iteration, Airplanes::sum)
}

struct Watcher(Entity);

pub fn random_access(count: usize) -> Case {
    let mut world = World::builder().register::<Watcher>().register::<Transform>().build();
    let transform = |i: usize| Transform { pos: [0.0, (i % 97) as f32, 0.0] };
    let ids = world.extend((0..count).map(|i| (transform(i),))).to_vec();
    for (&id, other) in ids.iter().zip(permutation(count)) {
        world.insert(id, (Watcher(ids[other]),));
    }
    let frame = |(world, seen): &mut (World, f32)| {
        let watchers = world.borrow::<Watcher>();
        let transforms = world.borrow::<Transform>();
        *seen = watchers.as_slice().iter().map(|watcher| transforms[watcher.0].pos[1]).sum();
    };
    frames(count, (world, 0.0), frame, |&mut (_, seen)| f64::from(seen))
}
