//! A room that panics goes on from its last snapshot, its clients hear of it, and other rooms do not.

use std::time::Duration;

use rooms::{Client, ClientId, End, News, Notice, OrderError, Restored, Room, RoomId, Settings, Shown};

use crate::hall::{Driven, Hall, heard};
use crate::isolation::last_state;
use crate::tally::{Order, State, Tally, begin};

/// A snapshot is saved each so many frames: the number of the room is added.
const SNAPSHOT: u64 = 10;

/// Room 0 is saved in the frames 10, 20, ..
fn hall() -> Hall {
    Hall::new(Settings {
        threads: 2,
        frames_per_state: 1,
        states_waiting: 256,
        frames_per_snapshot: SNAPSHOT,
        snapshots: 3,
        ..Settings::default()
    })
}

fn restored(news: &[News<State>]) -> Vec<Restored> {
    let restored = |news: &News<State>| match news {
        News::Notice(Notice::Restored(restored)) => Some(restored.clone()),
        _ => None,
    };
    news.iter().filter_map(restored).collect()
}

/// How a client has heard that nothing more comes.
fn end(news: &[News<State>]) -> Option<End> {
    news.iter().find_map(|news| match news {
        News::Notice(Notice::Ended(end)) => Some(*end),
        _ => None,
    })
}

fn send(client: &Client<Tally>, order: Order) {
    assert_eq!(client.try_order(order), Ok(()));
}

#[test]
fn a_room_that_panics_goes_on_from_its_last_snapshot_and_the_others_go_on_anyway() {
    let mut hall = hall();
    let doors = [0, 1].map(|id| hall.open(id, Duration::ZERO));
    let mut client = doors[0].connect(ClientId(7)).expect("it is open");
    let mut other = doors[1].connect(ClientId(7)).expect("it is open");
    send(&client, Order::Add(1));
    hall.frames(15);
    send(&client, Order::Add(10));
    hall.frames(2);
    let before = last_state(heard(&mut client));
    assert_eq!(before.sum, 11);

    send(&client, Order::Panic);
    hall.frames(1);
    let news = heard(&mut client);
    let expected = Restored {
        from: before.updates + 1,
        to: SNAPSHOT,
        times: 1,
        is_yours: true,
        message: "an order that cannot be".into(),
    };
    assert_eq!(restored(&news), [expected]);
    hall.frames(1);
    let after = last_state(heard(&mut client));
    assert_eq!((after.sum, after.updates), (1, SNAPSHOT + 1), "as it was in the snapshot, and a frame later");
    assert_eq!(doors[0].figures().restores, 1);

    // Neither room has left a frame out.
    assert!(hall.begun_by(0).abs_diff(hall.begun_by(1)) <= 1);
    let news = heard(&mut other);
    assert_eq!(restored(&news), []);
    let frames = news.iter().filter(|news| matches!(news, News::State { .. })).count();
    assert_eq!(frames, hall.begun_by(1));
    assert_eq!(last_state(news).updates, frames as u64);
}

#[test]
fn the_client_whose_order_has_panicked_is_to_blame_or_else_those_whose_orders_ran_in_the_frame() {
    let mut hall = hall();
    let door = hall.open(0, Duration::ZERO);
    let mut clients = [1, 2, 3].map(|id| door.connect(ClientId(id)).expect("it is open"));
    hall.frames(12);
    // All three in one frame, and the second panics.
    send(&clients[0], Order::Add(1));
    send(&clients[1], Order::Panic);
    send(&clients[2], Order::Add(1));
    hall.frames(1);
    let blamed = |clients: &mut [Client<Tally>; 3]| {
        let blamed =
            |client: &mut Client<Tally>| restored(&heard(client)).iter().map(|r| r.is_yours).collect();
        clients.each_mut().map(|client| -> Vec<bool> { blamed(client) })
    };
    assert_eq!(blamed(&mut clients), [vec![false], vec![true], vec![false]]);

    // What was ordered after it is obeyed in the next frame, in which a hook panics.
    send(&clients[0], Order::Break);
    hall.frames(1);
    assert_eq!(blamed(&mut clients), [vec![true], vec![false], vec![true]]);

    // Nobody has ordered anything in the frame in which this panics.
    hall.frames(2 * SNAPSHOT as u32);
    send(&clients[0], Order::BreakIn(3));
    hall.frames(6);
    assert_eq!(blamed(&mut clients), [vec![false], vec![false], vec![false]]);
}

#[test]
fn no_state_from_before_comes_after_the_notice_that_the_room_was_put_back() {
    let settings = Settings { frames_per_state: 1, states_waiting: 16, ..Settings::default() };
    let fill = || {
        begin(Duration::ZERO, Driven::default());
        Ok::<_, String>(())
    };
    let mut room = Room::<Tally>::open(RoomId(0), &settings, fill).expect("it can begin");
    let mut client = room.door().connect(ClientId(7)).expect("it is open");
    let frames = |room: &mut Room<Tally>, count| (0..count).for_each(|_| _ = room.frame(&Driven::default()));
    // Three states were sent and not heard, two were not even sent.
    frames(&mut room, 3);
    room.shown().into_iter().for_each(Shown::send);
    frames(&mut room, 2);
    send(&client, Order::Panic);
    frames(&mut room, 1);
    assert!(room.shown().is_none());
    frames(&mut room, 1);
    room.shown().into_iter().for_each(Shown::send);
    let news = heard(&mut client);
    assert!(
        matches!(news[..], [News::Notice(Notice::Restored(_)), News::State { frame: 1, .. }]),
        "{news:?}"
    );
}

