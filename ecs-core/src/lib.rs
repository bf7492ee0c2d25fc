//! Components written as one object, stored side by side.
//!
//! `#[derive(Component)]` on a plain struct gives its type one contiguous store, reached from anywhere with
//! no argument, and finds the hooks that you wrote (`init`, `update`, `shutdown` and more) by their names, at
//! compile time. [`Handle`] is a smart reference that is a field of other components; [`update_all`] runs the
//! hooks over dense memory.
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
//! 1. A [`Handle`]: `self.transform.borrow_mut()`. Anywhere; checked for each component, not for each type.
//! 2. A view: `let mut transforms = Transform::view_mut(); transforms[handle].pos[1] += 1.0;`. Borrows the
//!    store once. A [`query`] is a view of several types:
//!    `for (transform, wings) in &mut query::<(&mut Transform, &Wings)>()` visits the entities that have
//!    both.
//! 3. A sibling parameter: `fn update(&mut self, dt: f32, transform: &mut Transform)`. The component of the
//!    same entity, found for you; borrowed while the hook runs.
//!
//! # Groups of components
//!
//! [`Archetype`] is a list of types that are spawned, completed, found and removed as one. A [`Pool`] keeps
//! its used entities for the next use. A component brings others with it by `#[component(requires(A, B))]`;
//! `excludes(C)` says that none is beside a `C`. [`Component::sort_by`] orders a store. A type without a
//! value, hooks and `Drop` is a tag: one bit an entity.
//!
//! # Parents and children
//!
//! [`Entity::child_of`] makes an entity the child of another: what is done to the parent by
//! [`despawn`](Entity::despawn), [`set_enabled`](Entity::set_enabled) and a pool is done to all below.
//! [`Entity::spawn_tree`] spawns a whole tree, as `Ship.with_children((Turret, Engine))`: [`WithChildren`].
//! [`Entity::children`], [`Entity::up`] and [`Entity::down`] go through the tree. A type with
//! `#[component(inherits)]` takes something over from the nearest above, such as a transform: [`Inherits`].
//!
//! # Events
//!
//! A type listens to events of your own by `#[component(on(Damage))]` and the method `on_damage`.
//! [`Entity::send`] notifies the components of one entity, [`Component::send_all`] all of a type,
//! [`send_all`] all that listen: at once, or at the next sync point if they are borrowed ([`Listens`]).
//! [`Component::for_each`] visits all of a type.
//!
//! # Interfaces
//!
//! A type names traits by `#[component(as(dyn Draw, dyn Damageable))]`. [`every`] calls all components whose
//! types name a trait, [`Entity::get_as`] the one of an entity. [`Ref::map`] and [`RefMut::map`] make a guard
//! on a part of a component.
//!
//! # Timers and tasks
//!
//! [`Component::after`] and [`Component::every`] call a function with a component after a number of seconds,
//! [`Entity::despawn_after`] ends an entity, and [`Component::task`] runs a future, which waits by [`wait`],
//! [`until`] and [`next_frame`]. They end with their component or entity; a [`Timer`] cancels them.
//!
//! # A frame
//!
//! [`update_all`] runs `fixed_update` for each fixed step of time, then `update`, then `late_update`, one
//! type after the other; [`World::frame`] measures its time step itself. [`time`] returns the time;
//! [`explain_order`] shows the order of the types, with the reasons; in tests, [`World::shuffle_order`]
//! finds what depends on an order that nobody has declared. A [`Singleton`] is a component of which a world
//! has one.
//!
//! # States
//!
//! A [`State`] says in which part the game is: the menu, a level, a pause. [`State::go`] asks for another
//! one; components and observers listen to [`Enter`] and [`Exit`]. A type with `#[component(in_state(..))]`
//! has no updates and timers in other states.
//!
//! # Names, and other threads
//!
//! [`Entity::set_name`] gives an entity a name, which every message shows and [`find`] finds.
//! [`World::remote`] takes closures from other threads, which run at the start of a frame. [`World::stats`]
//! counts the calls that did nothing because their target is dead: [`SoftFailures`](stats::SoftFailures). It
//! also lists hooks that leave entities out because these lack a component: [`Skipped`](stats::Skipped).
//!
//! # Where the time goes
//!
//! After [`World::set_timings`], [`World::stats`] has the rows and the time of each pass, system and sync
//! point of the last frame: [`PassStats`](stats::PassStats). With the feature `tracing` a profiler sees them.
//!
//! # Several threads
//!
//! With the feature `parallel`, the `update` of a type with `#[component(parallel)]` runs on several threads:
//! it may touch what it takes, and asks for all else by [`Commands`]. A [`Schedule`] runs systems, plain
//! functions over queries and views, those at the same time that do not conflict. [`Query::par_each`] shares
//! one query out. The results do not depend on the number of threads.
//!
//! # What has changed
//!
//! On a type with `#[component(track)]`, [`Handle::changed_since`] says whether a component has changed, and
//! the filter [`Changed`] lets a query visit those that have. [`Tracked`] says what a change is. A system
//! reads what has happened since it ran the last time: [`Removed`], [`Events`], and a singleton's [`Watch`].
//!
//! # Saves and prefabs
//!
//! With the feature `serde`, `Save` writes the world to any format of serde, and reads it: handles come back
//! right wherever they stand, and a save that is damaged changes nothing. `Prefab` builds something once and
//! spawns it many times; `Entity::duplicate` copies what lives; `World::dangling` lists what refers to what
//! is dead. `World::by_name` reads, writes and spawns by the names of types, for consoles, scripts and
//! editors. One is `ecs_inspect::open`, of the crate `ecs-inspect`: a page in the browser that looks into the
//! running game, and changes it.
//!
//! # Going back
//!
//! With the feature `snapshot`, `Snapshots` keeps copies of the whole world, and goes back to them. With
//! `serde` too, it hashes the world, so that two machines can be compared, and `check_rollback` tests that a
//! game does the same again. `World::set_history` keeps the newest frames by itself: `World::history` holds
//! the world, goes frame by frame through them, and continues from any of them.
//!
//! # What is not here
//!
//! No tables by archetype: a component type has one array, and an entity with many types is spread over many.
//! No references that skip the checks. No handles in other threads than the world's: what runs on several
//! threads takes what it needs as parameters. A plugin that is loaded as a dynamic library has its own
//! statics and sees no world of the host's.
//!
//! No `no_std`, and none is planned: the current world is a thread-local, and panics of hooks are caught.
//! Both need `std`. WebAssembly in a browser has `std`, and works.
//!
//! # On the web
//!
//! `wasm32-unknown-unknown` has no clock: call [`update_all`] with the time step that the window measures.
//! [`World::frame`] panics there, [`World::try_frame`] is [`UpdateError::NoClock`]. Parallel passes and
//! systems run on the calling thread, with the same results, also with the feature `parallel`. A panic ends
//! the program, whatever the [`FailurePolicy`]. The warnings that the library prints are not shown: look at
//! [`World::stats`], or subscribe to `tracing`. There are no timings.
//!
//! With pointers of 32 bits a tag is stored as any other type: it costs a row, and a copy needs its `Clone`.
//!
//! # Features
//!
//! - `ledger`: release builds keep a list of live borrows too, as debug builds do. Messages of conflicts then
//!   say where both borrows began, and each borrow is checked for overlaps. An access costs some ns more.
//! - `parallel`: parallel passes, systems and queries run on rayon's threads, or on those of
//!   `World::set_thread_pool`. Without it they run on the calling thread, by the same rules and with the same
//!   results.
//! - `recording`: a played game becomes a test: the input of each frame and hashes of the world, in a file.
//!   Brings `serde` and `snapshot`.
//! - `serde`: saves, prefabs and copies. A type that is saved derives serde's `Serialize` and `Deserialize`.
//! - `snapshot`: snapshots of the whole world, to go back to. A type in them derives `Clone`. With `serde`,
//!   they are hashed and compared.
//! - `tracing`: subscribers to the crate `tracing` see the parts of a frame as spans of the target
//!   `ecs_core`: `frame`, in it `phase`, in that `pass` and `system`, and `part` on each thread that runs
//!   one; `sync_point`, `start`, `remote`, `later`, `inherit` and `frame_end`. A row has no span. Soft
//!   failures are warnings, and so are panics after which the frame goes on, and the lines on stderr, which
//!   are still printed. Without a subscriber a pass reads an atomic.
//!
//! # How it works
//!
//! [How to read the code](_documentation::code) lists the files in which to follow a value from the derive
//! to a frame, and the layers in which they lie. [Other pages](_documentation) compare this crate with
//! others, and say what costs what, why it is sound, and what it promises.

