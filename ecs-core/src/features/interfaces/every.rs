//! [`every`]: all components whose types offer an interface.

use core::any::type_name;
use core::marker::PhantomData;
use std::rc::Rc;

use crate::base::{CallSite, WithoutPaths};
use crate::column::{At, Column};
use crate::error::{ViewError, WorldError};
use crate::ids::Entity;
use crate::reach::{expect_visited, refuse_borrowed};
use crate::world::{WorldCore, current};

use super::implementor::Implementor;
use super::state::offering_types;

/// Refers to all components of the current world whose types name the trait in `#[component(as(dyn Draw))]`.
///
/// Any dyn-compatible trait is an interface, also a generic one or one of another crate: `dyn Draw`, `dyn
/// Listener<Damage>`, `dyn std::fmt::Debug`. You register nothing: a type is known from its first add on.
///
/// Types come in the order in which their `update` runs or would run, as
/// [`explain_order`](crate::explain_order) shows it. The components of a type come in the order in which
/// passes visit them.
///
/// ```
/// use ecs_core::{Component, Entity, every};
///
/// trait Draw {
///     fn draw(&self, canvas: &mut String);
/// }
///
/// #[derive(Component)]
/// #[component(as(dyn Draw))]
/// struct Sprite(char);
///
/// impl Draw for Sprite {
///     fn draw(&self, canvas: &mut String) {
///         canvas.push(self.0);
///     }
/// }
///
/// #[derive(Component)]
/// #[component(as(dyn Draw))]
/// struct Label(&'static str);
///
/// impl Draw for Label {
///     fn draw(&self, canvas: &mut String) {
///         canvas.push_str(self.0);
///     }
/// }
///
/// Entity::spawn().with(Sprite('@'));
/// Entity::spawn().with(Label(" you"));
/// Entity::spawn().with(Sprite('#'));
///
/// let mut canvas = String::new();
/// every::<dyn Draw>().each(|one| one.draw(&mut canvas));
/// assert_eq!(canvas, "@# you");
/// ```
///
/// The idea is that of `bevy-trait-query` and of the `MetaTable` of shred, which both want each type to be
/// registered.
pub const fn every<I: ?Sized + 'static>() -> Every<I> {
    Every(PhantomData)
}

/// All components whose types offer the interface `I`. Comes from [`every`].
///
/// The value borrows nothing, and each call finds the components anew.
#[must_use = "it does nothing until it is asked"]
pub struct Every<I: ?Sized + 'static>(PhantomData<fn(&I)>);

