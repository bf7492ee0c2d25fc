//! [`Or`]: passes what one of several filters passes.

use core::any::TypeId;
use core::marker::PhantomData;
use std::rc::Rc;

use crate::base::all_tuples;
use crate::borrow::AccessSet;
use crate::iterate::{Candidates, SyncWhileFrozen};
use crate::ticks::Tick;
use crate::world::WorldCore;

use super::filter::{Has, QueryFilter, looks_where_parts_look, looks_where_types_look};

/// Passes entities that at least one of some filters passes: `Or<(With<Fire>, Changed<Heat>)>`.
///
/// Filters may be tuples, all of which must hold, and other `Or`s. Of types alone, [`AnyOf`](crate::AnyOf)
/// says the same: `AnyOf<(Fire, Ice)>`.
///
/// ```
/// use ecs_core::{Component, Entity, Or, With, Without, query};
///
/// #[derive(Component, Default)]
/// struct Wings;
///
/// #[derive(Component, Default)]
/// struct Boots;
///
/// #[derive(Component, Default)]
/// struct Tired;
///
/// type Moves = Or<(With<Wings>, (With<Boots>, Without<Tired>))>;
///
/// let [bat, hero] = [Entity::spawn(), Entity::spawn()];
/// bat.add::<Wings>();
/// bat.add::<Tired>();
/// hero.add::<Boots>();
/// assert_eq!(query::<Entity>().filter::<Moves>().count(), 2);
/// hero.add::<Tired>();
/// assert_eq!(query::<Entity>().filter::<Moves>().single(), Ok(bat));
/// ```
///
/// [`WithDisabled`](crate::WithDisabled) is for the whole query, and does not compile in an `Or`:
///
/// ```compile_fail,E0080
/// # use ecs_core::{Component, Entity, Or, With, WithDisabled, query};
/// # #[derive(Component, Default)] struct Wings;
/// query::<Entity>().filter::<Or<(With<Wings>, WithDisabled)>>();
/// ```
#[derive(Debug)]
pub struct Or<T>(PhantomData<fn(T) -> T>);

/// Filters of which one must hold: up to twelve as a tuple.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of filters",
    label = "not filters",
    note = "put up to twelve into a tuple: `Or<(With<T>, Changed<U>)>`; of types alone, `AnyOf<(T, U)>`"
)]
pub trait Alternatives: 'static {
    #[doc(hidden)]
    type Columns: SyncWhileFrozen;

    #[doc(hidden)]
    const LOOKS_BACK: bool;

    #[doc(hidden)]
    const SEES_DISABLED: bool;

    #[doc(hidden)]
    const NEEDS_SOME: bool;

    #[doc(hidden)]
    const STAYS: bool;

    #[doc(hidden)]
    const WATCHES: AccessSet<'static>;

    #[doc(hidden)]
    fn columns(world: Option<&Rc<WorldCore>>) -> Self::Columns;

    #[doc(hidden)]
    fn look_for_any(columns: &Self::Columns, of: &mut Candidates<'_>) -> u64;

    #[doc(hidden)]
    fn look_back(columns: &mut Self::Columns, tick: Tick);

    #[doc(hidden)]
    fn each_type(each: &mut dyn FnMut(TypeId));

    #[doc(hidden)]
    fn holds_any(has: Has<'_>) -> bool;
}

macro_rules! alternatives {
    ($($part:ident $number:tt),*) => {
        impl<$($part: QueryFilter),*> Alternatives for ($($part,)*) {
            looks_where_parts_look!($($part $number),*);

            const SEES_DISABLED: bool = false $(|| $part::SEES_DISABLED)*;
            const NEEDS_SOME: bool = true $(&& $part::NEEDS_SOME)*;
            const STAYS: bool = true $(&& $part::STAYS)*;

            fn look_for_any(columns: &Self::Columns, of: &mut Candidates<'_>) -> u64 {
                0 $(| $part::passes(&columns.$number, of))*
            }

            fn holds_any(has: Has<'_>) -> bool {
                $($part::holds(has))||*
            }
        }
    };
}

all_tuples!(1..=12, alternatives);

impl<T: Alternatives> QueryFilter for Or<T> {
    looks_where_types_look!(
        T as Alternatives,
        assert!(
            !T::SEES_DISABLED,
            "`WithDisabled` is for a whole query: put it beside `Or<(..)>`, not into it"
        )
    );

    const NEEDS_SOME: bool = T::NEEDS_SOME;
    const STAYS: bool = T::STAYS;

    fn passes(columns: &T::Columns, of: &mut Candidates<'_>) -> u64 {
        T::look_for_any(columns, of)
    }

    fn holds(has: Has<'_>) -> bool {
        T::holds_any(has)
    }
}
