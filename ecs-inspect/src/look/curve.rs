//! [`CurveSearch`]: a value in all kept frames, a few frames at a time.

use ecs_core::World;
use ecs_core::by_name::{NameError, Value};

use crate::query::CurveOf;
use crate::refusal::Refusal;
use crate::wire;

use super::listing::find_value;
use super::pace::Pace;

/// A search through the kept frames.
pub(crate) struct CurveSearch {
    of: CurveOf,
    /// The next frame to look into, or a later one.
    next: u64,
    frames: Vec<u64>,
    values: Vec<Value>,
}

impl CurveSearch {
    pub(super) fn new(of: CurveOf) -> Self {
        Self { of, next: 0, frames: Vec::new(), values: Vec::new() }
    }

    /// Looks into some frames; returns the answer when none is left, or no time.
    pub(super) fn step(&mut self, pace: &Pace) -> Result<Option<String>, Refusal> {
        let history = World::history();
        let (component, entity) = find_value(&self.of)?;
        for frame in history.frames() {
            if frame < self.next {
                continue;
            }
            if let Some(value) = history.value(frame, entity, component, &self.of.at).map_err(refused)? {
                if matches!(value, Value::List(_) | Value::Map(_)) {
                    return Err(Refusal::bad("this is a list or has fields: ask for one of its values"));
                }
                self.frames.push(frame);
                self.values.push(value);
            }
            self.next = frame + 1;
            if pace.is_over() && !pace.is_last() {
                return Ok(None);
            }
            if pace.is_over() {
                break;
            }
        }
        let (frames, values) = (std::mem::take(&mut self.frames), std::mem::take(&mut self.values));
        Ok(Some(wire::text(&wire::CurveJson { frames, values })))
    }
}

fn refused(error: NameError) -> Refusal {
    Refusal::new(409, error)
}
