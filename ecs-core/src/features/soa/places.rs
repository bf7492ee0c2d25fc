//! [`Split`]: values lie field by field; [`FieldPlaces`]: where the fields of rows lie.

use core::ptr;

/// Lays each field of values in an array of its own.
#[derive(Debug)]
pub enum Split {}

/// Where each field of the rows from one on lies: one address a field.
///
/// An array, so that a loop over rows keeps each address in a register.
pub trait FieldPlaces: Copy + 'static {
    /// Asks for the address of each field.
    fn ask(place_of: impl FnMut(usize) -> *mut u8) -> Self;

    /// The addresses.
    fn get(&self) -> &[*mut u8];
}

impl<const N: usize> FieldPlaces for [*mut u8; N] {
    #[inline(always)]
    fn ask(mut place_of: impl FnMut(usize) -> *mut u8) -> Self {
        // A loop, which the compiler unrolls: `from_fn` would be called, and keep the array in memory.
        let mut places = [ptr::null_mut(); N];
        for (field, place) in places.iter_mut().enumerate() {
            *place = place_of(field);
        }
        places
    }

    #[inline(always)]
    fn get(&self) -> &[*mut u8] {
        self
    }
}
