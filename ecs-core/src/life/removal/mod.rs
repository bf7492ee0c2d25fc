//! Removal: every way in which a component ends. The steps of its end run first, then it is dead, then its
//! value drops.
//!
//! The steps: `Disable` and `on_disable` if it is enabled, `Remove`, `shutdown`. A component that is not born
//! has no end. *In place* is inside the call; *late* is at the first sync point that can do it, one step a
//! turn ([`run_pending_end`]), when the component is dead already.
//!
//! | entry | of a set | order of the ends | steps | the row | the value |
//! |---|---|---|---|---|---|
//! | [`kill`], [`kill_in`] | one component | | in place, else late | dead | drops, or is kept by a pooled type |
//! | [`kill_all`] | a type | rows, each as by `kill` | in place, else late | dead one by one | as with `kill` |
//! | [`remove`] | one component | | in place, else refused before the first step | dead | given back |
//! | [`end_to_take`], for `replace` | one component | | in place, else refused | gets the next value | given back |
//! | [`run_end`], for `insert` | one component | | in place, else late | gets the next value; one that is borrowed is dead, and the next value has a row of its own | drops before the next one is born |
//! | [`remove_all`] | some types of an entity | types, last first | in place, else late | dead together | as with `kill` |
//! | [`despawn`], [`despawn_many`] | an entity and all below it | children first; types, last first; `Detach` of all comes before | in place, else late | dead together | as with `kill` |
//! | `World::clear` | all entities but that of the singletons | as they are numbered, each as by `despawn` | in place, else late | as with `despawn` | as with `kill`, and what was kept drops too |
//! | `World::reset` | as `clear`, and then the singletons | again while hooks spawn more | in place, else late | as with `despawn` | as with `clear` |
//! | [`undo()`] | entities whose call has failed | last first; what others attached to them is despawned | late if a hook has seen its birth, else none | dead | drops |
//! | a birth that fails | one component | | none | dead | drops |
//! | [`park`](super::park), for pools | an entity and all below it | as when it is disabled | `Disable`, `on_disable`, `Remove`; in place, else at a sync point | stays, disabled | stays |
//! | the end of a world | all | | none | | drops |
//!
//! - A step runs late where the component, or what its hooks take, is borrowed; while the thread unwinds;
//!   where hooks are nested too deep; and while observers are being notified of its birth.
//! - Values drop at the next sync point, one by one in the order of the ends.
//! - If a hook panics, the component is dead, the steps behind it run late, and its value is not kept
//!   ([`DetachOnDrop`](super::running::DetachOnDrop)). Of what ends together all is dead, and what had no
//!   turn ends late.
//! - A tag has no row that could wait: observers are notified of both steps at once.

mod clear;
mod end;
mod one;
mod together;
mod undo;

pub(crate) use self::{end::*, one::*, together::*, undo::*};
