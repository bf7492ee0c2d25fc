//! [`Fetch`]: what a pass or a query may ask for of each entity.

use crate::component::PerEntity;
use crate::ids::Entity;
use crate::terms::{CopiedTerm, EntityTerm, Maybe, Rows};

use super::ask::AskOne;

/// Copies a component, in a query: `for (speed, t) in &mut query::<(Copied<Speed>, &mut Transform)>()`.
#[derive(Debug)]
pub struct Copied<T>(core::marker::PhantomData<fn(T) -> T>);

/// What a pass or a query may ask for of each entity.
///
/// Implemented by [`Entity`], `&T`, `&mut T`, `Option<&T>`, `Option<&mut T>` and [`Copied<T>`], where `T` is
/// a component [of entities](PerEntity), and by [`Mut<T>`](crate::Mut) and `Option<Mut<T>>`, where its
/// changes are [`Tracked`](crate::Tracked).
#[diagnostic::on_unimplemented(
    message = "a query cannot ask for `{Self}`",
    label = "this is no reference to a component",
    note = "ask for `Entity`, `&T`, `&mut T`, `Option<&T>`, `Option<&mut T>`, `Copied<T>` or `Mut<T>`, or \
            for up to twelve of them as a tuple",
    note = "`With`, `Without`, `AnyOf`, `Changed` and `Added` are filters: \
            `query::<&T>().filter::<With<U>>()`",
    note = "a struct of `#[derive(QueryData)]` stands alone: what goes with it is a field of it, as `entity: \
            Entity`"
)]
pub trait Fetch {
    #[doc(hidden)]
    type Term: AskOne;
}

macro_rules! fetch {
    ($([$($generics:tt)*] $fetch:ty, $term:ty;)*) => {$(
        impl<$($generics)*> Fetch for $fetch {
            type Term = $term;
        }
    )*};
}

pub(crate) use fetch;

fetch! {
    [] Entity, EntityTerm;
    [T: PerEntity] &T, Rows<'static, T, false>;
    [T: PerEntity] &mut T, Rows<'static, T, true>;
    [T: PerEntity] Option<&T>, Maybe<Rows<'static, T, false>>;
    [T: PerEntity] Option<&mut T>, Maybe<Rows<'static, T, true>>;
    [T: PerEntity + Copy] Copied<T>, CopiedTerm<T>;
}
