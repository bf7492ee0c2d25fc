//! [`SystemParam`]: what a system may take.

use crate::base::{CallSite, all_tuples};
use crate::borrow::AccessSet;
use crate::component::{Sole, Viewable};
use crate::error::UpdateError;
use crate::hooks::{OpenTerm, Param};
use crate::iterate::{Plain, SendWhileFrozen};
use crate::query::{Joined, Query, QueryData, QueryFilter};
use crate::reach::{Singleton, View, ViewMut, view};
use crate::terms::{Commands, Opened, Opening, ParTerms, ReadOnly, Rows, SingletonTerm};
use crate::world::{CommandBuffer, Time, current_if_any, time};

/// The value of a parameter in one run of a [system](crate::System).
pub type Item<'w, P> = <P as SystemParam>::Item<'w>;

/// One run of a system.
#[derive(Clone, Copy)]
pub struct SystemCall {
    pub(crate) name: &'static str,
    pub(crate) dt: f32,
    pub(crate) site: CallSite,
    /// Whether the system has the world at hand: then types may come and go while it runs.
    pub(crate) is_local: bool,
}

/// A type that a system may take as a parameter.
///
/// | parameter | borrows, as a whole |
/// |---|---|
/// | [`Query<Q, F>`](crate::Query) | the entities that have several components |
/// | [`View<T>`](crate::View), [`ViewMut<T>`](crate::ViewMut) | all components of a type |
/// | `&S`, `&mut S` | a [singleton](crate::Singleton), which is made if there is none |
/// | `Option<&S>`, `Option<&mut S>` | the same, or `None` if there is none |
/// | [`Near<T>`](crate::Near) | nothing: where all components of a type were before |
/// | [`Watch<S>`](crate::Watch) | as `&S`; and says whether it has changed |
/// | [`Removed<T>`](crate::Removed) | nothing: who has lost `T` since the last run |
/// | [`Events<E>`](crate::Events) | nothing: the events that were sent since the last run |
/// | [`Time`], `f32` | the time; the time step in seconds |
/// | [`Commands`] | what asks for things to be done when the system is done |
///
/// A system has up to twelve parameters. A system that takes a type twice, once for writing, is
/// [refused](crate::ScheduleError::Twice). Two queries may have a type in common if no entity can be in both:
/// if one query requires a type, as an item or by [`With`](crate::With), that the other excludes by
/// [`Without`](crate::Without). In the same way two systems have no conflict, and run in parallel in any
/// order. A [local](crate::local) system must take each type once, too.
///
/// ```
/// use ecs_core::{Component, Entity, Query, Schedule, With, Without};
///
/// #[derive(Component)]
/// struct Health(u32);
///
/// #[derive(Component, Default)]
/// struct Player;
///
/// fn fight(mut players: Query<&mut Health, With<Player>>, mut others: Query<&mut Health, Without<Player>>) {
///     let player = players.single_mut().expect("there is one");
///     for other in &mut others {
///         other.0 -= 2;
///         player.0 -= 1;
///     }
/// }
///
/// let player = Entity::spawn().with(Health(10));
/// player.add::<Player>();
/// let bats = Entity::spawn_many(3, |_, _| Health(5));
/// Schedule::new().add(fight).run(0.1);
/// assert_eq!((player.borrow::<Health>().0, bats[2].borrow::<Health>().0), (7, 3));
/// ```
#[diagnostic::on_unimplemented(
    message = "a system cannot take `{Self}`",
    label = "no parameter of a system",
    note = "take up to twelve of: `Query<Q>`, `Query<Q, F>`, `View<T>`, `ViewMut<T>`, `Near<T>`, \
            `Removed<T>`, `Events<E>`, `Time`, `f32` (the time step), `Commands`, and singletons as `&S`, \
            `&mut S`, `Option<&S>`, `Option<&mut S>`, `Watch<S>`"
)]
pub trait SystemParam: Param {
    /// What is borrowed while the system runs.
    #[doc(hidden)]
    type State;
    /// What the system gets.
    #[doc(hidden)]
    type Item<'w>;
    /// What it keeps from one run to the next.
    #[doc(hidden)]
    type Memory: Default + Send + 'static;

    /// Begins, before a run, what is to note in the current world what the system will see.
    #[doc(hidden)]
    fn begin(_: &mut Self::Memory) -> Result<(), UpdateError> {
        Ok(())
    }

