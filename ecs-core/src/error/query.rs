//! What can go wrong with a query: [`QueryError`], [`SingleError`].

use core::fmt;

use super::{ViewError, WithoutPaths, WorldError};

/// Why a query was not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum QueryError {
    /// The store of a type could not be borrowed.
    View(ViewError),
    /// The query names a type twice, once as `&mut`.
    Twice {
        /// The component's type.
        component: &'static str,
    },
    /// The world is closing.
    World(WorldError),
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::View(error) => error.told("query").fmt(f),
            Self::Twice { component } => {
                write!(f, "cannot query {component} twice, once as `&mut`: name it once")
            }
            Self::World(error) => write!(f, "cannot query: {error}"),
        }
    }
}

impl core::error::Error for QueryError {}

/// Why a query has no single entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SingleError {
    /// No entity matches.
    None {
        /// What was asked for.
        query: &'static str,
    },
    /// More than one entity matches.
    Several {
        /// What was asked for.
        query: &'static str,
    },
}

impl fmt::Display for SingleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None { query } => {
                let query = WithoutPaths(query);
                write!(f, "no entity matches the query for `{query}`; use `first()` if that is no error")
            }
            Self::Several { query } => {
                let query = WithoutPaths(query);
                write!(f, "several entities match the query for `{query}`; use `first()`, or filter them")
            }
        }
    }
}

impl core::error::Error for SingleError {}
