//! [`RowOrder`]: a column, as what borrows of it sees it: which row belongs to which entity, and what is borrowed.

use super::borrows::Borrows;

/// Rows that can be borrowed.
pub(crate) trait RowOrder {
    /// The component's type, as messages name it.
    fn name(&self) -> &'static str;

    /// The entity index of a row.
    fn owner(&self, row: u32) -> u32;

    /// The row of the live component of the entity that has this index now.
    fn row_of_index(&self, index: u32) -> Option<u32>;

    /// Says whether the component of a row and its entity are switched on.
    fn is_enabled(&self, row: u32) -> bool;

    /// What of it is borrowed.
    fn borrows(&self) -> &Borrows;
}
