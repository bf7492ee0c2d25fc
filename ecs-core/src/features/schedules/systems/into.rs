//! [`IntoSystem`]: what can be added to a schedule, and how its place there is said.

use super::condition::{ConditionShape, SystemCondition};
use super::config::SystemConfig;
use super::erased::{LocalSystem, SharedSystem};
use super::function::{ByFn, ByType, FnSystem, SystemFn, SystemShape};
use super::id::{NamedSystem, SystemId};
use super::several::{Config, Systems};
use super::system::System;
use super::system_param::ParSystemParam;

/// Marks what comes with its settings.
#[doc(hidden)]
#[derive(Debug)]
pub struct Configured;

/// What a [`Schedule`](crate::Schedule) can run: a function or closure whose parameters are
/// [`SystemParam`](crate::systems::SystemParam)s, a struct that implements [`System`]; either of them with
/// its place in the schedule; or a tuple of up to twelve of these. A method on a tuple applies to each of its
/// parts; a tuple inside a tuple is one part.
///
/// ```
/// use ecs_core::{IntoSystem, Schedule, Time};
///
/// fn movement(_time: Time) {}
/// fn collide() {}
/// fn camera() {}
///
/// let schedule = Schedule::new()
///     .add(camera.after(collide))
///     .add(collide.after(movement).run_if(|| 1 + 1 == 2))
///     .add(movement)
///     .add((|dt: f32| assert!(dt >= 0.0)).named("watch"));
/// # let mut schedule = schedule;
/// # schedule.run(0.1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a system",
    label = "neither a function of the form of a system, nor a type that implements `System`",
    note = "the form is `fn movement(..)` or a closure `|..|` with the types of its parameters; it returns \
            nothing, `Option<()>` or `Result<(), E>`; `..` are up to twelve of `Query<Q>`, `Query<Q, F>`, \
            `View<T>`, `ViewMut<T>`, `Near<T>`, `Removed<T>`, `Events<E>`, `Time`, `f32` (the time step), \
            `Commands`, and singletons as `&S`, `&mut S`, `Option<&S>`, `Option<&mut S>`, `Watch<S>`",
    note = "a closure must be `Send` and own what it captures: `move |..|`",
    note = "of a tuple each part must be a system"
)]
pub trait IntoSystem<M>: SystemShape<M> + Sized {
    /// One system with its place, or several.
    #[doc(hidden)]
    type Config: Config;

    /// What lets it run on any thread.
    #[doc(hidden)]
    type Par;

    #[doc(hidden)]
    fn into_local(self) -> Self::Config;

    /// Runs the system after another one of its stage, which may be added to the schedule later, but before
    /// the run. A function means all systems of this function, and [`set`](crate::set) all systems of a set.
    /// Name a system that may be absent by [`optional`](crate::optional).
    #[must_use]
    fn after<N>(self, system: impl NamedSystem<N>) -> Self::Config
    where
        Self::Par: IntoPar<Self, Config = Self::Config>,
    {
        let meant = system.meant();
        Self::Par::into_config(self).each(|config| config.place.after.push(meant))
    }

    /// Runs the system before another one of its stage, as [`after`](Self::after).
    #[must_use]
    fn before<N>(self, system: impl NamedSystem<N>) -> Self::Config
    where
        Self::Par: IntoPar<Self, Config = Self::Config>,
    {
        let meant = system.meant();
        Self::Par::into_config(self).each(|config| config.place.before.push(meant))
    }

    /// Runs the parts of a tuple one after the other. A part that is a tuple keeps its own order, and all of
    /// it runs after the part before.
    ///
    /// If one part is removed, the others keep their order.
    ///
    /// ```
    /// use ecs_core::{IntoSystem, Schedule};
    ///
    /// fn input() {}
    /// fn movement() {}
    /// fn animation() {}
    /// fn draw() {}
    ///
    /// let mut schedule = Schedule::new().add((input, (movement, animation)).chain()).add(draw);
    /// assert_eq!(
    ///     schedule.explain().to_string(),
    ///     "\
    /// main:
    ///   1. input: added 1st
    ///    + draw: added 4th
    ///   2. movement: added 2nd; after input, which is before it in a chain
    ///    + animation: added 3rd; after input, which is before it in a chain
    /// "
    /// );
    /// ```
    #[must_use]
    fn chain(self) -> Systems
    where
        Self::Par: IntoPar<Self, Config = Self::Config>,
    {
        Self::Par::into_config(self).into_systems().chain()
    }

