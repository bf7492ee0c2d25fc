//! [`Layout`]: how the values of a type lie in the arrays of its column.
#![expect(unsafe_code, reason = "it says what must hold where values are used by their places")]

use core::alloc;
use core::ops::{Deref, DerefMut};

use crate::column::stride_of;

use super::guard::{Guards, Ref, RefMut, Whole};
use super::release::RowBorrow;

/// A type whose values are in a store: how they lie there.
pub trait Stored: Sized + 'static {
    /// The layout: `Whole`, or `Split` by fields.
    type Layout: Layout<Self>;
}

/// Where values of a type lie.
pub(crate) type CursorOf<T> = <<T as Stored>::Layout as Layout<T>>::Cursor;
/// Names the guard on a component for reading: a [`Ref`], whichever way the type is stored. For code that is
/// generic over the component's type, and for [`Soa`](crate::Soa) types, whose guard is no `Ref<T>`.
///
/// ```
/// use ecs_core::{Component, Handle, RefOf};
///
/// fn read<T: Component>(handle: Handle<T>) -> RefOf<T> {
///     handle.borrow()
/// }
/// ```
pub type RefOf<T> = Ref<T, <T as Stored>::Layout>;
/// Names the guard on a component for reading and writing, as [`RefOf`] does that for reading.
pub type RefMutOf<T> = RefMut<T, <T as Stored>::Layout>;

/// A way to store values where they lie in one piece: the address of one tells its row.
pub trait OnePiece {}

impl OnePiece for Whole {}

/// How values lie in memory.
pub trait Layout<T: 'static>: Guards<T> + Sized {
    /// Whether each field lies in an array of its own.
    const IS_SPLIT: bool;
    /// One for each array.
    const LAYOUTS: &'static [alloc::Layout];
    /// The distance of two rows in the first array.
    const STRIDE: usize = stride_of(Self::LAYOUTS[0]);

    /// Where the rows from one on lie.
    type Cursor: Copy + 'static;
    /// What a query gives of a row for reading.
    type Shared<'c>: Deref<Target = T>;
    /// What a query gives of a row for reading and writing.
    type Mutable<'c>: DerefMut<Target = T>;

    /// The cursor of rows of which the first lies at one address, or has its fields at some, which are asked
    /// for with the number and the layout of their array.
    fn at(
        first: impl FnOnce() -> *mut T,
        place_of: impl FnMut(usize, alloc::Layout) -> *mut u8,
    ) -> Self::Cursor;

    /// Reads the value of the row that lies so many steps behind a cursor.
    ///
    /// # Safety
    ///
    /// It must have one, which nobody writes to meanwhile, and which counts as moved if it is not `Copy`.
    unsafe fn read(cursor: Self::Cursor, step: usize) -> T;

    /// Moves a value out of its option to such a row.
    ///
    /// # Safety
    ///
    /// There must be memory for it, which nobody else uses. What is there counts as no value.
    unsafe fn write(cursor: Self::Cursor, step: usize, value: &mut Option<T>);

    /// Moves values to as many rows from a cursor on.
    ///
    /// # Safety
    ///
    /// As for [`Layout::write`], for each.
    unsafe fn write_all(cursor: Self::Cursor, values: &mut Vec<T>) {
        for (step, value) in values.drain(..).enumerate() {
            // SAFETY: as required of the caller.
            unsafe { Self::write(cursor, step, &mut Some(value)) };
        }
    }

    /// Borrows the value of such a row for `'c`.
    ///
    /// # Safety
    ///
    /// It must have one, to which nobody writes for so long.
    unsafe fn shared<'c>(cursor: Self::Cursor, step: usize) -> Self::Shared<'c>;

    /// Borrows the value of such a row for `'c`, for writing too.
    ///
    /// # Safety
    ///
    /// It must have one, which nobody else uses for so long.
    unsafe fn mutable<'c>(cursor: Self::Cursor, step: usize) -> Self::Mutable<'c>;

    /// A value that is borrowed, where that is a reference.
    ///
    /// # Panics
    ///
    /// If it is a copy: that would be a mistake in `ecs-core`.
    fn lent<'c: 'c>(shared: Self::Shared<'c>) -> &'c T;

    /// As [`Layout::lent`], for writing too.
    fn lent_mut<'c: 'c>(mutable: Self::Mutable<'c>) -> &'c mut T;

    /// Calls a function with the value of a row that is borrowed, to read and to write.
    fn with_row<R>(borrow: RowBorrow<T, true>, f: impl FnOnce(&mut T) -> R) -> R;

    /// The guard on a part of a row, which `borrow` borrows; `None` where a guard has a copy: then it is not
    /// borrowed.
    fn part<U: ?Sized, E>(
        borrow: impl FnOnce() -> Result<RowBorrow<T, false>, E>,
        part: impl FnOnce(&T) -> &U,
    ) -> Option<Result<Ref<U>, E>>;

    /// As [`Layout::part`], for writing too.
    fn part_mut<U: ?Sized, E>(
        borrow: impl FnOnce() -> Result<RowBorrow<T, true>, E>,
        part: impl FnOnce(&mut T) -> &mut U,
    ) -> Option<Result<RefMut<U>, E>>;

    /// Calls a function with the value of such a row.
    ///
    /// # Safety
    ///
    /// As for [`Layout::shared`], while the function runs, which must not keep what it gets.
    unsafe fn with<'c, R>(cursor: Self::Cursor, step: usize, f: impl FnOnce(&'c T) -> R) -> R;

    /// Calls a function with the value of such a row, to read and to write.
    ///
    /// # Safety
    ///
    /// As for [`Layout::mutable`], while the function runs, which must not keep what it gets.
    unsafe fn with_mut<'c, R>(cursor: Self::Cursor, step: usize, f: impl FnOnce(&'c mut T) -> R) -> R;

    /// The guard on a row that is borrowed.
    fn guard(borrow: RowBorrow<T, false>) -> Ref<T, Self>;

    /// As [`Layout::guard`], for writing too.
    fn guard_mut(borrow: RowBorrow<T, true>) -> RefMut<T, Self>;
}
