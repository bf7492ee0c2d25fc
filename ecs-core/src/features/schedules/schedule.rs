//! [`Schedule`]: some systems, to which more are added, and which are switched and removed.

use core::fmt;

use crate::base::CallSite;
use crate::error::{is_unwinding, or_fail};
use crate::ids::Entity;
use crate::world::{WorldCore, note_unwinding};

use super::super::WorldParts;
use super::error::ScheduleError;
use super::schedule_plan::Plan;
use super::sets::Sets;
use super::slot::Slot;
use super::systems::{
    Config, IntoPar, IntoSystem, Meant, NamedSystem, SystemConfig, SystemId, SystemSet, SystemShape, Systems,
};

/// Runs systems: functions, closures and structs that take queries, views and singletons as
/// [parameters](crate::systems::SystemParam).
///
/// ```
/// use ecs_core::{Component, Entity, IntoSystem, Query, Schedule, Time};
///
/// #[derive(Component)]
/// struct Position(f32);
///
/// #[derive(Component)]
/// struct Velocity(f32);
///
/// fn movement(mut bodies: Query<(&mut Position, &Velocity)>, time: Time) {
///     for (position, velocity) in &mut bodies {
///         position.0 += velocity.0 * time.dt();
///     }
/// }
///
/// fn bounce(mut bodies: Query<(&Position, &mut Velocity)>) {
///     for (position, velocity) in &mut bodies {
///         if position.0 > 1.0 {
///             velocity.0 = -velocity.0.abs();
///         }
///     }
/// }
///
/// let ball = Entity::spawn().with(Position(0.0)).with(Velocity(2.0));
/// let mut schedule = Schedule::new().add(bounce.after(movement)).add(movement);
/// schedule.run(1.0);
/// assert_eq!(ball.borrow::<Velocity>().0, -2.0);
/// ```
///
/// # Order
///
/// A [stage](Self::stage) begins when the previous one has ended. In a stage, systems run in the order in
/// which they were added. A system with [`after`](crate::IntoSystem::after) or [`before`](IntoSystem::before)
/// moves, and no other: to the nearest place at which its constraints hold. Systems without constraints keep
/// their order, whenever others are added. Systems with constraints are inserted in the order in which they
/// were added, each after those that it names. If constraints leave no other choice, the system of two that
/// was added later moves before the other. A circle is [an error](ScheduleError::Cycle) that names the
/// systems.
///
/// ```
/// use ecs_core::{IntoSystem, Schedule, Singleton};
///
/// #[derive(Singleton, Default)]
/// struct Log(String);
///
/// fn a(log: &mut Log) { log.0.push('a') }
/// fn b(log: &mut Log) { log.0.push('b') }
/// fn c(log: &mut Log) { log.0.push('c') }
///
/// let mut schedule = Schedule::new().add(b).add(c).add(a.before(b));
/// let order: Vec<_> = schedule.explain().systems().map(|system| system.to_string()).collect();
/// assert_eq!(order, ["a", "b", "c"]);
/// ```
///
/// To name a system, write its function, [`SystemId::of`](crate::SystemId::of) for a type, or the text that
/// [`named`](crate::IntoSystem::named) gave it. A function that was added several times names all its
/// systems; if one of them names it, the others. A named system that is not in the schedule is
/// [an error](ScheduleError::UnknownSystem) of the run, before any system has run, of
/// [`explain`](Self::explain) and of [`World::set_schedule`](crate::World::set_schedule): until then you may
/// add systems in any order. Name a system that may be absent by [`optional`](crate::optional):
/// `draw.after(optional(fog))`.
///
/// [`run_if`](crate::IntoSystem::run_if) adds a condition, [`set_enabled`](Self::set_enabled) switches a
/// system off and on. [`explain`](Self::explain) prints the order, with reasons.
///
/// # Several at once
///
/// A tuple adds several systems, and its settings apply to each of them:
/// `(fall, collide).after(steer).in_set("physics")`. [`chain`](crate::IntoSystem::chain) runs its parts one
/// after the other. A [`set`](crate::set) has a name, which other systems use in `after` and `before`, and a
/// switch; [`configure`](Self::configure) adds settings to all systems of a set.
///
/// # Side by side
///
/// Systems form a group if none of them writes data that another one takes, no `after` or `before` is between
/// them, none is [local](crate::local), none but the first has a condition, and none but the last has
/// [`Commands`](crate::Commands). The systems of a group may run at the same time. A system joins the first
/// group that it can: it moves past systems whose data have nothing in common with its own, but not past a
/// local one, one with commands, or a condition. Borrows, changes and commands are the same as in the order
/// above, on any number of threads. [`conflicts`](Self::conflicts) lists what separates systems, and
/// [`ambiguities`](Self::ambiguities) the conflicts that only the order of adding decides.
///
/// # Where it runs
///
/// By [`run`](Self::run), or in each frame by [`update_all`](crate::update_all), if it was given to
/// [`World::set_schedule`](crate::World::set_schedule). A schedule belongs to no world: it runs in the
/// current one. If several worlds use it in turn, [`Changed`](crate::Changed) and [`Added`](crate::Added)
/// count from the last run in each world, while `init` of a system runs once.
#[must_use = "a schedule that is dropped runs nothing"]
pub struct Schedule {
    pub(super) stages: Vec<&'static str>,
    /// The stage that takes the next system.
    stage: usize,
    /// In their order while there is a plan.
    pub(super) systems: Vec<Slot>,
    pub(super) sets: Sets,
    /// How many were added.
    added: usize,
    /// How many have begun.
    pub(super) begun: usize,
    /// Those that were removed: to name them is no mistake.
    removed: Vec<SystemId>,
    pub(super) plan: Option<Plan>,
}

