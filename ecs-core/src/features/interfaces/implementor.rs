//! [`Implementor`]: a component type as those see it who know one of its interfaces. Compiled for each pair
//! of both, so that the loops contain the cast.

use core::any::type_name;
use core::marker::PhantomData;

use crate::base::CallSite;
use crate::borrow::Borrower;
use crate::column::At;
use crate::component::Component;
use crate::error::{BorrowError, ViewError};
use crate::ids::Entity;
use crate::reach::{Handle, visit_each};
use crate::spec::name_of;
use crate::store::{ByMut, ByRef, Layout, Receiver, Ref, RefMut, RowBorrow, Store};

use super::erased_interface::Interface;
use super::offer::Offers;
use super::state::OfferingType;
use super::whole::{WholeType, borrow_whole};

/// A component type that offers the interface `I`.
pub(super) trait Implementor<I: ?Sized>: Send + Sync {
    /// Calls a function with the components of a column, as [`Component::for_each`] does, but for that
    /// of one entity.
    fn each(&self, but: At<'_>, f: &mut dyn FnMut(&mut I)) -> Result<(), ViewError>;

    /// As [`Implementor::each`], with the entities.
    fn each_with_entity(&self, but: At<'_>, f: &mut dyn FnMut(Entity, &mut I)) -> Result<(), ViewError>;

    /// As [`Implementor::each`], for reading.
    fn read(&self, but: At<'_>, f: &mut dyn FnMut(&I)) -> Result<(), ViewError>;

    /// Borrows the component of an entity for reading, if nothing needs to be asked for it.
    fn borrow_at_once(&self, entity: Entity, site: CallSite) -> Option<Ref<I>>;

    /// As [`Implementor::borrow_at_once`], for reading and writing.
    fn borrow_mut_at_once(&self, entity: Entity, site: CallSite) -> Option<RefMut<I>>;

    /// Borrows the component of an entity for reading.
    fn borrow(&self, entity: Entity, site: CallSite) -> Result<Ref<I>, BorrowError>;

    /// Borrows the component of an entity for reading and writing.
    fn borrow_mut(&self, entity: Entity, site: CallSite) -> Result<RefMut<I>, BorrowError>;

    /// Calls a function with the component of an entity.
    fn call(&self, entity: Entity, f: &mut dyn FnMut(&mut I), site: CallSite) -> Result<(), BorrowError>;

    /// Borrows all components.
    fn borrow_all(&self, site: CallSite) -> Result<Box<dyn WholeType<I>>, ViewError>;
}

/// The components of type `T`.
struct Of<T>(PhantomData<fn(T) -> T>);

impl<T: Component + Offers<I>, I: ?Sized + 'static> Implementor<I> for Of<T> {
    fn each(&self, but: At<'_>, f: &mut dyn FnMut(&mut I)) -> Result<(), ViewError> {
        let f = |_: Entity, own: &mut T| f((T::__OFFER.exclusive)(own));
        visit::<T, I, ByMut, false>(but, f)
    }

    fn each_with_entity(&self, but: At<'_>, f: &mut dyn FnMut(Entity, &mut I)) -> Result<(), ViewError> {
        let f = |entity: Entity, own: &mut T| f(entity, (T::__OFFER.exclusive)(own));
        visit::<T, I, ByMut, true>(but, f)
    }

    fn read(&self, but: At<'_>, f: &mut dyn FnMut(&I)) -> Result<(), ViewError> {
        let f = |_: Entity, own: &T| f((T::__OFFER.shared)(own));
        visit::<T, I, ByRef, false>(but, f)
    }

    fn borrow_at_once(&self, entity: Entity, site: CallSite) -> Option<Ref<I>> {
        let borrow = || Handle::<T>::new(entity).slow_row(site).ok_or(());
        T::__Layout::part(borrow, T::__OFFER.shared)?.ok()
    }

    fn borrow_mut_at_once(&self, entity: Entity, site: CallSite) -> Option<RefMut<I>> {
        let borrow = || Handle::<T>::new(entity).slow_row(site).ok_or(());
        T::__Layout::part_mut(borrow, T::__OFFER.exclusive)?.ok()
    }

    fn borrow(&self, entity: Entity, site: CallSite) -> Result<Ref<I>, BorrowError> {
        let part = T::__Layout::part(|| borrow_row::<T, _>(entity, site), T::__OFFER.shared);
        part.unwrap_or_else(|| Err(is_copied::<T>(entity)))
    }

    fn borrow_mut(&self, entity: Entity, site: CallSite) -> Result<RefMut<I>, BorrowError> {
        let part = T::__Layout::part_mut(|| borrow_row::<T, _>(entity, site), T::__OFFER.exclusive);
        part.unwrap_or_else(|| Err(is_copied::<T>(entity)))
    }

    fn call(&self, entity: Entity, f: &mut dyn FnMut(&mut I), site: CallSite) -> Result<(), BorrowError> {
        let borrow = borrow_row::<T, _>(entity, site)?;
        T::__Layout::with_row(borrow, |own| f((T::__OFFER.exclusive)(own)));
        Ok(())
    }

    fn borrow_all(&self, site: CallSite) -> Result<Box<dyn WholeType<I>>, ViewError> {
        borrow_whole::<T, I>(site)
    }
}

/// Borrows the row of an entity.
fn borrow_row<T: Component, const MUT: bool>(
    entity: Entity,
    site: CallSite,
) -> Result<RowBorrow<T, MUT>, BorrowError> {
    let handle = Handle::<T>::new(entity);
    handle.slow_row(site).map_or_else(|| handle.ask_row(site), Ok)
}

/// Why there is no guard on a part of the component: it would have a copy of that, if there is one at all.
#[cold]
fn is_copied<T: Component>(entity: Entity) -> BorrowError {
    let copied = BorrowError::Copied { component: name_of::<T>(), entity };
    Handle::<T>::new(entity).ask_store(|_, _| Ok(copied)).unwrap_or_else(|error| error)
}

/// Visits the components of a column, which are of type `T`, but for that of one entity.
fn visit<T: Component, I: ?Sized, R: Receiver + 'static, const ASKS: bool>(
    but: At<'_>,
    f: impl FnMut(Entity, R::Own<'_, T>),
) -> Result<(), ViewError> {
    let store = Store::of(but.column).expect("an implementor is listed with the number of its type");
    let closure = Borrower::ByTrait { interface: type_name::<I>() };
    visit_each::<T, R, ASKS>(store, but.column.find(but.entity), closure, f, but.site)
}

/// What a world keeps of a pair: all that is left of the component's type is what it can do.
struct Calls<I: ?Sized + 'static>(&'static dyn Implementor<I>);

/// An interface that a component type offers, for the list of its type.
#[must_use]
pub const fn interface<T: Component + Offers<I>, I: ?Sized + 'static>() -> Interface {
    const { Interface::new::<I>(&Calls::<I>(&Of::<T>(PhantomData))) }
}

impl OfferingType {
    /// What calls components of the type through the interface by which it is listed.
    pub(super) fn implementor<I: ?Sized + 'static>(&self) -> &'static dyn Implementor<I> {
        let Calls(implementor) = self.interface.calls();
        *implementor
    }
}
