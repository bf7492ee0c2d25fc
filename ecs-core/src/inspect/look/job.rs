//! [`RunningInquiry`]: a question on its way to its answer, which may take several frames.

use std::rc::Rc;

use crate::inspect::query::Inquiry;
use crate::inspect::refusal::Refusal;
use crate::life::caught;
use crate::world::{WorldCore, current};

use super::dangling::DanglingSearch;
use super::listing::Search;
use super::pace::Pace;
use super::{change, detail, report};

type Answer = Result<String, Refusal>;

/// A question on its way.
pub(in crate::inspect) enum RunningInquiry {
    /// Answered at once.
    Short(Inquiry),
    Search(Search),
    Dangling(DanglingSearch),
}

impl RunningInquiry {
    pub(in crate::inspect) fn of(query: Inquiry) -> Self {
        match query {
            Inquiry::Entities(listing) => Self::Search(Search::new(listing)),
            Inquiry::Dangling { after } => Self::Dangling(DanglingSearch::new(after)),
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

fn short(query: &mut Inquiry, core: &Rc<WorldCore>) -> Answer {
    match query {
        Inquiry::World => Ok(report::world(core)),
        Inquiry::Timings => Ok(report::timings(core)),
        Inquiry::Order => report::order(),
        Inquiry::Problems => Ok(report::problems()),
        Inquiry::Entity(id) => detail::entity(core, *id),
        Inquiry::ChangeEntity(id, change) => change::entity(core, *id, change),
        Inquiry::Despawn(id) => change::despawn(core, *id),
        Inquiry::ChangeComponent(id, number, change) => change::component(core, *id, *number, change),
        Inquiry::Remove(id, number) => change::remove(core, *id, *number),
        Inquiry::ChangeTime(change) => change::time(core, change),
        Inquiry::Entities(_) | Inquiry::Dangling { .. } => unreachable!("they are jobs of their own"),
    }
}
