//! [`Job`]: a question on its way to its answer, which may take several frames.

use std::rc::Rc;

use crate::inspect::query::Query;
use crate::inspect::refusal::Refusal;
use crate::life::caught;
use crate::world::{WorldCore, current};

use super::dangling::DanglingSearch;
use super::listing::Search;
use super::pace::Pace;
use super::{change, detail, report};

type Answer = Result<String, Refusal>;

/// A question on its way.
pub(in crate::inspect) enum Job {
    /// Answered at once.
    Short(Query),
    Search(Search),
    Dangling(DanglingSearch),
}

impl Job {
    pub(in crate::inspect) fn of(query: Query) -> Self {
        match query {
            Query::Entities(listing) => Self::Search(Search::new(listing)),
            Query::Dangling { after } => Self::Dangling(DanglingSearch::new(after)),
            query => Self::Short(query),
        }
    }

    /// Goes on in the current world; returns the answer once there is one.
    ///
    /// What it meets of the user's code may panic: that is an answer, and the game goes on.
    pub(in crate::inspect) fn step(&mut self, pace: &Pace) -> Option<Answer> {
        match caught(|| self.try_step(pace)) {
            Ok(Ok(answer)) => answer.map(Ok),
            Ok(Err(refusal)) => Some(Err(refusal)),
            Err(panic) => Some(Err(Refusal::new(500, detail::said_by(panic)))),
        }
    }

    fn try_step(&mut self, pace: &Pace) -> Result<Option<String>, Refusal> {
        let core = current().map_err(Refusal::not_now)?;
        match self {
            Self::Search(search) => search.step(&core, pace),
            Self::Dangling(search) => search.step(&core, pace),
            Self::Short(query) => short(query, &core).map(Some),
        }
    }
}

fn short(query: &mut Query, core: &Rc<WorldCore>) -> Answer {
    match query {
        Query::World => Ok(report::world(core)),
        Query::Timings => Ok(report::timings(core)),
        Query::Order => report::order(),
        Query::Problems => Ok(report::problems()),
        Query::Entity(id) => detail::entity(core, *id),
        Query::ChangeEntity(id, change) => change::entity(core, *id, change),
        Query::Despawn(id) => change::despawn(core, *id),
        Query::ChangeComponent(id, number, change) => change::component(core, *id, *number, change),
        Query::Remove(id, number) => change::remove(core, *id, *number),
        Query::ChangeTime(change) => change::time(core, change),
        Query::Entities(_) | Query::Dangling { .. } => unreachable!("they are jobs of their own"),
    }
}