/// The stage of systems that are added before one is named.
const FIRST_STAGE: &str = "main";

impl Schedule {
    /// Makes an empty schedule.
    pub const fn new() -> Self {
        Self {
            stages: Vec::new(),
            stage: 0,
            systems: Vec::new(),
            sets: Sets::new(),
            added: 0,
            begun: 0,
            removed: Vec::new(),
            plan: None,
        }
    }

    /// Begins a stage: systems that are added after this call run when the previous stages have ended. If
    /// there is a stage of this name, continues it.
    ///
    /// Systems that were added before the first stage are in a stage called `main`.
    ///
    /// ```
    /// use ecs_core::Schedule;
    ///
    /// fn read_keys() {}
    /// fn movement() {}
    /// fn replay() {}
    ///
    /// let schedule = Schedule::new().stage("input").add(read_keys).stage("physics").add(movement);
    /// let mut schedule = schedule.stage("input").add(replay);
    /// assert_eq!(
    ///     schedule.explain().to_string(),
    ///     "\
    /// input:
    ///   1. read_keys: added 1st
    ///    + replay: added 3rd
    /// physics:
    ///   2. movement: added 2nd
    /// "
    /// );
    /// ```
    pub fn stage(mut self, name: &'static str) -> Self {
        self.stage = self.find_stage(name).unwrap_or_else(|| {
            self.stages.push(name);
            self.stages.len() - 1
        });
        self
    }

    fn find_stage(&self, name: &str) -> Option<usize> {
        self.stages.iter().position(|&stage| stage == name)
    }

    /// Adds a system, and returns the schedule: [`insert`](Self::insert) for building it. Several may be of
    /// one function or type.
    ///
    /// # Panics
    ///
    /// If the schedule has a system of the name that was [given](crate::IntoSystem::named) to it, or has no
    /// stage that it names.
    #[track_caller]
    #[expect(clippy::should_implement_trait, reason = "a system is added to a schedule, not a number")]
    pub fn add<M, S: SystemShape<M> + IntoSystem<M>>(mut self, system: S) -> Self
    where
        S::Par: IntoPar<S, Config = S::Config>,
    {
        self.insert(system);
        self
    }

