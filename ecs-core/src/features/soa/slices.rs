//! [`FieldRef`] and [`FieldMut`]: one field of all components of a type, as a slice.
#![expect(unsafe_code, reason = "the arrays of a column that is borrowed as a whole are shown as slices")]

use core::any::TypeId;
use core::fmt;
use core::marker::PhantomData;
use core::ptr::NonNull;
use core::slice;
use std::rc::Rc;

use crate::ids::Entity;

use super::tuple::LendColumns;

/// All rows of a column, borrowed as long as this lives: for writing if `MUT`, otherwise for reading.
///
/// # Safety
///
/// The fields are those of the tuple. Each lies where it says, aligned, once for each of so many rows, which
/// hold values; it may be null where there are none.
pub(crate) unsafe trait HeldRows<const MUT: bool> {
    /// The tuple that the fields make.
    fn tuple(&self) -> TypeId;

    /// Where a field lies.
    fn base(&self, field: usize) -> *mut u8;

    /// How many rows there are, and how many of them are enabled: the first ones.
    fn rows_and_enabled(&self) -> (usize, usize);

    /// The entity of a row.
    fn entity(&self, row: usize) -> Option<Entity>;
}

/// Shows one field of all components of a type as a slice, to read.
///
/// Comes from [`Component::columns`](crate::Component::columns). What belongs to enabled components comes
/// first, in the order of the store. The type stays borrowed until the last of its fields is dropped.
///
/// It stays on its thread: where several read it, they take the slice, `let x: &[f32] = &columns.x;`.
#[must_use = "the type is borrowed until this is dropped"]
pub struct FieldRef<A: 'static>(FieldPart<A, false>);

/// Shows one field of all components of a type as a slice, to read and to write.
///
/// Comes from [`Component::columns_mut`](crate::Component::columns_mut). What belongs to enabled components
/// comes first, in the order of the store. The type stays borrowed until the last of its fields is dropped.
#[must_use = "the type is borrowed until this is dropped"]
pub struct FieldMut<A: 'static>(FieldPart<A, true>, PhantomData<fn(A) -> A>);

/// A field of rows that are held.
struct FieldPart<A, const MUT: bool> {
    base: NonNull<A>,
    len: usize,
    enabled: usize,
    rows: Rc<dyn HeldRows<MUT>>,
}

/// Gives out each field of rows that are held: once, as it is used up by that.
pub struct LendFields<const MUT: bool>(Rc<dyn HeldRows<MUT>>);

impl<const MUT: bool> LendFields<MUT> {
    /// Lends the fields of rows.
    pub(crate) fn new(rows: impl HeldRows<MUT> + 'static) -> Self {
        Self(Rc::new(rows))
    }

    /// The tuple that the fields make.
    pub(super) fn tuple(&self) -> TypeId {
        self.0.tuple()
    }

    /// # Safety
    ///
    /// The field must be of that type, and, if `MUT`, be asked for once.
    unsafe fn part<A: 'static>(&self, field: usize) -> FieldPart<A, MUT> {
        let (len, enabled) = self.0.rows_and_enabled();
        // A slice gives all values without bytes one address, which need not be that of a row.
        let base = if size_of::<A>() == 0 { None } else { NonNull::new(self.0.base(field).cast()) };
        FieldPart { base: base.unwrap_or(NonNull::dangling()), len, enabled, rows: self.0.clone() }
    }
}

impl LendColumns for LendFields<false> {
    type Lent<A: 'static> = FieldRef<A>;

    unsafe fn lend<A: 'static>(&self, field: usize) -> FieldRef<A> {
        // SAFETY: as required of the caller.
        FieldRef(unsafe { self.part(field) })
    }
}

impl LendColumns for LendFields<true> {
    type Lent<A: 'static> = FieldMut<A>;

    unsafe fn lend<A: 'static>(&self, field: usize) -> FieldMut<A> {
        // SAFETY: as required of the caller.
        FieldMut(unsafe { self.part(field) }, PhantomData)
    }
}

impl<A, const MUT: bool> FieldPart<A, MUT> {
    #[inline]
    fn get(&self) -> &[A] {
        // SAFETY: the array has a value for each row, in one allocation; where the base would be null or the
        // values have no bytes, it is dangling and aligned. The rows are held for reading, or for writing by
        // this alone.
        unsafe { slice::from_raw_parts(self.base.as_ptr(), self.len) }
    }

    #[inline]
    fn get_mut(&mut self) -> &mut [A] {
        // SAFETY: as in `get`; nobody else has this field.
        unsafe { slice::from_raw_parts_mut(self.base.as_ptr(), self.len) }
    }
}

macro_rules! reads {
    ($Slice:ident) => {
        impl<A> $Slice<A> {
            /// Returns what of it belongs to enabled components.
            #[inline]
            #[must_use]
            pub fn enabled(&self) -> &[A] {
                &self.0.get()[..self.0.enabled]
            }

            /// Returns the entity of the component in this place; `None` beyond the end.
            #[must_use]
            pub fn entity_at(&self, place: usize) -> Option<Entity> {
                self.0.rows.entity(place)
            }
        }

        crate::base::deref_by!([A] $Slice<A> => [A], |this| this.0.get());

        crate::base::into_iter_by!(['s, A] &'s $Slice<A> => slice::Iter<'s, A>, |this| this.iter());

        crate::base::debug_by!([A: fmt::Debug] $Slice<A>, |this, f| this.0.get().fmt(f));
    };
}

reads!(FieldRef);
reads!(FieldMut);

impl<A> FieldMut<A> {
    /// Returns what of it belongs to enabled components, to read and to write.
    #[inline]
    #[must_use]
    pub fn enabled_mut(&mut self) -> &mut [A] {
        let enabled = self.0.enabled;
        &mut self.0.get_mut()[..enabled]
    }
}

crate::base::deref_mut_by!([A] FieldMut<A>, |this| this.0.get_mut());

crate::base::into_iter_by!(['s, A] &'s mut FieldMut<A> => slice::IterMut<'s, A>, |this| this.iter_mut());
