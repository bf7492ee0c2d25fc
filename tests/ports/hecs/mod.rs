//! What the tests of hecs 0.11 state.

mod access;
mod building;
mod changing;
mod conflicts;
mod queries;

use ecs_core::Component;

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Name(&'static str);

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Gold(i32);

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Brave(bool);