    /// Runs the system only if a condition holds. The condition is checked just before the system runs, on
    /// the thread of the world. If there are several conditions, all must hold, and all are checked.
    ///
    /// A condition may take the parameters of a system that only [read](crate::systems::ReadParam). Its
    /// [`Changed`](crate::Changed) and [`Added`](crate::Added) compare with its last check. The condition of
    /// a tuple is checked once for all its systems, before the first one runs.
    ///
    /// ```
    /// use ecs_core::{IntoSystem, Schedule, Singleton, not};
    ///
    /// #[derive(Singleton, Default)]
    /// struct Game { lives: u32, frames: u32 }
    ///
    /// fn play(game: &mut Game) {
    ///     game.frames += 1;
    ///     game.lives -= 1;
    /// }
    ///
    /// fn is_over(game: &Game) -> bool {
    ///     game.lives == 0
    /// }
    ///
    /// Game::borrow_mut().lives = 2;
    /// let mut schedule =
    ///     Schedule::new().add(play.run_if(not(is_over))).add((|| ()).run_if(|game: &Game| game.frames > 9));
    /// for _ in 0..5 {
    ///     schedule.run(0.1);
    /// }
    /// assert_eq!(Game::borrow().frames, 2);
    /// ```
    #[must_use]
    fn run_if<N, C: ConditionShape<N> + SystemCondition<N>>(self, condition: C) -> Self::Config
    where
        Self::Par: IntoPar<Self, Config = Self::Config>,
    {
        Self::Par::into_config(self).run_if(condition.into_condition())
    }

