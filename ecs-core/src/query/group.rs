//! [`Group`]: the entities that pass a filter, with those that came and went since the last look.

use core::fmt;
use core::marker::PhantomData;
use core::mem::swap;

use crate::ids::Entity;

use super::filter::QueryFilter;
use super::query::query;

/// Lists the entities that pass a filter, and which came and which went between two looks.
///
/// A plain value: keep it where it is used, and [refresh](Self::refresh) it once a frame. What passes is
/// decided by the filter, as in a [query](super::query()): a disabled component counts as if it were not
/// there. The idea is that of dustArtemis's entity groups; here nothing has to be notified when an entity
/// changes.
///
/// ```
/// use ecs_core::{Component, Entity, Group, With, Without};
///
/// #[derive(Component, Default)]
/// struct Enemy;
///
/// #[derive(Component, Default)]
/// struct Frozen;
///
/// let mut moving = Group::<(With<Enemy>, Without<Frozen>)>::new();
/// let (bat, rat) = (Entity::spawn(), Entity::spawn());
/// bat.add::<Enemy>();
/// rat.add::<Enemy>();
/// moving.refresh();
/// assert_eq!(moving.added(), [bat, rat]);
///
/// rat.add::<Frozen>();
/// moving.refresh();
/// assert_eq!((moving.active(), moving.removed()), (&[bat][..], &[rat][..]));
/// ```
pub struct Group<F: QueryFilter> {
    active: Vec<Entity>,
    before: Vec<Entity>,
    added: Vec<Entity>,
    removed: Vec<Entity>,
    filter: PhantomData<fn() -> F>,
}

impl<F: QueryFilter> Group<F> {
    /// Makes a group that has not looked yet: it is empty.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            active: Vec::new(),
            before: Vec::new(),
            added: Vec::new(),
            removed: Vec::new(),
            filter: PhantomData,
        }
    }

    /// Looks again. Costs by the entities that pass, or by those of the type with the fewest components that
    /// the filter needs.
    #[track_caller]
    pub fn refresh(&mut self) {
        swap(&mut self.active, &mut self.before);
        self.active.clear();
        self.active.extend(&query::<Entity>().filter::<F>());
        self.active.sort_unstable();
        list_missing(&self.active, &self.before, &mut self.added);
        list_missing(&self.before, &self.active, &mut self.removed);
    }

    /// Returns the entities that passed at the last look, the lowest index first.
    #[must_use]
    pub fn active(&self) -> &[Entity] {
        &self.active
    }

    /// Returns those that passed at the last look and not at the one before.
    #[must_use]
    pub fn added(&self) -> &[Entity] {
        &self.added
    }

    /// Returns those that did not pass at the last look any more; some may be dead.
    #[must_use]
    pub fn removed(&self) -> &[Entity] {
        &self.removed
    }

    /// Says whether the entity passed at the last look. O(log n).
    #[must_use]
    pub fn contains(&self, entity: Entity) -> bool {
        self.active.binary_search(&entity).is_ok()
    }
}

/// Lists what is among the first and not among the others, both of which are sorted.
fn list_missing(these: &[Entity], mut others: &[Entity], missing: &mut Vec<Entity>) {
    missing.clear();
    for &entity in these {
        while others.first().is_some_and(|&other| other < entity) {
            others = &others[1..];
        }
        if others.first() != Some(&entity) {
            missing.push(entity);
        }
    }
}

impl<F: QueryFilter> Default for Group<F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F: QueryFilter> fmt::Debug for Group<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { active, added, removed, .. } = self;
        f.debug_struct("Group")
            .field("active", active)
            .field("added", added)
            .field("removed", removed)
            .finish_non_exhaustive()
    }
}
