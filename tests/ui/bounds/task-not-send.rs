//! A task may move to another thread with its world.

use std::rc::Rc;

use ecs_core::{Component, Entity, wait};

#[derive(Component, Default)]
struct Gun {
    shots: u32,
}

fn main() {
    let more = Rc::new(1);
    let gun = Entity::spawn().add::<Gun>();
    gun.task(async move |gun| { //~ ERROR future cannot be sent between threads safely
        wait(1.0).await;
        gun.with(|gun| gun.shots += *more);
    });
}
