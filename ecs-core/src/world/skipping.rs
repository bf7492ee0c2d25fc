//! Which hooks leave entities out, in their last pass.

use crate::phase::Phase;
use core::any::TypeId;

use super::core::WorldCore;
use super::skips::Skipped;

impl WorldCore {
    /// Notes whom the last pass of a type in a phase has left out.
    pub(crate) fn note_skips(&self, component: TypeId, phase: Phase, skipped: Option<Skipped>) {
        let mut all = self.skips.borrow_mut();
        let is_meant = |(of, in_phase, _): &(TypeId, Phase, Skipped)| (*of, *in_phase) == (component, phase);
        match (all.iter().position(is_meant), skipped) {
            (Some(place), Some(skipped)) => all[place].2 = skipped,
            (Some(place), None) => drop(all.swap_remove(place)),
            (None, Some(skipped)) => all.push((component, phase, skipped)),
            (None, None) => {}
        }
    }

    /// Whom the last pass of a type in a phase has left out.
    pub(crate) fn skipped(&self, component: TypeId, phase: Phase) -> Option<Skipped> {
        let all = self.skips.borrow();
        all.iter()
            .find(|(of, in_phase, _)| (*of, *in_phase) == (component, phase))
            .map(|&(.., skipped)| skipped)
    }

    /// All hooks that leave entities out, by the order of their types and then by phase.
    pub(super) fn all_skipped(&self) -> Vec<Skipped> {
        if self.skips.borrow().is_empty() {
            return Vec::new();
        }
        let types = self.columns().into_iter().map(|column| column.info.id);
        types.flat_map(|of| Phase::ALL.map(|phase| self.skipped(of, phase))).flatten().collect()
    }
}
