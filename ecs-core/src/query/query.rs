//! [`Query`]: finds the entities that have several components, and visits them.

use std::rc::Rc;

use crate::base::CallSite;
use crate::error::{QueryError, fail};
use crate::ids::Entity;
use crate::iterate::{Driver, Filtered, Join, ToRead};
use crate::terms::{Opened, TermRows};
use crate::ticks::Tick;
use crate::world::WorldCore;

use super::data::{self, QueryData};
use super::filter::{Passes, QueryFilter};
use super::iter::QueryIter;

/// Finds the entities that have several components, to visit them one by one with [`each`](Query::each), or
/// all with `for`.
///
/// Call it anywhere: in hooks, inside other queries, while components of its types are borrowed. It borrows
/// nothing until it is visited: see [`Query`].
///
/// ```
/// use ecs_core::{Component, Entity, query};
///
/// #[derive(Component, Default)]
/// struct Transform { x: f32 }
///
/// #[derive(Component)]
/// struct Velocity { x: f32 }
///
/// let plane = Entity::spawn().with(Transform::default()).with(Velocity { x: 3.0 });
/// Entity::spawn().with(Transform::default());
///
/// for (transform, velocity) in &mut query::<(&mut Transform, &Velocity)>() {
///     transform.x += velocity.x;
/// }
/// assert_eq!(plane.borrow::<Transform>().x, 3.0);
/// ```
///
/// # Panics
///
/// If a type is named twice, once as `&mut`; while the world is closing. [`try_query`] is the soft form.
#[doc(alias("all", "iter", "find_objects_of_type"))]
#[track_caller]
pub fn query<Q: QueryData>() -> Query<'static, Q> {
    match data::begin::<Q>() {
        Ok(opened) => Query::open(opened, CallSite::here()),
        Err(error) => fail(&error),
    }
}

/// Makes a query as [`query`], or says why not.
///
/// # Errors
///
/// [`QueryError::Twice`] if a type is named twice, once as `&mut`; [`QueryError::World`] while the world is
/// closing.
#[track_caller]
pub fn try_query<Q: QueryData>() -> Result<Query<'static, Q>, QueryError> {
    Ok(Query::open(data::begin::<Q>()?, CallSite::here()))
}

/// Visits the entities that have certain components, with these components. A `for` loop over it borrows
/// whole types.
///
/// Returned by [`query`], and a parameter of systems. `Q` names the items: `&T`, `&mut T` and
/// [`Copied<T>`](crate::Copied), which an entity must have; `Option<&T>` and `Option<&mut T>`, which it may
/// have; and [`Entity`], the entity itself; one of these, or a tuple of up to twelve. `F` is a
/// [filter](Self::filter).
///
/// | way | borrows |
/// |---|---|
/// | [`each`](Self::each) | what belongs to one entity, while the closure runs |
/// | [`get_mut`](Self::get_mut) | what it gives, until something else is asked of the query or it is dropped |
/// | `for`, [`iter`](Self::iter), [`iter_mut`](Self::iter_mut), [`get`](Self::get), [`get_many_mut`](Self::get_many_mut), [`each_pair`](Self::each_pair), [`first`](Self::first), [`single`](Self::single) | all components of its types that there were when it was made, whatever the filter, as long |
/// | [`count`](Self::count), [`is_empty`](Self::is_empty) | nothing |
/// | [`par_each`](Self::par_each), systems | all, and only if nothing else has borrowed any of it |
///
/// If other code has borrowed an item, the visit of its entity panics. An entity that the filter or
/// [`except`](Self::except) leaves out is no conflict. While a query lives, components do not move in memory.
/// The query that [`query`] returns lives until it is dropped: `'static`. The query of a system lives for one
/// run, `'w`, and cannot be stored.
///
/// A query skips disabled components, as if they did not exist; [`with_disabled`](Self::with_disabled)
/// includes them. Components that are added while the query lives are not visited; nor are those that are
/// killed or disabled meanwhile.
///
/// A query follows the type with the fewest components, in the order of its store, and visits each entity
/// once. If the other types have the same order, no look-up is needed; otherwise each further type costs a
/// look-up for each entity. Filters test 64 entities at once. A query without a required type visits all
/// entities.
///
/// ```
/// use ecs_core::{Component, Entity, With, query};
///
/// #[derive(Component)]
/// struct Health(u32);
///
/// #[derive(Component)]
/// struct Name(&'static str);
///
/// #[derive(Component, Default)]
/// struct Enemy;
///
/// let bat = Entity::spawn().with(Health(3)).with(Enemy);
/// let hero = Entity::spawn().with(Health(10)).with(Name("Ada"));
///
/// let mut all = query::<(Entity, &mut Health, Option<&Name>)>();
/// for (entity, health, name) in &mut all {
///     health.0 -= 1;
///     assert_eq!(name.is_some(), entity == hero);
/// }
/// drop(all);
///
/// assert_eq!(query::<&Health>().filter::<With<Enemy>>().single().unwrap().0, 2);
/// assert_eq!(query::<&Health>().get(bat).unwrap().0, 2);
/// ```
#[must_use = "a query does nothing until it is visited"]
pub struct Query<'w, Q: QueryData, F: QueryFilter = ()>(OwnedOrReborrowed<'w, Q, F>);

