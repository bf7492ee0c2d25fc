//! Game objects as plain structs with methods and references; all values of a type lie side by side in
//! memory.
//!
//! `#[derive(Component)]` stores all values of a struct in one array, which you reach from anywhere without
//! an argument. At compile time it finds your hooks (`init`, `update`, `shutdown` and more) by their names. A
//! [`Handle`] is a checked reference to a component, which you keep in a field of another one. [`update_all`]
//! runs the hooks of a frame.
//!
//! ```
//! use ecs_core::{Component, Entity, Handle, update_all};
//!
//! #[derive(Component, Default)]
//! struct Transform {
//!     pos: [f32; 3],
//! }
//!
//! #[derive(Component, Default)]
//! struct MegaSonicAirplane {
//!     transform: Handle<Transform>, // a reference to a component; null until `init` sets it
//! }
//!
//! impl MegaSonicAirplane {
//!     const SPEED: f32 = 1000.0;
//!
//!     // The library calls `init` and `update` because of their names.
//!     fn init(&mut self) {
//!         self.transform = self.add::<Transform>(); // adds a `Transform` to this entity
//!     }
//!
//!     fn update(&mut self, dt: f32) {
//!         self.transform.borrow_mut().pos[1] += Self::SPEED * dt;
//!     }
//! }
//!
//! let planes: Vec<_> = (0..100).map(|_| Entity::spawn().add::<MegaSonicAirplane>()).collect();
//! for _ in 0..60 {
//!     update_all(1.0 / 60.0);
//! }
//! let y = planes[0].borrow().transform.borrow().pos[1];
//! assert!((999.0..1001.0).contains(&y));
//! ```
//!
//! # Three ways to reach another component
//!
//! 1. A sibling parameter: `fn update(&mut self, dt: f32, transform: &mut Transform)` takes the component of
//!    the same entity, which is borrowed while the hook runs.
//! 2. A [`Handle`]: `self.transform.borrow_mut()` works anywhere. Each access checks this one component.
//! 3. A [`query`]: `for (transform, wings) in &mut query::<(&mut Transform, &Wings)>()` visits the entities
//!    that have both. A view borrows one type, and is indexed by handles: `Transform::view_mut()[handle]`.
//!
//! # Groups of components
//!
//! An [`Archetype`] is a list of types that you spawn, find or remove together. A [`Pool`] reuses entities.
//! `#[component(requires(A, B))]` adds missing components; `excludes(C)` forbids a `C` on the same entity.
//! [`Component::sort_by`] sorts a store. A type without fields, hooks and `Drop` is a tag: one bit for each
//! entity.
//!
//! # Parents and children
//!
//! [`Entity::child_of`] makes an entity the child of another. [`despawn`](Entity::despawn),
//! [`set_enabled`](Entity::set_enabled) and pools act on all descendants too. [`Entity::spawn_tree`] spawns a
//! whole tree, such as `Ship.with_children((Turret, Engine))`: [`WithChildren`]. [`Entity::children`],
//! [`Entity::up`] and [`Entity::down`] find entities and components in the tree. A type with
//! `#[component(inherits)]` inherits a value, such as a position, from the nearest ancestor: [`Inherits`].
//!
//! # Events
//!
//! A type with `#[component(on(Damage))]` and a method `on_damage` receives `Damage` events. [`Entity::send`]
//! notifies the components of one entity, [`Component::send_all`] all components of a type, [`send_all`] all
//! components that listen: inside the call, or at the next sync point if the component is borrowed
//! ([`Listens`]). [`Component::for_each`] calls a closure for all components of a type.
//!
//! # Interfaces
//!
//! A type names traits by `#[component(as(dyn Draw, dyn Damageable))]`. [`every`] calls the components of all
//! types that name a trait, [`Entity::get_as`] the component of one entity. [`Ref::map`] and [`RefMut::map`]
//! narrow a guard to a part of a component.
//!
//! # Timers and tasks
//!
//! [`Component::after`] and [`Component::every`] call a function after a number of seconds, once or again and
//! again. [`Entity::despawn_after`] despawns an entity later. [`Component::task`] runs a future, in which
//! [`wait`], [`until`] and [`next_frame`] wait. Timers and tasks end with their component or entity; a
//! [`Timer`] cancels them.
//!
//! # A frame
//!
//! [`update_all`] runs a frame: `fixed_update` for each fixed step of time, then `update`, then
//! `late_update`, one type after the other. [`World::frame`] measures its time step itself. [`time`] returns
//! the time; [`explain_order`] shows the order of the types, with the reasons. In tests,
//! [`World::shuffle_order`] finds code that depends on an order that is not declared. A [`Singleton`] exists
//! once in a world.
//!
//! # States
//!
//! A [`State`] is the current part of the game: the menu, a level, a pause. [`State::go`] requests another
//! state; components and observers receive [`Enter`] and [`Exit`]. A type with `#[component(in_state(..))]`
//! has no updates and timers in other states.
//!
//! # Names, and other threads
//!
//! [`Entity::set_name`] names an entity; messages show the name, and [`find`] finds the entity.
//! [`World::remote`] takes closures from other threads, which run at the start of a frame. [`World::stats`]
//! counts calls that did nothing because their target was dead: [`SoftFailures`](stats::SoftFailures). It
//! also lists hooks that skip entities because these lack a component: [`Skipped`](stats::Skipped).
//!
//! # Profiling
//!
//! After [`World::set_timings`], [`World::stats`] contains the number of components and the time of each
//! pass, system and sync point of the last frame: [`PassStats`](stats::PassStats). With the feature
//! `tracing`, profilers show them.
//!
//! # Several threads
//!
//! With the feature `parallel`, the `update` of a type with `#[component(parallel)]` runs on several threads.
//! It may access only its parameters, and changes the world by [`Commands`]. A [`Schedule`] runs systems,
//! which are functions that take queries and views; systems without conflicts run at the same time.
//! [`Query::par_each`] runs one loop on several threads. The results do not depend on the number of threads.
//!
//! # Change detection
//!
//! For a type with `#[component(track)]`, [`Handle::changed_since`] returns whether a component has changed,
//! and the filter [`Changed`] finds changed components. [`Tracked`] defines a change. A system receives what
//! has happened since its last run by [`Removed`], [`Events`], and [`Watch`] for a singleton.
//!
//! # Saves and prefabs
//!
//! With the feature `serde`, `Save` writes the world to any format of serde and reads it again. Loaded
//! handles refer to the loaded components, and a damaged save changes nothing. A `Prefab` is built once and
//! spawned many times; `Entity::duplicate` copies an entity; `World::dangling` lists references to dead
//! objects. `World::by_name` reads, writes and spawns by the names of types, for consoles, scripts and
//! editors. `ecs_inspect::open`, of the crate `ecs-inspect`, opens such an editor: a page in the browser that
//! shows and changes the running game.
//!
//! # Undo, rewind, rollback
//!
//! With the feature `snapshot`, `Snapshots` keeps copies of the whole world and returns to them. With `serde`
//! too, it hashes the world, so that two machines can be compared, and `check_rollback` tests that a game is
//! deterministic. `World::set_history` keeps the newest frames; `World::history` stops the world, steps
//! through these frames, and continues from any of them.
//!
//! # What the library does not have
//!
//! No tables by archetype: a component type has one array, and the components of an entity lie in several
//! arrays. No references that skip the checks. No handles in other threads than that of the world: code that
//! runs on several threads takes its data as parameters. A plugin that is loaded as a dynamic library has its
//! own statics and does not see the world of the host.
//!
//! `no_std` is not supported, and support is not planned: the current world is a thread-local, and the
//! library catches panics of hooks. Both need `std`. WebAssembly in a browser has `std`, and works.
//!
//! # On the web
//!
//! `wasm32-unknown-unknown` has no clock: call [`update_all`] with the time step that the window measures.
//! [`World::frame`] panics there, and [`World::try_frame`] returns [`UpdateError::NoClock`]. Parallel passes
//! and systems run on the calling thread, with the same results, also with the feature `parallel`. A panic
//! ends the program, whatever the [`FailurePolicy`]. Printed warnings are not shown: read [`World::stats`],
//! or subscribe to `tracing`. There are no timings.
//!
//! With pointers of 32 bits a tag is stored like any other type: it takes a row, and copies need its `Clone`.
//!
//! # Features
//!
//! - `ledger`: release builds keep a list of live borrows, as debug builds do. Messages about conflicts then
//!   name the places of both borrows, and each borrow is checked for overlaps. An access takes some ns
//!   longer.
//! - `parallel`: parallel passes, systems and queries run on rayon's threads, or on those of
//!   `World::set_thread_pool`. Without this feature they run on the calling thread, by the same rules and
//!   with the same results.
//! - `recording`: recordings of played games, which tests play again: a file with the input of each frame and
//!   hashes of the world. Enables `serde` and `snapshot`.
//! - `serde`: saves, prefabs and copies. A saved type derives serde's `Serialize` and `Deserialize`.
//! - `snapshot`: snapshots of the whole world, to which the game can go back. A type in a snapshot derives
//!   `Clone`. With `serde`, snapshots are hashed and compared.
//! - `tracing`: subscribers to the crate `tracing` get the parts of a frame as spans of the target
//!   `ecs_core`: `frame`, inside it `phase`, inside that `pass` and `system`, and `part` on each thread that
//!   runs one; also `sync_point`, `start`, `remote`, `later`, `inherit` and `frame_end`. A single component
//!   has no span. Calls on dead targets are warnings, and so are panics after which the frame goes on, and
//!   the library's lines on stderr, which are still printed. Without a subscriber a pass reads one atomic.
//!
//! # How it works
//!
//! [How to read the code](_documentation::code) lists the files through which a value passes, and the layers
//! of the library. [Other pages](_documentation) compare this crate with others, list costs and laws, and
//! argue why the crate is sound.

