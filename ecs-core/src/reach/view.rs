//! [`View`] and [`ViewMut`]: what borrows all components of one type.

use core::ops::{Index, IndexMut};
use core::{fmt, slice};

use super::handle::Handle;
use crate::base::CallSite;
use crate::borrow::{Borrower, HookName};
use crate::column::Column;
use crate::component::{Component, Viewable};
use crate::error::{ViewError, WorldError};
use crate::ids::Entity;
use crate::spec::{name_of, spec};
use crate::store::{Layout, Store};
use crate::terms::{Opening, Rows, ShowRows};
use crate::{life, world};

/// The rows of a store for a view or a hook, if they can be had.
type RowsOf<T, const MUT: bool> = Result<Rows<'static, T, MUT>, ViewError>;

/// Borrows the rows of a type, which is flushed first.
#[track_caller]
pub(crate) fn borrow_rows<T: Component, const MUT: bool>(site: CallSite) -> RowsOf<T, MUT> {
    let borrower = match T::__Layout::IS_SPLIT {
        false => Borrower::of_view(MUT),
        true if MUT => Borrower::ColumnsMut,
        true => Borrower::Columns,
    };
    borrow_rows_as(borrower, site)
}

/// As [`borrow_rows`], to what messages call so.
#[track_caller]
fn borrow_rows_as<T: Component, const MUT: bool>(borrower: Borrower, site: CallSite) -> RowsOf<T, MUT> {
    let Some(store) = T::__cell().store().map(Store::rc) else {
        admit_none(name_of::<T>())?;
        return Ok(Rows::none(site));
    };
    life::flush_for_view(&store)?;
    match Rows::borrow(store, borrower, site) {
        Ok(mut rows) => {
            if const { MUT && spec::<T>().tracked } {
                rows.begin_span();
            }
            Ok(rows)
        }
        Err(conflict) => Err(ViewError::borrowed(name_of::<T>(), conflict)),
    }
}

/// Says whether a type without a store can be borrowed: not while the world closes.
#[cold]
#[track_caller]
fn admit_none(component: &'static str) -> Result<(), ViewError> {
    match world::current() {
        Err(error @ WorldError::Closing) => Err(ViewError::World { component, error }),
        _ => Ok(()),
    }
}

/// Opens the rows of a type for a pass: row by row, as [`visit`] does, or as a whole.
#[track_caller]
pub(crate) fn open<T: Component, const MUT: bool>(opening: &Opening<'_>) -> RowsOf<T, MUT> {
    if opening.for_threads {
        return borrow_rows_as(Borrower::of_whole(opening.hook, name_of::<T>(), MUT), opening.site);
    }
    if !T::__cell().is_found() {
        admit_none(name_of::<T>())?;
    }
    Ok(visit(opening))
}

