//! Shells, which a pool hands out again and again.

use ecs_core::{Archetype, Component, Entity, Pool, Singleton, With, query};
use serde::Serialize;

use super::place::Spot;
use super::{Hit, Place, Target};

const SPEED: f32 = 24.0;
/// How near to the middle of a target a shell hits it.
const REACH: f32 = 1.2;

/// The shells that fly, and those that wait.
#[derive(Singleton, Clone, Default, Serialize)]
pub struct Shells(pub Pool<Archetype<(Shell, Place)>>);

#[derive(Component, Clone, Copy, Default, Serialize)]
pub struct Shell {
    by: u8,
    /// How often this one was fired.
    fired: u32,
}

impl Shell {
    /// It leaves the muzzle, and is given back in a second if it hits nothing.
    pub(super) fn fire(by: u8, mut muzzle: Spot) {
        muzzle.pos += 1.5 * muzzle.look;
        let shell = Shells::borrow().0.take();
        shell.replace(Place::new(muzzle));
        let fired = shell.borrow::<Shell>().fired + 1;
        shell.replace(Shell { by, fired });
        shell.after(1.0, |shell| _ = Shells::borrow().0.give_back(shell));
    }

    fn update(&mut self, dt: f32, me: Entity, place: &mut Place, shells: &Shells) {
        place.local.pos += SPEED * dt * place.local.look;
        let targets = query::<(Entity, &Place)>().filter::<With<Target>>();
        let hit = targets.iter().find(|(_, other)| other.world.pos.distance(place.local.pos) < REACH);
        if let Some(target) = hit.map(|(target, _)| target) {
            shells.0.give_back(me);
            target.send(Hit { by: self.by });
        }
    }
}
