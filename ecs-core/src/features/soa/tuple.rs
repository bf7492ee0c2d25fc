//! [`FieldTuple`]: the fields of a value, each read from an array of its own, and written to it.
#![expect(unsafe_code, reason = "fields are read from arrays, and written to them, by their addresses")]

use core::alloc::Layout;
use core::marker::PhantomData;
use core::ptr;

/// A field of a type that is stored by its fields.
#[diagnostic::on_unimplemented(
    message = "a field of a `#[component(soa)]` type must be `Copy`: `{Self}` is not",
    label = "not `Copy`",
    note = "derive `Copy` for it, if it is a type of yours; what owns something, such as a `String`, or has \
            cells belongs in another component of the entity"
)]
pub trait Field: Copy + 'static {}

#[diagnostic::do_not_recommend]
impl<A: Copy + 'static> Field for A {}

/// Says of the type of a field that it is `Copy`: there is none of another type.
pub struct IsField<A>(PhantomData<fn() -> A>);

impl<A> IsField<A> {
    /// For `hook.rs`, which asks for the proof.
    pub(crate) const UNPROVED: Self = Self(PhantomData);
}

/// Gives out fields of all rows.
pub trait LendColumns {
    /// What it gives of a field.
    type Lent<A: 'static>;

    /// Gives the field in this place.
    ///
    /// # Safety
    ///
    /// It must be of that type, and, where it may be written to, be asked for once.
    unsafe fn lend<A: 'static>(&self, field: usize) -> Self::Lent<A>;
}

/// The fields of a value, as a tuple.
///
/// They are `Copy`: a type proves it of each in one place, by an [`IsField`], so that rustc says once of one
/// that is not. They lie where `places` says, one address for each, which is that of a value of its type, so
/// many rows behind that.
pub trait FieldTuple: Sized + 'static {
    /// What a [`LendColumns`] gives of each.
    type Lent<L: LendColumns>;

    /// An [`IsField`] of each.
    type Proofs;

    /// The layout of each.
    const LAYOUTS: &'static [Layout];

    /// Reads the fields of a row.
    ///
    /// # Safety
    ///
    /// The fields must be `Copy`, and the places those of values of these types. The row must have a value,
    /// and nobody may write to it meanwhile.
    unsafe fn read(places: &[*mut u8], row: usize) -> Self;

    /// Writes the fields of a row.
    ///
    /// # Safety
    ///
    /// The fields must be `Copy`, and the places those of values of these types. There must be memory for the
    /// row, which nobody else uses meanwhile.
    unsafe fn write(self, places: &[*mut u8], row: usize);

    /// Makes a value of the fields of a row, and calls a function with it.
    ///
    /// # Safety
    ///
    /// As for [`FieldTuple::read`], while the function runs.
    unsafe fn with<T, R>(
        places: &[*mut u8],
        row: usize,
        join: impl Fn(Self) -> T,
        f: impl FnOnce(&T) -> R,
    ) -> R;

    /// Makes a value of the fields of a row, calls a function with it, and writes them back. If the function
    /// panics, the row keeps what it had.
    ///
    /// # Safety
    ///
    /// The fields must be `Copy`, and the places those of values of these types, each apart from the others.
    /// The row must have a value, which nobody else uses meanwhile.
    unsafe fn with_mut<T, R>(
        places: &[*mut u8],
        row: usize,
        split: impl Fn(T) -> Self,
        join: impl Fn(Self) -> T,
        f: impl FnOnce(&mut T) -> R,
    ) -> R;

    /// Asks for each field of all rows.
    ///
    /// # Safety
    ///
    /// As of `Lend::lend`, for each field.
    unsafe fn lent<L: LendColumns>(lend: &L) -> Self::Lent<L>;
}

macro_rules! field_tuples {
    ($($field:ident $place:tt),*) => {
        impl<$($field: 'static),*> FieldTuple for ($($field,)*) {
            type Lent<Lends: LendColumns> = ($(Lends::Lent<$field>,)*);
            type Proofs = ($(IsField<$field>,)*);

            const LAYOUTS: &'static [Layout] = &[$(Layout::new::<$field>()),*];

            #[inline(always)]
            unsafe fn read(places: &[*mut u8], row: usize) -> Self {
                // SAFETY: as required of the caller.
                unsafe { ($(places[$place].cast::<$field>().add(row).read(),)*) }
            }

            #[inline(always)]
            unsafe fn write(self, places: &[*mut u8], row: usize) {
                // SAFETY: as required of the caller.
                unsafe { $(places[$place].cast::<$field>().add(row).write(self.$place);)* }
            }

            #[inline(always)]
            unsafe fn with<Value, Out>(
                places: &[*mut u8],
                row: usize,
                join: impl Fn(Self) -> Value,
                f: impl FnOnce(&Value) -> Out,
            ) -> Out {
                /// The fields come as arguments, as in `with_mut`.
                #[allow(non_snake_case, clippy::too_many_arguments, reason = "one for each field")]
                #[inline]
                fn apart<$($field,)* Value, Out, Join, Call>($($field: &$field,)* join: Join, f: Call) -> Out
                where
                    Join: Fn(($($field,)*)) -> Value,
                    Call: FnOnce(&Value) -> Out,
                {
                    // By way of a tuple, and of a pointer that keeps rustc from seeing through it: LLVM would
                    // pass values for arguments that are only loaded from, and lose that promise too.
                    let fields = ($($field,)*);
                    let read: fn(&($(&$field,)*)) -> ($($field,)*) =
                        // SAFETY: the fields are `Copy`.
                        |fields| unsafe { ($(ptr::read(fields.$place),)*) };
                    f(&join(read(&fields)))
                }

                let apart: fn($(&$field,)* _, _) -> Out = apart;
                // SAFETY: as required of the caller.
                unsafe { apart($(&*places[$place].cast::<$field>().add(row),)* join, f) }
            }

            #[inline(always)]
            unsafe fn with_mut<Value, Out>(
                places: &[*mut u8],
                row: usize,
                split: impl Fn(Value) -> Self,
                join: impl Fn(Self) -> Value,
                f: impl FnOnce(&mut Value) -> Out,
            ) -> Out {
                /// The fields come as arguments: so each promises the optimiser that it is no other, and what
                /// is written back as it was read is not written.
                #[allow(non_snake_case, clippy::too_many_arguments, reason = "one for each field")]
                #[inline]
                fn apart<$($field,)* Value, Out, Split, Join, Call>(
                    $($field: &mut $field,)*
                    split: Split,
                    join: Join,
                    f: Call,
                ) -> Out
                where
                    Split: Fn(Value) -> ($($field,)*),
                    Join: Fn(($($field,)*)) -> Value,
                    Call: FnOnce(&mut Value) -> Out,
                {
                    // SAFETY: the fields are `Copy`.
                    let mut value = join(unsafe { ($(ptr::read($field),)*) });
                    let out = f(&mut value);
                    let fields = split(value);
                    $(*$field = fields.$place;)*
                    out
                }

                // By a pointer: rustc itself would inline the function, and lose that promise.
                let apart: fn($(&mut $field,)* _, _, _) -> Out = apart;
                // SAFETY: as required of the caller. Each field is in an array of its own.
                unsafe { apart($(&mut *places[$place].cast::<$field>().add(row),)* split, join, f) }
            }

            unsafe fn lent<Lends: LendColumns>(lend: &Lends) -> Self::Lent<Lends> {
                // SAFETY: as required of the caller.
                unsafe { ($(lend.lend::<$field>($place),)*) }
            }
        }
    };
}

crate::base::all_tuples!(1..=24, field_tuples);
