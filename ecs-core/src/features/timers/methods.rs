//! The methods of [`Component`](crate::Component) that start timers and tasks.

/// Declares the methods, in the trait.
macro_rules! methods_of_components {
    () => {
        /// Calls a function with this component after a number of seconds of the world's [time](crate::time),
        /// as Unity's `Invoke` does.
        ///
        /// # When
        ///
        /// Between `fixed_update` and `update` of the first frame in which the time has passed, except for at
        /// most a ten-thousandth of a second. Timers follow the [time scale](crate::World::set_time_scale)
        /// and stop in a [pause](crate::World::set_paused). The timers that are due in a frame run in the
        /// order of (time, entity, call), with a sync point after each. The time counts from
        /// [`time().elapsed()`](crate::Time::elapsed). A timer of 0 seconds runs when timers run next; if a
        /// timer has started it, in the next frame.
        ///
        /// The function takes only its component, as `&mut self`: reach siblings by `self.sibling()`,
        /// singletons by `Score::borrow_mut()`. For a method with further parameters write a closure:
        /// `|gun| gun.aim(3)`. A closure that despawns ends with `;`, as `despawn` returns a `bool`:
        /// `|gun| { gun.entity().despawn(); }`. As for an [event](crate::Listens), the call is deferred to
        /// the next sync point if the component is borrowed. A panic counts as one in a hook of the frame:
        /// see [`World::set_failure_policy`](crate::World::set_failure_policy).
        ///
        /// # How long
        ///
        /// The timer ends with the component: when the component is killed, removed or replaced, and when the
        /// entity is despawned or given back to a [`Pool`](crate::Pool). While the component is disabled, the
        /// timer waits, and its time stops. [`Timer::cancel`] ends it.
        ///
        /// O(log n), where n is the number of timers. Allocates only for the captured values of the function,
        /// and when a list grows.
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
        /// It runs exactly one, two, three periods from now. If several of these times lie in one frame, it
        /// runs several times, each at its own time among other timers: no run is lost, and it does not
        /// drift. It runs until it is [cancelled](Timer::cancel) or its component ends, and allocates nothing
        /// after the call.
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

        /// Starts a task of this component: a function that runs over several frames, as a coroutine of Unity
        /// does.
        ///
        /// The function gets the handle of the component, and returns a future that belongs to the component.
        /// The future is polled when [timers](Self::after) run, waits while the component is disabled, and is
        /// dropped when the component ends. No async runtime is needed. The future waits by
        /// [`wait`](crate::wait), [`until`](crate::until) and [`next_frame`](crate::next_frame), or by any
        /// other future. When another future wakes the task, on any thread, the task continues in the next
        /// frame. A future that stores no waker, such as the loaders of macroquad, is polled once a frame,
        /// but not while the same task is in a `wait`. The task begins when timers run next.
        ///
        /// In the task, borrow components by handles, but not across an `.await`: guards are not `Send`, and
        /// rustc reports it. A task may end its component and itself; it is dropped after it has returned. A
        /// task that panics is dropped too.
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
