//! Rooms do not see each other.

use std::time::Duration;

use ecs_core::{Component, Entity};
use rooms::{ClientId, News, Settings};

use crate::hall::{Hall, heard, now};
use crate::tally::{Order, State};

#[derive(Component, Clone)]
struct Stone(u32);

/// The last state that a client has heard.
pub fn last_state(news: Vec<News<State>>) -> State {
    let states = news.into_iter().filter_map(|news| match news {
        News::State { state, .. } => Some((*state).clone()),
        _ => None,
    });
    states.last().expect("a state came")
}

#[test]
fn what_is_ordered_in_one_room_is_done_in_no_other() {
    let mut hall = Hall::new(Settings { threads: 2, ..Settings::default() });
    let doors = [1, 2].map(|id| hall.open(id, Duration::ZERO));
    let mut clients = doors.each_ref().map(|door| door.connect(ClientId(7)).expect("it is open"));
    clients[0].try_order(Order::Add(3)).expect("there is room");
    hall.frames(4);
    let sums = clients.each_mut().map(|client| last_state(heard(client)).sum);
    assert_eq!(sums, [3, 0]);
}

#[test]
fn an_entity_of_one_room_is_dead_in_the_other() {
    let mut hall = Hall::new(Settings { threads: 2, ..Settings::default() });
    let [red, blue] = [1, 2].map(|id| hall.open(id, Duration::ZERO));
    let spawn = |n| move || Entity::spawn().insert(Stone(n));
    let mut red_stone = Box::pin(red.ask(spawn(1)));
    let mut blue_stone = Box::pin(blue.ask(spawn(2)));
    assert!(now(&mut red_stone).is_none() && now(&mut blue_stone).is_none(), "no frame has run");
    hall.frames(2);
    let red_stone = now(red_stone).expect("the frame has run").expect("the room lives");
    let blue_stone = now(blue_stone).expect("the frame has run").expect("the room lives");

    let seen =
        move || (red_stone.get().map(|stone| stone.0), blue_stone.get().map(|stone| stone.0), Stone::count());
    let mut asked = [red, blue].map(|door| Box::pin(async move { door.ask(seen).await }));
    assert!(asked.iter_mut().all(|asked| now(asked).is_none()));
    hall.frames(2);
    let seen = asked.map(|asked| now(asked).expect("the frame has run").expect("the room lives"));
    assert_eq!(seen, [(Some(1), None, 1), (None, Some(2), 1)]);
}
