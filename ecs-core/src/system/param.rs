//! [`SystemParam`]: what a system may take.

use crate::component::Component;
use crate::error::{QueryError, UpdateError};
use crate::fetch::Access;
use crate::guard::{Ref, RefMut};
use crate::hooks::{Kind, One};
use crate::query::{Query, QueryData, QueryFilter};
use crate::singleton::{self, Singleton};
use crate::store::{Commands, Record, Site};
use crate::time::{Time, time};
use crate::view::{View, ViewMut};

/// What a [system](crate::System) gets for its parameters.
pub type Item<'w, P> = <P as SystemParam>::Item<'w>;

/// One run of a system.
pub struct SystemCall {
    pub(crate) dt: f32,
    pub(crate) site: Site,
}

/// A type that a system may take as a parameter.
///
/// | parameter | lends |
/// |---|---|
/// | [`Query<Q, F>`](crate::Query) | the entities that have several components |
/// | [`View<T>`](crate::View), [`ViewMut<T>`](crate::ViewMut) | all components of a type |
/// | `&S`, `&mut S` | a [singleton](crate::Singleton), which is made if there is none |
/// | `Option<&S>`, `Option<&mut S>` | the same, or `None` if there is none |
/// | [`Time`], `f32` | the time; the time step in seconds |
/// | [`Commands`] | what records what is to be done when the system is done |
///
/// Up to eight of them. A component type is lent once: a system that takes it twice, once for writing, is
/// [refused](crate::ScheduleError::Twice).
#[diagnostic::on_unimplemented(
    message = "a system cannot take `{Self}`",
    label = "no parameter of a system",
    note = "take up to eight of: `Query<Q>`, `Query<Q, F>`, `View<T>`, `ViewMut<T>`, `Time`, `f32` (the time step), `Commands`, and singletons as `&S`, `&mut S`, `Option<&S>`, `Option<&mut S>`"
)]
pub trait SystemParam {
    /// What is borrowed while the system runs.
    #[doc(hidden)]
    type State;
    /// What the system gets.
    #[doc(hidden)]
    type Item<'w>;

    /// Whether it records what is to be done later.
    #[doc(hidden)]
    const RECORDS: bool = false;

    /// Makes what is needed, before the run begins.
    #[doc(hidden)]
    fn prepare(_: Site) -> Result<(), UpdateError> {
        Ok(())
    }

    #[doc(hidden)]
    fn borrow(call: &SystemCall) -> Result<Self::State, UpdateError>;

    #[doc(hidden)]
    fn item<'w>(state: &'w mut Self::State, record: &'w Record) -> Self::Item<'w>;

    #[doc(hidden)]
    fn access(found: &mut dyn FnMut(Access));
}

impl SystemParam for f32 {
    type State = Self;
    type Item<'w> = Self;

    fn borrow(call: &SystemCall) -> Result<Self, UpdateError> {
        Ok(call.dt)
    }

    fn item(state: &mut Self, _: &Record) -> Self {
        *state
    }

    fn access(_: &mut dyn FnMut(Access)) {}
}

impl SystemParam for Time {
    type State = Self;
    type Item<'w> = Self;

    fn borrow(_: &SystemCall) -> Result<Self, UpdateError> {
        Ok(time())
    }

    fn item(state: &mut Self, _: &Record) -> Self {
        *state
    }

    fn access(_: &mut dyn FnMut(Access)) {}
}

impl SystemParam for Commands<'_> {
    type State = ();
    type Item<'w> = Commands<'w>;

    const RECORDS: bool = true;

    fn borrow(_: &SystemCall) -> Result<(), UpdateError> {
        Ok(())
    }

    fn item<'w>((): &'w mut (), record: &'w Record) -> Commands<'w> {
        Commands(record)
    }

    fn access(_: &mut dyn FnMut(Access)) {}
}

