//! What the derive's output may name, and what rustc may quote in its notes; nothing else. Not part of the
//! public interface.

pub use core::marker::PhantomData;

pub use super::__cell as cell;
pub use crate::column::TypeInfo;
pub use crate::component::OfEntities;
pub use crate::fields::{FieldFns, FieldMut, FieldRef, FieldsInfo, IsField, LendFields, has_no_drop};
pub use crate::frame::{ByFn, IntoPar, ParSystemParam};
pub use crate::hooks::{
    Absent, FieldType, HasInherit, HasTheMethod, HookShape, InheritHook, IsShared, LifeHook, LifeParam,
    ListenHook, Method, Names, NeedsAKey, NoHandle, NoNearMiss, NotAHook, ParHook, ParMethod, ParParam,
    PassHook, PassParam, Reached, SayWhichByAComponentKey, SiblingField, TakenIn, Travels, Unnamed, inherit,
    inherits, inherits_in_parallel, init, life, listen, parallel, pass, sibling, siblings,
};
pub use crate::interface::interface;
#[cfg(feature = "serde")]
pub use crate::keep::{Each, Listed, Saved, SavedColumns};
pub use crate::life::{Required, Reusable, pooled, require, require_value};
pub use crate::phase::Phase;
pub use crate::query::{lent_items, shown_items};
pub use crate::reach::observe::{EventProbe, MaybeObservable};
pub use crate::reach::{CalledWith, DerivesSingleton};
#[cfg(feature = "snapshot")]
pub use crate::spec::{CloneProof, CopyProof, MaybeClone, MaybeCopy};
pub use crate::spec::{
    Init, Later, Listener, Many, MaybeDefault, MaybeSend, MaybeShown, Offer, Offers, One, Probe, SendProof,
    Spec, SpecOf, Was, info,
};
#[cfg(feature = "serde")]
pub use crate::spec::{Kept, MaybeDuplicate, MaybeRecord, MaybeRestore, migrate};
pub use crate::store::{ByMut, ByRef, Locator, Split, StoreCell, Whole};
pub use crate::walk::{ParTerm, ParTerms, ReadableTerms, Rows, Terms};
pub use crate::world::{CommandBuffer, HandleField, Interface, TypeRef};

#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;
#[doc(hidden)]
pub use std::thread_local;

/// Makes the pointer of a type that is not generic to its store, one for each thread, and says where it is.
///
/// A macro, so that one error says it all where the derive does not find this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! __cell {
    ($type:ty) => {{
        $crate::hook::thread_local! {
            static CELL: $crate::hook::StoreCell<$type> = const { $crate::hook::StoreCell::new() };
        }
        $crate::hook::Locator::Local(&CELL)
    }};
}