// On docs.rs an item shows the feature that it needs. The hidden one is of `std`, on the methods of slices.
#![cfg_attr(docsrs, feature(doc_cfg), doc(auto_cfg(hide(no_global_oom_handling))))]
// The kernel has the code for saves, snapshots and threads in every build. A build without one of these
// leaves a part unused; the build with all of them reports dead code.
#![cfg_attr(not(all(feature = "parallel", feature = "recording")), allow(dead_code, unused_imports))]

extern crate self as ecs_core;

// The layers, from the bottom. A layer uses only layers before it, and within a layer no files import each
// other in a circle; `.ci/police` checks all imports.
//
// - `base/`: small helpers that do not depend on the library
// - `sync.rs`: the threads and locks of `std`, in one place, so that a test can replace them
// - `threads/`: latches, claims and frozen cells that threads share
// - `ids/`: entities, their generations, and which types each has
// - `codec/`: entities in serde's formats; values of any type, recorded and restored
// - `links/`: parents and children
// - `borrow/`: what a hook or system needs, and which rows are borrowed by whom
// - `error/`: errors, as sentences
// - `outcomes/`: the values that hooks return; counts of hooks that did nothing or failed
// - `phase.rs`: the parts of a frame
// - `ticks/`: when a row has changed
// - `world/`, `column/`: a world: its entities and columns, waiting changes, the current world; and a column:
//   all components of one type as bytes, compiled once
// - `store/`: a column with its type: putting in and taking out values, guards
// - `terms/`: the parameters of a hook and the parts of a query: rows of a type, entities, singletons
// - `iterate/`: the loops of passes and queries, on one thread or on several
// - `component.rs` goes up: the trait that all later layers use as a bound; its methods call later layers
// - `spec/`: what a type declares: its keys, and its hooks without their types
// - `life/`: adding, killing, enabling, events, sync points: the layer that runs user code
// - `reach/`: the public ways to components: entities, handles, views, singletons, events, commands
// - `hooks/`: which methods are hooks, and their parameters; `Param` serves queries and systems too
// - `frame/`: the order of passes, and running them
// - `query/`: the entities that have several components
// - `archetype.rs`: a list of types as one
// - `features/`: features in folders of their own, and the list of them. So far: types by their names, the
//   explained order of a frame, types that exclude each other, groups, games without a window (headless),
//   what is taken over from above (inherit), calls by a trait (interfaces), names, entities found by place,
//   observers, pools, recordings, closures from other threads (remote), saves and prefabs, parents and
//   children (scene), schedules, events that go up the tree, the order that tests shuffle, snapshots of the
//   whole world, types stored by their fields (soa), states, counts and times (stats), timers, change
//   detection (tracking), trees as one expression
// - `without.rs`: the methods of cargo features that are off: compile errors that name the feature
// - `hook.rs`: the names that the output of the derive uses
// - `_documentation.rs`: the pages of `docs`, for docs.rs
//
// `world/above.rs` names the types of later layers that a world and its columns hold, `borrow/above.rs` the
// column, whose rows are borrowed, and `reach/above.rs` those to which the methods of a singleton lead.
// `Column` has methods in later layers too, each where all that it needs is known: `flush` in `life/`,
// `run_pass` in `frame/`.
#[cfg(any(doc, doctest))]
pub mod _documentation;
mod archetype;
mod base;
mod borrow;
#[cfg(feature = "serde")]
mod codec;
mod column;
mod component;
mod error;
mod features;
mod frame;
#[doc(hidden)]
pub mod hook;
mod hooks;
mod ids;
mod iterate;
mod life;
mod links;
mod outcomes;
mod phase;
mod query;
mod reach;
mod spec;
mod store;
mod sync;
mod terms;
mod threads;
mod ticks;
mod without;
mod world;

