//! [`Condition`]: asks whether a system is to run; [`SystemCondition`]: what it is made from.

#[cfg(feature = "snapshot")]
use core::convert::Infallible;

use crate::base::{CallSite, One, all_tuples};
use crate::borrow::AccessSet;
use crate::error::UpdateError;
use crate::ticks::{LastRun, OngoingRun, PerWorld, Ticker};
use crate::world::CommandBuffer;

use super::system_param::{Item, ReadParam, SystemCall, SystemParam};

/// Asks whether a system is to run: one question, or several. Comes from [`not`], and from
/// [`and`](SystemCondition::and) and [`or`](SystemCondition::or).
#[must_use = "it is asked if it is given to `run_if`"]
pub struct Condition(ConditionKind);

enum ConditionKind {
    One(Asked),
    Not(Box<Condition>),
    Both(Box<[Condition; 2]>),
    Either(Box<[Condition; 2]>),
}

/// A question, and when it was asked the last time.
struct Asked {
    question: One<Box<dyn AskCondition>>,
    last: PerWorld<LastRun>,
}

/// A question whose type is not known here.
trait AskCondition: Send {
    /// The component types that it borrows.
    fn access(&self) -> AccessSet<'static>;
    /// Begins to note what it will see of the current world.
    fn listen(&mut self) -> Result<(), UpdateError>;
    /// Makes the singletons that it needs, and listens.
    fn prepare(&mut self, site: CallSite) -> Result<(), UpdateError>;
    fn ask(&mut self, call: &SystemCall) -> Result<bool, UpdateError>;
}

impl Condition {
    /// Asks it. Its filters look back to the last time.
    pub(crate) fn ask(&mut self, ticker: &Ticker, call: &SystemCall) -> Result<bool, UpdateError> {
        match &mut self.0 {
            ConditionKind::One(asked) => asked.ask(ticker, call),
            ConditionKind::Not(condition) => condition.ask(ticker, call).map(|holds| !holds),
            ConditionKind::Both(both) => {
                let [one, other] = &mut **both;
                Ok(one.ask(ticker, call)? & other.ask(ticker, call)?)
            }
            ConditionKind::Either(both) => {
                let [one, other] = &mut **both;
                Ok(one.ask(ticker, call)? | other.ask(ticker, call)?)
            }
        }
    }

    /// Calls a function with the types that each question borrows, until it fails.
    pub(crate) fn try_each_access(
        &self,
        f: &mut dyn FnMut(&AccessSet<'static>) -> Result<(), UpdateError>,
    ) -> Result<(), UpdateError> {
        self.try_each(&mut |asked| f(&asked.question.get().access()))
    }

    /// Calls a function with when each question was asked the last time.
    #[cfg(feature = "snapshot")]
    pub(crate) fn each_last(&self, mut f: impl FnMut(&PerWorld<LastRun>)) {
        let Ok(()) = self.try_each::<Infallible>(&mut |asked| {
            f(&asked.last);
            Ok(())
        });
    }

    /// As [`Condition::each_last`], to set it.
    #[cfg(feature = "snapshot")]
    pub(crate) fn each_last_mut(&mut self, mut f: impl FnMut(&mut PerWorld<LastRun>)) {
        let Ok(()) = self.try_each_mut::<Infallible>(&mut |asked| {
            f(&mut asked.last);
            Ok(())
        });
    }

    /// Begins to note what it will see of the current world.
    pub(crate) fn listen(&mut self) -> Result<(), UpdateError> {
        self.try_each_mut(&mut |asked| asked.question.get_mut().listen())
    }

    /// Makes the singletons that it needs, and listens.
    pub(crate) fn prepare(&mut self, site: CallSite) -> Result<(), UpdateError> {
        self.try_each_mut(&mut |asked| asked.question.get_mut().prepare(site))
    }

    /// Calls a function with each question, until it fails.
    fn try_each<E>(&self, f: &mut dyn FnMut(&Asked) -> Result<(), E>) -> Result<(), E> {
        match &self.0 {
            ConditionKind::One(asked) => f(asked),
            ConditionKind::Not(condition) => condition.try_each(f),
            ConditionKind::Both(both) | ConditionKind::Either(both) => {
                both.iter().try_for_each(|condition| condition.try_each(f))
            }
        }
    }

    /// As [`Condition::try_each`], to ask it or to set what it knows.
    fn try_each_mut<E>(&mut self, f: &mut dyn FnMut(&mut Asked) -> Result<(), E>) -> Result<(), E> {
        match &mut self.0 {
            ConditionKind::One(asked) => f(asked),
            ConditionKind::Not(condition) => condition.try_each_mut(f),
            ConditionKind::Both(both) | ConditionKind::Either(both) => {
                both.iter_mut().try_for_each(|condition| condition.try_each_mut(f))
            }
        }
    }
}

impl Asked {
    fn ask(&mut self, ticker: &Ticker, call: &SystemCall) -> Result<bool, UpdateError> {
        let ongoing = ticker.begin_run(self.last.of(ticker));
        let answer = self.question.get_mut().ask(call);
        if answer.is_err() {
            ongoing.into_iter().for_each(OngoingRun::refuse);
        }
        answer
    }
}

/// Turns a condition round.
///
/// ```
/// use ecs_core::{IntoSystem, Schedule, Singleton, SystemCondition, not};
///
/// #[derive(Singleton, Default)]
/// struct Game { is_paused: bool, is_over: bool, frames: u32 }
///
/// fn is_paused(game: &Game) -> bool { game.is_paused }
/// fn is_over(game: &Game) -> bool { game.is_over }
/// fn play(game: &mut Game) { game.frames += 1 }
///
/// let mut schedule = Schedule::new().add(play.run_if(not(is_paused.or(is_over))));
/// schedule.run(0.1);
/// Game::borrow_mut().is_over = true;
/// schedule.run(0.1);
/// assert_eq!(Game::borrow().frames, 1);
/// ```
pub fn not<M, C: ConditionShape<M> + SystemCondition<M>>(condition: C) -> Condition {
    Condition(ConditionKind::Not(Box::new(condition.into_condition())))
}

/// A function or closure that [`run_if`](crate::IntoSystem::run_if) may ask: it takes what may be
/// [read](ReadParam), and returns `bool`.
///
/// Borrows what it takes while it is asked. It runs where the world is: also a closure without parameters
/// reaches everything.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a condition",
    label = "not of the form of a condition",
    note = "the form is `fn is_late(..) -> bool` or a closure `|..|` with the types of its parameters; `..` \
            are up to twelve of `Query<&T>`, `Query<Q, F>`, `View<T>`, `Removed<T>`, `Events<E>`, `Time`, \
            `f32` (the time step), and singletons as `&S`, `Option<&S>`, `Watch<S>`",
    note = "a closure must be `Send` and own what it captures: `move |..|`"
)]
pub trait SystemCondition<M>: ConditionShape<M> + Sized {
    #[doc(hidden)]
    fn into_condition(self) -> Condition;

