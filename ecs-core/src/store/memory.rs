//! Memory for arrays that grow: small ones from the allocator, large ones from the operating system, in large pages.
//!
//! The first touch of a page costs more than all else in creation, and a large array of small pages misses the processor's page
//! cache at each random access. Linux gives large pages to who asks for them, in a mapping that begins at a multiple of their size;
//! such a mapping grows without a copy. Measured: the first touch of 4 KiB costs 0.3 µs instead of 1.1 µs.
#![expect(unsafe_code, reason = "calls of the allocator and of the operating system")]

use core::alloc::Layout;
use core::ptr::NonNull;
use std::alloc::{alloc, dealloc, handle_alloc_error, realloc};

/// How large a large page is.
const PAGE: usize = 2 << 20;
/// From this size on memory comes from the operating system.
const LARGE: usize = 2 * PAGE;

/// Says how many bytes a request for so many gets.
pub(super) fn rounded(layout: Layout) -> Layout {
    if !is_large(layout) {
        return layout;
    }
    let bytes = layout.size().next_multiple_of(PAGE);
    // SAFETY: an array of this layout exists or is asked for, so its size is far below `isize::MAX`, and it was rounded up by a
    // small power of two; the alignment is that of a layout.
    unsafe { Layout::from_size_align_unchecked(bytes, layout.align()) }
}

fn is_large(layout: Layout) -> bool {
    system::IS_KNOWN && layout.size() >= LARGE && layout.align() <= PAGE
}

/// Allocates memory of a rounded layout, which is not empty. The first `filled` bytes are about to be used.
pub(super) fn allocate(layout: Layout, filled: usize) -> NonNull<u8> {
    let memory = if is_large(layout) {
        system::map(layout.size()).inspect(|&start| system::prefer_large_pages(start, layout.size(), filled))
    } else {
        // SAFETY: the layout is not empty.
        NonNull::new(unsafe { alloc(layout) })
    };
    memory.unwrap_or_else(|| handle_alloc_error(layout))
}

/// Makes memory longer, which may move it. Both layouts are rounded. The first `filled` bytes are about to be used.
///
/// # Safety
///
/// The memory must have been allocated by this module under the old layout, and is the caller's no more.
pub(super) unsafe fn grow(start: NonNull<u8>, old: Layout, new: Layout, filled: usize) -> NonNull<u8> {
    if is_large(old) {
        // SAFETY: the mapping is one of ours, of this length.
        let moved = unsafe { system::remap(start, old.size(), new.size()) };
        if let Some(moved) = moved {
            system::prefer_large_pages(moved, new.size(), filled);
            return moved;
        }
    } else if !is_large(new) {
        // SAFETY: the memory is the allocator's, under the old layout; the new one is longer and of the same alignment.
        let moved = unsafe { realloc(start.as_ptr(), old, new.size()) };
        return NonNull::new(moved).unwrap_or_else(|| handle_alloc_error(new));
    }
    let moved = allocate(new, filled);
    // SAFETY: both are ours, do not overlap, and are as long as the old one at least.
    unsafe {
        moved.copy_from_nonoverlapping(start, old.size());
        release(start, old);
    }
    moved
}

/// Gives memory back.
///
/// # Safety
///
/// As for [`grow`].
pub(super) unsafe fn release(start: NonNull<u8>, layout: Layout) {
    if is_large(layout) {
        // SAFETY: the mapping is one of ours, of this length.
        unsafe { system::unmap(start, layout.size()) };
    } else {
        // SAFETY: the memory is the allocator's, under this layout.
        unsafe { dealloc(start.as_ptr(), layout) };
    }
}

#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"),
    target_pointer_width = "64",
    not(miri)
))]
mod system {
    use core::ffi::{c_int, c_long, c_void};
    use core::ptr::{self, NonNull};

    use super::PAGE;

    pub(super) const IS_KNOWN: bool = true;

