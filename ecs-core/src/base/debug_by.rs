//! [`debug_by!`]: `Debug` of types whose fields it does not show, or not all of them.

/// Implements `Debug` for a type, whose generics stand before it, by a closure that takes the value and the
/// formatter.
macro_rules! debug_by {
    ([$($generics:tt)*] $type:ty, |$value:pat_param, $f:ident| $write:expr) => {
        impl<$($generics)*> core::fmt::Debug for $type {
            fn fmt(&self, $f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let $value = self;
                $write
            }
        }
    };
}

pub(crate) use debug_by;
