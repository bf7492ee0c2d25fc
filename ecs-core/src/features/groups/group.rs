//! [`Group`]: the entities that pass a filter, with those that came and went since the last look.

use core::any::TypeId;
use core::marker::PhantomData;
use core::mem::swap;
use std::rc::Rc;

use crate::error::or_fail;
use crate::ids::Entity;
use crate::life::shows;
use crate::query::{QueryFilter, query};
use crate::world::{WorldCore, current_if_any, peek};

use super::followed::{Shared, lock};
use super::membership::Membership;

/// Lists the entities that pass a filter, and the entities that joined and left the list since the last
/// refresh.
///
/// A group is a plain value: keep it where you use it, and [refresh](Self::refresh) it once a frame. The
/// filter works as in a [query](crate::query()): a disabled component counts as missing.
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
///
/// # What it finds
///
/// Groups of one filter share a list, which [observers](crate::observe) keep up to date:
///
/// - An entity that leaves and returns between two calls of `refresh` is in [`removed`](Self::removed) and in
///   [`added`](Self::added). So is an entity of which `insert` has replaced a component. An entity that came
///   and left between two calls is in neither.
/// - A component that is borrowed when it is disabled or killed counts from the next sync point on.
/// - `refresh` is O(1) if no entity came or left, and otherwise O(the length of the list). The first call
///   visits all entities; from then on the types of the filter are observed as long as a group of it lives.
///
/// A filter that needs no type, such as `Without<Frozen>` alone, or that asks for [changes](crate::Changed),
/// has no list: each refresh runs the query, and compares.
///
/// The idea is that of dustArtemis's entity groups.
pub struct Group<F: QueryFilter> {
    active: Vec<Entity>,
    before: Vec<Entity>,
    added: Vec<Entity>,
    removed: Vec<Entity>,
    reading: Option<GroupReading>,
    filter: PhantomData<fn() -> F>,
}

/// The place of a group in a list that it shares with others.
struct GroupReading {
    list: Shared,
    /// The number of its reader.
    reader: u64,
    /// The number of the world whose list it is.
    world: u64,
}

impl<F: QueryFilter> Group<F> {
    /// Whether a list of those that pass can be kept up to date.
    const IS_FOLLOWED: bool = F::NEEDS_SOME && !F::LOOKS_BACK && !F::SEES_DISABLED;

    /// Brings the lists up to date. O(1) if no entity has joined or left.
    ///
    /// # Panics
    ///
    /// While the world is closing, and in a parallel pass.
    #[track_caller]
    pub fn refresh(&mut self) {
        if !Self::IS_FOLLOWED {
            return self.compare_with(|active| active.extend(&query::<Entity>().filter::<F>()));
        }
        let world = or_fail(current_if_any());
        // What had to wait is told now, if it can be.
        world.iter().for_each(|core| core.sync());
        let number = world.as_ref().map(|core| core.ticker.number());
        let reading = self.reading.as_mut().filter(|reading| Some(reading.world) == number);
        if let Some(GroupReading { list, reader, .. }) = reading {
            lock(list).read(*reader, &mut self.added, &mut self.removed);
            return self.apply();
        }
        self.reading = world.as_ref().map(GroupReading::begin::<F>);
        let list = self.reading.as_ref().map(|reading| reading.list.clone());
        self.compare_with(|active| list.iter().for_each(|list| active.extend(lock(list).members())));
    }

    /// Lists all that pass, and compares them with those before.
    fn compare_with(&mut self, list: impl FnOnce(&mut Vec<Entity>)) {
        swap(&mut self.active, &mut self.before);
        self.active.clear();
        list(&mut self.active);
        self.active.sort_unstable();
        list_missing(&self.active, &self.before, &mut self.added);
        list_missing(&self.before, &self.active, &mut self.removed);
    }

    /// Takes out what went, and puts in what came.
    fn apply(&mut self) {
        if self.added.is_empty() && self.removed.is_empty() {
            return;
        }
        list_missing(&self.active, &self.removed, &mut self.before);
        swap(&mut self.active, &mut self.before);
        self.active.extend_from_slice(&self.added);
        // Two runs that are sorted: this merges them.
        self.active.sort();
    }
}

impl<F: QueryFilter> Group<F> {
    /// Makes an empty group; call [`refresh`](Self::refresh) to fill it.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            active: Vec::new(),
            before: Vec::new(),
            added: Vec::new(),
            removed: Vec::new(),
            reading: None,
            filter: PhantomData,
        }
    }

    /// Returns the entities that passed at the last refresh, the lowest index first.
    #[must_use]
    pub fn active(&self) -> &[Entity] {
        &self.active
    }

    /// Returns the entities that joined the list with the last refresh.
    #[must_use]
    pub fn added(&self) -> &[Entity] {
        &self.added
    }

    /// Returns the entities that left the list with the last refresh; some may be dead, and some may have
    /// joined again.
    #[must_use]
    pub fn removed(&self) -> &[Entity] {
        &self.removed
    }

    /// Says whether the entity passed at the last refresh. O(log n).
    #[must_use]
    pub fn contains(&self, entity: Entity) -> bool {
        self.active.binary_search(&entity).is_ok()
    }
}

impl GroupReading {
    /// Begins to read the list of a filter in a world.
    fn begin<F: QueryFilter>(core: &Rc<WorldCore>) -> Self {
        let (filter, groups) = (TypeId::of::<F>(), &core.parts.groups);
        let list = groups.list_of(filter).unwrap_or_else(|| {
            let columns = F::columns(Some(core));
            let candidates = match F::fewest(&columns) {
                Some(_) => F::list(&columns).into_vec(),
                None => core.entities.borrow().iter().collect(),
            };
            let passes = |&entity: &Entity| F::holds(&|component| shows(core, entity, component));
            let mut types = Vec::new();
            F::each_type(&mut |component| types.push(component));
            let list = groups.follow(core, filter, &types, F::holds);
            *lock(&list) = Membership::of(candidates.into_iter().filter(passes).collect());
            list
        });
        let reader = lock(&list).add_reader();
        Self { list, reader, world: core.ticker.number() }
    }
}

impl Drop for GroupReading {
    fn drop(&mut self) {
        lock(&self.list).remove_reader(self.reader);
        // Without it nobody holds the list, if this is the last group.
        self.list = Shared::default();
        // At once, if this is its world. Elsewhere it is forgotten when its turn would have come.
        peek(|core| {
            if core.ticker.number() == self.world && !core.is_visited_by_threads() {
                core.parts.groups.forget_ended(core);
            }
        });
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

crate::base::default_by!([F: QueryFilter] Group<F>, Self::new());

crate::base::debug_by! {
    [F: QueryFilter] Group<F>, |this, f| f.debug_struct("Group")
        .field("active", &this.active)
        .field("added", &this.added)
        .field("removed", &this.removed)
        .finish_non_exhaustive()
}
