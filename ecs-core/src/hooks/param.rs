//! [`Param`]: what is the same of all that hooks, queries and systems may take.

use crate::base::{CallSite, all_tuples};
use crate::borrow::AccessSet;
use crate::component::Component;
use crate::error::UpdateError;
use crate::ids::Entity;
use crate::reach::{View, ViewMut};
use crate::terms::Commands;
use crate::world::Time;

use super::by_number::ByNumber;

/// Something that a hook, a query or a system takes, as they all do.
pub trait Param {
    /// The component types that it borrows.
    const ACCESS: AccessSet<'static> = AccessSet::NONE;

    /// The component types of which it asks when they have changed, without borrowing them.
    const WATCHES: AccessSet<'static> = AccessSet::NONE;

    /// Whether it is `Commands`, or has them.
    const HAS_COMMANDS: bool = false;

    /// Makes what is needed, before the pass or the system that takes it begins.
    fn prepare(_: CallSite) -> Result<(), UpdateError> {
        Ok(())
    }

    /// Reads what it shows, at the beginning of each turn, before anything is borrowed for that.
    fn look(_: CallSite) -> Result<(), UpdateError> {
        Ok(())
    }
}

impl Param for f32 {}
impl Param for Time {}
impl Param for Entity {}

impl Param for Commands<'_> {
    const HAS_COMMANDS: bool = true;
}

macro_rules! components {
    ($View:ident $mutable:literal $($mut:tt)?) => {
        impl<T: Component> Param for &$($mut)? T {
            const ACCESS: AccessSet<'static> = AccessSet::taken::<T>($mutable);

            fn prepare(site: CallSite) -> Result<(), UpdateError> {
                T::__Number::prepare::<T>(site)
            }
        }

        impl<T: Component> Param for Option<&$($mut)? T> {
            const ACCESS: AccessSet<'static> = AccessSet::taken::<T>($mutable);

            fn prepare(site: CallSite) -> Result<(), UpdateError> {
                T::__Number::prepare_optional::<T>(site)
            }
        }

        impl<T: Component> Param for $View<'_, T> {
            const ACCESS: AccessSet<'static> = AccessSet::taken::<T>($mutable);
        }
    };
}

components!(View false);
components!(ViewMut true mut);

macro_rules! tuple_params {
    ($($param:ident $place:tt),*) => {
        impl<$($param: Param),*> Param for ($($param,)*) {
            const ACCESS: AccessSet<'static> = AccessSet::All(&[$($param::ACCESS),*]);
            const WATCHES: AccessSet<'static> = AccessSet::All(&[$($param::WATCHES),*]);
            const HAS_COMMANDS: bool = false $(|| $param::HAS_COMMANDS)*;

            #[allow(unused_variables, reason = "there may be no parameters")]
            fn prepare(site: CallSite) -> Result<(), UpdateError> {
                // Each, also where one is missing: a system may do without its turn.
                Ok(())$(.and($param::prepare(site)))*
            }

            #[allow(unused_variables, reason = "there may be no parameters")]
            fn look(site: CallSite) -> Result<(), UpdateError> {
                $($param::look(site)?;)*
                Ok(())
            }
        }
    };
}

all_tuples!(0..=12, tuple_params);
