//! The list of a save has components that serde can write and read.
//!
//! The function has the bound of what it calls. So the texts quote this file, and none of the library.

use ecs_core::saves::SaveList;
use ecs_core::{Component, Save};
use serde::{Deserialize, Serialize, Serializer};

#[derive(Component, Serialize, Deserialize)]
struct Health(u32);

type H = Health;

#[derive(Component, Serialize)]
struct WrittenAlone(u32);

#[derive(Component)]
struct NoSerde(u32);

#[derive(Serialize, Deserialize)]
struct Title(String);

fn save<L: SaveList, S: Serializer>(to: S) {
    let _ = Save::<L>::write(to);
}

fn all<S: Serializer>(to: S) {
    save::<(Health, Title), S>(to); //~ ERROR `(Health, Title)` cannot be saved
    save::<WrittenAlone, S>(to); //~ ERROR `WrittenAlone` cannot be saved
    save::<(H, H, H, H, H, H, NoSerde, H, H, H), S>(to); //~ ERROR `NoSerde` cannot be saved
}

fn main() {}
