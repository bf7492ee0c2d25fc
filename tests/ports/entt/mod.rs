//! After the tests of EnTT. A name stands after the name of its file: `view/Each`.

mod groups;
mod handles;
mod registry;
mod signals;
mod storage;
mod views;

use ecs_core::Component;

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Int(i32);

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Char(char);

/// A type without a value.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Empty;
