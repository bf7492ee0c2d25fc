//! The kept frames: how many there are, going to one of them, and what has changed between two.

use std::collections::BTreeMap;

use ecs_core::{SnapshotError, World};

use crate::query::{HistoryChange, HistoryStep};
use crate::refusal::Refusal;
use crate::wire;

type Answer = Result<String, Refusal>;

/// Says which frames are kept, and what they take.
pub(super) fn report() -> String {
    let (history, frames) = (World::history(), World::history().frames());
    let types = history.costs().into_iter().map(|cost| wire::KeptTypeJson {
        name: cost.component,
        bytes: cost.bytes,
        left_out: cost.is_left_out,
    });
    wire::text(&wire::HistoryJson {
        most: history.most_bytes(),
        bytes: history.bytes(),
        first: frames.first().copied(),
        last: frames.last().copied(),
        count: frames.len(),
        frame: ecs_core::time().frame(),
        held: history.is_held(),
        keep_the_rest: history.keeps_the_rest(),
        trouble: history.trouble().map(|trouble| trouble.to_string()),
        types: types.collect(),
    })
}

/// Keeps more or fewer frames, goes to one, or goes on. It is done when the frame of the game begins.
pub(super) fn change(change: &HistoryChange) -> Answer {
    let history = World::history();
    if let Some(bytes) = change.bytes {
        World::set_history(bytes);
    }
    if let Some(keep) = change.keep_the_rest {
        history.keep_the_rest(keep);
    }
    if let Some(frame) = change.show {
        let nearest = history.frames().into_iter().min_by_key(|kept| kept.abs_diff(frame));
        history.show(nearest.unwrap_or(frame)).map_err(refused)?;
    }
    match change.step {
        None => {}
        Some(HistoryStep::Hold) => history.hold(),
        Some(HistoryStep::GoOn) => history.go_on(),
        Some(HistoryStep::Step) => history.step(),
        Some(HistoryStep::StepBack) => history.step_back(),
        Some(HistoryStep::RunFrame) => history.run_frame(),
    }
    Ok(report())
}

/// Lists in what two frames differ, but for the time. Types with few differences come first.
pub(super) fn compare(frame: u64, other: u64) -> Answer {
    let mut differences = World::history().diff(frame, other).map_err(refused)?;
    differences.retain(|difference| difference.component.as_deref() != Some("the time"));
    let mut counts = BTreeMap::<Option<String>, usize>::new();
    differences.iter().for_each(|difference| *counts.entry(difference.component.clone()).or_default() += 1);
    differences.sort_by_key(|difference| counts[&difference.component]);
    Ok(wire::text(&wire::ComparisonJson {
        differences: differences.iter().map(ToString::to_string).collect(),
    }))
}

fn refused(error: SnapshotError) -> Refusal {
    match error {
        SnapshotError::NoSuchFrame { .. } => Refusal::new(404, error),
        error => Refusal::new(409, error),
    }
}