macro_rules! singleton_params {
    ($($param:ty, $item:ty, $guard:ty, needed: $needed:literal, mutable: $mutable:literal, $ask:ident, |$lent:ident| $lend:expr;)*) => {$(
        impl<S: Singleton> SystemParam for $param {
            type State = Option<$guard>;
            type Item<'w> = $item;

            fn prepare(site: Site) -> Result<(), UpdateError> {
                if $needed { One::prepare::<S>(site) } else { Ok(()) }
            }

            fn borrow(call: &SystemCall) -> Result<Self::State, UpdateError> {
                singleton::lend($needed, call.site, |handle| handle.$ask(call.site)).map_err(UpdateError::Singleton)
            }

            fn item<'w>($lent: &'w mut Self::State, _: &'w Record) -> Self::Item<'w> {
                $lend
            }

            fn access(found: &mut dyn FnMut(Access)) {
                Access::of::<S>($mutable).map(found);
            }
        }
    )*};
}

/// Why a singleton that a system needs is there.
const MADE: &str = "one that is needed was made, or the system would not have begun";

singleton_params! {
    &S, &'w S, Ref<S>, needed: true, mutable: false, ask, |lent| lent.as_deref().expect(MADE);
    &mut S, &'w mut S, RefMut<S>, needed: true, mutable: true, ask_mut, |lent| lent.as_deref_mut().expect(MADE);
    Option<&S>, Option<&'w S>, Ref<S>, needed: false, mutable: false, ask, |lent| lent.as_deref();
    Option<&mut S>, Option<&'w mut S>, RefMut<S>, needed: false, mutable: true, ask_mut, |lent| lent.as_deref_mut();
}

impl<Q: QueryData, F: QueryFilter> SystemParam for Query<Q, F> {
    type State = Option<Self>;
    type Item<'w> = Self;

    fn borrow(call: &SystemCall) -> Result<Self::State, UpdateError> {
        Query::<Q>::lend(call.site).map(|query| Some(query.filter())).map_err(|error| match error {
            QueryError::View(error) => error.into(),
            QueryError::World(error) => UpdateError::World(error),
            QueryError::Twice { component } => unreachable!("{component} is taken twice"),
        })
    }

    fn item(state: &mut Self::State, _: &Record) -> Self {
        state.take().expect("a turn runs once")
    }

    fn access(found: &mut dyn FnMut(Access)) {
        Q::access(found);
    }
}

macro_rules! view_params {
    ($view:ident, $mutable:literal) => {
        impl<T: Component> SystemParam for $view<T> {
            type State = Option<Self>;
            type Item<'w> = Self;

            fn borrow(call: &SystemCall) -> Result<Self::State, UpdateError> {
                Ok(Some($view::lend(call.site)?))
            }

            fn item(state: &mut Self::State, _: &Record) -> Self {
                state.take().expect("a turn runs once")
            }

            fn access(found: &mut dyn FnMut(Access)) {
                Access::of::<T>($mutable).map(found);
            }
        }
    };
}

view_params!(View, false);
view_params!(ViewMut, true);

macro_rules! tuple_params {
    ($($param:ident)*) => {
        #[allow(non_snake_case, unused_variables, reason = "a state is named as the type of its parameter; there may be none")]
        impl<$($param: SystemParam),*> SystemParam for ($($param,)*) {
            type State = ($($param::State,)*);
            type Item<'w> = ($($param::Item<'w>,)*);

            const RECORDS: bool = false $(|| $param::RECORDS)*;

            fn prepare(site: Site) -> Result<(), UpdateError> {
                $($param::prepare(site)?;)*
                Ok(())
            }

            fn borrow(call: &SystemCall) -> Result<Self::State, UpdateError> {
                Ok(($($param::borrow(call)?,)*))
            }

            #[allow(clippy::unused_unit, reason = "there may be no parameters")]
            fn item<'w>(($($param,)*): &'w mut Self::State, record: &'w Record) -> Self::Item<'w> {
                ($($param::item($param, record),)*)
            }

            fn access(found: &mut dyn FnMut(Access)) {
                $($param::access(found);)*
            }
        }
    };
}

super::function::for_each_number!(tuple_params);
