//! [`RunningInquiry`]: a question on its way to its answer, which may take several frames.

use ecs_core::World;

use crate::query::Inquiry;
use crate::refusal::Refusal;

use super::curve::CurveSearch;
use super::dangling::DanglingSearch;
use super::listing::Search;
use super::pace::Pace;
use super::trace::TraceSearch;
use super::{change, detail, history, report};

type Answer = Result<String, Refusal>;

/// A question on its way.
pub(crate) enum RunningInquiry {
    /// Answered at once.
    Short(Inquiry),
    Search(Search),
    Dangling(DanglingSearch),
    Curve(CurveSearch),
    Trace(TraceSearch),
}

impl RunningInquiry {
    pub(crate) fn of(query: Inquiry) -> Self {
        match query {
            Inquiry::Entities(listing) => Self::Search(Search::new(listing)),
            Inquiry::Dangling { after } => Self::Dangling(DanglingSearch::new(after)),
            Inquiry::Curve(of) => Self::Curve(CurveSearch::new(of)),
            Inquiry::Trace { of, frame } => Self::Trace(TraceSearch::new(of, frame)),
            query => Self::Short(query),
        }
    }

    /// Goes on in the current world; returns the answer once there is one.
    ///
    /// What it meets of the user's code may panic: that is an answer, and the game goes on.
    pub(crate) fn step(&mut self, pace: &Pace) -> Option<Answer> {
        match World::by_name().catch(|| self.try_step(pace)) {
            Ok(Ok(answer)) => answer.map(Ok),
            Ok(Err(refusal)) => Some(Err(refusal)),
            Err(message) => Some(Err(Refusal::new(500, detail::panicked(&message)))),
        }
    }

    fn try_step(&mut self, pace: &Pace) -> Result<Option<String>, Refusal> {
        match self {
            Self::Search(search) => search.step(pace),
            Self::Dangling(search) => search.step(pace),
            Self::Curve(search) => search.step(pace),
            Self::Trace(search) => search.step(),
            Self::Short(query) => short(query).map(Some),
        }
    }
}

fn short(query: &Inquiry) -> Answer {
    match query {
        Inquiry::World => Ok(report::world()),
        Inquiry::Timings => Ok(report::timings()),
        Inquiry::Order => report::order(),
        Inquiry::Problems => Ok(report::problems()),
        Inquiry::Entity(id) => detail::entity(*id),
        Inquiry::ChangeEntity(id, change) => change::entity(*id, change),
        Inquiry::Despawn(id) => change::despawn(*id),
        Inquiry::ChangeComponent(id, number, change) => change::component(*id, *number, change),
        Inquiry::Remove(id, number) => change::remove(*id, *number),
        Inquiry::ChangeTime(change) => change::time(change),
        Inquiry::History => Ok(history::report()),
        Inquiry::ChangeHistory(change) => history::change(change),
        Inquiry::Compare { frame, other } => history::compare(*frame, *other),
        Inquiry::Entities(_) | Inquiry::Dangling { .. } | Inquiry::Curve(_) | Inquiry::Trace { .. } => {
            unreachable!("they are jobs of their own")
        }
    }
}
