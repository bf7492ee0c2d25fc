//! Space: where things are in it, and how they fly on.

use ecs_core::Component;
use macroquad::prelude::*;

/// What is seen of the space, in pixels. What flies out of the space comes back on the other side.
pub const SCREEN: Vec2 = vec2(800.0, 450.0);
pub const SPACE: Vec2 = vec2(1200.0, 750.0);

/// Where something is in its parent, and from that, where it is in space.
#[derive(Component, Clone, Copy)]
#[component(inherits)]
pub struct Transform {
    pub pos: Vec2,
    pub angle: f32,
    pub world: Affine2,
}

impl Transform {
    pub fn at(pos: Vec2, angle: f32) -> Self {
        Transform { pos, angle, world: Affine2::from_angle_translation(angle, pos) }
    }

    /// Runs after all updates, parents first, where something has changed.
    fn inherit(&mut self, parent: Option<&Transform>) {
        let local = Affine2::from_angle_translation(self.angle, self.pos);
        self.world = parent.map_or(local, |parent| parent.world * local);
    }
}

/// What flies on, and turns.
#[derive(Component)]
pub struct Body {
    pub velocity: Vec2,
    pub spin: f32,
}

impl Body {
    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.pos = wrapped(transform.pos + self.velocity * dt);
        transform.angle += self.spin * dt;
    }
}

/// The same point of the space, at most half of it away.
pub fn wrapped(pos: Vec2) -> Vec2 {
    (pos + 0.5 * SPACE).rem_euclid(SPACE) - 0.5 * SPACE
}
