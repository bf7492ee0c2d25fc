//! Change detection: [`Tracked`], and what a handle to such a component says of changes.

use crate::column::Column;
use crate::component::Component;
use crate::reach::Handle;
use crate::store::{Store, with_store};
use crate::ticks::Tick;

/// A component type whose changes are tracked: `#[component(track)]`.
///
/// The derive implements the trait. For such a type [`Handle::changed_since`] and [`Handle::added_since`] say
/// whether a component has changed since a [`Tick`], and with the filters [`Changed`](crate::Changed) and
/// [`Added`](crate::Added) a query visits only changed or new components.
///
/// A change is a borrow for writing; values are not compared:
///
/// - The end of a `RefMut`, or of a hook that takes `&mut self`, `&mut T` or `Option<&mut T>`, also if the
///   hook panics.
/// - In a mutable view: the components looked up by `view[handle]`, `get_mut`, `get_many_mut` or
///   `write_many`; all components, if a slice or an iterator of all was requested.
/// - In a query with `&mut T` and in a pass: the visited components; in a query with [`Mut<T>`](crate::Mut):
///   the written ones.
/// - `insert` over a value. A new component is added and changed; a component taken from a pool is added
///   again.
///
/// Reading, sorting, enabling and the end of other components are no changes. No change is missed: if a
/// component is changed after [`World::tick`](crate::World::tick) was called, `changed_since` with that tick
/// is true as soon as the borrow has ended: for views, queries and siblings at the latest when the whole
/// view, query or pass has ended. A change by a guard that is forgotten (`mem::forget`) is not found.
///
/// It costs 16 bytes for each component, and time at each borrow for writing. A type without the key costs
/// nothing.
///
/// ```
/// use ecs_core::{Changed, Component, Entity, World, query};
///
/// #[derive(Component)]
/// #[component(track)]
/// struct Health(u32);
///
/// let bats: Vec<_> = (0..3).map(|n| Entity::spawn().insert(Health(n))).collect();
/// let seen = World::tick();
/// bats[1].borrow_mut().0 = 7;
/// assert!(bats[1].changed_since(seen) && !bats[0].changed_since(seen));
///
/// let hurt = query::<&Health>().filter::<Changed<Health>>().since(seen).count();
/// assert_eq!(hurt, 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "the changes of `{Self}` are not tracked",
    label = "this type is not tracked",
    note = "write `#[component(track)]` above `{Self}`"
)]
pub trait Tracked: Component {}

// The bound stands at each method, so that an error says what to do.
impl<T: Component> Handle<T> {
    /// Says whether the component was changed, or added, after a moment that
    /// [`World::tick`](crate::World::tick) has returned; `false` if it is dead. O(1). [`Tracked`] says what a
    /// change is.
    #[must_use]
    #[track_caller]
    pub fn changed_since(self, tick: Tick) -> bool
    where
        T: Tracked,
    {
        self.is_after(tick, Column::changed_at)
    }

    /// Says whether the component was added after a moment that [`World::tick`](crate::World::tick) has
    /// returned; `false` if it is dead. O(1).
    ///
    /// ```
    /// use ecs_core::{Component, Entity, World};
    ///
    /// #[derive(Component)]
    /// #[component(track)]
    /// struct Health(u32);
    ///
    /// let old = Entity::spawn().insert(Health(1));
    /// let seen = World::tick();
    /// let new = Entity::spawn().insert(Health(1));
    /// old.borrow_mut().0 = 2;
    /// assert!(new.added_since(seen) && !old.added_since(seen));
    /// ```
    #[must_use]
    #[track_caller]
    pub fn added_since(self, tick: Tick) -> bool
    where
        T: Tracked,
    {
        self.is_after(tick, |column: &Column, row| column.row_store.added_at(row))
    }

    #[track_caller]
    fn is_after(self, tick: Tick, at: impl Fn(&Column, u32) -> Option<Tick>) -> bool {
        let is_after = |store: &Store<T>| {
            let at = store.find(self.entity()).and_then(|row| at(store, row));
            at.is_some_and(|at| at > store.world.ticker.since_kept(tick))
        };
        with_store(T::__cell(), is_after).unwrap_or(false)
    }
}
