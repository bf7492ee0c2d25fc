//! Space: where things are in it, how they fly on, and the camera that looks at it.

use super::*;

/// What flies out of the space comes back on the other side.
const SPACE: Vec2 = vec2(1200.0, 750.0);

/// The same point of the space, at most half of it away.
pub fn wrapped(pos: Vec2) -> Vec2 {
    (pos + 0.5 * SPACE).rem_euclid(SPACE) - 0.5 * SPACE
}

/// Where something is in its parent, and from that, where it is in space.
#[derive(Component, Clone, Copy, Serialize, Deserialize)]
#[component(inherits)]
pub struct Transform {
    pub pos: Vec2,
    pub angle: f32,
    pub world: Affine2,
}

impl Transform {
    pub fn at(pos: Vec2) -> Self {
        Transform { pos, angle: 0.0, world: Affine2::from_translation(pos) }
    }

    /// Runs after all updates, parents first, where something has changed.
    fn inherit(&mut self, parent: Option<&Transform>) {
        let local = Affine2::from_angle_translation(self.angle, self.pos);
        self.world = parent.map_or(local, |parent| parent.world * local);
    }
}

/// What flies on, and turns.
#[derive(Component, Clone, Copy, Default, Serialize, Deserialize)]
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

/// Follows the ship smoothly, also where that comes back on the other side. What bursts shakes it.
#[derive(Singleton, Clone, Copy, Default, Serialize, Deserialize)]
#[component(on(Burst))]
pub struct Camera {
    pub pos: Vec2,
    shake: f32,
}

impl Camera {
    fn on_burst(&mut self, burst: &Burst) {
        self.shake = 100.0 * burst.size;
    }

    fn late_update(&mut self, dt: f32) {
        self.shake /= 1.0 + 5.0 * dt;
        self.pos += self.shake * dt * vec2(random(-1.0, 1.0), random(-1.0, 1.0));
        if let Some(ship) = query::<&Transform>().filter::<With<Ship>>().first() {
            self.pos += wrapped(ship.pos - self.pos) * (5.0 * dt / (1.0 + 5.0 * dt));
        }
    }
}