    /// Adds a system to the stage that was named last, or to the stage that the system names itself.
    ///
    /// # Panics
    ///
    /// If the schedule has a system of the name that was [given](crate::IntoSystem::named) to it, or has no
    /// stage that it names; [`try_insert`](Self::try_insert) returns an error instead.
    #[track_caller]
    pub fn insert<M, S: SystemShape<M> + IntoSystem<M>>(&mut self, system: S)
    where
        S::Par: IntoPar<S, Config = S::Config>,
    {
        or_fail(self.try_insert(system));
    }

    /// Adds a system, or says why not.
    ///
    /// # Errors
    ///
    /// [`ScheduleError::Again`] if the schedule has one of the name that was given to it,
    /// [`ScheduleError::UnknownStage`] if it names a stage that the schedule has not got.
    pub fn try_insert<M, S: SystemShape<M> + IntoSystem<M>>(&mut self, system: S) -> Result<(), ScheduleError>
    where
        S::Par: IntoPar<S, Config = S::Config>,
    {
        self.place(S::Par::into_config(system).into_systems())
    }

    /// Adds settings to all systems of a [set](crate::set), and returns the schedule:
    /// [`configure_set`](Self::configure_set) for building it.
    pub fn configure(mut self, set: SystemSet) -> Self {
        self.configure_set(set);
        self
    }

    /// Adds settings to all systems of a [set](crate::set), also to those that are added later. Earlier
    /// settings stay.
    ///
    /// A set that has no system when the schedule runs, and never had one, is
    /// [an error](ScheduleError::EmptySet): its name may be misspelt.
    pub fn configure_set(&mut self, set: SystemSet) {
        self.sets.configure(set.name, set.place);
        self.plan = None;
    }

    /// The systems, in their order.
    pub(crate) fn ids(&self) -> Vec<SystemId> {
        self.systems.iter().map(|slot| slot.id()).collect()
    }

    /// Adds all, or none.
    fn place(&mut self, Systems { systems, chained, conditions, .. }: Systems) -> Result<(), ScheduleError> {
        if self.stages.is_empty() && systems.iter().any(|config| config.stage.is_none()) {
            self.stages.push(FIRST_STAGE);
        }
        let mut names: Vec<_> = self.systems.iter().filter_map(|slot| slot.id().given()).collect();
        let mut stages = Vec::with_capacity(systems.len());
        for config in &systems {
            if let Some(system) = config.id.given() {
                if names.contains(&system) {
                    return Err(ScheduleError::Again { system });
                }
                names.push(system);
            }
            stages.push(self.stage_of(config)?);
        }
        let (first, first_added) = (self.systems.len(), self.added + 1);
        for (config, stage) in systems.into_iter().zip(stages) {
            self.added += 1;
            let sets = self.sets.join(&config.place.sets);
            self.systems.push(Slot::new(config, sets, self.added, stage));
        }
        let new = &mut self.systems[first..];
        for (earlier, later) in chained {
            new[later].chained_after.push(first_added + earlier);
        }
        for (asked, condition) in conditions {
            let set = self.sets.push_condition(condition);
            new[asked].iter_mut().for_each(|slot| slot.sets.push(set));
        }
        self.plan = None;
        Ok(())
    }

    fn stage_of(&self, config: &SystemConfig) -> Result<usize, ScheduleError> {
        let Some(stage) = config.stage else { return Ok(self.stage) };
        self.find_stage(stage).ok_or(ScheduleError::UnknownStage { system: config.id.name(), stage })
    }

    /// The places of those that are meant.
    fn meant(&self, meant: Meant) -> impl Iterator<Item = usize> {
        (0..self.systems.len()).filter(move |&place| self.sets.mean(&meant, &self.systems[place]))
    }

