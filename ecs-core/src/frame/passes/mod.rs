//! Passes: the hooks of a type over all its components, and in which order the types have them.

mod column_passes;
mod inherit_pass;
mod pass_plan;
mod run_pass;

pub(super) use column_passes::{check_pass, prepare_pass};
pub(super) use inherit_pass::{check_inherit, inherit_all};
pub(crate) use pass_plan::{FramePlan, update_order};
pub(super) use pass_plan::{PassGroup, PassPlanner, frame_plan};
pub(super) use run_pass::{PassStep, run, run_side_by_side, start};
