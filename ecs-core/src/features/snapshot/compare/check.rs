//! [`check_rollback`]: a test of whether a game does the same again.

use core::fmt;
use ecs_derive::Sentence;

use super::super::hash::StateHash;
use super::super::snapshots::Snapshots;
use super::state::Difference;
use crate::error::SnapshotError;

/// Runs a game, goes back after each frame, runs the same frames again, and compares: a test for games with
/// rollback.
///
/// `advance` gets the number of a frame, from 0 on, and runs it in the current world: it sets the input of
/// that frame and calls [`update_all`](crate::update_all). After each frame the world goes back `distance`
/// frames, or to the first one, and `advance` is called for them again; with 0 it never goes back. Returns
/// the hash of the world after the last frame: that of a run without going back is the same.
///
/// Catches what is not in a [snapshot](Snapshots): state outside of the world, random numbers that are not in
/// it, the order of a `HashMap`.
///
/// ```
/// use ecs_core::{Component, Entity, check_rollback, update_all};
/// use serde::Serialize;
///
/// #[derive(Component, Clone, Copy, Serialize)]
/// struct Plane { x: f32 }
///
/// impl Plane {
///     fn update(&mut self, dt: f32) {
///         self.x += 10.0 * dt;
///     }
/// }
///
/// Entity::spawn().insert(Plane { x: 0.0 });
/// check_rollback(20, 3, |_frame| update_all(0.1))?;
/// # Ok::<(), ecs_core::Desync>(())
/// ```
///
/// # Errors
///
/// [`Desync`] says in which frame it was not the same, and in what.
///
/// # Panics
///
/// If `advance` does.
#[track_caller]
pub fn check_rollback(frames: u64, distance: u64, mut advance: impl FnMut(u64)) -> Result<StateHash, Desync> {
    let checked = check(frames, distance, &mut advance);
    drop(advance);
    checked
}

#[track_caller]
fn check(frames: u64, distance: u64, advance: &mut dyn FnMut(u64)) -> Result<StateHash, Desync> {
    let most = usize::try_from(distance).unwrap_or(usize::MAX).saturating_add(2);
    let (mut first, mut again) = (Snapshots::new(most), Snapshots::new(most));
    let failed_in = |frame| move |error| Desync { frame, error: Some(error), differences: Vec::new() };
    first.save(0).and_then(|()| again.save(0)).map_err(failed_in(0))?;
    for frame in 0..frames {
        advance(frame);
        first.save(frame + 1).map_err(failed_in(frame))?;
        if distance == 0 {
            continue;
        }
        let from = (frame + 1).saturating_sub(distance);
        again.load(from).map_err(failed_in(frame))?;
        for frame in from..=frame {
            advance(frame);
            again.save(frame + 1).map_err(failed_in(frame))?;
            let differences = compare(&mut again, &mut first, frame + 1).map_err(failed_in(frame))?;
            if let Some(differences) = differences {
                return Err(Desync { frame, error: None, differences });
            }
        }
    }
    first.hash(frames).cloned().map_err(failed_in(frames))
}

/// In what a frame differs, if its hashes do.
fn compare(
    ours: &mut Snapshots,
    theirs: &mut Snapshots,
    frame: u64,
) -> Result<Option<Vec<Difference>>, SnapshotError> {
    if ours.hash(frame)?.total() == theirs.hash(frame)?.total() {
        return Ok(None);
    }
    ours.diff(frame, &theirs.state(frame)?).map(Some)
}

/// A game did not do the same again.
#[derive(Clone, PartialEq, Eq, Sentence)]
#[says(write_desync)]
pub struct Desync {
    frame: u64,
    error: Option<SnapshotError>,
    differences: Vec<Difference>,
}

impl Desync {
    /// Returns the number of the first frame that did not do the same again.
    #[must_use]
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Returns in what: first as it was the second time, then as it was before.
    #[must_use]
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }
}

/// So many differences are said.
const SAID: usize = 10;

fn write_desync(f: &mut fmt::Formatter<'_>, desync: &Desync) -> fmt::Result {
    let Desync { frame, error, differences } = desync;
    if let Some(error) = error {
        return write!(f, "{error}");
    }
    write!(f, "frame {frame} did not do the same again (what it did the second time, and the first time):")?;
    differences.iter().take(SAID).try_for_each(|difference| write!(f, "\n  {difference}"))?;
    match differences.len() {
        all if all > SAID => write!(f, "\n  and {} more", all - SAID),
        _ => Ok(()),
    }
}
