//! What a hook may take beside `self`: the time step, the entity, and components of the same entity.

use core::any::TypeId;

use crate::component::Component;
use crate::error::UpdateError;
use crate::guard::{Ref, RefMut};
use crate::handle::Handle;
use crate::ids::Entity;
use crate::store::{Site, Store, with_store};
use crate::view::{View, ViewMut};

use super::Init;
use super::stretch::Beside;

/// A sibling type that a hook names among its parameters.
pub struct Sibling {
    pub(crate) id: TypeId,
    pub(crate) name: &'static str,
    pub(crate) mutable: bool,
    /// Refuses if something of the sibling's store is lent.
    pub(crate) check: fn() -> Result<(), UpdateError>,
}

impl Sibling {
    fn of<U: Component>(mutable: bool) -> Option<Self> {
        Some(Self { id: TypeId::of::<U>(), name: U::__SPEC.name, mutable, check: check_free::<U> })
    }
}

fn check_free<U: Component>() -> Result<(), UpdateError> {
    match with_store(U::__cell(), |store| store.lent().any_conflict()).flatten() {
        Some(conflict) => {
            Err(UpdateError::Lent { component: U::__SPEC.name, by: conflict.lender, at: conflict.at })
        }
        None => Ok(()),
    }
}

// ---- in events: one component, borrowed through its handle ----

/// The name of a type that a hook takes and the entity has not got.
#[derive(Debug)]
pub struct Missing(pub(crate) &'static str);

/// The component that an event hook is called for.
pub struct EventCall {
    pub(crate) entity: Entity,
    pub(crate) site: Site,
}

/// A type that an event hook may take as a parameter.
#[diagnostic::on_unimplemented(
    message = "a hook cannot take `{Self}`",
    note = "take up to five of: `Entity`, `&U`, `&mut U`, `Option<&U>`, `Option<&mut U>`"
)]
pub trait EventParam<Mode> {
    /// What is held while the hook runs.
    #[doc(hidden)]
    type Lent;
    /// What the hook gets.
    #[doc(hidden)]
    type Item<'a>;

    /// Borrows it; `Err` with the name of a type that the entity lacks.
    #[doc(hidden)]
    fn lend(call: &EventCall) -> Result<Self::Lent, Missing>;

    #[doc(hidden)]
    fn item<'a>(lent: &'a mut Self::Lent) -> Self::Item<'a>;

    #[doc(hidden)]
    fn access() -> Option<Sibling>;
}

impl<Mode> EventParam<Mode> for Entity {
    type Lent = Self;
    type Item<'a> = Self;

    fn lend(call: &EventCall) -> Result<Self, Missing> {
        Ok(call.entity)
    }

    fn item(lent: &mut Self) -> Self {
        *lent
    }

    fn access() -> Option<Sibling> {
        None
    }
}

impl<U: Component> EventParam<Init> for &U {
    type Lent = Ref<U>;
    type Item<'a> = &'a U;

    fn lend(call: &EventCall) -> Result<Ref<U>, Missing> {
        lend_sibling(call).ok_or(Missing(U::__SPEC.name))
    }

    fn item(lent: &mut Ref<U>) -> &U {
        lent
    }

    fn access() -> Option<Sibling> {
        Sibling::of::<U>(false)
    }
}

impl<U: Component> EventParam<Init> for &mut U {
    type Lent = RefMut<U>;
    type Item<'a> = &'a mut U;

    fn lend(call: &EventCall) -> Result<RefMut<U>, Missing> {
        lend_sibling_mut(call).ok_or(Missing(U::__SPEC.name))
    }

    fn item(lent: &mut RefMut<U>) -> &mut U {
        lent
    }

    fn access() -> Option<Sibling> {
        Sibling::of::<U>(true)
    }
}

impl<Mode, U: Component> EventParam<Mode> for Option<&U> {
    type Lent = Option<Ref<U>>;
    type Item<'a> = Option<&'a U>;

    fn lend(call: &EventCall) -> Result<Self::Lent, Missing> {
        Ok(lend_sibling(call))
    }

    fn item(lent: &mut Self::Lent) -> Option<&U> {
        lent.as_deref()
    }

    fn access() -> Option<Sibling> {
        Sibling::of::<U>(false)
    }
}

impl<Mode, U: Component> EventParam<Mode> for Option<&mut U> {
    type Lent = Option<RefMut<U>>;
    type Item<'a> = Option<&'a mut U>;

