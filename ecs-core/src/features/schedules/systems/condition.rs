//! [`Condition`]: asks whether a system is to run; [`SystemCondition`]: what it is made from.

use crate::base::{CallSite, One, all_tuples};
use crate::borrow::AccessSet;
use crate::error::UpdateError;
use crate::ticks::{LastRun, OngoingRun, PerWorld, Ticker};
use crate::world::CommandBuffer;

use super::system_param::{Item, ParamFacts, ReadParam, SystemCall, SystemParam};

/// Says whether a system is to run, by one check or several. [`not`], [`and`](SystemCondition::and) and
/// [`or`](SystemCondition::or) return it.
#[must_use = "it is asked if it is given to `run_if`"]
pub struct Condition {
    /// In the order in which they are asked. All are asked, unless one fails.
    questions: Vec<Asked>,
    rule: Rule,
}

/// The rule by which the answers to the questions become one.
enum Rule {
    Answer,
    Not(Box<Rule>),
    Both(Box<[Rule; 2]>),
    Either(Box<[Rule; 2]>),
}

/// A question, and when it was asked the last time.
struct Asked {
    params: ParamFacts,
    question: One<Question>,
    last: PerWorld<LastRun>,
}

/// Calls a function of the user, which says whether the condition holds.
type Question = Box<dyn FnMut(Turn<'_>) -> Result<bool, UpdateError> + Send>;

/// The turn of a question.
enum Turn<'c> {
    /// It begins to note what it will see of the current world.
    Listen,
    Ask(&'c SystemCall),
}

impl Condition {
    /// Makes a condition of two.
    fn of(mut self, other: Self, rule: fn(Box<[Rule; 2]>) -> Rule) -> Self {
        self.questions.extend(other.questions);
        Self { rule: rule(Box::new([self.rule, other.rule])), ..self }
    }

    /// Asks all questions. The filters of each look back to the last time.
    pub(crate) fn ask(&mut self, ticker: &Ticker, call: &SystemCall) -> Result<bool, UpdateError> {
        let mut questions = self.questions.iter_mut();
        self.rule.holds(&mut || questions.next().map_or(Ok(true), |asked| asked.ask(ticker, call)))
    }

    /// The component types that each question borrows.
    pub(crate) fn access(&self) -> impl Iterator<Item = &AccessSet<'static>> {
        self.questions.iter().map(|asked| &asked.params.taken[0])
    }

    /// The time at which each question was asked last.
    pub(crate) fn last(&self) -> impl Iterator<Item = &PerWorld<LastRun>> {
        self.questions.iter().map(|asked| &asked.last)
    }

    /// The times of [`Condition::last`], to change them.
    pub(crate) fn last_mut(&mut self) -> impl Iterator<Item = &mut PerWorld<LastRun>> {
        self.questions.iter_mut().map(|asked| &mut asked.last)
    }

    /// Begins to note what it will see of the current world.
    pub(crate) fn listen(&mut self) -> Result<(), UpdateError> {
        self.questions.iter_mut().try_for_each(|asked| asked.question.get_mut()(Turn::Listen).map(drop))
    }

    /// Makes the singletons that it needs.
    pub(crate) fn prepare(&self, site: CallSite) -> Result<(), UpdateError> {
        self.questions.iter().try_for_each(|asked| (asked.params.prepare)(site))
    }
}

impl Rule {
    /// Makes one answer of those that a function gives, one after the other.
    fn holds(&self, ask: &mut dyn FnMut() -> Result<bool, UpdateError>) -> Result<bool, UpdateError> {
        Ok(match self {
            Self::Answer => ask()?,
            Self::Not(rule) => !rule.holds(ask)?,
            Self::Both(rules) => rules[0].holds(ask)? & rules[1].holds(ask)?,
            Self::Either(rules) => rules[0].holds(ask)? | rules[1].holds(ask)?,
        })
    }
}

impl Asked {
    fn ask(&mut self, ticker: &Ticker, call: &SystemCall) -> Result<bool, UpdateError> {
        let ongoing = ticker.begin_run(self.last.of(ticker));
        let answer = self.question.get_mut()(Turn::Ask(call));
        if answer.is_err() {
            ongoing.into_iter().for_each(OngoingRun::refuse);
        }
        answer
    }
}

/// Turns a condition round.
///
/// ```
/// use ecs_core::{SystemCondition, IntoSystem, Schedule, Singleton, not};
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
    let Condition { questions, rule } = condition.into_condition();
    Condition { questions, rule: Rule::Not(Box::new(rule)) }
}

/// A condition for [`run_if`](crate::IntoSystem::run_if): a function or closure whose parameters only
/// [read](ReadParam), and which returns `bool`.
///
/// Its parameters are borrowed during the check. It runs on the thread of the world, so a closure without
/// parameters may read everything.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a condition",
    label = "not of the form of a condition",
    note = "the form is `fn is_late(..) -> bool` or a closure `|..|` with the types of its parameters; `..` \
            are up to twelve of `Query<&T>`, `Query<Q, F>`, `View<T>`, `Near<T>`, `Removed<T>`, `Events<E>`, \
            `Time`, `f32` (the time step), and singletons as `&S`, `Option<&S>`, `Watch<S>`",
    note = "a closure must be `Send` and own what it captures: `move |..|`"
)]
pub trait SystemCondition<M>: ConditionShape<M> + Sized {
    #[doc(hidden)]
    fn into_condition(self) -> Condition;

    /// Holds if both do. Both are asked.
    fn and<N, C: ConditionShape<N> + SystemCondition<N>>(self, other: C) -> Condition {
        self.into_condition().of(other.into_condition(), Rule::Both)
    }

    /// Holds if one of both does. Both are asked.
    fn or<N, C: ConditionShape<N> + SystemCondition<N>>(self, other: C) -> Condition {
        self.into_condition().of(other.into_condition(), Rule::Either)
    }
}

/// A function that is a condition if its parameters are right. It finds the parameters, so that rustc says
/// which is wrong.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a condition",
    label = "not of the form of a condition",
    note = "the form is `fn is_late(..) -> bool` or a closure `|..|` with the types of its parameters; `..` \
            are up to twelve of `Query<&T>`, `Query<Q, F>`, `View<T>`, `Near<T>`, `Removed<T>`, `Events<E>`, \
            `Time`, `f32` (the time step), and singletons as `&S`, `Option<&S>`, `Watch<S>`",
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
                let (mut function, mut memory) = (self, <($($param,)*) as SystemParam>::Memory::default());
                let question: Question = Box::new(move |turn| {
                    let Turn::Ask(system_call) = turn else {
                        return <($($param,)*)>::begin(&mut memory).map(|()| true);
                    };
                    let mut state = <($($param,)*)>::borrow(system_call, &mut memory)?;
                    let commands = CommandBuffer::default();
                    let ($($param,)*) = <($($param,)*)>::item(&mut state, &commands);
                    Ok(call(&mut function, $($param),*))
                });
                let params = ParamFacts::by::<($($param,)*)>();
                let asked = Asked { params, question: One::of(question), last: PerWorld::default() };
                Condition { questions: vec![asked], rule: Rule::Answer }
            }
        }
    };
}

all_tuples!(0..=12, conditions);
