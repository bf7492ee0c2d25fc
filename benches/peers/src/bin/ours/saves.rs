//! Saves of a world.

use ecs_core::{Component, Entity, Handle, Save, World};
use peers::saves::{Fleet, position, speed};
use peers::work::Vec3;
use serde::{Deserialize, Serialize};

#[derive(Component, Serialize, Deserialize)]
struct Transform {
    pos: Vec3,
}

#[derive(Component, Serialize, Deserialize)]
struct Airplane {
    transform: Handle<Transform>,
    speed: f32,
}

type Saved = Save<(Transform, Airplane)>;

pub struct Sky(World);

impl Fleet for Sky {
    fn new(count: usize) -> Self {
        let airplane = |place: usize, entity: Entity| {
            let transform = Transform { pos: position(place) };
            (transform, Airplane { transform: entity.handle(), speed: speed(place) })
        };
        let world = World::new();
        world.enter(|| Entity::spawn_many(count, airplane));
        Self(world)
    }

    fn write(&self) -> Vec<u8> {
        self.0.enter(|| Saved::write_with(postcard::to_allocvec)).expect("numbers are written").0
    }

    fn read(bytes: &[u8]) -> Self {
        let world = World::new();
        world.enter(|| Saved::read_with(|| postcard::from_bytes(bytes))).expect("it was written");
        Self(world)
    }

    fn sum(&mut self) -> f64 {
        self.0.enter(|| {
            let transforms = Transform::view();
            let found = |airplane: &Airplane| {
                f64::from(transforms[airplane.transform].pos[0]) * f64::from(airplane.speed)
            };
            Airplane::view().iter().map(found).sum()
        })
    }
}
