//! What the derive's output may name, and what rustc may quote in its notes; nothing else. Not part of the public interface.

pub use core::marker::PhantomData;

pub use super::__cell as cell;
pub use crate::clock::Phase;
pub use crate::frame::{ByFn, ParSystemParam};
pub use crate::hooks::Absent;
pub use crate::hooks::EventHook;
pub use crate::hooks::EventParam;
pub use crate::hooks::FieldType;
pub use crate::hooks::HasTheMethod;
pub use crate::hooks::HookShape;
pub use crate::hooks::ListenHook;
pub use crate::hooks::Method;
pub use crate::hooks::Names;
pub use crate::hooks::NeedsAKey;
pub use crate::hooks::NoHandle;
pub use crate::hooks::NoNearMiss;
pub use crate::hooks::NotAHook;
pub use crate::hooks::ParHook;
pub use crate::hooks::ParMethod;
pub use crate::hooks::ParParam;
pub use crate::hooks::PassHook;
pub use crate::hooks::PassParam;
pub use crate::hooks::Reached;
pub use crate::hooks::SayWhichByAComponentKey;
pub use crate::hooks::SiblingField;
pub use crate::hooks::TakenIn;
pub use crate::hooks::Travels;
pub use crate::hooks::Unnamed;
pub use crate::hooks::event;
pub use crate::hooks::init;
pub use crate::hooks::listen;
pub use crate::hooks::parallel;
pub use crate::hooks::pass;
pub use crate::hooks::sibling;
pub use crate::hooks::siblings;
pub use crate::life::{Required, require};
pub use crate::reach::CalledWith;
pub use crate::reach::DerivesSingleton;
pub use crate::spec::Init;
pub use crate::spec::Later;
pub use crate::spec::Listener;
pub use crate::spec::Many;
pub use crate::spec::MaybeDefault;
pub use crate::spec::MaybeSend;
pub use crate::spec::One;
pub use crate::spec::Probe;
pub use crate::spec::SendProof;
pub use crate::spec::Spec;
pub use crate::spec::SpecOf;
pub use crate::store::{ByMut, ByRef, Locator, StoreCell};
pub use crate::walk::{ParTerm, ParTerms, ReadOnly, Rows};
pub use crate::world::CommandBuffer;
pub use crate::world::{HandleField, TypeRef};

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
