//! What can go wrong with a query: [`QueryError`].

use crate::base::WithoutPaths;
use core::fmt;
use core::panic::Location;
use ecs_derive::Sentence;

use crate::borrow::{Borrower, Held};
use crate::ids::Entity;

use super::borrow::FORGOTTEN;
use super::world::WorldError;
use super::write::borrowed_by;

/// Why a query was not made, or has no single entity.
#[derive(Clone, Copy, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum QueryError {
    /// A component that the query would visit is borrowed.
    #[says(
        "cannot visit {component} of {entity:?}: it is {}{}",
        borrowed_by(by, at),
        fmt::from_fn(|f| write_remedy(f, *by))
    )]
    Held {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// What has borrowed it.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// The query names a type twice, once as `&mut`.
    #[says("cannot query {component} twice, once as `&mut`: name it once")]
    Twice {
        /// The component's type.
        component: &'static str,
    },
    /// A list has an entity twice, and the query has already given out its `&mut` items.
    #[says("cannot get {entity:?} twice at once to write to it: list it once")]
    Again {
        /// The entity.
        entity: Entity,
    },
    /// No entity matches, and the call needs one.
    #[says("no entity matches the query for `{}`; use `first()` if that is no error", WithoutPaths(query))]
    NoneMatches {
        /// The types that were asked for.
        query: &'static str,
    },
    /// More than one entity matches, and the call needs a single one.
    #[says("several entities match the query for `{}`; use `first()`, or filter them", WithoutPaths(query))]
    SeveralMatch {
        /// The types that were asked for.
        query: &'static str,
    },
    /// The world is closing.
    #[says("cannot query: {error}")]
    World(WorldError),
}

impl From<Held> for QueryError {
    fn from(Held { component, entity, conflict }: Held) -> Self {
        Self::Held { component, entity, by: conflict.borrower, at: conflict.at }
    }
}

/// What to do where something else has borrowed what a query is to visit.
fn write_remedy(f: &mut fmt::Formatter<'_>, by: Borrower) -> fmt::Result {
    match by {
        Borrower::IsolatedParameter { component, .. } => write!(
            f,
            "; remove `isolated` from the `#[component(..)]` of {component}, and leave its entity out: \
             `query::<..>().except(me)`, with `me: Entity` as a parameter of the hook"
        ),
        Borrower::Shared | Borrower::Exclusive => write!(
            f,
            "; drop that guard first {FORGOTTEN}, or leave its entity out: `query::<..>().except(entity)`"
        ),
        _ => f.write_str(remedy(by)),
    }
}

fn remedy(by: Borrower) -> &'static str {
    match by {
        Borrower::PassHook { .. } | Borrower::Parameter { .. } | Borrower::Hook => {
            "; leave its entity out: `query::<..>().except(me)`, with `me: Entity` as a parameter of the hook"
        }
        Borrower::QueryShared | Borrower::QueryExclusive => {
            "; visit the outer query by `each`, and leave its entity out of the inner one: \
             `query::<..>().except(entity)`"
        }
        Borrower::View | Borrower::ViewMut => "; end the view first",
        Borrower::Columns | Borrower::ColumnsMut => "; drop the columns first",
        Borrower::ForEach | Borrower::ByTrait { .. } | Borrower::Each | Borrower::Observers => {
            "; leave its entity out: `query::<..>().except(entity)`"
        }
        Borrower::Got => {
            "; drop the query that gave it first, or leave its entity out: `query::<..>().except(entity)`"
        }
        Borrower::IsolatedPass => {
            "; remove `isolated` from its `#[component(..)]`, and leave its entity out: \
             `query::<..>().except(me)`, with `me: Entity` as a parameter of the hook"
        }
        Borrower::ViewParameter { .. } => {
            "; remove that parameter, and use a query in the hook instead of it"
        }
        Borrower::System { .. } => "; use the parameter of the system",
        Borrower::TooMany | Borrower::Shared | Borrower::Exclusive | Borrower::IsolatedParameter { .. } => "",
    }
}
