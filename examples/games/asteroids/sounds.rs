//! Sounds. They hear of what happens; nobody calls them.

use crate::*;

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
            let burst = wav(0.8, |t| rand::gen_range(-1.0, 1.0) * (-6.0 * t).exp()).await?;
            let engine = wav(0.5, |t| rand::gen_range(-0.4, 0.4) + 0.6 * (TAU * 60.0 * t).sin()).await?;
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
