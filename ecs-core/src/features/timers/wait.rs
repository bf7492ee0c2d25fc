//! Waiting in a task: for a time, a condition, or the next frame.

use core::future::{Future, poll_fn};
use core::mem;
use core::task::Poll;

use crate::base::CallSite;
use crate::error::fail;
use crate::world::with_current;

use super::action::When;
use super::state::Timers;
use super::task::Polling;

/// Waits in a [task](crate::Component::task) for a number of seconds of the world's [time](crate::time),
/// while its component is enabled: Unity's `WaitForSeconds`.
///
/// The wait allocates nothing, and costs nothing until its end.
///
/// ```
/// use ecs_core::{Component, Entity, update_all, wait};
///
/// #[derive(Component, Default)]
/// struct Lamp { is_on: bool }
///
/// let lamp = Entity::spawn().add::<Lamp>();
/// lamp.task(async move |lamp| {
///     loop {
///         lamp.with(|lamp| lamp.is_on = !lamp.is_on);
///         wait(0.5).await;
///     }
/// });
/// update_all(0.1);
/// assert!(lamp.borrow().is_on);
/// update_all(0.5);
/// assert!(!lamp.borrow().is_on);
/// ```
///
/// # Panics
///
/// If the time is not from 0 to 1,000,000,000. If it is awaited outside of a task of this library.
#[doc(alias = "wait_for_seconds")]
#[must_use = "a task waits only where it says `.await`"]
#[track_caller]
pub fn wait(seconds: f32) -> impl Future<Output = ()> + Send + Unpin {
    When::After(seconds).checked();
    let site = CallSite::here();
    // A time of the task, from when it is awaited.
    let mut until = None;
    poll_fn(move |_| {
        let now = in_task("wait", site, |polling| polling.now);
        if until.is_some_and(|until| until <= now) {
            return Poll::Ready(());
        }
        let until = *until.get_or_insert(now + f64::from(seconds));
        in_task("wait", site, |polling| polling.resume_at(until));
        Poll::Pending
    })
}

/// Waits in a [task](crate::Component::task) until a condition holds: Unity's `WaitUntil`. Checks the
/// condition at once, and then once a frame, where tasks run.
///
/// # Panics
///
/// If it is awaited outside of a task of this library.
#[must_use = "a task waits only where it says `.await`"]
#[track_caller]
pub fn until<F: FnMut() -> bool>(mut condition: F) -> impl Future<Output = ()> {
    let site = CallSite::here();
    poll_fn(move |_| {
        // Asked before: the condition is user code, which is not to run outside of a task.
        in_task("until", site, |_| ());
        if condition() {
            return Poll::Ready(());
        }
        in_task("until", site, |polling| polling.resume_at(polling.now));
        Poll::Pending
    })
}

/// Waits in a [task](crate::Component::task) for the next frame, also while time is paused: Unity's `yield
/// return null`.
///
/// # Panics
///
/// If it is awaited outside of a task of this library.
#[must_use = "a task waits only where it says `.await`"]
#[track_caller]
pub fn next_frame() -> impl Future<Output = ()> + Send + Unpin {
    let (site, mut has_waited) = (CallSite::here(), false);
    poll_fn(move |_| {
        in_task("next_frame", site, |polling| polling.resume_at(polling.now));
        if mem::replace(&mut has_waited, true) { Poll::Ready(()) } else { Poll::Pending }
    })
}

/// Talks to the task that is polled.
fn in_task<R>(name: &str, site: CallSite, talk: impl FnOnce(&mut Polling) -> R) -> R {
    let talked = with_current(|core| {
        let known = &Timers::of(core).polling;
        let mut polling = known.get()?;
        let result = talk(&mut polling);
        known.set(Some(polling));
        Some(result)
    });
    talked.ok().flatten().unwrap_or_else(|| outside(name, site))
}

#[cold]
fn outside(name: &str, site: CallSite) -> ! {
    let way = "await it in the future that `task` is given: `handle.task(async move |me| ..)`";
    match site.location() {
        Some(at) => fail(&format_args!("the `{name}` of {at} waits outside of a task: {way}")),
        None => fail(&format_args!("`{name}` waits outside of a task: {way}")),
    }
}