// On docs.rs an item says which feature it needs. The other one is of `std`, on the methods of slices.
#![cfg_attr(docsrs, feature(doc_cfg), doc(auto_cfg(hide(no_global_oom_handling))))]
// The kernel has all that saves, snapshots and threads ask of it, in every build. A build without one of
// these leaves some of it unused; the build with all of them reports dead code.
#![cfg_attr(not(all(feature = "parallel", feature = "recording")), allow(dead_code, unused_imports))]

extern crate self as ecs_core;

// The layers, from the bottom. Each uses only those before it, and within one no files import each other in a
// circle; `.ci/police` reads all imports.
//
// - `base/`: small things that know nothing of the library
// - `sync.rs`: the threads and locks of `std`, in one place, so that a test can put others there
// - `threads/`: what threads wait for and share
// - `ids/`: entities, their generations, and which types each has
// - `codec/`: what an entity is written as and read as by serde; values of any type, recorded and restored
// - `links/`: who is the parent of whom
// - `borrow/`: what something takes, and who has borrowed what
// - `error/`: what can go wrong, as sentences
// - `outcomes/`: the values that hooks return; the hooks that had nothing to do or have failed
// - `phase.rs`: the parts of a frame
// - `ticks/`: when something has changed
// - `world/`, `column/`: a world: its entities and columns, what waits for the sync point, which world is
//   current; and a column: all components of one type, without the type, compiled once
// - `store/`: the typed face of a column: values go in and out, guards
// - `terms/`: the rows of a component, or what else a pass or a query takes of each entity, and where it lies
// - `iterate/`: passes and queries go over entities, on one thread or on several
// - `component.rs` goes up: the bound that all above name; its methods lead there
// - `spec/`: what a type declares: its keys, and its hooks without their types
// - `life/`: adding, killing, enabling, events, sync points: where user code runs
// - `reach/`: what leads to components: entities, handles, views, singletons, events, commands for later
// - `hooks/`: which methods are hooks, and what they may take; `Param` serves queries and systems too
// - `frame/`: passes: their order, and running them
// - `query/`: the entities that have several components
// - `archetype.rs`: a list of types as one
// - `features/`: features in folders of their own, and the list of them. So far: types by their names, the
//   explained order of a frame, types that exclude each other, groups, games without a window (headless),
//   what is taken over from above (inherit), calls by a trait (interfaces), names, entities found by place,
//   observers, pools, recordings, closures from other threads (remote), saves and prefabs, parents and
//   children (scene), schedules, events that go up the tree, the order that tests shuffle, snapshots of the
//   whole world, types stored by their fields (soa), states, counts and times (stats), timers, change
//   detection (tracking), trees as one expression
// - `without.rs`: the methods whose feature is off: compile errors that name it
// - `hook.rs`: what the derive's output may name
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
/// | types | `Component`, `Singleton`, `State` and `Bundle`, with their derives; [`PerEntity`] |
/// | queries | [`query`], [`Query`], [`With`], [`Without`], [`near`], [`Near`], [`every`] |
/// | events and states | [`send_all`], [`Enter`], [`Exit`] |
/// | time | [`time`], [`Time`], [`Timer`], [`wait`], [`until`] |
/// | the frame | [`World`], [`update_all`], [`explain_order`], [`Schedule`], [`IntoSystem`], [`Commands`] |
/// | tests | [`Headless`]; with the feature `recording`, `Recording` |
/// | saves | with the feature `serde`, `Save` and `Prefab`; with `snapshot`, `Snapshots` |
///
/// Names that games often give to something of their own are not here, as `Add`, `Phase` and `next_frame`:
/// import these one by one. A name that you define, or import by name, comes before one of the prelude.
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
        Archetype, Bundle, Commands, Component, Entity, Handle, PerEntity, Query, Ref, RefMut, Singleton,
        Time, View, ViewMut, With, Without, World, query, send_all, time, update_all,
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

/// The code of both READMEs, compiled and run with the documentation tests: where all that it shows is there.
#[cfg(all(doctest, feature = "serde"))]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../README.md")]
struct Readme;