/// What a query visits.
pub(crate) type Joined<Q, F> = Filtered<<Q as QueryData>::Terms, <F as QueryFilter>::Columns>;

/// Owns what has borrowed the stores, or borrows that.
enum OwnedOrReborrowed<'w, Q: QueryData, F: QueryFilter> {
    Owned(Joined<Q, F>),
    Reborrowed(&'w mut Joined<Q, F>),
}

/// Opens a query that has begun, to visit what a filter lets pass.
#[inline(always)]
pub(super) fn open<Q: QueryData, F: QueryFilter>(opened: Opened, site: CallSite) -> Joined<Q, F> {
    let terms = data::open::<Q>(&opened, site);
    let filter = F::columns(opened.world());
    let mut join = Join::new(terms, opened, |terms, world| choose_driver::<F>(terms, world, &filter));
    if F::SEES_DISABLED {
        join.see_all();
        join.follow(|terms, world| choose_driver::<F>(terms, world, &filter));
    }
    Filtered { join, filter }
}

impl<Q: QueryData> Query<'static, Q> {
    /// Opens a query that has begun. What it calls is inlined, so that it is made where it stays.
    #[inline(never)]
    fn open(opened: Opened, site: CallSite) -> Self {
        Self(OwnedOrReborrowed::Owned(open::<Q, ()>(opened, site)))
    }

    /// Visits only entities that pass: [`With`](crate::With), [`Without`](crate::Without),
    /// [`AnyOf`](crate::AnyOf), [`Changed`](crate::Changed), [`Added`](crate::Added), or a tuple of them, all
    /// of which must hold.
    ///
    /// A filter borrows nothing. It tests each entity when the visit comes to it. If a type of
    /// [`With`](crate::With) has less than half as many components as the type that the query would follow,
    /// the query follows this type: an entity that gets it during the loop is not visited.
    pub fn filter<F: QueryFilter>(self) -> Query<'static, Q, F> {
        let OwnedOrReborrowed::Owned(Filtered { mut join, .. }) = self.0 else {
            unreachable!("no query is borrowed for ever");
        };
        let filter = F::columns(join.world());
        if F::SEES_DISABLED {
            join.see_all();
        }
        join.follow(|terms, world| choose_driver::<F>(terms, world, &filter));
        Query(OwnedOrReborrowed::Owned(Filtered { join, filter }))
    }
}

