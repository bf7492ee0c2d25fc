//! What a timer calls may move to another thread with its world.

use std::rc::Rc;

use ecs_core::{Component, Entity};

#[derive(Component, Default)]
struct Gun {
    shots: u32,
}

fn main() {
    let more = Rc::new(1);
    let gun = Entity::spawn().add::<Gun>();
    gun.after(0.5, move |gun| gun.shots += *more); //~ ERROR cannot be sent between threads safely
}