/// Opens the rows of a type for a visit row by row, in order or not. The type is flushed first. The
/// caller has refused if the world is closing.
#[inline(always)]
#[track_caller]
pub(crate) fn visit<T: Component, const MUT: bool>(opening: &Opening<'_>) -> Rows<'static, T, MUT> {
    let Some(store) = T::__cell().store().map(Store::rc) else { return Rows::none(opening.site) };
    if store.row_store.holes() != 0 || store.lifecycle.is_queued() {
        settle(&store);
    }
    let mut rows = Rows::visit(store, opening);
    if const { MUT && spec::<T>().tracked } {
        rows.begin_span();
    }
    rows
}

/// Flushes a type. If it cannot be brought in order now, each row is looked up.
#[cold]
#[inline(never)]
fn settle(column: &Column) {
    let _ = life::flush_for_view(column);
}

/// Borrows the rows of a type, which is flushed first, with what a view shows.
#[track_caller]
pub(crate) fn borrow_for_view<T: Component, const MUT: bool>(site: CallSite) -> RowsOf<T, MUT> {
    borrow_rows(site).map(Rows::with_places)
}

/// Borrows a whole type for reading: all its components as one slice, the enabled ones first, the disabled
/// ones after.
///
/// Returned by [`Component::view`]. Index it with a [`Handle`] to follow many handles: the type is borrowed
/// once, and each access is only a look-up. Components that are added while the view lives are not in it.
///
/// ```
/// use ecs_core::{Component, Entity};
///
/// #[derive(Component)]
/// struct Health(u32);
///
/// let a = Entity::spawn().insert(Health(10));
/// let b = Entity::spawn().insert(Health(20));
/// let view = Health::view();
/// assert_eq!(view[b].0, 20);
/// assert_eq!(view.iter().map(|health| health.0).sum::<u32>(), 30);
/// # let _ = a;
/// ```
///
/// The view that [`Component::view`] returns lives until it is dropped: `'static`. The view of a hook or
/// system lives for one run, `'w`, and cannot be stored.
#[must_use = "a view ends its borrow as soon as it is dropped"]
pub struct View<'w, T: 'static>(pub(super) Rows<'w, T, false>);

/// Borrows a whole type for reading and writing: all its components as one slice.
///
/// Returned by [`Component::view_mut`]. Derefs to `&[T]`. To write, call [`iter_mut`](Self::iter_mut) or
/// [`as_mut_slice`](Self::as_mut_slice): swapping values moves them between entities.
///
/// ```
/// use ecs_core::{Component, Entity};
///
/// #[derive(Component)]
/// struct Health(u32);
///
/// let a = Entity::spawn().insert(Health(10));
/// let mut view = Health::view_mut();
/// view[a].0 += 5;
/// for health in &mut view {
///     health.0 *= 2;
/// }
/// assert_eq!(view[a].0, 30);
/// ```
///
/// The view that [`Component::view_mut`] returns lives until it is dropped: `'static`. The view of a system
/// lives for one run, `'w`, and cannot be stored.
#[must_use = "a view ends its borrow as soon as it is dropped"]
pub struct ViewMut<'w, T: 'static>(pub(super) Rows<'w, T, true>);

impl<T: Viewable> View<'static, T> {
    /// Borrows all components.
    #[track_caller]
    pub(crate) fn borrow(site: CallSite) -> Result<Self, ViewError> {
        borrow_for_view(site).map(Self)
    }

    /// Borrows all components for a hook that takes them so.
    pub(crate) fn borrow_for_hook(opening: &Opening<'_>) -> Result<Rows<'static, T, false>, ViewError> {
        let parameter = name_of::<T>();
        let borrower = match opening.hook {
            Some(HookName { component, hook }) => Borrower::ViewParameter { component, hook, parameter },
            None => Borrower::View,
        };
        borrow_rows_as(borrower, opening.site).map(Rows::with_places)
    }
}

impl<T> ShowRows for View<'static, T> {
    type Value = T;
    type Shown<'w> = View<'w, T>;

    #[inline(always)]
    fn show(rows: Rows<'_, T, false>) -> View<'_, T> {
        View(rows)
    }
}

impl<'w, T: Viewable> View<'w, T> {
    /// Reborrows rows that a view shows.
    #[inline]
    pub(crate) fn again(rows: &'w Rows<'static, T, false>) -> Self {
        Self(rows.again())
    }
}

impl<T: Viewable> ViewMut<'static, T> {
    /// Borrows all components.
    #[track_caller]
    pub(crate) fn borrow(site: CallSite) -> Result<Self, ViewError> {
        borrow_for_view(site).map(Self)
    }
}

impl<'w, T: Viewable> ViewMut<'w, T> {
    /// Reborrows rows that a view shows.
    #[inline]
    pub(crate) fn again(rows: &'w mut Rows<'static, T, true>) -> Self {
        Self(rows.again())
    }
}

impl<T: Component> ViewMut<'_, T> {
    /// Looks a component up for writing; `None` if it is dead or was added after the view began. O(1).
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, handle: Handle<T>) -> Option<&mut T> {
        self.0.get_mut(handle.entity())
    }

    /// Returns all components for writing. Swapping two values moves them between their entities.
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.note_changes(self.len());
        self.0.slice_mut()
    }

    /// Visits all components for writing, the enabled ones first.
    #[inline]
    pub fn iter_mut(&mut self) -> slice::IterMut<'_, T> {
        self.as_mut_slice().iter_mut()
    }

    /// Returns the enabled components for writing.
    #[inline]
    #[must_use]
    pub fn enabled_mut(&mut self) -> &mut [T] {
        let enabled = self.0.enabled();
        self.note_changes(enabled);
        &mut self.0.slice_mut()[..enabled]
    }

    /// Notes that a component is borrowed for writing, if its type is tracked.
    #[inline(always)]
    pub(super) fn note_change(&self, row: usize) {
        if const { spec::<T>().tracked } {
            self.0.note_change(row);
        }
    }

    /// Notes that the first ones are borrowed for writing, if their type is tracked.
    #[inline(always)]
    pub(super) fn note_changes(&self, len: usize) {
        if const { spec::<T>().tracked } {
            self.0.note_changes(0..len);
        }
    }
}

