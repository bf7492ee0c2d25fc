//! One of ten types in the list of a save knows nothing of serde.

use ecs_core::{Component, Save};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Component, Serialize, Deserialize)]
struct A(u32);

#[derive(Component, Serialize, Deserialize)]
struct B(u32);

#[derive(Component, Serialize, Deserialize)]
struct C(u32);

#[derive(Component, Serialize, Deserialize)]
struct D(u32);

#[derive(Component, Serialize, Deserialize)]
struct E(u32);

#[derive(Component, Serialize, Deserialize)]
struct F(u32);

#[derive(Component)]
struct G(u32);

#[derive(Component, Serialize, Deserialize)]
struct H(u32);

#[derive(Component, Serialize, Deserialize)]
struct I(u32);

#[derive(Component, Serialize, Deserialize)]
struct J(u32);

type Types = (A, B, C, D, E, F, G, H, I, J);

fn save<S: Serializer>(to: S) {
    let _ = Save::<Types>::write(to); //~ ERROR `G` cannot be saved
}

fn load<'de, D: Deserializer<'de>>(from: D) {
    let _ = Save::<Types>::reload(from); //~ ERROR `G` cannot be saved
}

fn main() {}
