//! Rocks: they drift, and break when they were hit often enough.

use ecs_core::{Component, Entity};
use serde::{Deserialize, Serialize};

use super::field::{Body, Random};
use super::shot::Hit;

#[derive(Component, Clone, Copy, Serialize, Deserialize)]
#[component(on(Hit))]
pub struct Rock {
    hits_left: u8,
}

impl Rock {
    pub fn new() -> Self {
        Self { hits_left: 3 }
    }

    fn on_hit(&mut self, _: &Hit, me: Entity) {
        self.hits_left = self.hits_left.saturating_sub(1);
        if self.hits_left == 0 {
            me.despawn();
        }
    }

    /// There are always as many rocks: another one drifts in.
    fn shutdown(&mut self, random: &mut Random) {
        let body = random.body();
        Entity::spawn_with((Body { pos: [0.0, body.pos[1]], ..body }, Self::new()));
    }
}
