//! Sparks. They hear of what happens; nobody calls them.

use super::*;

/// Is in no save: it is gone in a second.
#[derive(Component, Clone, Copy, Default)]
#[component(transient)]
pub struct Spark {
    pub pos: Vec2,
    pub velocity: Vec2,
    pub life: f32,
    pub color: u32,
}

impl Spark {
    fn update(&mut self, dt: f32, spark: Entity, sparks: &Sparks) {
        self.pos += self.velocity * dt;
        self.velocity /= 1.0 + 2.0 * dt;
        self.life -= dt;
        if self.life <= 0.0 {
            sparks.0.give_back(spark);
        }
    }
}

/// Hands out sparks that have gone out as new ones.
#[derive(Singleton, Clone, Default)]
#[component(on(Burst))]
pub struct Sparks(Pool<Archetype<(Spark,)>>);

impl Sparks {
    pub fn fly(&self, spark: Spark) {
        self.0.take().replace(spark);
    }

    fn on_burst(&mut self, burst: &Burst) {
        for _ in 0..(12.0 * burst.size) as u32 {
            let velocity = random(10.0, 60.0 * burst.size) * Vec2::from_angle(random(0.0, TAU));
            self.fly(Spark { pos: burst.place, velocity, life: random(0.3, 1.2), color: EMBER });
        }
    }
}
