//! What happens in a while: timers and tasks of components and entities, and what tasks wait for.

use core::future::Future;

use crate::base::CallSite;
use crate::component::Component;
use crate::ids::Entity;
use crate::outcomes::Outcome;
use crate::reach::Handle;
use crate::spec::name_of;
use crate::store::with_store;
use crate::world::{current, with_current};

use super::action::{Action, When};
use super::making::{add_timer, add_timer_of, no_timer, of_future, on_component, on_entity};
use super::state::Timers;
use super::timer::Timer;

/// Timers and tasks of a component. [`Component::after`] says when they run, and when they end.
impl<T: Component> Handle<T> {
    /// Calls a function with the component after a number of seconds, as [`Component::after`].
    ///
    /// ```
    /// use ecs_core::{Component, Entity, update_all};
    ///
    /// #[derive(Component, Default)]
    /// struct Door { is_open: bool }
    ///
    /// let door = Entity::spawn().insert(Door { is_open: true });
    /// door.after(0.5, |door| door.is_open = false);
    /// update_all(0.25);
    /// assert!(door.borrow().is_open);
    /// update_all(0.25);
    /// assert!(!door.borrow().is_open);
    /// ```
    ///
    /// # Panics
    ///
    /// If the time is not from 0 to 1,000,000,000. If the component is dead, this counts a [soft
    /// failure](crate::stats::SoftFailures) and returns [`Timer::NONE`].
    #[doc(alias = "invoke")]
    #[track_caller]
    pub fn after<O: Outcome>(self, secs: f32, f: impl Fn(&mut T) -> O + Clone + Send + 'static) -> Timer {
        add_timer_of::<T>(
            self.entity(),
            When::After(secs),
            on_component(f),
            "Handle::after",
            CallSite::here(),
        )
    }

    /// Calls a function with the component again and again, as [`Component::every`].
    ///
    /// # Panics
    ///
    /// If the period is not from 0.0001 to 1,000,000,000 seconds. If the component is dead, this counts a
    /// [soft failure](crate::stats::SoftFailures) and returns [`Timer::NONE`].
    #[doc(alias = "invoke_repeating")]
    #[track_caller]
    pub fn every<O: Outcome>(self, secs: f32, f: impl Fn(&mut T) -> O + Clone + Send + 'static) -> Timer {
        add_timer_of::<T>(
            self.entity(),
            When::Again(secs),
            on_component(f),
            "Handle::every",
            CallSite::here(),
        )
    }

    /// Starts a task of the component, as [`Component::task`]. If the component is dead, the function is not
    /// called; this counts a [soft failure](crate::stats::SoftFailures) and returns [`Timer::NONE`].
    ///
    /// ```
    /// use ecs_core::{Component, Entity, update_all, until, wait};
    ///
    /// #[derive(Component, Default)]
    /// struct Turret { shots: u32 }
    ///
    /// #[derive(Component, Default)]
    /// struct Door { is_open: bool }
    ///
    /// let door = Entity::spawn().add::<Door>();
    /// let turret = Entity::spawn().add::<Turret>();
    /// turret.task(async move |turret| {
    ///     until(move || door.get().is_some_and(|door| door.is_open)).await;
    ///     for _ in 0..3 {
    ///         wait(1.0).await;
    ///         turret.with(|turret| turret.shots += 1);
    ///     }
    /// });
    /// update_all(5.0);
    /// door.borrow_mut().is_open = true;
    /// for shots in 0..4 {
    ///     update_all(1.0);
    ///     assert_eq!(turret.borrow().shots, shots);
    /// }
    /// ```
    #[doc(alias = "coroutine")]
    #[track_caller]
    pub fn task<Fut>(self, f: impl FnOnce(Self) -> Fut) -> Timer
    where
        Fut: Future<Output: Outcome> + Send + 'static,
    {
        if !self.is_alive() {
            return no_timer("Handle::task", Some(name_of::<T>()), self.entity(), CallSite::here());
        }
        add_timer_of::<T>(
            self.entity(),
            When::After(0.0),
            of_future(f(self), name_of::<T>(), self.entity()),
            "Handle::task",
            CallSite::here(),
        )
    }

    /// Ends all timers and tasks of the component, and returns their number. None of them runs again.
    #[track_caller]
    pub fn cancel_timers(self) -> usize {
        with_store(T::__cell(), |store| {
            let core = &store.world;
            core.structural(|| Timers::of(core).end_all_of(core, self.entity(), Some(store.position)))
        })
        .unwrap_or_default()
    }
}

/// Timers and tasks of an entity. [`Component::after`] says when they run.
///
/// The timers and tasks of an entity continue while the entity is disabled, unlike those of its components.
/// They end when the entity ends or is given back to a [`Pool`](crate::Pool).
impl Entity {
    /// Calls a function with the entity after a number of seconds of the world's [time](crate::time).
    ///
    /// ```
    /// use ecs_core::{Entity, update_all};
    ///
    /// let sleeper = Entity::spawn();
    /// sleeper.set_enabled(false);
    /// sleeper.after(1.0, |sleeper| { sleeper.set_enabled(true); });
    /// update_all(1.0);
    /// assert!(sleeper.is_enabled());
    /// ```
    ///
    /// # Panics
    ///
    /// If the time is not from 0 to 1,000,000,000. If the entity is dead, this counts a [soft
    /// failure](crate::stats::SoftFailures) and returns [`Timer::NONE`].
    #[track_caller]
    pub fn after<O: Outcome>(self, secs: f32, f: impl Fn(Self) -> O + Clone + Send + 'static) -> Timer {
        add_timer(self, When::After(secs), on_entity(f), "Entity::after", CallSite::here())
    }

