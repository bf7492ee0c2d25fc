//! [`apply`]: makes the changes of states that were asked for.

use crate::base::{CallSite, OnDrop};
use crate::error::UpdateError;
use crate::world::WorldCore;

use super::trail::Trail;

/// Makes the changes that were asked for, and those that are asked for meanwhile. Where one panics, the
/// others wait for the next time.
#[cold]
#[inline(never)]
pub(super) fn apply(core: &WorldCore, site: CallSite) -> Result<(), UpdateError> {
    let states = &core.parts.states;
    if states.is_applying.replace(true) {
        return Ok(());
    }
    let _over = OnDrop(|| states.is_applying.set(false));
    // No frame begins inside it.
    let _updating = (!core.frames.is_running()).then(|| core.frames.begin());
    let mut trail = Trail::default();
    while let Some(state) = states.next_asked() {
        if let Err(endless) = trail.note(core, state) {
            states.list().iter().for_each(|state| state.forget());
            return Err(endless);
        }
        state.take_step(core, site);
    }
    Ok(())
}
