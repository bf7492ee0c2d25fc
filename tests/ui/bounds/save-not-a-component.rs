//! The list of a save has a type that is not a component.

use ecs_core::{Component, Save};
use serde::{Deserialize, Serialize, Serializer};

#[derive(Component, Serialize, Deserialize)]
struct Health(u32);

#[derive(Serialize, Deserialize)]
struct Title(String);

fn save<S: Serializer>(to: S) {
    let _ = Save::<(Health, Title)>::write(to); //~ ERROR `(Health, Title)` cannot be saved
}

fn main() {}
