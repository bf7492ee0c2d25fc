//! A game in a window: a ship with a turret, the turret with a lamp, and rocks that split.
//!
//! `cargo run --release -p games --bin asteroids`: Enter begins, the arrow keys turn and thrust, space fires,
//! P pauses, F5 saves, F9 loads.

mod draw;
mod game;
mod keys;
mod sounds;

use std::{error::Error, f32::consts::TAU, fs};

use draw::{SCREEN, draw, things};
use ecs_core::{Add, prelude::*};
use game::shape::{CYAN, EMBER, SHIP, Shape};
use game::{Body, Bullet, Burst, Camera, Controls, Game, Lamp, Mode, Rock, Ship, Spark, Transform, Turret};
use game::{frame, pilot, save, seen, start, wrapped};
use games::{Acts, Random, Stage, Thing, random, wav};
use keys::read;
use macroquad::{audio::*, prelude::*};
use sounds::Sounds;

async fn play(stage: Stage) {
    Sounds::load().await.unwrap_or_else(|error| error!("no sound: {}", error));
    stage.play(Acts { start, read, pilot, frame, seen, draw, things }).await;
}

fn main() {
    Stage::open("Asteroids", SCREEN, play);
}