    /// Holds if both do. Both are asked.
    fn and<N, C: ConditionShape<N> + SystemCondition<N>>(self, other: C) -> Condition {
        Condition(ConditionKind::Both(Box::new([self.into_condition(), other.into_condition()])))
    }

    /// Holds if one of both does. Both are asked.
    fn or<N, C: ConditionShape<N> + SystemCondition<N>>(self, other: C) -> Condition {
        Condition(ConditionKind::Either(Box::new([self.into_condition(), other.into_condition()])))
    }
}

/// A function that is a condition if its parameters are right. It finds the parameters, so that rustc says
/// which is wrong.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a condition",
    label = "not of the form of a condition",
    note = "the form is `fn is_late(..) -> bool` or a closure `|..|` with the types of its parameters; `..` \
            are up to twelve of `Query<&T>`, `Query<Q, F>`, `View<T>`, `Removed<T>`, `Events<E>`, `Time`, \
            `f32` (the time step), and singletons as `&S`, `Option<&S>`, `Watch<S>`",
    note = "a closure must be `Send` and own what it captures: `move |..|`"
)]
pub trait ConditionShape<M> {}

/// Marks a [`Condition`].
#[doc(hidden)]
#[derive(Debug)]
pub struct Made;

#[diagnostic::do_not_recommend]
impl ConditionShape<Made> for Condition {}

#[diagnostic::do_not_recommend]
impl SystemCondition<Made> for Condition {
    fn into_condition(self) -> Condition {
        self
    }
}

/// A function as a question.
struct FnQuestion<F, P: SystemParam> {
    function: F,
    memory: P::Memory,
    /// Asks it.
    ask: fn(&mut F, &mut P::Memory, &SystemCall) -> Result<bool, UpdateError>,
}

impl<F: Send, P: SystemParam> AskCondition for FnQuestion<F, P> {
    fn access(&self) -> AccessSet<'static> {
        P::ACCESS
    }

    fn listen(&mut self) -> Result<(), UpdateError> {
        P::begin(&mut self.memory)
    }

    fn prepare(&mut self, site: CallSite) -> Result<(), UpdateError> {
        P::prepare(site)?;
        self.listen()
    }

    fn ask(&mut self, call: &SystemCall) -> Result<bool, UpdateError> {
        (self.ask)(&mut self.function, &mut self.memory, call)
    }
}

macro_rules! conditions {
    ($($param:ident $place:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<Function, $($param),*> ConditionShape<fn($($param),*) -> bool> for Function
        where
            for<'f> &'f mut Function: FnMut($($param),*) -> bool,
        {
        }

        #[allow(
            non_snake_case, unused_variables,
            reason = "an item is named as the type of its parameter; there may be none"
        )]
        impl<Function, $($param: ReadParam + 'static),*> SystemCondition<fn($($param),*) -> bool> for Function
        where
            Function: Send + 'static,
            // The first finds the parameters, the second says that they may be borrowed for any lifetime.
            for<'f> &'f mut Function: FnMut($($param),*) -> bool + FnMut($(Item<'_, $param>),*) -> bool,
        {
            fn into_condition(self) -> Condition {
                /// Calls by the second of the two bounds.
                #[allow(clippy::too_many_arguments, reason = "as many as a condition may take")]
                fn call<$($param),*>(
                    mut function: impl FnMut($($param),*) -> bool,
                    $($param: $param),*
                ) -> bool {
                    function($($param),*)
                }
                let question = FnQuestion::<Function, ($($param,)*)> {
                    function: self,
                    memory: Default::default(),
                    ask: |function, memory, system_call| {
                        let mut state = <($($param,)*)>::borrow(system_call, memory)?;
                        let commands = CommandBuffer::default();
                        let ($($param,)*) = <($($param,)*)>::item(&mut state, &commands);
                        Ok(call(function, $($param),*))
                    },
                };
                let question: Box<dyn AskCondition> = Box::new(question);
                let asked = Asked { question: One::of(question), last: PerWorld::default() };
                Condition(ConditionKind::One(asked))
            }
        }
    };
}

all_tuples!(0..=12, conditions);