    #[doc(hidden)]
    fn borrow(call: &SystemCall, memory: &mut Self::Memory) -> Result<Self::State, UpdateError>;

    #[doc(hidden)]
    fn item<'w>(state: &'w mut Self::State, commands: &'w CommandBuffer) -> Self::Item<'w>;
}

/// A parameter of systems that run on any thread, in parallel with others.
#[diagnostic::on_unimplemented(
    message = "a system that runs in parallel with others cannot take `{Self}`",
    label = "no other thread may have this",
    note = "what is taken as `&T` must be `Sync`, as `&mut T` it must be `Send`: `Query<&T>`, `View<T>`, \
            `&S`",
    note = "`local(system)` keeps a system on the thread of the schedule, where it may take everything"
)]
pub trait ParSystemParam: SystemParam<State: SendWhileFrozen> {}

/// A parameter that only reads, as [conditions](crate::SystemCondition) take it.
#[diagnostic::on_unimplemented(
    message = "a condition cannot take `{Self}`",
    label = "a condition only reads",
    note = "take up to twelve of: `Query<&T>`, `Query<Q, F>` that writes nothing, `View<T>`, `Near<T>`, \
            `Removed<T>`, `Events<E>`, `Time`, `f32` (the time step), and singletons as `&S`, `Option<&S>`, \
            `Watch<S>`"
)]
pub trait ReadParam: SystemParam {}

macro_rules! plain_params {
    ($($param:ty, |$call:ident| $value:expr;)*) => {$(
        impl SystemParam for $param {
            type State = Plain<Self>;
            type Item<'w> = Self;
            type Memory = ();

            fn borrow($call: &SystemCall, (): &mut ()) -> Result<Plain<Self>, UpdateError> {
                Ok(Plain($value))
            }

            fn item(state: &mut Plain<Self>, _: &CommandBuffer) -> Self {
                state.0
            }
        }

        #[diagnostic::do_not_recommend]
        impl ParSystemParam for $param {}

        #[diagnostic::do_not_recommend]
        impl ReadParam for $param {}
    )*};
}

plain_params! {
    f32, |call| call.dt;
    Time, |_call| time();
}

impl SystemParam for Commands<'_> {
    type State = ();
    type Item<'w> = Commands<'w>;
    type Memory = ();

    fn borrow(_: &SystemCall, (): &mut ()) -> Result<(), UpdateError> {
        Ok(())
    }

    fn item<'w>((): &'w mut (), commands: &'w CommandBuffer) -> Commands<'w> {
        Commands(commands)
    }
}

#[diagnostic::do_not_recommend]
impl ParSystemParam for Commands<'_> {}

