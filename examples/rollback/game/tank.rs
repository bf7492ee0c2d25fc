//! A tank with its turret, its shield and its radar, and the referee who sends a new one.

use ecs_core::{Add, Component, Entity, Remove, With, find, query, send_all};
use glam::Vec2;
use serde::Serialize;

use super::place::Spot;
use super::sparks::Spark;
use super::{ARENA, Buttons, Destroyed, Hit, Inputs, PLAYERS, Place, Shell, Target};

const SPEED: f32 = 8.0;
const STARTS: [Spot; 2] = [Spot::at(8.0, 8.0), Spot { pos: Vec2::new(24.0, 8.0), look: Vec2::NEG_X }];

#[derive(Component, Clone, Copy, Serialize)]
#[component(on(Hit))]
pub struct Tank {
    pub(crate) player: u8,
    shield: Entity,
}

/// How many hits it bears. Its changes are tracked: a system counts them.
#[derive(Component, Clone, Copy, Serialize)]
#[component(track)]
pub struct Armour(pub u32);

impl Tank {
    pub(super) fn spawn(player: u8) -> Entity {
        let shield = Entity::spawn();
        let tank = Entity::spawn()
            .with(Place::new(STARTS[usize::from(player)]))
            .with(Tank { player, shield })
            .with(Armour(2))
            .with(Radar::default())
            .with(Target);
        tank.set_name(PLAYERS[usize::from(player)]);
        let turret = Turret { player, is_loaded: true };
        let turret = Entity::spawn().with(Place::default()).with(turret).child_of(tank);
        turret.set_name("turret");
        shield.child_of(tank).set_name("shield");
        shield.set_enabled(false);
        tank
    }

    fn update(&mut self, dt: f32, place: &mut Place, inputs: &Inputs) {
        let (input, spot) = (inputs.of(self.player), &mut place.local);
        spot.turn(2.0 * dt * input.axis(Buttons::LEFT, Buttons::RIGHT));
        let way = SPEED * dt * input.axis(Buttons::FORWARD, Buttons::BACK);
        spot.pos = (spot.pos + spot.look * way).clamp(Vec2::ONE, ARENA - Vec2::ONE);
    }

    fn on_hit(&mut self, hit: &Hit, armour: Option<&mut Armour>, place: Option<&Place>) {
        let (Some(armour), Some(place), false) = (armour, place, self.shield.is_enabled()) else { return };
        armour.0 = armour.0.saturating_sub(1);
        Spark::fly(place.world.pos, 4);
        if armour.0 == 0 {
            Spark::fly(place.world.pos, 20);
            send_all(Destroyed { player: self.player, by: hit.by });
            self.entity().despawn();
        }
    }

    /// Switches on the shield of a player's tank, for a second from now.
    pub(super) fn shield(player: u8) {
        let Some(shield) = find(PLAYERS[usize::from(player)]).and_then(|tank| tank.find("shield")) else {
            return; // the tank is no more
        };
        shield.cancel_timers();
        shield.set_enabled(true);
        shield.after(1.0, |shield| _ = shield.set_enabled(false));
    }
}

/// Hears of targets, which know nothing of it.
#[derive(Component, Clone, Default, Serialize)]
#[component(on(Add<Target> = came, Remove<Target> = gone))]
pub struct Radar {
    seen: Vec<Entity>,
}

impl Radar {
    /// What was there before.
    fn init(&mut self, me: Entity) {
        let targets = query::<(Entity, &Place)>().filter::<With<Target>>();
        self.seen.extend(targets.iter().map(|(target, _)| target).filter(|&target| target != me));
    }

    fn came(&mut self, e: &Add<Target>) {
        if e.entity() != self.entity() {
            self.seen.push(e.entity());
        }
    }

    fn gone(&mut self, e: &Remove<Target>) {
        self.seen.retain(|&target| target != e.entity());
    }

    /// The place of the nearest target.
    fn nearest(&self, from: Vec2) -> Option<Vec2> {
        let places = self.seen.iter().map(|target| target.borrow::<Place>().world.pos);
        places.min_by(|a, b| a.distance_squared(from).total_cmp(&b.distance_squared(from)))
    }
}

#[derive(Component, Clone, Copy, Serialize)]
#[component(after(Tank))]
pub struct Turret {
    player: u8,
    is_loaded: bool,
}

impl Turret {
    /// Turns to the nearest target, or to where the tank looks.
    fn update(&mut self, dt: f32, me: Entity, place: &mut Place) {
        let Some(tank) = me.parent() else { return };
        let Some(body) = Place::inherited(tank) else { return };
        let seen = tank.borrow::<Radar>().nearest(body.world.pos);
        // Seen from the tank, as the spot of the turret is.
        let aim = seen.map_or(Vec2::X, |point| {
            let look = body.world.look;
            Vec2::new(look.x, -look.y).rotate(point - body.world.pos)
        });
        place.local.turn_to(aim, 4.0 * dt);
    }

    /// All have moved: the shell leaves from where the muzzle is now.
    fn late_update(&mut self, me: Entity, inputs: &Inputs) {
        if !self.is_loaded || !inputs.of(self.player).has(Buttons::FIRE) {
            return;
        }
        if let Some(muzzle) = Place::inherited(me) {
            Shell::fire(self.player, muzzle.world);
            self.is_loaded = false;
            self.after(0.3, |turret| turret.is_loaded = true);
        }
    }
}

/// Sends a new tank in the place of one that is no more.
#[derive(Component, Clone, Copy, Default, Serialize)]
#[component(on(Destroyed))]
pub struct Referee {
    sent: u32,
}

impl Referee {
    fn on_destroyed(&mut self, what: &Destroyed) {
        let player = what.player;
        self.after(1.0, move |referee| {
            Tank::spawn(player);
            referee.sent += 1;
        });
    }
}
