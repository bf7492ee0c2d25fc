//! [`near`] and [`nearest`]: entities found by place; [`Near`]: the same for hooks and systems.

use core::marker::PhantomData;
use std::sync::Arc;

use crate::base::WithoutPaths;
use crate::borrow::Conflict;
use crate::error::{fail, is_unwinding};
use crate::ids::Entity;
use crate::reach::Handle;
use crate::spec::{name_of, spec};
use crate::store::Store;
use crate::world::{Task, WorkerContext, worker};

use super::grid::exponent_of;
use super::located::{Located, point};
use super::points::Points;

/// Finds the components of a type within a radius of a position, the nearest first.
///
/// The type names its position by `#[component(near(position))]`: see [`Located`]. You keep nothing up to
/// date: the search sees all earlier writes, adds, kills and switches. It does not find disabled components,
/// or components whose position is not finite. It finds a component that is borrowed for writing at its last
/// known position.
///
/// The nearest component comes first; at equal distance the entity with the lower index. So a game that goes
/// back to a snapshot gets the same results again. Distances are computed in `f32`, and a component exactly
/// at the radius is found.
///
/// ```
/// use ecs_core::{Component, Entity, near};
///
/// #[derive(Component)]
/// #[component(near(position))]
/// struct Enemy {
///     position: [f32; 2],
///     health: u32,
/// }
///
/// let at = |x| Entity::spawn().insert(Enemy { position: [x, 0.0], health: 10 });
/// let (far, close, other) = (at(9.0), at(3.0), at(4.0));
///
/// assert!(near::<Enemy>([0.0, 0.0], 5.0).eq([close, other]));
/// for enemy in near::<Enemy>([0.0, 0.0], 5.0) {
///     enemy.borrow_mut().health -= 4;
/// }
/// assert_eq!((close.borrow().health, far.borrow().health), (6, 10));
/// far.borrow_mut().position = [1.0, 0.0];
/// assert_eq!(near::<Enemy>([0.0, 0.0], 5.0).next(), Some(far));
/// ```
///
/// O(components in reach). First the search reads the positions that may have changed since the last search:
/// single ones after guards and hooks, all after a pass, a query or a view that could write to all.
///
/// While a pass or a query writes to the type, use [`Near`], a parameter of hooks and systems.
///
/// # Panics
///
/// While a pass, a query or a view has borrowed components of the type for writing, and inside parallel hooks
/// and systems: use [`Near`] there.
#[track_caller]
pub fn near<T: Located>(
    position: T::Position,
    radius: f32,
) -> impl ExactSizeIterator<Item = Handle<T>> + DoubleEndedIterator + use<T> {
    // Before the points are borrowed: reading a place may run code of the user.
    let (mut found, center) = (Vec::new(), point(T::__place(&position)));
    ask::<T>(|points| {
        make(points, exponent_of(radius));
        found = points.within(center, radius);
    });
    handles(found)
}

/// Finds the nearest component of a type within a radius of a position, as the first of [`near`]; `None` if
/// there is none. The radius may be infinite.
///
/// If a component is nearby, the search looks at few components, also with a large radius.
///
/// ```
/// use ecs_core::{Component, Entity, nearest};
///
/// #[derive(Component)]
/// #[component(near(x, y, z))]
/// struct Star { x: f32, y: f32, z: f32 }
///
/// let far = Entity::spawn().insert(Star { x: 0.0, y: 0.0, z: 700.0 });
/// assert_eq!(nearest::<Star>([0.0; 3], f32::INFINITY), Some(far));
/// assert_eq!(nearest::<Star>([0.0; 3], 100.0), None);
/// ```
///
/// # Panics
///
/// As [`near`].
#[track_caller]
pub fn nearest<T: Located>(position: T::Position, radius: f32) -> Option<Handle<T>> {
    let (mut found, center) = (None, point(T::__place(&position)));
    ask::<T>(|points| {
        make(points, points.exponent_for_nearest(radius));
        found = points.nearest(center, radius);
    });
    found.map(Handle::new)
}

/// Makes the grid that a question asks for, unless others see the points.
#[inline]
fn make(points: &mut Arc<Points>, exponent: i32) {
    if points.lacks(exponent) {
        Arc::get_mut(points).into_iter().for_each(|points| points.make(exponent));
    }
}

