//! [`Heir`]: a component that inherits, by its row; [`HeirStates`]: whose turn it is in a pass of `inherit`.
#![expect(unsafe_code, reason = "heirs find their states in a few instructions")]

use core::sync::atomic::{AtomicU8, Ordering};

/// A component that inherits, as its row, and the row of the component that it inherits from: the nearest
/// above its entity. Both are kept with one added, so that zero is none: it has a state too, which is never
/// due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Heir {
    row: u32,
    parent: u32,
}

impl Heir {
    /// The place of one that has left its level.
    pub(super) const GAP: Self = Self { row: 0, parent: 0 };

    pub(super) fn new(row: usize, parent: Option<usize>) -> Self {
        Self { row: row as u32 + 1, parent: parent.map_or(0, |parent| parent as u32 + 1) }
    }

    /// Lets it have another row.
    pub(super) fn move_to(&mut self, row: usize) {
        self.row = row as u32 + 1;
    }

    /// Its row; `None` if there is a gap here.
    #[inline(always)]
    pub(crate) fn row(self) -> Option<usize> {
        (self.row as usize).checked_sub(1)
    }

    /// The row of its parent, if it has one.
    #[inline(always)]
    pub(crate) fn parent(self) -> Option<usize> {
        (self.parent as usize).checked_sub(1)
    }
}

/// Whether `inherit` is to run on a row, and whether it has. Threads that run a level read those of the level
/// above, and each writes to those of its own rows.
#[derive(Default)]
pub(super) struct HeirState(AtomicU8);

impl Clone for HeirState {
    fn clone(&self) -> Self {
        Self(AtomicU8::new(self.get()))
    }
}

impl HeirState {
    pub(super) const DUE: u8 = 1;
    pub(super) const RAN: u8 = 2;

    #[inline(always)]
    fn get(&self) -> u8 {
        self.0.load(Ordering::Relaxed)
    }

    pub(super) fn is_due(&self) -> bool {
        self.get() & Self::DUE != 0
    }

    pub(super) fn has_run(&self) -> bool {
        self.get() & Self::RAN != 0
    }

    /// Lets it be due, while others may read it.
    pub(super) fn note_due(&self) {
        self.0.store(Self::DUE, Ordering::Relaxed);
    }

    pub(super) fn get_alone(&mut self) -> u8 {
        *self.0.get_mut()
    }

    pub(super) fn set(&mut self, state: u8) {
        *self.0.get_mut() = state;
    }
}

/// Gives rows the same state.
pub(super) fn fill(states: &mut [HeirState], state: u8) {
    states.iter_mut().for_each(|of| of.set(state));
}

/// The states of all rows, as heirs find theirs.
#[derive(Clone, Copy)]
pub(crate) struct HeirStates<'l>(&'l [HeirState]);

impl<'l> HeirStates<'l> {
    /// The states of all rows, that of none first.
    pub(super) fn of(states: &'l [HeirState]) -> Self {
        Self(states)
    }

    /// Says whether it is the turn of an heir.
    #[inline(always)]
    pub(crate) fn is_due(self, heir: Heir) -> bool {
        // SAFETY: by invariant 31 both are rows, or none, and each has a state.
        let (own, parent) = unsafe {
            (self.0.get_unchecked(heir.row as usize).get(), self.0.get_unchecked(heir.parent as usize).get())
        };
        (own & HeirState::DUE) | (parent & HeirState::RAN) != 0
    }

    /// Notes that `inherit` has run on an heir.
    #[inline(always)]
    pub(crate) fn end_turn(self, heir: Heir) {
        // SAFETY: by invariant 31 it is a row, and each has a state.
        unsafe { self.0.get_unchecked(heir.row as usize) }.0.store(HeirState::RAN, Ordering::Relaxed);
    }

    /// Lets an heir be due in a later pass: it was its turn, and it could not run.
    #[cold]
    #[inline(never)]
    pub(crate) fn postpone(self, heir: Heir) {
        self.0[heir.row as usize].note_due();
    }
}
