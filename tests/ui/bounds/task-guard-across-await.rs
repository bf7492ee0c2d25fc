//! A guard does not live across an `.await`.

use ecs_core::{Component, Entity, wait};

#[derive(Component, Default)]
struct Gun {
    shots: u32,
}

fn main() {
    let gun = Entity::spawn().add::<Gun>();
    gun.task(async move |gun| { //~ ERROR future cannot be sent between threads safely
        let mut gun = gun.borrow_mut();
        wait(1.0).await;
        gun.shots += 1;
    });
}
