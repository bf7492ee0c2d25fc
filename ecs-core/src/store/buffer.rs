//! [`Buffer`]: a vector of values that need no drop, which grows without a copy where it is large.
#![expect(unsafe_code, reason = "elements live in memory that this type manages")]

use core::alloc::Layout;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::ptr::{self, NonNull};
use core::slice;

use super::memory;

/// As `Vec`, for the arrays of a store: its memory comes from [`memory`].
///
/// # Invariants
///
/// `start` points to memory for `capacity` elements, of which the first `len` are initialised; or the capacity is 0, or that of a
/// zero-sized type, and it dangles.
pub(super) struct Buffer<A> {
    start: NonNull<A>,
    len: usize,
    capacity: usize,
    owns: PhantomData<A>,
}

impl<A> Buffer<A> {
    pub(super) const fn new() -> Self {
        const { assert!(!core::mem::needs_drop::<A>()) };
        let capacity = if size_of::<A>() == 0 { usize::MAX } else { 0 };
        Self { start: NonNull::dangling(), len: 0, capacity, owns: PhantomData }
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(super) fn capacity(&self) -> usize {
        self.capacity
    }

    /// The first element. Making this does not make a reference to any.
    #[inline(always)]
    pub(super) fn start(&self) -> *mut A {
        self.start.as_ptr()
    }

    /// Makes room for `additional` elements, which are about to come.
    pub(super) fn reserve(&mut self, additional: usize) {
        let needed = self.len.checked_add(additional).expect("a length is a usize");
        if needed > self.capacity {
            self.grow(needed.max(2 * self.capacity), needed);
        }
    }

    /// Makes room for one more element, and for as many as there are.
    #[cold]
    #[inline(never)]
    pub(super) fn double(&mut self) {
        let capacity = (2 * self.capacity).max(4);
        // The last ones may never come.
        self.grow(capacity, capacity - capacity / 8);
    }

    fn grow(&mut self, capacity: usize, filled: usize) {
        let new = memory::rounded(
            Layout::array::<A>(capacity).expect("an array of less than half of the addresses"),
        );
        let filled = filled * size_of::<A>();
        let start = match self.layout() {
            None => memory::allocate(new, filled),
            // SAFETY: the memory was allocated under this layout.
            Some(old) => unsafe { memory::grow(self.start.cast(), old, new, filled) },
        };
        self.start = start.cast();
        self.capacity = new.size() / size_of::<A>();
    }

    /// The layout of the memory; `None` if there is none.
    fn layout(&self) -> Option<Layout> {
        if size_of::<A>() == 0 || self.capacity == 0 {
            return None;
        }
        // The capacity was rounded down to whole elements, and the size up to whole pages: both give the same size.
        Layout::array::<A>(self.capacity).ok().map(memory::rounded)
    }

    #[inline(always)]
    pub(super) fn push(&mut self, element: A) {
        if self.len == self.capacity {
            self.double();
        }
        // SAFETY: there is room for an element behind the last.
        unsafe { self.start.add(self.len).write(element) };
        self.len += 1;
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
    }

    #[inline]
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Appends copies of an element until there are `len`.
    pub(super) fn resize_with(&mut self, len: usize, element: impl Fn() -> A) {
        if len > self.capacity {
            let room = len.max(2 * self.capacity);
            self.grow(room, room - room / 8);
        }
        while self.len < len {
            // SAFETY: the capacity is `len` at least.
            unsafe { self.start.add(self.len).write(element()) };
            self.len += 1;
        }
    }

    /// Puts `count` elements before the first.
    pub(super) fn prepend_with(&mut self, count: usize, element: impl Fn() -> A) {
        let len = self.len;
        self.resize_with(len + count, &element);
        // SAFETY: there is room for `len` elements from `count` on, and for `count` before them.
        unsafe {
            ptr::copy(self.start(), self.start().add(count), len);
            (0..count.min(len)).for_each(|place| self.start.add(place).write(element()));
        }
    }

    /// Moves all elements of another buffer to the end.
    pub(super) fn append(&mut self, other: Self) {
        self.reserve(other.len);
        // SAFETY: there is room; the elements are this buffer's from here on, and need no drop there.
        unsafe { ptr::copy_nonoverlapping(other.start(), self.start().add(self.len), other.len) };
        self.len += other.len;
    }

    /// Moves all elements out, in order.
    pub(super) fn into_elements(self) -> impl Iterator<Item = A> {
        // SAFETY: the place is below the length, and each is read once.
        (0..self.len).map(move |place| unsafe { self.start.add(place).read() })
    }
}

impl<A> Default for Buffer<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A> Deref for Buffer<A> {
    type Target = [A];

