//! Z3: a recording that lies in a file, of an older build: its hashes are those of now, on each target. So is
//! the hash of vectors and rotations, with the features of `glam` that docs/rollback.md asks for.

use ecs_core::{Component, Entity, Recording, World, update_all};
use glam::{Quat, Vec3A};
use serde::Serialize;

use crate::support::hash_now;
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

#[derive(Component, Clone, Copy, Serialize)]
struct Moon {
    place: Vec3A,
    rotation: Quat,
}

impl Moon {
    fn update(&mut self, dt: f32) {
        let axis = (self.place + Vec3A::new(0.1, 0.7, 0.3)).normalize();
        let turn = Quat::from_axis_angle(axis.into(), 0.7 * dt + 0.01 * self.place.dot(axis));
        self.rotation = (turn * self.rotation).normalize();
        self.place = self.rotation * (self.place + axis.cross(self.place) * dt) * 0.99;
        let length = self.place.length();
        self.place += Vec3A::splat(dt * length / (1.0 + length * length));
    }
}

#[test]
fn z3_the_hash_of_vectors_and_rotations_is_a_constant() {
    for n in 0..20 {
        let place = Vec3A::new(n as f32, 1.0, 0.3 * n as f32);
        Entity::spawn().with(Moon { place, rotation: Quat::from_rotation_y(0.1 * n as f32) });
    }
    (0..200).for_each(|_| update_all(1.0 / 60.0));
    assert_eq!(hash_now(), GOLDEN);
}

const GOLDEN: u64 = 14_857_524_736_379_758_400;
