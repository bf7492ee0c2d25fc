//! The game without a window: what the player does, and what comes of it.

use ecs_core::{Headless, Recording};

use super::*;

/// A game that has begun.
fn begin() -> Headless<Controls> {
    start(1);
    let mut game = Headless::new(frame);
    game.input().start = true;
    game.frames(1);
    game.input().start = false;
    game
}

fn ship() -> Transform {
    *query::<&Transform>().filter::<With<Ship>>().first().expect("a ship")
}

#[test]
fn the_game_is_played_as_it_was() {
    let recording = Recording::from_bytes("Asteroids", include_bytes!("played.rec")).unwrap();
    start(1);
    recording.compare_value(seen).play(frame).unwrap_or_else(|deviation| panic!("{deviation}"));
}

#[test]
fn a_rock_that_is_shot_splits() {
    let mut game = begin();
    let rocks = Rock::count();
    game.input().fire = true;
    game.until(600, || Game::borrow().score > 0).unwrap();
    assert_eq!(Game::borrow().score, 10);
    assert_eq!(Rock::count(), rocks + 1);
}

#[test]
fn a_ship_that_does_not_fire_hits_nothing() {
    let mut game = begin();
    game.frames(120);
    assert_eq!((Bullet::count(), Game::borrow().score), (0, 0));
}

#[test]
fn a_pause_stops_the_ship() {
    let mut game = begin();
    game.input().thrust = 1.0;
    game.frames(20);
    game.input().pause = true;
    game.frames(1);
    game.input().pause = false;
    let before = ship().pos;
    game.frames(60);
    assert_eq!(ship().pos, before);
    game.input().start = true;
    game.frames(20);
    assert_ne!(ship().pos, before);
}

#[test]
fn a_hit_costs_a_life_but_for_two_seconds_after_another() {
    let mut game = begin();
    let ship = query::<(Entity, &Ship)>().iter().next().expect("a ship").0;
    game.input().thrust = 1.0; // into the rocks
    game.until(1200, || Game::borrow().lives == 2).unwrap();
    ship.send(Hit);
    assert_eq!(Game::borrow().lives, 2);
    game.until(121, || ship.borrow::<Ship>().shield <= 0.0).unwrap();
    ship.send(Hit);
    assert_eq!(Game::borrow().lives, 1);
}

#[test]
fn the_third_life_is_the_last() {
    let mut game = begin();
    game.input().thrust = 1.0;
    game.until(4800, || Mode::get() == Mode::Over).unwrap();
    assert_eq!((Game::borrow().lives, Ship::count(), Lamp::count()), (0, 0, 0));
    game.input().start = true;
    game.frames(1);
    assert_eq!((Game::borrow().lives, Ship::count()), (3, 1));
}

#[test]
fn a_game_that_is_loaded_goes_on_as_it_did() -> Result<(), Box<dyn Error>> {
    let mut game = begin();
    (game.input().fire, game.input().turn) = (true, 0.3);
    game.frames(200);
    let saved = save()?;
    game.frames(200);
    let later = (Game::borrow().score, ship().pos);
    game.input().load = saved;
    game.frames(1);
    game.input().load = vec![1, 2, 3]; // from a damaged file comes nothing
    game.frames(199);
    assert_eq!((Game::borrow().score, ship().pos), later);
    Ok(())
}
