//! Which world is current on this thread, or what stands for it.

use core::cell::RefCell;
use std::panic::resume_unwind;
use std::rc::Rc;

use crate::error::{HOW_ENDED, WorldError, fail, is_unwinding};

use crate::base::{OnDrop, Panic, discard, pass_on};

use super::core::WorldCore;
use super::tags::Tag;
use super::worker::WorkerContext;

thread_local! {
    static CURRENT: Current = const { Current(RefCell::new(None)) };
    /// What a thread has that works for a world, which is detached, and has entered no other.
    static WORKER: RefCell<Option<WorkerContext>> = const { RefCell::new(None) };
}

/// The current world: outside of every `enter` the thread's own, which ends with the thread.
struct Current(RefCell<Option<Rc<WorldCore>>>);

impl Current {
    /// Runs a function on the world, if there is one that takes calls. All else is left to who asks why there
    /// is none, so that what is nearly always so costs little.
    #[inline(always)]
    fn with<R>(&self, f: impl FnOnce(&Rc<WorldCore>) -> R) -> Option<R> {
        self.0.borrow().as_ref().filter(|core| !core.lifetime.is_closing()).map(f)
    }

    /// Makes the thread's own world, if it has nothing yet.
    #[cold]
    #[inline(never)]
    fn make_if_none(&self) {
        if worker().is_none() {
            self.0.borrow_mut().get_or_insert_with(new_world);
        }
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        // From here on the thread-local cannot be reached: ambient calls find `WorldError::Closing`.
        if let Some(core) = self.0.take() {
            // A panic must not leave a thread-local destructor: the process would abort. It was printed when
            // it began.
            if let Some(panic) = core.close() {
                discard(panic);
            }
        }
    }
}

/// Runs a function on the current world. The function must not run user code.
///
/// # Panics
///
/// If the thread works for a world that is detached.
#[inline]
#[track_caller]
pub(crate) fn with_current<R>(f: impl FnOnce(&Rc<WorldCore>) -> R) -> Result<R, WorldError> {
    with_current_for(None, f)
}

/// As [`with_current`], for a call that is about components of a type.
#[inline]
#[track_caller]
pub(crate) fn with_current_for<R>(
    component: Option<&'static str>,
    f: impl FnOnce(&Rc<WorldCore>) -> R,
) -> Result<R, WorldError> {
    let found = CURRENT.try_with(|current| current.with(f));
    match found.ok().flatten() {
        Some(result) => Ok(result),
        None => Err(missing(component)),
    }
}

/// Says why there is no world that takes calls. Nothing is borrowed meanwhile: it may be a panic.
#[cold]
#[inline(never)]
#[track_caller]
fn missing(component: Option<&'static str>) -> WorldError {
    if let Some(worker) = worker() {
        return worker.refuse(component);
    }
    match CURRENT.try_with(|current| current.0.borrow().is_none()) {
        Ok(true) => WorldError::NoWorld,
        _ => WorldError::Closing,
    }
}

/// Runs a function on the current world if it can be reached now: for messages, which may be written at any
/// time. The function must not run user code.
pub(crate) fn peek<R>(f: impl FnOnce(&WorldCore) -> R) -> Option<R> {
    let found = CURRENT.try_with(|current| match &*current.0.try_borrow().ok()? {
        Some(core) if !core.lifetime.is_closing() => Some(f(core)),
        _ => None,
    });
    found.ok().flatten()
}

/// Keeps a panic for the next flush or frame of the current world. Without one it was printed, and is
/// dropped; but it goes on if it refuses a call of a worker, whose world is detached.
pub(crate) fn raise_later(panic: Panic) {
    let mut panic = Some(panic);
    peek(|core| panic.take().into_iter().for_each(|panic| core.lifetime.keep_panic(panic)));
    match panic {
        Some(panic) if worker().is_some() && !is_unwinding() => resume_unwind(panic),
        Some(panic) => discard(panic),
        None => {}
    }
}

