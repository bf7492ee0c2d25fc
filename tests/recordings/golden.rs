//! Z3: a recording that lies in a file, of an older build: its hashes are those of now, on each target.

use ecs_core::{Recording, World};

use crate::{Keys, frame, new_recording, record, start};

/// Made on x86-64.
const FILE: &[u8] = include_bytes!("game.rec");

#[test]
fn z3_a_recording_from_another_day_does_the_same_again() {
    if std::env::var_os("ECS_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/recordings/game.rec");
        let recording = record(new_recording().compare_every(10).keep_states_every(100));
        std::fs::write(path, recording.to_bytes()).expect("a file is written");
        return;
    }
    let recording = Recording::<Keys>::from_bytes("game", FILE).unwrap();
    assert_eq!(recording.frames(), 300);
    World::new().enter(|| {
        start();
        recording.play(frame).unwrap_or_else(|deviation| panic!("{deviation}"));
    });
}
