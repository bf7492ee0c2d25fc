//! Passes: the hooks of a type over all its components, and in which order the types have them.

mod plan;
mod run;

pub(super) use plan::{PassPlanner, frame_plan};
pub(super) use run::{run, run_side_by_side, start};
