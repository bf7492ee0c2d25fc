//! Derive, spawn, update, read: one component with two hooks.

use ecs_core::{Component, Entity, update_all};

#[derive(Component, Default)]
struct Bird {
    height: f32,
}

impl Bird {
    fn init(&mut self) {
        println!("{:?} takes off", self.entity());
    }

    fn update(&mut self, dt: f32) {
        self.height += 2.0 * dt;
    }
}

fn main() {
    let bird = Entity::spawn().add::<Bird>();
    for _ in 0..60 {
        update_all(1.0 / 60.0);
    }
    println!("after a second it flies at {:.1} m", bird.borrow().height);
}
