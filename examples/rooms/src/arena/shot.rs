//! Shots: they fly straight on for a second.

use ecs_core::{Component, Entity, Handle};
use serde::{Deserialize, Serialize};

use super::field::wrap;
use super::ship::Ship;

const SECONDS: f32 = 1.0;

/// Somebody was hit by a shot of this ship.
pub struct Hit {
    pub by: Handle<Ship>,
}

impl Hit {
    /// Lets a shot hit somebody, when this is called. A shot hits one thing, and what broke is hit no more.
    pub fn of(self, shot: Entity, target: Entity) -> impl FnOnce() {
        move || {
            if shot.is_alive() && target.is_alive() {
                shot.despawn();
                target.send(self);
            }
        }
    }
}

#[derive(Component, Clone, Copy, Serialize, Deserialize)]
pub struct Shot {
    pub pos: [f32; 2],
    pub vel: [f32; 2],
    pub by: Handle<Ship>,
}

impl Shot {
    fn init(&mut self, me: Entity) {
        me.despawn_after(SECONDS);
    }

    /// A timer is in no save: after a load it begins anew.
    fn on_load(&mut self, me: Entity) {
        self.init(me);
    }

    fn update(&mut self, dt: f32) {
        for axis in 0..2 {
            self.pos[axis] = wrap(self.pos[axis] + self.vel[axis] * dt);
        }
    }
}
