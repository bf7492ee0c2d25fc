//! Reading and writing a value by its fields, each at a place of its own.
#![expect(unsafe_code, reason = "fields are read and written by their addresses")]

use crate::fields::{FieldFns, FieldPlaces, FieldTuple, Inside, Soa, ViaFields, check_fields};

/// Reads the value of the row that lies so many steps behind these places.
///
/// # Safety
///
/// They must be those of its fields in a column of the type. It must have a value, and nobody may write to it
/// meanwhile.
#[inline(always)]
pub(super) unsafe fn read<T: Soa>(places: T::__Places, step: usize) -> T {
    struct ReadFields<'p>(&'p [*mut u8], usize);

    impl<T: Soa> ViaFields<T> for ReadFields<'_> {
        type Out = T;

        #[inline(always)]
        fn via<F: FieldTuple>(self, _: impl Fn(T) -> F, join: impl Fn(F) -> T) -> T {
            check_fields::<T, F>();
            // SAFETY: these are the fields, as `Soa` promises, and the rest is required of the caller.
            join(unsafe { F::read(self.0, self.1) })
        }
    }

    T::__fields().give(Inside(ReadFields(places.get(), step)))
}

/// Writes the value of such a row.
///
/// # Safety
///
/// The places must be those of its fields in a column of the type. There must be memory for the row, which
/// nobody else uses meanwhile.
#[inline(always)]
pub(super) unsafe fn write<T: Soa>(places: T::__Places, step: usize, value: T) {
    struct WriteFields<'p, T>(&'p [*mut u8], usize, T);

    impl<T: Soa> ViaFields<T> for WriteFields<'_, T> {
        type Out = ();

        #[inline(always)]
        fn via<F: FieldTuple>(self, split: impl Fn(T) -> F, _: impl Fn(F) -> T) {
            check_fields::<T, F>();
            // SAFETY: as in `read`; `split` only moves the fields, so the row is still as the caller says.
            unsafe { split(self.2).write(self.0, self.1) };
        }
    }

    T::__fields().give(Inside(WriteFields(places.get(), step, value)));
}

/// Calls a function with a copy of the value of such a row.
///
/// # Safety
///
/// As for [`read`], while the function runs, which must not keep what it gets.
#[inline(always)]
pub(super) unsafe fn with<'c, T: Soa, R>(places: T::__Places, step: usize, f: impl FnOnce(&'c T) -> R) -> R {
    struct WithFields<'p, G>(&'p [*mut u8], usize, G);

    impl<T: Soa, R, G: FnOnce(&T) -> R> ViaFields<T> for WithFields<'_, G> {
        type Out = R;

        #[inline(always)]
        fn via<F: FieldTuple>(self, _: impl Fn(T) -> F, join: impl Fn(F) -> T) -> R {
            check_fields::<T, F>();
            // SAFETY: these are the fields, and the rest is required of the caller.
            unsafe { F::with(self.0, self.1, join, self.2) }
        }
    }

    let f = |value: &T| {
        let value: *const T = value;
        // SAFETY: the function does not keep it, as the caller sees to.
        f(unsafe { &*value })
    };
    T::__fields().give(Inside(WithFields(places.get(), step, f)))
}

/// Calls a function with a copy of the value of such a row, and writes that back, unless it panics.
///
/// # Safety
///
/// The places must be those of its fields in a column of the type. It must have a value, which nobody else
/// uses meanwhile. The function must not keep what it gets.
#[inline(always)]
pub(super) unsafe fn with_mut<'c, T: Soa, R>(
    places: T::__Places,
    step: usize,
    f: impl FnOnce(&'c mut T) -> R,
) -> R {
    struct WithMut<'p, G>(&'p [*mut u8], usize, G);

    impl<T: Soa, R, G: FnOnce(&mut T) -> R> ViaFields<T> for WithMut<'_, G> {
        type Out = R;

        #[inline(always)]
        fn via<F: FieldTuple>(self, split: impl Fn(T) -> F, join: impl Fn(F) -> T) -> R {
            check_fields::<T, F>();
            // SAFETY: as in `read`; `split` and `join` only move the fields, so they use no row.
            unsafe { F::with_mut(self.0, self.1, split, join, self.2) }
        }
    }

    let f = |value: &mut T| {
        let value: *mut T = value;
        // SAFETY: the function does not keep it, as the caller sees to.
        f(unsafe { &mut *value })
    };
    T::__fields().give(Inside(WithMut(places.get(), step, f)))
}
