//! What a client may send, what it hears, and that no other pays for it.

use std::time::Duration;

use rooms::{ClientId, News, OrderError, Room, RoomId, Settings, Shown};

use crate::hall::{Driven, Hall, heard, now};
use crate::isolation::last_state;
use crate::tally::{Order, Tally, begin};

fn settings() -> Settings {
    Settings { threads: 2, frames_per_state: 1, orders_waiting: 4, states_waiting: 3, ..Settings::default() }
}

#[test]
fn an_order_too_many_is_given_back_until_the_room_has_obeyed() {
    let mut hall = Hall::new(settings());
    let mut client = hall.open(1, Duration::ZERO).connect(ClientId(7)).expect("it is open");
    for n in 0..4 {
        assert_eq!(client.try_order(Order::Add(n)), Ok(()));
    }
    assert_eq!(client.try_order(Order::Add(100)), Err(OrderError::Full(Order::Add(100))));
    hall.frames(2);
    assert_eq!(client.try_order(Order::Add(10)), Ok(()));
    hall.frames(2);
    assert_eq!(last_state(heard(&mut client)).sum, 16, "what was refused is not obeyed, all else is, once");
}

#[test]
fn who_waits_for_room_sends_when_the_room_has_obeyed() {
    let mut hall = Hall::new(settings());
    let mut client = hall.open(1, Duration::ZERO).connect(ClientId(7)).expect("it is open");
    (0..4).for_each(|_| assert_eq!(now(client.order(Order::Add(1))), Some(Ok(()))));
    {
        let mut fifth = Box::pin(client.order(Order::Add(1)));
        assert_eq!(now(&mut fifth), None);
        hall.frames(2);
        assert_eq!(now(fifth), Some(Ok(())));
    }
    hall.frames(2);
    assert_eq!(last_state(heard(&mut client)).sum, 5);
}

#[test]
fn a_client_that_sends_all_the_time_takes_nothing_from_others() {
    let mut hall = Hall::new(settings());
    let doors = [1, 2].map(|id| hall.open(id, Duration::from_micros(10)));
    let flood = doors[0].connect(ClientId(7)).expect("it is open");
    let mut beside = doors[0].connect(ClientId(8)).expect("it is open");
    let (mut sent, mut refused) = (0, 0);
    for _ in 0..100 {
        for _ in 0..1000 {
            match flood.try_order(Order::Add(1000)) {
                Ok(()) => sent += 1,
                Err(_) => refused += 1,
            }
        }
        // The others of its room, and other rooms, are obeyed as ever.
        assert_eq!(beside.try_order(Order::Add(1)), Ok(()));
        hall.frames(1);
    }
    hall.frames(1);
    assert!(sent <= 4 * 101, "four orders a frame, not {sent}");
    assert_eq!(sent + refused, 100_000);
    assert_eq!(last_state(heard(&mut beside)).sum, 1000 * sent + 100);
    assert!(hall.begun_by(1).abs_diff(hall.begun_by(2)) <= 1);
}

#[test]
fn a_slow_client_loses_the_oldest_states_and_no_other_loses_any() {
    let mut hall = Hall::new(settings());
    let door = hall.open(1, Duration::ZERO);
    let mut slow = door.connect(ClientId(7)).expect("it is open");
    let mut quick = door.connect(ClientId(8)).expect("it is open");
    let mut seen = 0;
    for _ in 0..20 {
        hall.frames(1);
        let news = heard(&mut quick);
        assert!(news.iter().all(|news| matches!(news, News::State { .. })));
        seen += news.len() as u64;
    }
    assert!(seen >= 19);
    // As many as may wait, in whole powers of two.
    let news = heard(&mut slow);
    let News::Missed(missed) = news[0] else { panic!("{news:?}") };
    assert_eq!((missed, news.len()), (seen - 4, 5));
    assert_eq!(last_state(news).updates, seen, "the last one it has");
}

#[test]
fn a_client_that_comes_again_takes_the_place_of_itself() {
    use rooms::{End, Notice};

    let mut hall = Hall::new(settings());
    let door = hall.open(1, Duration::ZERO);
    let mut before = door.connect(ClientId(7)).expect("it is open");
    let mut other = door.connect(ClientId(8)).expect("it is open");
    assert_eq!(before.try_order(Order::Add(1)), Ok(()));
    let after = door.connect(ClientId(7)).expect("it is open");
    assert!(matches!(heard(&mut before)[..], [News::Notice(Notice::Ended(End::Replaced))]));
    assert_eq!(before.try_order(Order::Add(1)), Err(OrderError::Ended));
    assert_eq!(after.try_order(Order::Add(10)), Ok(()));
    hall.frames(2);
    let state = last_state(heard(&mut other));
    assert_eq!((state.sum, state.clients), (10, vec![ClientId(8), ClientId(7)]));

    drop(after);
    hall.frames(2);
    assert_eq!(last_state(heard(&mut other)).clients, [ClientId(8)]);
}

#[test]
fn a_room_goes_from_thread_to_thread_with_its_clients() {
    let settings = settings();
    let take_no_time = || {
        begin(Duration::ZERO, Driven::default());
        Ok::<_, String>(())
    };
    let mut room = Room::<Tally>::open(RoomId(1), &settings, take_no_time).expect("it can begin");
    let mut client = room.door().connect(ClientId(7)).expect("it is open");
    let mut threads = Vec::new();
    for sum in 1..=5 {
        assert_eq!(client.try_order(Order::Add(1)), Ok(()));
        let frame = move || {
            room.frame(&Driven::default());
            room.shown().into_iter().for_each(Shown::send);
            room
        };
        room = std::thread::spawn(frame).join().expect("no hook panics");
        let state = last_state(heard(&mut client));
        assert_eq!(state.sum, sum);
        assert!(!threads.contains(&state.thread), "a thread of its own for each frame");
        threads.push(state.thread);
    }
}
