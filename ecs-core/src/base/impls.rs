//! Impls that no derive gives: [`clone_fields!`], [`copy_always!`], [`debug_by!`], [`display_by!`],
//! [`default_by!`], [`deref_by!`], [`deref_mut_by!`], [`into_iter_by!`]. The type's generics stand before
//! the type.

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

/// Implements `Debug` by a closure that takes the value and the formatter.
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

/// Implements `Display` by a closure that takes the value and the formatter.
macro_rules! display_by {
    ([$($generics:tt)*] $type:ty, |$value:pat_param, $f:ident| $write:expr) => {
        impl<$($generics)*> core::fmt::Display for $type {
            fn fmt(&self, $f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let $value = self;
                $write
            }
        }
    };
}

/// Implements `Deref` by a closure that takes a reference to the value.
macro_rules! deref_by {
    ([$($generics:tt)*] $type:ty => $target:ty, |$value:ident| $deref:expr) => {
        impl<$($generics)*> core::ops::Deref for $type {
            type Target = $target;

            #[inline(always)]
            fn deref(&self) -> &Self::Target {
                let $value = self;
                $deref
            }
        }
    };
}

/// Implements `DerefMut` by a closure that takes a reference to the value.
macro_rules! deref_mut_by {
    ([$($generics:tt)*] $type:ty, |$value:ident| $deref:expr) => {
        impl<$($generics)*> core::ops::DerefMut for $type {
            #[inline(always)]
            fn deref_mut(&mut self) -> &mut Self::Target {
                let $value = self;
                $deref
            }
        }
    };
}

/// Implements `IntoIterator` by a closure that takes the value.
macro_rules! into_iter_by {
    ([$($generics:tt)*] $type:ty => $iter:ty, |$value:ident| $into:expr) => {
        impl<$($generics)*> IntoIterator for $type {
            type Item = <$iter as Iterator>::Item;
            type IntoIter = $iter;

            #[inline]
            fn into_iter(self) -> $iter {
                let $value = self;
                $into
            }
        }
    };
}

/// Implements `Copy`, whatever the parameters of the type are.
macro_rules! copy_always {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> Clone for $type {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($generics)*> Copy for $type {}
    };
}

/// Implements `Default` by an expression.
macro_rules! default_by {
    ([$($generics:tt)*] $type:ty, $value:expr) => {
        impl<$($generics)*> Default for $type {
            fn default() -> Self {
                $value
            }
        }
    };
}

pub(crate) use {
    clone_fields, copy_always, debug_by, default_by, deref_by, deref_mut_by, display_by, into_iter_by,
};