/// The world by the names of its types: [`World::by_name`].
#[cfg(feature = "serde")]
pub mod by_name {
    pub use crate::features::by_name::{ByName, Declared, NameError, NamedType, ReadAs, TypeKey, Value};
}

/// The changes of a value in the kept frames of a [`History`], as [`History::trace`] finds them.
#[cfg(all(feature = "snapshot", feature = "serde"))]
pub mod history {
    pub use crate::features::history::{FrameTrace, ReplayError, TracedChange, TracedWork};
}

/// The order of a frame and of a schedule, with the reasons, as [`explain_order`] and [`Schedule::explain`]
/// return it.
pub mod order {
    pub use crate::features::Shuffled;
    pub use crate::features::explain::{ObserverOrder, Order, PassOrder, PhaseOrder, Reason};
    pub use crate::features::schedules::{
        GroupOrder, ScheduleOrder, Separation, StageOrder, SystemConflict, SystemOrder, SystemReason,
    };
    pub use crate::frame::Why;
}

/// The names that a game uses again and again: `use ecs_core::prelude::*;`.
///
/// ```
/// use ecs_core::prelude::*;
///
/// #[derive(State, Default, Clone, PartialEq)]
/// enum Screen { #[default] Play, Over }
///
/// #[derive(Component, Default)]
/// #[component(in_state(Screen::Play))]
/// struct Rock { y: f32 }
///
/// #[derive(Singleton, Default)]
/// struct Gravity { pull: f32 }
///
/// impl Rock {
///     fn update(&mut self, dt: f32, gravity: &Gravity) {
///         self.y -= gravity.pull * dt;
///         if self.y < 0.0 { Screen::go(Screen::Over) }
///     }
/// }
///
/// Gravity::set(Gravity { pull: 2.0 });
/// let rock: Handle<Rock> = Entity::spawn().add();
/// update_all(0.5);
/// assert_eq!(rock.borrow().y, -1.0);
/// assert!(Screen::get() == Screen::Over);
/// ```
///
/// | for | names |
/// |---|---|
/// | entities | [`Entity`], [`Handle`], [`Ref`], [`RefMut`], [`View`], [`ViewMut`], [`Archetype`], [`Pool`], [`WithChildren`], [`find`] |
/// | types | `Component`, `Singleton`, `State` and [`Bundle`], with their derives; [`PerEntity`] |
/// | queries | [`query`], [`Query`], [`With`], [`Without`], [`Or`], [`near`], [`Near`], [`every`] |
/// | events and states | [`send_all`], [`Add`], [`Remove`], [`Removal`], [`Enter`], [`Exit`] |
/// | errors of hooks | [`Failed`] |
/// | time | [`time`], [`Time`], [`Timer`], [`wait`], [`until`] |
/// | the frame | [`World`], [`update_all`], [`explain_order`], [`Schedule`], [`IntoSystem`], [`Commands`] |
/// | tests | [`Headless`]; with the feature `recording`, `Recording` |
/// | saves | with the feature `serde`, `Save` and `Prefab`; with `snapshot`, `Snapshots` |
///
/// The prelude leaves out names that games often give to something of their own, such as `Phase` and
/// `next_frame`: import these one by one. A name that you define, or import by name, hides the one of the
/// prelude.
pub mod prelude {
    pub use crate::features::explain::explain_order;
    pub use crate::features::headless::Headless;
    pub use crate::features::interfaces::every;
    pub use crate::features::names::find;
    pub use crate::features::near::{Near, near};
    pub use crate::features::pools::Pool;
    #[cfg(feature = "recording")]
    pub use crate::features::recording::Recording;
    #[cfg(feature = "serde")]
    pub use crate::features::save::{Prefab, Save};
    pub use crate::features::schedules::{IntoSystem, Schedule};
    #[cfg(feature = "snapshot")]
    pub use crate::features::snapshot::Snapshots;
    pub use crate::features::states::{Enter, Exit, State};
    pub use crate::features::timers::{Timer, until, wait};
    pub use crate::features::trees::WithChildren;
    pub use crate::{
        Add, Archetype, Bundle, Commands, Component, Entity, Failed, Handle, Or, PerEntity, Query, Ref,
        RefMut, Removal, Remove, Singleton, Time, View, ViewMut, With, Without, World, query, send_all, time,
        update_all,
    };
    pub use ecs_derive::State;
}

