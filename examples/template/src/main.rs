//! The window: loads the files of `assets`, reads the keys and the mouse, and draws. A finger is a mouse.
//!
//! `cargo run -- tests/played.rec` records the game that you play, until you close the window.

use std::{env, error::Error, fs};

use ecs_core::{Recording, prelude::*};
use game::{Body, Controls, Gem, Level, Rock, SIZE, Score, Screen, Ship, frame, seen};
use macroquad::prelude::*;

fn window() -> Conf {
    Conf {
        window_title: env!("CARGO_PKG_NAME").into(),
        window_width: SIZE.x as i32,
        window_height: SIZE.y as i32,
        window_resizable: false,
        high_dpi: true,
        ..Conf::default()
    }
}

#[macroquad::main(window)]
async fn main() {
    if let Err(error) = play().await {
        error!("{}", error);
    }
}

async fn play() -> Result<(), Box<dyn Error>> {
    let picture = load_texture("assets/ship.png").await?;
    Level::set(ron::from_str(&load_string("assets/level.ron").await?)?);
    let file = env::args().nth(1);
    let mut recording = Recording::new("game", env!("CARGO_PKG_VERSION")).compare_value(seen);
    prevent_quit();
    while !is_quit_requested() {
        let (controls, dt) = (read(), get_frame_time().min(0.1)); // a tab in the background sleeps
        frame(&controls, dt);
        if file.is_some() {
            recording.frame(&controls, dt)?;
        }
        draw(&picture);
        next_frame().await;
    }
    if let Some(file) = file {
        recording.compare_here()?;
        fs::write(file, recording.to_bytes())?;
    }
    Ok(())
}

/// Shows the whole game in a window of any size: a phone is narrower than the game.
fn camera() -> Camera2D {
    Camera2D { target: SIZE / 2.0, zoom: 2.0 / SIZE, ..Camera2D::default() }
}

fn read() -> Controls {
    let keys = [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down];
    let [left, right, up, down] = keys.map(|key| f32::from(is_key_down(key)));
    let mut steer = vec2(right - left, down - up);
    let ship = query::<&Body>().filter::<With<Ship>>().first().map(|ship| ship.pos);
    if let (Some(ship), true) = (ship, is_mouse_button_down(MouseButton::Left)) {
        steer = (camera().screen_to_world(mouse_position().into()) - ship) / 50.0;
    }
    let start = is_key_pressed(KeyCode::Enter) || is_mouse_button_pressed(MouseButton::Left);
    Controls { steer, start }
}

fn draw(picture: &Texture2D) {
    set_camera(&camera());
    clear_background(Color::from_hex(0x181425));
    for gem in &query::<&Body>().filter::<With<Gem>>() {
        draw_poly(gem.pos.x, gem.pos.y, 4, gem.radius, 0.0, GOLD);
    }
    for rock in &query::<&Body>().filter::<With<Rock>>() {
        draw_circle(rock.pos.x, rock.pos.y, rock.radius, GRAY);
    }
    for ship in &query::<&Body>().filter::<With<Ship>>() {
        let size = Vec2::splat(2.0 * ship.radius);
        let params = DrawTextureParams { dest_size: Some(size), ..DrawTextureParams::default() };
        draw_texture_ex(picture, ship.pos.x - ship.radius, ship.pos.y - ship.radius, WHITE, params);
    }
    let text = match Screen::get() {
        Screen::Menu => "Take all gems: arrows or mouse. Enter or click begins",
        Screen::Playing => "",
        Screen::GameOver { won: true } => "You have all gems! Enter or click begins again",
        Screen::GameOver { won: false } => "A rock has hit you. Enter or click begins again",
    };
    draw_text(text, 20.0, 300.0, 32.0, WHITE);
    draw_text(format!("gems: {}", Score::borrow().0), 20.0, 30.0, 32.0, WHITE);
}
