//! Hooks: the methods of a component that the library calls, found by name at compile time.
//!
//! The derive mentions `Plane::update` once, with [`SayWhichByAComponentKey`] in scope. If the type has such
//! a method, the path names it, because an inherent item wins over a trait's; if not, it names the constant
//! [`Absent`]. The type of what it names shows which of the two it is, and what the parameters are:
//! [`EventHook`] and [`PassHook`] have one implementation for each number of parameters.
//!
//! What rustc says of a mistake is part of the design. The shape of a hook is asked for before its parameters: `shape.rs`. A
//! hook that a key names and that is not there is [`HasTheMethod`]; what looks like a hook and is none is `near_miss.rs`.
//! Names that rustc may quote are re-exported by `hook.rs`.
//!
//! The table of all hooks is in `ecs-derive/src/hooks.rs`, because the derive needs it too. A hook's line there makes
//! what is here once for each hook; a pass's line makes its phase of the frame, too.

mod common_param;
mod event;
mod field;
mod kind;
mod listen;
mod near_miss;
mod parallel;
mod param;
mod params;
mod pass;
mod shape;

use core::marker::PhantomData;

pub use common_param::Param;
pub use event::{EventHook, Init, Later, RunEvent};
pub use field::{FieldType, FillSiblings, NoHandle, SiblingField, sibling, siblings};
pub use kind::{Kind, Many, One, TakenIn};
pub use listen::{ListenHook, Listener, listen};
pub use near_miss::{Names, NeedsAKey, NoNearMiss, NotAHook, Reached, Unnamed};
pub use parallel::{ParHook, ParMethod, ParParam, Travels, parallel};
pub use param::{EventCall, EventParam, Missing, PassCall, PassParam};
pub use params::{EventParams, PassParams};
pub use pass::{PassHook, RunPass};
pub use shape::HookShape;

use crate::base::AccessSet;
use crate::borrow::CallSite;
use crate::clock::Phase;
use crate::column::{Births, Column, TypeInfo, TypeKeys};
use crate::component::Component;
use crate::error::AddError;
use crate::ids::Entity;
use crate::world::{HandleField, TypeRef};

/// Stands where a type has no method of a hook's name.
#[derive(Debug)]
pub struct Absent;

/// A hook, with the marker of its parameters.
#[derive(Debug)]
pub struct Method<F, M>(pub F, pub PhantomData<fn() -> M>);

/// Proves that a component type is `Send`: only [`Probe`] makes one. Of that very type: a subtype may be `Send` by an `impl` of its own.
#[derive(Debug)]
pub struct SendProof<T>(PhantomData<fn(T) -> T>);

/// Asks whether a type is `Send`, and how its default value is made.
#[derive(Debug)]
pub struct Probe<T>(PhantomData<T>);

impl<T: Send> Probe<T> {
    /// The proof. For other types the path names [`MaybeSend::SEND`].
    pub const SEND: Option<SendProof<T>> = Some(SendProof(PhantomData));
}

/// Answers for types that are not `Send`.
pub trait MaybeSend<T> {
    /// No proof.
    const SEND: Option<SendProof<T>> = None;
}

impl<T> MaybeSend<T> for Probe<T> {}

impl<T: Default> Probe<T> {
    /// Makes a default value. For other types the path names [`MaybeDefault::DEFAULT`].
    pub const DEFAULT: Option<fn() -> T> = Some(T::default);
}

/// Answers for types without a default value.
pub trait MaybeDefault<T> {
    /// No way to make one.
    const DEFAULT: Option<fn() -> T> = None;
}

impl<T> MaybeDefault<T> for Probe<T> {}

/// What the derive says about a component type.
pub struct SpecOf<T: 'static> {
    pub(crate) spec: Spec,
    /// Makes the value of a singleton that was not set, if its type has a default.
    pub(crate) default: Option<fn() -> T>,
    send: Option<SendProof<T>>,
}

impl<T> SpecOf<T> {
    /// Describes a type, with the proof that it is `Send`, if it is.
    #[must_use]
    pub const fn new(spec: Spec, send: Option<SendProof<T>>) -> Self {
        Self { spec, default: None, send }
    }

    /// Says how the default value of a singleton is made, if its type has one.
    #[must_use]
    pub const fn or_default(self, default: Option<fn() -> T>) -> Self {
        Self { default, ..self }
    }
}

/// What a type declares.
#[inline(always)]
pub(crate) const fn spec<T: Component>() -> &'static Spec {
    const { &T::__SPEC.spec }
}

/// What a type is to its column.
pub(crate) const fn info<T: Component>() -> &'static TypeInfo {
    const {
        let spec = &T::__SPEC.spec;
        &TypeInfo::of::<T>(TypeKeys {
            name: spec.name,
            capacity: spec.capacity,
            has_no_hooks: spec.has_no_hooks(),
            is_tracked: spec.tracked,
            births: spec.births(),
            is_send: T::__SPEC.send.is_some(),
            access: AccessSet::of::<T>(true),
            declared: spec,
            ends_without_hooks: !spec.has_end(),
        })
    }
}

/// What the type of a column declares.
pub(crate) fn declared(info: &'static TypeInfo) -> &'static Spec {
    info.declared.downcast_ref().expect("`info` has put it there")
}

impl Column {
    /// What the type declares.
    pub(crate) fn spec(&self) -> &'static Spec {
        declared(self.info)
    }
}

/// Adds a component with its `Default`, unless the entity has one.
pub struct Require {
    pub(crate) add: fn(Entity, CallSite) -> Result<(), Box<AddError>>,
}

