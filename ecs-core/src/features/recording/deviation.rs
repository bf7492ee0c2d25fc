//! [`Deviation`]: the first difference between a game and its recording.

use core::fmt;
use ecs_derive::Sentence;

use super::error::RecordError;
use crate::features::snapshot::compare::Difference;

/// A game differs from its recording: the first frame with a difference, and the difference.
#[derive(Clone, PartialEq, Eq, Sentence)]
#[says(write_deviation)]
pub struct Deviation {
    pub(super) frame: u64,
    pub(super) last_same: Option<u64>,
    pub(super) recorded: String,
    pub(super) error: Option<Box<RecordError>>,
    pub(super) types: Vec<String>,
    pub(super) differences: Vec<Difference>,
}

impl Deviation {
    /// Returns the number of frames after which the first difference was found.
    #[must_use]
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Returns the number of frames after which the last comparison without a difference was made; `None` if
    /// there was none. The difference began later.
    #[must_use]
    pub fn last_same(&self) -> Option<u64> {
        self.last_same
    }

    /// Returns the types whose components differ.
    #[must_use]
    pub fn types(&self) -> &[String] {
        &self.types
    }

    /// Returns the differences: first the value in this game, then the recorded one. The list has no
    /// components if the recording has no state of the frame: see
    /// [`keep_states_every`](crate::Recording::keep_states_every).
    #[must_use]
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// Returns the reason if the frame could not be compared.
    #[must_use]
    pub fn error(&self) -> Option<&RecordError> {
        self.error.as_deref()
    }
}

/// So many differences are said.
const SAID: usize = 10;

fn write_deviation(f: &mut fmt::Formatter<'_>, deviation: &Deviation) -> fmt::Result {
    let Deviation { frame, last_same, recorded, error, types, differences } = deviation;
    if let Some(error) = error {
        return write!(f, "{error}");
    }
    write!(f, "after frame {frame} the game is not as {recorded} was")?;
    if let Some(same) = last_same {
        write!(f, "; after frame {same} it was")?;
    }
    if differences.is_empty() {
        return write!(
            f,
            ": differences in {}, by values or by how serde writes them. A recording with \
             `keep_states_every` says which entity and field; the program as it was makes one by \
             `record_again`",
            types.join(", ")
        );
    }
    f.write_str(" (what it is now, and what was recorded):")?;
    differences.iter().take(SAID).try_for_each(|difference| write!(f, "\n  {difference}"))?;
    match differences.len() {
        all if all > SAID => write!(f, "\n  and {} more", all - SAID),
        _ => Ok(()),
    }
}
