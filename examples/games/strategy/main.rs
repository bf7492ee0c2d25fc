//! A strategy game in a window: two armies of soldiers, archers and healers, 10,000 units in all, and castles
//! that train more.
//!
//! `cargo run --release -p games --bin strategy`: drag to select, a right click sends; the arrow keys and the
//! edges of the window move the view, the wheel zooms; space pauses, R begins again.

mod draw;
mod player;
mod unit;
mod war;

use std::f32::consts::PI;

use draw::{Draw, MAP, SCREEN, draw, things};
use ecs_core::prelude::*;
use games::{Stage, Thing};
use macroquad::prelude::*;
use player::{Camera, Player, Selected};
use unit::{Archer, Arrow, Body, Grave, Healer, Soldier, Unit, spawn};
use war::{BLUE, Castle, FIELD, SPACING, War, muster};

async fn play(mut stage: Stage) {
    Camera::set(Camera { middle: 0.5 * FIELD, zoom: 1.0 });
    if !stage.plays_itself() {
        Player::make(); // its hook runs from now on
    }
    World::set_schedule(Phase::LateUpdate, Schedule::new().add(war::count));
    muster();
    loop {
        stage.update();
        draw();
        if !stage.show(things).await {
            return;
        }
        if is_key_pressed(KeyCode::R) {
            World::clear(); // singletons stay
            muster();
        }
    }
}

fn main() {
    Stage::open("Strategy", SCREEN, play);
}