/// Types and bounds of queries: those that generic code names, and the results of their loops.
pub mod queries {
    pub use crate::query::{Alternatives, Combinations, Fetch, Parts, QueryIter, Types};
}

/// The reports of [`Save`], and the names of its parts in generic code.
#[cfg(feature = "serde")]
pub mod saves {
    pub use crate::error::{NotCopied, SameName, SavePlace, WhyNotCopied};
    pub use crate::features::save::{
        Dangling, DanglingReport, LeftOut, LoadReport, Loading, SaveList, SaveReport, Saving,
    };
}

/// The parts of a tree that [`WithChildren`] spawns, for generic code.
pub mod trees {
    pub use crate::features::trees::{Children, Subtree, TreePart};
}

/// The counters of a world: [`World::stats`] returns them.
pub mod stats {
    pub use crate::features::stats::{PassStats, StoreStats, WorldStats};
    pub use crate::outcomes::{Failure, Failures, Idle};
    pub use crate::world::{Skipped, SoftFailure, SoftFailures, Work};
}

/// The shapes of systems and conditions of a [`Schedule`], and the bounds of generic code.
pub mod systems {
    pub use crate::features::schedules::{
        Condition, ConditionShape, Item, NamedSystem, OptionalSystem, ReadParam, SystemConfig, SystemFn,
        SystemParam, SystemSet, SystemShape, Systems,
    };
}

