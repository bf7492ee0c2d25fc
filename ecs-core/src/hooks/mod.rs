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
pub use event::EventHook;
pub use field::{FieldType, NoHandle, SiblingField, sibling, siblings};
pub use kind::{Kind, TakenIn};
pub use listen::{ListenHook, listen};
pub use near_miss::{Names, NeedsAKey, NoNearMiss, NotAHook, Reached, Unnamed};
pub use parallel::{ParHook, ParMethod, ParParam, Travels, parallel};
pub use param::{EventParam, PassParam};
pub use pass::PassHook;
pub use shape::HookShape;

use crate::component::Component;
use crate::spec::{Init, Later, found};

/// Stands where a type has no method of a hook's name.
#[derive(Debug)]
pub struct Absent;

/// A hook, with the marker of its parameters.
#[derive(Debug)]
pub struct Method<F, M>(pub F, pub PhantomData<fn() -> M>);

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
    };
}

ecs_derive::hooks!(declare);

impl<T> SayWhichByAComponentKey for T {}

#[diagnostic::do_not_recommend]
impl<T> HasTheMethod for &T {}
