//! [`Copying`]: how the values of a type are copied, which is not known here.
#![expect(unsafe_code, reason = "it says what must hold where values are cloned by their places")]

/// How the values of a type are copied.
#[derive(Clone, Copy)]
pub(crate) enum Copying {
    /// By their bytes, which are as good as they are: the type is `Copy`, or its fields are.
    Bytes,
    /// By its `Clone`.
    Cloning(&'static dyn CopyRows),
    /// They cannot be.
    Not,
}

impl Copying {
    /// What clones the values, unless their bytes are as good.
    pub(crate) fn copier(self) -> Option<&'static dyn CopyRows> {
        match self {
            Self::Cloning(copier) => Some(copier),
            Self::Bytes | Self::Not => None,
        }
    }
}

/// Makes copies of values whose type is not known here.
///
/// # Safety
///
/// What it counts are values of the type for which it stands.
pub unsafe trait CopyRows: Sync {
    /// Clones values that lie side by side, one after the other, and counts those that are made.
    ///
    /// # Safety
    ///
    /// There must be so many values of the type from `from` on, to which nobody writes meanwhile, and room
    /// for as many from `to` on.
    unsafe fn clone_rows(&self, from: *const u8, to: *mut u8, count: usize, made: &mut usize);
}
