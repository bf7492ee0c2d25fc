//! Excludes: two types of which no entity has both. The key `excludes` of one says it for both.

mod part;

pub(super) use part::{ExcludedTypes, Exclusions};
