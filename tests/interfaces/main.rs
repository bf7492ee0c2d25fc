//! Interfaces: calls by a trait, of all components or of one entity's, and guards on a part of a component.

mod every;
mod guards;
mod meanwhile;
mod of_entity;
mod par_each;
mod random;
#[path = "../support/mod.rs"]
mod support;
mod types;

use ecs_core::{Component, Entity, every};

/// Says what it is, and counts.
trait Speak {
    fn name(&self) -> String;
    fn hear(&mut self, points: u32);
    fn heard(&self) -> u32;
}

#[derive(Component, Default, Debug)]
#[component(as(dyn Speak))]
struct Cat {
    name: u32,
    heard: u32,
}

#[derive(Component, Default)]
#[component(track, as(dyn Speak))]
struct Dog {
    name: u32,
    heard: u32,
}

/// Is called by no trait.
#[derive(Component, Default)]
struct Stone;

macro_rules! speaks {
    ($($kind:ident)*) => {
        $(impl Speak for $kind {
            fn name(&self) -> String {
                format!("{} {}", stringify!($kind), self.name)
            }

            fn hear(&mut self, points: u32) {
                self.heard += points;
            }

            fn heard(&self) -> u32 {
                self.heard
            }
        })*
    };
}

speaks!(Cat Dog);

fn cat(name: u32) -> Entity {
    Entity::spawn().with(Cat { name, heard: 0 })
}

fn dog(name: u32) -> Entity {
    Entity::spawn().with(Dog { name, heard: 0 })
}

/// The names of all, in their order.
fn names() -> Vec<String> {
    let mut names = Vec::new();
    every::<dyn Speak>().each(|one| names.push(one.name()));
    let mut read = Vec::new();
    every::<dyn Speak>().read(|one| read.push(one.name()));
    assert_eq!(names, read);
    assert_eq!(names.len(), every::<dyn Speak>().count());
    names
}
