//! Placement: every way in which a component comes to an entity. A value is placed first; then the component
//! begins to live ([`Birth`]).
//!
//! | entry | of a set | the value | a component that is there already | then | if it fails or panics |
//! |---|---|---|---|---|---|
//! | [`add`] | one component | made once the entity is admitted | stays, and no value is made | new | it is dead |
//! | [`add_default`] | one component | one that was kept, of a pooled type; else its `Default` | stays | a kept one is reused, then new | it is dead, and a kept value drops |
//! | [`add_by_info`](one::add_by_info), for `requires` | one component | as the declaration says | stays | as with `add_default` | it is dead, and so is the component that requires it |
//! | [`add_singleton`] | one component | made; its making may ask for other singletons | stays | new | it is dead |
//! | [`insert`] | one component | given | ends and drops; ends later if it is borrowed | new | it is dead; if the `Drop` of the old value panics, it is born at the next sync point |
//! | [`replace`] | one component | given | ends and is given back; refused if it cannot end now | new | it is dead, and the old value drops |
//! | `Bundle::__insert` | a bundle, one by one | given | as with `insert` | new | what came before stays |
//! | [`apply`], [`apply_with`] | a bundle | made or given, once all are admitted | stays, and the value drops | new, after all are placed | what is born stays, the rest is dead |
//! | [`spawn_one`], [`spawn_promised`] | an entity | given | none | as with `apply` | the entity is despawned |
//! | [`spawn_many`] | a batch of entities | made, 256 entities at a time | stays: user code has added it meanwhile | new, entity by entity, after all are placed | entities that are born stay; the others are undone. The births that the failed one lacks come at the next sync point |
//! | [`copy()`] | a batch of subtrees | read or cloned | as with `spawn_many` | new or reused, copy by copy, parents first | the failed copy is despawned, those after it are undone |
//! | [`arrive`], [`Arrival`] | a save | read | a singleton is killed before | loaded, after all are placed | before all are placed: undone; after that the rest is done, and the first panic goes on |
//! | [`recycle()`], [`begin_again`] | a subtree of a pool | stays where it is | | reused, parents first | the pool parks it again |
//!
//! How a component begins to live:
//!
//! | [`Birth`] | before | `sibling` fields | hook | after |
//! |---|---|---|---|---|
//! | `New` | the types that it `requires` are added, each with a birth of its own | filled | `init` | `Add`, `on_enable`, `Enable`; before its first pass `start` |
//! | `Reused`, a value | | filled | `on_reset` | as `New` from the beginning |
//! | `Reused`, a copy | | filled | `on_reset` | as `New` |
//! | `Reused`, an entity of a pool | all of the subtree is switched on | filled | `on_reset` | as `New` once it is unparked, but no `start` |
//! | `Loaded` | | filled in all before the first hook | `on_load` | `Add`, for observers that have not come with it; `start` if it had none before the save |
//!
//! - While the thread unwinds no hook runs: births come at the next sync point, and no kept value is taken.
//! - In a world of a prefab nothing is born.
//! - What is borrowed when its birth is due is born at the next sync point ([`Placed`](placed::Placed)).
//! - What is dead because its birth has failed has no end: only its value drops, at the next sync point.

mod admit;
mod aside;
mod batch;
mod birth;
mod bundle;
mod component;
#[cfg(feature = "serde")]
mod copy;
mod group;
mod load;
mod new_column;
mod one;
#[cfg(feature = "serde")]
mod originals;
mod over;
mod placed;
mod recycle;
mod required;
mod reuse;
mod tuples;

pub use bundle::{Bundle, DefaultBundle};
pub use required::{Required, by_default};
pub use reuse::Reusable;

pub(crate) use self::{
    admit::*,
    batch::*,
    birth::*,
    bundle::{AddingOf, BundleParts, Unplaced},
    group::*,
    new_column::*,
    one::*,
};
#[cfg(feature = "serde")]
pub(crate) use self::{copy::*, originals::*};
pub(crate) use self::{load::*, over::*, recycle::*};