    // As in the headers of Linux for these processors.
    const PROT_READ_AND_WRITE: c_int = 1 | 2;
    const MAP_PRIVATE_AND_ANONYMOUS: c_int = 0x02 | 0x20;
    const MREMAP_MAYMOVE_TO_FIXED: c_int = 1 | 2;
    const MADV_HUGEPAGE: c_int = 14;
    const MADV_NOHUGEPAGE: c_int = 15;

    unsafe extern "C" {
        fn mmap(
            at: *mut c_void,
            len: usize,
            prot: c_int,
            flags: c_int,
            file: c_int,
            from: c_long,
        ) -> *mut c_void;
        fn mremap(at: *mut c_void, old: usize, new: usize, flags: c_int, ...) -> *mut c_void;
        fn munmap(at: *mut c_void, len: usize) -> c_int;
        fn madvise(at: *mut c_void, len: usize, advice: c_int) -> c_int;
    }

    /// Maps memory at a multiple of the large page. The length is one too.
    pub(super) fn map(len: usize) -> Option<NonNull<u8>> {
        let longer = len.checked_add(PAGE)?;
        // SAFETY: a new private mapping, wherever the system wants it.
        let start =
            unsafe { mmap(ptr::null_mut(), longer, PROT_READ_AND_WRITE, MAP_PRIVATE_AND_ANONYMOUS, -1, 0) };
        if start.addr() == usize::MAX {
            return None;
        }
        let before = start.addr().next_multiple_of(PAGE) - start.addr();
        let aligned = NonNull::new(start.wrapping_byte_add(before).cast::<u8>())?;
        // SAFETY: what lies before and after the `len` bytes from `aligned` is of the new mapping, and not used.
        unsafe {
            if before != 0 {
                munmap(start, before);
            }
            munmap(start.wrapping_byte_add(before + len), PAGE - before);
        }
        Some(aligned)
    }

    /// Moves a mapping of ours to a longer one, without a copy; `None` if the system refuses, and nothing has changed.
    pub(super) unsafe fn remap(start: NonNull<u8>, old: usize, new: usize) -> Option<NonNull<u8>> {
        let target = map(new)?;
        // SAFETY: the mapping is one of ours and whole again under one advice, as it must be to move. The target is ours, and not used.
        let moved = unsafe {
            madvise(start.as_ptr().cast(), old, MADV_HUGEPAGE);
            mremap(start.as_ptr().cast(), old, new, MREMAP_MAYMOVE_TO_FIXED, target.as_ptr())
        };
        if moved.addr() == usize::MAX {
            // SAFETY: the target was mapped above, or is no more; nothing else can lie there.
            unsafe { munmap(target.as_ptr().cast(), new) };
            return None;
        }
        Some(target)
    }

    pub(super) unsafe fn unmap(start: NonNull<u8>, len: usize) {
        // SAFETY: as required of the caller.
        unsafe { munmap(start.as_ptr().cast(), len) };
    }

    /// Asks for large pages where the memory is about to be filled, and for small ones behind it: a large page costs its memory whole.
    pub(super) fn prefer_large_pages(start: NonNull<u8>, len: usize, filled: usize) {
        let large = filled.min(len) / PAGE * PAGE;
        let advise = |from: usize, to: usize, advice| {
            if from < to {
                // SAFETY: the range is of a mapping of ours. An advice changes neither what is there nor whose it is; where the system does
                // not know it, it returns an error and nothing happens.
                unsafe { madvise(start.as_ptr().wrapping_add(from).cast(), to - from, advice) };
            }
        };
        advise(0, large, MADV_HUGEPAGE);
        advise(large, len, MADV_NOHUGEPAGE);
    }
}

#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"),
    target_pointer_width = "64",
    not(miri)
)))]
mod system {
    use core::ptr::NonNull;

    pub(super) const IS_KNOWN: bool = false;

    pub(super) fn map(_: usize) -> Option<NonNull<u8>> {
        None
    }

    pub(super) unsafe fn remap(_: NonNull<u8>, _: usize, _: usize) -> Option<NonNull<u8>> {
        None
    }

    pub(super) unsafe fn unmap(_: NonNull<u8>, _: usize) {}

    pub(super) fn prefer_large_pages(_: NonNull<u8>, _: usize, _: usize) {}
}
