//! What the derive's output may name, and what rustc may quote in its notes; nothing else. Not part of the
//! public interface.
//!
//! rustc quotes a function where a bound of it is not met, and an implementation that it proposes, each with
//! its file. Those that it quotes for a mistake of a user stand here, in `component.rs` and in `without.rs`:
//! these files do not move, so no expected error changes where a folder does. The names that it quotes are
//! re-exported here, and are printed as `ecs_core::hook::Name`. The functions of a feature stand in a section
//! with its name, so that they are removed with it.

pub use core::marker::PhantomData;

pub use super::__cell as cell;
pub use crate::base::CallSite;
pub use crate::borrow::AccessSet;
pub use crate::column::TypeInfo;
pub use crate::component::{DerivesSingleton, OfEntities, Sole};
pub use crate::features::hook::*;
pub use crate::hooks::missing::*;
pub use crate::hooks::{
    Absent, FieldType, HookShape, LifeHook, LifeParam, ListenHook, Method, Names, NeedsAKey, NoHandle,
    NoNearMiss, NotAHook, ParHook, ParMethod, ParParam, Param, PassHook, PassParam, Reached,
    SayWhichByAComponentKey, SiblingField, TakenIn, Travels, Unnamed, siblings,
};
pub use crate::iterate::SendWhileFrozen;
pub use crate::life::{Required, Reusable};
pub use crate::outcomes::Ended;
pub use crate::phase::Phase;
pub use crate::query::FindTypes;
pub use crate::reach::CalledWith;
pub use crate::spec::{CloneProof, CopyProof, MaybeClone, MaybeCopy};
pub use crate::spec::{
    Excluded, HookSpec, Init, Later, Listener, Many, MaybeDefault, MaybeSend, MaybeShown, One, PassSpec,
    Probe, SendProof, Spec, SpecOf, info,
};
pub use crate::store::{ByMut, ByRef, HasParts, Locator, StoreCell, Stored, Whole};
pub use crate::terms::{ParTerm, ParTerms, ReadableTerms, Rows, Terms};
pub use crate::world::{CommandBuffer, HandleField, TypeRef};

#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;
#[doc(hidden)]
pub use std::thread_local;

// What the functions below take.
use crate::features::inherit::{Inherits, RunInherit, inherits_on_threads};
use crate::features::soa::FieldTuple;
use crate::{
    column::MayBeTracked, component::Component, component::PerEntity, error::UpdateError, hooks::ListenShape,
    hooks::Listens, ids::Entity, life::by_default, reach::Handle, spec::PassCall, spec::Require, spec::found,
    spec::name_of, terms::Commands, terms::Kept, terms::Same, world::Time,
};
use core::{any::TypeId, mem::needs_drop};

/// Makes the pointer of a type that is not generic to its store, one for each thread, and says where it is.
///
/// A macro, so that one error says it all where the derive does not find this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! __cell {
    ($type:ty) => {{
        $crate::hook::thread_local! {
            static CELL: $crate::hook::StoreCell<$type> = const { $crate::hook::StoreCell::new() };
        }
        $crate::hook::Locator::Local(&CELL)
    }};
}

