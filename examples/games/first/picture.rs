//! A picture that is loaded while the game runs: a task awaits macroquad's `load_texture`.
//!
//! In a browser loading takes several frames. The ship is a circle until its picture is there, and stays one
//! if there is none. Give the path of a picture: `cargo run -p games --bin picture -- ship.png`.

use ecs_core::prelude::*;
use macroquad::prelude::*;

#[derive(Component, Default)]
struct Ship {
    picture: Option<Texture2D>,
}

impl Ship {
    fn init(&mut self) {
        self.task(async |ship| {
            let path = std::env::args().nth(1).unwrap_or_else(|| "ship.png".to_owned());
            if let Ok(picture) = load_texture(&path).await {
                ship.with(|ship| ship.picture = Some(picture));
            }
        });
    }

    fn update(&mut self) {
        let (x, y) = mouse_position();
        match &self.picture {
            Some(picture) => draw_texture(picture, x, y, WHITE),
            None => draw_circle(x, y, 20.0, SKYBLUE),
        }
    }
}

#[macroquad::main("A picture")]
async fn main() {
    Entity::spawn().add::<Ship>();
    loop {
        update_all(get_frame_time());
        next_frame().await;
    }
}