pub use archetype::Archetype;
pub use borrow::Borrower;
pub use component::{Component, KnowsEntity, PerEntity, Viewable};
pub use ecs_derive::{Bundle, Component, QueryData, Singleton, State, SystemParam};
pub use error::{
    AddError, BorrowError, Ending, QueryError, RemoveError, SendError, SingletonError, UpdateError,
    ViewError, WorldError,
};
pub use features::explain::{explain_order, try_explain_order};
pub use features::groups::Group;
pub use features::headless::{Headless, TooLong};
#[cfg(feature = "snapshot")]
pub use features::history::{History, HistoryCost};
pub use features::inherit::Inherits;
pub use features::interfaces::{AllAs, Every, every};
pub use features::names::{find, find_all};
pub use features::near::{Located, Near, near, nearest};
pub use features::observers::{
    Add, Attach, Detach, Disable, Enable, Events, Existing, Observable, Observer, Remove, Removed, emit,
    observe, try_observe,
};
pub use features::pools::{Live, Pool, PoolError, Pooled};
#[cfg(feature = "recording")]
pub use features::recording::{ComparedTypes, Deviation, RecordError, Recording, RecordingFileError};
pub use features::remote::{Remote, RemoteError};
pub use features::scene::{Ancestors, HierarchyError, Relatives};
pub use features::schedules::{
    IntoSystem, Schedule, ScheduleError, System, SystemCondition, SystemId, SystemParam, local, not,
    optional, set,
};
#[cfg(all(feature = "serde", feature = "snapshot"))]
pub use features::snapshot::{
    StateHash, TypeHash,
    compare::{Desync, Difference, WorldState, check_rollback},
};
pub use features::soa::{FieldMut, FieldRef, RowMut, RowRef, Soa};
pub use features::states::{Change, DespawnOnExit, Enter, Exit, State, in_state_of};
pub use features::timers::{Timer, next_frame, until, wait};
pub use features::tracking::{Added, Changed, Mut, Tracked, Watch};
pub use features::trees::WithChildren;
pub use frame::{try_update_all, update_all};
pub use ids::Entity;
pub use life::{Bundle, DefaultBundle};
pub use outcomes::{Answer, Failed, FailurePolicy, Handled, Outcome};
pub use phase::Phase;
pub use query::{
    AnyOf, Copied, Or, Query, QueryData, QueryFilter, With, WithDisabled, Without, query, try_query,
};
pub use reach::{Handle, Listens, Singleton, View, ViewMut, send_all};
pub use store::{Ref, RefMut, RefMutOf, RefOf};
pub use terms::Commands;
pub use ticks::Tick;
pub use world::{Removal, SendWorld, Time, World, time};
#[cfg(feature = "snapshot")]
pub use {
    error::SnapshotError,
    features::snapshot::{SendSnapshots, Snapshots},
};
#[cfg(feature = "serde")]
pub use {
    error::{LoadError, PrefabError, SaveError},
    features::save::{Prefab, Save, Strict},
};

/// The code of both READMEs, which the documentation tests compile and run if the needed features are on.
#[cfg(all(doctest, feature = "serde"))]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../README.md")]
struct Readme;
