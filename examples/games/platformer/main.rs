//! A platform game in a window: a hero runs and jumps by fixed steps, through levels of prefabs from a file.
//!
//! `cargo run --release -p games --bin platformer`: the arrow keys run, space jumps, R begins anew.

mod actors;
mod body;
mod draw;
mod input;
mod levels;

use std::collections::BTreeMap;

use actors::{Hero, Swing, Touchable};
use body::{Body, Solid};
use draw::{SCREEN, draw, things};
use ecs_core::prelude::*;
use ecs_core::{Enter, Prefab, State};
use games::{Stage, Thing};
use input::Controls;
use levels::{Levels, Look};
use macroquad::prelude::*;
use serde::{Deserialize, Serialize};

const LIVES: u32 = 3;

/// What stays from level to level.
#[derive(Singleton, Clone, Copy, Default)]
struct Game {
    level: usize,
    /// How large the level is, in tiles.
    size: Vec2,
    score: u32,
    lost_lives: u32,
}

/// A level is played. All of it ends when this is left.
#[derive(State, Clone, Default, PartialEq)]
struct Playing;

impl Game {
    /// Builds a level anew, or another one, unless no life is left.
    fn go_on(change: impl Fn(&mut Game)) {
        change(&mut Game::borrow_mut());
        if Game::borrow().lost_lives < LIVES {
            Playing::again();
        }
    }
}

async fn play(mut stage: Stage) {
    Levels::set(Levels::read());
    Controls::set(Controls { has_pilot: stage.plays_itself(), since_jump: 1.0, ..Controls::default() });
    World::set_fixed_step(0.01); // the same game on every screen
    loop {
        if is_key_pressed(KeyCode::R) {
            Game::go_on(|game| *game = Game::default());
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
