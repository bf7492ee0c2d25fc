//! What a frame does, in which order.

use core::any::TypeId;
use std::rc::Rc;

use crate::clock::Phase;
use crate::column::Column;

/// What a pass takes.
pub(crate) struct PassAccess {
    /// Whether several threads may run it: then it takes nothing else.
    pub(crate) is_parallel: bool,
    /// Whether it takes `Commands`.
    pub(crate) has_commands: bool,
    /// Types of components, its own among them, and whether it may write to them.
    pub(crate) types: Vec<(TypeId, bool)>,
}

/// Passes that may run at the same time; most have a turn alone.
pub(crate) struct PassGroup {
    pub(crate) stores: Vec<Rc<Column>>,
    pub(crate) is_parallel: bool,
}

/// What happens in a phase, in the order of the types.
#[derive(Default)]
pub(crate) struct Plan {
    /// The types whose `start` runs when the phase begins.
    pub(crate) starts: Vec<Rc<Column>>,
    /// The turns of the types that have a hook for the phase.
    pub(crate) turns: Vec<PassGroup>,
}

/// For each phase, its plan.
pub(crate) type Plans = Rc<[Plan; Phase::ALL.len()]>;
