//! [`Fetch`]: what a pass or a query may ask for beside each entity.

use core::any::TypeId;

use crate::component::Component;
use crate::error::{UpdateError, ViewError};
use crate::hooks::{Kind, spec};
use crate::ids::Entity;
use crate::store::{Copies, Maybe, Opening, Owner, Rows, Store, Term, with_store};
use crate::view::{flush, open};

/// A component type that a hook or a query names.
pub struct Access {
    pub(crate) id: TypeId,
    pub(crate) name: &'static str,
    pub(crate) mutable: bool,
    /// Refuses if something of the type's store is lent.
    pub(crate) check: fn() -> Result<(), UpdateError>,
    /// Brings the type's store in order.
    pub(crate) flush: fn() -> Result<(), ViewError>,
    /// Says whether that of an entity, or the only one, is borrowed in a way that conflicts: for writing or for reading.
    pub(crate) is_held: fn(Entity, bool) -> bool,
}

impl Access {
    pub(crate) fn of<T: Component>(mutable: bool) -> Option<Self> {
        let (id, name) = (TypeId::of::<T>(), spec::<T>().name);
        Some(Self { id, name, mutable, check: check_free::<T>, flush: flush::<T>, is_held: is_held::<T> })
    }
}

fn check_free<T: Component>() -> Result<(), UpdateError> {
    match with_store(T::__cell(), |store| store.borrows().any_conflict()).flatten() {
        Some(conflict) => {
            Err(UpdateError::Borrowed { component: spec::<T>().name, by: conflict.borrower, at: conflict.at })
        }
        None => Ok(()),
    }
}

fn is_held<T: Component>(entity: Entity, mutable: bool) -> bool {
    let is_held = |store: &Store<T>| {
        let owner = if T::__Kind::IS_ONE { store.world().globals() } else { entity };
        store.find(owner).is_some_and(|row| store.borrows().conflict(row, mutable, store, None).is_some())
    };
    with_store(T::__cell(), is_held).unwrap_or(false)
}

/// Finds what of a list of accesses would lend a component twice, once for writing. Without types, so that it is compiled once.
pub(crate) fn named_twice(accesses: &[Option<Access>]) -> Option<&'static str> {
    let twice = accesses.iter().enumerate().find_map(|(place, access)| {
        let access = access.as_ref()?;
        let mut others = accesses[..place].iter().flatten();
        others.any(|other| other.id == access.id && (other.mutable || access.mutable)).then_some(access)
    });
    twice.map(|access| access.name)
}

/// Copies a component, in a query: `for (speed, t) in &mut query::<(Copied<Speed>, &mut Transform)>()`.
#[derive(Debug)]
pub struct Copied<T>(core::marker::PhantomData<fn(T) -> T>);

/// What a pass or a query may ask for beside each entity.
///
/// Implemented by [`Entity`], `&T`, `&mut T`, `Option<&T>`, `Option<&mut T>` and [`Copied<T>`], where `T` is a [`Component`].
#[diagnostic::on_unimplemented(
    message = "a query cannot ask for `{Self}`",
    label = "this is no reference to a component",
    note = "ask for `Entity`, `&T`, `&mut T`, `Option<&T>`, `Option<&mut T>` or `Copied<T>`, or for up to twelve of them as a tuple",
    note = "`With`, `Without`, `AnyOf`, `Changed` and `Added` are filters: `query::<&T>().filter::<With<U>>()`"
)]
pub trait Fetch {
    #[doc(hidden)]
    type Term: Term;

    /// Borrows the store.
    #[doc(hidden)]
    fn borrow(opening: &Opening<'_>) -> Result<Self::Term, ViewError>;

    #[doc(hidden)]
    fn access() -> Option<Access>;
}

impl Fetch for Entity {
    type Term = Owner;

    fn borrow(_: &Opening<'_>) -> Result<Owner, ViewError> {
        Ok(Owner)
    }

    fn access() -> Option<Access> {
        None
    }
}

impl<T: Component> Fetch for &T {
    type Term = Rows<'static, T, false>;

    fn borrow(opening: &Opening<'_>) -> Result<Self::Term, ViewError> {
        open(opening)
    }

    fn access() -> Option<Access> {
        Access::of::<T>(false)
    }
}

impl<T: Component> Fetch for &mut T {
    type Term = Rows<'static, T, true>;

    fn borrow(opening: &Opening<'_>) -> Result<Self::Term, ViewError> {
        open(opening)
    }

    fn access() -> Option<Access> {
        Access::of::<T>(true)
    }
}

impl<T: Component> Fetch for Option<&T> {
    type Term = Maybe<Rows<'static, T, false>>;

    fn borrow(opening: &Opening<'_>) -> Result<Self::Term, ViewError> {
        open(opening).map(Maybe)
    }

    fn access() -> Option<Access> {
        Access::of::<T>(false)
    }
}

impl<T: Component> Fetch for Option<&mut T> {
    type Term = Maybe<Rows<'static, T, true>>;

    fn borrow(opening: &Opening<'_>) -> Result<Self::Term, ViewError> {
        open(opening).map(Maybe)
    }

    fn access() -> Option<Access> {
        Access::of::<T>(true)
    }
}

impl<T: Component + Copy> Fetch for Copied<T> {
    type Term = Copies<T>;

    fn borrow(opening: &Opening<'_>) -> Result<Self::Term, ViewError> {
        open(opening).map(Copies)
    }

    fn access() -> Option<Access> {
        Access::of::<T>(false)
    }
}
