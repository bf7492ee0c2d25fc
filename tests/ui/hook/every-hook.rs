//! Each hook is looked at, not `update` alone.

use ecs_core::{Component, Entity as E};

#[derive(Component)]
struct Init; //~ ERROR cannot be a hook of `Init`

impl Init {
    fn init() -> Self {
        Self
    }
}

#[derive(Component)]
struct Start; //~ ERROR cannot be a hook of `Start`

impl Start {
    fn start(self) {}
}

#[derive(Component)]
struct FixedUpdate; //~ ERROR cannot be a hook of `FixedUpdate`

impl FixedUpdate {
    fn fixed_update(&mut self) -> bool {
        true
    }
}

#[derive(Component)]
struct LateUpdate; //~ ERROR cannot be a hook of `LateUpdate`

impl LateUpdate {
    fn late_update() {}
}

#[derive(Component)]
struct Shutdown; //~ ERROR cannot be a hook of `Shutdown`

impl Shutdown {
    fn shutdown(&mut self, _: E, _: E, _: E, _: E, _: E, _: E, _: E, _: E, _: E) {}
}

#[derive(Component)]
struct OnEnable; //~ ERROR cannot be a hook of `OnEnable`

impl OnEnable {
    fn on_enable(&mut self) -> bool {
        true
    }
}

#[derive(Component)]
struct OnDisable; //~ ERROR cannot be a hook of `OnDisable`

impl OnDisable {
    fn on_disable(self) {}
}

#[derive(Component)]
struct OnReset; //~ ERROR cannot be a hook of `OnReset`

impl OnReset {
    fn on_reset() {}
}

fn main() {}
