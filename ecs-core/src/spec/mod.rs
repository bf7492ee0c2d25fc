//! What a component type declares: its hooks and keys, without the types that its hooks take.
//!
//! Callers of hooks find them here; the folder `hooks` says which methods can be one.

mod call;
mod copies;
mod declared;
mod number;
mod place;
mod probe;
mod require;
mod run;
mod spec_of;

pub use call::{LifeCall, NotRun, PassCall};
pub use copies::{CloneProof, CopyProof, MaybeClone, MaybeCopy};
pub use declared::{HookSpec, PassSpec, Spec, found};
pub use number::{IsOne, Many, Number, One, Writable};
pub use place::{Excluded, Places};
pub(crate) use probe::ask;
pub use probe::{MaybeDefault, MaybeSend, MaybeShown, Probe, SendProof};
pub use require::{AddRequired, Info, Require};
pub use run::{FillSiblings, Init, Later, LifeMode, Listener, PassBegun, RunLife, RunListen, RunPass};
pub use spec_of::{SpecOf, info};
pub(crate) use spec_of::{name_of, spec, type_name_of};
