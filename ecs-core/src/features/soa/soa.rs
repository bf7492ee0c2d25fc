//! [`Soa`]: a type that is stored by its fields, as its derive says; [`ViaFields`]: what is done with them.
#![expect(unsafe_code, reason = "what a type says of its fields is trusted, and each of them is lent")]

use core::alloc::Layout;
use core::any::TypeId;

use super::places::FieldPlaces;
use super::slices::LendFields;
use super::tuple::{FieldTuple, LendColumns};

/// A component type whose fields are stored in arrays of their own: structure of arrays.
///
/// Only `#[component(soa)]` implements it:
///
/// ```
/// use ecs_core::{Component, Entity, update_all};
///
/// #[derive(Component)]
/// #[component(soa)]
/// struct Plane {
///     y: f32,
///     speed: f32,
///     fuel: f64,
/// }
///
/// impl Plane {
///     fn update(&mut self, dt: f32) {
///         self.y += self.speed * dt; // no fuel is read, and none is written
///     }
/// }
///
/// let planes = Entity::spawn_many(100, |n, _| Plane { y: 0.0, speed: n as f32, fuel: 10.0 });
/// update_all(0.5);
/// assert_eq!(planes[4].borrow::<Plane>().y, 2.0);
///
/// let columns = Plane::columns();
/// assert_eq!(columns.y.iter().sum::<f32>(), 0.5 * 99.0 * 50.0);
/// ```
///
/// A pass copies the fields of a component into a value, calls the hook with the value, and writes it back.
/// The type need not be `Copy`. If the hook is inlined, the compiler leaves out unused fields, and often
/// makes vector instructions of the rest. [`Component::columns_mut`](crate::Component::columns_mut) borrows
/// each field as a slice.
///
/// # What differs
///
/// | | |
/// |---|---|
/// | [`Handle::borrow_mut`](crate::Handle::borrow_mut) | the guard has a copy of the row, and writes it back when it is dropped; that of `borrow` has one too |
/// | the guards as types | [`RefOf<T>`](crate::RefOf) and [`RefMutOf<T>`](crate::RefMutOf), for [`Ref<T>`](crate::Ref) and [`RefMut<T>`](crate::RefMut) |
/// | a `for` over a query, and its `get` | give a [`RowMut`](crate::RowMut), which does the same, or a [`RowRef`](crate::RowRef). It borrows the query until it is dropped; patterns go through `&mut *it` |
/// | hooks, `each`, `for_each`, [`Handle::with`](crate::Handle::with) | get `&mut T`, as ever |
/// | a struct of [`QueryData`](crate::QueryData) | is visited by `each`; what needs `for`, `get` or `first` asks for a tuple. Only `cargo build` says so |
/// | [`Component::entity`](crate::Component::entity), `self.add::<U>()`, `self.kill()`, `self.after(..)` | do not compile: a hook takes `me: Entity`, and has `me.add::<U>()`, `me.kill::<Self>()`, `me.handle::<Self>().after(..)`. See [`KnowsEntity`](crate::KnowsEntity) |
/// | a hook or a closure that panics | leaves its row as it was before, and what it takes of other such types. What a guard or a `for` has is written back |
/// | `T::view()`, `View<T>` | do not compile: there is no slice of whole values. `T::columns()` has one of each field; a parallel hook that follows handles of the type becomes a system with a `Query<&T>`. See [`Viewable`](crate::Viewable) |
/// | [`Entity::get_as`](crate::Entity::get_as), [`get_all_as`](crate::Entity::get_all_as) | panic: call [`with_as`](crate::Entity::with_as), [`with_all_as`](crate::Entity::with_all_as), or [`every`](crate::every()) |
/// | fields | must be `Copy`, at most 24; the type has no `Drop` |
///
/// # When not to use it
///
/// Where the game uses most of a value at once: by handle at random, in hooks that are not inlined, or in a
/// pass that touches nearly all of more than 14 fields. Each field then takes a cache line of its own.
/// `docs/performance.md` has measurements, and a table for the decision.
///
/// Set `codegen-units = 1` and `lto = "thin"` in the release profile: by default cargo compiles a crate in
/// parts, and inlines less between these parts and from other crates.
///
/// Do not use it for a value that must not exist twice: safe code can duplicate the value, by moving it out
/// of a guard and forgetting the guard.
///
/// # Safety
///
/// For the derive alone. Its code may be told another path to this crate, so it calls nothing by a path that
/// is trusted: what it gives must be of the types that stand in this trait, which no one else can make.
///
/// Values are taken apart and put together while rows have none, and while the fields of a row are borrowed.
/// So `__fields` must give functions that only move fields: neither panics, calls anything, or answers
/// otherwise the next time, and each undoes the other. Each field must be `Copy`. `__FIELDS` must be those of
/// this type and of the tuple that they make, `__Places` as many addresses, and the type's `Component` must
/// lay it out by them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is stored as whole values: there is no slice of a field",
    label = "not `#[component(soa)]`",
    note = "write `#[component(soa)]` above `{Self}`, or use `view` and `view_mut`, which give the values"
)]
pub unsafe trait Soa: Sized + 'static {
    /// Each field of all components, for reading: fields of the same names, each a
    /// [`FieldRef`](crate::FieldRef).
    type Columns;

    /// Each field of all components, for reading and writing: fields of the same names, each a
    /// [`FieldMut`](crate::FieldMut).
    type ColumnsMut;

    #[doc(hidden)]
    type __Places: FieldPlaces;

    #[doc(hidden)]
    const __FIELDS: FieldsInfo;

    /// Says how a value becomes its fields, and they a value.
    #[doc(hidden)]
    fn __fields() -> impl FieldFns<Self>;

    #[doc(hidden)]
    fn __columns(lend: LendFields<false>) -> Self::Columns;

    #[doc(hidden)]
    fn __columns_mut(lend: LendFields<true>) -> Self::ColumnsMut;
}

