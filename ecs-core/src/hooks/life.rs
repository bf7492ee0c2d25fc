//! Life hooks: those that are called for one component at a time, as `init` is.

use crate::borrow::AccessSet;
use crate::outcomes::{Ended, Outcome};
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
    note = "a hook takes `&mut self` or `&self`, then up to eight parameters, where no two references share \
            a named lifetime, and returns nothing, `Option<()>` or `Result<(), E>` that borrows nothing: the \
            form is `fn hook(&mut self, ..)`",
    note = "if it is not meant as a hook, write `#[component(<hook> = none)]`, with the name of the method \
            in place of `<hook>`, above the type"
)]
pub trait LifeHook<T: 'static, Mode, M>: HookShape<T, M> {
    /// How it takes its component.
    type Receiver: Receiver;

    /// What it takes besides its component.
    type Params: LifeParams<Mode>;

    /// What it returns.
    type Outcome: Outcome;

    /// Runs it on its component, which it borrows meanwhile.
    fn call<'a>(
        &'a self,
        own: OwnOf<'_, T, Self::Receiver>,
        params: ItemsOf<'a, Mode, Self::Params>,
    ) -> Self::Outcome;
}

/// What a hook gets of its component.
pub(super) type OwnOf<'a, T, R> = <R as Receiver>::Own<'a, T>;

/// What it gets of all else that it takes.
pub(super) type ItemsOf<'a, Mode, P> = <P as LifeParams<Mode>>::Items<'a>;

#[diagnostic::do_not_recommend]
impl<T: 'static, Mode> LifeHook<T, Mode, Absent> for Absent {
    type Receiver = ByRef;
    type Params = ();
    type Outcome = ();

    fn call(&self, _: &T, (): ()) {}
}

impl<T: Stored, Mode, F: LifeHook<T, Mode, M>, M> RunLife<Mode> for Method<F, (T, M)> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(&self, own: UntypedOwn<'_>, call: &LifeCall) -> Result<(), Box<NotRun>> {
        let mut borrowed = F::Params::borrow(call)?;
        let outcome = own.with::<F::Receiver, T, _>(|own| self.0.call(own, F::Params::items(&mut borrowed)));
        if const { F::Outcome::__IS_DONE } {
            return Ok(());
        }
        match outcome.__ended() {
            Ended::Failed(error) => Err(Box::new(NotRun::Failed(Box::new(error)))),
            ended => {
                ended.note(|| (call.hook, call.entity));
                Ok(())
            }
        }
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
        impl<T: 'static, Mode, Hook, Out: Outcome, $($param: LifeParam<Mode>),*>
            LifeHook<T, Mode, fn($marker, $($param),*)> for Hook
        where
            Hook: Fn($receiver, $($param),*) -> Out,
            for<'a> &'a Hook: Fn($receiver, $($param::Item<'a>),*) -> Out,
        {
            type Receiver = $marker;
            type Params = ($($param,)*);
            type Outcome = Out;

            #[inline]
            fn call<'a>(&'a self, own: $receiver, ($($param,)*): ($($param::Item<'a>,)*)) -> Out {
                (&self)(own, $($param),*)
            }
        }
    };
}

for_each_arity!(life_hooks);
