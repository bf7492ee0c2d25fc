//! A type observes what is no component.

use ecs_core::{Add, Component};

struct Rock;

#[derive(Component)]
#[component(on(Add<Rock> = came))] //~ ERROR `Rock` is not a component
struct Radar;

impl Radar {
    fn came(&mut self, _: &Add<Rock>) {} //~ ERROR `Rock` is not a component
}

fn main() {
    let _ = (Rock, Radar);
}