/// Something that is done with the fields of a value, which it gets as a tuple of some type: no type says
/// which, as fields may be of private types.
pub trait ViaFields<T> {
    /// What it returns.
    type Out;

    /// Does it. `split` makes the fields of a value, `join` a value of the fields.
    fn via<F: FieldTuple>(self, split: impl Fn(T) -> F, join: impl Fn(F) -> T) -> Self::Out;
}

/// Two functions: one makes the fields of a value, the other a value of the fields.
pub trait FieldFns<T> {
    /// Gives them to what is done with the fields.
    fn give<V: ViaFields<T>>(self, to: Inside<V>) -> V::Out;
}

impl<T, F: FieldTuple, Split: Fn(T) -> F, Join: Fn(F) -> T> FieldFns<T> for (Split, Join) {
    #[inline(always)]
    fn give<V: ViaFields<T>>(self, to: Inside<V>) -> V::Out {
        to.0.via(self.0, self.1)
    }
}

/// What this crate does. No one else makes one: who gets the functions of a type gets at its private fields.
pub struct Inside<V>(pub(crate) V);

/// What the store is made by: the layout of each field, and which tuple they make.
#[derive(Clone, Copy)]
pub struct FieldsInfo {
    pub(crate) layouts: &'static [Layout],
    pub(crate) tuple: TypeId,
}

/// Compares the tuple that a type says its fields make with that for which its store was made, as [`Soa`] has
/// promised. Compiled away.
#[inline(always)]
pub fn check_fields<T: Soa, F: FieldTuple>() {
    assert!(TypeId::of::<F>() == T::__FIELDS.tuple, "a type has the same fields each time");
}

impl<const MUT: bool> LendFields<MUT> {
    /// Gives out the fields for which a type asks by a function that would make them of a value.
    pub fn lend_all<T, F: FieldTuple>(self, _: impl Fn(T) -> F) -> F::Lent<Self>
    where
        Self: LendColumns,
    {
        assert!(self.tuple() == TypeId::of::<F>(), "a type has the same fields each time");
        // SAFETY: the fields are those of the column, and are asked for once: what lends them ends here.
        unsafe { F::lent(&self) }
    }
}