/// The component types that the parameters of a system or a condition take, and how these are prepared.
pub(crate) struct ParamFacts {
    /// The component types that they borrow, and those that they only watch.
    pub(crate) taken: [AccessSet<'static>; 2],
    pub(crate) has_commands: bool,
    /// Makes the singletons that they need.
    pub(crate) prepare: fn(CallSite) -> Result<(), UpdateError>,
}

impl ParamFacts {
    pub(super) const fn by<P: SystemParam>() -> Self {
        Self { taken: [P::ACCESS, P::WATCHES], has_commands: P::HAS_COMMANDS, prepare: P::prepare }
    }
}

macro_rules! singleton_params {
    ($(
        $param:ty, $item:ty, $state:ty, $auto:ident, needed: $needed:literal,
        $bound:ident, |$borrowed:ident| $get:expr;
    )*) => {$(
        impl<S: $bound> SystemParam for $param {
            type State = $state;
            type Item<'w> = $item;
            type Memory = ();

            fn borrow(call: &SystemCall, (): &mut ()) -> Result<Self::State, UpdateError> {
                let opened = Opened::new(current_if_any().map_err(UpdateError::World)?);
                let opening = Opening {
                    visiting: &opened.visiting,
                    for_threads: true,
                    isolated: false,
                    hook: None,
                    again: None,
                    site: call.site,
                };
                Self::State::open_term($needed, &opening)
            }

            fn item<'w>($borrowed: &'w mut Self::State, _: &'w CommandBuffer) -> Self::Item<'w> {
                $get
            }
        }

        #[diagnostic::do_not_recommend]
        impl<S: $bound + $auto> ParSystemParam for $param {}
    )*};
}

/// Why a singleton that a system needs is there.
const MADE: &str = "one that is needed was made, or the system would not have begun";

singleton_params! {
    &S, &'w S, SingletonTerm<S, false>, Sync, needed: true, Sole,
        |borrowed| borrowed.get().expect(MADE);
    &mut S, &'w mut S, SingletonTerm<S, true>, Send, needed: true, Singleton,
        |borrowed| borrowed.get_mut().expect(MADE);
    Option<&S>, Option<&'w S>, SingletonTerm<S, false>, Sync, needed: false, Sole,
        |borrowed| borrowed.get();
    Option<&mut S>, Option<&'w mut S>, SingletonTerm<S, true>, Send, needed: false, Singleton,
        |borrowed| borrowed.get_mut();
}

macro_rules! view_params {
    ($view:ident, $mutable:literal, $auto:ident, |$rows:ident| $again:expr) => {
        impl<T: Viewable> SystemParam for $view<'_, T> {
            type State = Rows<'static, T, $mutable>;
            type Item<'w> = $view<'w, T>;
            type Memory = ();

            fn borrow(call: &SystemCall, (): &mut ()) -> Result<Self::State, UpdateError> {
                view::borrow_for_view(call.site).map_err(Into::into)
            }

            fn item<'w>($rows: &'w mut Self::State, _: &'w CommandBuffer) -> Self::Item<'w> {
                $again
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: Viewable + $auto> ParSystemParam for $view<'_, T> {}
    };
}

view_params!(View, false, Sync, |rows| View::again(rows));
view_params!(ViewMut, true, Send, |rows| ViewMut::again(rows));

impl<Q: QueryData, F: QueryFilter> SystemParam for Query<'_, Q, F> {
    type State = Joined<Q, F>;
    type Item<'w> = Query<'w, Q, F>;
    type Memory = ();

    fn borrow(call: &SystemCall, (): &mut ()) -> Result<Self::State, UpdateError> {
        Self::borrow_for_system(call.site, call.is_local)
    }

    fn item<'w>(state: &'w mut Self::State, _: &'w CommandBuffer) -> Self::Item<'w> {
        Query::again(state)
    }
}

#[diagnostic::do_not_recommend]
impl<Q: QueryData<Terms: ParTerms>, F: QueryFilter> ParSystemParam for Query<'_, Q, F> {}

#[diagnostic::do_not_recommend]
impl<Q: QueryData<Terms: ReadOnly>, F: QueryFilter> ReadParam for Query<'_, Q, F> {}

#[diagnostic::do_not_recommend]
impl<T: Viewable> ReadParam for View<'_, T> {}

#[diagnostic::do_not_recommend]
impl<S: Sole> ReadParam for &S {}

#[diagnostic::do_not_recommend]
impl<S: Sole> ReadParam for Option<&S> {}

macro_rules! tuple_params {
    ($($param:ident $place:tt),*) => {
        #[allow(
            non_snake_case, unused_variables,
            reason = "a state is named as the type of its parameter; there may be none"
        )]
        impl<$($param: SystemParam),*> SystemParam for ($($param,)*) {
            type State = ($($param::State,)*);
            type Item<'w> = ($($param::Item<'w>,)*);
            type Memory = ($($param::Memory,)*);

            fn begin(($($param,)*): &mut Self::Memory) -> Result<(), UpdateError> {
                $($param::begin($param)?;)*
                Ok(())
            }

            #[inline(always)]
            fn borrow(
                call: &SystemCall,
                ($($param,)*): &mut Self::Memory,
            ) -> Result<Self::State, UpdateError> {
                Ok(($($param::borrow(call, $param)?,)*))
            }

            #[allow(clippy::unused_unit, reason = "there may be no parameters")]
            fn item<'w>(($($param,)*): &'w mut Self::State, commands: &'w CommandBuffer) -> Self::Item<'w> {
                ($($param::item($param, commands),)*)
            }
        }

        impl<$($param: ParSystemParam),*> ParSystemParam for ($($param,)*) {}

        impl<$($param: ReadParam),*> ReadParam for ($($param,)*) {}
    };
}

all_tuples!(0..=12, tuple_params);
