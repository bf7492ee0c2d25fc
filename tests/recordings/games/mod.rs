//! Z3, Z4: the three games are played without a window, by the tests that lie beside them, and their
//! recordings are made.

#[expect(dead_code, reason = "colours, and what else is only drawn")]
#[path = "../../../examples/games/asteroids/game/mod.rs"]
mod asteroids;
mod draw;
#[expect(dead_code, unused_imports, reason = "what is only drawn")]
#[path = "../../../examples/games/platformer/game/mod.rs"]
mod platformer;
#[path = "../../../examples/games/random.rs"]
mod random;
#[expect(dead_code, unused_imports, reason = "what is only drawn")]
#[path = "../../../examples/games/strategy/game/mod.rs"]
mod strategy;

use draw::Draw;
use ecs_core::{Headless, Recording, World};
use glam::Vec2;
use random::{Random, random};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::support::hash_now;

/// The recordings that lie beside the games.
const FILES: [(&str, &[u8]); 3] = [
    ("asteroids", include_bytes!("../../../examples/games/asteroids/game/played.rec")),
    ("platformer", include_bytes!("../../../examples/games/platformer/game/played.rec")),
    ("strategy", include_bytes!("../../../examples/games/strategy/game/played.rec")),
];

/// Records a game that a player plays, who is asked in each frame.
fn record<Input: Serialize + DeserializeOwned + Default + 'static, Seen: Serialize + 'static>(
    title: &str,
    frame: fn(&Input, f32),
    seen: fn() -> Seen,
    mut player: impl FnMut(u32) -> Input,
) -> Vec<u8> {
    let recording = Recording::new(title, env!("CARGO_PKG_VERSION")).compare_value(seen);
    let recorded = Headless::new(frame).record(recording, |game| {
        for n in 0..1200 {
            *game.input() = player(n);
            game.frames(1);
        }
    });
    recorded.unwrap().to_bytes()
}

/// Leads thirty units, and lets them go from place to place.
fn orders(n: u32) -> Option<strategy::Order> {
    use strategy::{FIELD, Order};
    match (n, n % 120) {
        (0, _) => Some(Order::Muster { army: 30, has_player: true }),
        (_, 10) => Some(Order::Select(Vec2::ZERO, FIELD)),
        (_, 20) => Some(Order::Send(FIELD * if n < 600 { 0.5 } else { 0.4 })),
        (700 | 730, _) => Some(Order::Pause),
        _ => None,
    }
}

/// `ECS_BLESS=1` makes the recordings anew.
#[test]
fn z3_the_recordings_of_the_games_are_small() {
    if std::env::var_os("ECS_BLESS").is_some() {
        let made: [fn() -> Vec<u8>; 3] = [
            || {
                asteroids::start(1);
                let file = record("Asteroids", asteroids::frame, asteroids::seen, |_| asteroids::pilot());
                println!("GOLDEN is {}", hash_now());
                file
            },
            || {
                platformer::start(1);
                record("Platformer", platformer::frame, platformer::seen, |_| platformer::pilot())
            },
            || {
                strategy::start(1);
                record("Strategy", strategy::frame, strategy::seen, orders)
            },
        ];
        for ((game, _), make) in FILES.into_iter().zip(made) {
            let path = format!("{}/../examples/games/{game}/game/played.rec", env!("CARGO_MANIFEST_DIR"));
            std::fs::write(path, World::new().enter(make)).expect("a file is written");
        }
        return;
    }
    for (game, file) in FILES {
        assert!((1_000..30_000).contains(&file.len()), "{game}: {} bytes", file.len());
    }
}

fn read<Input: Serialize + DeserializeOwned>(title: &str, file: &[u8]) -> Recording<Input> {
    Recording::from_bytes(title, file).unwrap()
}

/// The hash of all that asteroids has in memory, rotations and chance too, after twenty seconds.
#[test]
fn z3_a_game_that_was_played_has_one_hash_on_each_target() {
    asteroids::start(1);
    read("Asteroids", FILES[0].1).compare_value(asteroids::seen).play(asteroids::frame).unwrap();
    assert_eq!(hash_now(), GOLDEN);
}

/// Changes with the types of the game: what makes the recordings anew prints it.
const GOLDEN: u64 = 16_922_623_103_217_097_689;

/// A bug that a change has brought is said by frame, part and field.
#[test]
fn z3_a_changed_game_says_in_which_frame_and_field_it_differs() {
    asteroids::start(1);
    let recording = read::<asteroids::Controls>("Asteroids", FILES[0].1).compare_value(asteroids::seen);
    let mut frames = 0;
    let changed = |controls: &asteroids::Controls, dt: f32| {
        frames += 1;
        asteroids::frame(controls, if frames > 100 { 1.001 * dt } else { dt });
    };
    let deviation = recording.play(changed).unwrap_err();
    assert_eq!((deviation.last_same(), deviation.frame()), (Some(60), 120));
    let said = deviation.to_string();
    assert!(said.contains("\n  ship.angle "), "{said}");
}
