//! A platform game in a window: a hero runs and jumps by fixed steps, through levels of prefabs from a file.
//!
//! `cargo run --release -p games --bin platformer`: the arrow keys run, space jumps, R begins anew.

mod actors;
mod body;
mod draw;
mod input;
mod levels;

use draw::{SCREEN, draw, things};
use ecs_core::prelude::*;
use games::Stage;
use input::Controls;
use levels::Levels;
use macroquad::prelude::*;

const LIVES: u32 = 3;

/// What stays from level to level.
#[derive(Singleton, Default)]
struct Game {
    level: usize,
    /// How large the level is, in tiles.
    size: Vec2,
    score: u32,
    lost_lives: u32,
}

async fn play(mut stage: Stage) {
    let levels = Levels::read();
    Controls::set(Controls { has_pilot: stage.plays_itself(), since_jump: 1.0, ..Controls::default() });
    World::set_fixed_step(0.01); // the same game on every screen
    let mut begun = None;
    loop {
        if is_key_pressed(KeyCode::R) {
            Game::set(Game::default());
            begun = None;
        }
        let Game { level, lost_lives, .. } = *Game::borrow();
        if begun != Some((level, lost_lives)) && lost_lives < LIVES {
            Game::borrow_mut().size = levels.begin(level);
            begun = Some((level, lost_lives));
        }
        stage.update();
        draw();
        if !stage.show(things).await {
            return;
        }
    }
}

fn main() {
    Stage::open("Platformer", SCREEN, play);
}
