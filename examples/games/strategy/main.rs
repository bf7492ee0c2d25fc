//! A strategy game in a window: two armies of soldiers, archers and healers, 10,000 units in all, and castles
//! that train more.
//!
//! `cargo run --release -p games --bin strategy`: drag to select, a click sends; the arrow keys and the map
//! move the view, the wheel zooms; space pauses, R begins again. A finger is a mouse.

mod draw;
mod game;
mod player;

use draw::{Draw, MAP, SCREEN, draw, things};
use ecs_core::prelude::*;
use game::{Archer, Arrow, Body, Castle, FIELD, Grave, Healer, Order, Selected, Soldier, War};
use game::{frame, pilot, seen, start};
use games::{Acts, Random, Stage, Thing, random};
use macroquad::prelude::*;
use player::{Camera, Player, read};

async fn play(stage: Stage) {
    stage.play(Acts { start, read, pilot, frame, seen, draw, things }).await;
}

fn main() {
    Stage::open("Strategy", SCREEN, play);
}
