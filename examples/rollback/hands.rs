//! The players: hands that hold down some buttons for a while, then others, as a seed says.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use crate::game::Buttons;

/// The buttons of a player in each frame. The hands are not in the world, and do not roll back: what they did
/// in a frame stays, as with people.
pub struct Hands(Vec<Buttons>);

impl Hands {
    /// So many frames of what the seed says for this player.
    pub fn new(seed: u64, player: usize, frames: usize) -> Hands {
        let mut dice = Pcg32::new(seed, player as u64);
        let mut held = Vec::with_capacity(frames);
        while held.len() < frames {
            let mut chance = |one_in: u32, button: u8| match dice.next_u32() % one_in {
                0 => button,
                _ => 0,
            };
            let buttons = chance(3, Buttons::LEFT)
                | chance(3, Buttons::RIGHT)
                | chance(5, Buttons::BACK)
                | chance(2, Buttons::FORWARD)
                | chance(2, Buttons::FIRE);
            let hold = 3 + dice.next_u32() % 20;
            held.extend((0..hold).map(|_| Buttons(buttons)));
        }
        Hands(held)
    }

    /// When the script is over, they let go.
    pub fn at(&self, frame: usize) -> Buttons {
        self.0.get(frame).copied().unwrap_or_default()
    }
}
