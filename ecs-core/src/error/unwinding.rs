//! The one rule for what a `Drop` calls while a panic unwinds: [`is_unwinding`] decides, and all calls ask
//! it.
//!
//! While the thread unwinds the library runs no hook, no system, no resetter and no `Drop` of a component: a
//! second panic out of one would end the process, and what they would meet is half done. So
//!
//! - what a call changes is changed at once: values are placed, components die, switches are set;
//! - what it owes comes at the next sync point after the panic: the birth of a new component (what it
//!   requires, `sibling` fields, `init`, `on_enable`), `shutdown` and `on_disable`, events, drops. One that
//!   ends before it had its `init` has no end of it;
//! - what consists of user code, or cannot be done without it, is not done: passes, schedules, what was sent
//!   from other threads, taking from a pool, `remove` of a type with `shutdown` or `on_disable`. The `try_`
//!   form says so by [`WorldError::Unwinding`] or [`RemoveError::Unwinding`](crate::RemoveError::Unwinding);
//!   the plain form does nothing, never panics for it, and is counted in `World::stats().soft`;
//! - what needs the rows of a store in order (views, `for_each`, sorting) works, unless what they owe keeps
//!   them from it. Then it is refused in the same way; but `view()` has nothing to return, so a `Drop` takes
//!   `try_view()`.
//!
//! The caller's own code does run: closures that the call is given, the `Default` that an `add` or a
//! singleton asks for, and the `Drop` of values that never became components because the call refused them. A
//! world that ends meanwhile has no later sync point: its values drop then. Their panics are discarded, value
//! by value: see [`OneByOne`](crate::base::OneByOne).

use std::thread;

use super::world::WorldError;

/// Says whether user code has to wait, because the thread unwinds.
#[inline]
pub(crate) fn is_unwinding() -> bool {
    thread::panicking()
}

/// Refuses a call that cannot be done without user code.
#[inline]
pub(crate) fn refuse_unwinding() -> Result<(), WorldError> {
    if is_unwinding() { Err(WorldError::Unwinding) } else { Ok(()) }
}
