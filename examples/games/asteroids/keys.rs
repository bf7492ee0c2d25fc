//! The keys and the gamepad say what the player wants.

use crate::*;
#[cfg(feature = "gamepad")]
use gilrs::{Axis, Button, EventType, Gilrs};

pub fn read() -> Controls {
    let held = |key| f32::from(is_key_down(key));
    if is_key_pressed(KeyCode::F5) {
        write().unwrap_or_else(|error| error!("not saved: {}", error));
    }
    let mut controls = Controls {
        turn: held(KeyCode::Right) - held(KeyCode::Left),
        thrust: held(KeyCode::Up),
        fire: is_key_down(KeyCode::Space),
        start: is_key_pressed(KeyCode::Enter),
        pause: is_key_pressed(KeyCode::P),
        load: Vec::new(),
    };
    if is_key_pressed(KeyCode::F9) {
        controls.load = load().unwrap_or_default();
    }
    #[cfg(feature = "gamepad")]
    Gamepads::borrow_mut().add_to(&mut controls);
    controls
}

const FILE: &str = "asteroids.save";

/// The save in a browser, which has no files.
#[derive(Singleton, Clone, Default)]
struct Memory(Vec<u8>);

fn write() -> Result<(), Box<dyn Error>> {
    match cfg!(target_family = "wasm") {
        true => Memory::borrow_mut().0 = save()?,
        false => fs::write(FILE, save()?)?,
    }
    Ok(())
}

fn load() -> Option<Vec<u8>> {
    if cfg!(target_family = "wasm") { Some(Memory::borrow().0.clone()) } else { fs::read(FILE).ok() }
}

#[cfg(feature = "gamepad")]
#[derive(Singleton, Default)]
#[component(no_snapshot)]
struct Gamepads(Option<Gilrs>);

#[cfg(feature = "gamepad")]
impl Gamepads {
    fn init(&mut self) {
        self.0 = Gilrs::new().ok();
    }

    /// The stick turns, a shoulder button thrusts, the lower button fires. Start is as P.
    fn add_to(&mut self, controls: &mut Controls) {
        let Some(gamepads) = &mut self.0 else { return };
        while let Some(event) = gamepads.next_event() {
            controls.pause |= matches!(event.event, EventType::ButtonPressed(Button::Start, _));
        }
        for (_, gamepad) in gamepads.gamepads() {
            controls.turn = (controls.turn + gamepad.value(Axis::LeftStickX)).clamp(-1.0, 1.0);
            controls.thrust = controls.thrust.max(f32::from(gamepad.is_pressed(Button::RightTrigger)));
            controls.fire |= gamepad.is_pressed(Button::South);
        }
    }
}
