//! Prefabs and duplicates: what is copied, what refers to what, which hooks run, and what is left when
//! something fails. Laws F1 to F3, and pools in saves.
#![forbid(unsafe_code)]

mod building;
mod excludes;
mod failures;
mod hidden;
mod meanwhile;
mod odd;
mod pools;
mod random;
mod reentrancy;
mod references;
mod spawning;
mod states;
#[path = "../support/mod.rs"]
mod support;
mod twins;
mod types;

use ecs_core::{Component, Entity, World};
use serde::{Deserialize, Serialize};

use crate::support::{log, take_log};

/// Has nothing but a number, and no hook.
#[derive(Component, Clone, Default, PartialEq, Debug)]
struct Plain(u32);

/// Refers to one entity.
#[derive(Component, Serialize, Deserialize, PartialEq, Debug)]
struct To(Entity);

/// Has each hook of a component's life, and logs it.
#[derive(Component, Clone, Default)]
struct Hooked(u32);

impl Hooked {
    fn init(&mut self) {
        log(format!("init {}", self.0));
    }

    fn start(&mut self) {
        log(format!("start {}", self.0));
    }

    fn on_enable(&mut self) {
        log(format!("on_enable {}", self.0));
    }

    fn on_disable(&mut self) {
        log(format!("on_disable {}", self.0));
    }

    fn on_reset(&mut self) {
        log(format!("on_reset {}", self.0));
    }

    fn shutdown(&mut self) {
        log(format!("shutdown {}", self.0));
    }
}

/// What was logged since the last time, in one line.
fn logged() -> String {
    take_log().join(", ")
}

/// The only child of an entity.
#[track_caller]
fn only_child(entity: Entity) -> Entity {
    let children: Vec<_> = entity.children().collect();
    assert_eq!(children.len(), 1, "{entity:?} has other children: {children:?}");
    children[0]
}

/// How many entities the current world has.
fn alive() -> usize {
    World::flush();
    World::stats().alive
}
