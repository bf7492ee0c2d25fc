//! A game in a window: a ship with a turret, the turret with a lamp, and rocks that split.
//!
//! `cargo run --release -p games --bin asteroids`: Enter begins, the arrow keys turn and thrust, space fires,
//! P pauses, F5 saves, F9 loads.

mod draw;
mod effects;
mod game;
mod input;
mod rock;
mod ship;
mod space;

use std::{error::Error, f32::consts::TAU, fs};

use draw::{CYAN, EMBER, FLAME, LAMP, ORANGE, PURPLE, RED, SHIP, STONE, Shape, TURRET, draw, things};
use ecs_core::prelude::*;
use ecs_core::{Add, Save, State};
use effects::{Sounds, Spark, Sparks};
use game::{Game, Mode};
use games::{Stage, Thing, wav};
use input::Controls;
use macroquad::{audio::*, prelude::*, rand::gen_range as random};
use rock::{Burst, Hit, Rock};
use serde::{Deserialize, Serialize};
use ship::{Bullet, Lamp, Ship, Turret};
use space::{Body, Camera, SCREEN, Transform, wrapped};

async fn play(mut stage: Stage) {
    Controls::borrow_mut().has_pilot = stage.plays_itself();
    Camera::make();
    Sparks::make();
    Sounds::load().await.unwrap_or_else(|error| error!("no sound: {}", error));
    loop {
        Game::step().unwrap_or_else(|error| error!("{}", error));
        stage.update();
        draw();
        if !stage.show(things).await {
            return;
        }
    }
}

fn main() {
    Stage::open("Asteroids", SCREEN, play);
}
