//! [`TraceSearch`]: which passes of a kept frame have changed a value.

use std::sync::{Arc, OnceLock};

use ecs_core::World;
use ecs_core::history::{FrameTrace, ReplayError};

use crate::query::CurveOf;
use crate::refusal::Refusal;
use crate::wire;

use super::listing::find_value;

/// A kept frame that runs again, when the next frame of the game begins.
pub(crate) struct TraceSearch {
    of: CurveOf,
    frame: u64,
    is_asked: bool,
    answer: Arc<OnceLock<Result<FrameTrace, ReplayError>>>,
}

impl TraceSearch {
    pub(super) fn new(of: CurveOf, frame: u64) -> Self {
        Self { of, frame, is_asked: false, answer: Arc::default() }
    }

    /// Asks for the frame to run again; returns the answer as soon as it has.
    pub(super) fn step(&mut self) -> Result<Option<String>, Refusal> {
        if !self.is_asked {
            self.ask()?;
            self.is_asked = true;
        }
        let answer = self.answer.get().cloned().transpose().map_err(|error| Refusal::new(409, error))?;
        Ok(answer.map(|trace| {
            wire::text(&wire::TraceJson {
                before: trace.before.clone(),
                changes: trace.changes.iter().map(ToString::to_string).collect(),
                not_compared: trace.not_compared,
            })
        }))
    }

    fn ask(&self) -> Result<(), Refusal> {
        let ((component, entity), answer) = (find_value(&self.of)?, self.answer.clone());
        let tell = move |trace| _ = answer.set(trace);
        let asked = World::history().trace(self.frame, entity, component, &self.of.at, tell);
        asked.map_err(|error| Refusal::new(409, error))
    }
}
