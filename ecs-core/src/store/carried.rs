//! [`Carried`]: what another thread than the world's uses while all of it is held still, and [`ReadStill`]: what several read.
#![expect(
    unsafe_code,
    reason = "what is not `Send` goes to other threads, where nothing of it changes that is shared"
)]

use crate::world::Still;

use super::columns::{Columns, ParColumns};
use super::common::Common;
use super::join::Filtered;
use super::presence::{Presence, Watched};
use super::rows::Rows;

/// What several threads may read at once while it is held still.
///
/// # Safety
///
/// All that `&self` reads and that can change is held still by [`ReadStill::hold_still`]. It writes nothing meanwhile.
pub unsafe trait ReadStill: 'static {
    /// Holds still what is read. On the world's thread.
    #[doc(hidden)]
    fn hold_still(&self, still: &Still);
}

// SAFETY: the look-up and the flags of the store are read, which are held still; no store is made meanwhile.
unsafe impl ReadStill for Presence {
    fn hold_still(&self, still: &Still) {
        if let Some(column) = self.look() {
            still.hold(column.clone());
        }
    }
}

// SAFETY: as for `Presence`. Ticks that are written meanwhile are atomic; what of the running pass is read is written by no one.
unsafe impl ReadStill for Watched {
    fn hold_still(&self, still: &Still) {
        self.presence.hold_still(still);
    }
}

/// What one other thread at a time may use while it is held still.
///
/// # Safety
///
/// As for [`ReadStill`], of `&mut self`; and what is lent by it may be used there.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be used on another thread")]
pub unsafe trait Carry: 'static {
    /// Holds still what is read. On the world's thread.
    #[doc(hidden)]
    fn hold_still(&self, still: &Still);
}

// SAFETY: the rows are lent for reading, to whoever can share values of the type.
unsafe impl<T: Sync> Carry for Rows<'static, T, false> {
    fn hold_still(&self, still: &Still) {
        self.hold_store_still(still);
    }
}

// SAFETY: the rows are lent to this alone, and values of the type may be used on other threads.
unsafe impl<T: Send> Carry for Rows<'static, T, true> {
    fn hold_still(&self, still: &Still) {
        self.hold_store_still(still);
    }
}

// SAFETY: the value is lent for reading, to whoever can share it.
unsafe impl<T: Sync> Carry for Common<T, false> {
    fn hold_still(&self, _: &Still) {}
}

// SAFETY: the value is lent to this alone, and it may be used on other threads.
unsafe impl<T: Send> Carry for Common<T, true> {
    fn hold_still(&self, _: &Still) {}
}

// SAFETY: several threads may visit the columns, so one may; and the filter is read.
unsafe impl<C: Columns + ParColumns, S: ReadStill> Carry for Filtered<C, S> {
    fn hold_still(&self, still: &Still) {
        self.join.hold_still(still);
        self.filter.hold_still(still);
    }
}

/// A value that may be used on any thread.
pub struct Plain<V>(pub(crate) V);

// SAFETY: it is `Send`.
unsafe impl<V: Send + 'static> Carry for Plain<V> {
    fn hold_still(&self, _: &Still) {}
}

/// Brings what is held still to another thread, until it is dropped there.
pub(crate) struct Carried<'s, P>(&'s mut P);

// SAFETY: `Carried::new` has held it still, and it is lent to this alone.
unsafe impl<P: Carry> Send for Carried<'_, P> {}

impl<'s, P: Carry> Carried<'s, P> {
    pub(crate) fn new(what: &'s mut P, still: &'s Still) -> Self {
        what.hold_still(still);
        Self(what)
    }

    pub(crate) fn into_inner(self) -> &'s mut P {
        self.0
    }
}

macro_rules! tuples {
    ($($part:ident $number:tt)*) => {
        #[allow(unused_variables, reason = "there may be no part")]
        // SAFETY: so it is for each part.
        unsafe impl<$($part: ReadStill),*> ReadStill for ($($part,)*) {
            fn hold_still(&self, still: &Still) {
                $(self.$number.hold_still(still);)*
            }
        }

        #[allow(unused_variables, reason = "there may be no part")]
        // SAFETY: so it is for each part.
        unsafe impl<$($part: Carry),*> Carry for ($($part,)*) {
            fn hold_still(&self, still: &Still) {
                $(self.$number.hold_still(still);)*
            }
        }
    };
}

tuples!();
tuples!(A 0);
tuples!(A 0 B 1);
tuples!(A 0 B 1 C 2);
tuples!(A 0 B 1 C 2 D 3);
tuples!(A 0 B 1 C 2 D 3 E 4);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11);
