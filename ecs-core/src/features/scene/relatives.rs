//! Going up and down from an [`Entity`]: [`Relatives`] are those below another one, [`Ancestors`] those above
//! it.

use std::vec;

use crate::column::Column;
use crate::component::PerEntity;
use crate::ids::Entity;
use crate::links::Forest;
use crate::reach::Handle;
use crate::store::with_store;
use crate::world::{WorldCore, current, with_current};

impl Entity {
    /// Returns the parent; `None` if the entity has none, or is dead. O(1).
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn parent(self) -> Option<Self> {
        with_current(|core| core.parent(self)).ok()?
    }

    /// Yields the children, in their order; none if the entity is dead.
    ///
    /// The iterator borrows nothing: the loop may attach, detach, despawn and spawn. It visits the entities
    /// that were children when it was made and still are when the loop comes to them; an entity that was
    /// detached or attached again is skipped. O(children).
    ///
    /// ```
    /// # use ecs_core::Entity;
    /// let ship = Entity::spawn();
    /// (0..3).for_each(|_| drop(Entity::spawn().child_of(ship)));
    /// for child in ship.children() {
    ///     child.child_of(ship); // attached anew: not visited again
    /// }
    /// assert_eq!(ship.children().count(), 3);
    /// ```
    #[track_caller]
    pub fn children(self) -> Relatives {
        Relatives::list(|core| core.children(self))
    }

    /// Returns the first child; `None` if the entity has none, or is dead. O(1).
    #[must_use]
    #[track_caller]
    pub fn first_child(self) -> Option<Self> {
        relative(self, |forest, index| forest.children(index).next())
    }

    /// Returns the next child of the same parent; `None` if the entity is the last, has no parent or is dead.
    /// O(1): who looks at a part of many children need not list them all.
    ///
    /// ```
    /// # use ecs_core::Entity;
    /// let ship = Entity::spawn();
    /// let [bow, stern] = [(); 2].map(|()| Entity::spawn().child_of(ship));
    /// assert_eq!((ship.first_child(), bow.next_sibling()), (Some(bow), Some(stern)));
    /// assert_eq!(stern.next_sibling(), None);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn next_sibling(self) -> Option<Self> {
        relative(self, |forest, index| forest.children_behind(index).next())
    }

    /// Yields all below the entity, each before its children; none if the entity is dead.
    ///
    /// As [`children`](Self::children), the iterator borrows nothing, and visits those that were below when
    /// it was made. What has died, was detached or was attached anew is passed over itself; what is below
    /// that still comes. O(those below).
    #[track_caller]
    pub fn descendants(self) -> Relatives {
        Relatives::list(|core| core.below(self))
    }

    /// Yields the parent, the parent of that, and so on.
    ///
    /// The iterator borrows nothing. It ends where a link was made after it.
    #[track_caller]
    pub fn ancestors(self) -> Ancestors {
        Ancestors { at: self, since: attached() }
    }

    /// Returns the topmost entity above this one; the entity itself if it has no parent. O(depth).
    #[must_use]
    #[track_caller]
    pub fn root(self) -> Self {
        self.ancestors().last().unwrap_or(self)
    }

    /// Finds the nearest `T` at or above the entity: its own, or its parent's, or the one above that.
    /// O(depth).
    ///
    /// ```
    /// # use ecs_core::{Component, Entity};
    /// #[derive(Component)]
    /// struct Team(u8);
    ///
    /// let ship = Entity::spawn().with(Team(2));
    /// let lamp = Entity::spawn().child_of(ship);
    /// assert_eq!(lamp.up::<Team>().map(|team| team.borrow().0), Some(2));
    /// ```
    #[must_use]
    #[track_caller]
    pub fn up<T: PerEntity>(self) -> Option<Handle<T>> {
        with_store(T::__cell(), |store| nearest(store, self))?.map(Handle::new)
    }

    /// Finds the first `T` below the entity: of its first child, or below that, or of the next child. The
    /// entity's own does not count. O(those below).
    #[must_use]
    #[track_caller]
    pub fn down<T: PerEntity>(self) -> Option<Handle<T>> {
        with_store(T::__cell(), |store| first_below(store, self))?.map(Handle::new)
    }

    /// Yields each `T` below the entity, that of a parent before those of its children. The entity's own does
    /// not count.
    ///
    /// As [`descendants`](Self::descendants), the iterator borrows nothing.
    ///
    /// ```
    /// # use ecs_core::{Component, Entity};
    /// #[derive(Component, Default)]
    /// struct Gun { shots: u32 }
    ///
    /// let ship = Entity::spawn();
    /// (0..3).for_each(|_| drop(Entity::spawn().with(Gun::default()).child_of(ship)));
    /// for gun in ship.all_down::<Gun>() {
    ///     gun.borrow_mut().shots += 1;
    /// }
    /// ```
    #[track_caller]
    pub fn all_down<T: PerEntity>(self) -> impl Iterator<Item = Handle<T>> + use<T> {
        self.descendants().map(Handle::new).filter(|handle: &Handle<T>| handle.is_alive())
    }
}