    fn lend(call: &EventCall) -> Result<Self::Lent, Missing> {
        Ok(lend_sibling_mut(call))
    }

    fn item(lent: &mut Self::Lent) -> Option<&mut U> {
        lent.as_deref_mut()
    }

    fn access() -> Option<Sibling> {
        Sibling::of::<U>(true)
    }
}

fn lend_sibling<U: Component>(call: &EventCall) -> Option<Ref<U>> {
    Handle::new(call.entity).ask_softly(call.site)
}

fn lend_sibling_mut<U: Component>(call: &EventCall) -> Option<RefMut<U>> {
    Handle::new(call.entity).ask_softly_mut(call.site)
}

// ---- in passes: whole stores, borrowed for the pass ----

/// The pass that a parameter is prepared for.
pub struct PassCall {
    pub(crate) dt: f32,
    pub(crate) site: Site,
}

/// The row that a pass visits.
pub struct Row<'p, T: 'static> {
    pub(crate) row: usize,
    /// Its place in the lanes of the pass.
    pub(crate) place: usize,
    pub(crate) store: &'p Store<T>,
}

/// A type that a pass hook may take as a parameter.
#[diagnostic::on_unimplemented(
    message = "a hook cannot take `{Self}`",
    note = "take up to five of: `f32` (the time step), `Entity`, `&U`, `&mut U`, `Option<&U>`, `Option<&mut U>`"
)]
pub trait PassParam {
    /// What is borrowed during the pass.
    #[doc(hidden)]
    type Column;
    /// The part of it that lies row by row beside the store of the pass.
    #[doc(hidden)]
    type Lane<'c>;
    /// What the hook gets.
    #[doc(hidden)]
    type Item<'a>;

    /// Whether an entity may lack it, so that rows beyond the aligned ones are looked up, or skipped.
    #[doc(hidden)]
    const MAY_LACK: bool = false;

    #[doc(hidden)]
    fn borrow(call: &PassCall) -> Result<Self::Column, UpdateError>;

    /// For which rows [`Self::at`] will do.
    #[doc(hidden)]
    fn beside<T>(column: &Self::Column, store: &Store<T>) -> Beside;

    /// Cuts `len` rows from `first` on out.
    #[doc(hidden)]
    fn lane<'c>(column: &'c mut Self::Column, first: usize, len: usize) -> Self::Lane<'c>;

    /// The item of a row that has a place in the lane.
    #[doc(hidden)]
    fn at<'a, T>(lane: &'a mut Self::Lane<'_>, row: &Row<'_, T>) -> Self::Item<'a>;

    /// The item of any row; `None` if the hook is to skip it.
    #[doc(hidden)]
    fn find<'a, T>(column: &'a mut Self::Column, row: &Row<'_, T>) -> Option<Self::Item<'a>>;

    #[doc(hidden)]
    fn access() -> Option<Sibling>;
}

impl PassParam for f32 {
    type Column = Self;
    type Lane<'c> = Self;
    type Item<'a> = Self;

    fn borrow(call: &PassCall) -> Result<Self, UpdateError> {
        Ok(call.dt)
    }

    fn beside<T>(_: &Self, _: &Store<T>) -> Beside {
        Beside::Everywhere
    }

    fn lane(column: &mut Self, _: usize, _: usize) -> Self {
        *column
    }

    #[inline(always)]
    fn at<T>(lane: &mut Self, _: &Row<'_, T>) -> Self {
        *lane
    }

    #[inline(always)]
    fn find<T>(column: &mut Self, _: &Row<'_, T>) -> Option<Self> {
        Some(*column)
    }

    fn access() -> Option<Sibling> {
        None
    }
}

impl PassParam for Entity {
    type Column = ();
    type Lane<'c> = ();
    type Item<'a> = Self;

    fn borrow(_: &PassCall) -> Result<(), UpdateError> {
        Ok(())
    }

    fn beside<T>((): &(), _: &Store<T>) -> Beside {
        Beside::Everywhere
    }

    fn lane((): &mut (), _: usize, _: usize) {}

    #[inline]
    fn at<T>((): &mut (), row: &Row<'_, T>) -> Self {
        row.store.entity_of(row.row as u32).unwrap_or_default()
    }

    #[inline]
    fn find<T>((): &mut (), row: &Row<'_, T>) -> Option<Self> {
        row.store.entity_of(row.row as u32)
    }

    fn access() -> Option<Sibling> {
        None
    }
}

impl<U: Component> PassParam for &U {
    const MAY_LACK: bool = true;

