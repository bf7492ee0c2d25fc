//! [`TermRows`]: the rows of a term, as a visit sees them that needs no type.

use crate::column::{Column, Distinct};
use crate::world::Frozen;

/// The rows of a term.
#[derive(Clone, Copy)]
pub struct TermRows<'t> {
    /// `None`: there are none.
    pub(crate) column: Option<&'t Column>,
    /// How many of them are seen.
    pub(crate) reach: usize,
    /// An entity without one is left out.
    pub(crate) is_needed: bool,
    /// Just those below `reach` were seen when the term was opened.
    pub(crate) is_flushed: bool,
    /// They are tags, which lie nowhere.
    pub(crate) are_tags: bool,
    /// What may be written of them is noted.
    pub(crate) is_noted: bool,
}

impl<'t> TermRows<'t> {
    /// Of a term that has none.
    pub(crate) const NONE: Self = Self {
        column: None,
        reach: usize::MAX,
        is_needed: false,
        is_flushed: true,
        are_tags: false,
        is_noted: false,
    };

    /// The same, of a term that an entity may lack.
    pub(crate) fn if_any(self) -> Self {
        Self { is_needed: false, is_noted: false, reach: usize::MAX, ..self }
    }

    /// Freezes the column that is read. On the world's thread.
    pub(crate) fn freeze(self, frozen: &Frozen) {
        self.column.into_iter().for_each(|column| frozen.add(column.rc()));
    }

    /// The column whose changes a pass notes.
    pub(crate) fn noted(self) -> Option<&'t Column> {
        self.column.filter(|_| self.is_noted)
    }

    /// The column whose rows a join may follow: tags have none.
    #[inline]
    pub(crate) fn driver(self) -> Option<&'t Column> {
        self.column.filter(|_| !self.are_tags)
    }

    /// The entities that have them, if they are tags.
    #[inline]
    pub(crate) fn list(self) -> Option<Distinct> {
        self.column.filter(|_| self.are_tags).map(|column| column.live_entities(false))
    }
}

/// The rows that all visited entities have and that are the fewest; the first of several.
#[inline]
pub(crate) fn fewest<'t>(terms: &[TermRows<'t>]) -> Option<TermRows<'t>> {
    terms.iter().filter(|rows| rows.is_needed).min_by_key(|rows| rows.reach).copied()
}
