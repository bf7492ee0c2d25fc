//! [`Query::get`] and its kin: what entities have that are asked for one by one.

use core::borrow::Borrow;

use crate::error::{QueryError, or_fail};
use crate::ids::Entity;
use crate::iterate::Filtered;

use super::data::QueryData;
use super::filter::{Passes, QueryFilter};
use super::query::Query;

impl<Q: QueryData, F: QueryFilter> Query<'_, Q, F> {
    /// Returns what an entity has, for reading; `None` if it lacks something that is needed, does not pass
    /// the filter, or is dead. O(1).
    ///
    /// Borrows whole types, as [`iter`](Self::iter) does. What is asked for as `&mut T` is given as `&T`:
    /// [`get_mut`](Self::get_mut) gives it for writing.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, query};
    ///
    /// #[derive(Component)]
    /// struct Health(u32);
    ///
    /// let [bat, hero] = [3, 10].map(|health| Entity::spawn().with(Health(health)));
    /// let mut all = query::<&mut Health>();
    /// let (of_bat, of_hero) = (all.get(bat).unwrap(), all.get(hero).unwrap());
    /// assert!(of_bat.0 < of_hero.0);
    /// all.get_mut(bat).unwrap().0 += 1;
    /// assert_eq!(all.get(bat).unwrap().0, 4);
    /// ```
    ///
    /// # Panics
    ///
    /// If something else has borrowed what it would give, as [`iter`](Self::iter) does.
    /// [`try_get`](Self::try_get) is the soft form.
    #[track_caller]
    pub fn get(&self, entity: Entity) -> Option<Q::Read<'_>> {
        or_fail(self.try_get(entity))
    }

    /// Returns what an entity has as [`get`](Self::get), or says why not.
    ///
    /// # Errors
    ///
    /// [`QueryError::Held`] if something else has borrowed what it would give.
    pub fn try_get(&self, entity: Entity) -> Result<Option<Q::Read<'_>>, QueryError> {
        let Filtered { join, filter } = self.asked();
        let items = join.get(entity, Passes::<F>(filter))?;
        Ok(items.map(Q::read))
    }

    /// Returns what an entity has as [`get`](Self::get), with what may be written to.
    ///
    /// Borrows what it gives, and of its types nothing else, until the query is dropped or something else is
    /// asked of it.
    ///
    /// # Panics
    ///
    /// If something else has borrowed what it would give. [`try_get_mut`](Self::try_get_mut) is the soft
    /// form.
    #[track_caller]
    pub fn get_mut(&mut self, entity: Entity) -> Option<Q::Item<'_>> {
        or_fail(self.try_get_mut(entity))
    }

    /// Returns what an entity has as [`get_mut`](Self::get_mut), or says why not.
    ///
    /// # Errors
    ///
    /// [`QueryError::Held`] if something else has borrowed what it would give.
    pub fn try_get_mut(&mut self, entity: Entity) -> Result<Option<Q::Item<'_>>, QueryError> {
        let Filtered { join, filter } = self.asked_mut();
        let items = join.get_mut(entity, Passes::<F>(filter))?;
        Ok(items.map(Q::item))
    }

    /// Says whether the entity would be visited. Borrows nothing. O(1).
    #[must_use]
    pub fn contains(&self, entity: Entity) -> bool {
        let Filtered { join, filter } = self.asked();
        join.contains(entity, Passes::<F>(filter))
    }

    /// Returns what several entities have, each as [`get`](Self::get) does.
    ///
    /// # Panics
    ///
    /// As [`get`](Self::get).
    #[track_caller]
    pub fn get_many<const N: usize>(&self, entities: [Entity; N]) -> [Option<Q::Read<'_>>; N] {
        // Not by `map`: the panic is to be the caller's.
        let mut items = [const { None }; N];
        for (item, entity) in items.iter_mut().zip(entities) {
            *item = self.get(entity);
        }
        items
    }

    /// Returns what several entities have, with what may be written to. Borrows whole types, as
    /// [`iter_mut`](Self::iter_mut) does.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, query};
    ///
    /// #[derive(Component)]
    /// struct Gold(u32);
    ///
    /// let [buyer, seller] = [5, 0].map(|gold| Entity::spawn().with(Gold(gold)));
    /// let mut purses = query::<&mut Gold>();
    /// if let [Some(buyer), Some(seller)] = purses.get_many_mut([buyer, seller]) {
    ///     buyer.0 -= 3;
    ///     seller.0 += 3;
    /// }
    /// assert_eq!(purses.get(seller).unwrap().0, 3);
    /// ```
    ///
    /// # Panics
    ///
    /// If an entity is listed twice, or something else has borrowed what it would give of one.
    /// [`try_get_many_mut`](Self::try_get_many_mut) is the soft form.
    #[track_caller]
    pub fn get_many_mut<const N: usize>(&mut self, entities: [Entity; N]) -> [Option<Q::Item<'_>>; N] {
        let mut items = [const { None }; N];
        for (item, got) in items.iter_mut().zip(self.try_get_many_mut(entities)) {
            *item = or_fail(got);
        }
        items
    }

    /// Returns what several entities have as [`get_many_mut`](Self::get_many_mut), each with its own result.
    ///
    /// # Errors
    ///
    /// [`QueryError::Again`] for an entity that stands in the list before, [`QueryError::Held`] for one of
    /// which something else has borrowed what it would give.
    pub fn try_get_many_mut<const N: usize>(
        &mut self,
        entities: [Entity; N],
    ) -> [Result<Option<Q::Item<'_>>, QueryError>; N] {
        let Filtered { join, filter } = self.asked_mut();
        let got = join.get_many_mut(entities, Passes::<F>(filter), |entity| QueryError::Again { entity });
        got.map(|items| Ok(items?.map(Q::item)))
    }

    /// Visits the entities of a list that the query would visit, to read their components. An entity that is
    /// listed twice is visited twice.
    ///
    /// # Panics
    ///
    /// The iterator does, as [`get`](Self::get).
    pub fn iter_many<E: Borrow<Entity>>(
        &self,
        entities: impl IntoIterator<Item = E>,
    ) -> impl Iterator<Item = Q::Read<'_>> {
        entities.into_iter().filter_map(|entity| self.get(*entity.borrow()))
    }

    /// Calls a function with what each entity of a list has, with what may be written to, as
    /// [`each`](Self::each) does with all. One that is listed twice comes twice.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, query};
    ///
    /// #[derive(Component)]
    /// struct Health(u32);
    ///
    /// #[derive(Component)]
    /// struct Blast { reached: Vec<Entity> }
    ///
    /// let bats = Entity::spawn_many(3, |_, _| Health(9));
    /// let blast = Entity::spawn().insert(Blast { reached: vec![bats[0], bats[2], bats[0]] });
    /// query::<&mut Health>().each_many(&blast.borrow().reached, |health| health.0 -= 4);
    /// assert_eq!(query::<&Health>().iter_many(&bats).map(|health| health.0).collect::<Vec<_>>(), [1, 9, 5]);
    /// ```
    ///
    /// # Panics
    ///
    /// As [`get_mut`](Self::get_mut).
    #[track_caller]
    pub fn each_many<E: Borrow<Entity>>(
        &mut self,
        entities: impl IntoIterator<Item = E>,
        mut f: impl FnMut(Q::Lent<'_>),
    ) {
        for entity in entities {
            let Filtered { join, filter } = self.asked_mut();
            let entity = *entity.borrow();
            let result = join.with_one(entity, Passes::<F>(filter), |items| f(Q::lent(items)));
            or_fail(result.map_err(QueryError::from));
        }
    }

    /// Returns what the first entity has, in the order of the visit, for reading. Borrows whole types, as
    /// [`iter`](Self::iter) does. The result borrows the query: bind the query by `let` first, or ask for
    /// [`Copied<T>`](crate::Copied).
    ///
    /// # Panics
    ///
    /// As [`iter`](Self::iter).
    #[track_caller]
    pub fn first(&self) -> Option<Q::Read<'_>> {
        self.iter().next()
    }

    /// Returns what the first entity has as [`first`](Self::first), with what may be written to.
    ///
    /// # Panics
    ///
    /// As [`iter_mut`](Self::iter_mut).
    #[track_caller]
    pub fn first_mut(&mut self) -> Option<Q::Item<'_>> {
        self.iter_mut().next()
    }

    /// Returns what the one entity has, for reading. Borrows whole types, as [`iter`](Self::iter) does. The
    /// result borrows the query: bind the query by `let` first, or ask for [`Copied<T>`](crate::Copied).
    ///
    /// # Errors
    ///
    /// [`QueryError::NoneMatches`] if there is no such entity, [`QueryError::SeveralMatch`] if there are
    /// more than one.
    ///
    /// # Panics
    ///
    /// As [`iter`](Self::iter).
    #[track_caller]
    pub fn single(&self) -> Result<Q::Read<'_>, QueryError> {
        let mut all = self.iter();
        only::<Q, _>([all.next(), all.next()])
    }

    /// Returns what the one entity has as [`single`](Self::single), with what may be written to.
    ///
    /// # Errors
    ///
    /// As [`single`](Self::single).
    ///
    /// # Panics
    ///
    /// As [`iter_mut`](Self::iter_mut).
    #[track_caller]
    pub fn single_mut(&mut self) -> Result<Q::Item<'_>, QueryError> {
        let mut all = self.iter_mut();
        only::<Q, _>([all.next(), all.next()])
    }
}

/// The one of what comes first and second.
fn only<Q, T>(items: [Option<T>; 2]) -> Result<T, QueryError> {
    let query = core::any::type_name::<Q>();
    match items {
        [None, _] => Err(QueryError::NoneMatches { query }),
        [Some(item), None] => Ok(item),
        [Some(_), Some(_)] => Err(QueryError::SeveralMatch { query }),
    }
}
