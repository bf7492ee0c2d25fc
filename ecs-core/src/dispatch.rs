//! [`update_all`]: runs the update passes of all types, in their order.

use std::collections::HashMap;
use std::rc::Rc;

use crate::component::Component;
use crate::error::{UpdateError, WorldError, fail};
use crate::store::{Site, Store, with_store};
use crate::world::{AnyStore, Plan, WorldCore, current};

/// Runs the `update` of every enabled component of the current world. `dt` is the time step in seconds.
///
/// One pass a type, in the order in which the types were first added, moved by `#[component(after(..), before(..))]`. A type without
/// `update` costs nothing. What a pass adds to its own type is first visited by the next pass; types later in the order see
/// it in the same frame. Does nothing if there is no world.
///
/// ```
/// use ecs_core::{Component, Entity, update_all};
///
/// #[derive(Component, Default)]
/// struct Clock(f32);
///
/// impl Clock {
///     fn update(&mut self, dt: f32) {
///         self.0 += dt;
///     }
/// }
///
/// let clock = Entity::spawn().add::<Clock>();
/// update_all(0.5);
/// update_all(0.25);
/// assert_eq!(clock.borrow().0, 0.75);
/// ```
///
/// # Panics
///
/// If `dt` is negative or not finite; inside a hook; if a guard or view keeps something that would be visited; if the types' order
/// is contradictory. In these cases nothing runs. If a hook panics, the frame stops there, and the world stays usable.
/// [`try_update_all`] is the soft form.
#[track_caller]
pub fn update_all(dt: f32) {
    if let Err(error) = update_types(dt, Site::here()) {
        fail(&error);
    }
}

/// Runs the `update` of every enabled component of the current world, or says why not. `dt` is in seconds.
///
/// # Errors
///
/// [`UpdateError::BadDt`], [`UpdateError::InsideHook`], [`UpdateError::Lent`] and [`UpdateError::Cycle`] before anything has run.
///
/// # Panics
///
/// If a hook does.
#[track_caller]
pub fn try_update_all(dt: f32) -> Result<(), UpdateError> {
    update_types(dt, Site::here())
}

fn update_types(dt: f32, site: Site) -> Result<(), UpdateError> {
    let Some(core) = ready(dt)? else { return Ok(()) };
    core.quiet();
    let mut plan = plan(&core)?;
    for store in plan.iter() {
        store.check_update()?;
    }
    let _updating = Updating::begin(&core);
    let mut done = Vec::new();
    let mut place = 0;
    while let Some(store) = plan.get(place) {
        run(&core, &**store, dt, site)?;
        place += 1;
        if core.plan.borrow().is_none() {
            // A type was added for the first time: it stands later in the order, or has had its turn if it stands before.
            done.extend(plan[..place].iter().map(|store| store.component_type()));
            plan = self::plan(&core)?
                .iter()
                .filter(|store| !done.contains(&store.component_type()))
                .cloned()
                .collect();
            place = 0;
        }
    }
    Ok(())
}

/// Runs the pass of one type.
pub(crate) fn update_one<T: Component>(dt: f32, site: Site) -> Result<(), UpdateError> {
    let Some(core) = ready(dt)? else { return Ok(()) };
    core.quiet();
    let run = |store: &Store<T>| {
        store.check_update()?;
        let _updating = Updating::begin(&core);
        run(&core, store, dt, site)
    };
    with_store(T::__cell(), run).unwrap_or(Ok(()))
}

/// Refuses bad time steps and calls from inside; `None` if there is no world.
fn ready(dt: f32) -> Result<Option<Rc<WorldCore>>, UpdateError> {
    if !dt.is_finite() || dt < 0.0 {
        return Err(UpdateError::BadDt { dt });
    }
    let core = match current() {
        Ok(core) => core,
        Err(WorldError::NoWorld) => return Ok(None),
        Err(error) => return Err(UpdateError::World(error)),
    };
    if core.is_inside() || core.updating().get() {
        return Err(UpdateError::InsideHook);
    }
    Ok(Some(core))
}

