//! A game loop with input: each Enter is a frame, and `w` before it a flap of the wings.
use ecs_core::{Component, Entity, update_all};

#[derive(Component)]
struct Bird(f32); // how high it flies

impl Bird {
    fn update(&mut self, dt: f32) {
        self.0 -= 2.0 * dt;
        println!("{}v", " ".repeat(self.0 as usize));
    }
}

fn main() {
    let bird = Entity::spawn().insert(Bird(6.0));
    for key in std::io::stdin().lines().map_while(Result::ok) {
        bird.borrow_mut().0 += f32::from(key == "w");
        update_all(0.5);
    }
}