/// What a type has in the place of a hook, by the hook's kind.
pub mod found {
    use super::{Later, RunEvent, RunPass};

    /// An `init`.
    pub type Init = Option<&'static dyn RunEvent<super::Init>>;
    /// Another hook for one component at a time.
    pub type Event = Option<&'static dyn RunEvent<Later>>;
    /// A hook that runs over all components.
    pub type Pass = Option<&'static dyn RunPass>;
}

// Through these functions the derive names a method of the type.

/// Takes the method that may be `init`.
pub const fn init<T: 'static, F, M>(hook: &'static Method<F, (T, M)>) -> found::Init
where
    F: HookShape<T, M>,
    F: EventHook<T, Init, M>,
{
    if F::PRESENT { Some(hook) } else { None }
}

/// Takes a method that may be another event hook.
pub const fn event<T: 'static, F, M>(hook: &'static Method<F, (T, M)>) -> found::Event
where
    F: HookShape<T, M>,
    F: EventHook<T, Later, M>,
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

/// Declares what there is once for each hook.
macro_rules! declare {
    ($($name:ident: $kind:ident $(($phase:ident))?, $when:literal;)*) => {
        /// Gives every type a constant for each hook, which an inherent method of that name hides.
        #[doc(hidden)]
        pub trait SayWhichByAComponentKey {
            $(#[doc(hidden)] const $name: Absent = Absent;)*
        }

        /// Stands where a key names a hook, and there is no such method: rustc finds it for a reference, after all methods
        /// of the type, and then asks for it of the type.
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(
            message = "`{Self}` has no method for this hook",
            label = "no method of this name is visible where `{Self}` is declared",
            note = "is it misspelt, in a narrower `impl` (with more bounds than `{Self}` has, or for fewer types), private to another module, or in the `impl` of a trait that is not in scope?"
        )]
        pub trait HasTheMethod {
            $(#[doc(hidden)] const $name: Absent = Absent;)*
        }

        /// What a component type declares: its hooks and keys.
        pub struct Spec {
            /// The type's name in messages.
            pub name: &'static str,
            $(#[doc = concat!("Runs ", $when, ".")] pub $name: found::$kind,)*
            /// Hooks whose method has another name, with that name.
            pub renamed: &'static [(&'static str, &'static str)],
            /// Types whose passes run before this type's.
            pub after: &'static [TypeRef],
            /// Types whose passes run after this type's.
            pub before: &'static [TypeRef],
            /// The fields, if the passes of the types that their handles refer to run before this type's.
            pub after_handles: &'static [HandleField],
            /// Types that are added before `init` where the entity lacks them.
            pub requires: &'static [Require],
            /// How it listens to events.
            pub events: &'static [Listener],
            /// Fills the fields that are marked `sibling`.
            pub siblings: Option<&'static dyn FillSiblings>,
            /// Whether the update pass borrows the store as a whole.
            pub isolated: bool,
            /// Whether changes are tracked.
            pub tracked: bool,
            /// How many components to make room for at first.
            pub capacity: usize,
        }

        impl Spec {
            /// Describes a type without hooks.
            #[must_use]
            pub const fn new(name: &'static str) -> Self {
                Self {
                    name,
                    $($name: None,)*
                    renamed: &[],
                    after: &[],
                    before: &[],
                    after_handles: &[],
                    requires: &[],
                    events: &[],
                    siblings: None,
                    isolated: false,
                    tracked: false,
                    capacity: 0,
                }
            }

            /// Says whether the library has no hook to call for a component of the type.
            pub(crate) const fn has_no_hooks(&self) -> bool {
                !self.has_turn() && self.events.is_empty() $(&& self.$name.is_none())*
            }

            /// The hook that runs in a phase.
            pub(crate) const fn pass(&self, phase: Phase) -> found::Pass {
                match phase {
                    $($(Phase::$phase => self.$name,)?)*
                }
            }

            /// The hooks, each with its name and what it takes besides its component.
            pub(crate) fn hooks(&self) -> impl Iterator<Item = (&'static str, AccessSet<'static>)> {
                let hooks = [$(self.$name.map(|hook| (stringify!($name), hook.access()))),*];
                hooks.into_iter().flatten()
            }
        }
    };
}

ecs_derive::hooks!(declare);

impl<T> SayWhichByAComponentKey for T {}

#[diagnostic::do_not_recommend]
impl<T> HasTheMethod for &T {}

impl Spec {
    /// Says whether a new component has a turn: something is to be done once its value is placed.
    pub(crate) const fn has_turn(&self) -> bool {
        self.init.is_some() || self.siblings.is_some() || !self.requires.is_empty() || self.is_notified()
    }

    /// Says whether it matters if a component knows that it is enabled.
    pub(crate) const fn is_notified(&self) -> bool {
        self.on_enable.is_some() || self.on_disable.is_some() || self.start.is_some()
    }

    /// Says whether there are hooks for the end of a component.
    pub(crate) const fn has_end(&self) -> bool {
        self.shutdown.is_some() || self.on_disable.is_some()
    }

    /// What a new component has before it.
    pub(crate) const fn births(&self) -> Births {
        let has_later = self.is_notified() || self.has_turn() && self.has_end();
        Births { has_later, is_notified: self.is_notified(), starts: self.start.is_some() }
    }

    /// The method that a hook is, as messages name it.
    pub(crate) fn method(&self, hook: &'static str) -> &'static str {
        self.renamed.iter().find(|(renamed, _)| *renamed == hook).map_or(hook, |(_, method)| method)
    }
}
