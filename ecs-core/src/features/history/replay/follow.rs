//! [`FollowedValue`]: a value that is read before each pass of a frame, and what has changed it.

use core::cell::RefCell;
use std::rc::Rc;

use crate::base::CallSite;
use crate::codec::{Tape, Value};
use crate::column::Column;
use crate::features::by_name::read_row;
use crate::features::save::Unrecorded;
use crate::features::snapshot::saved_world::SavedWorld;
use crate::ids::Entity;
use crate::phase::Phase;
use crate::world::Timed;

use super::super::values::value_in;
use super::trace::{TracedChange, TracedWork, text};

/// A part of a component, wherever it is.
#[derive(Clone)]
pub(super) struct TracedPart {
    pub(super) column: Rc<Column>,
    pub(super) entity: Entity,
    pub(super) path: String,
    /// The call that asks for it.
    pub(super) site: CallSite,
}

impl TracedPart {
    /// Reads the value as it is now; an error while it is borrowed. Moves no rows: the frame is to do the
    /// same as if nobody looked.
    fn read(&self) -> Result<Option<Value>, Unrecorded> {
        let Some(row) = self.column.find(self.entity) else { return Ok(None) };
        let value = read_row(&self.column, row, Tape::default(), self.site)?;
        Ok(value.at(&self.path).cloned())
    }

    /// Reads the value as it was. One that its type cannot serialize is none: comparing the worlds says so.
    pub(super) fn value_in(&self, saved: &SavedWorld) -> Option<Value> {
        value_in(saved, &self.column, self.entity, &self.path).unwrap_or_default()
    }
}

/// A value while a frame runs.
pub(super) struct FollowedValue {
    part: TracedPart,
    /// The work that has begun since the value was read.
    begun: RefCell<Vec<TracedWork>>,
    value: RefCell<Option<Value>>,
    changes: RefCell<Vec<TracedChange>>,
}

impl FollowedValue {
    pub(super) fn new(part: TracedPart, value: Option<Value>) -> Self {
        Self { part, begun: RefCell::default(), value: RefCell::new(value), changes: RefCell::default() }
    }

    /// Notes work that begins now. A change until now was made by work that has begun before.
    pub(super) fn note_begin(&self, timed: Timed, phase: Option<Phase>, entity: Entity) {
        self.look();
        self.begun.borrow_mut().push(TracedWork::of(timed, phase, entity));
    }

    /// Notes that the frame has ended.
    pub(super) fn note_end(&self) {
        self.look();
        self.begun.take();
    }

    /// Notes the value that the program has left after the frame.
    pub(super) fn note_after(&self, value: Option<Value>) {
        self.note(value);
    }

    /// Returns the changes.
    pub(super) fn changes(&self) -> Vec<TracedChange> {
        self.changes.take()
    }

    fn look(&self) {
        if let Ok(value) = self.part.read() {
            self.note(value);
            self.begun.take();
        }
    }

    fn note(&self, value: Option<Value>) {
        // They are compared as text, as NaN is not equal to itself.
        if text(&self.value.borrow()) != text(&value) {
            let by = self.begun.borrow().clone();
            self.changes.borrow_mut().push(TracedChange { by, value: value.clone() });
            self.value.replace(value);
        }
    }
}
