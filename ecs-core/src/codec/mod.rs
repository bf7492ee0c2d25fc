//! How serde meets entities: by the context that they stand in. And the tape: values of any type that serde
//! knows, recorded exactly in memory, and restored. For peers that compare their states: the hash of a value,
//! and the value without its type.
//!
//! Nothing here knows a world.

mod context;
mod edit;
mod entity;
mod fields;
mod hash;
mod limits;
mod parts;
mod paths;
mod plain;
mod record;
mod restore;
mod show;
mod tape;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use self::{
    context::{
        FindEntity, GLOBALS, Ids, IdsGuard, LoadingIds, Met, Owner, RecordingIds, Reference, RestoringIds,
        SavingIds, is_in_save, note_pooled,
    },
    entity::write_id,
    tape::{Tape, TapeError, TapeSpan},
};
pub(crate) use context::is_in_context;
pub(crate) use context::is_text_expected;
pub(crate) use edit::{Named, References};
pub(crate) use fields::fields_of;
pub(crate) use hash::StateHasher;
pub(crate) use plain::{PlainValue, ValueDifference, differences, plain_by, plain_of, recorded};
pub(crate) use value::IdText;
pub use value::Value;
