//! [`Recorder`]: components on a tape, with what they refer to.

use std::rc::Rc;

use crate::base::CallSite;
use crate::borrow::{Borrower, Conflict};
use crate::codec::{Met, RecordingIds, Tape, TapeError, TapeSpan, recorded};
use crate::column::Column;
use crate::store::HookGuard;

/// Why a component is not on a tape.
pub(crate) enum Unrecorded {
    NotSerialize,
    Borrowed(Conflict),
    Failed(TapeError),
}

/// Records components, one after the other.
pub(crate) struct Recorder {
    ids: Rc<RecordingIds>,
    /// The call that asks for them.
    site: CallSite,
}

impl Recorder {
    pub(crate) fn new(site: CallSite) -> Self {
        Self { ids: Rc::default(), site }
    }

    /// Records the component of a row by its `Serialize`; returns what it refers to, by the numbers on the
    /// tape.
    pub(crate) fn record(
        &self,
        column: &Column,
        row: u32,
        tape: &mut Tape,
    ) -> Result<(TapeSpan, Vec<Met>), Unrecorded> {
        let Some(record) = column.info.spec.extensions.save.support.record else {
            return Err(Unrecorded::NotSerialize);
        };
        let guard = HookGuard::borrow_as(column, row, false, Borrower::Shared, self.site);
        let mut guard = guard.map_err(Unrecorded::Borrowed)?;
        recorded(&self.ids, tape, |tape| record.record(guard.own(), tape)).map_err(Unrecorded::Failed)
    }
}
