//! The game itself, which needs no window: orders come in, and armies fight.

#[cfg(test)]
mod tests;
mod unit;
mod war;

use std::f32::consts::PI;

use ecs_core::Phase;
use ecs_core::prelude::*;
use glam::{Vec2, vec2};
use serde::{Deserialize, Serialize};
pub use unit::{Archer, Arrow, Body, Grave, Healer, Soldier, Unit};
pub use war::{BLUE, Castle, FIELD, War};

use super::{Draw, Random, random};

/// What the player wants: all that the game takes from outside.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub enum Order {
    /// Draw up so many units for each team. A player leads one of them.
    Muster { army: usize, has_player: bool },
    /// Select what is in a rectangle.
    Select(Vec2, Vec2),
    /// Send what is selected to a place.
    Send(Vec2),
    /// Pause, or go on.
    Pause,
}

impl Order {
    /// Ten thousand units.
    pub fn to_muster(has_player: bool) -> Order {
        Order::Muster { army: 5000, has_player }
    }

    fn follow(self) {
        match self {
            Order::Muster { army, has_player } => war::muster(army, has_player),
            Order::Select(from, to) => select(from, to),
            Order::Send(place) => send_to(place),
            Order::Pause => World::set_paused(!time().is_paused()),
        }
    }
}

/// Begins in a new world. No unit is there before an order says so.
pub fn start(seed: u64) {
    Random::seed(seed);
    World::set_schedule(Phase::LateUpdate, Schedule::new().add(war::count));
}

pub fn frame(order: &Option<Order>, dt: f32) {
    order.iter().for_each(|order| order.follow());
    update_all(dt);
}

/// Lets both armies fight.
pub fn pilot() -> Option<Order> {
    (Castle::count() == 0).then(|| Order::to_muster(false))
}

/// A tag: the unit goes where the player clicks next.
#[derive(Component, Clone, Copy)]
pub struct Selected;

fn select(from: Vec2, to: Vec2) {
    Selected::clear();
    for (entity, body) in &query::<(Entity, &Body)>().filter::<With<Unit>>() {
        if body.pos.clamp(from, to) == body.pos && body.team == BLUE {
            entity.insert(Selected);
        }
    }
}

/// Sends the selected units to a place, in a square.
fn send_to(place: Vec2) {
    let mut units = query::<&mut Unit>().filter::<With<Selected>>();
    let side = (units.count() as f32).sqrt().ceil();
    for (n, unit) in units.iter_mut().enumerate() {
        let way = vec2(n as f32 % side, (n as f32 / side).floor()) - 0.5 * (side - 1.0);
        unit.order = Some(place + war::SPACING * way);
    }
}

/// What a player notices of a team. Recordings compare it, so that all else may change.
#[derive(Clone, Copy, Default, Serialize)]
pub struct Army {
    units: usize,
    castles: usize,
    /// Of all that it has.
    health: f32,
    middle: Vec2,
}

pub fn seen() -> [Army; 2] {
    let mut armies = [Army::default(); 2];
    for (body, is_unit) in &query::<(&Body, Option<&Unit>)>() {
        let army = &mut armies[body.team];
        *if is_unit.is_some() { &mut army.units } else { &mut army.castles } += 1;
        army.health += body.health;
        army.middle += body.pos;
    }
    armies.map(|army| Army { middle: army.middle / (army.units + army.castles).max(1) as f32, ..army })
}
