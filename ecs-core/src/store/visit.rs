//! [`Visit`]: a pass over the enabled rows of a store, lending one row after the other.
#![expect(unsafe_code, reason = "each row is lent to its hook as `&mut`")]

use core::ops::Range;
use core::ptr::NonNull;

use crate::error::UpdateError;
use crate::ids::Entity;

use super::column::Place;
use super::lender::Lender;
use super::lent::Lent;
use super::record::Record;
use super::site::Site;
use super::store::Store;
use super::ticks::{Stored, Writing};

/// The row that a pass visits.
pub struct Row<'p, T: 'static> {
    pub(crate) row: usize,
    pub(crate) store: &'p Store<T>,
    pub(crate) record: &'p Record,
}

impl<T> Place for Row<'_, T> {
    #[inline]
    fn owner(&self) -> u32 {
        self.store.owner(self.row as u32)
    }

    #[inline]
    fn entity(&self) -> Entity {
        self.store.entity_of(self.row as u32).unwrap_or_default()
    }

    #[inline]
    fn record(&self) -> Option<&Record> {
        Some(self.record)
    }
}

/// A pass that runs, or a visit that goes through a store in the same way. Visits what was live and enabled when it began and still
/// is when its turn comes.
pub(crate) struct Visit<'s, T: 'static> {
    store: &'s Store<T>,
    base: NonNull<T>,
    rows: usize,
    isolated: bool,
    /// It lends nothing beside its own rows.
    alone: bool,
    site: Site,
}

impl<'s, T> Visit<'s, T> {
    /// Begins a pass. An isolated one lends all rows at once.
    pub(crate) fn begin(store: &'s Store<T>, isolated: bool, site: Site) -> Result<Self, UpdateError> {
        store.close_holes();
        store.check_settled()?;
        let lent = store.lent();
        if isolated { lent.begin_isolated(store.rows() as u32, site) } else { lent.begin_pass(site) }
            .map_err(|conflict| UpdateError::Lent {
                component: store.name(),
                by: conflict.lender,
                at: conflict.at,
            })?;
        store.world().visited().set(Some(store.position()));
        Ok(Self { store, base: store.base(), rows: store.enabled_rows(), isolated, alone: false, site })
    }

    /// Begins a visit for the closure of a `for_each`, or for a hook of the type, that lends nothing beside: it may run inside a pass over
    /// other stores. `None` if rows cannot be visited quickly now: something is lent, something waits, or there are none, as of tags.
    pub(crate) fn alone(store: &'s Store<T>, by: Lender, site: Site) -> Option<Self> {
        store.close_holes();
        if store.tags().is_some() || store.check_settled().is_err() {
            return None;
        }
        let lent = store.lent();
        if by == Lender::ForEach { lent.begin_for_each(site) } else { lent.begin_pass(site) }.ok()?;
        let (base, rows) = (store.base(), store.enabled_rows());
        Some(Self { store, base, rows, isolated: false, alone: true, site })
    }

    /// The number of rows to visit.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The entity of a row that is being visited.
    pub(crate) fn entity(&self, row: usize) -> Entity {
        self.store.entity_of(row as u32).unwrap_or_default()
    }

    /// Begins to write to a row that is being visited, if its type is tracked. A pass notes its rows itself.
    #[inline]
    pub(crate) fn write(&self, row: usize) -> Option<Writing<'_, T>>
    where
        T: Stored,
    {
        self.store.write(row as u32)
    }

    /// Visits `len` rows from `first` on, or until there is something to look for. Returns how many it has visited. `visit` gets
    /// the place of a row among them; it is made here, by a function of `len`: where its slices are cut to that very number, no
    /// place needs to be checked against their ends.
    ///
    /// `visit` does three things: it lends the row ([`Lent::pass_row`]), calls the hook, and returns [`Lent::needs_attention`]. All
    /// three stand in one function that gets the register, the value and what else the hook takes as arguments, and is called
    /// through a type parameter: so the `&mut`s among them promise the optimiser that the hook's own writes do not touch the
    /// register. A promise that is inlined before its types are known is lost. For a hook that touches only what it takes, the
    /// register then leaves the loop, which is vectorised. `visit` comes and goes by value: what is lent to another function
    /// cannot be kept in registers.
    #[inline(never)]
    pub(crate) fn quickly<V: FnMut(&mut T, &Lent, usize) -> bool>(
        &self,
        first: usize,
        len: usize,
        visit: impl FnOnce(usize) -> V,
    ) -> (usize, V) {
        let mut visit = visit(len);
        debug_assert!(first + len <= self.rows);
        let lent = self.store.lent();
        // SAFETY: the rows of the pass lie in one allocation.
        let base = unsafe { self.base.add(first) }.as_ptr();
        let mut place = 0;
        if !lent.needs_attention() {
            while place < len {
                // SAFETY: the row was enabled when the pass began, so it is in the main buffer, which does not move while the pass
                // lends from it. With nothing to look for it is live still, and nothing else has borrowed it; from here on the
                // register refuses to lend it to anything else.
                let look = visit(unsafe { &mut *base.add(place) }, lent, place);
                place += 1;
                if look {
                    break;
                }
            }
        }
        (place, visit)
    }

    /// Visits rows of which some may be dead, disabled or lent.
    #[cold]
    #[inline(never)]
    pub(crate) fn carefully(&self, range: Range<usize>, visit: &mut dyn FnMut(&mut T, &Lent, usize) -> bool) {
        debug_assert!(range.end <= self.rows);
        let lent = self.store.lent();
        for row in range {
            if lent.needs_attention() && !self.is_due(row as u32) {
                continue;
            }
            // SAFETY: as in `quickly`; `is_due` has seen to it that the row is live and that nothing else has borrowed it.
            visit(unsafe { &mut *self.base.as_ptr().add(row) }, lent, row);
        }
    }

    /// Says whether a row is still live and enabled.
    #[cold]
    #[inline(never)]
    fn is_due(&self, row: u32) -> bool {
        if !self.store.is_due(row) {
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

impl<T> Store<T> {
    /// The rows of all live and enabled components.
    pub(crate) fn rows_to_visit(&self) -> Vec<u32> {
        if let Some(tags) = self.tags() {
            let tagged = self.tagged(tags).into_vec().into_iter().map(|entity| entity.index());
            return tagged.filter(|&row| self.is_enabled(row)).collect();
        }
        (0..self.rows() as u32).filter(|&row| self.is_due(row)).collect()
    }

    /// Says whether the component of a row is live and enabled.
    pub(crate) fn is_due(&self, row: u32) -> bool {
        self.is_live(row) && self.is_enabled(row)
    }
}

impl<T> Drop for Visit<'_, T> {
    fn drop(&mut self) {
        if !self.alone {
            self.store.world().visited().set(None);
        }
        self.store.lent().end_attention();
        if self.isolated {
            self.store.lent().take_back_all(self.site);
        } else {
            self.store.lent().end_pass(self.site);
        }
    }
}
