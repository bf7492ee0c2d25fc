//! The components of the programs.

use ecs_core::{Component, Handle};

/// A type without hooks.
#[derive(Component, Clone, Copy, Default)]
pub struct Pos(pub [f32; 3]);

/// Another type without hooks.
#[derive(Component, Clone, Copy, Default)]
pub struct Vel(pub f32);

/// A component of every second entity, for the programs that filter.
#[derive(Component, Clone, Copy, Default)]
pub struct Chosen(pub u32);

/// Adds a component in its `init`, moves that by its handle in its `update`, and has a `shutdown`.
#[derive(Component, Clone, Copy, Default)]
pub struct Plane {
    pub pos: Handle<Pos>,
    pub speed: f32,
}

impl Plane {
    fn init(&mut self) {
        self.pos = self.add::<Pos>();
        self.speed = 1.0;
    }

    fn update(&mut self, dt: f32) {
        self.pos.borrow_mut().0[1] += self.speed * dt;
    }

    fn shutdown(&mut self) {
        self.speed = 0.0;
    }
}

/// Has an `init` and a `shutdown` that touch nothing but itself.
#[derive(Component, Clone, Copy, Default)]
pub struct Door(pub u32);

impl Door {
    fn init(&mut self) {
        self.0 += 1;
    }

    fn shutdown(&mut self) {
        self.0 -= 1;
    }
}

/// Has a `shutdown` that takes the component of its entity.
#[derive(Component, Clone, Copy, Default)]
pub struct Anchor(pub f32);

impl Anchor {
    fn shutdown(&mut self, pos: Option<&mut Pos>) {
        if let Some(pos) = pos {
            pos.0[0] += self.0;
        }
    }
}

/// A pass over one column.
#[derive(Component, Clone, Copy, Default)]
pub struct Pass0(pub f32);

impl Pass0 {
    fn update(&mut self, dt: f32) {
        self.0 += dt;
    }
}

/// A pass with one sibling.
#[derive(Component, Clone, Copy, Default)]
pub struct Pass1(pub f32);

impl Pass1 {
    fn update(&mut self, dt: f32, pos: &mut Pos) {
        pos.0[1] += self.0 * dt;
    }
}

/// A pass with two siblings.
#[derive(Component, Clone, Copy, Default)]
pub struct Pass2(pub f32);

impl Pass2 {
    fn update(&mut self, dt: f32, pos: &mut Pos, vel: &Vel) {
        pos.0[1] += self.0 * vel.0 * dt;
    }
}

/// A pass with three siblings, of which an entity may lack one.
#[derive(Component, Clone, Copy, Default)]
pub struct Pass3(pub f32);

impl Pass3 {
    fn update(&mut self, dt: f32, pos: &mut Pos, vel: &Vel, chosen: Option<&Chosen>) {
        pos.0[1] += self.0 * vel.0 * dt + chosen.map_or(0.0, |chosen| chosen.0 as f32);
    }
}

/// A type whose changes are tracked.
#[derive(Component, Clone, Copy, Default)]
#[component(track)]
pub struct Tracked(pub f32);

/// An event.
pub struct Damage(pub f32);

/// Listens to an event, and counts what its timers do.
#[derive(Component, Clone, Copy, Default)]
#[component(on(Damage))]
pub struct Health(pub f32);

impl Health {
    fn on_damage(&mut self, damage: &Damage) {
        self.0 -= damage.0;
    }
}
