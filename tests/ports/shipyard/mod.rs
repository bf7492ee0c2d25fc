//! What the tests of shipyard 0.11 state.

mod borrowing;
mod components;
mod orders;
mod singletons;
mod systems;
mod tracking;

use ecs_core::Component;

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[component(track)]
struct Size(usize);

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Gold(u32);

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Heat(i16);
