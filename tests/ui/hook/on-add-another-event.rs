//! The method hears another event than the key says.

use ecs_core::{Add, Component, Remove};

#[derive(Component)]
struct Enemy;

#[derive(Component)]
#[component(on(Add<Enemy> = came))] //~ ERROR cannot listen to
struct Radar;

impl Radar {
    fn came(&mut self, _: &Remove<Enemy>) {}
}

fn main() {
    let _ = (Enemy, Radar);
}
