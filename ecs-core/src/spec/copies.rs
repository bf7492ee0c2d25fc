//! [`CloneProof`], [`CopyProof`]: how the values of a type are copied for a snapshot, and that it may be so.

use core::marker::PhantomData;

use super::probe::Probe;
use crate::column::{CopyRows, Copying};
use crate::store::copier;

/// Proves that a type is `Clone`. Safe code makes one only by asking [`Probe`].
#[derive(Clone, Copy)]
pub struct CloneProof<T> {
    copier: &'static dyn CopyRows,
    of: PhantomData<fn(T) -> T>,
}

/// Proves that a type is `Copy`. Safe code makes one only by asking [`Probe`].
#[derive(Clone, Copy)]
pub struct CopyProof<T>(PhantomData<fn(T) -> T>);

/// How the values of a type are copied: not at all, if nothing is proved.
pub(super) struct CopyProofs<T> {
    pub(super) clone: Option<CloneProof<T>>,
    pub(super) copy: Option<CopyProof<T>>,
}

impl<T> CopyProofs<T> {
    pub(super) const NONE: Self = Self { clone: None, copy: None };

    /// How they are copied. The fields of a type that is kept field by field are `Copy`.
    pub(super) const fn copying(&self, is_split: bool) -> Copying {
        match (&self.copy, &self.clone) {
            (Some(_), _) => Copying::Bytes,
            _ if is_split => Copying::Bytes,
            (None, Some(CloneProof { copier, .. })) => Copying::Cloning(*copier),
            (None, None) => Copying::Not,
        }
    }
}

impl<T: Clone + 'static> Probe<T> {
    /// A proof. For other types the path names [`MaybeClone::CLONE`].
    pub const CLONE: Option<CloneProof<T>> = Some(CloneProof { copier: copier::<T>(), of: PhantomData });
}

/// Answers for types without `Clone`.
pub trait MaybeClone<T> {
    /// No proof.
    const CLONE: Option<CloneProof<T>> = None;
}

impl<T> MaybeClone<T> for Probe<T> {}

impl<T: Copy> Probe<T> {
    /// A proof. For other types the path names [`MaybeCopy::COPY`].
    pub const COPY: Option<CopyProof<T>> = Some(CopyProof(PhantomData));
}

/// Answers for types without `Copy`.
pub trait MaybeCopy<T> {
    /// No proof.
    const COPY: Option<CopyProof<T>> = None;
}

impl<T> MaybeCopy<T> for Probe<T> {}