/// Returns the current world.
#[track_caller]
pub(crate) fn current() -> Result<Rc<WorldCore>, WorldError> {
    with_current(Rc::clone)
}

/// Returns the current world, if there is one.
#[track_caller]
pub(crate) fn current_if_any() -> Result<Option<Rc<WorldCore>>, WorldError> {
    match current() {
        Ok(core) => Ok(Some(core)),
        Err(WorldError::NoWorld) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Runs a function on the current world, made now if there is none. The function must not run user code.
#[inline]
#[track_caller]
pub(crate) fn with_current_or_new<R>(f: impl FnOnce(&Rc<WorldCore>) -> R) -> Result<R, WorldError> {
    let found = CURRENT.try_with(|current| {
        if current.0.borrow().is_none() {
            current.make_if_none();
        }
        current.with(f)
    });
    match found.ok().flatten() {
        Some(result) => Ok(result),
        // While the thread ends there is none to be made.
        None => Err(missing(None)),
    }
}

/// Makes a world, with a tag of its own.
#[cold]
pub(super) fn new_world() -> Rc<WorldCore> {
    // Whichever world is first: messages ask the current one.
    let _ = HOW_ENDED.set(|entity| peek(|core| core.ending(entity, None)).flatten());
    WorldCore::new(Tag::next())
}

/// Makes a world current while a closure runs, also if it panics.
#[track_caller]
pub(crate) fn enter<R>(core: &Rc<WorldCore>, f: impl FnOnce() -> R) -> R {
    if core.is_visited_by_threads() {
        fail(&"cannot enter this world now: a parallel pass, a system or a `par_each` of it runs");
    }
    let _restore = RestoreCurrent(switch(Some(core.clone())));
    f()
}

/// Gives this thread the context of a worker instead of a world while a closure runs, also if it panics. The
/// world that was current is detached meanwhile.
pub(crate) fn detached<R>(worker: WorkerContext, f: impl FnOnce() -> R) -> R {
    let restore = RestoreCurrent(switch(None));
    let mut before = switch_worker(Some(worker));
    let _restore_worker = OnDrop(|| _ = switch_worker(before.take()));
    if let Some(core) = &restore.0 {
        core.threads.set_detached(true);
    }
    f()
}

/// The context of the thread, if it is a worker now.
pub(crate) fn worker() -> Option<WorkerContext> {
    let has_world = CURRENT.try_with(|current| current.0.borrow().is_some());
    if has_world != Ok(false) {
        return None;
    }
    WORKER.try_with(|worker| worker.borrow().clone()).ok().flatten()
}

struct RestoreCurrent(Option<Rc<WorldCore>>);

impl Drop for RestoreCurrent {
    fn drop(&mut self) {
        if let Some(core) = &self.0 {
            core.threads.set_detached(false);
        }
        switch(self.0.take());
    }
}

/// Lets a thread have another world or none, and returns what it had. The cells of this thread then find
/// their stores anew.
fn switch(to: Option<Rc<WorldCore>>) -> Option<Rc<WorldCore>> {
    let before = CURRENT.try_with(|current| current.0.replace(to)).ok().flatten();
    if let Some(core) = &before {
        core.columns.unbind();
    }
    before
}

fn switch_worker(to: Option<WorkerContext>) -> Option<WorkerContext> {
    WORKER.try_with(|worker| worker.replace(to)).ok().flatten()
}

/// Makes a hidden world, in which something is built; `None` if each tag is that of a living world.
pub(super) fn new_hidden_world() -> Option<Rc<WorldCore>> {
    Tag::unused().map(WorldCore::new)
}

/// Closes a world that nobody owns any more, and passes on the first panic of its values, unless the thread
/// unwinds.
pub(super) fn close(core: &Rc<WorldCore>) {
    // The world is current while it closes, so that what its values' `Drop` asks for is refused, not done
    // elsewhere.
    pass_on(enter(core, || core.close()));
}