impl<Q: QueryData, F: QueryFilter> Query<'static, Q, F> {
    /// Visits disabled components and entities too. In a system, use the filter
    /// [`WithDisabled`](crate::WithDisabled).
    pub fn with_disabled(mut self) -> Self {
        let Filtered { join, filter } = self.asked_mut();
        join.see_all();
        join.follow(|terms, world| choose_driver::<F>(terms, world, filter));
        self
    }
}

impl<Q: QueryData, F: QueryFilter> Query<'_, Q, F> {
    /// The filters [`Changed`](crate::Changed) and [`Added`](crate::Added) find what has changed after this
    /// moment. Call it after [`filter`](Query::filter). In a system it holds for one run.
    ///
    /// ```
    /// use ecs_core::{Added, Component, Entity, Tick, World, query};
    ///
    /// #[derive(Component, Default)]
    /// #[component(track)]
    /// struct Enemy;
    ///
    /// let mut seen = Tick::default();
    /// let mut count_new = || {
    ///     let new = query::<Entity>().filter::<Added<Enemy>>().since(seen).count();
    ///     seen = World::tick();
    ///     new
    /// };
    /// Entity::spawn().add::<Enemy>();
    /// Entity::spawn().add::<Enemy>();
    /// assert_eq!((count_new(), count_new()), (2, 0));
    /// ```
    ///
    /// A query that has no such filter yet does not compile:
    ///
    /// ```compile_fail,E0080
    /// # use ecs_core::{Added, Component, Entity, Tick, query};
    /// # #[derive(Component, Default)] #[component(track)] struct Enemy;
    /// query::<Entity>().since(Tick::default()).filter::<Added<Enemy>>();
    /// ```
    pub fn since(mut self, tick: Tick) -> Self {
        const {
            assert!(
                F::LOOKS_BACK,
                "this query has no filter that looks back: write `.filter::<Changed<T>>()` before \
                 `.since(tick)`"
            );
        }
        F::look_back(&mut self.asked_mut().filter, tick);
        self
    }

    /// Skips an entity, without borrowing its components: usually the entity of the running hook.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, query, update_all};
    ///
    /// #[derive(Component)]
    /// struct Boid { x: f32, nearest: f32 }
    ///
    /// impl Boid {
    ///     fn update(&mut self) {
    ///         let me = self.entity();
    ///         let others = query::<&Boid>().except(me);
    ///         let distances = others.iter().map(|other| (other.x - self.x).abs()).min_by(f32::total_cmp);
    ///         self.nearest = distances.unwrap_or(0.0);
    ///     }
    /// }
    ///
    /// let boids = Entity::spawn_many(3, |n, _| Boid { x: n as f32 * 2.0, nearest: 0.0 });
    /// update_all(0.1);
    /// assert_eq!(boids[1].borrow::<Boid>().nearest, 2.0);
    /// ```
    pub fn except(mut self, entity: Entity) -> Self {
        self.asked_mut().join.state.except(entity);
        self
    }
}

impl<'w, Q: QueryData, F: QueryFilter> Query<'w, Q, F> {
    /// Reborrows what has borrowed the stores.
    pub(crate) fn again(asked: &'w mut Joined<Q, F>) -> Self {
        Self(OwnedOrReborrowed::Reborrowed(asked))
    }
}

