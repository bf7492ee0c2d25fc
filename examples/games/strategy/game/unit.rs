//! What can be hit, what of it walks, and what each kind does: soldiers, archers and healers.

use super::*;

/// What takes room, and ends when its health is gone.
#[derive(Component, Clone, Copy)]
#[component(on(Hit), near(pos))]
pub struct Body {
    pub team: usize,
    pub pos: Vec2,
    pub radius: f32,
    /// From 1 down to 0.
    pub health: f32,
}

/// Takes health, or gives some if it is negative: the larger the body, the less.
struct Hit(f32);

impl Body {
    fn on_hit(&mut self, hit: &Hit) {
        self.health = (self.health - hit.0 / (self.radius * self.radius * self.radius)).min(1.0);
        if self.health <= 0.0 {
            let grave = Grave { pos: self.pos, since: time().elapsed() };
            Entity::spawn_with(grave).despawn_after(Grave::SECONDS);
            self.entity().despawn();
        }
    }

    pub fn gap(&self, other: &Body) -> f32 {
        self.pos.distance(other.pos) - self.radius - other.radius
    }
}

/// What walks, and looks for somebody to whom it can do what its kind does.
#[derive(Component, Clone, Copy, Default)]
#[component(parallel(update, late_update))]
pub struct Unit {
    /// Where the player sent it. Without an order it goes to the nearest castle of its foes.
    pub order: Option<Vec2>,
    heals: bool,
    speed: f32,
    reach: f32,
    /// Seconds from one act to the next.
    pace: f32,
    target: Handle<Body>,
    velocity: Vec2,
    until_look: f32,
    until_act: f32,
    /// Whether it acts in this frame.
    acts: bool,
}

impl Unit {
    /// Decides. Nobody moves meanwhile, so all may look at all others, on all threads.
    fn update(&mut self, dt: f32, me: &Body, bodies: View<Body>, near: Near<Body>, war: &War) {
        self.until_look -= dt;
        self.until_act -= dt;
        if self.until_look <= 0.0 {
            self.until_look = 0.8;
            let heals = |other: &Body| other.team == me.team && other.health < 1.0;
            let seeks = |other: &Body| if self.heals { heals(other) } else { other.team != me.team };
            let seen = near.within(me.pos, self.reach + 30.0).filter(|other| seeks(&bodies[*other]));
            let nearest = seen.min_by(|a, b| me.gap(&bodies[*a]).total_cmp(&me.gap(&bodies[*b])));
            self.target = nearest.unwrap_or_default();
        }
        let target = bodies.get(self.target);
        let is_in_reach = target.is_some_and(|other| me.gap(other) < self.reach);
        self.acts = is_in_reach && self.until_act <= 0.0;
        if self.acts {
            self.until_act = self.pace;
        }
        let goal = match target {
            _ if is_in_reach => me.pos,
            Some(target) => target.pos,
            None => self.order.or_else(|| war.nearest_castle(1 - me.team, me.pos)).unwrap_or(me.pos),
        };
        let (mut crowd, mut push) = (0.0_f32, Vec2::ZERO);
        let others = near.within(me.pos, me.radius + Castle::RADIUS).map(|other| &bodies[other]);
        for other in others.filter(|other| me.gap(other) < 0.0) {
            crowd += 1.0; // by itself too
            push -= me.gap(other) * (me.pos - other.pos).normalize_or_zero();
        }
        let way = (goal - me.pos).clamp_length_max(1.0);
        self.velocity = self.speed / crowd.max(1.0) * way + 25.0 * push;
    }

    fn late_update(&mut self, dt: f32, me: &mut Body) {
        me.pos = (me.pos + self.velocity * dt).clamp(Vec2::ZERO, FIELD);
    }
}

#[derive(Component, Clone, Copy)]
#[component(parallel, as(dyn Draw))]
pub struct Soldier;

impl Soldier {
    fn update(&self, unit: &Unit, commands: Commands) {
        if unit.acts {
            commands.send(unit.target.entity(), Hit(6.0));
        }
    }
}

#[derive(Component, Clone, Copy)]
#[component(parallel, as(dyn Draw))]
pub struct Archer;

impl Archer {
    fn update(&self, unit: &Unit, me: &Body, commands: Commands) {
        if unit.acts {
            commands.spawn(Arrow { pos: me.pos, way: Vec2::ZERO, target: unit.target });
        }
    }
}

#[derive(Component, Clone, Copy)]
#[component(parallel, as(dyn Draw))]
pub struct Healer;

impl Healer {
    fn update(&self, unit: &Unit, commands: Commands) {
        if unit.acts {
            commands.send(unit.target.entity(), Hit(-6.0));
        }
    }
}

/// Spawns a soldier, an archer or a healer. The player's units stay until they are sent elsewhere.
pub fn spawn(rank: usize, team: usize, pos: Vec2) -> Entity {
    let order = (team == BLUE && War::borrow().has_player).then_some(pos);
    let until_look = random(0.0, 0.8); // so that not all look around in the same frame
    let unit = Unit { order, until_look, ..Unit::default() };
    let walker = |unit| Entity::spawn_with((Body { team, pos, radius: 3.0, health: 1.0 }, unit));
    match rank {
        0 | 1 => walker(Unit { speed: 34.0, reach: 2.0, pace: 0.6, ..unit }).with(Soldier),
        2 | 3 => walker(Unit { speed: 28.0, reach: 110.0, pace: 1.5, ..unit }).with(Archer),
        _ => walker(Unit { speed: 30.0, reach: 20.0, pace: 1.0, heals: true, ..unit }).with(Healer),
    }
}

/// Flies to its target, wherever that goes.
#[derive(Component, Clone, Copy)]
#[component(parallel, as(dyn Draw))]
pub struct Arrow {
    pub pos: Vec2,
    pub way: Vec2,
    target: Handle<Body>,
}

impl Arrow {
    fn update(&mut self, dt: f32, bodies: View<Body>, commands: Commands) {
        let Some(target) = bodies.get(self.target) else { return commands.despawn(self.entity()) };
        self.way = (target.pos - self.pos).normalize_or_zero();
        self.pos += 240.0 * dt * self.way;
        if self.pos.distance(target.pos) < target.radius {
            commands.send(self.target.entity(), Hit(5.0));
            commands.despawn(self.entity());
        }
    }
}

/// Where somebody has died: first a flash, then a stain. It lies under the units, and is drawn before them.
#[derive(Component, Clone, Copy)]
#[component(as(dyn Draw), before(Soldier))]
pub struct Grave {
    pub pos: Vec2,
    /// The time at which it began.
    pub since: f64,
}

impl Grave {
    pub const SECONDS: f32 = 8.0;
}
