//! A hook that a key names is shown at its name: a method, or a function elsewhere.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
#[component(update = step)] //~ ERROR a hook cannot take `String`
struct Method;

impl Method {
    fn step(&mut self, _: String) {}
}

#[derive(Component)]
#[component(update = physics::step)] //~ ERROR cannot be a hook of `Function`
struct Function;

mod physics {
    pub fn step(dt: f32) {
        println!("{dt}");
    }
}

#[derive(Component)]
#[component(on(Damage = combat::hit))] //~ ERROR `Listens` cannot listen to `Damage` with
struct Listens;

mod combat {
    pub fn hit(_: &super::Damage) {}
}

fn main() {}
