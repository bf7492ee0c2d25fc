//! What the derive's output may name, and nothing else. Not part of the public interface.

pub use core::marker::PhantomData;
pub use std::thread_local;

pub use crate::hooks::{
    Fallback, FieldType, Listener, Many, MaybeDefault, MaybeSend, NoHandle, One, ParWrap, Probe, Spec, Wrap,
    event, init, listen, parallel, pass, sibling,
};
pub use crate::life::require;
pub use crate::store::{Locator, StoreCell};
pub use crate::world::{HandleField, Phase, TypeRef};
