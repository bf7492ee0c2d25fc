//! Each frame of the game is simulated again and again, and is the same each time. Where it is not, the
//! message names the type, the entity and the field.

use std::cell::Cell;
use std::error::Error;

use clap::Parser;
use ecs_core::{Component, PerEntity, Singleton, World, find};
use ggrs::{Frame, PlayerType, SessionBuilder};
use rollback::game::{self, Inputs, Place, Score};
use rollback::hands::Hands;
use rollback::player::Config;
use rollback::rollback::{Costs, Rollback};
use rollback::{INPUT_DELAY, KEPT, Options, duel};
use serde::Serialize;

const FRAMES: usize = 600;
const SEED: u64 = 1;

struct Played {
    /// The hash of the last frame.
    hash: u64,
    score: Score,
    costs: Costs,
}

/// Plays a game that goes back by so many frames in each frame, in a world of its own.
fn play(distance: usize, prepare: impl FnOnce()) -> Result<Played, Box<dyn Error>> {
    let mut session = SessionBuilder::<Config>::new()
        .with_input_delay(INPUT_DELAY)
        .with_check_distance(distance)
        .add_player(PlayerType::Local, 0)?
        .add_player(PlayerType::Local, 1)?
        .start_synctest_session()?;
    let hands = [0, 1].map(|player| Hands::new(SEED, player, FRAMES));
    World::new().enter(|| {
        game::start(SEED);
        prepare();
        let mut rollback = Rollback::comparing(KEPT, game::STEP);
        for frame in 0..=FRAMES {
            for (player, hands) in hands.iter().enumerate() {
                session.add_local_input(player, hands.at(frame))?;
            }
            let requests = session.advance_frame()?;
            rollback.fulfil(requests, |inputs| {
                Inputs::set(Inputs([inputs[0].0, inputs[1].0]));
            })?;
        }
        let hash = rollback.hash(FRAMES as Frame)?;
        assert_eq!(hash.unhashed(), [""; 0], "all types of the game are in its hash");
        Ok(Played { hash: hash.total(), score: *Score::borrow(), costs: rollback.costs })
    })
}

/// Plays on one machine, which never goes back.
fn alone() -> Result<u64, Box<dyn Error>> {
    let options =
        Options::parse_from(["rollback".to_owned(), format!("--seed={SEED}"), format!("--frames={FRAMES}")]);
    Ok(duel::alone(&options)?.0[FRAMES])
}

#[test]
fn r5_a_game_that_goes_back_in_each_frame_is_the_same_as_one_that_never_does() -> Result<(), Box<dyn Error>> {
    let alone = alone()?;
    for distance in [2, 7] {
        let played = play(distance, || ())?;
        assert_eq!(played.hash, alone, "back by {distance} frames");
        assert_eq!(played.costs.rollbacks as usize, FRAMES - distance);
        assert_eq!(played.costs.again as usize, distance * (FRAMES - distance));
        // Something has happened: crates were shot, and tanks.
        let Score { points, wins, .. } = played.score;
        assert!(points.iter().all(|&points| points > 0) && wins != [0; 2], "{points:?} {wins:?}");
    }
    Ok(())
}

/// What is said of a game in which something blows the red tank away.
fn complaint(wind: impl PerEntity) -> String {
    let played = play(7, || _ = find("red").unwrap().insert(wind));
    let error = played.map(|played| played.hash).expect_err("the wind blows otherwise each time");
    error.to_string()
}

/// Knows outside of the world how often it has blown.
#[derive(Component, Clone, Serialize)]
struct Wind;

thread_local! {
    static BLOWN: Cell<u32> = const { Cell::new(0) };
}

impl Wind {
    fn update(&mut self, place: &mut Place) {
        place.local.pos.x += 0.001 * (BLOWN.get() % 100) as f32;
        BLOWN.set(BLOWN.get() + 1);
    }
}

#[test]
fn state_outside_of_the_world_is_found() {
    let complaint = complaint(Wind);
    assert!(complaint.contains(" \"red\": local.pos.0 "), "{complaint}");
}

/// Is in the world, but in no snapshot.
#[derive(Component, Serialize)]
#[component(no_snapshot)]
struct Storm {
    blown: u32,
}

impl Storm {
    fn update(&mut self, place: &mut Place) {
        place.local.pos.x += 0.001 * (self.blown % 100) as f32;
        self.blown += 1;
    }
}

#[test]
fn a_component_that_no_snapshot_has_is_found() {
    let complaint = complaint(Storm { blown: 0 });
    assert!(complaint.contains(" \"red\": local.pos.0 "), "{complaint}");
}