    /// Puts the system into a [set](crate::set) of this name, in addition to others.
    #[must_use]
    fn in_set(self, set: &'static str) -> Self::Config
    where
        Self::Par: IntoPar<Self, Config = Self::Config>,
    {
        Self::Par::into_config(self).each(|config| config.place.sets.push(set))
    }

    /// States that the order of this system and another one does not matter:
    /// [`Schedule::ambiguities`](crate::Schedule::ambiguities) leaves the pair out.
    #[must_use]
    fn ambiguous_with<N>(self, system: impl NamedSystem<N>) -> Self::Config
    where
        Self::Par: IntoPar<Self, Config = Self::Config>,
    {
        let meant = system.meant();
        Self::Par::into_config(self).each(|config| config.place.ambiguous_with.push(meant))
    }

    /// Puts the system into an existing stage of this name: see [`Schedule::stage`](crate::Schedule::stage).
    #[must_use]
    fn in_stage(self, stage: &'static str) -> Self::Config
    where
        Self::Par: IntoPar<Self, Config = Self::Config>,
    {
        Self::Par::into_config(self).each(|config| config.stage = Some(stage))
    }

    /// Runs its [`init`](System::init) after that of another system, if both are new in the same run. By
    /// default, `init` runs in the order of the systems.
    ///
    /// ```
    /// use ecs_core::systems::Item;
    /// use ecs_core::{IntoSystem, Schedule, System, SystemId};
    ///
    /// struct Audio;
    /// struct Music;
    ///
    /// # use std::cell::RefCell;
    /// # thread_local!(static BEGUN: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) });
    /// # fn begin(name: &'static str) { BEGUN.with_borrow_mut(|begun| begun.push(name)) }
    /// impl System for Audio {
    ///     type Params = ();
    ///     fn init(&mut self) { begin("audio") }
    ///     fn update(&mut self, (): Item<'_, ()>) {}
    /// }
    ///
    /// impl System for Music {
    ///     type Params = ();
    ///     fn init(&mut self) { begin("music") }
    ///     fn update(&mut self, (): Item<'_, ()>) {}
    /// }
    ///
    /// // Music is chosen first, and needs audio that has begun.
    /// let mut schedule = Schedule::new().add(Music.init_after(SystemId::of::<Audio>())).add(Audio);
    /// schedule.run(0.1);
    /// # BEGUN.with_borrow(|begun| assert_eq!(begun, &["audio", "music"]));
    /// ```
    #[must_use]
    fn init_after<N>(self, system: impl NamedSystem<N>) -> Self::Config
    where
        Self::Par: IntoPar<Self, Config = Self::Config>,
    {
        let meant = system.meant();
        Self::Par::into_config(self).each(|config| config.init_after.push(meant))
    }

    /// Runs its [`init`](System::init) before that of another system, as [`init_after`](Self::init_after).
    #[must_use]
    fn init_before<N>(self, system: impl NamedSystem<N>) -> Self::Config
    where
        Self::Par: IntoPar<Self, Config = Self::Config>,
    {
        let meant = system.meant();
        Self::Par::into_config(self).each(|config| config.init_before.push(meant))
    }

    /// Gives the system a name for `after`, `before` and messages, such as for a closure, which has none. A
    /// name may occur once in a schedule.
    ///
    /// ```
    /// use ecs_core::{IntoSystem, Schedule, Singleton};
    ///
    /// #[derive(Singleton, Default)]
    /// struct Log(Vec<u32>);
    ///
    /// fn note(number: u32) -> impl Fn(&mut Log) {
    ///     move |log: &mut Log| log.0.push(number)
    /// }
    ///
    /// let mut schedule = Schedule::new()
    ///     .add(note(1).after("second"))
    ///     .add(note(2).named("second"))
    ///     .add(note(3));
    /// schedule.run(0.1);
    /// assert_eq!(Log::borrow().0, [2, 1, 3]);
    /// ```
    #[must_use]
    fn named(self, name: &'static str) -> SystemConfig
    where
        Self: IntoSystem<M, Config = SystemConfig>,
        Self::Par: IntoPar<Self, Config = Self::Config>,
    {
        let config = Self::Par::into_config(self);
        SystemConfig { id: config.id.named(name), ..config }
    }

    /// Adds the system switched off: see [`Schedule::set_enabled`](crate::Schedule::set_enabled).
    #[must_use]
    fn disabled(self) -> Self::Config
    where
        Self::Par: IntoPar<Self, Config = Self::Config>,
    {
        Self::Par::into_config(self).each(|config| config.place.is_enabled = false)
    }
}

/// What lets systems of a type run on any thread, in parallel with others.
pub trait IntoPar<S> {
    #[doc(hidden)]
    type Config: Config;

    #[doc(hidden)]
    fn into_config(system: S) -> Self::Config;
}

impl<M: 'static, F: SystemFn<M> + Send + 'static> IntoSystem<ByFn<M>> for F {
    type Config = SystemConfig;
    type Par = ByFn<M>;

    fn into_local(self) -> SystemConfig {
        LocalSystem::config(SystemId::of_type::<F>(), FnSystem::<F, M>::new(self))
    }
}

impl<M: 'static, F: SystemFn<M, Params: ParSystemParam> + Send + 'static> IntoPar<F> for ByFn<M> {
    type Config = SystemConfig;

    fn into_config(system: F) -> SystemConfig {
        SharedSystem::config(SystemId::of_type::<F>(), FnSystem::<F, M>::new(system))
    }
}

#[diagnostic::do_not_recommend]
impl<S: System> IntoSystem<ByType> for S {
    type Config = SystemConfig;
    type Par = ByType;

    fn into_local(self) -> SystemConfig {
        S::place(LocalSystem::config(SystemId::of::<S>(), self))
    }
}

impl<S: System<Params: ParSystemParam>> IntoPar<S> for ByType {
    type Config = SystemConfig;

    fn into_config(system: S) -> SystemConfig {
        S::place(SharedSystem::config(SystemId::of::<S>(), system))
    }
}

#[diagnostic::do_not_recommend]
impl SystemShape<Configured> for SystemConfig {}

#[diagnostic::do_not_recommend]
impl IntoSystem<Configured> for SystemConfig {
    type Config = Self;
    type Par = Configured;

    fn into_local(self) -> Self {
        Self { is_local: true, ..self }
    }
}

impl<C: Config> IntoPar<C> for Configured {
    type Config = C;

    fn into_config(system: C) -> C {
        system
    }
}

#[diagnostic::do_not_recommend]
impl SystemShape<Configured> for Systems {}

#[diagnostic::do_not_recommend]
impl IntoSystem<Configured> for Systems {
    type Config = Self;
    type Par = Configured;

    fn into_local(self) -> Self {
        self.each(|config| config.is_local = true)
    }
}

/// Runs a system alone, on the thread that runs the schedule, with the whole world.
///
/// A local system may use components that are not `Send`, and may do everything that the program does outside
/// of systems: spawn, follow handles, send events. Other systems use only their parameters. The captures of a
/// closure must be `Send` in any case, as a world may move to another thread.
///
/// ```
/// use ecs_core::{Component, Entity, Schedule, local};
///
/// #[derive(Component, Default)]
/// struct Wave;
///
/// fn spawn_wave() {
///     Entity::spawn().add::<Wave>();
/// }
///
/// let mut schedule = Schedule::new().add(local(spawn_wave));
/// schedule.run(0.1);
/// assert_eq!(Wave::count(), 1);
/// ```
#[must_use]
pub fn local<M, S: SystemShape<M> + IntoSystem<M>>(system: S) -> S::Config {
    system.into_local()
}
