//! What a timer calls can be copied with its world.

use ecs_core::{Component, Entity};

#[derive(Component, Default)]
struct Gun {
    shots: u32,
}

/// Is `Send`, and not `Clone`.
struct More(u32);

fn main() {
    let more = More(1);
    let gun = Entity::spawn().add::<Gun>();
    gun.every(0.5, move |gun| { //~ ERROR `More: Clone` is not satisfied
        let more = &more;
        gun.shots += more.0;
    });
}