    /// Calls a function with the entity again and again, as [`Component::every`].
    ///
    /// # Panics
    ///
    /// If the period is not from 0.0001 to 1,000,000,000 seconds. If the entity is dead, this counts a
    /// [soft failure](crate::stats::SoftFailures) and returns [`Timer::NONE`].
    #[track_caller]
    pub fn every<O: Outcome>(self, secs: f32, f: impl Fn(Self) -> O + Clone + Send + 'static) -> Timer {
        add_timer(self, When::Again(secs), on_entity(f), "Entity::every", CallSite::here())
    }

    /// Starts a task of the entity, as [`Component::task`]. If the entity is dead, the function is not
    /// called; this counts a [soft failure](crate::stats::SoftFailures) and returns [`Timer::NONE`].
    ///
    /// ```
    /// use ecs_core::{Entity, next_frame, update_all, wait};
    ///
    /// let lift = Entity::spawn();
    /// lift.task(async move |lift| {
    ///     lift.set_name("going up");
    ///     wait(3.0).await;
    ///     lift.set_name("arrived");
    ///     next_frame().await;
    ///     lift.despawn();
    /// });
    /// update_all(1.0);
    /// update_all(3.0);
    /// assert_eq!(lift.name().as_deref(), Some("arrived"));
    /// update_all(0.1);
    /// assert!(!lift.is_alive());
    /// ```
    #[track_caller]
    pub fn task<Fut>(self, f: impl FnOnce(Self) -> Fut) -> Timer
    where
        Fut: Future<Output: Outcome> + Send + 'static,
    {
        if !self.is_alive() {
            return no_timer("Entity::task", None, self, CallSite::here());
        }
        let action = of_future(f(self), "Entity", self);
        add_timer(self, When::After(0.0), action, "Entity::task", CallSite::here())
    }

    /// Despawns the entity after a number of seconds of the world's [time](crate::time), as Unity's
    /// `Destroy(obj, t)` does.
    ///
    /// With 0, the entity ends at the end of the running frame, or of the next one if no frame is running:
    /// after `late_update` and [`inherit`](crate::Inherits), also in a pause. Otherwise it ends when
    /// [timers](Component::after) run, also if it is disabled.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, update_all};
    ///
    /// #[derive(Component, Default)]
    /// struct Shell { frames: u32 }
    ///
    /// impl Shell {
    ///     fn update(&mut self) {
    ///         self.frames += 1;
    ///     }
    /// }
    ///
    /// let shell = Entity::spawn().with(Shell::default());
    /// shell.despawn_after(2.0);
    /// update_all(1.5);
    /// assert!(shell.is_alive());
    /// update_all(0.5);
    /// assert!(!shell.is_alive());
    /// ```
    ///
    /// # Panics
    ///
    /// If the time is not from 0 to 1,000,000,000. If the entity is dead, this counts a [soft
    /// failure](crate::stats::SoftFailures) and returns [`Timer::NONE`].
    #[track_caller]
    pub fn despawn_after(self, seconds: f32) -> Timer {
        let when = if seconds == 0.0 { When::FrameEnd } else { When::After(seconds) };
        add_timer(self, when, Action::Despawn, "Entity::despawn_after", CallSite::here())
    }

    /// Ends all timers and tasks of the entity and of its components, and returns their number. None of them
    /// runs again.
    #[track_caller]
    pub fn cancel_timers(self) -> usize {
        let Ok(core) = current() else { return 0 };
        core.structural(|| Timers::of(&core).end_all_of(&core, self, None))
    }
}

impl Timer {
    /// Ends the timer or task; returns `false` if it has ended already. It does not run again. Its captured
    /// values are dropped at the next sync point; if it is running, after it has returned. O(1).
    #[track_caller]
    pub fn cancel(self) -> bool {
        let Ok(core) = current() else { return false };
        core.structural(|| Timers::of(&core).end(&core, self))
    }

    /// Returns whether the timer will run again, or the task has not ended. While the function of an `after`
    /// runs, this is `false`.
    #[must_use]
    #[track_caller]
    pub fn is_pending(self) -> bool {
        with_current(|core| Timers::of(core).agenda.borrow().is_pending(self)).unwrap_or(false)
    }

    /// Returns the seconds of the world's [time](crate::time) until it runs; 0 if it is due. While its
    /// component is disabled, the seconds that are left. `None` if it has ended, and for a task that waits
    /// for another future.
    #[must_use]
    #[track_caller]
    pub fn remaining(self) -> Option<f32> {
        let remaining =
            with_current(|core| Timers::of(core).agenda.borrow().remaining(self, core.frames.now()));
        remaining.ok().flatten().map(|seconds| seconds as f32)
    }
}
