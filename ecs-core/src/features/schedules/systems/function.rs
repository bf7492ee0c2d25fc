//! [`SystemFn`]: functions and closures that are systems, one implementation for each number of parameters.

use core::marker::PhantomData;

use crate::base::all_tuples;
use crate::outcomes::{Ended, Outcome};

use super::id::{Meant, NamedSystem, SystemId};
use super::system::System;
use super::system_param::{Item, SystemParam};

/// Marks a function, with the marker of its parameters.
#[doc(hidden)]
#[derive(Debug)]
pub struct ByFn<M>(M);

/// Marks a struct that is a system.
#[doc(hidden)]
#[derive(Debug)]
pub struct ByType;

/// A function or closure whose parameters a system may take.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a function that can be a system",
    label = "not of the form of a system",
    note = "the form is `fn movement(..)` or a closure `|..|` with the types of its parameters; it returns \
            nothing, `Option<()>` or `Result<(), E>`; `..` are up to twelve of `Query<Q>`, `Query<Q, F>`, \
            `View<T>`, `ViewMut<T>`, `Near<T>`, `Removed<T>`, `Events<E>`, `Time`, `f32` (the time step), \
            `Commands`, and singletons as `&S`, `&mut S`, `Option<&S>`, `Option<&mut S>`, `Watch<S>`",
    note = "a type that implements `System` is named by `SystemId::of::<Gravity>()`"
)]
pub trait SystemFn<M>: SystemShape<ByFn<M>> {
    /// Its parameters, as a tuple.
    type Params: SystemParam;

    #[doc(hidden)]
    type Outcome: Outcome;

    #[doc(hidden)]
    fn call(&mut self, items: Item<'_, Self::Params>) -> Self::Outcome;
}

/// A function as a struct that is a system.
pub struct FnSystem<F, M> {
    function: F,
    /// The parameters.
    params: PhantomData<fn() -> M>,
}

impl<F, M> FnSystem<F, M> {
    pub(super) const fn new(function: F) -> Self {
        Self { function, params: PhantomData }
    }
}

impl<F: SystemFn<M> + Send + 'static, M: 'static> System for FnSystem<F, M> {
    type Params = F::Params;

    fn update(&mut self, params: Item<'_, F::Params>) {
        self.function.call(params);
    }

    #[inline]
    fn __run(&mut self, params: Item<'_, F::Params>) -> Ended {
        self.function.call(params).__ended().erased()
    }
}

impl<M, F: SystemFn<M> + 'static> NamedSystem<M> for F {
    fn meant(&self) -> Meant {
        SystemId::of_type::<F>().meant()
    }
}

/// A function that is a system if its parameters are right, or a type that is one. It finds the parameters,
/// so that rustc says which is wrong.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a system",
    label = "neither a function of the form of a system, nor a type that implements `System`",
    note = "the form is `fn movement(..)` or a closure `|..|` with the types of its parameters; it returns \
            nothing, `Option<()>` or `Result<(), E>`; `..` are up to twelve of `Query<Q>`, `Query<Q, F>`, \
            `View<T>`, `ViewMut<T>`, `Near<T>`, `Removed<T>`, `Events<E>`, `Time`, `f32` (the time step), \
            `Commands`, and singletons as `&S`, `&mut S`, `Option<&S>`, `Option<&mut S>`, `Watch<S>`",
    note = "a closure must be `Send` and own what it captures: `move |..|`"
)]
pub trait SystemShape<M> {}

#[diagnostic::do_not_recommend]
impl<S: System> SystemShape<ByType> for S {}

macro_rules! system_fns {
    ($($param:ident $place:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<Function, Out, $($param),*> SystemShape<ByFn<fn($($param),*)>> for Function
        where
            for<'f> &'f mut Function: FnMut($($param),*) -> Out,
        {
        }

        #[allow(
            non_snake_case, unused_variables,
            reason = "an item is named as the type of its parameter; there may be none"
        )]
        impl<Function, Out: Outcome, $($param: SystemParam),*> SystemFn<fn($($param),*)> for Function
        where
            // The first finds the parameters, the second says that they may be borrowed for any lifetime.
            for<'f> &'f mut Function: FnMut($($param),*) -> Out + FnMut($(Item<'_, $param>),*) -> Out,
        {
            type Params = ($($param,)*);
            type Outcome = Out;

            fn call(&mut self, ($($param,)*): Item<'_, Self::Params>) -> Out {
                /// Calls by the second of the two bounds.
                #[allow(clippy::too_many_arguments, reason = "as many as a system may take")]
                fn call<Out, $($param),*>(
                    mut function: impl FnMut($($param),*) -> Out,
                    $($param: $param),*
                ) -> Out {
                    function($($param),*)
                }
                call(self, $($param),*)
            }
        }
    };
}

all_tuples!(0..=12, system_fns);
