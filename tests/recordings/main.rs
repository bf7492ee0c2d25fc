//! Games without a window, and recordings of them: the laws Z3 and Z4.

mod damaged;
mod differences;
mod files;
mod fuzzed;
mod games;
mod golden;
mod headless;
mod later_versions;
mod random;
mod refused;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeSet;

use ecs_core::{Component, Entity, Handle, Headless, Recording, Singleton, World, query, update_all};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
enum Key {
    Left,
    Right,
    Fire,
}

type Keys = BTreeSet<Key>;

/// What is held down, and what was in the frame before.
#[derive(Singleton, Clone, Default, Serialize)]
struct Controls {
    now: Keys,
    before: Keys,
}

impl Controls {
    fn is_pressed(&self, key: Key) -> bool {
        self.now.contains(&key) && !self.before.contains(&key)
    }
}

#[derive(Singleton, Clone, Copy, Default, Serialize)]
struct Score {
    hits: u32,
    shots: u32,
}

#[derive(Component, Clone, Copy, Default, Serialize)]
struct Ship {
    x: f32,
    speed: f32,
}

impl Ship {
    fn update(&mut self, dt: f32, controls: &Controls, score: &mut Score) {
        let held = |key| f32::from(controls.now.contains(&key));
        self.speed += (held(Key::Right) - held(Key::Left)) * dt;
        self.x += self.speed * dt;
        if controls.is_pressed(Key::Fire) {
            score.shots += 1;
            Entity::spawn().with(Shot { x: self.x, y: 0.0 });
        }
    }
}

#[derive(Component, Clone, Copy, Default, Serialize)]
struct Shot {
    x: f32,
    y: f32,
}

impl Shot {
    fn update(&mut self, dt: f32, score: &mut Score) {
        self.y += 4.0 * dt;
        let hit = query::<(Entity, &Rock)>().iter().find(|(_, rock)| rock.is_hit(self)).map(|(rock, _)| rock);
        if let Some(rock) = hit {
            score.hits += 1;
            rock.despawn();
            self.entity().despawn();
        } else if self.y > 3.0 {
            self.entity().despawn();
        }
    }
}

#[derive(Component, Clone, Copy, Default, Serialize)]
struct Rock {
    x: f32,
    y: f32,
}

impl Rock {
    fn is_hit(&self, shot: &Shot) -> bool {
        (self.x - shot.x).abs() < 0.5 && (self.y - shot.y).abs() < 0.5
    }

    fn update(&mut self, dt: f32) {
        self.x -= 0.1 * dt;
    }
}

/// Begins the game.
fn start() -> Handle<Ship> {
    let ship = Entity::spawn().add::<Ship>();
    ship.entity().set_name("ship");
    for x in 0..3 {
        Entity::spawn().with(Rock { x: x as f32, y: 2.0 });
    }
    Score::make();
    ship
}

/// Runs a frame of the game.
fn frame(keys: &Keys, dt: f32) {
    let before = Controls::get().map_or_else(Keys::new, |controls| controls.now.clone());
    Controls::set(Controls { now: keys.clone(), before });
    update_all(dt);
}

/// Shoots at a rock, and flies on: 300 frames.
fn fly(game: &mut Headless<Keys>) {
    game.tap(Key::Fire);
    game.press(Key::Right);
    game.frames(100);
    game.tap(Key::Fire);
    game.frames(198);
}

fn new_recording() -> Recording<Keys> {
    Recording::new("game", "0.1")
}

/// What was recorded of that.
fn record(recording: Recording<Keys>) -> Recording<Keys> {
    World::new().enter(|| {
        start();
        Headless::new(frame).record(recording, fly).unwrap()
    })
}

/// A recording as another program reads it.
fn read_again(recording: &Recording<Keys>) -> Recording<Keys> {
    Recording::from_bytes("game", &recording.to_bytes()).unwrap()
}
