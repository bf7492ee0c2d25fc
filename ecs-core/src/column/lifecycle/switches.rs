//! [`Switches`]: components that were switched on or off, and whose rows or hooks wait for a sync point.

use std::collections::VecDeque;

use crate::base::CallSite;
use crate::ids::Entity;

/// Components that were switched. The index of an entity counts: the entity may be recycled meanwhile.
#[derive(Default)]
pub(crate) struct Switches {
    /// Those whose row may stand on the wrong side of the enabled prefix.
    pub(crate) unplaced: Vec<Switch>,
    /// Those that were not notified yet that they are enabled or disabled.
    pub(crate) unnotified: VecDeque<Switch>,
}

/// A switch of an entity's component, and the call that has switched it.
#[derive(Clone, Copy)]
pub(crate) struct Switch {
    pub(crate) entity: Entity,
    pub(crate) site: CallSite,
}
