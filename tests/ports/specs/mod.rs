//! What the tests of specs 0.20 state.

mod stores;
mod systems;
mod worlds;

use ecs_core::Component;

#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[component(track)]
struct Hp(i32);

#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Brave(bool);
