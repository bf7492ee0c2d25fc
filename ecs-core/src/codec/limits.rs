//! Tapes for people: a value that is too large to be shown, or too deep, is not recorded.

use super::tape::{Most, Tape, TapeError};

/// How deep a value may be. Readers of JSON have such a limit too, and who records, shows or makes a value
/// calls itself for each level.
pub(super) const DEEPEST: usize = 100;

impl Tape {
    /// Makes a tape for values that people read. It takes no more than so many parts, and so many bytes of
    /// text: a value that has more is not recorded.
    pub(crate) fn for_people(parts: usize, text: usize) -> Self {
        Self { most: Some(Most { tokens: parts, bytes: text }), ..Self::default() }
    }

    /// How many parts, and how many bytes of text are on it.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.tokens.len(), self.text.len() + self.bytes.len())
    }

    /// Refuses one more part, with so many bytes of text, if there is no room for it.
    #[inline]
    pub(super) fn check_room(&self, more: usize) -> Result<(), TapeError> {
        let Some(Most { tokens, bytes }) = &self.most else { return Ok(()) };
        let is_full = self.tokens.len() >= *tokens || self.size().1.saturating_add(more) > *bytes;
        if is_full { Err(TapeError::new(&"the value is too large to be shown")) } else { Ok(()) }
    }

    /// Refuses a part that lies too deep.
    #[inline]
    pub(super) fn check_depth(&self) -> Result<(), TapeError> {
        if self.most.is_some() && self.open > DEEPEST {
            return Err(TapeError::new(&"the value is too deep to be shown"));
        }
        Ok(())
    }
}