/// Another entity, by its index in the forest of a living one.
#[track_caller]
fn relative(entity: Entity, find: impl FnOnce(&Forest, u32) -> Option<u32>) -> Option<Entity> {
    let core = current().ok()?;
    let found = find(&*core.forest_of(entity)?, entity.index())?;
    Some(core.entities.borrow().at(found))
}

/// The nearest entity at or above one that has a component of the column.
fn nearest(column: &Column, entity: Entity) -> Option<Entity> {
    if column.find(entity).is_some() {
        return Some(entity);
    }
    let core = &column.world;
    let (forest, entities) = (core.forest_of(entity)?, core.entities.borrow());
    let above = forest.ancestors(entity.index()).find(|&above| column.row_of_index(above).is_some())?;
    Some(entities.at(above))
}

/// The first entity below one that has a component of the column.
fn first_below(column: &Column, entity: Entity) -> Option<Entity> {
    let core = &column.world;
    let (forest, entities) = (core.forest_of(entity)?, core.entities.borrow());
    let below = forest.below(entity.index()).find(|&below| column.row_of_index(below).is_some())?;
    Some(entities.at(below))
}

/// A moment among the attachments of a world.
#[derive(Clone, Copy, Default)]
struct Attached {
    /// How often an entity was attached until then.
    count: u64,
    /// How often the world had gone back to a snapshot.
    era: u64,
}

/// The moment now in the current world.
fn attached() -> Attached {
    let now = |core: &WorldCore| Attached { count: core.forest.borrow().attached(), era: core.ticker.era() };
    with_current(|core| now(core)).unwrap_or_default()
}

/// Says whether an entity lives, and still has the parent that it had at a moment; `false` if the world has
/// gone back since.
fn is_attached_since(entity: Entity, since: Attached) -> bool {
    let serial = |core: &WorldCore| core.forest_of(entity)?.serial(entity.index());
    let is_it = |core: &WorldCore| {
        core.ticker.era() == since.era && serial(core).is_some_and(|serial| serial <= since.count)
    };
    with_current(|core| is_it(core)).unwrap_or(false)
}

/// The entities below another one. Comes from [`Entity::children`] and [`Entity::descendants`]. It ends where
/// its world goes back to a snapshot.
#[derive(Clone)]
pub struct Relatives {
    entities: vec::IntoIter<Entity>,
    since: Attached,
}

impl Relatives {
    #[track_caller]
    fn list(list: impl FnOnce(&WorldCore) -> Vec<Entity>) -> Self {
        let entities = current().map_or_else(|_| Vec::new(), |core| list(&core)).into_iter();
        Self { entities, since: attached() }
    }
}

impl Iterator for Relatives {
    type Item = Entity;

    fn next(&mut self) -> Option<Entity> {
        self.entities.find(|&entity| is_attached_since(entity, self.since))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.entities.len()))
    }
}

impl DoubleEndedIterator for Relatives {
    fn next_back(&mut self) -> Option<Entity> {
        self.entities.rfind(|&entity| is_attached_since(entity, self.since))
    }
}

impl core::iter::FusedIterator for Relatives {}

crate::base::debug_by!([] Relatives, |this, f| f.debug_list().entries(this.clone()).finish());

/// The entities above another one, the nearest first. Comes from [`Entity::ancestors`]. It ends where its
/// world goes back to a snapshot.
#[derive(Clone)]
pub struct Ancestors {
    at: Entity,
    since: Attached,
}

impl Iterator for Ancestors {
    type Item = Entity;

    fn next(&mut self) -> Option<Entity> {
        let parent = is_attached_since(self.at, self.since).then(|| self.at.parent()).flatten();
        self.at = parent.unwrap_or_default();
        parent
    }
}

impl core::iter::FusedIterator for Ancestors {}

crate::base::debug_by!([] Ancestors, |this, f| f.debug_list().entries(this.clone()).finish());
