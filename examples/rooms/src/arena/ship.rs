//! Ships: they hunt each other, or do what their client orders. A wreck becomes a ship again.

use ecs_core::{Component, Entity, Handle, Singleton};
use serde::{Deserialize, Serialize};

use super::Order;
use super::field::{Body, Random, near};
use super::fleet::Fleet;
use super::shot::{Hit, Shot};

/// How often a ship looks where its prey is, in seconds.
const THINKS: f32 = 0.75;
/// How long a gun takes to load, in seconds.
const LOADS: f32 = 1.0;
const RANGE: f32 = 300.0;
const THRUST: f32 = 60.0;
const SHOT_SPEED: f32 = 300.0;
const HULL: u8 = 3;
/// How long a wreck drifts before the next ship comes, in seconds.
const DRIFTS: f32 = 2.0;

#[derive(Component, Clone, Copy, Serialize, Deserialize)]
#[component(before(Body), on(Hit))]
pub struct Ship {
    /// Its number in the fleet, which it shares with those before and after it.
    pub number: u32,
    heading: [f32; 2],
    prey: Handle<Self>,
    hull: u8,
    is_loaded: bool,
    /// A client decides what it does.
    pub is_flown: bool,
}

impl Ship {
    pub fn new(number: u32) -> Self {
        Self { number, heading: [0.0; 2], prey: Handle::NULL, hull: HULL, is_loaded: true, is_flown: false }
    }

    /// Says that it is there. Ships look around at different times, so that no frame has all of them.
    fn init(&mut self, random: &mut Random, fleet: &mut Fleet) {
        self.is_flown = fleet.launched(self.number, self.handle());
        self.begin(random);
    }

    fn begin(&mut self, random: &mut Random) {
        self.after(THINKS * random.fraction(), |ship: &mut Self| _ = ship.every(THINKS, Self::think));
    }

    /// Timers are in no save: they begin anew.
    fn on_load(&mut self, random: &mut Random) {
        self.begin(random);
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

    /// Flies to its prey, and fires when it is near enough.
    fn think(&mut self) {
        if self.is_flown {
            return;
        }
        let Some(there) = self.prey.entity().get::<Body>().map(|prey| prey.pos) else {
            self.prey = Fleet::borrow().anybody(&mut Random::borrow_mut());
            return;
        };
        let here = self.sibling::<Body>().borrow().pos;
        let far = near(here, there).sqrt().max(1.0);
        self.heading = [(there[0] - here[0]) / far, (there[1] - here[1]) / far];
        if far < RANGE {
            self.fire();
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

    /// What is left of a ship becomes a ship again.
    fn on_hit(&mut self, hit: &Hit, me: Entity) {
        self.hull = self.hull.saturating_sub(1);
        if self.hull == 0 {
            Fleet::borrow_mut().count_for(hit.by);
            let body = *self.sibling::<Body>().borrow();
            Entity::spawn().insert(Wreck { body, number: self.number, seconds: DRIFTS });
            me.despawn();
        }
    }
}

#[derive(Component, Clone, Copy, Serialize, Deserialize)]
pub struct Wreck {
    body: Body,
    number: u32,
    seconds: f32,
}

impl Wreck {
    fn update(&mut self, dt: f32, me: Entity) {
        self.seconds -= dt;
        if self.seconds <= 0.0 {
            Entity::spawn_with((self.body, Ship::new(self.number)));
            me.despawn();
        }
    }
}
