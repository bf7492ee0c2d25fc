//! [`Query::par_each`]: visits entities on several threads.

use core::cell::Cell;

use crate::error::{ViewError, fail};
use crate::frame::{Cut, share};
use crate::iterate::SharedJoin;
use crate::terms::ParTerms;
use crate::world::{CommandBuffer, Job, JobTime, Task, worker};

use super::data::QueryData;
use super::filter::{Passes, QueryFilter};
use super::query::Query;

impl<Q: QueryData, F: QueryFilter> Query<'_, Q, F> {
    /// Calls a function with what each entity has, on several threads at the same time. Borrows whole types.
    ///
    /// Visits the same entities as [`each`](Self::each), in no order. What is asked for as `&T` must be
    /// `Sync`, as `&mut T` it must be `Send`. The calling thread works with the others, and returns when all
    /// is done. It begins alone, and measures: where little is to be done, it does all.
    ///
    /// While it runs nobody reaches the world, on no thread: what the function needs it borrows before, by
    /// shared reference.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, query};
    ///
    /// #[derive(Component)]
    /// struct Position(f32);
    ///
    /// #[derive(Component)]
    /// struct Velocity(f32);
    ///
    /// for n in 0..1000 {
    ///     Entity::spawn().with(Position(0.0)).with(Velocity(n as f32));
    /// }
    /// let dt = 0.5;
    /// query::<(&mut Position, &Velocity)>().par_each(|(position, velocity)| position.0 += dt * velocity.0);
    /// query::<(&Position, &Velocity)>().each(|(position, velocity)| {
    ///     assert_eq!(position.0, dt * velocity.0);
    /// });
    /// ```
    ///
    /// # Panics
    ///
    /// If anything else has borrowed any component of its types in a way that conflicts: before anything
    /// runs, as other threads cannot look. If the function does: the panic goes on that comes first in the
    /// order of [`each`](Self::each). What follows may not be visited any more.
    #[track_caller]
    pub fn par_each(&mut self, f: impl Fn(Q::Lent<'_>) + Sync)
    where
        Q::Terms: ParTerms,
    {
        self.share_or_fail(Cut::Measured, f);
    }

    /// Calls a function with each entity as [`par_each`](Self::par_each). A thread takes this number of
    /// entities at once, at least one. Nothing is measured: it is for entities of which each takes long, or
    /// of which some take much longer than the first ones.
    ///
    /// # Panics
    ///
    /// As [`par_each`](Self::par_each).
    #[track_caller]
    pub fn par_each_chunk(&mut self, entities: usize, f: impl Fn(Q::Lent<'_>) + Sync)
    where
        Q::Terms: ParTerms,
    {
        self.share_or_fail(Cut::Rows(entities.max(1)), f);
    }

    #[track_caller]
    fn share_or_fail(&mut self, cut: Cut, f: impl Fn(Q::Lent<'_>) + Sync)
    where
        Q::Terms: ParTerms,
    {
        if let Err(error) = self.share(cut, f) {
            fail(&error.for_verb("share out"));
        }
    }

    fn share(&mut self, cut: Cut, f: impl Fn(Q::Lent<'_>) + Sync) -> Result<(), ViewError>
    where
        Q::Terms: ParTerms,
    {
        let asked = self.asked_mut();
        let pool = match worker() {
            Some(worker) => worker.pool,
            None => match asked.join.world() {
                Some(world) => world.threads.pool(),
                None => return Ok(()),
            },
        };
        let outcome = {
            let visit: ParVisit<'_, Q, F, _> = ParVisit { join: SharedJoin::begin(asked)?, f };
            share(&[&visit], cut, &pool, JobTime::inside().as_slice())
        };
        outcome.finish();
        Ok(())
    }
}

/// A visit by several threads.
struct ParVisit<'q, Q: QueryData, F: QueryFilter, G> {
    join: SharedJoin<'q, Q::Terms, F::Columns>,
    f: G,
}

impl<Q: QueryData<Terms: ParTerms>, F: QueryFilter, G> Job for ParVisit<'_, Q, F, G>
where
    G: Fn(Q::Lent<'_>) + Sync,
{
    fn task(&self) -> Task {
        Task::ParEach
    }

    fn left(&self) -> usize {
        self.join.left()
    }

    fn run(&self, most: usize, first: &Cell<usize>, _: &CommandBuffer) -> usize {
        let Some(claim) = self.join.claim(most) else { return 0 };
        first.set(claim.first());
        let rows = claim.rows();
        claim.each(|columns| Passes::<F>(columns), |items| (self.f)(Q::lent(items)));
        rows
    }
}
