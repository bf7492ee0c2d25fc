//! [`Every::par_each`]: calls by a trait on several threads. These see trait objects alone, each borrowed
//! before, so nothing is asked of the types behind them.

use core::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::base::CallSite;
use crate::error::{ViewError, fail};
use crate::frame::{Cut, share};
use crate::world::{CommandBuffer, Job, JobTime, Task};

use super::every::{Every, world_of};
use super::state::offering_types;

impl<I: ?Sized + Send + 'static> Every<I> {
    /// Calls a function with each component, on several threads at the same time. Borrows whole types.
    ///
    /// Visits the same components as [`each`](Self::each), in no order, those of all types together. The
    /// trait object must be `Send`: `dyn Draw + Send`, or a trait that asks for it, `trait Draw: Send`. The
    /// calling thread works with the others, and returns when all is done. It begins alone, and measures:
    /// where little is to be done, it does all.
    ///
    /// While it runs, no thread can access the world: borrow what the function needs before the call, and
    /// capture shared references. `entity()` of the components does not work in the function either.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, every};
    ///
    /// trait Plan: Send {
    ///     fn plan(&mut self, wind: f32);
    /// }
    ///
    /// #[derive(Component)]
    /// #[component(as(dyn Plan))]
    /// struct Glider { course: f32 }
    ///
    /// impl Plan for Glider {
    ///     fn plan(&mut self, wind: f32) {
    ///         self.course -= wind;
    ///     }
    /// }
    ///
    /// let glider = Entity::spawn().insert(Glider { course: 3.0 });
    /// let wind = 1.0;
    /// every::<dyn Plan>().par_each(|one| one.plan(wind));
    /// assert_eq!(glider.borrow().course, 2.0);
    /// ```
    ///
    /// # Panics
    ///
    /// If anything has borrowed a component of one of the types: before anything runs, as other threads
    /// cannot look; [`try_par_each`](Self::try_par_each) returns an error instead. If the function does: the
    /// panic goes on that comes first in the order of [`each`](Self::each). What follows may not be visited
    /// any more.
    #[track_caller]
    pub fn par_each(self, f: impl Fn(&mut I) + Sync) {
        if let Err(error) = self.try_par_each(f) {
            fail(&error.for_verb("hand out"));
        }
    }

    /// Calls a function with each of them on several threads, as [`par_each`](Self::par_each), or says why
    /// not.
    ///
    /// # Errors
    ///
    /// [`ViewError::Borrowed`] if anything has borrowed a component of one of the types,
    /// [`ViewError::Unsettled`] if changes are pending as well, [`ViewError::World`] while the world is
    /// closing.
    ///
    /// # Panics
    ///
    /// If the function does.
    #[track_caller]
    pub fn try_par_each(self, f: impl Fn(&mut I) + Sync) -> Result<(), ViewError> {
        let site = CallSite::here();
        let Some(core) = world_of::<I>()? else { return Ok(()) };
        let outcome = {
            let types = offering_types::<I>(&core);
            let borrowed = types.iter().map(|ty| ty.implementor::<I>().borrow_all(site));
            let mut borrowed = borrowed.collect::<Result<Vec<_>, _>>()?;
            let mut all = Vec::new();
            borrowed.iter_mut().for_each(|whole| whole.list(core.globals.entity(), &mut all));
            let pool = core.threads.pool();
            let visit = ParCalls { count: all.len(), left: Mutex::new(&mut all), f };
            share(&[&visit], Cut::Measured, &pool, JobTime::inside().as_slice())
        };
        outcome.finish();
        Ok(())
    }
}

/// A visit by several threads: each takes the first of those that are left.
struct ParCalls<'v, 'a, I: ?Sized, G> {
    count: usize,
    left: Mutex<&'v mut [&'a mut I]>,
    f: G,
}

impl<'v, 'a, I: ?Sized, G> ParCalls<'v, 'a, I, G> {
    fn lock(&self) -> MutexGuard<'_, &'v mut [&'a mut I]> {
        // Nothing can panic while it is locked.
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<I: ?Sized + Send, G: Fn(&mut I) + Sync> Job for ParCalls<'_, '_, I, G> {
    fn task(&self) -> Task {
        Task::ParEvery
    }

    fn left(&self) -> usize {
        self.lock().len()
    }

    fn run(&self, most: usize, first: &Cell<usize>, _: &CommandBuffer) -> usize {
        let claimed = {
            let mut left = self.lock();
            first.set(self.count - left.len());
            let most = most.min(left.len());
            left.split_off_mut(..most).unwrap_or_default()
        };
        claimed.iter_mut().for_each(|own| (self.f)(own));
        claimed.len()
    }
}
