//! [`clone_fields!`], [`debug_by!`], [`default_by!`], [`deref_by!`]: impls that no derive gives.

/// Implements `Clone` for a struct with these fields. What the derive does, but for `clone_from`: that clones
/// each field into the one that is there.
macro_rules! clone_fields {
    ($type:ty { $($field:ident),* $(,)? }) => {
        impl Clone for $type {
            fn clone(&self) -> Self {
                Self { $($field: self.$field.clone()),* }
            }

            fn clone_from(&mut self, other: &Self) {
                $(self.$field.clone_from(&other.$field);)*
            }
        }
    };
}

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

/// Implements `Deref` for a type, whose generics stand before it, by a closure that takes the value.
macro_rules! deref_by {
    ([$($generics:tt)*] $type:ty => $target:ty, |$value:pat_param| $place:expr) => {
        impl<$($generics)*> core::ops::Deref for $type {
            type Target = $target;

            #[inline(always)]
            fn deref(&self) -> &Self::Target {
                let $value = self;
                $place
            }
        }
    };
}

pub(crate) use {clone_fields, debug_by, default_by, deref_by};
