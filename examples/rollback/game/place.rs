//! Where something is and where it looks, seen from its parent, and where that is in the world.

use ecs_core::Component;
use glam::Vec2;
use serde::Serialize;

/// A position, and a vector of length 1 that says where something there looks.
///
/// Here and elsewhere the game adds, multiplies, divides and takes square roots: these give the same bits on
/// every machine. `sin` and `cos` of the standard library do not promise that, so directions are vectors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spot {
    /// Its position.
    pub pos: Vec2,
    /// Where it looks.
    pub look: Vec2,
}

impl Spot {
    pub(super) const fn at(x: f32, y: f32) -> Spot {
        Spot { pos: Vec2::new(x, y), look: Vec2::X }
    }

    /// Where something is that has its spot seen from here.
    fn join(self, inner: Spot) -> Spot {
        Spot { pos: self.pos + self.look.rotate(inner.pos), look: self.look.rotate(inner.look) }
    }

    /// Turns to the left by about this angle in radians, which is small; to the right by a negative one.
    pub(super) fn turn(&mut self, angle: f32) {
        self.look = self.look.rotate(Vec2::new(1.0, angle)).normalize();
    }

    /// Turns towards a point, at most by about this angle.
    pub(super) fn turn_to(&mut self, point: Vec2, most: f32) {
        let aim = (point - self.pos).normalize_or(self.look);
        self.turn(self.look.perp_dot(aim).clamp(-most, most));
    }
}

/// Where an entity is.
#[derive(Component, Clone, Copy, Serialize)]
#[component(inherits)]
pub struct Place {
    /// Seen from the parent.
    pub local: Spot,
    /// In the world.
    pub world: Spot,
}

impl Default for Place {
    fn default() -> Place {
        Place::new(Spot::at(0.0, 0.0))
    }
}

impl Place {
    pub(super) const fn new(spot: Spot) -> Place {
        Place { local: spot, world: spot }
    }

    fn inherit(&mut self, parent: Option<&Place>) {
        self.world = parent.map_or(self.local, |parent| parent.world.join(self.local));
    }
}