    /// Removes a system, and runs its `shutdown`; returns `false` if the schedule has none of this name. Of
    /// several systems, the one that has begun last is removed first. Its neighbours in a
    /// [chain](crate::IntoSystem::chain) keep their order. Other systems may still name a removed system in
    /// `after`. While the thread unwinds the system stays.
    #[track_caller]
    pub fn remove<M>(&mut self, system: impl NamedSystem<M>) -> bool {
        let meant = system.meant();
        let is_there = self.meant(meant).next().is_some();
        if is_there && is_unwinding() {
            note_unwinding("Schedule::remove", None, Entity::NONE, CallSite::here());
            return false;
        }
        while let Some(place) = self.meant(meant).max_by_key(|&place| (self.systems[place].begun, place)) {
            let mut slot = self.systems.remove(place);
            if !self.removed.contains(&slot.id()) {
                self.removed.push(slot.id());
            }
            self.systems.iter_mut().for_each(|other| other.unchain(&slot));
            self.sets.drop_unused(&self.systems);
            self.plan = None;
            slot.end();
        }
        is_there
    }

    /// Removes all systems, the one that has begun last first, and runs their `shutdown`. The stages and the
    /// settings of sets stay. While the thread unwinds the systems stay too.
    #[track_caller]
    pub fn clear(&mut self) {
        if is_unwinding() {
            return note_unwinding("Schedule::clear", None, Entity::NONE, CallSite::here());
        }
        self.plan = None;
        self.removed.clear();
        self.systems.sort_by_key(|slot| slot.begun);
        while let Some(mut slot) = self.systems.pop() {
            slot.end();
        }
        self.sets.drop_unused(&self.systems);
    }

    /// Switches a system on or off, or all systems of one function; `false` if the schedule has none of this
    /// name. A [set](crate::set) has its own switch: a system runs while its switch and those of all its sets
    /// are on.
    pub fn set_enabled<M>(&mut self, system: impl NamedSystem<M>, enabled: bool) -> bool {
        let meant = system.meant();
        if let Some(set) = meant.set() {
            let set = self.sets.find_mut(set);
            return set.map(|set| set.place.is_enabled = enabled).is_some();
        }
        let places: Vec<_> = self.meant(meant).collect();
        places.iter().for_each(|&place| self.systems[place].config.place.is_enabled = enabled);
        !places.is_empty()
    }

    /// Says whether a system, one of several systems, or a set is switched on; `None` if the schedule has
    /// none of this name.
    #[must_use]
    pub fn is_enabled<M>(&self, system: impl NamedSystem<M>) -> Option<bool> {
        let meant = system.meant();
        if let Some(set) = meant.set() {
            return self.sets.find(set).map(|set| self.sets.get(set).place.is_enabled);
        }
        let named = self.meant(meant).map(|place| self.systems[place].config.place.is_enabled);
        named.reduce(|any, one| any || one)
    }

    /// Counts the systems.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.systems.len()
    }

    /// Says whether there are no systems.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.systems.is_empty()
    }

    /// Brings the systems in the order that a world has now, if that was made for another frame. There is an
    /// order already: what the systems declare has no fault.
    pub(super) fn shuffle(&mut self, core: &WorldCore) {
        let shuffled = core.parts.shuffled();
        if self.plan.as_ref().is_some_and(|plan| plan.shuffled != shuffled) {
            self.plan = self.plan_by(Some(&core.parts)).ok();
        }
    }

    fn plan_by(&mut self, features: Option<&WorldParts>) -> Result<Plan, ScheduleError> {
        Plan::new(&mut self.systems, &self.sets, &self.stages, &self.removed, features)
    }

    /// Brings the systems in their order, if something has changed.
    pub(super) fn make_plan(&mut self) -> Result<(), ScheduleError> {
        if self.plan.is_none() {
            self.plan = Some(self.plan_by(None)?);
        }
        Ok(())
    }
}

impl Default for Schedule {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let systems: Vec<_> = self.systems.iter().map(Slot::id).collect();
        f.debug_struct("Schedule")
            .field("stages", &self.stages)
            .field("systems", &systems)
            .finish_non_exhaustive()
    }
}
