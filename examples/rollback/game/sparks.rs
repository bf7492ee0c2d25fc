//! Sparks fly where something is hit: many small values, with each field in an array of its own, that several
//! threads update.

use ecs_core::{Commands, Component, Entity, Singleton};
use glam::Vec2;
use serde::Serialize;

use super::Dice;

#[derive(Component, Clone, Copy, Serialize)]
#[component(soa, parallel(fixed_update))]
pub struct Spark {
    x: f32,
    y: f32,
    speed_x: f32,
    speed_y: f32,
    life: f32,
}

impl Spark {
    pub(super) fn fly(from: Vec2, count: usize) {
        let mut dice = Dice::borrow_mut();
        Entity::spawn_many(count, |_, _| Spark {
            x: from.x,
            y: from.y,
            speed_x: dice.between(-6.0, 6.0),
            speed_y: dice.between(-6.0, 6.0),
            life: dice.between(0.2, 0.8),
        });
    }

    pub(crate) fn pos(&self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }

    fn fixed_update(&mut self, dt: f32, me: Entity, commands: Commands) {
        self.x += self.speed_x * dt;
        self.y += self.speed_y * dt;
        self.life -= dt;
        if self.life <= 0.0 {
            commands.despawn(me);
        }
    }
}
