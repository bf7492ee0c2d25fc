//! [`View`] and [`ViewMut`]: what lends all components of one type.
#![expect(unsafe_code, reason = "the rows of a settled store are lent as one slice")]

use core::ops::{Deref, Index, IndexMut};
use core::ptr::NonNull;
use core::slice;
use std::rc::Rc;

use crate::component::Component;
use crate::error::{BorrowError, ViewError, fail};
use crate::handle::Handle;
use crate::ids::Entity;
use crate::store::{Site, Store, with_store};
use crate::world;

/// The rows that a view has borrowed, all in the main buffer: those that were live when it began.
struct Rows<T: 'static> {
    /// `None`: nothing of the type was ever added.
    store: Option<Rc<Store<T>>>,
    /// The first row; the main buffer does not move while the view lives.
    base: NonNull<T>,
    len: usize,
    enabled: usize,
    site: Site,
}

impl<T: Component> Rows<T> {
    fn lend(
        site: Site,
        lend: impl FnOnce(&Store<T>, u32) -> Result<(), crate::store::Conflict>,
    ) -> Result<Self, ViewError> {
        let component = T::__SPEC.name;
        let Some(store) = with_store(T::__cell(), Store::rc) else {
            return match world::current() {
                Err(error @ crate::error::WorldError::Closing) => Err(ViewError::World { component, error }),
                _ => Ok(Self { store: None, base: NonNull::dangling(), len: 0, enabled: 0, site }),
            };
        };
        crate::life::settle_for_view(&*store)?;
        let len = store.rows();
        lend(&store, len as u32).map_err(|conflict| ViewError::Borrowed {
            component,
            by: conflict.lender,
            at: conflict.at,
        })?;
        let (base, enabled) = (store.base(), store.enabled_rows());
        Ok(Self { store: Some(store), base, len, enabled, site })
    }
}

impl<T> Rows<T> {
    #[inline(always)]
    fn base(&self) -> *mut T {
        self.base.as_ptr()
    }

    #[inline(always)]
    fn row(&self, entity: Entity) -> Option<usize> {
        let (row, _) = self.store.as_ref()?.find_main(entity)?;
        ((row as usize) < self.len).then_some(row as usize)
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn fail(&self, component: &'static str, entity: Entity) -> ! {
        fail(&BorrowError::Dead { component, entity })
    }
}

impl<T> Drop for Rows<T> {
    fn drop(&mut self) {
        if let Some(store) = &self.store {
            store.lent().take_back_all(self.site);
        }
    }
}

/// Lends all components of a type for reading, as one slice: the enabled ones first, the disabled ones after.
///
/// Comes from [`Component::view`]. Index it with a [`Handle`] to follow many handles: the store is borrowed once, and each
/// access only looks the row up. Components that are added while the view lives are not in it.
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
#[must_use = "a view that is dropped at once lends nothing"]
pub struct View<T: 'static>(Rows<T>);

/// Lends all components of a type for reading and writing.
///
/// Comes from [`Component::view_mut`]. Derefs to `&[T]`; [`iter_mut`](Self::iter_mut) and [`as_mut_slice`](Self::as_mut_slice)
/// are explicit, because swapping values moves them between entities.
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
#[must_use = "a view that is dropped at once lends nothing"]
pub struct ViewMut<T: 'static>(Rows<T>);

impl<T: Component> View<T> {
    pub(crate) fn lend(site: Site) -> Result<Self, ViewError> {
        Rows::lend(site, |store, len| store.lent().share_all(len, site)).map(Self)
    }

    /// Looks a component up; `None` if it is dead or was added after the view began. O(1).
    #[inline]
    #[must_use]
    pub fn get(&self, handle: Handle<T>) -> Option<&T> {
        self.of(handle.entity())
    }
}

impl<T> View<T> {
    /// Returns all components, the enabled ones first.
    #[inline(always)]
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: the first `len` rows are live, in one allocation, and lent to this view for reading.
        unsafe { slice::from_raw_parts(self.0.base(), self.0.len) }
    }

    /// Returns the enabled components.
    #[inline]
    #[must_use]
    pub fn enabled(&self) -> &[T] {
        &self.as_slice()[..self.0.enabled]
    }

    /// Returns the disabled components.
    #[inline]
    #[must_use]
    pub fn disabled(&self) -> &[T] {
        &self.as_slice()[self.0.enabled..]
    }

    #[inline(always)]
    pub(crate) fn of(&self, entity: Entity) -> Option<&T> {
        let row = self.0.row(entity)?;
        // SAFETY: `row` is below `len`, a live row that is lent to this view for reading.
        Some(unsafe { &*self.0.base().add(row) })
    }

    /// The row of the component of the entity that has this index now.
    #[inline(always)]
    pub(crate) fn row_of_owner(&self, index: u32) -> Option<usize> {
        self.0.store.as_ref()?.row_of_owner(index).filter(|&row| row < self.0.len)
    }

    pub(crate) fn store(&self) -> Option<&Store<T>> {
        self.0.store.as_deref()
    }
}

