//! [`CloneProof`], [`CopyProof`]: how the values of a type are copied for a snapshot, and that it may be so.

use core::marker::PhantomData;

use super::probe::{Probe, ask};
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

ask! {
    /// Proves that the type is `Clone`.
    MaybeClone::CLONE: CloneProof<T>, [Clone + 'static] =>
        CloneProof { copier: copier::<T>(), of: PhantomData };
    /// Proves that the type is `Copy`.
    MaybeCopy::COPY: CopyProof<T>, [Copy] => CopyProof(PhantomData);
}
