//! What can go wrong with singletons: [`SingletonError`].

use core::fmt;

use super::{BorrowError, SpawnError};

/// Why a singleton was not lent, or not set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SingletonError {
    /// There is none yet, and its type has no `Default`.
    Unset {
        /// The singleton's type.
        component: &'static str,
    },
    /// There is none yet, and none can be made.
    Make {
        /// The singleton's type.
        component: &'static str,
        /// Why.
        error: SpawnError,
    },
    /// It cannot be borrowed now.
    Borrow(BorrowError),
}

impl fmt::Display for SingletonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unset { component } => {
                write!(
                    f,
                    "there is no {component} yet: call `{component}::set(..)` before, or give the type a `Default`"
                )
            }
            Self::Make { component, error } => write!(f, "cannot make the {component}: {error}"),
            Self::Borrow(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl core::error::Error for SingletonError {}