impl<I: ?Sized + 'static> Every<I> {
    /// Calls a function with each enabled component.
    ///
    /// Visits type after type, as [`Component::for_each`](crate::Component::for_each) does: the components
    /// that are live and enabled when the turn of their type comes, and still are at their own turn. Each is
    /// borrowed only during its turn, so the function may reach the others, add and kill. The component whose
    /// hook makes this call is left out. Types that are added meanwhile are visited by the next call.
    ///
    /// O(components): two indirect calls for each, of the function and of what it calls of the trait.
    ///
    /// # Panics
    ///
    /// If one that would be visited is borrowed, by other than its own hook: before anything has run, or when
    /// the turn of a component comes that the function has borrowed for longer. [`try_each`](Self::try_each)
    /// returns an error instead.
    #[track_caller]
    pub fn each(self, f: impl FnMut(&mut I)) {
        expect_visited("Every::each", type_name::<I>(), "visit", self.try_each(f));
    }

    /// Calls a function with each of them as [`each`](Self::each), or says why not.
    ///
    /// # Errors
    ///
    /// [`ViewError::Borrowed`] if one that would be visited is borrowed, see [`each`](Self::each);
    /// [`ViewError::World`] while the world is closing, or while the thread unwinds and changes are pending.
    #[track_caller]
    pub fn try_each(self, mut f: impl FnMut(&mut I)) -> Result<(), ViewError> {
        visit::<I>(true, |implementor, but| implementor.each(but, &mut f))
    }

    /// Calls a function with each enabled component and its entity, as [`each`](Self::each).
    ///
    /// # Panics
    ///
    /// As [`each`](Self::each).
    #[track_caller]
    pub fn each_with_entity(self, f: impl FnMut(Entity, &mut I)) {
        expect_visited("Every::each_with_entity", type_name::<I>(), "visit", self.try_each_with_entity(f));
    }

    /// Calls a function with each of them and its entity as [`each_with_entity`](Self::each_with_entity), or
    /// says why not.
    ///
    /// # Errors
    ///
    /// As [`try_each`](Self::try_each).
    #[track_caller]
    pub fn try_each_with_entity(self, mut f: impl FnMut(Entity, &mut I)) -> Result<(), ViewError> {
        visit::<I>(true, |implementor, but| implementor.each_with_entity(but, &mut f))
    }

    /// Calls a function with each enabled component for reading, as [`each`](Self::each). Other readers may
    /// have borrowed the components. The call does not count as a change.
    ///
    /// # Panics
    ///
    /// As [`each`](Self::each), if one is mutably borrowed; [`try_read`](Self::try_read) returns an error
    /// instead.
    #[track_caller]
    pub fn read(self, f: impl FnMut(&I)) {
        expect_visited("Every::read", type_name::<I>(), "visit", self.try_read(f));
    }

    /// Calls a function with each of them for reading as [`read`](Self::read), or says why not.
    ///
    /// # Errors
    ///
    /// As [`try_each`](Self::try_each), if one is mutably borrowed.
    #[track_caller]
    pub fn try_read(self, mut f: impl FnMut(&I)) -> Result<(), ViewError> {
        visit::<I>(false, |implementor, but| implementor.read(but, &mut f))
    }

    /// Counts the enabled components. O(types); O(components) of a type with changes that wait for a sync
    /// point.
    #[must_use]
    #[track_caller]
    pub fn count(self) -> usize {
        let Ok(core) = current() else { return 0 };
        let columns = offering_types::<I>(&core);
        columns.iter().map(|ty| enabled(&core, &core.columns.numbered(ty.number))).sum()
    }
}

/// Visits type by type; refuses before that if something would be visited that is borrowed. The function gets
/// each with the row that is left out: that of the world's own entity.
#[track_caller]
fn visit<I: ?Sized + 'static>(
    writes: bool,
    mut visit: impl FnMut(&dyn Implementor<I>, At<'_>) -> Result<(), ViewError>,
) -> Result<(), ViewError> {
    let site = CallSite::here();
    let Some(core) = world_of::<I>()? else { return Ok(()) };
    core.structural(|| {
        let types = offering_types::<I>(&core);
        for ty in &*types {
            refuse_borrowed(&core.columns.numbered(ty.number), writes)?;
        }
        for ty in &*types {
            let column = core.columns.numbered(ty.number);
            visit(ty.implementor(), column.at(core.globals.entity(), site))?;
        }
        Ok(())
    })
}

/// The current world; `None` if there is none, in which nothing offers anything.
#[track_caller]
pub(super) fn world_of<I: ?Sized + 'static>() -> Result<Option<Rc<WorldCore>>, ViewError> {
    match current() {
        Ok(core) => Ok(Some(core)),
        Err(error @ WorldError::Closing) => Err(ViewError::World { component: type_name::<I>(), error }),
        Err(_) => Ok(None),
    }
}

/// How many components are enabled, without that of the world's own entity.
fn enabled(core: &WorldCore, column: &Column) -> usize {
    let all = match column.is_flushed() {
        true => column.enabled_rows() - column.row_store.holes(),
        false => column.rows_to_visit().len(),
    };
    let own = column.find(core.globals.entity()).is_some_and(|row| column.is_due(row));
    all - usize::from(own)
}

impl<I: ?Sized> Clone for Every<I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: ?Sized> Copy for Every<I> {}

crate::base::debug_by! {
    [I: ?Sized] Every<I>, |_, f| write!(f, "every::<{}>()", WithoutPaths(type_name::<I>()))
}
