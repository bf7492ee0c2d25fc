//! [`Observer::run_if`]: a condition that is asked before a closure that observes is called.

use core::any::type_name;
use core::panic::Location;

use crate::base::{CallSite, WithoutPaths};
use crate::error::{UpdateError, or_fail};
use crate::world::{ObserverCallback, current};

use super::super::observers::{Observable, Observer};
use super::systems::{Condition, ConditionShape, SystemCall, SystemCondition};

impl<E: Observable> Observer<E> {
    /// Calls a condition before each call of the closure. If it returns `false`, the closure is not called
    /// for this event, also not later.
    ///
    /// The condition is one as for [systems](crate::IntoSystem::run_if): a function or closure that takes
    /// readable parameters and returns `bool`. It is called after the observers before this one, and its
    /// parameters are borrowed only while it runs. Of several conditions, the one added last is called first,
    /// and the next only if it holds; `a.and(b)` calls both. For a filter such as
    /// [`Changed`](crate::Changed), changes count from the last call of the condition.
    ///
    /// An observer without a condition costs nothing more. [`explain_order`](crate::explain_order) shows
    /// which have one.
    ///
    /// ```
    /// use ecs_core::{Add, Component, Entity, Singleton, observe};
    ///
    /// #[derive(Component, Default)]
    /// struct Enemy;
    ///
    /// #[derive(Singleton, Default)]
    /// struct Game { is_running: bool }
    ///
    /// #[derive(Singleton, Default)]
    /// struct Score { seen: u32 }
    ///
    /// fn is_running(game: &Game) -> bool { game.is_running }
    ///
    /// observe(|_: &Add<Enemy>| Score::borrow_mut().seen += 1).run_if(is_running).forever();
    /// Score::set(Score::default());
    /// Entity::spawn().add::<Enemy>();
    /// Game::borrow_mut().is_running = true;
    /// Entity::spawn().add::<Enemy>();
    /// assert_eq!(Score::borrow().seen, 1);
    /// ```
    ///
    /// # Panics
    ///
    /// If another world is current, or the closure is running. The observed call panics if a parameter of the
    /// condition is borrowed, or if a needed singleton is not set, as if the closure itself had panicked.
    #[track_caller]
    pub fn run_if<M, C: ConditionShape<M> + SystemCondition<M>>(self, condition: C) -> Self {
        let (asking, mut condition) = (ObserverQuestion::here::<E>(), condition.into_condition());
        or_fail(asking.named(condition.listen()));
        let around = |mut hear: ObserverCallback| -> ObserverCallback {
            Box::new(move |event| {
                if or_fail(asking.named(asking.ask(&mut condition))) {
                    hear(event);
                }
            })
        };
        let put = self.put_around(around);
        or_fail(put.map_err(|why| format!("cannot give {asking} a condition: {why}")));
        self
    }
}

/// Asks a condition for an observer.
#[derive(Clone, Copy)]
struct ObserverQuestion {
    event: &'static str,
    /// The user's line that gives the condition.
    at: &'static Location<'static>,
    site: CallSite,
}

impl ObserverQuestion {
    #[track_caller]
    fn here<E>() -> Self {
        Self { event: type_name::<E>(), at: Location::caller(), site: CallSite::here() }
    }

    fn ask(self, condition: &mut Condition) -> Result<bool, UpdateError> {
        let core = current().map_err(UpdateError::World)?;
        condition.prepare(self.site)?;
        let dt = core.frames.clock().dt;
        condition.ask(&core.ticker, &SystemCall { name: "", dt, site: self.site, is_local: true })
    }

    fn named<R>(self, result: Result<R, UpdateError>) -> Result<R, String> {
        result.map_err(|error| format!("cannot ask the condition of {self}: {error}"))
    }
}

crate::base::display_by! {
    [] ObserverQuestion, |this, f| write!(f, "the observer of `{}` at {}", WithoutPaths(this.event), this.at)
}
