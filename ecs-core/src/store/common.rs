//! [`Common`]: one component that goes with each entity that a pass visits.
#![expect(unsafe_code, reason = "the component is lent to one entity after the other")]

use core::cell::Cell;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;

use super::column::{Column, Place};

/// A guard that may be given back unused, which is no change.
pub trait GiveBack: Deref<Target: Sized> {
    #[doc(hidden)]
    fn give_back_unused(self);
}

/// A component that is the same for all entities, for writing if `MUT`, and the guard that lends it; or none.
pub struct Common<G: GiveBack, const MUT: bool> {
    value: Option<NonNull<G::Target>>,
    /// Nobody else reaches the component while this lives, or for reading alone.
    guard: Option<G>,
    /// Whether it was lent to any entity for writing.
    is_used: Cell<bool>,
}

impl<G: GiveBack> Common<G, false> {
    pub(crate) fn read(guard: Option<G>) -> Self {
        Self { value: guard.as_deref().map(NonNull::from), guard, is_used: Cell::new(false) }
    }

    /// The component, if there is one.
    pub(crate) fn get(&self) -> Option<&G::Target> {
        self.guard.as_deref()
    }
}

impl<G: GiveBack + DerefMut> Common<G, true> {
    pub(crate) fn write(mut guard: Option<G>) -> Self {
        Self { value: guard.as_deref_mut().map(NonNull::from), guard, is_used: Cell::new(false) }
    }

    /// The component, if there is one. It has changed by that.
    pub(crate) fn get_mut(&mut self) -> Option<&mut G::Target> {
        self.is_used.set(true);
        self.guard.as_deref_mut()
    }
}

impl<G: GiveBack, const MUT: bool> Drop for Common<G, MUT> {
    fn drop(&mut self) {
        if let Some(guard) = self.guard.take_if(|_| !self.is_used.get()) {
            guard.give_back_unused();
        }
    }
}

macro_rules! common {
    ($mut:literal, $item:ty, |$value:ident| $lend:expr) => {
        // SAFETY: all entities have it in common, as `IS_COMMON` says.
        unsafe impl<G: GiveBack + 'static> Column for Common<G, $mut> {
            type Item<'c> = $item;
            type Lane<'c> = Option<NonNull<G::Target>>;

            const IS_NEEDED: bool = false;
            const IS_COMMON: bool = true;

            #[inline(always)]
            fn find(&self, _: &impl Place) -> Option<usize> {
                self.value.map(|_| 0)
            }

            #[inline(always)]
            fn lane(&self, _: usize) -> Self::Lane<'_> {
                if $mut {
                    self.is_used.set(true);
                }
                self.value
            }

            #[inline(always)]
            unsafe fn item<'c>(lane: Self::Lane<'c>, _: usize, _: &impl Place) -> Self::Item<'c> {
                let $value = lane.expect("there is one, or the pass would not have begun");
                // SAFETY: the guard lends it. Where it may be written to, the caller sees to it that it is used once at a time.
                unsafe { $lend }
            }
        }
    };
}

common!(false, &'c G::Target, |value| value.as_ref());
common!(true, &'c mut G::Target, |value| &mut *value.as_ptr());
