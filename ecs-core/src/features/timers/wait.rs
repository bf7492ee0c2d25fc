//! What a task waits for: time, a condition, the next frame.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};

use crate::base::CallSite;
use crate::error::{fail, or_fail};
use crate::world::with_current;

use super::action::When;
use super::error::TimerError;
use super::state::Timers;
use super::task::Polling;

/// Waits in a [task](crate::Component::task) for so many seconds of the world's [time](crate::time), while
/// its component is enabled: Unity's `WaitForSeconds`.
///
/// Allocates nothing, and costs nothing until the time has come.
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
/// If the time is not from 0 to 1,000,000,000; [`try_wait`] is the soft form. If it is awaited outside of a
/// task of this library.
#[track_caller]
pub fn wait(seconds: f32) -> Wait {
    or_fail(try_wait(seconds))
}

/// Waits in a task as [`wait`], or says why not.
///
/// # Errors
///
/// [`TimerError::BadDelay`] if the time is not from 0 to 1,000,000,000.
///
/// # Panics
///
/// If it is awaited outside of a task of this library.
#[track_caller]
pub fn try_wait(seconds: f32) -> Result<Wait, TimerError> {
    When::After(seconds).check()?;
    Ok(Wait { seconds: f64::from(seconds), until: None, site: CallSite::here() })
}

/// Waits in a [task](crate::Component::task) until a condition holds: Unity's `WaitUntil`. Asks at once, and
/// then once a frame, where tasks have their turns.
///
/// # Panics
///
/// If it is awaited outside of a task of this library.
#[track_caller]
pub fn until<F: FnMut() -> bool>(condition: F) -> Until<F> {
    Until { condition, site: CallSite::here() }
}

/// Waits in a [task](crate::Component::task) for the next frame, also while time is paused: Unity's `yield
/// return null`.
///
/// # Panics
///
/// If it is awaited outside of a task of this library.
#[track_caller]
pub fn next_frame() -> NextFrame {
    NextFrame { has_waited: false, site: CallSite::here() }
}

/// A wait for time to go by, from [`wait`].
#[must_use = "a task waits only where it says `.await`"]
#[derive(Debug)]
pub struct Wait {
    seconds: f64,
    /// A time of the task, from when it is awaited.
    until: Option<f64>,
    site: CallSite,
}

/// A wait for a condition, from [`until`].
#[must_use = "a task waits only where it says `.await`"]
pub struct Until<F> {
    condition: F,
    site: CallSite,
}

/// A wait for the next frame, from [`next_frame`].
#[must_use = "a task waits only where it says `.await`"]
#[derive(Debug)]
pub struct NextFrame {
    has_waited: bool,
    site: CallSite,
}

impl Future for Wait {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        let now = in_task("wait", self.site, |polling| polling.now);
        if self.until.is_some_and(|until| until <= now) {
            return Poll::Ready(());
        }
        let until = self.until.unwrap_or(now + self.seconds);
        self.until = Some(until);
        in_task("wait", self.site, |polling| polling.resume_at(until));
        Poll::Pending
    }
}

/// The condition is called where it stands, and never pinned.
impl<F> Unpin for Until<F> {}

impl<F: FnMut() -> bool> Future for Until<F> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        // Asked before: the condition is user code, which is not to run outside of a task.
        in_task("until", self.site, |_| ());
        if (self.condition)() {
            return Poll::Ready(());
        }
        in_task("until", self.site, |polling| polling.resume_at(polling.now));
        Poll::Pending
    }
}

impl Future for NextFrame {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        in_task("next_frame", self.site, |polling| polling.resume_at(polling.now));
        if core::mem::replace(&mut self.has_waited, true) { Poll::Ready(()) } else { Poll::Pending }
    }
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

crate::base::debug_by!([F] Until<F>, |_, f| f.debug_struct("Until").finish_non_exhaustive());
