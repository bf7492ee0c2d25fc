//! A circle that follows the mouse: the first step of the book's first game.

use ecs_core::prelude::*;
use macroquad::prelude::*;

#[derive(Component)]
struct Ship {
    x: f32,
}

impl Ship {
    fn update(&mut self, dt: f32) {
        self.x += 5.0 * (mouse_position().0 - self.x) * dt;
        draw_circle(self.x, 550.0, 20.0, SKYBLUE);
    }
}

#[macroquad::main("Rocks")]
async fn main() {
    Entity::spawn().with(Ship { x: 400.0 });
    loop {
        update_all(get_frame_time());
        next_frame().await;
    }
}
