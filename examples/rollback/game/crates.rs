//! Crates fall from the sky. Who hits one gets points and a shield.

use ecs_core::{Component, Entity, Singleton};
use serde::Serialize;

use super::place::Spot;
use super::sparks::Spark;
use super::{ARENA, Dice, Hit, Place, Score, Tank, Target};

#[derive(Component, Clone, Copy, Serialize)]
#[component(on(Hit), requires(Target))]
pub struct Crate {
    points: u32,
}

impl Crate {
    fn on_hit(&mut self, hit: &Hit, place: Option<&Place>, score: &mut Score) {
        score.points[usize::from(hit.by)] += self.points;
        Tank::shield(hit.by);
        if let Some(place) = place {
            Spark::fly(place.world.pos, 6);
        }
        self.entity().despawn();
    }
}

/// Where crates come from.
#[derive(Component, Clone, Copy, Default, Serialize)]
pub struct Sky {
    dropped: u32,
}

impl Sky {
    fn init(&mut self) {
        self.every(0.8, Self::drop_one);
    }

    fn drop_one(&mut self) {
        self.dropped += 1;
        let (spot, points) = {
            let mut dice = Dice::borrow_mut();
            let spot = Spot::at(dice.between(2.0, ARENA.x - 2.0), dice.between(2.0, ARENA.y - 2.0));
            (spot, dice.between(1.0, 10.0) as u32)
        };
        let one = Entity::spawn().with(Place::new(spot)).with(Crate { points });
        one.set_name(&format!("crate {}", self.dropped));
        one.despawn_after(3.0); // nobody wants it
    }
}
