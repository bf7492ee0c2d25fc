//! Chance that has a seed: the same seed gives the same game, on each machine.

use ecs_core::Singleton;
use serde::{Deserialize, Serialize};

/// What the next number comes from.
#[derive(Singleton, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Random(u64);

impl Random {
    /// Begins anew.
    pub fn seed(seed: u64) {
        Random::set(Random(seed));
    }
}

/// A number between two others.
pub fn random(from: f32, to: f32) -> f32 {
    let mut state = Random::borrow_mut();
    state.0 = state.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    from + (to - from) * (state.0 >> 40) as f32 / (1 << 24) as f32
}
