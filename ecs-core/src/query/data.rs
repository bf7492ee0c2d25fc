//! [`QueryData`]: what a query asks for, and how its stores are borrowed.

use super::ask::Ask;
use super::fetch::{Copied, Fetch};
use crate::base::{CallSite, all_tuples};
use crate::borrow::AccessSet;
use crate::component::PerEntity;
use crate::error::QueryError;
use crate::ids::Entity;
use crate::life::flush_for_view;
use crate::terms::{Opened, Opening, Readable, ReadableTerms, Term, Terms};
use crate::world::{WorldCore, current_if_any};

/// The items of a query: `Entity`, `&T`, `&mut T`, `Option<&T>`, `Option<&mut T>`, [`Copied<T>`],
/// [`Mut<T>`](crate::Mut), `Option<Mut<T>>`, up to twelve of them as a tuple, or a struct of them by
/// `#[derive(QueryData)]`.
#[diagnostic::on_unimplemented(
    message = "a query cannot ask for `{Self}`",
    note = "ask for `Entity`, `&T`, `&mut T`, `Option<&T>`, `Option<&mut T>`, `Copied<T>` or `Mut<T>`, or \
            for up to twelve of them as a tuple",
    note = "`With`, `Without`, `AnyOf`, `Changed` and `Added` are filters: \
            `query::<&T>().filter::<With<U>>()`"
)]
pub trait QueryData {
    #[doc(hidden)]
    type Terms: Ask;

    /// What it gives of an entity.
    type Item<'c>;

    /// What a function gets of an entity that [`each`](super::Query::each) calls: references, where an item
    /// may be a [`RowMut`](crate::RowMut).
    type Lent<'c>;

    /// What it gives of an entity for reading.
    type Read<'c>;

    #[doc(hidden)]
    fn item<'c>(items: <Self::Terms as Terms>::Item<'c>) -> Self::Item<'c>;

    #[doc(hidden)]
    fn lent<'c>(items: <Self::Terms as Terms>::Lent<'c>) -> Self::Lent<'c>;

    #[doc(hidden)]
    fn read<'c>(items: <Self::Terms as ReadableTerms>::Read<'c>) -> Self::Read<'c>;
}

/// Gives the items of the terms to a visit.
macro_rules! gives {
    ($items:pat => $given:expr) => {
        #[inline(always)]
        fn item<'c>($items: <Self::Terms as Terms>::Item<'c>) -> Self::Item<'c> {
            $given
        }

        #[inline(always)]
        fn lent<'c>($items: <Self::Terms as Terms>::Lent<'c>) -> Self::Lent<'c> {
            $given
        }

        #[inline(always)]
        fn read<'c>($items: <Self::Terms as ReadableTerms>::Read<'c>) -> Self::Read<'c> {
            $given
        }
    };
}

// Not for all that implements `Fetch`: an error about a tuple would then not say which part is wrong.
macro_rules! query_data_alone {
    ($([$($generics:tt)*] $fetch:ty;)*) => {$(
        impl<$($generics)*> QueryData for $fetch {
            type Terms = (<Self as Fetch>::Term,);
            type Item<'c> = <<Self as Fetch>::Term as Term>::Item<'c>;
            type Lent<'c> = <<Self as Fetch>::Term as Term>::Lent<'c>;
            type Read<'c> = <<Self as Fetch>::Term as Readable>::Read<'c>;

            gives!((item,) => item);
        }
    )*};
}

pub(crate) use {gives, query_data_alone};

query_data_alone! {
    [] Entity;
    [T: PerEntity] &T;
    [T: PerEntity] &mut T;
    [T: PerEntity] Option<&T>;
    [T: PerEntity] Option<&mut T>;
    [T: PerEntity + Copy] Copied<T>;
}

/// The types of an [`Archetype`](crate::Archetype) that can be viewed: a component, or up to twelve of them
/// as a tuple.
pub trait Parts {
    /// Asks for all of them, for reading.
    type Shared: QueryData;
    /// Asks for all of them, for reading and writing.
    type Mutable: QueryData;
}

impl<T: PerEntity> Parts for T {
    type Shared = &'static T;
    type Mutable = &'static mut T;
}

macro_rules! query_data {
    ($($part:ident $number:tt),*) => {
        impl<$($part: PerEntity),*> Parts for ($($part,)*) {
            type Shared = ($(&'static $part,)*);
            type Mutable = ($(&'static mut $part,)*);
        }

        impl<$($part: Fetch),*> QueryData for ($($part,)*) {
            type Terms = ($($part::Term,)*);
            type Item<'c> = <Self::Terms as Terms>::Item<'c>;
            type Lent<'c> = <Self::Terms as Terms>::Lent<'c>;
            type Read<'c> = <Self::Terms as ReadableTerms>::Read<'c>;

            gives!(items => items);
        }
    };
}

all_tuples!(1..=12, query_data);

/// Begins a query, or says why not.
#[inline]
#[track_caller]
pub(super) fn begin<Q: QueryData>() -> Result<Opened, QueryError> {
    match const { &Q::Terms::ACCESS }.twice() {
        Some(component) => Err(QueryError::Twice { component }),
        None => begin_with(&Q::Terms::ACCESS),
    }
}

/// Begins a query that takes these types, none of them twice.
#[track_caller]
fn begin_with(access: &AccessSet<'_>) -> Result<Opened, QueryError> {
    let world = current_if_any().map_err(QueryError::World)?;
    // All before the first is opened: what waits may run hooks. What cannot be brought in order now is looked
    // up row by row.
    if let Some(world) = world.as_ref().filter(|world| world.sync.is_pending()) {
        flush_types(world, access);
    }
    Ok(Opened::new(world))
}

/// Opens the stores of a query that has begun: they keep their rows where they are from now on.
#[inline(always)]
pub(super) fn open<Q: QueryData>(opened: &Opened, site: CallSite) -> Q::Terms {
    let opening = Opening {
        visiting: &opened.visiting,
        for_threads: false,
        isolated: false,
        hook: None,
        again: None,
        site,
    };
    Q::Terms::open(&opening)
}

/// Brings the rows of these types in order, where it can be done now.
fn flush_types(core: &WorldCore, taken: &AccessSet<'_>) {
    taken.for_each(|access| {
        let _ = core.columns.of(access.id).map(|column| flush_for_view(&column));
    });
}
