//! The field: bodies that drift on it, and chance.

use ecs_core::{Component, Singleton};
use serde::{Deserialize, Serialize};

/// The field is a square of this side. What leaves it on one side comes back on the other.
pub const SIZE: f32 = 1000.0;

/// A ship or a rock: what drifts, and can be hit.
#[derive(Component, Clone, Copy, Serialize, Deserialize)]
pub struct Body {
    pub pos: [f32; 2],
    pub vel: [f32; 2],
}

impl Body {
    fn update(&mut self, dt: f32) {
        for axis in 0..2 {
            self.pos[axis] = wrap(self.pos[axis] + self.vel[axis] * dt);
        }
    }
}

/// Brings what has just left the field back to its other side. What is a hair below zero would be rounded up
/// to the very edge, which is not on the field.
pub fn wrap(place: f32) -> f32 {
    if place < 0.0 {
        (place + SIZE).min(SIZE.next_down())
    } else if place >= SIZE {
        place - SIZE
    } else {
        place
    }
}

/// The square of the distance of two places.
pub fn near(a: [f32; 2], b: [f32; 2]) -> f32 {
    let (x, y) = (a[0] - b[0], a[1] - b[1]);
    x * x + y * y
}

/// Chance, which is the same from run to run: it is a part of the world.
#[derive(Singleton, Clone, Default, Serialize, Deserialize)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// From 0 to 1, without the 1. By SplitMix64.
    pub fn fraction(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 40) as f32 / (1 << 24) as f32
    }

    /// A body somewhere on the field, which drifts.
    pub fn body(&mut self) -> Body {
        let mut between = |low: f32, high: f32| low + (high - low) * self.fraction();
        let pos = [between(0.0, SIZE), between(0.0, SIZE)];
        Body { pos, vel: [between(-30.0, 30.0), between(-30.0, 30.0)] }
    }
}

#[cfg(test)]
mod tests {
    use super::{SIZE, wrap};

    #[test]
    fn what_has_just_left_the_field_is_on_it_again() {
        for place in [-f32::EPSILON, -1.0, SIZE, SIZE + 1.0, SIZE.next_down(), 0.0, -0.0] {
            assert!((0.0..SIZE).contains(&wrap(place)), "{place} to {}", wrap(place));
        }
    }
}
