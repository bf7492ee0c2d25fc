//! The methods of [`Component`](crate::Component) that start timers and tasks.

/// Declares the methods, in the trait.
macro_rules! methods_of_components {
    () => {
        /// Calls a function with this component after a number of seconds of the world's [time](crate::time),
        /// as Unity's `Invoke` does.
        ///
        /// # When
        ///
        /// The call runs between `fixed_update` and `update` of the frame in which it is due, at most a
        /// ten-thousandth of a second too early. The [time scale](crate::World::set_time_scale) and the
        /// [pause](crate::World::set_paused) apply. All calls that are due in one frame run in the order of
        /// (time, entity, call), with a sync point after each. The time counts from
        /// [`time().elapsed()`](crate::Time::elapsed). With 0 seconds the call runs when timers run next;
        /// inside a timer this is in the next frame.
        ///
        /// The function gets the component as `&mut self`, like a listener to an [event](crate::Listens): if
        /// the component is borrowed, the call runs at the next sync point. Wrap a method with other
        /// parameters in a closure: `|gun| gun.aim(3)`. The function may do whatever a hook may. A panic in
        /// it counts as a panic of a hook: see
        /// [`World::set_failure_policy`](crate::World::set_failure_policy).
        ///
        /// # How long
        ///
        /// The timer ends with the component: when the component is killed, removed or replaced, and when the
        /// entity is despawned or given back to a [`Pool`](crate::Pool). While the component is disabled, the
        /// timer waits and keeps its remaining time. [`Timer::cancel`] ends it.
        ///
        /// O(log n) of all timers. Allocates only for the captures of the function, and where a list grows.
        ///
        /// ```
        /// use ecs_core::{Component, Entity, update_all};
        ///
        /// #[derive(Component, Default)]
        /// struct Gun { is_loaded: bool, shots: u32 }
        ///
        /// impl Gun {
        ///     fn update(&mut self) {
        ///         if self.is_loaded {
        ///             self.shots += 1;
        ///             self.is_loaded = false;
        ///             self.after(0.5, Self::load);
        ///         }
        ///     }
        ///
        ///     fn load(&mut self) {
        ///         self.is_loaded = true;
        ///     }
        /// }
        ///
        /// let gun = Entity::spawn().insert(Gun { is_loaded: true, shots: 0 });
        /// for _ in 0..8 {
        ///     update_all(0.25);
        /// }
        /// assert_eq!(gun.borrow().shots, 4);
        /// ```
        ///
        /// # Panics
        ///
        /// If the time is not from 0 to 1,000,000,000, and as [`entity`](Self::entity). If the component is
        /// dead, this counts a [soft failure](crate::stats::SoftFailures) and returns [`Timer::NONE`].
        #[track_caller]
        fn after<O: crate::Outcome>(
            &self,
            secs: f32,
            f: impl Fn(&mut Self) -> O + Clone + Send + 'static,
        ) -> Timer
        where
            Self: KnowsEntity,
        {
            self.handle().after(secs, f)
        }

        /// Calls a function with this component again and again, as [`after`](Self::after) does once: Unity's
        /// `InvokeRepeating`.
        ///
        /// The calls are due exactly one, two, three periods from now. If several are due in one frame, all
        /// run, each at its own time among the calls of other timers: no call is lost, and the times do not
        /// drift. The timer goes on until it is [cancelled](Timer::cancel) or ends with its component. The
        /// calls allocate nothing.
        ///
        /// ```
        /// use ecs_core::{Component, Entity, update_all};
        ///
        /// #[derive(Component, Default)]
        /// struct Turret { scans: u32 }
        ///
        /// impl Turret {
        ///     fn init(&mut self) {
        ///         self.every(0.2, Self::scan);
        ///     }
        ///
        ///     fn scan(&mut self) {
        ///         self.scans += 1;
        ///     }
        /// }
        ///
        /// let turret = Entity::spawn().add::<Turret>();
        /// update_all(1.0);
        /// assert_eq!(turret.borrow().scans, 5);
        /// ```
        ///
        /// # Panics
        ///
        /// If the period is not from 0.0001 to 1,000,000,000 seconds. Otherwise as [`after`](Self::after).
        #[track_caller]
        fn every<O: crate::Outcome>(
            &self,
            secs: f32,
            f: impl Fn(&mut Self) -> O + Clone + Send + 'static,
        ) -> Timer
        where
            Self: KnowsEntity,
        {
            self.handle().every(secs, f)
        }

        /// Starts a task of this component: one function that runs over several frames, such as a coroutine
        /// of Unity.
        ///
        /// The function gets the component's handle, and returns a future that belongs to the component: the
        /// future is polled where [timers](Self::after) run, begins when they run next, and is dropped with
        /// the component, also in the middle. While the component is disabled the task waits. There is no
        /// runtime. A task waits by [`wait`](crate::wait), [`until`](crate::until) and
        /// [`next_frame`](crate::next_frame), or by any other future: when a thread wakes that future, the
        /// task goes on in the next frame. A future that keeps no waker, such as the loaders of macroquad, is
        /// polled once a frame, unless the same task is in a `wait`, which sleeps until its time.
        ///
        /// Inside the task, borrow through the handle, but not across an `.await`: guards are not `Send`, so
        /// rustc refuses that. The task may end its component and itself; it is dropped when it returns to
        /// the library. A task that panics is dropped too.
        ///
        /// ```
        /// use ecs_core::{Component, Entity, update_all, wait};
        ///
        /// #[derive(Component, Default)]
        /// struct Enemy { is_angry: bool }
        ///
        /// impl Enemy {
        ///     fn init(&mut self) {
        ///         self.task(async move |enemy| {
        ///             wait(1.0).await;
        ///             enemy.with(|enemy| enemy.is_angry = true);
        ///             wait(2.0).await;
        ///             enemy.entity().despawn();
        ///         });
        ///     }
        /// }
        ///
        /// let enemy = Entity::spawn().add::<Enemy>();
        /// update_all(0.1);
        /// update_all(1.0);
        /// assert!(enemy.borrow().is_angry);
        /// update_all(2.0);
        /// assert!(!enemy.is_alive());
        /// ```
        ///
        /// # Panics
        ///
        /// As [`entity`](Self::entity). If the component is dead, the function is not called; this counts a
        /// [soft failure](crate::stats::SoftFailures) and returns [`Timer::NONE`].
        #[track_caller]
        fn task<Fut>(&self, f: impl FnOnce(Handle<Self>) -> Fut) -> Timer
        where
            Self: KnowsEntity,
            Fut: Future<Output: crate::Outcome> + Send + 'static,
        {
            self.handle().task(f)
        }
    };
}

pub(crate) use methods_of_components;