/// What both views have: all that reads.
macro_rules! reads {
    ($View:ident) => {
        impl<T: Component> $View<'_, T> {
            /// Looks a component up; `None` if it is dead or was added after the view began. O(1).
            #[inline]
            #[must_use]
            pub fn get(&self, handle: Handle<T>) -> Option<&T> {
                self.0.get(handle.entity())
            }

            /// Returns the place in the slice where a component lies; `None` if it is dead or was added after
            /// the view began. O(1). Places change; [`entity_at`](Self::entity_at) is the way back.
            ///
            /// ```
            /// use ecs_core::{Component, Entity};
            ///
            /// #[derive(Component)]
            /// struct Slot(u32);
            ///
            /// let slots: Vec<_> = (0..3).map(|n| Entity::spawn().insert(Slot(n))).collect();
            /// let view = Slot::view();
            /// assert_eq!(view.position_of(slots[2]), Some(2));
            /// assert_eq!(view.entity_at(2), Some(slots[2].entity()));
            /// ```
            #[inline]
            #[must_use]
            pub fn position_of(&self, handle: Handle<T>) -> Option<usize> {
                self.0.row(handle.entity())
            }

            /// Returns all components, the enabled ones first.
            #[inline(always)]
            #[must_use]
            pub fn as_slice(&self) -> &[T] {
                self.0.slice()
            }

            /// Returns the enabled components.
            #[inline]
            #[must_use]
            pub fn enabled(&self) -> &[T] {
                &self.as_slice()[..self.0.enabled()]
            }

            /// Returns the disabled components.
            #[inline]
            #[must_use]
            pub fn disabled(&self) -> &[T] {
                &self.as_slice()[self.0.enabled()..]
            }

            /// Returns the entity of the component in a place of the slice, dead or alive; `None` beyond the
            /// end.
            #[inline]
            #[must_use]
            pub fn entity_at(&self, place: usize) -> Option<Entity> {
                self.0.entity(place)
            }

            /// Visits all components with their entities, the enabled ones first.
            ///
            /// ```
            /// use ecs_core::{Component, Entity};
            ///
            /// #[derive(Component)]
            /// struct Health(u32);
            ///
            /// let a = Entity::spawn().insert(Health(10)).entity();
            /// for (entity, health) in Health::view().iter_with_entity() {
            ///     assert_eq!((entity, health.0), (a, 10));
            /// }
            /// ```
            #[inline]
            pub fn iter_with_entity(
                &self,
            ) -> impl ExactSizeIterator<Item = (Entity, &T)> + DoubleEndedIterator {
                let entity = |place| self.0.entity(place).unwrap_or_default();
                self.as_slice().iter().enumerate().map(move |(place, value)| (entity(place), value))
            }
        }

        crate::base::debug_by!([T: Component + fmt::Debug] $View<'_, T>, |this, f| this.as_slice().fmt(f));

        crate::base::deref_by!([T: Component] $View<'_, T> => [T], |this| this.as_slice());

        impl<T: Component> Index<Handle<T>> for $View<'_, T> {
            type Output = T;

            /// Looks a component up.
            ///
            /// # Panics
            ///
            /// If it is dead or was added after the view began; `get` is the soft form.
            #[inline]
            #[track_caller]
            fn index(&self, handle: Handle<T>) -> &T {
                self.0.expect(name_of::<T>(), handle.entity())
            }
        }

        impl<T: Component> Index<usize> for $View<'_, T> {
            type Output = T;

            /// Returns the component in a place of the slice. Places change; keep a [`Handle`] to find a
            /// component again.
            #[inline]
            #[track_caller]
            fn index(&self, place: usize) -> &T {
                &self.as_slice()[place]
            }
        }

        crate::base::into_iter_by! {
            ['v, T: Component] &'v $View<'_, T> => slice::Iter<'v, T>, |this| this.iter()
        }
    };
}

reads!(View);
reads!(ViewMut);

impl<T: Component> IndexMut<Handle<T>> for ViewMut<'_, T> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, handle: Handle<T>) -> &mut T {
        self.0.expect_mut(name_of::<T>(), handle.entity())
    }
}

crate::base::into_iter_by! {
    ['v, T: Component] &'v mut ViewMut<'_, T> => slice::IterMut<'v, T>, |this| this.iter_mut()
}
