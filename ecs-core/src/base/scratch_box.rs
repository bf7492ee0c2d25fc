//! [`ScratchBox`]: a box whose memory is used again, so that what is needed each frame allocates nothing.
#![expect(unsafe_code, reason = "values of any type lie in the same memory, one after the other")]

use core::alloc::Layout;
use core::cell::RefCell;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;

/// Memory for one value that is not too large.
#[repr(align(16))]
struct ScratchBlock(#[expect(dead_code, reason = "values are put there by pointer")] MaybeUninit<[u8; 2048]>);

thread_local! {
    /// Blocks that this thread has used before: as many as it has ever needed at once.
    #[expect(clippy::vec_box, reason = "a block is handed on without being moved")]
    static UNUSED: RefCell<Vec<Box<ScratchBlock>>> = const { RefCell::new(Vec::new()) };
}

/// As [`Box`]; its memory goes back to the thread.
pub(crate) struct ScratchBox<T> {
    memory: Memory,
    value: PhantomData<T>,
}

/// The memory of a value. It ends the value without its type, so that what the value borrows may end before.
struct Memory {
    place: NonNull<u8>,
    release: unsafe fn(NonNull<u8>),
}

impl<T> ScratchBox<T> {
    pub(crate) const FITS: bool = {
        let (value, block) = (Layout::new::<T>(), Layout::new::<ScratchBlock>());
        value.size() <= block.size() && value.align() <= block.align()
    };

    /// Puts a value in memory of its own.
    ///
    /// # Safety
    ///
    /// When the value is dropped, it may not touch what it borrows.
    pub(crate) unsafe fn new(value: T) -> Self {
        let place = if const { Self::FITS } {
            let unused = UNUSED.try_with(|unused| unused.borrow_mut().pop()).ok().flatten();
            let place =
                Box::into_raw(unused.unwrap_or_else(|| Box::new(ScratchBlock(MaybeUninit::uninit()))));
            // SAFETY: the block is large enough and aligned, as `FITS` says, and nobody else has it.
            unsafe { place.cast::<T>().write(value) };
            place.cast()
        } else {
            Box::into_raw(Box::new(value)).cast()
        };
        let place = NonNull::new(place).expect("a box is somewhere");
        Self { memory: Memory { place, release: Self::release }, value: PhantomData }
    }

    /// Drops the value of a box, and gives the memory back.
    ///
    /// # Safety
    ///
    /// The place must be that of a box of this type, which is not used any more.
    unsafe fn release(place: NonNull<u8>) {
        if const { Self::FITS } {
            // SAFETY: `new` wrote a value there, which nobody uses afterwards, and has the place from the box
            // of a block.
            let block = unsafe {
                place.cast::<T>().drop_in_place();
                Box::from_raw(place.cast::<ScratchBlock>().as_ptr())
            };
            // While the thread ends it is freed.
            let _ = UNUSED.try_with(|unused| unused.borrow_mut().push(block));
        } else {
            // SAFETY: `new` has it from a box of the value.
            drop(unsafe { Box::from_raw(place.cast::<T>().as_ptr()) });
        }
    }
}

impl<T: 'static> ScratchBox<T> {
    /// Puts a value that borrows nothing in memory of its own.
    pub(crate) fn of_owned(value: T) -> Self {
        // SAFETY: it borrows nothing.
        unsafe { Self::new(value) }
    }
}

impl<T> Deref for ScratchBox<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: `new` wrote a value there, which lives as long as the box.
        unsafe { self.memory.place.cast().as_ref() }
    }
}

impl<T> DerefMut for ScratchBox<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`; the box alone has it.
        unsafe { self.memory.place.cast().as_mut() }
    }
}

impl Drop for Memory {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: it is that of a box of the type that `release` knows, which ends here.
        unsafe { (self.release)(self.place) };
    }
}

#[cfg(test)]
mod tests {
    use core::ops::{Deref, DerefMut};
    use std::rc::Rc;

    use super::ScratchBox;

    #[test]
    fn each_value_has_memory_of_its_own_which_is_used_again() {
        let counter = Rc::new(());
        let places = || {
            let mut boxes: Vec<_> = (0..3).map(|n| ScratchBox::of_owned((n, counter.clone()))).collect();
            boxes[1].deref_mut().0 += 4;
            let numbers: Vec<usize> = boxes.iter().map(|value| value.deref().0).collect();
            assert_eq!((numbers, Rc::strong_count(&counter)), (vec![0, 5, 2], 4));
            let mut places: Vec<_> = boxes.iter().map(|value| value.memory.place).collect();
            places.sort_unstable();
            places
        };
        let before = places();
        assert_eq!(Rc::strong_count(&counter), 1);
        assert_eq!(places(), before);
    }

    #[test]
    fn what_is_too_large_or_aligned_for_a_block_has_room_too() {
        #[repr(align(64))]
        struct Aligned(#[expect(dead_code, reason = "only dropped")] Rc<()>);
        let counter = Rc::new(());
        let large = ScratchBox::of_owned(([3_u8; 5000], counter.clone()));
        let aligned = ScratchBox::of_owned(Aligned(counter.clone()));
        assert!(
            large.deref().0.iter().all(|&byte| byte == 3)
                && aligned.memory.place.cast::<Aligned>().is_aligned()
        );
        drop((large, aligned));
        assert_eq!(Rc::strong_count(&counter), 1);
    }
}
