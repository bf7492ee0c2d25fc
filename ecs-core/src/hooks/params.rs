//! [`EventParams`] and [`PassParams`]: all that a hook takes beside `self`, as a tuple.

use crate::error::UpdateError;
use crate::fetch::Access;
use crate::store::{CallSite, Row, Term, Terms};

use super::param::{EventCall, EventParam, Missing, PassCall, PassParam, lacks};

/// What a hook takes that is called for one component.
pub trait EventParams<Mode> {
    /// What is held while the hook runs.
    #[doc(hidden)]
    type Borrowed;
    /// What the hook gets.
    #[doc(hidden)]
    type Items<'a>;

    /// Whether it takes nothing.
    #[doc(hidden)]
    const IS_EMPTY: bool;

    /// Borrows all; `Err` with the name of a type that the entity lacks.
    #[doc(hidden)]
    fn borrow(call: &EventCall) -> Result<Self::Borrowed, Missing>;

    #[doc(hidden)]
    fn items(borrowed: &mut Self::Borrowed) -> Self::Items<'_>;

    #[doc(hidden)]
    fn access(found: &mut dyn FnMut(Access));
}

/// What a hook takes that runs over all components.
pub trait PassParams {
    /// Where it is found for each entity.
    #[doc(hidden)]
    type Terms: Terms;

    /// Whether the hook may record commands.
    #[doc(hidden)]
    const HAS_COMMANDS: bool;

    /// Makes what is needed, before the pass begins.
    #[doc(hidden)]
    fn prepare(site: CallSite) -> Result<(), UpdateError>;

    #[doc(hidden)]
    fn borrow(call: &PassCall<'_>) -> Result<Self::Terms, UpdateError>;

    /// What an entity lacks if the hook does not run on it.
    #[doc(hidden)]
    fn lacks(terms: &Self::Terms, at: &Row<'_>) -> Option<&'static str>;

    #[doc(hidden)]
    fn access(found: &mut dyn FnMut(Access));
}

/// What a hook gets beside its component that runs over all.
pub(super) type PassItems<'a, P> = <<P as PassParams>::Terms as Terms>::Item<'a>;

macro_rules! params {
    ($($param:ident),*) => {
        #[allow(non_snake_case, unused_variables, clippy::unused_unit, reason = "what belongs to a parameter is named as its type; there may be none")]
        impl<Mode, $($param: EventParam<Mode>),*> EventParams<Mode> for ($($param,)*) {
            type Borrowed = ($($param::Borrowed,)*);
            type Items<'a> = ($($param::Item<'a>,)*);

            const IS_EMPTY: bool = <[&str]>::is_empty(&[$(stringify!($param)),*]);

            #[inline]
            fn borrow(call: &EventCall) -> Result<Self::Borrowed, Missing> {
                Ok(($($param::borrow(call)?,)*))
            }

            #[inline]
            fn items(($($param,)*): &mut Self::Borrowed) -> Self::Items<'_> {
                ($($param::item($param),)*)
            }

            fn access(found: &mut dyn FnMut(Access)) {
                $($param::access().map(&mut *found);)*
            }
        }

        #[allow(non_snake_case, unused_variables, clippy::unused_unit, reason = "as above")]
        impl<$($param: PassParam),*> PassParams for ($($param,)*) {
            type Terms = ($($param::Term,)*);

            const HAS_COMMANDS: bool = false $(|| $param::Term::HAS_COMMANDS)*;

            fn prepare(site: CallSite) -> Result<(), UpdateError> {
                $($param::prepare(site)?;)*
                Ok(())
            }

            fn borrow(call: &PassCall<'_>) -> Result<Self::Terms, UpdateError> {
                Ok(($($param::borrow(call)?,)*))
            }

            fn lacks(($($param,)*): &Self::Terms, at: &Row<'_>) -> Option<&'static str> {
                None$(.or_else(|| lacks::<$param>($param, at)))*
            }

            fn access(found: &mut dyn FnMut(Access)) {
                $($param::access().map(&mut *found);)*
            }
        }
    };
}

params!();
params!(A);
params!(A, B);
params!(A, B, C);
params!(A, B, C, D);
params!(A, B, C, D, E);
