//! [`ComparedTypes`]: a list of types whose components are compared.

use crate::base::all_tuples;
use crate::component::Component;
use crate::spec::name_of;

/// A component, a singleton, or a tuple of such lists: what
/// [`Recording::compare_types`](crate::Recording::compare_types) names.
pub trait ComparedTypes {
    #[doc(hidden)]
    fn __names(names: &mut Vec<&'static str>);
}

impl<T: Component> ComparedTypes for T {
    fn __names(names: &mut Vec<&'static str>) {
        names.push(name_of::<T>());
    }
}

macro_rules! compared_types {
    ($($part:ident $place:tt),*) => {
        impl<$($part: ComparedTypes),*> ComparedTypes for ($($part,)*) {
            fn __names(names: &mut Vec<&'static str>) {
                $($part::__names(names);)*
            }
        }
    };
}

all_tuples!(1..=12, compared_types);