/// Runs a pass, with a quiet point after it.
#[inline]
fn run<S: AnyStore + ?Sized>(core: &WorldCore, store: &S, dt: f32, site: Site) -> Result<(), UpdateError> {
    {
        let _inside = core.op();
        store.update(dt, site)?;
    }
    core.quiet();
    Ok(())
}

/// A frame runs until this is dropped.
struct Updating<'w>(&'w WorldCore);

impl<'w> Updating<'w> {
    fn begin(core: &'w WorldCore) -> Self {
        core.updating().set(true);
        Self(core)
    }
}

impl Drop for Updating<'_> {
    fn drop(&mut self) {
        self.0.updating().set(false);
    }
}

/// The types with an update hook, in the order of their passes; kept until a type is added.
fn plan(core: &WorldCore) -> Result<Plan, UpdateError> {
    if let Some(plan) = &*core.plan.borrow() {
        return Ok(plan.clone());
    }
    let stores = core.numbered_stores();
    let followers = followers(&stores);
    let order = order(&followers).map_err(|cycle| UpdateError::Cycle {
        components: cycle.into_iter().map(|place| stores[place].name()).collect(),
    })?;
    let plan: Plan =
        order.into_iter().map(|place| stores[place].clone()).filter(|store| store.has_update()).collect();
    *core.plan.borrow_mut() = Some(plan.clone());
    Ok(plan)
}

/// For each store, those that must run after it.
fn followers(stores: &[Rc<dyn AnyStore>]) -> Vec<Vec<usize>> {
    let places: HashMap<_, _> =
        stores.iter().enumerate().map(|(place, store)| (store.component_type(), place)).collect();
    let mut followers = vec![Vec::new(); stores.len()];
    for (place, store) in stores.iter().enumerate() {
        let (after, before) = store.order();
        // A type that was never added has no pass to wait for.
        for earlier in after.iter().filter_map(|other| places.get(&other.id)) {
            followers[*earlier].push(place);
        }
        followers[place].extend(before.iter().filter_map(|other| places.get(&other.id)));
    }
    followers
}

/// Sorts the places so that each stands before its followers, otherwise lowest first; or finds a cycle.
fn order(followers: &[Vec<usize>]) -> Result<Vec<usize>, Vec<usize>> {
    let mut waiting_for = vec![0_usize; followers.len()];
    for &follower in followers.iter().flatten() {
        waiting_for[follower] += 1;
    }
    let mut ready: std::collections::BTreeSet<usize> =
        (0..followers.len()).filter(|&place| waiting_for[place] == 0).collect();
    let mut order = Vec::with_capacity(followers.len());
    while let Some(place) = ready.pop_first() {
        order.push(place);
        for &follower in &followers[place] {
            waiting_for[follower] -= 1;
            if waiting_for[follower] == 0 {
                ready.insert(follower);
            }
        }
    }
    if order.len() == followers.len() { Ok(order) } else { Err(find_cycle(followers, &waiting_for)) }
}

/// Walks backwards among the places that still wait: each has a predecessor that waits too, so one comes round.
fn find_cycle(followers: &[Vec<usize>], waiting_for: &[usize]) -> Vec<usize> {
    let waits = |place: usize| waiting_for[place] != 0;
    let mut place = (0..followers.len()).find(|&place| waits(place)).unwrap_or(0);
    let mut walked = Vec::new();
    while !walked.contains(&place) {
        walked.push(place);
        place = (0..followers.len())
            .find(|&earlier| waits(earlier) && followers[earlier].contains(&place))
            .unwrap_or(place);
    }
    let start = walked.iter().position(|&seen| seen == place).unwrap_or(0);
    let mut cycle = walked.split_off(start);
    cycle.reverse();
    cycle
}
