//! What the player says by the keys.

use ecs_core::{Singleton, Time};
use macroquad::prelude::*;

/// What the player wants: the keys say so, or a pilot that plays by itself.
#[derive(Singleton, Default)]
pub struct Controls {
    pub has_pilot: bool,
    pub turn: f32,
    pub thrust: f32,
    pub fire: bool,
}

impl Controls {
    fn update(&mut self, time: Time) {
        let elapsed = time.elapsed() as f32;
        let key = |key| f32::from(u8::from(is_key_down(key)));
        (self.turn, self.thrust, self.fire) = if self.has_pilot {
            (0.5 * (0.9 * elapsed).sin(), f32::from(u8::from(elapsed % 2.0 < 1.2)), true)
        } else {
            (key(KeyCode::Right) - key(KeyCode::Left), key(KeyCode::Up), is_key_down(KeyCode::Space))
        };
    }
}
