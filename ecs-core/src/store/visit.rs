//! [`Visit`]: a pass over the enabled rows of a store, lending one row after the other.
#![expect(unsafe_code, reason = "each row is lent to its hook as `&mut`")]

use core::ops::Range;

use crate::error::UpdateError;

use super::site::Site;
use super::store::Store;

/// A pass that runs. Visits what was live and enabled when it began and still is when its turn comes.
pub(crate) struct Visit<'s, T: 'static> {
    store: &'s Store<T>,
    base: *mut T,
    rows: usize,
    isolated: bool,
    site: Site,
}

impl<'s, T> Visit<'s, T> {
    /// Begins a pass on a settled store. An isolated one lends all rows at once.
    pub(crate) fn begin(store: &'s Store<T>, isolated: bool, site: Site) -> Result<Self, UpdateError> {
        let lent = store.lent();
        if isolated { lent.begin_isolated(store.rows() as u32, site) } else { lent.begin_pass(site) }.map_err(
            |conflict| UpdateError::Lent { component: store.name(), by: conflict.lender, at: conflict.at },
        )?;
        Ok(Self { store, base: store.base(), rows: store.enabled_rows(), isolated, site })
    }

    /// The number of rows to visit.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Visits a range of the rows. The borrow of a row ends with its visit.
    #[inline(always)]
    pub(crate) fn each(&self, range: Range<usize>, mut visit: impl FnMut(&mut T, u32)) {
        debug_assert!(range.start <= range.end && range.end <= self.rows);
        for row in range {
            let row_number = row as u32;
            if self.store.lent().needs_attention() && !self.is_due(row_number) {
                continue;
            }
            if !self.isolated {
                self.store.lent().pass_row(row_number);
            }
            // SAFETY: the row was enabled when the pass began, so it is in the main buffer, which does not move while the pass lends
            // from it. It still holds a live value, or one that died just now in its own visit, and `is_due` has seen to it that
            // nothing else has borrowed it; from here on the register refuses to lend it to anything else.
            let value = unsafe { &mut *self.base.add(row) };
            visit(value, row_number);
        }
    }

    /// Says whether a row is still live and enabled.
    #[cold]
    #[inline(never)]
    fn is_due(&self, row: u32) -> bool {
        if !self.store.is_live(row) || !self.store.is_enabled(row) {
            return false;
        }
        if let Some(conflict) = self.store.lent().pass_conflict(row) {
            crate::error::fail(&UpdateError::Lent {
                component: self.store.name(),
                by: conflict.lender,
                at: conflict.at,
            });
        }
        true
    }
}

impl<T> Drop for Visit<'_, T> {
    fn drop(&mut self) {
        if self.isolated {
            self.store.lent().take_back_all(self.site);
        } else {
            self.store.lent().end_pass(self.site);
        }
    }
}
