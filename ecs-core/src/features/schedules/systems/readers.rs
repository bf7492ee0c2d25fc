//! [`Removed`] and [`Events`] as parameters of systems.

use crate::component::Component;
use crate::error::UpdateError;
use crate::hooks::Param;
use crate::ids::Entity;
use crate::iterate::Plain;
use crate::threads::TurnLetters;
use crate::world::{CommandBuffer, EventLetter, Removal};

use super::super::super::observers::{EventReader, Events, RemovalReader, Removed, events, removed};
use super::system_param::{ParSystemParam, ReadParam, SystemCall, SystemParam};

impl<T: Component> Param for Removed<'_, T> {}

impl<E: Send + Sync + 'static> Param for Events<'_, E> {}

macro_rules! reader_params {
    ($([$($of:tt)*] $param:ident<$of_param:ident>, $memory:ident, $letter:ty, $get:ident;)*) => {$(
        impl<$($of)*> SystemParam for $param<'_, $of_param> {
            type State = Plain<TurnLetters<$letter>>;
            type Item<'w> = $param<'w, $of_param>;
            type Memory = $memory<$of_param>;

            fn begin(memory: &mut Self::Memory) -> Result<(), UpdateError> {
                memory.begin().map(drop).map_err(UpdateError::World)
            }

            fn borrow(_: &SystemCall, memory: &mut Self::Memory) -> Result<Self::State, UpdateError> {
                memory.read().map(Plain).map_err(UpdateError::World)
            }

            fn item<'w>(reading: &'w mut Self::State, _: &'w CommandBuffer) -> Self::Item<'w> {
                $get(&mut reading.0)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($of)*> ParSystemParam for $param<'_, $of_param> {}

        #[diagnostic::do_not_recommend]
        impl<$($of)*> ReadParam for $param<'_, $of_param> {}
    )*};
}

reader_params! {
    [T: Component] Removed<T>, RemovalReader, (Entity, Removal), removed;
    [E: Send + Sync + 'static] Events<E>, EventReader, EventLetter<E>, events;
}
