//! [`IntoSystem`]: what can be added to a schedule, and how its place there is said.

use super::condition::Condition;
use super::config::{Configured, SystemConfig};
use super::function::{ByFn, ByType, FnSystem, SystemFn, SystemShape};
use super::id::{NamedSystem, SystemId};
use super::system::System;
use super::system_param::{ParSystemParam, SystemParam};

/// What a [`Schedule`](crate::Schedule) can run: a function or closure whose parameters are [`SystemParam`]s,
/// a struct that implements [`System`]; and either of them with its place in the schedule.
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
    note = "the form is `fn movement(..)` or a closure `|..|` with the types of its parameters, without a \
            result; `..` are up to eight of `Query<Q>`, `Query<Q, F>`, `View<T>`, `ViewMut<T>`, `Time`, \
            `f32` (the time step), `Commands`, and singletons as `&S`, `&mut S`, `Option<&S>`, `Option<&mut \
            S>`",
    note = "a closure must be `Send` and own what it captures: `move |..|`"
)]
pub trait IntoSystem<M>: SystemShape<M> + Sized {
    /// What it takes to another thread.
    #[doc(hidden)]
    type Params: SystemParam;

    #[doc(hidden)]
    fn into_config(self) -> SystemConfig
    where
        Self::Params: ParSystemParam;

    #[doc(hidden)]
    fn into_local(self) -> SystemConfig;

    /// Runs it after another one of its stage, which is in the schedule by the time that it runs: before or
    /// behind this one. A function means all systems of it. What may be absent is named by
    /// [`optional`](crate::optional).
    #[must_use]
    fn after<N>(self, system: impl NamedSystem<N>) -> SystemConfig
    where
        Self::Params: ParSystemParam,
    {
        let mut config = self.into_config();
        config.after.push(system.meant());
        config
    }

    /// Runs it before another one of its stage, as [`after`](Self::after).
    #[must_use]
    fn before<N>(self, system: impl NamedSystem<N>) -> SystemConfig
    where
        Self::Params: ParSystemParam,
    {
        let mut config = self.into_config();
        config.before.push(system.meant());
        config
    }

    /// Runs it only if a condition holds, which is asked just before its turn, where the world is. Of
    /// several, all must hold; each is asked, also where one before does not hold.
    /// [`Changed`](crate::Changed) and [`Added`](crate::Added) look back to when this condition was asked the
    /// last time.
    ///
    /// ```
    /// use ecs_core::{IntoSystem, Schedule, Singleton};
    ///
    /// #[derive(Singleton, Default)]
    /// struct Game { lives: u32, frames: u32 }
    ///
    /// fn play(game: &mut Game) {
    ///     game.frames += 1;
    ///     game.lives -= 1;
    /// }
    ///
    /// Game::borrow_mut().lives = 2;
    /// let mut schedule = Schedule::new().add(play.run_if(|| Game::borrow().lives > 0));
    /// for _ in 0..5 {
    ///     schedule.run(0.1);
    /// }
    /// assert_eq!(Game::borrow().frames, 2);
    /// ```
    #[must_use]
    fn run_if(self, condition: impl FnMut() -> bool + Send + 'static) -> SystemConfig
    where
        Self::Params: ParSystemParam,
    {
        let mut config = self.into_config();
        config.conditions.push(Condition::new(condition));
        config
    }

    /// Puts it into a stage of this name, which is there already: see
    /// [`Schedule::stage`](crate::Schedule::stage).
    #[must_use]
    fn in_stage(self, stage: &'static str) -> SystemConfig
    where
        Self::Params: ParSystemParam,
    {
        SystemConfig { stage: Some(stage), ..self.into_config() }
    }

    /// Gives it a name of its own, which others may say in `after` and `before`, and which messages show:
    /// closures have none. A schedule has one system of a given name.
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
        Self::Params: ParSystemParam,
    {
        let config = self.into_config();
        SystemConfig { id: config.id.named(name), ..config }
    }

    /// Adds it switched off: see [`Schedule::set_enabled`](crate::Schedule::set_enabled).
    #[must_use]
    fn disabled(self) -> SystemConfig
    where
        Self::Params: ParSystemParam,
    {
        SystemConfig { is_enabled: false, ..self.into_config() }
    }
}

impl<M: 'static, F: SystemFn<M> + Send + 'static> IntoSystem<ByFn<M>> for F {
    type Params = F::Params;

    fn into_config(self) -> SystemConfig
    where
        F::Params: ParSystemParam,
    {
        SystemConfig::shared(SystemId::of_type::<F>(), FnSystem::<F, M>::new(self))
    }

    fn into_local(self) -> SystemConfig {
        SystemConfig::local(SystemId::of_type::<F>(), FnSystem::<F, M>::new(self))
    }
}

#[diagnostic::do_not_recommend]
impl<S: System> IntoSystem<ByType> for S {
    type Params = S::Params;

    fn into_config(self) -> SystemConfig
    where
        S::Params: ParSystemParam,
    {
        SystemConfig::shared(SystemId::of::<S>(), self)
    }

    fn into_local(self) -> SystemConfig {
        SystemConfig::local(SystemId::of::<S>(), self)
    }
}

#[diagnostic::do_not_recommend]
impl IntoSystem<Configured> for SystemConfig {
    type Params = ();

    fn into_config(self) -> SystemConfig {
        self
    }

    fn into_local(self) -> SystemConfig {
        Self { is_local: true, ..self }
    }
}

/// Keeps a system on the thread that runs the schedule, alone, with the world at hand.
///
/// Such a system may use components that are not `Send`, and all that a program does outside of systems:
/// spawn, follow handles, send events. Those that are not local reach only what they take.
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
pub fn local<M, S: SystemShape<M> + IntoSystem<M>>(system: S) -> SystemConfig {
    system.into_local()
}
