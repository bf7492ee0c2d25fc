//! What can go wrong with a query: [`QueryError`], [`SingleError`].

use core::fmt;
use core::panic::Location;

use crate::ids::Entity;
use crate::store::{Held, Lender};

use super::{FORGOTTEN, ViewError, WithoutPaths, WorldError, write_site};

/// Why a query was not made.
#[derive(Clone, Copy, PartialEq, Eq)]
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
                write_remedy(f, *by)
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
fn write_remedy(f: &mut fmt::Formatter<'_>, by: Lender) -> fmt::Result {
    match by {
        Lender::IsolatedParameter { component, .. } => write!(
            f,
            "; remove `isolated` from the `#[component(..)]` of {component}, and leave its entity out: \
             `query::<..>().except(self.entity())`"
        ),
        Lender::Shared | Lender::Exclusive => write!(
            f,
            "; drop that guard first {FORGOTTEN}, or leave its entity out: `query::<..>().except(entity)`"
        ),
        _ => f.write_str(remedy(by)),
    }
}

fn remedy(by: Lender) -> &'static str {
    match by {
        Lender::PassHook { .. } | Lender::Parameter { .. } | Lender::Hook => {
            "; leave its entity out: `query::<..>().except(self.entity())` (a tag or a function takes the `Entity` as a parameter)"
        }
        Lender::QueryShared | Lender::QueryExclusive => {
            "; visit the outer query by `each`, and leave its entity out of the inner one: `query::<..>().except(entity)`"
        }
        Lender::View | Lender::ViewMut => "; end the view first",
        Lender::ForEach | Lender::Each => "; leave its entity out: `query::<..>().except(entity)`",
        Lender::Got => {
            "; drop the query that gave it first, or leave its entity out: `query::<..>().except(entity)`"
        }
        Lender::IsolatedPass => {
            "; remove `isolated` from its `#[component(..)]`, and leave its entity out: `query::<..>().except(self.entity())`"
        }
        Lender::ViewParameter { .. } => "; remove that parameter, and use a query in the hook instead of it",
        Lender::System { .. } => "; use the parameter of the system",
        Lender::TooMany | Lender::Shared | Lender::Exclusive | Lender::IsolatedParameter { .. } => "",
    }
}

/// Why a query has no single entity.
#[derive(Clone, Copy, PartialEq, Eq)]
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
