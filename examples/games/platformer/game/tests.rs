//! The game without a window: which keys are pressed, and what comes of it.

use ecs_core::{Headless, Recording};

use super::*;

fn begin() -> Headless<Keys> {
    start(0);
    let mut game = Headless::new(frame);
    game.until(60, || ground().is_alive()).unwrap();
    game
}

fn hero() -> Body {
    *query::<&Body>().filter::<With<Hero>>().with_disabled().first().expect("a hero")
}

fn ground() -> Handle<Body> {
    query::<&Hero>().first().map_or(Handle::NULL, |hero| hero.ground)
}

#[test]
fn the_game_is_played_as_it_was() {
    let recording = Recording::from_bytes("Platformer", include_bytes!("played.rec")).unwrap();
    start(0);
    recording.compare_value(seen).play(frame).unwrap_or_else(|deviation| panic!("{deviation}"));
}

#[test]
fn a_hero_who_runs_gets_to_the_edge_and_falls() {
    let mut game = begin();
    game.press(Key::Right);
    game.until(180, || Game::borrow().lost_lives == 1).unwrap();
    game.until(10, || hero().pos.x < 4.0).unwrap(); // begins anew
}

#[test]
fn a_longer_press_is_a_higher_jump() {
    let height = |frames| {
        let mut game = begin();
        let floor = hero().pos.y;
        game.press(Key::Jump);
        game.frames(frames);
        game.release(Key::Jump);
        let mut highest = floor;
        game.until(120, || {
            highest = highest.min(hero().pos.y);
            ground().is_alive()
        })
        .unwrap();
        floor - highest
    };
    let [short, long] = [2, 30].map(|frames| World::new().enter(|| height(frames)));
    assert!(short > 1.0 && long > short + 0.3, "{short} and {long}");
}

#[test]
fn a_jump_that_is_held_down_is_one_jump() {
    let mut game = begin();
    game.press(Key::Jump);
    game.until(120, || !ground().is_alive()).unwrap();
    game.until(120, || ground().is_alive()).unwrap();
    game.frames(60);
    assert!(ground().is_alive());
}

#[test]
fn the_third_fall_is_the_last_until_the_game_begins_anew() {
    let mut game = begin();
    game.press(Key::Right);
    game.until(900, || Game::borrow().lost_lives == LIVES).unwrap();
    game.frames(60);
    assert!(hero().pos.x > 4.0, "no level begins");
    game.tap(Key::Again);
    game.frames(5);
    assert_eq!((Game::borrow().lost_lives, hero().pos.x < 4.0), (0, true));
}

#[test]
fn a_coin_is_taken_once() {
    let mut game = begin();
    let things = Touchable::count();
    let mut coins = Vec::new();
    query::<(&Body, &Touchable)>().each(|(body, it)| {
        coins.extend(matches!(it, Touchable::Coin).then_some(body.pos));
    });
    let first = coins.into_iter().min_by(|a, b| a.x.total_cmp(&b.x)).expect("a coin");
    query::<&mut Body>().filter::<With<Hero>>().each(|hero| hero.pos = first);
    game.frames(10);
    assert_eq!((Game::borrow().score, Touchable::count()), (10, things - 1));
}
