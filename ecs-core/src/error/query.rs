//! What can go wrong with a query: [`QueryError`], [`SingleError`].

use core::fmt;
use core::panic::Location;

use crate::ids::Entity;
use crate::store::{Held, Lender};

use super::{ViewError, WithoutPaths, WorldError, write_site};

/// Why a query was not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum QueryError {
    /// The world is closing.
    View(ViewError),
    /// Something else has borrowed what is to be visited.
    Held {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// What has borrowed it.
        by: Lender,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
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
            Self::Held { component, entity, by, at } => {
                write!(f, "cannot visit {component} of {entity:?}: it is {by}")?;
                write_site(f, *at)?;
                f.write_str(remedy(*by))
            }
            Self::World(error) => write!(f, "cannot query: {error}"),
        }
    }
}

impl core::error::Error for QueryError {}

impl From<Held> for QueryError {
    fn from(Held { component, entity, conflict }: Held) -> Self {
        Self::Held { component, entity, by: conflict.lender, at: conflict.at }
    }
}

/// What to do where something else has borrowed what a query is to visit.
fn remedy(by: Lender) -> &'static str {
    match by {
        Lender::PassHook { .. } | Lender::Parameter { .. } | Lender::Hook => {
            "; leave its entity out: `query::<..>().except(self.entity())`"
        }
        Lender::Query | Lender::QueryMut => {
            "; visit the outer query by `each`, and leave its entity out of the inner one: `query::<..>().except(entity)`"
        }
        Lender::View | Lender::ViewMut => "; end the view first",
        Lender::ForEach => "; leave its entity out: `query::<..>().except(entity)`",
        Lender::IsolatedPass => "; remove `isolated` from its `#[component(..)]`",
        Lender::TooMany => "; drop some of the guards",
        Lender::Shared | Lender::Exclusive => {
            "; drop that guard first, or leave its entity out: `query::<..>().except(entity)`"
        }
    }
}

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
