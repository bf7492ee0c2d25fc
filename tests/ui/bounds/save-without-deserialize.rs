//! A type that is saved can be written, and not be read.

use ecs_core::{Component, Save};
use serde::{Serialize, Serializer};

#[derive(Component, Serialize)]
struct Health(u32);

fn save<S: Serializer>(to: S) {
    let _ = Save::<Health>::write(to); //~ ERROR `Health` cannot be saved
}

fn main() {}
