//! Saves and dangling references: the laws V1 to V4, in RON, JSON and postcard.

mod bad_input;
mod belongs;
mod between;
mod clock;
mod contexts;
mod dangling;
mod formats;
mod fuzz_seeds;
mod fuzzed;
mod handles;
mod hooks;
mod loaded_state;
mod names;
mod observed;
mod panics;
mod parts;
mod random;
mod reentrancy;
mod reload;
mod reports;
mod singletons;
#[path = "../support/mod.rs"]
mod support;
mod versions;
mod worlds;

use ecs_core::{Component, Entity, Handle, Singleton};
use serde::{Deserialize, Serialize};

/// A plain value.
#[derive(Component, Serialize, Deserialize, Default, Clone, Copy, PartialEq, Debug)]
struct Hull(u32);

/// Refers to something.
#[derive(Component, Serialize, Deserialize, Default, Clone, PartialEq, Debug)]
struct Gun {
    target: Handle<Hull>,
    crew: Vec<Option<Entity>>,
}

/// A singleton.
#[derive(Singleton, Serialize, Deserialize, Default, Clone, Copy, PartialEq, Debug)]
struct Score(u32);

/// A tag: no value, no hooks.
#[derive(Component, Serialize, Deserialize, Default, Clone, Copy, PartialEq, Debug)]
struct Burning;

/// What most tests save.
type Listed = (Hull, Gun, Score, Burning);

/// A new entity with a name.
fn named(name: &str) -> Entity {
    let entity = Entity::spawn();
    entity.set_name(name);
    entity
}

/// A small scene of all that is listed: a ship with a turret, and its gun below, which refers to all three.
fn scene() {
    let ship = named("ship").with(Hull(5)).with(Burning);
    let turret = named("turret").with(Hull(2)).child_of(ship);
    let gun = named("gun").child_of(turret);
    gun.insert(Gun { target: ship.handle(), crew: vec![None, Some(turret), Some(gun)] });
    turret.set_enabled(false);
    turret.handle::<Hull>().set_enabled(false);
    Score::set(Score(7));
}
