//! Hooks: the methods of a component that the library calls, found by name at compile time.
//!
//! The derive mentions `Plane::update` once, with [`SayWhichByAComponentKey`] in scope. If the type has such
//! a method, the path names it, because an inherent item wins over a trait's; if not, it names the constant
//! [`Absent`]. The type of what it names shows which of the two it is, and what the parameters are:
//! [`LifeHook`] and [`PassHook`] have one implementation for each number of parameters.
//!
//! What rustc says of a mistake is part of the design. The shape of a hook is asked for before its
//! parameters: `shape.rs`. A hook that a key names and that is not there is in [`missing`]; what looks like
//! a hook and is none is `near_miss.rs`. Names that rustc may quote are re-exported by `hook.rs`.
//!
//! The table of all hooks is in `ecs-derive/src/hooks.rs`, because the derive needs it too. A hook's line
//! there makes what is here once for each hook; a pass's line makes its phase of the frame, too.

mod by_number;
mod field;
mod life;
mod life_param;
mod listen;
mod method;
pub mod missing;
mod near_miss;
mod parallel;
mod param;
mod param_lists;
mod pass;
mod pass_param;
mod shape;

pub(crate) use by_number::OpenTerm;
pub use by_number::{ByNumber, TakenIn};
pub use field::{FieldType, NoHandle, SiblingField, siblings};
pub use life::LifeHook;
pub use life_param::LifeParam;
pub use listen::{ListenHook, Listens};
pub use method::{Absent, Method, SayWhichByAComponentKey};
pub use near_miss::{Names, NeedsAKey, NoNearMiss, NotAHook, Reached, Unnamed};
pub(crate) use parallel::Errors;
pub use parallel::{ParHook, ParMethod, ParParam, SharedBy, Travels};
pub use param::Param;
pub use pass::PassHook;
pub(crate) use pass::own_store;
pub use pass_param::PassParam;
pub use shape::{HookShape, ListenShape};
