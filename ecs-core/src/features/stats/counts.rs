//! [`World::stats`], [`WorldStats`] and [`StoreStats`]: counts and bytes, for debugging and for reports.

use core::fmt;

use crate::column::Column;
use crate::outcomes::{Failures, Idle};
use crate::phase::Phase;
use crate::world::{Skipped, SoftFailures, World, current};

use super::timings::{PassStats, write_table};

impl World {
    /// Counts entities, components and bytes of the current world; all zero if there is none. While
    /// [`set_timings`](Self::set_timings) is on, the result also has the times of the last frame.
    #[must_use]
    #[track_caller]
    pub fn stats() -> WorldStats {
        let Ok(core) = current() else { return WorldStats::default() };
        let columns = core.columns.borrow_in_order();
        let skipped =
            columns.iter().flat_map(|column| Phase::ALL.map(|phase| core.log.skipped(column.info.id, phase)));
        let (alive, despawned) = core.count_entities();
        let (passes, timed_frames) = PassStats::all(&core);
        let mut stats = WorldStats {
            alive,
            spawned: alive as u64 + despawned,
            despawned,
            entity_bytes: core.entities.borrow().bytes() + core.forest.borrow().bytes(),
            stores: columns.iter().map(|column| StoreStats::of(column)).collect(),
            soft: core.log.soft(),
            failures: core.log.failures(),
            idle: core.log.idle(),
            skipped: skipped.flatten().collect(),
            passes,
            timed_frames,
            ..WorldStats::default()
        };
        core.parts.all().iter().for_each(|part| part.count(&mut stats));
        stats
    }
}

/// Counts of a world, from [`World::stats`](crate::World::stats).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct WorldStats {
    /// Entities that are alive.
    pub alive: usize,
    /// Entities spawned so far.
    pub spawned: u64,
    /// Entities despawned so far.
    pub despawned: u64,
    /// Bytes of the entity allocator, and of the links between parents and children.
    pub entity_bytes: usize,
    /// Timers that are pending.
    pub timers: usize,
    /// Tasks that are not over.
    pub tasks: usize,
    /// The stores, in the order of the first add of their types.
    pub stores: Vec<StoreStats>,
    /// Calls that did nothing because their target is dead.
    pub soft: SoftFailures,
    /// Panics and errors of hooks after which the frame went on.
    pub failures: Failures,
    /// The hooks that returned `None`.
    pub idle: Vec<Idle>,
    /// The hooks that did not run on some of their entities, because these lack a sibling.
    pub skipped: Vec<Skipped>,
    /// The times of the last frame, as a whole and of each pass and system, in the order of the frame; empty
    /// unless [`World::set_timings`](crate::World::set_timings) is on.
    pub passes: Vec<PassStats>,
    /// The frames that were timed since the timings were switched on.
    pub timed_frames: u64,
}

impl WorldStats {
    /// Sums the bytes of the entity allocator and of all stores.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.entity_bytes + self.stores.iter().map(StoreStats::bytes).sum::<usize>()
    }
}

impl fmt::Display for WorldStats {
    /// Writes a line of counts, one for each store, then what the last frame took, if it was timed, and what
    /// may be a mistake.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { alive, spawned, despawned, .. } = self;
        let bytes = self.bytes();
        write!(f, "entities: {alive} alive, {spawned} spawned, {despawned} despawned; {bytes} bytes")?;
        self.stores.iter().try_for_each(|store| write!(f, "\n  {store}"))?;
        if !self.passes.is_empty() {
            f.write_str("\n")?;
            write_table(f, &self.passes, self.timed_frames)?;
        }
        self.skipped.iter().try_for_each(|skipped| write!(f, "\n{skipped}"))?;
        self.idle.iter().try_for_each(|idle| write!(f, "\n{idle}"))?;
        write!(f, "\n{}\n{}", self.soft, self.failures)
    }
}

/// Counts of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StoreStats {
    /// The component's type.
    pub component: &'static str,
    /// Components that are alive.
    pub count: usize,
    /// Components that are enabled.
    pub enabled: usize,
    /// Components that the value array has room for.
    pub capacity: usize,
    /// Bytes of the value array, as reserved, with those of the kept ones.
    pub value_bytes: usize,
    /// Bytes of the owners and flags.
    pub row_bytes: usize,
    /// Bytes of the look-up table.
    pub lookup_bytes: usize,
    /// Values of components that have ended, which a pooled type keeps for later ones.
    pub kept: usize,
    /// Components that have ended and whose `on_disable`, `shutdown` or [`Remove`](crate::Remove) waits for a
    /// [sync point](crate::World::flush). After a frame there are none, unless a guard, a view or a query
    /// still holds such a component, or what its hooks take.
    pub waiting_ends: usize,
    /// How often an end had to wait since the world was made: a component has ended in its own hook, say, or
    /// in one that had borrowed what `shutdown` takes.
    pub deferred_ends: u64,
}

impl StoreStats {
    /// Counts components and bytes.
    fn of(column: &Column) -> Self {
        let (value_bytes, row_bytes, lookup_bytes, capacity) = column.memory();
        let (waiting_ends, deferred_ends) = column.lifecycle.ends().counts();
        Self {
            component: column.name(),
            count: column.count(),
            enabled: column.enabled_rows() - column.row_store.holes(),
            capacity,
            value_bytes,
            row_bytes,
            lookup_bytes,
            kept: column.lifecycle.remains().kept.count(),
            waiting_ends,
            deferred_ends,
        }
    }

    /// Sums the bytes.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.value_bytes + self.row_bytes + self.lookup_bytes
    }
}

impl fmt::Display for StoreStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { component, count, enabled, kept, waiting_ends, deferred_ends, .. } = self;
        write!(f, "{component}: {count}, {enabled} enabled")?;
        if *kept != 0 {
            write!(f, ", {kept} kept")?;
        }
        if *deferred_ends != 0 {
            write!(f, ", {deferred_ends} ends deferred, of which {waiting_ends} still wait")?;
        }
        write!(f, "; {} bytes", self.bytes())
    }
}
