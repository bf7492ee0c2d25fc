//! [`CheckPoint`]: what a recording keeps of the world after a frame, to be compared; and how that is asked.

use serde::{Deserialize, Serialize};

use super::error::RecordError;
use crate::codec::PlainValue;
use crate::features::snapshot::Snapshots;
use crate::features::snapshot::compare::WorldState;

/// What is known of the world after a frame.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CheckPoint {
    /// How many frames had run.
    pub(super) frame: u64,
    /// What the function of `compare_value` has returned.
    pub(super) value: Option<PlainValue>,
    pub(super) world: Option<WorldHashes>,
}

/// Hashes of a world.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WorldHashes {
    /// Of what is no component; none if only some types are compared.
    pub(super) entities: Option<u64>,
    /// Of types, by the places of their names in the list of the recording.
    pub(super) types: Vec<(u32, u64)>,
}

/// Returns the value to compare.
pub(super) type ReadValue = Box<dyn Fn() -> Result<PlainValue, String>>;

/// What of the world is asked for.
#[derive(Default)]
pub(super) struct Sought {
    /// The hashes of all types.
    pub(super) hashes: bool,
    /// The values of these types, or of all if the list is empty.
    pub(super) state: Option<Vec<String>>,
}

/// What was found.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) entities: u64,
    pub(super) types: Vec<(&'static str, u64)>,
    pub(super) state: Option<WorldState>,
}

/// Looks at the current world after a frame.
pub(super) fn look(frame: u64, sought: Sought) -> Result<Seen, RecordError> {
    let mut seen = Seen::default();
    if !sought.hashes && sought.state.is_none() {
        return Ok(seen);
    }
    let refused = |error| RecordError::Snapshot { frame, error };
    // Kept no longer than this: a world may end before its recording does.
    let mut snapshots = Snapshots::new(1);
    snapshots.save(frame).map_err(refused)?;
    if sought.hashes {
        let hash = snapshots.hash(frame).map_err(refused)?;
        seen.entities = hash.entities();
        seen.types = hash.types().iter().map(|ty| (ty.name, ty.hash)).collect();
    }
    if let Some(names) = sought.state {
        let mut state = snapshots.state(frame).map_err(refused)?;
        if !names.is_empty() {
            state.keep_types(&names);
        }
        seen.state = Some(state);
    }
    Ok(seen)
}
