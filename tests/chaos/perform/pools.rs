//! Pools: those of the first world.

use ecs_core::Pool;

use super::life::came_to;
use crate::act::Act;
use crate::game::{at, game, is_hidden, keep};
use crate::here::{Bodies, Wings, here, new_bodies};

pub(super) fn perform(act: Act) -> bool {
    if !matches!(act, Act::Take(..) | Act::GiveBack(..) | Act::Prewarm(..) | Act::DropPool(_)) {
        return false;
    }
    if game(|game| game.entered.last() != Some(&0)) || is_hidden() {
        return true;
    }
    match act {
        Act::Take(place, number) => {
            let taken = match number {
                0 => bodies().try_take(),
                _ => wings().try_take(),
            };
            came_to("take", ecs_core::Entity::NONE, taken.is_ok());
            taken.into_iter().for_each(|taken| keep(place, taken));
        }
        Act::GiveBack(place, number) => {
            let entity = at(place);
            let done = match number {
                0 => bodies().give_back(entity),
                _ => wings().give_back(entity),
            };
            came_to("give_back", entity, done);
        }
        Act::Prewarm(0, count) => _ = bodies().try_prewarm(usize::from(count)),
        Act::Prewarm(_, count) => _ = wings().try_prewarm(usize::from(count)),
        // A snapshot would bring members back that nobody ends.
        Act::DropPool(_) if here(|here| !here.saved.is_empty()) => {}
        Act::DropPool(0) => drop(here(|here| here.bodies.take())),
        _ => drop(here(|here| here.wings.take())),
    }
    true
}

/// How many entities wait in pools.
pub fn parked() -> usize {
    let (bodies, wings) = here(|here| (here.bodies.clone(), here.wings.clone()));
    bodies.map_or(0, |bodies| bodies.parked()) + wings.map_or(0, |wings| wings.parked())
}

fn bodies() -> Bodies {
    if let Some(pool) = here(|here| here.bodies.clone()) {
        return pool;
    }
    let pool = new_bodies();
    here(|here| here.bodies.get_or_insert(pool).clone())
}

fn wings() -> Wings {
    here(|here| here.wings.get_or_insert_with(Pool::new).clone())
}
