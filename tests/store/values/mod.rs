//! Laws S2 to S6, S8 and S9: what a store does with values of every kind.

mod changes;
mod places;
mod replacing;
mod views;

use ecs_core::{Borrower, Component, Entity, Handle, RemoveError, View, ViewMut, World, update_all};

use crate::support::{CountedDrop, DropCounter, Random, assert_says, log, message_of, take_log};

#[derive(Component, Default, Debug, Clone, PartialEq)]
struct Value(u32);

/// A component that logs its life.
struct Named {
    name: &'static str,
}

impl Named {
    const fn new(name: &'static str) -> Self {
        Self { name }
    }
}

#[derive(Component)]
struct Life(Named);

impl Default for Life {
    fn default() -> Self {
        log("default");
        Self(Named::new("default"))
    }
}

impl Life {
    fn init(&mut self) {
        log(format!("init {}, handle sees {}", self.0.name, self.handle().is_alive()));
    }
    fn update(&mut self) {
        log(format!("update {}", self.0.name));
    }
    fn shutdown(&mut self) {
        log(format!("shutdown {}, alive {}", self.0.name, self.handle().is_alive()));
    }
}

impl Drop for Named {
    fn drop(&mut self) {
        log(format!("drop {}", self.name));
    }
}