#[test]
fn what_waits_for_the_end_of_a_pass_that_panics_may_panic_too() {
    let mut hall = hall();
    let door = hall.open(0, Duration::ZERO);
    let mut client = door.connect(ClientId(7)).expect("it is open");
    hall.frames(12);
    send(&client, Order::BreakTwice);
    hall.frames(2);
    let news = heard(&mut client);
    assert_eq!((restored(&news).len(), end(&news)), (1, None));
    assert_eq!(&*restored(&news)[0].message, "the fuse burns");
    assert_eq!(last_state(news).updates, SNAPSHOT + 1);
}

#[test]
fn a_snapshot_that_holds_what_panics_is_used_once() {
    let mut hall = hall();
    let door = hall.open(0, Duration::ZERO);
    let mut client = door.connect(ClientId(7)).expect("it is open");
    hall.frames(15);
    // It breaks in frame 22: the snapshot of frame 20 has it already, that of frame 10 has not.
    send(&client, Order::BreakIn(22 - hall.begun_by(0) as u64 - 1));
    hall.frames(30);
    let back: Vec<_> =
        restored(&heard(&mut client)).iter().map(|restored| (restored.from, restored.to)).collect();
    assert_eq!(back, [(22, 20), (22, 10)]);
    assert!(door.figures().frame > 22, "it has gone on");
}

#[test]
fn a_room_that_panics_whatever_it_is_put_back_to_ends_and_says_so() {
    let mut hall = hall();
    let door = hall.open(0, Duration::ZERO);
    let mut client = door.connect(ClientId(7)).expect("it is open");
    let mut late = door.connect(ClientId(8)).expect("it is open");
    send(&client, Order::BreakIn(40));
    // It breaks in frame 42, whatever it is put back to.
    hall.frames(42 + 2 + 12 + 22 + 2);
    let news = heard(&mut client);
    let back: Vec<_> = restored(&news).iter().map(|restored| restored.to).collect();
    assert_eq!((back, end(&news)), (vec![40, 30, 20], Some(End::Lost)));
    assert_eq!(end(&heard(&mut late)), Some(End::Lost));
    assert_eq!(client.try_order(Order::Add(1)), Err(OrderError::Ended));
}

#[test]
fn who_came_after_the_snapshot_keeps_a_seat_and_who_left_gets_none() {
    let mut hall = hall();
    let door = hall.open(0, Duration::ZERO);
    let gone = door.connect(ClientId(1)).expect("it is open");
    let mut stays = door.connect(ClientId(2)).expect("it is open");
    hall.frames(12);
    drop(gone);
    let comes = door.connect(ClientId(3)).expect("it is open");
    hall.frames(1);
    send(&comes, Order::Panic);
    hall.frames(2);
    let news = heard(&mut stays);
    assert_eq!(restored(&news).len(), 1);
    assert_eq!(last_state(news).clients, [ClientId(2), ClientId(3)]);
}

#[test]
fn a_client_that_is_to_blame_too_often_is_let_go() {
    let mut hall = hall();
    let door = hall.open(0, Duration::ZERO);
    let mut bad = door.connect(ClientId(1)).expect("it is open");
    let mut good = door.connect(ClientId(2)).expect("it is open");
    for _ in 0..3 {
        hall.frames(12);
        send(&bad, Order::Panic);
        hall.frames(2);
    }
    assert_eq!(end(&heard(&mut bad)), Some(End::LetGo));
    assert_eq!(bad.try_order(Order::Panic), Err(OrderError::Ended));
    send(&good, Order::Add(1));
    hall.frames(2);
    let news = heard(&mut good);
    assert_eq!((restored(&news).len(), end(&news)), (3, None));
    let state = last_state(news);
    assert_eq!((state.sum, state.clients), (1, vec![ClientId(2)]));
}

#[test]
fn a_client_that_reads_nothing_is_let_go_when_its_notices_are_too_many() {
    let mut hall = hall();
    let door = hall.open(0, Duration::ZERO);
    let mut asleep = door.connect(ClientId(1)).expect("it is open");
    let mut awake = door.connect(ClientId(2)).expect("it is open");
    for n in 0..9 {
        // Each time another client: none is to blame too often.
        let bad = door.connect(ClientId(10 + n)).expect("it is open");
        hall.frames(12);
        send(&bad, Order::Panic);
        hall.frames(2);
        assert_eq!(restored(&heard(&mut awake)).len(), 1);
    }
    hall.frames(2);
    assert_eq!(last_state(heard(&mut awake)).clients, [ClientId(2)]);
    assert_eq!(restored(&heard(&mut asleep)).len(), 8, "it has all that it was told until then");
    assert_eq!(asleep.try_order(Order::Add(1)), Err(OrderError::Ended));
}
