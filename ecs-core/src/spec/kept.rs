//! [`Kept`]: what a save can do with a type: write its values, read them, copy them.

use core::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::probe::Probe;

/// What a save can do with a type.
#[derive(Clone, Copy)]
pub struct Kept {
    /// Writes a value, if the type is `Serialize`.
    pub record: Option<&'static dyn Record>,
    /// Reads a value, if the type is `DeserializeOwned`.
    pub restore: Option<&'static dyn Restore>,
    /// Copies a value, if the type is `Clone`.
    pub duplicate: Option<&'static dyn Duplicate>,
}

impl Kept {
    /// Of a type of which nothing is known.
    pub(super) const NOTHING: Self = Self { record: None, restore: None, duplicate: None };
}

/// Writes a component whose type is no longer known.
pub trait Record {}

/// Reads a component whose type is no longer known.
pub trait Restore {}

/// Copies a component whose type is no longer known.
pub trait Duplicate {}

struct BySerialize<T>(PhantomData<fn(T) -> T>);

impl<T: Serialize + 'static> Record for BySerialize<T> {}

impl<T: Serialize + 'static> Probe<T> {
    /// Writes a value. For other types the path names [`MaybeRecord::RECORD`].
    pub const RECORD: Option<&'static dyn Record> = Some(&BySerialize::<T>(PhantomData));
}

/// Answers for types without `Serialize`.
pub trait MaybeRecord<T> {
    /// No way to write one.
    const RECORD: Option<&'static dyn Record> = None;
}

impl<T> MaybeRecord<T> for Probe<T> {}

struct ByDeserialize<T>(PhantomData<fn(T) -> T>);

impl<T: DeserializeOwned + 'static> Restore for ByDeserialize<T> {}

impl<T: DeserializeOwned + 'static> Probe<T> {
    /// Reads a value. For other types the path names [`MaybeRestore::RESTORE`].
    pub const RESTORE: Option<&'static dyn Restore> = Some(&ByDeserialize::<T>(PhantomData));
}

/// Answers for types without `Deserialize`.
pub trait MaybeRestore<T> {
    /// No way to read one.
    const RESTORE: Option<&'static dyn Restore> = None;
}

impl<T> MaybeRestore<T> for Probe<T> {}

struct ByClone<T>(PhantomData<fn(T) -> T>);

impl<T: Clone + 'static> Duplicate for ByClone<T> {}

impl<T: Clone + 'static> Probe<T> {
    /// Copies a value. For other types the path names [`MaybeDuplicate::DUPLICATE`].
    pub const DUPLICATE: Option<&'static dyn Duplicate> = Some(&ByClone::<T>(PhantomData));
}

/// Answers for types without `Clone`.
pub trait MaybeDuplicate<T> {
    /// No way to copy one.
    const DUPLICATE: Option<&'static dyn Duplicate> = None;
}

impl<T> MaybeDuplicate<T> for Probe<T> {}
