//! The game without its window: `main.rs` shows it, `tests/game.rs` plays it.

use ecs_core::prelude::*;
use macroquad::math::{Vec2, vec2};
use serde::{Deserialize, Serialize};

/// The window, in pixels.
pub const SIZE: Vec2 = vec2(800.0, 600.0);

/// The input of a frame.
#[derive(Singleton, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Controls {
    pub steer: Vec2,
    pub start: bool,
}

#[derive(State, Clone, Copy, Default, PartialEq, Debug, Serialize)]
pub enum Screen {
    #[default]
    Menu,
    Playing,
    GameOver {
        won: bool,
    },
}

/// The places of a level, from a file. Spawns all objects when a game begins.
#[derive(Singleton, Deserialize)]
#[component(on(Enter<Screen>))]
pub struct Level {
    ship: Vec2,
    gems: Vec<Vec2>,
    rocks: Vec<Thrown>,
}

#[derive(Deserialize)]
struct Thrown {
    pos: Vec2,
    velocity: Vec2,
}

impl Level {
    fn on_enter_screen(&mut self, enter: &Enter<Screen>) {
        if *enter.new() != Screen::Playing {
            return;
        }
        Score::set(Score(0));
        let ship = Body::spawn(self.ship, Vec2::ZERO, 20.0);
        ship.entity().with(Ship);
        for gem in &self.gems {
            Body::spawn(*gem, Vec2::ZERO, 10.0).entity().with(Gem { ship });
        }
        for rock in &self.rocks {
            Body::spawn(rock.pos, rock.velocity, 30.0).entity().with(Rock { ship });
        }
    }
}

#[derive(Singleton, Default)]
pub struct Score(pub u32);

/// A disc that moves, and bounces off the edges of the window.
#[derive(Component)]
pub struct Body {
    pub pos: Vec2,
    velocity: Vec2,
    pub radius: f32,
}

impl Body {
    fn spawn(pos: Vec2, velocity: Vec2, radius: f32) -> Handle<Body> {
        Entity::spawn().despawn_on_exit::<Screen>().insert(Body { pos, velocity, radius })
    }

    fn update(&mut self, dt: f32) {
        let moved = self.pos + self.velocity * dt;
        let edge = Vec2::splat(self.radius);
        self.pos = moved.clamp(edge, SIZE - edge);
        for axis in 0..2 {
            if self.pos[axis] != moved[axis] {
                self.velocity[axis] = -self.velocity[axis];
            }
        }
    }

    fn touches(&self, other: &Body) -> bool {
        self.pos.distance(other.pos) < self.radius + other.radius
    }
}

#[derive(Component)]
pub struct Ship;

impl Ship {
    fn update(&mut self, dt: f32, body: &mut Body, controls: &Controls) {
        let wanted = 300.0 * controls.steer.clamp_length_max(1.0);
        body.velocity += (wanted - body.velocity) * (6.0 * dt).min(1.0);
    }
}

/// Is taken by the ship. The last one wins the game.
#[derive(Component)]
pub struct Gem {
    ship: Handle<Body>,
}

impl Gem {
    fn update(&mut self, body: &Body, score: &mut Score) {
        if self.ship.get().is_some_and(|ship| ship.touches(body)) {
            score.0 += 1;
            self.entity().despawn();
        }
    }
}

/// Ends the game when it hits the ship.
#[derive(Component)]
pub struct Rock {
    ship: Handle<Body>,
}

impl Rock {
    fn update(&mut self, body: &Body) {
        if self.ship.get().is_some_and(|ship| ship.touches(body)) {
            Screen::go(Screen::GameOver { won: false });
        }
    }
}

/// Runs a frame. The window and the tests call it.
pub fn frame(controls: &Controls, dt: f32) {
    Controls::set(*controls);
    if controls.start && Screen::get() != Screen::Playing {
        Screen::go(Screen::Playing);
    }
    update_all(dt);
    if Screen::get() == Screen::Playing && Gem::count() == 0 {
        Screen::go(Screen::GameOver { won: true });
    }
}

/// Returns what the player sees. Recordings compare it, so all else may change.
pub fn seen() -> (Screen, u32, Option<Vec2>) {
    let ship = query::<&Body>().filter::<With<Ship>>().first().map(|ship| ship.pos);
    (Screen::get(), Score::borrow().0, ship)
}
