//! [`Trail`]: how often states have changed in one place, to find the circle where that has no end.

use core::any::TypeId;

use crate::base::CallSite;
use crate::borrow::Borrower;
use crate::error::UpdateError;
use crate::store::HookGuard;
use crate::world::WorldCore;

use super::run_state::StateRef;

/// One state changes at most so often in one place.
const LIMIT: u32 = 16;
/// From then on the values are noted.
const SUSPICIOUS: u32 = LIMIT / 2;

/// The states that have changed in one place.
#[derive(Default)]
pub(super) struct Trail {
    counts: Vec<(TypeId, u32)>,
    /// The last states, in their order.
    steps: Vec<String>,
}

impl Trail {
    /// Notes that a state is to change; refuses if there is no end of that.
    pub(super) fn note(&mut self, core: &WorldCore, state: StateRef) -> Result<(), UpdateError> {
        let place = self.counts.iter().position(|(id, _)| *id == state.id()).unwrap_or_else(|| {
            self.counts.push((state.id(), 0));
            self.counts.len() - 1
        });
        let count = &mut self.counts[place].1;
        *count += 1;
        if *count > SUSPICIOUS {
            let step = text(core, state);
            let first = self.steps.iter().rposition(|before| *before == step);
            if *count > LIMIT {
                let circle = self.steps.split_off(first.unwrap_or_default());
                return Err(UpdateError::EndlessStates { circle: circle.into(), limit: LIMIT });
            }
            self.steps.push(step);
        }
        Ok(())
    }
}

/// A state with its value, if that is `Debug`.
fn text(core: &WorldCore, state: StateRef) -> String {
    let Some(column) = core.columns.of(state.id()) else { return String::new() };
    let mut text = column.name().to_owned();
    let site = CallSite::default();
    if let Some(row) = column.find(core.globals.entity())
        && let Some(shown) = column.info.spec.shown
        && let Ok(mut guard) = HookGuard::borrow_as(&column, row, false, Borrower::Shared, site)
    {
        text.push_str("::");
        // A `Debug` that fails says less.
        let _ = shown.show(guard.own(), &mut text);
    }
    text
}