/// Calls a function with the points of a type, brought up to date, if the type has a store.
#[track_caller]
fn ask<T: Located>(question: impl FnOnce(&mut Arc<Points>)) {
    if let Err(why) = try_ask::<T>(question) {
        let name = WithoutPaths(name_of::<T>());
        fail(&format_args!("cannot find {name} by place: {why}; take `near: Near<{name}>` as a parameter"));
    }
}

/// Calls a function with the points of a type as [`ask`] does, or returns the reason why it cannot.
#[track_caller]
fn try_ask<T: Located>(question: impl FnOnce(&mut Arc<Points>)) -> Result<(), String> {
    if T::__cell().known().is_none()
        && let Some(WorkerContext { task, .. }) = worker()
        && matches!(task, Task::Hook { .. } | Task::System(_) | Task::ParEach | Task::ParEvery)
        && !is_unwinding()
    {
        return Err(format!("{task} may run on any thread"));
    }
    let Some(store) = T::__cell().store().map(Store::rc) else { return Ok(()) };
    refresh::<T>(&store).map_err(|conflict| format!("one is {}", conflict.borrower))?;
    question(&mut store.parts.near.points());
    Ok(())
}

/// Brings the points of a store up to date.
pub(super) fn refresh<T: Located>(store: &Store<T>) -> Result<(), Conflict> {
    let reader = spec::<T>().extensions.near.expect("the derive lists what it implements");
    store.parts.near.refresh(store, reader)
}

fn handles<T: 'static>(
    found: Vec<u64>,
) -> impl ExactSizeIterator<Item = Handle<T>> + DoubleEndedIterator + use<T> {
    found.into_iter().map(|bits| Handle::new(Entity::from_bits(bits)))
}

/// Finds the components of a type by position: a parameter of systems, and of hooks that run over all
/// components.
///
/// `Near` has the positions from the moment when the pass or the system begins, also while the hook writes to
/// the components, and on all threads. So the order of updates does not matter. `Near` borrows nothing: the
/// hook may take the type for writing too.
///
/// ```
/// use ecs_core::{Component, Entity, Near, update_all};
///
/// #[derive(Component)]
/// #[component(near(position))]
/// struct Boid {
///     position: [f32; 2],
///     neighbours: usize,
/// }
///
/// impl Boid {
///     fn update(&mut self, near: Near<Boid>) {
///         self.neighbours = near.within(self.position, 2.0).count() - 1; // without itself
///         self.position[0] += 10.0;
///     }
/// }
///
/// let boids = [0.0, 1.0, 2.5].map(|x| Entity::spawn().insert(Boid { position: [x, 0.0], neighbours: 0 }));
/// update_all(0.1);
/// assert_eq!(boids.map(|boid| boid.borrow().neighbours), [1, 2, 1]);
/// ```
pub struct Near<'w, T> {
    points: &'w Points,
    of: PhantomData<fn() -> T>,
}

impl<'w, T: Located> Near<'w, T> {
    pub(super) fn new(points: &'w Points) -> Self {
        Self { points, of: PhantomData }
    }

    /// Finds the components within a radius of a position, in the order of [`near`].
    pub fn within(
        self,
        position: T::Position,
        radius: f32,
    ) -> impl ExactSizeIterator<Item = Handle<T>> + DoubleEndedIterator + use<T> {
        handles(self.points.within(point(T::__place(&position)), radius))
    }

    /// Finds the nearest component within a radius of a position, as [`nearest`].
    #[must_use]
    pub fn nearest(self, position: T::Position, radius: f32) -> Option<Handle<T>> {
        self.points.nearest(point(T::__place(&position)), radius).map(Handle::new)
    }

    /// Finds the pairs of components within a radius of each other: each pair once, by the index of its first
    /// entity, which is the lower one, then by the distance.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, Near, Schedule};
    ///
    /// #[derive(Component)]
    /// #[component(near(position))]
    /// struct Ball { position: [f32; 2] }
    ///
    /// let balls = [0.0, 1.0, 9.0].map(|x| Entity::spawn().insert(Ball { position: [x, 0.0] }));
    /// Schedule::new().add(move |near: Near<Ball>| {
    ///     assert!(near.pairs_within(2.0).eq([(balls[0], balls[1])]));
    /// }).run(0.1);
    /// ```
    pub fn pairs_within(
        self,
        radius: f32,
    ) -> impl ExactSizeIterator<Item = (Handle<T>, Handle<T>)> + DoubleEndedIterator + use<T> {
        self.points.pairs_within(radius).into_iter().map(|(a, b)| (Handle::new(a), Handle::new(b)))
    }
}

crate::base::copy_always!([T] Near<'_, T>);
