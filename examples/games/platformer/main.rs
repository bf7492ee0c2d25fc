//! A platform game in a window: a hero runs and jumps by fixed steps, through levels of prefabs from a file.
//!
//! `cargo run --release -p games --bin platformer`: the arrow keys run, space jumps, R begins anew.

mod draw;
mod game;

use draw::{SCREEN, draw, things};
use ecs_core::prelude::*;
use game::{Body, Game, Hero, Key, Keys, LIVES, Look, Solid, Touchable, frame, pilot, seen, start};
use games::{Acts, Stage, Thing};
use macroquad::prelude::*;

const KEYS: [(KeyCode, Key); 4] = [
    (KeyCode::Left, Key::Left),
    (KeyCode::Right, Key::Right),
    (KeyCode::Space, Key::Jump),
    (KeyCode::R, Key::Again),
];

fn read() -> Keys {
    KEYS.into_iter().filter(|(code, _)| is_key_down(*code)).map(|(_, key)| key).collect()
}

async fn play(stage: Stage) {
    stage.play(Acts { start, read, pilot, frame, seen, draw, things }).await;
}

fn main() {
    Stage::open("Platformer", SCREEN, play);
}
