//! The functions through which the derive names a method of the type.

use crate::component::Component;
use crate::spec::{Init, Later, found};
use crate::store::Stored;

use super::life::LifeHook;
use super::method::Method;
use super::pass::PassHook;
use super::shape::HookShape;

/// Takes the method that may be `init`.
pub const fn init<T: Stored, F, M>(hook: &'static Method<F, (T, M)>) -> found::Init
where
    F: HookShape<T, M>,
    F: LifeHook<T, Init, M>,
{
    if F::PRESENT { Some(hook) } else { None }
}

/// Takes a method that may be another hook of its life.
pub const fn life<T: Stored, F, M>(hook: &'static Method<F, (T, M)>) -> found::Life
where
    F: HookShape<T, M>,
    F: LifeHook<T, Later, M>,
{
    if F::PRESENT { Some(hook) } else { None }
}

/// Takes a method that may be a pass hook.
pub const fn pass<T: Component, F, M>(hook: &'static Method<F, (T, M)>) -> found::Pass
where
    F: HookShape<T, M>,
    F: PassHook<T, M>,
{
    if F::PRESENT { Some(hook) } else { None }
}
