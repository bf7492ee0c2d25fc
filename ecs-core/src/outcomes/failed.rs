//! [`Failed`]: the error of a hook, made of any other.

use core::fmt;
use std::error::Error;

use crate::base::as_type;

use crate::error::{BorrowError, QueryError};

/// An error for hooks that meet errors of several types: `?` converts each type that implements
/// [`Error`]. `Box<dyn Error>` does not: write `.map_err(Failed::new)?`.
///
/// A dead handle is no failure, nor is a query for a single entity that finds none. After
/// `handle.try_borrow()?` and `query.single()?` the hook ends as if it returned `None`: there was nothing to
/// do. Return [`Failed::NOTHING`] for the same result.
///
/// ```
/// use ecs_core::{Component, Entity, Failed, Handle, World, update_all};
///
/// #[derive(Component)]
/// struct Score { text: String }
///
/// #[derive(Component, Default)]
/// struct Label { score: Handle<Score>, points: u32 }
///
/// impl Label {
///     fn update(&mut self) -> Result<(), Failed> {
///         self.points = self.score.try_borrow()?.text.parse()?;
///         Ok(())
///     }
/// }
///
/// let score = Entity::spawn().insert(Score { text: "many".into() });
/// Entity::spawn().insert(Label { score, points: 0 });
/// update_all(0.1);
/// let failures = World::stats().failures;
/// assert_eq!(failures.last[0].to_string(), "`Label::update` of 1v1 failed: invalid digit found in string");
///
/// score.kill();
/// update_all(0.1);
/// assert_eq!(World::stats().failures.count, 1);
/// ```
pub struct Failed(Cause);

enum Cause {
    Nothing,
    Text(String),
    Error(Box<dyn Error>),
}

impl Failed {
    /// There is nothing to do: the hook ends as one that returns `None`.
    pub const NOTHING: Self = Self(Cause::Nothing);

    /// Says in a sentence why a hook has failed.
    #[must_use]
    pub fn new(reason: impl fmt::Display) -> Self {
        Self(Cause::Text(reason.to_string()))
    }
}

impl<E: Error + 'static> From<E> for Failed {
    fn from(error: E) -> Self {
        let is_gone = matches!(as_type(&error), Some(BorrowError::Dead { .. } | BorrowError::Missing { .. }));
        if is_gone || matches!(as_type(&error), Some(QueryError::NoneMatches { .. })) {
            return Self::NOTHING;
        }
        Self(Cause::Error(Box::new(error)))
    }
}

/// Says whether an error stands for "nothing to do".
pub(super) fn is_nothing<E: 'static>(error: &E) -> bool {
    matches!(as_type(error), Some(Failed(Cause::Nothing)))
}

impl From<Failed> for Box<dyn Error> {
    fn from(failed: Failed) -> Self {
        failed.to_string().into()
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Cause::Nothing => f.write_str("there is nothing to do"),
            Cause::Text(text) => f.write_str(text),
            Cause::Error(error) => error.fmt(f),
        }
    }
}

impl fmt::Debug for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Failed({self})")
    }
}
