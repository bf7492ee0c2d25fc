//! Life hooks: those that are called for one component at a time, as `init` is.

use crate::borrow::AccessSet;
use crate::store::{ByMut, ByRef, Receiver, Stored, UntypedOwn};

use super::life_param::LifeParam;
use super::method::{Absent, Method};
use super::param::Param;
use super::param_lists::LifeParams;
use super::shape::{HookShape, for_each_arity};
use crate::spec::{LifeCall, NotRun, RunLife};

/// A method that can be a life hook of `T`: one that is called for one component.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a hook of `{T}`",
    label = "not of the form of a hook",
    note = "a hook takes `&mut self` or `&self`, then up to eight parameters, and returns nothing, where no \
            two references share a named lifetime: the form is `fn hook(&mut self, ..)`",
    note = "if it is not meant as a hook, write `#[component(<hook> = none)]`, with the name of the method \
            in place of `<hook>`, above the type"
)]
pub trait LifeHook<T: 'static, Mode, M>: HookShape<T, M> {
    /// How it takes its component.
    type Receiver: Receiver;

    /// What it takes besides its component.
    type Params: LifeParams<Mode>;

    /// Runs it on its component, which it borrows meanwhile.
    fn call<'a>(&'a self, own: OwnOf<'_, T, Self::Receiver>, params: ItemsOf<'a, Mode, Self::Params>);
}

/// What a hook gets of its component.
pub(super) type OwnOf<'a, T, R> = <R as Receiver>::Own<'a, T>;

/// What it gets of all else that it takes.
pub(super) type ItemsOf<'a, Mode, P> = <P as LifeParams<Mode>>::Items<'a>;

#[diagnostic::do_not_recommend]
impl<T: 'static, Mode> LifeHook<T, Mode, Absent> for Absent {
    type Receiver = ByRef;
    type Params = ();

    fn call(&self, _: &T, (): ()) {}
}

impl<T: Stored, Mode, F: LifeHook<T, Mode, M>, M> RunLife<Mode> for Method<F, (T, M)> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(&self, own: UntypedOwn<'_>, call: &LifeCall) -> Result<(), Box<NotRun>> {
        let mut borrowed = F::Params::borrow(call)?;
        own.with::<F::Receiver, T, _>(|own| self.0.call(own, F::Params::items(&mut borrowed)));
        Ok(())
    }

    fn writes(&self) -> bool {
        F::Receiver::WRITES
    }

    fn access(&self) -> &'static AccessSet<'static> {
        const { &F::Params::ACCESS }
    }
}

macro_rules! life_hooks {
    ($receiver:ty, $marker:ident, $($param:ident),*) => {
        #[allow(non_snake_case, reason = "an item is named as the type of its parameter")]
        impl<T: 'static, Mode, Hook, $($param: LifeParam<Mode>),*>
            LifeHook<T, Mode, fn($marker, $($param),*)> for Hook
        where
            Hook: Fn($receiver, $($param),*),
            for<'a> &'a Hook: Fn($receiver, $($param::Item<'a>),*),
        {
            type Receiver = $marker;
            type Params = ($($param,)*);

            #[inline]
            fn call<'a>(&'a self, own: $receiver, ($($param,)*): ($($param::Item<'a>,)*)) {
                (&self)(own, $($param),*);
            }
        }
    };
}

for_each_arity!(life_hooks);
