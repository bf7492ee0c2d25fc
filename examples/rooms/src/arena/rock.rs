//! Rocks: they drift and spin, and break when they were hit often enough.

use ecs_core::{Component, Entity, Singleton};
use serde::{Deserialize, Serialize};

use super::field::{Body, Random};
use super::shot::Hit;

#[derive(Component, Clone, Serialize, Deserialize)]
#[component(on(Hit))]
pub struct Rock {
    angle: f32,
    spin: f32,
    hits_left: u8,
}

impl Rock {
    pub fn drift(body: Body) -> Entity {
        let spin = Random::borrow_mut().fraction() - 0.5;
        Entity::spawn_with((body, Self { angle: 0.0, spin, hits_left: 3 }))
    }

    fn update(&mut self, dt: f32) {
        self.angle += self.spin * dt;
    }

    fn on_hit(&mut self, _: &Hit, me: Entity) {
        self.hits_left -= 1;
        if self.hits_left == 0 {
            me.despawn();
        }
    }

    /// There are always as many rocks: another one drifts in.
    fn shutdown(&mut self, random: &mut Random) {
        let body = random.body();
        Self::drift(Body { pos: [0.0, body.pos[1]], ..body });
    }
}
