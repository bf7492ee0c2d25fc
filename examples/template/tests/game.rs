//! Plays the game without a window.

use ecs_core::{Headless, Recording, prelude::*};
use game::*;
use macroquad::math::vec2;

/// Starts a game.
fn begin() -> Headless<Controls> {
    load();
    let mut game = Headless::new(frame);
    game.input().start = true;
    game.frames(1);
    game.input().start = false;
    game
}

fn load() {
    Level::set(ron::from_str(include_str!("../assets/level.ron")).unwrap());
}

#[test]
fn the_ship_takes_a_gem() {
    let mut game = begin();
    let gems = Gem::count();
    game.input().steer = vec2(1.0, 0.0);
    game.until(120, || Score::borrow().0 == 1).unwrap();
    assert_eq!(Gem::count(), gems - 1);
}

#[test]
fn a_rock_ends_the_game_and_enter_starts_another() {
    let mut game = begin();
    game.until(3600, || Screen::get() == Screen::GameOver { won: false }).unwrap();
    assert_eq!((Ship::count(), Rock::count()), (0, 0));
    game.input().start = true;
    game.frames(1);
    assert_eq!((Screen::get(), Ship::count()), (Screen::Playing, 1));
}

#[test]
fn a_played_game_ends_as_it_did() {
    let recording = Recording::from_bytes("game", include_bytes!("played.rec")).unwrap();
    load();
    recording.compare_value(seen).play(frame).unwrap_or_else(|deviation| panic!("{deviation}"));
    assert_eq!(Screen::get(), Screen::GameOver { won: true });
}
