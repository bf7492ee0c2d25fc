//! [`Fetch`]: what a pass or a query may ask for of each entity.

use crate::borrow::AccessSet;
use crate::component::Component;
use crate::hooks::Param;
use crate::ids::Entity;
use crate::reach::Tracked;
use crate::reach::view::visit;
use crate::walk::{Copies, EntityTerm, Maybe, Mut, MutRows, Opening, Readable, Rows};

/// Copies a component, in a query: `for (speed, t) in &mut query::<(Copied<Speed>, &mut Transform)>()`.
#[derive(Debug)]
pub struct Copied<T>(core::marker::PhantomData<fn(T) -> T>);

impl<T: Component> Param for Copied<T> {
    const ACCESS: AccessSet<'static> = AccessSet::of::<T>(false);
}

impl<T: Tracked> Param for Mut<'_, T> {
    const ACCESS: AccessSet<'static> = AccessSet::of::<T>(true);
}

impl<T: Tracked> Param for Option<Mut<'_, T>> {
    const ACCESS: AccessSet<'static> = AccessSet::of::<T>(true);
}

/// What a pass or a query may ask for of each entity.
///
/// Implemented by [`Entity`], `&T`, `&mut T`, `Option<&T>`, `Option<&mut T>` and [`Copied<T>`], where `T` is
/// a [`Component`], and by [`Mut<T>`] and `Option<Mut<T>>`, where its changes are [`Tracked`].
#[diagnostic::on_unimplemented(
    message = "a query cannot ask for `{Self}`",
    label = "this is no reference to a component",
    note = "ask for `Entity`, `&T`, `&mut T`, `Option<&T>`, `Option<&mut T>`, `Copied<T>` or `Mut<T>`, or for \
            up to twelve of them as a tuple",
    note = "`With`, `Without`, `AnyOf`, `Changed` and `Added` are filters: \
            `query::<&T>().filter::<With<U>>()`"
)]
pub trait Fetch: Param {
    #[doc(hidden)]
    type Term: Readable;

    /// The type that each entity has that is visited.
    #[doc(hidden)]
    const NEEDS: AccessSet<'static> = AccessSet::NONE;

    /// Opens the rows of the store.
    #[doc(hidden)]
    fn open(opening: &Opening<'_>) -> Self::Term;
}

impl Fetch for Entity {
    type Term = EntityTerm;

    #[inline(always)]
    fn open(_: &Opening<'_>) -> EntityTerm {
        EntityTerm
    }
}

impl<T: Component> Fetch for &T {
    type Term = Rows<'static, T, false>;

    const NEEDS: AccessSet<'static> = AccessSet::of::<T>(false);

    #[inline(always)]
    fn open(opening: &Opening<'_>) -> Self::Term {
        visit(opening)
    }
}

impl<T: Component> Fetch for &mut T {
    type Term = Rows<'static, T, true>;

    const NEEDS: AccessSet<'static> = AccessSet::of::<T>(false);

    #[inline(always)]
    fn open(opening: &Opening<'_>) -> Self::Term {
        visit(opening)
    }
}

impl<T: Component> Fetch for Option<&T> {
    type Term = Maybe<Rows<'static, T, false>>;

    #[inline(always)]
    fn open(opening: &Opening<'_>) -> Self::Term {
        Maybe(visit(opening))
    }
}

impl<T: Component> Fetch for Option<&mut T> {
    type Term = Maybe<Rows<'static, T, true>>;

    #[inline(always)]
    fn open(opening: &Opening<'_>) -> Self::Term {
        Maybe(visit(opening))
    }
}

impl<T: Tracked> Fetch for Mut<'_, T> {
    type Term = MutRows<T>;

    const NEEDS: AccessSet<'static> = AccessSet::of::<T>(false);

    #[inline(always)]
    fn open(opening: &Opening<'_>) -> Self::Term {
        MutRows::new(visit(opening))
    }
}

impl<T: Tracked> Fetch for Option<Mut<'_, T>> {
    type Term = Maybe<MutRows<T>>;

    #[inline(always)]
    fn open(opening: &Opening<'_>) -> Self::Term {
        Maybe(MutRows::new(visit(opening)))
    }
}

impl<T: Component + Copy> Fetch for Copied<T> {
    type Term = Copies<T>;

    const NEEDS: AccessSet<'static> = AccessSet::of::<T>(false);

    #[inline(always)]
    fn open(opening: &Opening<'_>) -> Self::Term {
        Copies(visit(opening))
    }
}
