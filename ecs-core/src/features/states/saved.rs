//! States in snapshots, which have them as singletons.

use crate::world::WorldCore;

use super::super::saved::SavedPart;
use super::part::States;

impl SavedPart for States {
    fn note_restored(&self, _: &WorldCore) {
        self.look_anew();
    }
}
