//! [`HookGuard`]: borrows a component for one of its hooks, without its type; [`Own`]: what the hook gets of it.
#![expect(unsafe_code, reason = "the component of a row is borrowed by its type")]

use core::any::TypeId;
use core::marker::PhantomData;

use super::lender::{Conflict, Lender};
use super::raw::RawColumn;
use super::site::Site;
use super::visit::Receiver;
use super::visiting::HookName;

/// Borrows a row for a hook of its component until it is dropped.
pub(crate) struct HookGuard<'s> {
    column: &'s RawColumn,
    row: u32,
    writes: bool,
    site: Site,
}

impl<'s> HookGuard<'s> {
    /// Borrows a row that holds a value, if nothing has borrowed it: for reading, if the hook does not write.
    pub(crate) fn borrow(
        column: &'s RawColumn,
        row: u32,
        writes: bool,
        hook: HookName,
        site: Site,
    ) -> Result<Self, Conflict> {
        debug_assert_eq!(column.holes(), 0, "the callers have closed them");
        if writes {
            column.lent().lend_to_hook(row, column, site)?;
        } else {
            column.lent().share(row, column, site)?;
            column.lent().name(row, Lender::own(hook));
        }
        Ok(Self { column, row, writes, site })
    }

    /// What the hook gets.
    pub(crate) fn own(&mut self) -> Own<'_> {
        let place = self.column.place(self.row);
        Own { place, component: self.column.info.id, writes: self.writes, borrowed: PhantomData }
    }
}

impl Drop for HookGuard<'_> {
    fn drop(&mut self) {
        let lent = self.column.lent();
        if self.writes {
            let noted = || {
                self.column.note_change(self.row);
                self.row
            };
            lent.take_back_written(noted, self.site);
        } else {
            lent.end_name(self.row);
            lent.take_back(|| self.row, self.site);
        }
    }
}

/// A component that one of its hooks has borrowed, before its type is known.
pub struct Own<'a> {
    place: *mut u8,
    component: TypeId,
    writes: bool,
    borrowed: PhantomData<&'a mut ()>,
}

impl<'a> Own<'a> {
    /// The component as the hook takes it.
    ///
    /// # Panics
    ///
    /// If it is of another type, or borrowed in another way: that would be a mistake in `ecs-core`.
    #[inline]
    pub(crate) fn get<R: Receiver, T: 'static>(self) -> R::Own<'a, T> {
        assert!(self.component == TypeId::of::<T>() && (self.writes || !R::WRITES));
        // SAFETY: the row holds a value of the type that the column has, which is `T`. For `'a` it is borrowed by the guard that has made this,
        // for writing if the hook writes, and does not move.
        unsafe { R::own(self.place.cast()) }
    }
}
