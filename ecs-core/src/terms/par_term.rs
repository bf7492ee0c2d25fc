//! [`ParTerm`]: a term that several threads may visit at once.
#![expect(
    unsafe_code,
    reason = "what is neither `Send` nor `Sync` is used on other threads, where nothing of it changes that \
              is shared"
)]

use super::commands_term::CommandsTerm;
use super::rows::Rows;
use super::rows_term::CopiedTerm;
use super::singleton_term::SingletonTerm;
use super::small_terms::{EntityTerm, Kept, LendKept, Maybe};
use super::term::Term;
use super::view_term::{ShowRows, ViewTerm};
use crate::column::MayBeTracked;
use crate::store::Stored;

/// A term that several threads may visit at once, while it is frozen.
///
/// # Safety
///
/// While the columns of its rows are frozen, its functions but `see` may be called on several threads at
/// once, `item` and `with` for different rows where these may be written to, and the items may be used there.
/// They write to nothing but the items and their ticks.
#[diagnostic::on_unimplemented(
    message = "what `{Self}` borrows cannot be used on several threads",
    note = "what is borrowed as `&T` must be `Sync`, as `&mut T` it must be `Send`, and a singleton is \
            borrowed as `&T` only"
)]
pub unsafe trait ParTerm: Term {}

// SAFETY: the items are shared, and may be. The look-up of the store and its entities are read, which are
// frozen.
unsafe impl<T: Stored + Sync> ParTerm for Rows<'static, T, false> {}

// SAFETY: as above. Each row is borrowed by one thread, and may be. Its tick is written there alone.
unsafe impl<T: MayBeTracked + Stored + Send> ParTerm for Rows<'static, T, true> {}

// SAFETY: so it is for the term in it.
unsafe impl<C: ParTerm> ParTerm for Maybe<C> {}

// SAFETY: as for rows that are shared; the items are copies, which may be used on any thread.
unsafe impl<T: Copy + Stored + Send + Sync> ParTerm for CopiedTerm<T> {}

// SAFETY: it reads nothing.
unsafe impl ParTerm for EntityTerm {}

// SAFETY: it reads a value that may be shared; the item is made of this value on the thread that uses it.
unsafe impl<V: LendKept + Sync> ParTerm for Kept<V> {}

// SAFETY: the item is shared, and may be.
unsafe impl<T: Stored + Sync> ParTerm for SingletonTerm<T, false> {}

// SAFETY: all rows are shared, and may be. What shows them reads them, and the look-up of the store.
unsafe impl<S: ShowRows<Value: Sync>> ParTerm for ViewTerm<S> {}

// SAFETY: it reads nothing; what is visited has the command buffer.
unsafe impl ParTerm for CommandsTerm {}
