//! [`QueryData`]: what a query asks for, and how its stores are borrowed.

use super::fetch::{Copied, Fetch};
use crate::base::{CallSite, all_tuples};
use crate::component::Component;
use crate::error::{QueryError, ViewError};
use crate::hooks::Param;
use crate::ids::Entity;
use crate::walk::{Join, Opened, Opening, Terms};
use crate::world::current_if_any;

/// What a query asks for: `Entity`, `&T`, `&mut T`, `Option<&T>`, `Option<&mut T>`, [`Copied<T>`], or up to
/// twelve of them as a tuple.
#[diagnostic::on_unimplemented(
    message = "a query cannot ask for `{Self}`",
    note = "ask for `Entity`, `&T`, `&mut T`, `Option<&T>`, `Option<&mut T>` or `Copied<T>`, or for up to \
            twelve of them as a tuple",
    note = "`With`, `Without`, `AnyOf`, `Changed` and `Added` are filters: \
            `query::<&T>().filter::<With<U>>()`"
)]
pub trait QueryData: Param {
    #[doc(hidden)]
    type Terms: Terms;

    #[doc(hidden)]
    fn borrow(opening: &Opening<'_>) -> Result<Self::Terms, ViewError>;
}

// Not for all that implements `Fetch`: an error about a tuple would then not say which part is wrong.
macro_rules! query_data_alone {
    ($([$($generics:tt)*] $fetch:ty;)*) => {$(
        impl<$($generics)*> QueryData for $fetch {
            type Terms = <Self as Fetch>::Term;

            fn borrow(opening: &Opening<'_>) -> Result<Self::Terms, ViewError> {
                <Self as Fetch>::borrow(opening)
            }
        }
    )*};
}

query_data_alone! {
    [] Entity;
    [T: Component] &T;
    [T: Component] &mut T;
    [T: Component] Option<&T>;
    [T: Component] Option<&mut T>;
    [T: Component + Copy] Copied<T>;
}

/// The types of an [`Archetype`](crate::Archetype) that can be viewed: a component, or up to twelve of them
/// as a tuple.
pub trait Parts {
    /// Asks for all of them, for reading.
    type Shared: QueryData;
    /// Asks for all of them, for reading and writing.
    type Mutable: QueryData;
}

impl<T: Component> Parts for T {
    type Shared = &'static T;
    type Mutable = &'static mut T;
}

macro_rules! query_data {
    ($($part:ident $number:tt),*) => {
        impl<$($part: Component),*> Parts for ($($part,)*) {
            type Shared = ($(&'static $part,)*);
            type Mutable = ($(&'static mut $part,)*);
        }

        impl<$($part: Fetch),*> QueryData for ($($part,)*) {
            type Terms = ($($part::Term,)*);

            fn borrow(opening: &Opening<'_>) -> Result<Self::Terms, ViewError> {
                Ok(($($part::borrow(opening)?,)*))
            }
        }
    };
}

all_tuples!(1..=12, query_data);

/// Opens a query: its stores keep their rows where they are from now on.
#[track_caller]
pub(super) fn open<Q: QueryData>(site: CallSite) -> Result<Join<Q::Terms>, QueryError> {
    if let Some(component) = Q::ACCESS.twice() {
        return Err(QueryError::Twice { component });
    }
    let world = current_if_any().map_err(QueryError::World)?;
    // All before the first is opened: what waits may run hooks. What cannot be brought in order now is looked
    // up row by row.
    if let Some(world) = world.as_ref().filter(|world| world.is_pending()) {
        world.flush_types(&Q::ACCESS);
    }
    let opened = Opened::new(world);
    let opening = Opening {
        visiting: &opened.visiting,
        for_threads: false,
        isolated: false,
        hook: None,
        again: None,
        site,
    };
    let terms = Q::borrow(&opening).map_err(QueryError::View)?;
    Ok(Join::new(terms, opened))
}
