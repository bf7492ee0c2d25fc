//! What a hook may take beside `self`: the time, the entity, and components of the same entity.

use crate::component::Component;
use crate::error::UpdateError;
use crate::fetch::{Access, Fetch};
use crate::guard::{Ref, RefMut};
use crate::handle::Handle;
use crate::ids::Entity;
use crate::store::{Always, Column, Place, Site, Store};
use crate::time::{Time, time};

use super::Init;

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
    note = "take up to five of: `Time`, `Entity`, `&U`, `&mut U`, `Option<&U>`, `Option<&mut U>`"
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
    fn access() -> Option<Access>;
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

    fn access() -> Option<Access> {
        None
    }
}

impl<Mode> EventParam<Mode> for Time {
    type Lent = Self;
    type Item<'a> = Self;

    fn lend(_: &EventCall) -> Result<Self, Missing> {
        Ok(time())
    }

    fn item(lent: &mut Self) -> Self {
        *lent
    }

    fn access() -> Option<Access> {
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

    fn access() -> Option<Access> {
        Access::of::<U>(false)
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

    fn access() -> Option<Access> {
        Access::of::<U>(true)
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

    fn access() -> Option<Access> {
        Access::of::<U>(false)
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

    fn access() -> Option<Access> {
        Access::of::<U>(true)
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
    pub(crate) store: &'p Store<T>,
}

impl<T> Place for Row<'_, T> {
    #[inline]
    fn owner(&self) -> u32 {
        self.store.owner(self.row as u32)
    }

    #[inline]
    fn entity(&self) -> Entity {
        self.store.entity_of(self.row as u32).unwrap_or_default()
    }
}

/// A type that a pass hook may take as a parameter.
#[diagnostic::on_unimplemented(
    message = "a hook cannot take `{Self}`",
    note = "take up to five of: `f32` (the time step), `Time`, `Entity`, `&U`, `&mut U`, `Option<&U>`, `Option<&mut U>`"
)]
pub trait PassParam {
    /// What is borrowed during the pass.
    #[doc(hidden)]
    type Column: Column;

    #[doc(hidden)]
    fn borrow(call: &PassCall) -> Result<Self::Column, UpdateError>;

    #[doc(hidden)]
    fn access() -> Option<Access>;
}

impl PassParam for f32 {
    type Column = Always<Self>;

    fn borrow(call: &PassCall) -> Result<Always<Self>, UpdateError> {
        Ok(Always(call.dt))
    }

    fn access() -> Option<Access> {
        None
    }
}

impl PassParam for Time {
    type Column = Always<Self>;

    fn borrow(_: &PassCall) -> Result<Always<Self>, UpdateError> {
        Ok(Always(time()))
    }

    fn access() -> Option<Access> {
        None
    }
}

#[diagnostic::do_not_recommend]
impl<P: Fetch> PassParam for P {
    type Column = P::Column;

    fn borrow(call: &PassCall) -> Result<P::Column, UpdateError> {
        <P as Fetch>::borrow(call.site).map_err(Into::into)
    }

    fn access() -> Option<Access> {
        <P as Fetch>::access()
    }
}
