//! [`LifeParams`] and [`PassParams`]: all that a hook takes besides `self`, as a tuple.

use crate::base::all_tuples;
use crate::error::UpdateError;
use crate::iterate::Row;
use crate::terms::Terms;

use super::life_param::LifeParam;
use super::param::Param;
use super::pass_param::{PassParam, lacks};
use crate::spec::{LifeCall, NotRun, PassCall};

/// What a hook takes that is called for one component.
pub trait LifeParams<Mode>: Param {
    /// What is held while the hook runs.
    type Borrowed;
    /// What the hook gets.
    type Items<'a>;

    /// Whether it takes nothing.
    const IS_EMPTY: bool;

    /// Borrows all; `Err` with the name of a type that the entity lacks.
    fn borrow(call: &LifeCall) -> Result<Self::Borrowed, NotRun>;

    fn items(borrowed: &mut Self::Borrowed) -> Self::Items<'_>;
}

/// What a hook takes that runs over all components.
pub trait PassParams: Param {
    /// Where it is found for each entity.
    type Terms: Terms;

    fn open(call: &PassCall<'_>) -> Result<Self::Terms, UpdateError>;

    /// What an entity lacks if the hook does not run on it.
    fn lacks(terms: &Self::Terms, at: &Row<'_>) -> Option<&'static str>;
}

/// What a hook gets besides its component that runs over all.
pub(super) type PassItems<'a, P> = <<P as PassParams>::Terms as Terms>::Lent<'a>;

macro_rules! tuple_params {
    ($($param:ident $place:tt),*) => {
        #[allow(unused_variables, clippy::unused_unit, reason = "there may be no parameters")]
        impl<Mode, $($param: LifeParam<Mode>),*> LifeParams<Mode> for ($($param,)*) {
            type Borrowed = ($($param::Borrowed,)*);
            type Items<'a> = ($($param::Item<'a>,)*);

            const IS_EMPTY: bool = <[usize]>::is_empty(&[$($place),*]);

            #[inline]
            fn borrow(call: &LifeCall) -> Result<Self::Borrowed, NotRun> {
                Ok(($($param::borrow(call)?,)*))
            }

            #[inline]
            fn items(borrowed: &mut Self::Borrowed) -> Self::Items<'_> {
                ($($param::item(&mut borrowed.$place),)*)
            }
        }

        #[allow(unused_variables, clippy::unused_unit, reason = "there may be no parameters")]
        impl<$($param: PassParam),*> PassParams for ($($param,)*) {
            type Terms = ($($param::Term,)*);

            fn open(call: &PassCall<'_>) -> Result<Self::Terms, UpdateError> {
                Self::look(call.opening.site)?;
                Ok(($($param::open(call)?,)*))
            }

            fn lacks(terms: &Self::Terms, at: &Row<'_>) -> Option<&'static str> {
                None$(.or_else(|| lacks::<$param>(&terms.$place, at)))*
            }
        }
    };
}

all_tuples!(0..=8, tuple_params);
