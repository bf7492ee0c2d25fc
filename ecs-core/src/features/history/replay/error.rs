//! [`ReplayError`]: why a frame does not say how it has changed a value.

use core::fmt;
use ecs_derive::Sentence;

use crate::error::{SnapshotError, UpdateError};
use crate::features::snapshot::compare::Difference;

/// The reason why running a frame again gave no answer. The world is as it was before.
#[derive(Clone, PartialEq, Sentence)]
#[non_exhaustive]
pub enum ReplayError {
    /// The history does not have what is needed.
    #[says(
        "frame {frame} cannot be repeated: the history must have the frame before, and the end of frame \
         {frame} itself"
    )]
    NotKept {
        /// The frame.
        frame: u64,
    },
    /// The frame ended differently from the first time.
    #[says(write_differs)]
    Differs {
        /// The frame.
        frame: u64,
        /// The differences: first the new value, then the old one.
        differences: Vec<Difference>,
    },
    /// A hook or a system has panicked; or the `Clone`, `Drop` or `Serialize` of a value, on the way there
    /// and back.
    #[says("frame {frame} cannot be repeated: it has panicked: {message}")]
    Panicked {
        /// The frame.
        frame: u64,
        /// The message of the panic.
        message: String,
    },
    /// The frame was refused, or has stopped.
    #[says("frame {frame} cannot be repeated: {error}")]
    Stopped {
        /// The frame.
        frame: u64,
        /// Why.
        error: Box<UpdateError>,
    },
    /// The world cannot go back now, or a type refuses to be compared.
    #[says("{error}")]
    #[from]
    Snapshot(SnapshotError),
}

fn write_differs(f: &mut fmt::Formatter<'_>, frame: &u64, differences: &[Difference]) -> fmt::Result {
    write!(f, "frame {frame} cannot be repeated: it depends on something that is not in the history")?;
    let first = differences.first();
    first.map_or(Ok(()), |first| write!(f, ". The first difference (now, and then): {first}"))
}
