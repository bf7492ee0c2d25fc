//! [`default_by!`]: `Default` of types whose parameters need none, or that begin with other values.

/// Implements `Default` for a type, whose generics stand before it, by an expression.
macro_rules! default_by {
    ([$($generics:tt)*] $type:ty, $value:expr) => {
        impl<$($generics)*> Default for $type {
            fn default() -> Self {
                $value
            }
        }
    };
}

pub(crate) use default_by;
