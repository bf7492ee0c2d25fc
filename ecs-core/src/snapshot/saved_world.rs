//! [`SavedWorld`]: one snapshot; [`Shelves`]: what is left of old ones, for the next.

use std::rc::Rc;

use crate::base::{Panic, drop_each};
use crate::column::{Column, ColumnShelves, Copying, SavedColumn};
use crate::frame::SavedSchedule;
use crate::later::Agenda;
use crate::phase::Phase;
use crate::spec::Record;
use crate::world::{CoreShelves, SavedCore};

use super::hash::StateHash;

/// A world as it was.
#[derive(Default)]
pub(super) struct SavedWorld {
    pub(super) frame: u64,
    /// The how many-th it was to be saved.
    pub(super) serial: u64,
    pub(super) core: SavedCore,
    /// By the position of the column. One that is left out is empty.
    pub(super) columns: Vec<SavedColumn>,
    /// The type of each column.
    pub(super) types: Vec<SnapshotType>,
    /// The positions of the columns in the order of their type numbers.
    pub(super) numbered: Vec<u32>,
    /// All timers.
    pub(super) agenda: Option<Rc<Agenda>>,
    pub(super) schedules: [Option<SavedSchedule>; Phase::ALL.len()],
    pub(super) hash: Option<StateHash>,
}

/// A type of which a snapshot has components.
#[derive(Clone, Copy)]
pub(super) struct SnapshotType {
    pub(super) name: &'static str,
    pub(super) is_send: bool,
    pub(super) is_left_out: bool,
    pub(super) record: Option<&'static dyn Record>,
}

/// What nobody uses any more, for the next snapshot.
#[derive(Default)]
pub(super) struct Shelves {
    pub(super) core: CoreShelves,
    /// By the position of the column.
    pub(super) columns: Vec<ColumnShelves>,
}

impl Shelves {
    /// Has shelves for so many columns, at least.
    pub(super) fn make_room(&mut self, columns: usize) {
        self.columns.resize_with(columns.max(self.columns.len()), ColumnShelves::default);
    }
}

impl SavedWorld {
    /// Numbers that are the same where the same timers wait.
    pub(super) fn timers(&self) -> Vec<u64> {
        self.agenda.as_ref().map(|agenda| agenda.numbers()).unwrap_or_default()
    }

    /// Gives all back, and drops the values that nobody else has, keeping the first panic.
    pub(super) fn recycle(&mut self, shelves: &mut Shelves, first_panic: &mut Option<Panic>) {
        shelves.core.give_back(&mut self.core);
        shelves.make_room(self.columns.len());
        for (saved, shelves) in self.columns.drain(..).zip(&mut shelves.columns) {
            shelves.give_back(saved, first_panic);
        }
        if let Some(agenda) = self.agenda.take().and_then(Rc::into_inner) {
            drop_each(agenda.into_actions(), first_panic);
        }
        self.core.drop_outsides(first_panic);
        self.hash = None;
    }
}

impl SnapshotType {
    pub(super) fn of(column: &Column) -> Self {
        let spec = column.info.spec;
        Self {
            name: column.name(),
            is_send: column.info.is_send,
            is_left_out: spec.saves.no_snapshot,
            record: spec.saves.support.record,
        }
    }
}

/// How the values of a column are copied; `None` if the type is left out.
pub(super) fn copying(column: &Column) -> Option<Copying> {
    let of_values = || if column.has_rows() { column.info.copying } else { Copying::Bytes };
    (!column.info.spec.saves.no_snapshot).then(of_values)
}