    type Column = View<U>;
    type Lane<'c> = &'c [U];
    type Item<'a> = &'a U;

    fn borrow(call: &PassCall) -> Result<View<U>, UpdateError> {
        View::lend(call.site).map_err(Into::into)
    }

    fn beside<T>(column: &View<U>, store: &Store<T>) -> Beside {
        Beside::runs(column.store(), store)
    }

    fn lane(column: &mut View<U>, first: usize, len: usize) -> &[U] {
        &column.as_slice()[first..first + len]
    }

    #[inline(always)]
    fn at<'a, T>(lane: &'a mut &[U], row: &Row<'_, T>) -> &'a U {
        &lane[row.place]
    }

    #[inline(always)]
    fn find<'a, T>(column: &'a mut View<U>, row: &Row<'_, T>) -> Option<&'a U> {
        let place = column.row_of_owner(row.store.owner(row.row as u32))?;
        Some(&column.as_slice()[place])
    }

    fn access() -> Option<Sibling> {
        Sibling::of::<U>(false)
    }
}

impl<U: Component> PassParam for &mut U {
    const MAY_LACK: bool = true;

    type Column = ViewMut<U>;
    type Lane<'c> = &'c mut [U];
    type Item<'a> = &'a mut U;

    fn borrow(call: &PassCall) -> Result<ViewMut<U>, UpdateError> {
        ViewMut::lend(call.site).map_err(Into::into)
    }

    fn beside<T>(column: &ViewMut<U>, store: &Store<T>) -> Beside {
        Beside::runs(column.store(), store)
    }

    fn lane(column: &mut ViewMut<U>, first: usize, len: usize) -> &mut [U] {
        &mut column.as_mut_slice()[first..first + len]
    }

    #[inline(always)]
    fn at<'a, T>(lane: &'a mut &mut [U], row: &Row<'_, T>) -> &'a mut U {
        &mut lane[row.place]
    }

    #[inline(always)]
    fn find<'a, T>(column: &'a mut ViewMut<U>, row: &Row<'_, T>) -> Option<&'a mut U> {
        let place = column.row_of_owner(row.store.owner(row.row as u32))?;
        Some(&mut column.as_mut_slice()[place])
    }

    fn access() -> Option<Sibling> {
        Sibling::of::<U>(true)
    }
}

impl<U: Component> PassParam for Option<&U> {
    type Column = View<U>;
    type Lane<'c> = &'c View<U>;
    type Item<'a> = Option<&'a U>;

    fn borrow(call: &PassCall) -> Result<View<U>, UpdateError> {
        <&U>::borrow(call)
    }

    fn beside<T>(_: &View<U>, _: &Store<T>) -> Beside {
        Beside::Everywhere
    }

    fn lane(column: &mut View<U>, _: usize, _: usize) -> &View<U> {
        column
    }

    #[inline]
    fn at<'a, T>(lane: &'a mut &View<U>, row: &Row<'_, T>) -> Option<&'a U> {
        let place = lane.row_of_owner(row.store.owner(row.row as u32))?;
        Some(&lane.as_slice()[place])
    }

    #[inline]
    fn find<'a, T>(column: &'a mut View<U>, row: &Row<'_, T>) -> Option<Option<&'a U>> {
        Some(<&U>::find(column, row))
    }

    fn access() -> Option<Sibling> {
        Sibling::of::<U>(false)
    }
}

impl<U: Component> PassParam for Option<&mut U> {
    type Column = ViewMut<U>;
    type Lane<'c> = &'c mut ViewMut<U>;
    type Item<'a> = Option<&'a mut U>;

    fn borrow(call: &PassCall) -> Result<ViewMut<U>, UpdateError> {
        <&mut U>::borrow(call)
    }

    fn beside<T>(_: &ViewMut<U>, _: &Store<T>) -> Beside {
        Beside::Everywhere
    }

    fn lane(column: &mut ViewMut<U>, _: usize, _: usize) -> &mut ViewMut<U> {
        column
    }

    #[inline]
    fn at<'a, T>(lane: &'a mut &mut ViewMut<U>, row: &Row<'_, T>) -> Option<&'a mut U> {
        <&mut U>::find(lane, row)
    }

    #[inline]
    fn find<'a, T>(column: &'a mut ViewMut<U>, row: &Row<'_, T>) -> Option<Option<&'a mut U>> {
        Some(<&mut U>::find(column, row))
    }

    fn access() -> Option<Sibling> {
        Sibling::of::<U>(true)
    }
}
