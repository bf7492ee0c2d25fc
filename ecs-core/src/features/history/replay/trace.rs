//! [`FrameTrace`]: what a frame has done to a value, pass by pass.

use core::fmt;

use crate::base::WithoutPaths;
use crate::borrow::HookName;
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
    /// The pass, system or other work that has made the change. Several if they ran side by side, if the
    /// component was borrowed in between, or if a pass has written to it in the turns of several entities:
    /// then it was one of them, or several. None if the program has made the change itself, after the frame
    /// and before the next.
    pub by: Vec<TracedWork>,
    /// The value after that; `None` if the entity had no such component or part any more.
    pub value: Option<Value>,
}

/// A pass, a system or other work in a frame. Displays as `update: pass Ship`, a turn of a timer as
/// `later Turret::every of 2v1 "turret"`, and an enemy that has hurt the player as
/// `update: pass Enemy of 4v1, in Player::on_hurt`.
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
    /// The entity of the timer or task, or the one in whose turn a pass has written to a component of
    /// another entity; [`Entity::NONE`] of other work.
    pub entity: Entity,
    /// The type and the name of the hook that has written, if it is not the one of the pass or the timer: the
    /// method that handles an event, for example. Known in debug builds.
    pub hook: Option<(&'static str, &'static str)>,
}

impl TracedWork {
    pub(super) fn of(timed: Timed, phase: Option<Phase>, entity: Entity) -> Self {
        Self { work: timed.work, phase, name: timed.name, method: timed.method(), entity, hook: None }
    }

    /// The same work, by what it has written: in whose turn, and in which hook.
    pub(super) fn of_write(self, turn: Option<Entity>, running: Option<HookName>) -> Self {
        let is_own = |hook: &str| {
            let phase = self.phase.is_some_and(|phase| phase.to_string() == hook);
            phase || self.method == Some(hook) || self.work.to_string() == hook
        };
        let other = running.filter(|of| of.component != self.name || !is_own(of.hook));
        let hook = other.map(|HookName { component, hook }| (component, hook));
        Self { entity: turn.unwrap_or(self.entity), hook, ..self }
    }
}

impl fmt::Display for TracedWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&label(self.phase, self.work, self.name))?;
        self.method.map_or(Ok(()), |method| write!(f, "::{method}"))?;
        if self.entity != Entity::NONE {
            write!(f, " of {:?}", self.entity)?;
        }
        self.hook.map_or(Ok(()), |(component, hook)| write!(f, ", in {}::{hook}", WithoutPaths(component)))
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
        if changes.is_empty() {
            f.write_str("\n  not changed in this frame, nor until the next one began")?;
        }
        changes.iter().try_for_each(|change| write!(f, "\n  {change}"))
    }
}

/// A value as people read it.
pub(super) fn text(value: &Option<Value>) -> String {
    value.as_ref().map_or_else(|| "nothing".to_owned(), Value::to_string)
}
