//! [`FollowedValue`]: a value that is read before each pass of a frame, and what has changed it.

use core::any::TypeId;
use core::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::base::CallSite;
use crate::codec::{Tape, Value};
use crate::column::Column;
use crate::features::by_name::read_row;
use crate::features::save::Unrecorded;
use crate::features::snapshot::saved_world::SavedWorld;
use crate::ids::Entity;
use crate::phase::Phase;
use crate::world::{Timed, WorldCore};

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
pub(in super::super) struct FollowedValue {
    part: TracedPart,
    /// The work that has begun since the value was read.
    begun: RefCell<Vec<TracedWork>>,
    /// The writes of guards and hooks since then.
    writes: RefCell<Vec<TracedWork>>,
    /// The type of the components of the pass that has begun last, if that was a pass.
    pass: Cell<Option<TypeId>>,
    value: RefCell<Option<Value>>,
    changes: RefCell<Vec<TracedChange>>,
}

impl FollowedValue {
    pub(super) fn new(part: TracedPart, value: Option<Value>) -> Self {
        Self {
            part,
            begun: RefCell::default(),
            writes: RefCell::default(),
            pass: Cell::default(),
            value: RefCell::new(value),
            changes: RefCell::default(),
        }
    }

    /// Notes work that begins now. A change until now was made by work that has begun before.
    pub(super) fn note_begin(&self, timed: Timed, phase: Option<Phase>, entity: Entity) {
        self.look();
        self.pass.set(timed.pass());
        self.begun.borrow_mut().push(TracedWork::of(timed, phase, entity));
    }

    /// Notes that a guard or a hook has written to the component of a row. It is borrowed still.
    pub(in super::super) fn note_write(&self, column: &Column, row: u32) {
        let work = self.begun.borrow().last().copied();
        let work = work.filter(|_| column.entity_of(row) == Some(self.part.entity));
        if let Some(work) =
            work.map(|work| work.of_write(self.turn(&column.world), column.world.log.running()))
        {
            let mut writes = self.writes.borrow_mut();
            if !writes.contains(&work) {
                writes.push(work);
            }
        }
    }

    /// The entity whose turn it is, if a pass runs.
    fn turn(&self, core: &WorldCore) -> Option<Entity> {
        let column = core.columns.of(self.pass.get()?)?;
        let owner = column.borrows.visited_owner(&column)?;
        Some(core.entities.borrow().at(owner))
    }

    /// Notes that the frame has ended.
    pub(super) fn note_end(&self) {
        self.look();
        self.forget_work();
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
            self.forget_work();
            self.part.column.borrows.follow();
        }
    }

    fn forget_work(&self) {
        self.begun.take();
        self.writes.take();
    }

    fn note(&self, value: Option<Value>) {
        // They are compared as text, as NaN is not equal to itself.
        if text(&self.value.borrow()) != text(&value) {
            // What visits all components writes without a note.
            let are_all_noted = !self.part.column.borrows.may_all_be_written();
            let writes = self.writes.borrow();
            let by = if are_all_noted && !writes.is_empty() { writes } else { self.begun.borrow() };
            let by = by.clone();
            self.changes.borrow_mut().push(TracedChange { by, value: value.clone() });
            self.value.replace(value);
        }
    }
}
