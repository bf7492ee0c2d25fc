//! [`FrameTrace`]: what a frame has done to a value, pass by pass.

use core::fmt;

use crate::codec::Value;
use crate::features::stats::label;
use crate::ids::Entity;
use crate::phase::Phase;
use crate::world::{Timed, Work};

/// The changes of a component, or of a part of it, in a frame. [`History::trace`](crate::History::trace)
/// returns it. `Display` writes a line for each change.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct FrameTrace {
    /// The frame that was run again.
    pub frame: u64,
    /// The entity of the component.
    pub entity: Entity,
    /// The component's type.
    pub component: &'static str,
    /// The part of the component; empty for all of it.
    pub path: String,
    /// The value when the frame began; `None` if the entity had no such component or part.
    pub before: Option<Value>,
    /// The changes, in their order. Empty if the frame has not changed the value.
    pub changes: Vec<TracedChange>,
    /// The types that were not compared, because they are not `Serialize` or not in the history.
    pub not_compared: Vec<&'static str>,
}

/// A change of a value.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct TracedChange {
    /// The pass, system or other work that made the change. If several are listed, it was one of them: they
    /// ran at the same time, or the component was borrowed in between. If none is listed, the program made
    /// the change after the frame and before the next one.
    pub by: Vec<TracedWork>,
    /// The value after that; `None` if the entity had no such component or part any more.
    pub value: Option<Value>,
}

/// A pass, a system or other work in a frame. Displays as `update: pass Ship`, and a turn of a timer as
/// `later Turret::every of 2v1 "turret"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TracedWork {
    /// The kind of work.
    pub work: Work,
    /// The phase in which it ran; `None` outside of the three.
    pub phase: Option<Phase>,
    /// The component's type, or the system's name; empty for work that belongs to neither.
    pub name: &'static str,
    /// The method that has made a timer or task, such as `every`, if it is a turn of one.
    pub method: Option<&'static str>,
    /// The entity of the timer or task; [`Entity::NONE`] of other work.
    pub entity: Entity,
}

impl TracedWork {
    pub(super) fn of(timed: Timed, phase: Option<Phase>, entity: Entity) -> Self {
        Self { work: timed.work, phase, name: timed.name, method: timed.method(), entity }
    }
}

impl fmt::Display for TracedWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&label(self.phase, self.work, self.name))?;
        let Some(method) = self.method else { return Ok(()) };
        write!(f, "::{method} of {:?}", self.entity)
    }
}

impl fmt::Display for TracedChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.by {
            [] => f.write_str("the program, after the frame")?,
            [only] => write!(f, "{only}")?,
            [first, rest @ ..] => {
                write!(f, "one of {first}")?;
                rest.iter().try_for_each(|work| write!(f, ", {work}"))?;
            }
        }
        write!(f, " → {}", text(&self.value))
    }
}

impl fmt::Display for FrameTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { frame, entity, component, path, before, changes, .. } = self;
        write!(f, "frame {frame}: {component} of {entity:?}")?;
        if !path.is_empty() {
            write!(f, ", {path}")?;
        }
        write!(f, ": {}", text(before))?;
        changes.iter().try_for_each(|change| write!(f, "\n  {change}"))
    }
}

/// A value as people read it.
pub(super) fn text(value: &Option<Value>) -> String {
    value.as_ref().map_or_else(|| "nothing".to_owned(), Value::to_string)
}
