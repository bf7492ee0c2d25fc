//! [`Kind`]: what the components of a column are. It is chosen here, when the column is made; `by_kind.rs`
//! has what follows from it.

use super::info::TypeInfo;
use super::tags::Tags;

/// What the components of a column are.
pub(super) enum Kind {
    /// Values, each in a row.
    Rows,
    /// Bits: all there is of them is here, and the column has no rows.
    Tags(Tags),
}

impl Kind {
    pub(super) fn of(info: &TypeInfo) -> Self {
        if info.is_tag { Self::Tags(Tags::default()) } else { Self::Rows }
    }

    /// How many rows the main buffer has while nothing was added. A tag needs no memory, only an address of
    /// its own, so there is a place for each number at once.
    pub(super) fn main_rows(&self) -> usize {
        match self {
            Self::Rows => 0,
            Self::Tags(_) => usize::MAX,
        }
    }

    /// Lets what is here change no more until [`Kind::unfreeze`].
    pub(super) fn freeze(&self) {
        match self {
            Self::Rows => {}
            Self::Tags(tags) => tags.freeze(),
        }
    }

    pub(super) fn unfreeze(&self) {
        match self {
            Self::Rows => {}
            Self::Tags(tags) => tags.unfreeze(),
        }
    }

    /// The bytes of what is here.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Rows => 0,
            Self::Tags(tags) => tags.bytes(),
        }
    }
}
