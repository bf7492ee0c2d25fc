//! The game without a window: which orders are given, and what comes of them. Fewer units than in the window.

use ecs_core::{Headless, Recording};

use super::*;

type Orders = Headless<Option<Order>>;

fn begin(army: usize, has_player: bool) -> Orders {
    start(1);
    let mut game = Headless::new(frame);
    give(&mut game, Order::Muster { army, has_player });
    game
}

/// Gives an order in one frame.
fn give(game: &mut Orders, order: Order) {
    *game.input() = Some(order);
    game.frames(1);
    *game.input() = None;
}

/// How far the selected units are from a place, in the middle.
fn distance(place: Vec2) -> f32 {
    let selected = query::<&Body>().filter::<With<Selected>>();
    let sum: f32 = selected.iter().map(|body| body.pos.distance(place)).sum();
    sum / Selected::count() as f32
}

#[test]
fn the_game_is_played_as_it_was() {
    let recording = Recording::from_bytes("Strategy", include_bytes!("played.rec")).unwrap();
    start(1);
    recording.compare_value(seen).play(frame).unwrap_or_else(|deviation| panic!("{deviation}"));
}

#[test]
fn an_army_draws_up_and_is_never_larger() {
    let mut game = begin(50, true);
    assert_eq!((War::borrow().units, Castle::count()), ([50, 50], 6));
    game.frames(60);
    assert_eq!(War::borrow().units, [50, 50]);
}

#[test]
fn a_castle_trains_whom_the_army_has_lost() {
    let mut game = begin(20, true);
    let fallen = query::<(Entity, &Unit)>().iter().next().unwrap().0;
    fallen.despawn();
    game.frames(1);
    assert_eq!(War::borrow().units.iter().sum::<usize>(), 39);
    game.until(60, || War::borrow().units.iter().sum::<usize>() >= 40).unwrap();
}

#[test]
fn units_that_are_selected_go_where_they_are_sent() {
    let mut game = begin(30, true);
    give(&mut game, Order::Select(Vec2::ZERO, FIELD));
    assert_eq!(Selected::count(), 30); // and none of the others
    let place = vec2(300.0, 600.0);
    let before = distance(place);
    give(&mut game, Order::Send(place));
    game.frames(120);
    assert!(distance(place) < before - 40.0, "{before}, {}", distance(place));
}

#[test]
fn a_pause_stops_all_and_orders_are_still_given() {
    let mut game = begin(30, true);
    give(&mut game, Order::Select(Vec2::ZERO, FIELD));
    give(&mut game, Order::Pause);
    give(&mut game, Order::Send(Vec2::ZERO));
    let before = distance(Vec2::ZERO);
    game.frames(30);
    assert_eq!(distance(Vec2::ZERO), before);
    give(&mut game, Order::Pause);
    game.frames(30);
    assert!(distance(Vec2::ZERO) < before - 5.0);
}

#[test]
fn an_archer_shoots_from_afar_until_one_of_both_falls() {
    let mut game = begin(0, false);
    unit::spawn(0, BLUE, vec2(800.0, 450.0));
    unit::spawn(2, 1 - BLUE, vec2(900.0, 450.0));
    game.until(60, || Arrow::count() == 1).unwrap();
    game.until(1200, || Grave::count() == 1).unwrap();
    game.frames(2);
    assert_eq!(War::borrow().units.iter().sum::<usize>(), 1);
}