/// Takes the method that may be `init`.
pub const fn init<T: Stored, F, M>(hook: &'static Method<F, (T, M)>) -> found::Init
where
    F: HookShape<T, M>,
    F: LifeHook<T, Init, M>,
{
    if F::PRESENT { Some(hook) } else { None }
}

/// Takes a method that may be another hook of its life.
pub const fn life<T: Stored, F, M>(hook: &'static Method<F, (T, M)>) -> found::Life
where
    F: HookShape<T, M>,
    F: LifeHook<T, Later, M>,
{
    if F::PRESENT { Some(hook) } else { None }
}

/// Takes a method that may be a pass hook.
pub const fn pass<T: Component, F, M>(hook: &'static Method<F, (T, M)>) -> found::Pass
where
    F: HookShape<T, M>,
    F: PassHook<T, M>,
{
    if F::PRESENT { Some(hook) } else { None }
}

/// Takes a method that must be a parallel pass hook.
pub const fn parallel<T: Component + Travels, F, M>(hook: &'static ParMethod<F, (T, M)>) -> found::Pass
where
    F: HookShape<T, M>,
    F: ParHook<T, M>,
{
    Some(hook)
}

/// Takes the method with which a type listens to an event.
pub const fn listen<T: MayBeTracked + Stored, E: 'static, F, M>(
    method: &'static str,
    hook: &'static Method<F, Listens<T, E, M>>,
) -> Listener
where
    F: ListenShape<T, E, M>,
    F: ListenHook<T, E, M>,
{
    Listener { event: TypeId::of::<E>(), method, hook, even_disabled: false, observing: None }
}

/// Makes what a field of a component of this entity is filled with.
#[inline]
pub fn sibling<F: SiblingField>(entity: Entity) -> F {
    F::of(entity)
}

impl<U: PerEntity> SiblingField for Handle<U> {
    #[inline]
    fn of(entity: Entity) -> Self {
        Self::new(entity)
    }
}

impl PassParam for f32 {
    type Term = Kept<Same<Self>>;

    fn open(call: &PassCall<'_>) -> Result<Self::Term, UpdateError> {
        Ok(Kept::copies(call.dt))
    }
}

impl ParParam for f32 {}
impl ParParam for Time {}
impl ParParam for Entity {}
impl ParParam for Commands<'_> {}

impl TakenIn<Init> for Many {}
impl<Mode> TakenIn<Mode> for One {}

impl TypeRef {
    /// Refers to a type.
    pub const fn of<T: Component>() -> Self {
        // Not the name itself: types that name each other would need each other's constants.
        Self::new::<T>(name_of::<T>)
    }
}

/// Requires a type.
pub const fn require<U: PerEntity + Required>() -> Require {
    Require { info: U::__info, with: by_default::<U>() }
}

/// Requires a type with a value.
pub const fn require_value<U: PerEntity, F: Fn() -> U>(make: &'static F) -> Require {
    Require { info: U::__info, with: make }
}

/// Says how many values of a pooled type are kept at most.
pub const fn pooled<T: Reusable>(most: usize) -> usize {
    most
}

/// Reads an old value, and makes one of now of it.
#[cfg(feature = "serde")]
pub fn migrate<'de, D, Old, New>(from: D, migration: impl FnOnce(Old) -> New) -> Result<New, D::Error>
where
    D: serde::Deserializer<'de>,
    Old: serde::Deserialize<'de>,
{
    Old::deserialize(from).map(migration)
}

/// What a struct of `#[derive(QueryData)]` is made of: references.
#[inline(always)]
pub fn lent_items<C: Terms>(items: C::Item<'_>) -> C::Lent<'_> {
    const { refuse_split::<C>() };
    C::lent(items)
}

const fn refuse_split<C: Terms>() {
    assert!(
        !C::IS_SPLIT,
        "a struct of `#[derive(QueryData)]` has references, and a field of this one refers to a \
         `#[component(soa)]` type, of which a query gives copies that are written back: visit it by `each`, \
         or ask for a tuple instead of the struct"
    );
}

// ---- features::excludes ----

/// Excludes a type.
pub const fn excludes<U: PerEntity>() -> Excluded {
    Excluded::new(TypeRef::of::<U>(), U::__SPEC.place())
}

// ---- features::inherit ----

/// Runs a method that must be the `inherit` of `T`.
#[inline(always)]
pub fn inherit<T, F: InheritHook<T, M>, M>(method: F, own: &mut T, parent: Option<&T>) -> Ended {
    method.call(own, parent)
}

/// Takes the `inherit` of a type that several threads may run.
pub const fn inherits_in_parallel<T: Inherits + Travels + IsShared>() -> Option<RunInherit> {
    inherits_on_threads::<T>()
}

// ---- features::schedules ----

/// Asks of the type of a field that a system can take it.
pub const fn is_system_param<P: SystemParam>() {}

// ---- features::states ----

use crate::features::states::{State, asked_by};

/// Takes the pattern of a state for which a key asks, with its text.
pub const fn in_state<S: State, F: Fn(&S) -> bool + Sync>(
    pattern: &'static str,
    ask: &'static Asks<F, S>,
) -> InState {
    asked_by(pattern, ask)
}

// ---- features::soa ----

impl<A> IsField<A> {
    /// Says it.
    #[allow(clippy::new_without_default, reason = "it depends on what can be said")]
    pub const fn new() -> Self
    where
        A: Field,
    {
        Self::UNPROVED
    }

    /// The same, where it depends on a type parameter: of that, rustc knows more.
    pub const fn generic() -> Self
    where
        A: Copy + 'static,
    {
        Self::UNPROVED
    }
}

impl FieldsInfo {
    /// Finds out what the fields of a type are, of which it is proved that each is `Copy`.
    pub const fn of<T, F: FieldTuple>(_: &impl Fn(T) -> F, _: &F::Proofs) -> Self {
        has_no_drop::<T, F>();
        Self { layouts: F::LAYOUTS, tuple: TypeId::of::<F>() }
    }
}

/// Asks of a type that it does nothing when a value is dropped, besides what its fields do: those are asked
/// for themselves.
pub const fn has_no_drop<T, F>() {
    assert!(
        needs_drop::<F>() || !needs_drop::<T>(),
        "a `#[component(soa)]` type has no `Drop`, as a pass makes copies of its values: write what it does \
         as the hook `shutdown` instead, or remove `soa`"
    );
}
