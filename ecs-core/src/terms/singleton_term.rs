//! [`SingletonTerm`]: one component that goes with each entity that a pass visits: a singleton.
#![expect(unsafe_code, reason = "the component is borrowed for one entity after the other")]

use core::cell::Cell;
use core::ptr::NonNull;
use std::rc::Rc;

use crate::error::{BorrowError, fail};

use super::opening::{Opened, Opening, entity_at};
use super::term::{Term, Visited, lends_items};
use crate::borrow::{Borrower, Conflict, Holding, HookName, Visiting};
use crate::store::{Layout, RcStore, Stored};

/// A component that is the same for all entities, for writing if `MUT`; or none.
///
/// It is borrowed while a hook runs, as what belongs to the entity is. If another value is set meanwhile, the
/// next hook gets that.
pub struct SingletonTerm<T: 'static, const MUT: bool>(Option<OpenSingleton<T>>);

/// There is one.
pub struct OpenSingleton<T: 'static> {
    value: Cell<NonNull<T>>,
    row: Cell<u32>,
    store: RcStore<T>,
    visiting: Rc<Visiting>,
    /// For threads, which read it when the visit that opens it is over. Nothing is set meanwhile.
    own_visit: Option<Opened>,
    /// Whether it was borrowed for any entity for writing.
    is_used: Cell<bool>,
}

impl<T: Stored, const MUT: bool> SingletonTerm<T, MUT> {
    /// There is none.
    pub(crate) fn none() -> Self {
        Self(None)
    }

    /// Borrows the component of a row, which is live. Refuses if something else has borrowed it in a way that
    /// conflicts.
    pub(crate) fn open(store: RcStore<T>, row: u32, opening: &Opening<'_>) -> Result<Self, Conflict> {
        const { assert!(!T::Layout::IS_SPLIT, "a singleton is stored as a whole") };
        let &Opening { visiting: of_all, for_threads, hook, site, .. } = opening;
        if let Some(conflict) = store.borrows.conflict(row, MUT, &store, None) {
            return Err(conflict);
        }
        let borrower = match hook {
            None => Borrower::System { parameter: store.name(), mutable: MUT },
            Some(HookName { component, hook }) => {
                Borrower::Parameter { component, hook, parameter: store.name(), mutable: MUT }
            }
        };
        let own_visit = for_threads.then(|| Opened::new(Some(store.world.clone())));
        let visiting = own_visit.as_ref().map_or(of_all, |own| &own.visiting);
        // No limit of its rows: whichever it has is its own.
        visiting.add_term(store.column().clone(), MUT, (0, row), borrower, site);
        if for_threads {
            visiting.hold(Holding::Whole, false);
            // As `remove_visitor` does in the end.
            store.borrows.count_other_borrows(1, Some(visiting));
        }
        Ok(Self(Some(OpenSingleton {
            value: Cell::new(store.value(row)),
            row: Cell::new(row),
            store,
            visiting: visiting.clone(),
            own_visit,
            is_used: Cell::new(false),
        })))
    }
}

impl<T> SingletonTerm<T, false> {
    /// The component, if there is one.
    pub(crate) fn get(&self) -> Option<&T> {
        // SAFETY: it is borrowed by this, for reading, as long as this lives: the one who asks has borrowed
        // as a whole.
        self.0.as_ref().map(|one| unsafe { one.value.get().as_ref() })
    }
}

impl<T> SingletonTerm<T, true> {
    /// The component, if there is one. It has changed by that.
    pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
        let one = self.0.as_mut()?;
        one.is_used.set(true);
        // SAFETY: it is borrowed by this alone, as long as this lives: the one who asks has borrowed as a
        // whole.
        Some(unsafe { one.value.get().as_mut() })
    }
}

impl<T: Stored> OpenSingleton<T> {
    /// The value now.
    #[inline(always)]
    fn value(&self, mutable: bool) -> NonNull<T> {
        if self.own_visit.is_none() && self.visiting.is_invalidated() {
            self.find_again(mutable);
        }
        self.value.get()
    }

    /// Finds the value that was set in the place of another. If that was only killed, it stays until the pass
    /// is over.
    #[cold]
    #[inline(never)]
    fn find_again(&self, mutable: bool) {
        let (store, old) = (&*self.store, self.row.get());
        let owner = store.owner(old);
        let Some(row) = store.row_of_index(owner).filter(|&row| row != old) else { return };
        if let Some(Conflict { borrower: by, at }) =
            store.borrows.conflict(row, mutable, store, Some(&self.visiting))
        {
            let (component, entity) = (store.name(), entity_at(&store.world, owner));
            fail(&BorrowError::Borrowed { component, entity, mutably: mutable, by, at });
        }
        if mutable {
            store.note_change(old);
        }
        self.row.set(row);
        self.value.set(store.value(row));
        store.borrows.fix(&self.visiting, row);
    }
}

impl<T> Drop for OpenSingleton<T> {
    fn drop(&mut self) {
        if self.is_used.get() {
            self.store.note_change(self.row.get());
        }
    }
}

macro_rules! singleton_terms {
    ($mut:literal, $item:ty, |$value:ident| $borrow:expr) => {
        // SAFETY: all entities have it in common, as `IS_SINGLETON` says.
        unsafe impl<T: Stored> Term for SingletonTerm<T, $mut> {
            type Item<'c> = $item;
            type Cursor<'c> = Option<&'c OpenSingleton<T>>;

            lends_items!();

            const IS_NEEDED: bool = false;
            const IS_SINGLETON: bool = true;

            #[inline(always)]
            fn find(&self, _: &impl Visited) -> Option<usize> {
                self.0.as_ref().map(|_| 0)
            }

            #[inline(always)]
            fn cursor(&self, _: usize, _: bool) -> Self::Cursor<'_> {
                // What is read may be read by several threads: nothing is written then.
                self.0.as_ref().inspect(|one| {
                    if $mut {
                        one.is_used.set(true);
                    }
                })
            }

            #[inline(always)]
            unsafe fn item<'c>(cursor: Self::Cursor<'c>, _: usize, _: &impl Visited) -> Self::Item<'c> {
                let one = cursor.expect("there is one, or the pass would not have begun");
                let $value = one.value($mut);
                // SAFETY: the value is live, or was when the pass began and stays in its row. It is borrowed
                // by the hook of the visit alone, or for reading; where it may be written to, the caller sees
                // to it that it is used once at a time.
                unsafe { $borrow }
            }
        }
    };
}

singleton_terms!(false, &'c T, |value| value.as_ref());
singleton_terms!(true, &'c mut T, |value| &mut *value.as_ptr());
