//! Passes: the hooks of a type over all its components, and in which order the types have them.

mod column_passes;
mod pass_plan;
mod run_pass;

pub(crate) use self::{
    column_passes::timed,
    pass_plan::{FramePlan, PassPlanner, update_order},
    run_pass::{PassStep, start},
};
pub(super) use self::{
    column_passes::{check_pass, prepare_pass},
    pass_plan::{PassGroup, frame_plan},
    run_pass::{run, run_side_by_side},
};
