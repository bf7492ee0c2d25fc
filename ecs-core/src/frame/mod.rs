//! Frames: the passes of all types, in which order they run, and which of them at the same time.
//!
//! Passes and systems have one planner (`planner.rs`, over `graph.rs`) and one way to explain what it has
//! planned (`explain.rs`).

mod ends;
mod explain;
mod graph;
mod part_results;
mod passes;
mod planner;
mod share;
mod step;
mod update;

pub(crate) use self::{
    ends::{end, expect_run, ready},
    explain::{Graphviz, write_added},
    graph::Edge,
    passes::{FramePlan, PassPlanner, PassStep, start, timed, update_order},
    planner::{Barrier, Planned, Planner, Reach},
    share::{Cut, SharedWork, WORTH_SHARING, share},
    update::{repeat_frame, update_one},
};
pub use graph::Why;
pub use update::{try_update_all, update_all};
