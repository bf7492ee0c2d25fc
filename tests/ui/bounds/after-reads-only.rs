//! A timer calls what takes `&mut self`; another method stands in a closure: `|gun| gun.aim()`.

use ecs_core::{Component, Entity};

#[derive(Component, Default)]
struct Gun;

impl Gun {
    fn aim(&self) {}
}

fn main() {
    let gun = Entity::spawn().add::<Gun>();
    gun.after(0.5, |gun| gun.aim());
    gun.after(0.5, Gun::aim); //~ ERROR type mismatch in function arguments
}
