//! [`Places`]: where the fields of rows lie.

/// Where each field of the rows from one on lies: one address a field.
///
/// An array, so that a loop over rows keeps each address in a register.
pub trait Places: Copy + 'static {
    /// Asks for the address of each field.
    fn ask(place_of: impl FnMut(usize) -> *mut u8) -> Self;

    /// The addresses.
    fn get(&self) -> &[*mut u8];
}

impl<const N: usize> Places for [*mut u8; N] {
    #[inline(always)]
    fn ask(place_of: impl FnMut(usize) -> *mut u8) -> Self {
        core::array::from_fn(place_of)
    }

    #[inline(always)]
    fn get(&self) -> &[*mut u8] {
        self
    }
}
