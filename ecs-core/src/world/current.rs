//! Which world is current on this thread.

use core::cell::RefCell;
use core::sync::atomic::{AtomicU8, Ordering};
use std::rc::Rc;

use crate::error::WorldError;

use super::core::WorldCore;
use super::panic::discard;

thread_local! {
    static CURRENT: Current = const { Current(RefCell::new(None)) };
}

/// The current world: outside of every `enter` the thread's own, which ends with the thread.
struct Current(RefCell<Option<Rc<WorldCore>>>);

impl Drop for Current {
    fn drop(&mut self) {
        // From here on the thread-local cannot be reached: ambient calls find `WorldError::Closing`.
        if let Some(core) = self.0.take() {
            // A panic must not leave a thread-local destructor: the process would abort. It was printed when it began.
            if let Some(panic) = core.close() {
                discard(panic);
            }
        }
    }
}

/// Runs a function on the current world. The function must not run user code.
#[inline]
pub(crate) fn with_current<R>(f: impl FnOnce(&Rc<WorldCore>) -> R) -> Result<R, WorldError> {
    let found = CURRENT.try_with(|current| match &*current.0.borrow() {
        Some(core) if core.is_closing() => Err(WorldError::Closing),
        Some(core) => Ok(f(core)),
        None => Err(WorldError::NoWorld),
    });
    found.unwrap_or(Err(WorldError::Closing))
}

/// Runs a function on the current world if it can be reached now: for messages, which may be written at any time. The function must not run
/// user code.
pub(crate) fn peek<R>(f: impl FnOnce(&WorldCore) -> R) -> Option<R> {
    let found = CURRENT.try_with(|current| {
        let core = current.0.try_borrow().ok()?;
        core.as_deref().filter(|core| !core.is_closing()).map(f)
    });
    found.ok().flatten()
}

/// Returns the current world.
pub(crate) fn current() -> Result<Rc<WorldCore>, WorldError> {
    with_current(Rc::clone)
}

/// Returns the current world, if there is one.
pub(crate) fn current_if_any() -> Result<Option<Rc<WorldCore>>, WorldError> {
    match current() {
        Ok(core) => Ok(Some(core)),
        Err(WorldError::NoWorld) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Runs a function on the current world, made now if there is none. The function must not run user code.
#[inline]
pub(crate) fn with_current_or_new<R>(f: impl FnOnce(&Rc<WorldCore>) -> R) -> Result<R, WorldError> {
    let found = CURRENT.try_with(|current| {
        let mut slot = current.0.borrow_mut();
        match slot.get_or_insert_with(new_world) {
            core if core.is_closing() => Err(WorldError::Closing),
            core => Ok(f(core)),
        }
    });
    found.unwrap_or(Err(WorldError::Closing))
}

#[cold]
fn new_world() -> Rc<WorldCore> {
    WorldCore::new(next_tag())
}

/// Makes a world current while a closure runs, also if it panics.
pub(crate) fn enter<R>(core: &Rc<WorldCore>, f: impl FnOnce() -> R) -> R {
    let _restore = Restore(switch(Some(core.clone())));
    f()
}

struct Restore(Option<Rc<WorldCore>>);

impl Drop for Restore {
    fn drop(&mut self) {
        switch(self.0.take());
    }
}

/// Makes another world current and returns the one before. The cells of this thread then find their stores anew.
fn switch(to: Option<Rc<WorldCore>>) -> Option<Rc<WorldCore>> {
    let before = CURRENT.try_with(|current| current.0.replace(to)).ok().flatten();
    if let Some(core) = &before {
        core.unbind();
    }
    before
}

/// The tag of a new world: round-robin.
pub(crate) fn next_tag() -> u8 {
    static NEXT: AtomicU8 = AtomicU8::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
