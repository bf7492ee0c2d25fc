//! Sparks and sounds. They hear of what happens; nobody calls them.

use crate::*;

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
        self.velocity *= (-2.0 * dt).exp();
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

#[derive(Singleton, Clone)]
#[component(on(Add<Bullet> = shot, Burst))]
pub struct Sounds {
    shot: Sound,
    burst: Sound,
    engine: Sound,
}

impl Sounds {
    /// Computes them. On Linux without the feature `sound` there are none, and all is silent.
    pub async fn load() -> Result<(), macroquad::Error> {
        if cfg!(any(feature = "sound", windows, target_vendor = "apple", target_family = "wasm")) {
            let shot = wav(0.15, |t| (TAU * (900.0 - 2500.0 * t) * t).sin() * (1.0 - t / 0.15)).await?;
            let burst = wav(0.8, |t| random(-1.0, 1.0) * (-6.0 * t).exp()).await?;
            let engine = wav(0.5, |t| random(-0.4, 0.4) + 0.6 * (TAU * 60.0 * t).sin()).await?;
            play_sound(&engine, PlaySoundParams { looped: true, volume: 0.0 });
            Sounds::set(Sounds { shot, burst, engine });
        }
        Ok(())
    }

    fn shot(&mut self, _: &Add<Bullet>) {
        play_sound(&self.shot, PlaySoundParams { looped: false, volume: 0.2 });
    }

    fn on_burst(&mut self, burst: &Burst) {
        play_sound(&self.burst, PlaySoundParams { looped: false, volume: 0.15 * burst.size });
    }

    fn update(&mut self, controls: &Controls, mode: &Mode) {
        let thrust = f32::from(*mode == Mode::Playing) * controls.thrust;
        set_sound_volume(&self.engine, 0.15 * thrust);
    }
}
