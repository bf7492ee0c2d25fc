//! Hooks that are called for one component at a time: `init`, `start`, `shutdown`, `on_enable`, `on_disable`,
//! `on_reset`.

use crate::base::AccessSet;
use crate::store::{ByMut, ByRef, Own, Receiver};

use super::common_param::Param;
use super::param::{EventCall, EventParam, Missing};
use super::shape::HookShape;
use super::{Absent, Method};

/// `init`: siblings may be taken as `&U` and `&mut U`; a missing one is a panic.
#[derive(Debug)]
pub struct Init;

/// The other events: siblings may be gone, so they are taken as `Option`.
#[derive(Debug)]
pub struct Later;

/// A method that can be an event hook of `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a hook of `{T}`",
    label = "not of the form of a hook",
    note = "a hook takes `&mut self` or `&self`, then up to five parameters, and returns nothing: the form is `fn hook(&mut self, ..)`",
    note = "if it is not meant as a hook, write `#[component(<hook> = none)]`, with the name of the method in place of `<hook>`, above the type"
)]
pub trait EventHook<T: 'static, Mode, M>: HookShape<T, M> {
    #[doc(hidden)]
    const PRESENT: bool;

    /// How it takes its component.
    #[doc(hidden)]
    type Receiver: Receiver;

    /// What it takes besides its component.
    #[doc(hidden)]
    type Params: Param;

    /// Runs it on its component, which it borrows meanwhile.
    #[doc(hidden)]
    fn call(&self, own: <Self::Receiver as Receiver>::Own<'_, T>, call: &EventCall) -> Result<(), Missing>;
}

#[diagnostic::do_not_recommend]
impl<T: 'static, Mode> EventHook<T, Mode, Absent> for Absent {
    const PRESENT: bool = false;

    type Receiver = ByRef;
    type Params = ();

    fn call(&self, _: &T, _: &EventCall) -> Result<(), Missing> {
        Ok(())
    }
}

/// An event hook whose component and parameters are no longer in its type.
pub trait RunEvent<Mode> {
    /// Runs it on its component, which it borrows meanwhile.
    #[doc(hidden)]
    fn run(&self, own: Own<'_>, call: &EventCall) -> Result<(), Missing>;

    /// Whether it may change its component.
    #[doc(hidden)]
    fn writes(&self) -> bool;

    /// What it takes besides its component.
    #[doc(hidden)]
    fn access(&self) -> AccessSet<'static>;
}

impl<T: 'static, Mode, F: EventHook<T, Mode, M>, M> RunEvent<Mode> for Method<F, (T, M)> {
    fn run(&self, own: Own<'_>, call: &EventCall) -> Result<(), Missing> {
        self.0.call(own.get::<F::Receiver, T>(), call)
    }

    fn writes(&self) -> bool {
        F::Receiver::WRITES
    }

    fn access(&self) -> AccessSet<'static> {
        F::Params::ACCESS
    }
}

macro_rules! event_hooks {
    ($receiver:ty, $marker:ident, $($param:ident),*) => {
        #[allow(non_snake_case, unused_variables, reason = "a parameter's borrowed sibling is named after its type; there may be none")]
        impl<T: 'static, Mode, F, $($param: EventParam<Mode>),*> EventHook<T, Mode, fn($marker, $($param),*)> for F
        where
            F: Fn($receiver, $($param),*),
            for<'a> &'a F: Fn($receiver, $($param::Item<'a>),*),
        {
            const PRESENT: bool = true;

            type Receiver = $marker;
            type Params = ($($param,)*);

            #[inline]
            fn call(&self, own: $receiver, call: &EventCall) -> Result<(), Missing> {
                $(let mut $param = $param::borrow(call)?;)*
                (&self)(own, $($param::item(&mut $param)),*);
                Ok(())
            }
        }
    };
}

macro_rules! for_each_arity {
    ($macro:ident) => {
        $macro!(&mut T, ByMut,);
        $macro!(&mut T, ByMut, A);
        $macro!(&mut T, ByMut, A, B);
        $macro!(&mut T, ByMut, A, B, C);
        $macro!(&mut T, ByMut, A, B, C, D);
        $macro!(&mut T, ByMut, A, B, C, D, E);
        $macro!(&T, ByRef,);
        $macro!(&T, ByRef, A);
        $macro!(&T, ByRef, A, B);
        $macro!(&T, ByRef, A, B, C);
        $macro!(&T, ByRef, A, B, C, D);
        $macro!(&T, ByRef, A, B, C, D, E);
    };
}
pub(super) use for_each_arity;

for_each_arity!(event_hooks);
