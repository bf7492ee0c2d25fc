//! The inspector: the laws G1 and G3, spoken with a client of HTTP that is not ours, and with rude ones.
//!
//! What runs on 32 bits, in an interpreter or without sockets leaves these out.
#![cfg(not(any(miri, target_family = "wasm")))]

mod changes;
mod entities;
mod fuzz_seeds;
#[path = "../../../tests/saves/fuzzed.rs"]
mod fuzzed;
mod game;
mod gate;
mod history;
mod reports;
mod standstill;
#[path = "../../../tests/support/mod.rs"]
mod support;
mod values;

use ecs_core::{Component, Entity, Handle};
use serde::{Deserialize, Serialize};

/// A plain value.
#[derive(Component, Serialize, Deserialize, Default)]
struct Hull(u32);

/// An enum with references.
#[derive(Serialize, Deserialize, Default)]
enum Order {
    #[default]
    Idle,
    Chase(Handle<Hull>),
    Guard {
        whom: Entity,
        from: Option<Entity>,
    },
}
