//! Ships: they hunt each other, or do what their client orders. A wreck becomes a ship again.

use ecs_core::{Component, Entity, Handle, Singleton};
use serde::{Deserialize, Serialize};

use super::Order;
use super::field::{Body, Grid, Random, near};
use super::fleet::Fleet;
use super::shot::{Hit, Shot};
use crate::game::ClientId;

/// How often a ship looks where it is, in seconds.
const THINKS: f32 = 0.25;
const LOADS: f32 = 0.7;
const RANGE: f32 = 250.0;
const THRUST: f32 = 60.0;
const SHOT_SPEED: f32 = 300.0;
const HULL: u8 = 3;
/// How long a wreck drifts before the next ship comes, in seconds.
const DRIFTS: f32 = 2.0;

#[derive(Component, Clone, Serialize, Deserialize)]
#[component(before(Body), on(Hit))]
pub struct Ship {
    pub pilot: Option<ClientId>,
    prey: Handle<Body>,
    heading: [f32; 2],
    hull: u8,
    is_loaded: bool,
}

impl Ship {
    /// Starts a ship.
    pub fn launch(body: Body, pilot: Option<ClientId>) -> Handle<Self> {
        let ship = Self { pilot, prey: Handle::NULL, heading: [0.0; 2], hull: HULL, is_loaded: true };
        Entity::spawn_with((body, ship)).handle()
    }

    /// Ships look around at different times, so that no frame has all of them.
    fn init(&mut self, random: &mut Random) {
        self.after(THINKS * random.fraction(), |ship: &mut Self| {
            ship.every(THINKS, Self::think);
        });
    }

    fn on_load(&mut self, random: Option<&mut Random>) {
        if let Some(random) = random {
            self.init(random);
        }
        if !self.is_loaded {
            self.after(LOADS, Self::load);
        }
    }

    fn load(&mut self) {
        self.is_loaded = true;
    }

    fn update(&mut self, dt: f32, body: &mut Body) {
        for axis in 0..2 {
            body.vel[axis] += (self.heading[axis] * THRUST - 0.5 * body.vel[axis]) * dt;
        }
    }

    /// Looks where the prey is, and flies there. A ship with a pilot leaves that to it.
    fn think(&mut self) {
        if self.pilot.is_some() {
            return;
        }
        let here = self.sibling::<Body>().borrow().pos;
        match self.prey.get().map(|prey| prey.pos) {
            Some(there) => {
                let far = near(here, there).sqrt().max(1.0);
                self.heading = [(there[0] - here[0]) / far, (there[1] - here[1]) / far];
                if far < RANGE {
                    self.fire();
                }
            }
            None => self.prey = self.look_for_prey(),
        }
    }

    /// Somebody who may be anywhere. Who finds a rock looks again the next time.
    fn look_for_prey(&self) -> Handle<Body> {
        match Grid::borrow().anybody(&mut Random::borrow_mut()) {
            Some(found) if found.has::<Self>() && found != self.entity() => found.handle(),
            _ => Handle::NULL,
        }
    }

    fn fire(&mut self) {
        if self.is_loaded {
            let pos = self.sibling::<Body>().borrow().pos;
            let vel = self.heading.map(|part| part * SHOT_SPEED);
            Entity::spawn().insert(Shot { pos, vel, by: self.handle() });
            self.is_loaded = false;
            self.after(LOADS, Self::load);
        }
    }

    /// Does what a client wants.
    pub fn obey(&mut self, order: Order) {
        match order {
            Order::Fly(heading) => self.heading = heading,
            Order::Fire => self.fire(),
            Order::Jump(there) => self.sibling::<Body>().borrow_mut().pos = there,
        }
    }

    fn on_hit(&mut self, hit: &Hit, me: Entity) {
        self.hull = self.hull.saturating_sub(1);
        if self.hull == 0 {
            let by = hit.by.get().and_then(|ship| ship.pilot);
            Fleet::borrow_mut().count(by);
            me.despawn();
        }
    }

    /// What is left of it becomes a ship again.
    fn shutdown(&mut self, body: Option<&Body>) {
        if let Some(&body) = body {
            Entity::spawn().insert(Wreck { body, pilot: self.pilot, seconds: DRIFTS });
        }
    }
}

#[derive(Component, Clone, Serialize, Deserialize)]
pub struct Wreck {
    body: Body,
    pilot: Option<ClientId>,
    seconds: f32,
}

impl Wreck {
    fn update(&mut self, dt: f32, me: Entity) {
        self.seconds -= dt;
        if self.seconds <= 0.0 {
            let ship = Ship::launch(self.body, self.pilot);
            Fleet::borrow_mut().launched(self.pilot, ship);
            me.despawn();
        }
    }
}
