//! Copying the values of a type into pages, and reading them there.
#![expect(unsafe_code, reason = "values are cloned and read by their type")]

use core::any::TypeId;
use core::marker::PhantomData;

use crate::column::{CopyRows, Page};

use super::layout::{Layout, Stored};
use super::place::behind;

struct PagesByClone<T>(PhantomData<fn(T) -> T>);

/// How values of a type are copied for a snapshot.
pub(crate) const fn copier<T: Clone + 'static>() -> &'static dyn CopyRows {
    &PagesByClone::<T>(PhantomData)
}

// SAFETY: it counts each value that it has cloned.
unsafe impl<T: Clone + 'static> CopyRows for PagesByClone<T> {
    unsafe fn clone_rows(&self, from: *const u8, to: *mut u8, count: usize, made: &mut usize) {
        let (from, to): (*mut T, *mut T) = (from.cast_mut().cast(), to.cast());
        for row in 0..count {
            // SAFETY: as required of the caller there is a value, to which nobody writes, and room for
            // another.
            unsafe { behind(to, row).write((*behind(from, row)).clone()) };
            *made += 1;
        }
    }
}

impl Page {
    /// Calls a function with the value of a row, of a page of the type.
    ///
    /// # Panics
    ///
    /// If it is of another type, or the row has none: that would be a mistake in `ecs-core`.
    pub(crate) fn with<T: Stored, R>(&self, row: usize, f: impl FnOnce(&T) -> R) -> R {
        assert!(self.info().id == TypeId::of::<T>(), "a page is read as what it is");
        let cursor = T::Layout::at(|| self.place(0, row).cast(), |array, _| self.place(array, row));
        // SAFETY: the row has a value of the type: `Page::place` asks for it. It belongs to the page, which
        // is borrowed; the function cannot keep it for any lifetime.
        unsafe { T::Layout::with(cursor, 0, f) }
    }
}
