//! What the player says: on the command line, and by the keys.

use std::path::PathBuf;

use clap::{Parser, value_parser};
use ecs_core::{Singleton, Time};
use macroquad::prelude::*;

/// A game of asteroids.
#[derive(Parser)]
pub struct Options {
    /// Plays by itself, as many frames of a sixtieth of a second, and ends
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub frames: Option<u64>,

    /// Writes the last of these frames to a PNG file, and prints what is in it
    #[arg(long, value_name = "FILE", requires = "frames")]
    pub screenshot: Option<PathBuf>,
}

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
