//! [`SendToWorker`]: what another thread than the world's uses while all of it is frozen, and
//! [`SyncWhileFrozen`]: what several read.
#![expect(
    unsafe_code,
    reason = "what is not `Send` goes to other threads, where nothing of it changes that is shared"
)]

use crate::base::all_tuples;
use crate::world::Frozen;

use super::join::Filtered;
use super::presence::Presence;
use crate::terms::{ParTerms, Rows, SingletonTerm, Terms};

/// What several threads may read at once while it is frozen.
///
/// # Safety
///
/// All that `&self` reads and that can change is frozen by [`SyncWhileFrozen::freeze`]. It writes nothing
/// meanwhile.
pub unsafe trait SyncWhileFrozen: 'static {
    /// Freezes what is read. On the world's thread.
    fn freeze(&self, frozen: &Frozen);
}

// SAFETY: the look-up and the flags of the store are read, which are frozen; no store is made meanwhile.
unsafe impl SyncWhileFrozen for Presence {
    fn freeze(&self, frozen: &Frozen) {
        if let Some(term) = self.look() {
            frozen.add(term.clone());
        }
    }
}

/// What one other thread at a time may use while it is frozen.
///
/// # Safety
///
/// As for `SyncWhileFrozen`, of `&mut self`; and what is borrowed through it may be used there.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be used on another thread")]
pub unsafe trait SendWhileFrozen: 'static {
    /// Freezes what is read. On the world's thread.
    fn freeze(&self, frozen: &Frozen);
}

// SAFETY: the rows are borrowed for reading, on threads that may share values of the type.
unsafe impl<T: Sync> SendWhileFrozen for Rows<'static, T, false> {
    fn freeze(&self, frozen: &Frozen) {
        self.as_term(false).freeze(frozen);
    }
}

// SAFETY: the rows are borrowed by this alone, and values of the type may be used on other threads.
unsafe impl<T: Send> SendWhileFrozen for Rows<'static, T, true> {
    fn freeze(&self, frozen: &Frozen) {
        self.as_term(false).freeze(frozen);
    }
}

// SAFETY: the value is borrowed for reading, on threads that may share it.
unsafe impl<T: Sync> SendWhileFrozen for SingletonTerm<T, false> {
    fn freeze(&self, _: &Frozen) {}
}

// SAFETY: the value is borrowed by this alone, and it may be used on other threads.
unsafe impl<T: Send> SendWhileFrozen for SingletonTerm<T, true> {
    fn freeze(&self, _: &Frozen) {}
}

// SAFETY: several threads may visit the terms, so one may; and the filter is read.
unsafe impl<C: Terms + ParTerms, S: SyncWhileFrozen> SendWhileFrozen for Filtered<C, S> {
    fn freeze(&self, frozen: &Frozen) {
        self.join.freeze(frozen);
        self.filter.freeze(frozen);
    }
}

/// A value that may be used on any thread.
pub struct Plain<V>(pub(crate) V);

// SAFETY: it is `Send`.
unsafe impl<V: Send + 'static> SendWhileFrozen for Plain<V> {
    fn freeze(&self, _: &Frozen) {}
}

/// Brings what is frozen to another thread, until it is dropped there.
pub(crate) struct SendToWorker<'s, P>(&'s mut P);

// SAFETY: `SendToWorker::new` has frozen it, and this alone has borrowed it.
unsafe impl<P: SendWhileFrozen> Send for SendToWorker<'_, P> {}

impl<'s, P: SendWhileFrozen> SendToWorker<'s, P> {
    pub(crate) fn new(what: &'s mut P, frozen: &'s Frozen) -> Self {
        what.freeze(frozen);
        Self(what)
    }

    pub(crate) fn into_inner(self) -> &'s mut P {
        self.0
    }
}

macro_rules! tuples {
    ($($part:ident $number:tt),*) => {
        #[allow(unused_variables, reason = "there may be no part")]
        // SAFETY: so it is for each part.
        unsafe impl<$($part: SyncWhileFrozen),*> SyncWhileFrozen for ($($part,)*) {
            fn freeze(&self, frozen: &Frozen) {
                $(self.$number.freeze(frozen);)*
            }
        }

        #[allow(unused_variables, reason = "there may be no part")]
        // SAFETY: so it is for each part.
        unsafe impl<$($part: SendWhileFrozen),*> SendWhileFrozen for ($($part,)*) {
            fn freeze(&self, frozen: &Frozen) {
                $(self.$number.freeze(frozen);)*
            }
        }
    };
}

all_tuples!(0..=12, tuples);