impl<T: Component> ViewMut<T> {
    pub(crate) fn lend(site: Site) -> Result<Self, ViewError> {
        Rows::lend(site, |store, len| store.lent().lend_all(len, site)).map(Self)
    }

    /// Looks a component up; `None` if it is dead or was added after the view began. O(1).
    #[inline]
    #[must_use]
    pub fn get(&self, handle: Handle<T>) -> Option<&T> {
        let row = self.0.row(handle.entity())?;
        self.as_slice().get(row)
    }

    /// Looks a component up for writing; `None` if it is dead or was added after the view began. O(1).
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, handle: Handle<T>) -> Option<&mut T> {
        let row = self.0.row(handle.entity())?;
        // SAFETY: `row` is below `len`, a live row that is lent to this view alone.
        Some(unsafe { &mut *self.0.base().add(row) })
    }
}

impl<T> ViewMut<T> {
    /// Returns all components, the enabled ones first.
    #[inline(always)]
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: the first `len` rows are live, in one allocation, and lent to this view alone.
        unsafe { slice::from_raw_parts(self.0.base(), self.0.len) }
    }

    /// Returns all components for writing. Swapping two values moves them between their entities.
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: the first `len` rows are live, in one allocation, and lent to this view alone.
        unsafe { slice::from_raw_parts_mut(self.0.base(), self.0.len) }
    }

    /// Visits all components for writing, the enabled ones first.
    #[inline]
    pub fn iter_mut(&mut self) -> slice::IterMut<'_, T> {
        self.as_mut_slice().iter_mut()
    }

    /// Returns the enabled components.
    #[inline]
    #[must_use]
    pub fn enabled(&self) -> &[T] {
        &self.as_slice()[..self.0.enabled]
    }

    /// Returns the enabled components for writing.
    #[inline]
    #[must_use]
    pub fn enabled_mut(&mut self) -> &mut [T] {
        let enabled = self.0.enabled;
        &mut self.as_mut_slice()[..enabled]
    }

    /// Returns the disabled components.
    #[inline]
    #[must_use]
    pub fn disabled(&self) -> &[T] {
        &self.as_slice()[self.0.enabled..]
    }

    /// The row of the component of the entity that has this index now.
    #[inline(always)]
    pub(crate) fn row_of_owner(&self, index: u32) -> Option<usize> {
        self.0.store.as_ref()?.row_of_owner(index).filter(|&row| row < self.0.len)
    }

    pub(crate) fn store(&self) -> Option<&Store<T>> {
        self.0.store.as_deref()
    }
}

impl<T> Deref for View<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T> Deref for ViewMut<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T: Component> Index<Handle<T>> for View<T> {
    type Output = T;

    /// Looks a component up.
    ///
    /// # Panics
    ///
    /// If it is dead or was added after the view began; [`View::get`] is the soft form.
    #[inline]
    #[track_caller]
    fn index(&self, handle: Handle<T>) -> &T {
        match self.get(handle) {
            Some(value) => value,
            None => self.0.fail(T::__SPEC.name, handle.entity()),
        }
    }
}

impl<T: Component> Index<Handle<T>> for ViewMut<T> {
    type Output = T;

    /// Looks a component up.
    ///
    /// # Panics
    ///
    /// If it is dead or was added after the view began; [`ViewMut::get`] is the soft form.
    #[inline]
    #[track_caller]
    fn index(&self, handle: Handle<T>) -> &T {
        match self.get(handle) {
            Some(value) => value,
            None => self.0.fail(T::__SPEC.name, handle.entity()),
        }
    }
}

impl<T: Component> IndexMut<Handle<T>> for ViewMut<T> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, handle: Handle<T>) -> &mut T {
        match self.0.row(handle.entity()) {
            // SAFETY: `row` is below `len`, a live row that is lent to this view alone.
            Some(row) => unsafe { &mut *self.0.base().add(row) },
            None => self.0.fail(T::__SPEC.name, handle.entity()),
        }
    }
}

impl<T> Index<usize> for View<T> {
    type Output = T;

    /// Returns the component in a place of the slice. Places change; keep a [`Handle`] to find a component again.
    #[inline]
    #[track_caller]
    fn index(&self, place: usize) -> &T {
        &self.as_slice()[place]
    }
}

impl<T> Index<usize> for ViewMut<T> {
    type Output = T;

    /// Returns the component in a place of the slice. Places change; keep a [`Handle`] to find a component again.
    #[inline]
    #[track_caller]
    fn index(&self, place: usize) -> &T {
        &self.as_slice()[place]
    }
}

impl<'v, T> IntoIterator for &'v View<T> {
    type Item = &'v T;
    type IntoIter = slice::Iter<'v, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'v, T> IntoIterator for &'v ViewMut<T> {
    type Item = &'v T;
    type IntoIter = slice::Iter<'v, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'v, T> IntoIterator for &'v mut ViewMut<T> {
    type Item = &'v mut T;
    type IntoIter = slice::IterMut<'v, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