    #[inline(always)]
    fn deref(&self) -> &[A] {
        // SAFETY: the first `len` elements are initialised.
        unsafe { slice::from_raw_parts(self.start(), self.len) }
    }
}

impl<A> DerefMut for Buffer<A> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [A] {
        // SAFETY: the first `len` elements are initialised, and borrowed with the buffer.
        unsafe { slice::from_raw_parts_mut(self.start(), self.len) }
    }
}

impl<A> Drop for Buffer<A> {
    fn drop(&mut self) {
        if let Some(layout) = self.layout() {
            // SAFETY: the memory was allocated under this layout, and nothing uses it any more.
            unsafe { memory::release(self.start.cast(), layout) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Buffer;
    use std::cell::Cell;

    /// Beyond what comes from the allocator, where that is not all.
    const MANY: u32 = if cfg!(miri) { 2_000 } else { 3_000_000 };

    #[test]
    fn behaves_like_a_vector_whatever_its_size() {
        let (mut buffer, mut model) = (Buffer::new(), Vec::new());
        for element in 0..MANY {
            buffer.push(element);
            model.push(element);
            if element.is_power_of_two() {
                buffer.truncate(element as usize / 3 * 2);
                model.truncate(element as usize / 3 * 2);
                buffer.pop();
                model.pop();
            }
        }
        assert_eq!(*buffer, *model);
        buffer.resize_with(2 * MANY as usize, || 7);
        model.resize(2 * MANY as usize, 7);
        buffer.prepend_with(1_000, || 3);
        model.splice(0..0, [3; 1_000]);
        assert_eq!(*buffer, *model);
        let mut other = Buffer::new();
        other.reserve(MANY as usize);
        (0..MANY).for_each(|element| other.push(element));
        buffer.append(other);
        model.extend(0..MANY);
        assert_eq!(*buffer, *model);
        assert!(buffer.into_elements().eq(model));
    }

    #[test]
    fn reserved_room_is_enough() {
        for count in [1, 100, MANY as usize] {
            let mut buffer = Buffer::new();
            buffer.push(0_u64);
            buffer.reserve(count);
            let (start, capacity) = (buffer.start(), buffer.capacity());
            (0..count).for_each(|element| buffer.push(element as u64));
            assert_eq!((buffer.start(), buffer.capacity()), (start, capacity));
        }
    }

    #[test]
    fn elements_of_any_size_and_alignment_lie_as_they_must() {
        #[derive(Clone, Copy)]
        #[repr(align(4096))]
        struct Wide(#[expect(dead_code, reason = "has a size")] u8);

        fn check<A: Copy>(element: A, count: usize) {
            let mut buffer = Buffer::new();
            for place in 0..count {
                buffer.push(element);
                assert_eq!(buffer.len(), place + 1);
                assert!(buffer.start().is_aligned());
            }
            assert!(buffer.capacity() >= count);
        }
        let count = if cfg!(miri) { 5 } else { 5_000 };
        check(Wide(1), count);
        check([1_u8; 3], 400 * count);
        check((), count);
        check([0_u64; 0], count);
        // Larger than a page of any size.
        check([1_u8; 2_100_000], 5);
    }

    #[test]
    fn elements_are_copied_in_front_of_others() {
        let mut buffer: Buffer<Cell<u32>> = Buffer::new();
        buffer.prepend_with(5, || Cell::new(1));
        buffer.prepend_with(2, || Cell::new(2));
        buffer.prepend_with(30, || Cell::new(3));
        let all: Vec<u32> = buffer.iter().map(Cell::get).collect();
        assert_eq!(all, [vec![3; 30], vec![2; 2], vec![1; 5]].concat());
    }
}
