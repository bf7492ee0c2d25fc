//! `#[component(soa)]`: types whose fields lie in arrays of their own: the laws A1 to A4.
#![forbid(unsafe_code)]

mod around;
mod columns;
mod growth;
mod handles;
mod hooks;
mod kept;
mod life;
mod nested;
mod own;
mod panics;
mod parallel;
mod queries;
mod random;
mod scenes;
mod shapes;
mod spill;
#[path = "../support/mod.rs"]
mod support;
mod tracked;

use std::fmt;

use ecs_core::{Component, Entity};

use crate::support::take_log;

/// Without hooks.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Plane {
    id: u8,
    y: i64,
    speed: i32,
}

impl fmt::Display for Plane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plane {}", self.id)
    }
}

/// A value of which each field tells its number.
fn plane(n: u8) -> Plane {
    Plane { id: n, y: i64::from(n) * 1000, speed: i32::from(n) * 10 }
}

/// As many, each on an entity of its own.
fn planes(count: u8) -> Vec<Entity> {
    (0..count).map(|n| Entity::spawn().with(plane(n))).collect()
}

/// The values of some entities.
fn values(entities: &[Entity]) -> Vec<Plane> {
    entities.iter().map(|entity| *entity.borrow::<Plane>()).collect()
}

/// Stored whole, and mixed with what is not.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
struct Wind(i64);

/// What was logged since the last time, in one line.
fn logged() -> String {
    take_log().join(", ")
}
