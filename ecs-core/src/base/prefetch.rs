//! [`prefetch`]: asks the processor to bring a value near before it is needed.
#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "the intrinsic takes a raw pointer"))]

/// Asks for a value; does nothing where the processor cannot be asked.
#[inline(always)]
pub(crate) fn prefetch<T>(value: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint: it is allowed for any address, and reads or writes nothing that the program can
        // see.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(value.cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
