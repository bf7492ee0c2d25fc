//! The methods of [`Component`](crate::Component) that start timers and tasks.

/// Declares the methods, in the trait.
macro_rules! methods_of_components {
    () => {
        /// Calls a function with this component in so many seconds of the world's [time](crate::time), as
        /// Unity's `Invoke` does.
        ///
        /// # When
        ///
        /// Between `fixed_update` and `update` of the frame in which its time has come, or nearly: a
        /// ten-thousandth of a second may be missing. A [time scale](crate::World::set_time_scale) and a
        /// [pause](crate::World::set_paused) hold. What is due in one frame has its turn in the order of
        /// (time, entity, call), each with a sync point after it. The time counts from
        /// [`time().elapsed()`](crate::Time::elapsed). With 0 it is due where timers have their next turns;
        /// if it is made in such a turn, in the next frame.
        ///
        /// The function gets its component as `&mut self`, by the rules of an [event](crate::Listens): one
        /// that is borrowed has its turn at the next sync point. A method that takes something else stands in
        /// a closure: `|gun| gun.aim(3)`. It may do whatever a hook may. A panic in it is one in a hook of
        /// the frame: see [`World::set_failure_policy`](crate::World::set_failure_policy).
        ///
        /// # How long
        ///
        /// The timer ends with the component: when that is killed or removed, when another is put in its
        /// place, when the entity is despawned or given back to a [`Pool`](crate::Pool). While the component
        /// is disabled, it waits, and its time stands still. [`Timer::cancel`] ends it.
        ///
        /// O(log n) of all timers. Allocates only for what the function has captured, and where a list grows.
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
        /// Its times are exactly one, two, three periods from now. Where several lie in one frame, it has as
        /// many turns, each at its own time among those of other timers: nothing is lost, and nothing drifts.
        /// It goes on until it is [cancelled](Timer::cancel) or ends with its component. Allocates nothing
        /// from then on.
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

        /// Starts a task of this component: what it does in several frames, written as one function. Unity
        /// has coroutines for that.
        ///
        /// The function gets the component's handle, and returns a future, which belongs to the component: it
        /// is polled where [timers](Self::after) have their turns, and dropped with the component, also in
        /// the middle. While the component is disabled it waits. There is no runtime. It waits by
        /// [`wait`](crate::wait), [`until`](crate::until) and [`next_frame`](crate::next_frame), or by any
        /// other future: when that is woken, by whatever thread, the task goes on in the next frame. A future
        /// that keeps no waker, as the loaders of macroquad, is polled once a frame; not beside a `wait` in
        /// the same task, which sleeps until its time. It begins where timers have their next turns.
        ///
        /// Inside, borrow by the handle what you need, and not across an `.await`: guards are not `Send`, and
        /// rustc says so. The task may end its component and itself; it is dropped after its turn. One that
        /// panics is dropped too.
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
