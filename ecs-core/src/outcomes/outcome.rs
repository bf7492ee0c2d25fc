//! [`Outcome`]: the values that a hook may return.

use core::convert::Infallible;
use core::fmt::Display;

use super::failed::is_nothing;

/// The values that a hook, an observer, a timer, a task or a system may return: nothing, `Option<()>`, or
/// `Result<(), E>`, where `E` is any type that can be displayed, such as [`Failed`](crate::Failed).
///
/// - `Some(())` and `Ok(())` mean the same as returning nothing.
/// - `None` means that there was nothing to do. So `?` replaces `let .. else { return }`. Each world counts
///   `None` by hook: [`Idle`](crate::stats::Idle).
/// - `Err` is a failure. The frame goes on, and the error is listed in [`Failures`](crate::stats::Failures),
///   unless [`World::set_failure_policy`](crate::World::set_failure_policy) chooses otherwise. The error of
///   an `init` ends its component: [`AddError::Failed`](crate::AddError::Failed).
///
/// A method that listens to an event may return [`Handled`](crate::Handled) too.
///
/// An error is displayed and dropped as the last thing that its hook does. Only the first error of a hook in
/// a frame is displayed.
///
/// ```
/// use ecs_core::{Component, Entity, Handle, World, update_all};
///
/// #[derive(Component)]
/// struct Target { x: f32 }
///
/// #[derive(Component, Default)]
/// struct Missile { target: Handle<Target>, x: f32 }
///
/// impl Missile {
///     fn update(&mut self, dt: f32) -> Option<()> {
///         let target = self.target.get()?; // nothing to do without a target
///         self.x += (target.x - self.x) * dt;
///         Some(())
///     }
/// }
///
/// let target = Entity::spawn().insert(Target { x: 8.0 });
/// let missile = Entity::spawn().insert(Missile { target, x: 0.0 });
/// update_all(0.5);
/// assert_eq!(missile.borrow().x, 4.0);
/// target.kill();
/// update_all(0.5);
/// assert_eq!(missile.borrow().x, 4.0);
/// assert_eq!(World::stats().idle[0].to_string(), "`Missile::update` had nothing to do for 1 entity: 1v1");
/// ```
#[diagnostic::on_unimplemented(
    message = "a hook cannot return `{Self}`",
    label = "a hook of this type, or a function that is called as one, returns it",
    note = "it can return nothing, `Option<()>`, or `Result<(), E>` where `E` can be displayed, as `Failed`, \
            and borrows nothing",
    note = "to return nothing, end the last expression with `;`, in a closure inside braces"
)]
pub trait Outcome: 'static {
    /// Whether it always says that all is done: then no code looks at it, in a debug build too.
    #[doc(hidden)]
    const __IS_DONE: bool = false;

    #[doc(hidden)]
    type Error: Display + 'static;

    #[doc(hidden)]
    fn __ended(self) -> Ended<Self::Error>;
}

/// How a hook has ended.
#[doc(hidden)]
#[derive(Debug)]
pub enum Ended<E = Box<dyn Display>> {
    Done,
    Nothing,
    Failed(E),
}

impl<E: Display + 'static> Ended<E> {
    /// Forgets the type of the error.
    #[inline(always)]
    pub(crate) fn erased(self) -> Ended {
        match self {
            Self::Done => Ended::Done,
            Self::Nothing => Ended::Nothing,
            Self::Failed(error) => Ended::Failed(Box::new(error)),
        }
    }
}

#[diagnostic::do_not_recommend]
impl Outcome for () {
    const __IS_DONE: bool = true;

    type Error = Infallible;

    #[inline(always)]
    fn __ended(self) -> Ended<Infallible> {
        Ended::Done
    }
}

#[diagnostic::do_not_recommend]
impl Outcome for Option<()> {
    type Error = Infallible;

    #[inline(always)]
    fn __ended(self) -> Ended<Infallible> {
        self.map_or(Ended::Nothing, |()| Ended::Done)
    }
}

#[diagnostic::do_not_recommend]
impl<E: Display + 'static> Outcome for Result<(), E> {
    type Error = E;

    #[inline(always)]
    fn __ended(self) -> Ended<E> {
        match self {
            Ok(()) => Ended::Done,
            Err(error) if is_nothing(&error) => Ended::Nothing,
            Err(error) => Ended::Failed(error),
        }
    }
}

/// The type `!`, which stable Rust names only as the result of a function: closures that always panic return
/// it.
type Never = <fn() -> ! as Returns>::Result;

/// A function that returns something.
#[doc(hidden)]
pub trait Returns {
    type Result;
}

impl<R> Returns for fn() -> R {
    type Result = R;
}

#[diagnostic::do_not_recommend]
impl Outcome for Never {
    type Error = Infallible;

    fn __ended(self) -> Ended<Infallible> {
        self
    }
}

/// Says whether an event stops or goes on to the parent: [`Entity::send_up`].
///
/// A listening method returns it, alone or in an `Option` or a `Result`. After a method that returns nothing,
/// the event goes on.
///
/// [`Entity::send_up`]: crate::Entity::send_up
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Handled {
    /// The event goes on to the parent.
    No,
    /// The event ends here.
    Yes,
}

/// The values that a method that listens may return: those of an [`Outcome`], and [`Handled`].
#[diagnostic::on_unimplemented(
    message = "a method that listens cannot return `{Self}`",
    label = "a method of this type does",
    note = "it can return nothing, `Option<()>`, or `Result<(), E>` where `E` can be displayed, as `Failed`, \
            and borrows nothing; and `Handled` in the place of each `()`"
)]
pub trait Answer: 'static {
    /// Whether it always says that the method has done its work.
    #[doc(hidden)]
    const IS_DONE: bool = false;

    #[doc(hidden)]
    type Error: Display + 'static;

    #[doc(hidden)]
    fn __answered(self) -> (Ended<Self::Error>, Handled);
}

#[diagnostic::do_not_recommend]
impl<O: Outcome> Answer for O {
    const IS_DONE: bool = size_of::<O>() == 0;

    type Error = O::Error;

    #[inline(always)]
    fn __answered(self) -> (Ended<O::Error>, Handled) {
        (self.__ended(), Handled::No)
    }
}

#[diagnostic::do_not_recommend]
impl Answer for Handled {
    const IS_DONE: bool = true;

    type Error = Infallible;

    #[inline(always)]
    fn __answered(self) -> (Ended<Infallible>, Self) {
        (Ended::Done, self)
    }
}

#[diagnostic::do_not_recommend]
impl Answer for Option<Handled> {
    type Error = Infallible;

    #[inline(always)]
    fn __answered(self) -> (Ended<Infallible>, Handled) {
        self.map_or((Ended::Nothing, Handled::No), |handled| (Ended::Done, handled))
    }
}

#[diagnostic::do_not_recommend]
impl<E: Display + 'static> Answer for Result<Handled, E> {
    type Error = E;

    #[inline(always)]
    fn __answered(self) -> (Ended<E>, Handled) {
        match self {
            Ok(handled) => (Ended::Done, handled),
            Err(error) => (Err(error).__ended(), Handled::No),
        }
    }
}
