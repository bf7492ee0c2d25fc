//! The game of the rooms: nothing gets lost in it, and it can be saved and go on elsewhere.

use std::collections::BTreeMap;

use ecs_core::{World, update_all};
use rooms::arena::{Order, SIZE, State};
use rooms::{Arena, Client, ClientId, Game, News, Notice, Room, RoomId, Settings, Shown};

use crate::hall::{Driven, heard};

const SECOND: u32 = 60;

fn play(frames: u32) {
    (0..frames).for_each(|_| update_all(1.0 / 60.0));
}

/// How many entities there are beside shots: ships, their wrecks, and rocks.
fn things() -> usize {
    World::stats().alive - Arena::state().shots.len()
}

fn pilots(state: &State) -> Vec<ClientId> {
    state.pilots.iter().map(|pilot| pilot.client).collect()
}

#[test]
fn what_breaks_comes_back() {
    World::new().enter(|| {
        Arena::fill(1000, 1);
        let (mut most_shots, mut fewest_ships) = (0, 100);
        for _ in 0..60 {
            play(SECOND);
            let state = Arena::state();
            most_shots = most_shots.max(state.shots.len());
            fewest_ships = fewest_ships.min(state.ships.len());
            assert_eq!(things(), 1000);
        }
        assert!(most_shots > 0 && fewest_ships < 100, "{most_shots} shots, {fewest_ships} ships");
        assert_eq!(World::stats().soft.count, 0, "{}", World::stats().soft);
    });
}

#[test]
fn the_same_seed_is_the_same_game() {
    let game = |seed| {
        World::new().enter(|| {
            Arena::fill(300, seed);
            play(10 * SECOND);
            format!("{:?}", Arena::state())
        })
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn a_client_flies_a_ship_and_keeps_what_it_has_while_it_is_away() {
    let (ann, bob) = (ClientId(1), ClientId(2));
    World::new().enter(|| {
        Arena::fill(10, 1);
        Arena::seat(&[ann]);
        let start = Arena::state().pilots[0].ship.expect("it has a ship");
        for _ in 0..SECOND {
            Arena::obey(ann, Order::Fly([1.0, 0.0]));
            play(1);
        }
        let there = Arena::state().pilots[0].ship.expect("nobody else is there to shoot it");
        assert!((there[0] - start[0]).rem_euclid(1000.0) > 10.0, "{start:?} to {there:?}");

        Arena::seat(&[]);
        play(SECOND);
        assert_eq!(pilots(&Arena::state()), [ann]);
        // There is but one ship, and somebody who is there needs it.
        Arena::seat(&[bob]);
        assert_eq!(pilots(&Arena::state()), [bob]);
        Arena::seat(&[bob, ann]);
        assert_eq!(pilots(&Arena::state()), [bob], "no ship is left for her");
        Arena::obey(ann, Order::Fire);
        assert_eq!(Arena::state().shots.len(), 0);
        Arena::obey(bob, Order::Fire);
        assert_eq!(Arena::state().shots.len(), 1);
    });
}

#[test]
fn a_save_goes_on_in_another_world() {
    let before = World::new();
    let (bytes, state) = before.enter(|| {
        Arena::fill(1000, 1);
        Arena::seat(&[ClientId(1)]);
        play(20 * SECOND);
        (Arena::save().expect("nothing is borrowed"), Arena::state())
    });
    World::new().enter(|| {
        Arena::load(&bytes).expect("it is a save");
        let loaded = Arena::state();
        assert_eq!(format!("{loaded:?}"), format!("{state:?}"));
        play(20 * SECOND);
        assert_eq!(things(), 1000);
        assert_eq!(pilots(&Arena::state()), [ClientId(1)]);
        assert_ne!(format!("{:?}", Arena::state()), format!("{state:?}"), "it goes on");
    });
    World::new().enter(|| {
        assert!(Arena::load(&bytes[..bytes.len() / 2]).is_err());
        assert_eq!(World::stats().alive, 0);
    });
}

/// A room of an arena, and its client.
fn room() -> (Room<Arena>, Client<Arena>) {
    let settings = Settings { frames_per_state: 1, states_waiting: 256, ..Settings::default() };
    let fill = || {
        Arena::fill(1000, 1);
        Ok::<_, String>(())
    };
    let room = Room::open(RoomId(0), &settings, fill).expect("it can begin");
    let client = room.door().connect(ClientId(1)).expect("it is open");
    (room, client)
}

/// The states that a client has heard, by their frames, the last of each; and how often the room was put back
/// by its fault.
fn states(client: &mut Client<Arena>) -> (BTreeMap<u64, String>, usize) {
    let (mut states, mut faults) = (BTreeMap::new(), 0);
    for news in heard(client) {
        match news {
            News::State { frame, state } => _ = states.insert(frame, format!("{state:?}")),
            News::Notice(Notice::Restored(restored)) => faults += usize::from(restored.is_yours),
            _ => {}
        }
    }
    (states, faults)
}

#[test]
fn a_room_that_was_put_back_plays_on_as_if_nothing_had_been() {
    let (mut room, mut client) = room();
    let (mut twin, mut other) = self::room();
    let play = |room: &mut Room<Arena>, frames| {
        for _ in 0..frames {
            room.frame(&Driven::default());
            room.shown().into_iter().for_each(Shown::send);
        }
    };
    play(&mut room, 80);
    let before = states(&mut client).0;
    client.try_order(Order::Jump([0.0, 9.0 * SIZE])).expect("there is room");
    // A hook panics in frame 81, and the room is put back to frame 60.
    play(&mut room, 61);
    let (after, faults) = states(&mut client);
    play(&mut twin, 120);
    let (undisturbed, _) = states(&mut other);
    assert_eq!(faults, 1);
    assert!(before.iter().all(|(frame, state)| undisturbed[frame] == *state));
    assert!(after.keys().copied().eq(61..=120));
    assert!(after.iter().all(|(frame, state)| undisturbed[frame] == *state));
}
