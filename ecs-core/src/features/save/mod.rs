//! What outlives a run, or is made again: saves, prefabs and copies, and what refers to what is gone.

#[cfg(feature = "serde")]
mod dangling;
#[cfg(feature = "serde")]
mod document;
#[cfg(feature = "serde")]
mod handle;
mod keys;
#[cfg(feature = "serde")]
mod pattern;
#[cfg(feature = "serde")]
mod prefab;
#[cfg(feature = "serde")]
mod recorded;
#[cfg(feature = "serde")]
mod support;
mod was;

#[cfg(feature = "serde")]
pub(super) use self::recorded::{Recorder, Unrecorded};
#[cfg(feature = "serde")]
pub use self::{
    dangling::{Dangling, DanglingReport},
    document::{
        Each, LeftOut, Listed, LoadReport, Loading, Save, SaveList, SaveReport, Saved, SavedColumns, Saving,
        Strict,
    },
    prefab::Prefab,
    support::{MaybeCompare, MaybeDuplicate, MaybeRecord, MaybeRestore, SaveSupport},
};
pub use keys::SaveSpec;
pub use was::Was;
