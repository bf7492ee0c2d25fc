//! Hooks that are called for one component at a time: `init`, `start`, `shutdown`, `on_enable`, `on_disable`, `on_reset`.

use crate::error::fail;
use crate::fetch::Access;
use crate::guard::BorrowForHook;
use crate::store::{ByMut, ByRef, Store};

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

    /// Runs it on the component of a row, which nothing has borrowed, and which is lent to it meanwhile.
    #[doc(hidden)]
    fn call(&self, store: &Store<T>, row: u32, call: &EventCall) -> Result<(), Missing>;

    #[doc(hidden)]
    fn access(found: &mut dyn FnMut(Access));
}

#[diagnostic::do_not_recommend]
impl<T: 'static, Mode> EventHook<T, Mode, Absent> for Absent {
    const PRESENT: bool = false;

    fn call(&self, _: &Store<T>, _: u32, _: &EventCall) -> Result<(), Missing> {
        Ok(())
    }

    fn access(_: &mut dyn FnMut(Access)) {}
}

/// An event hook whose parameters are no longer in its type.
pub trait RunEvent<T: 'static, Mode> {
    /// Runs it on the component of a row, which nothing has borrowed, and which is lent to it meanwhile.
    #[doc(hidden)]
    fn run(&self, store: &Store<T>, row: u32, call: &EventCall) -> Result<(), Missing>;

    #[doc(hidden)]
    fn access(&self, found: &mut dyn FnMut(Access));
}

impl<T: 'static, Mode, F: EventHook<T, Mode, M>, M> RunEvent<T, Mode> for Method<F, M> {
    #[inline]
    fn run(&self, store: &Store<T>, row: u32, call: &EventCall) -> Result<(), Missing> {
        self.0.call(store, row, call)
    }

    fn access(&self, found: &mut dyn FnMut(Access)) {
        F::access(found);
    }
}

/// Lends a row that nothing has borrowed, as one of its hooks has it.
#[inline]
pub(super) fn borrow_for_hook<T: 'static, R: BorrowForHook>(
    store: &Store<T>,
    row: u32,
    call: &EventCall,
) -> R::Guard<T> {
    debug_assert_eq!(store.holes(), 0, "the callers have closed them");
    match R::borrow(store, row, call.hook, call.site) {
        Ok(own) => own,
        // The callers have looked.
        Err(conflict) => fail(&format_args!(
            "cannot run a hook of {} of {:?}: it is {}",
            store.name(),
            call.entity,
            conflict.borrower
        )),
    }
}

macro_rules! event_hooks {
    ($receiver:ty, $marker:ident, $($param:ident),*) => {
        #[allow(non_snake_case, unused_variables, reason = "a parameter's lent sibling is named as its type; there may be none")]
        impl<T: 'static, Mode, F, $($param: EventParam<Mode>),*> EventHook<T, Mode, fn($marker, $($param),*)> for F
        where
            F: Fn($receiver, $($param),*),
            for<'a> &'a F: Fn($receiver, $($param::Item<'a>),*),
        {
            const PRESENT: bool = true;

            #[inline]
            fn call(&self, store: &Store<T>, row: u32, call: &EventCall) -> Result<(), Missing> {
                let mut own = borrow_for_hook::<T, $marker>(store, row, call);
                $(let mut $param = $param::borrow(call)?;)*
                (&self)(<$marker>::get(&mut own), $($param::item(&mut $param)),*);
                Ok(())
            }

            fn access(found: &mut dyn FnMut(Access)) {
                $($param::access().map(&mut *found);)*
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
