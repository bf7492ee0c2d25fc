//! [`ByTuple`]: tuples of systems.

use super::function::SystemShape;
use super::into::{IntoPar, IntoSystem};
use super::several::{Config, Systems};

/// Marks a tuple of systems, with the markers of its parts.
#[doc(hidden)]
#[derive(Debug)]
pub struct ByTuple<M>(M);

macro_rules! tuple {
    ($($part:ident $marker:ident $place:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<$($part, $marker),*> SystemShape<ByTuple<($($marker,)*)>> for ($($part,)*)
        where
            $($part: SystemShape<$marker>,)*
        {
        }

        #[diagnostic::do_not_recommend]
        impl<$($part, $marker),*> IntoSystem<ByTuple<($($marker,)*)>> for ($($part,)*)
        where
            $($part: IntoSystem<$marker>,)*
        {
            type Config = Systems;
            type Par = ($($part::Par,)*);

            fn into_local(self) -> Systems {
                let mut systems = Systems::default();
                $(systems.push(self.$place.into_local().into_systems());)*
                systems
            }
        }

        impl<$($part, $marker),*> IntoPar<($($part,)*)> for ($($marker,)*)
        where
            $($marker: IntoPar<$part>,)*
        {
            type Config = Systems;

            fn into_config(system: ($($part,)*)) -> Systems {
                let mut systems = Systems::default();
                $(systems.push($marker::into_config(system.$place).into_systems());)*
                systems
            }
        }
    };
}

/// Calls the macro above for tuples of one to twelve parts.
macro_rules! tuples {
    ([$($done:tt)*]) => {};
    ([$($part:ident $marker:ident $place:tt)*] $next:ident $its_marker:ident $its_place:tt $($rest:tt)*) => {
        tuple!($($part $marker $place,)* $next $its_marker $its_place);
        tuples!([$($part $marker $place)* $next $its_marker $its_place] $($rest)*);
    };
}

tuples!([] A MA 0 B MB 1 C MC 2 D MD 3 E ME 4 F MF 5 G MG 6 H MH 7 I MI 8 J MJ 9 K MK 10 L ML 11);
