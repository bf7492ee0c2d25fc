//! What a timer calls takes the component alone, unlike a hook. So a closure needs no types.

use ecs_core::{Component, Entity};

#[derive(Component, Default)]
struct Barrel;

#[derive(Component, Default)]
struct Gun;

impl Gun {
    fn fire(&mut self, _: &mut Barrel) {}
}

fn main() {
    let gun = Entity::spawn().add::<Gun>();
    gun.every(0.5, |gun| gun.fire(&mut Barrel));
    gun.every(0.5, Gun::fire); //~ ERROR function is expected to take 1 argument
}
