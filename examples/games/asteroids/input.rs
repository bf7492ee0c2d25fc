//! What the player says, by the keys or a gamepad.

use crate::*;
#[cfg(feature = "gamepad")]
use gilrs::{Axis, Button, EventType, Gilrs};

/// What the player wants: keys and a gamepad say so, or a pilot that plays by itself.
#[derive(Singleton, Default)]
#[component(no_snapshot)] // a gamepad cannot be copied, and all is read anew in each frame
pub struct Controls {
    pub has_pilot: bool,
    pub turn: f32,
    pub thrust: f32,
    pub fire: bool,
    /// What was pressed in this frame.
    pub key: Option<KeyCode>,
    #[cfg(feature = "gamepad")]
    gamepads: Option<Gilrs>,
}

impl Controls {
    fn update(&mut self, time: Time) {
        let elapsed = time.elapsed() as f32;
        if self.has_pilot {
            (self.turn, self.thrust) = (0.5 * (0.9 * elapsed).sin(), f32::from(elapsed % 2.0 < 1.2));
            (self.fire, self.key) = (true, Some(KeyCode::Enter));
        } else {
            self.turn = f32::from(is_key_down(KeyCode::Right)) - f32::from(is_key_down(KeyCode::Left));
            self.thrust = f32::from(is_key_down(KeyCode::Up));
            (self.fire, self.key) = (is_key_down(KeyCode::Space), get_last_key_pressed());
            #[cfg(feature = "gamepad")]
            self.read_gamepads();
        }
    }
}

#[cfg(feature = "gamepad")]
impl Controls {
    fn init(&mut self) {
        self.gamepads = Gilrs::new().ok();
    }

    /// The stick turns, a shoulder button thrusts, the lower button fires. Start is as P.
    fn read_gamepads(&mut self) {
        let Some(gamepads) = &mut self.gamepads else { return };
        while let Some(event) = gamepads.next_event() {
            if let EventType::ButtonPressed(Button::Start, _) = event.event {
                self.key = Some(KeyCode::P);
            }
        }
        for (_, gamepad) in gamepads.gamepads() {
            self.turn = (self.turn + gamepad.value(Axis::LeftStickX)).clamp(-1.0, 1.0);
            self.thrust = if gamepad.is_pressed(Button::RightTrigger) { 1.0 } else { self.thrust };
            self.fire |= gamepad.is_pressed(Button::South);
        }
    }
}