impl<Q: QueryData, F: QueryFilter> Query<'_, Q, F> {
    #[inline]
    pub(super) fn asked(&self) -> &Joined<Q, F> {
        match &self.0 {
            OwnedOrReborrowed::Owned(asked) => asked,
            OwnedOrReborrowed::Reborrowed(asked) => asked,
        }
    }

    #[inline]
    pub(super) fn asked_mut(&mut self) -> &mut Joined<Q, F> {
        match &mut self.0 {
            OwnedOrReborrowed::Owned(asked) => asked,
            OwnedOrReborrowed::Reborrowed(asked) => asked,
        }
    }

    /// Counts the entities that would be visited. O(1) if one type is needed that is no tag, there is no
    /// filter, and nothing was killed or disabled meanwhile.
    #[must_use]
    pub fn count(&self) -> usize {
        let Filtered { join, filter } = self.asked();
        join.count(Passes::<F>(filter))
    }

    /// Says whether no entity would be visited.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Filtered { join, filter } = self.asked();
        join.is_empty(Passes::<F>(filter))
    }

    /// Calls a function with the items of each entity, which are borrowed while the function runs. Faster
    /// than a `for` loop.
    ///
    /// The function may access all other entities, by handles, events and further queries, and it may add,
    /// kill and despawn.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, Handle, query};
    ///
    /// #[derive(Component, Default)]
    /// struct Transform { x: f32 }
    ///
    /// #[derive(Component)]
    /// struct Follow(Handle<Transform>);
    ///
    /// let leader = Entity::spawn().insert(Transform { x: 3.0 });
    /// let follower = Entity::spawn().with(Follow(leader)).insert(Transform::default());
    /// query::<(&mut Transform, &Follow)>().each(|(transform, follow)| transform.x = follow.0.borrow().x);
    /// assert_eq!(follower.borrow().x, 3.0);
    /// ```
    ///
    /// # Panics
    ///
    /// At an entity of which other code has borrowed an item. [`try_each`](Self::try_each) returns an error
    /// instead.
    #[track_caller]
    pub fn each(&mut self, f: impl FnMut(Q::Lent<'_>)) {
        if let Err(error) = self.try_each(f) {
            fail(&error);
        }
    }

    /// Calls a function with what each entity has as [`each`](Self::each), until one cannot be borrowed.
    ///
    /// # Errors
    ///
    /// [`QueryError::Held`] at the turn of an entity of which something else has borrowed what it would give.
    pub fn try_each(&mut self, mut f: impl FnMut(Q::Lent<'_>)) -> Result<(), QueryError> {
        let Filtered { join, filter } = self.asked_mut();
        join.each(Passes::<F>(filter), move |items| f(Q::lent(items))).map_err(Into::into)
    }

    /// Visits the entities, with what may be written to. Borrows whole types, as `for` does, until the query
    /// is dropped or something else is asked of it.
    ///
    /// # Panics
    ///
    /// The iterator does, at an entity of which something else has borrowed what it would give.
    #[inline]
    pub fn iter_mut(&mut self) -> QueryIter<'_, Q, F> {
        let Filtered { join, filter } = self.asked_mut();
        QueryIter::new(join.iter_mut(Passes(filter)))
    }

    /// Visits the entities, to read what they have. Borrows whole types, as `for` does, until the query is
    /// dropped or asked for something else by `&mut`.
    ///
    /// # Panics
    ///
    /// The iterator does, at an entity of which something else has borrowed what it would give: mutably, or
    /// in any way what the query asks for as `&mut`.
    #[inline]
    pub fn iter(&self) -> QueryIter<'_, Q, F, ToRead> {
        let Filtered { join, filter } = self.asked();
        QueryIter::new(join.iter(Passes(filter)))
    }
}

/// Chooses what a join follows, whose entities pass a filter.
#[inline]
fn choose_driver<F: QueryFilter>(
    terms: &[TermRows<'_>],
    world: Option<&Rc<WorldCore>>,
    filter: &F::Columns,
) -> Driver {
    Driver::choose(terms, world, F::fewest(filter), &|| F::list(filter))
}

crate::base::into_iter_by! {
    ['q, Q: QueryData, F: QueryFilter] &'q mut Query<'_, Q, F> => QueryIter<'q, Q, F>, |this| this.iter_mut()
}

crate::base::into_iter_by! {
    ['q, Q: QueryData, F: QueryFilter] &'q Query<'_, Q, F> => QueryIter<'q, Q, F, ToRead>, |this| this.iter()
}

crate::base::debug_by! {
    [Q: QueryData, F: QueryFilter] Query<'_, Q, F>, |this, f|
        f.debug_struct("Query").field("count", &this.count()).finish_non_exhaustive()
}
