//! What there is to say of the world as a whole: counts, times, the order, and what may be a mistake.

use core::time::Duration;
use std::time::Instant;

use crate::base::WithoutPaths;
use crate::features::explain::{PassOrder, Reason, try_explain_order};
use crate::features::stats::PassStats;
use crate::ids::Entity;
use crate::inspect::refusal::Refusal;
use crate::inspect::wire;
use crate::phase::Phase;
use crate::world::{World, WorldCore};

use super::detail::is_editable;

/// So long times are measured after somebody has asked for them.
const MEASURED: Duration = Duration::from_secs(5);

/// Counts and types.
pub(super) fn world(core: &WorldCore) -> String {
    let stats = World::stats();
    let (columns, globals) = (core.columns.in_order(), core.globals.entity());
    let types = columns.iter().zip(&stats.stores).map(|(column, store)| wire::TypeJson {
        number: column.number(),
        name: store.component,
        count: store.count,
        enabled: store.enabled,
        capacity: store.capacity,
        bytes: store.bytes(),
        kept: store.kept,
        values: match column.info.spec {
            _ if !column.has_rows() => "tag",
            spec if spec.extensions.save.support.record.is_some() => "json",
            spec if spec.shown.is_some() => "text",
            _ => "none",
        },
        editable: is_editable(column),
    });
    wire::text(&wire::WorldJson {
        format: wire::FORMAT,
        library: env!("CARGO_PKG_VERSION"),
        alive: stats.alive,
        spawned: stats.spawned,
        despawned: stats.despawned,
        bytes: stats.bytes(),
        timers: stats.timers,
        tasks: stats.tasks,
        singletons: core.entities.borrow().is_alive(globals).then(|| wire::id(globals)),
        time: time(core),
        types: types.collect(),
    })
}

/// The clock.
pub(super) fn time(core: &WorldCore) -> wire::TimeJson {
    let clock = core.frames.clock();
    wire::TimeJson {
        frame: clock.frame,
        elapsed: clock.elapsed,
        dt: clock.frame_dt,
        scale: clock.scale,
        paused: clock.is_paused,
    }
}

/// What takes the time of a frame. From the first question on it is measured.
pub(super) fn timings(core: &WorldCore) -> String {
    core.frames.timings().keep_until(Instant::now() + MEASURED);
    let (passes, frames) = PassStats::all(core);
    let passes = passes.iter().map(|pass| wire::PassJson {
        work: pass.work.to_string(),
        phase: pass.phase.map(Phase::hook),
        name: WithoutPaths(pass.name).to_string(),
        rows: pass.rows,
        runs: pass.runs,
        ns: nanos(pass.time),
        mean_ns: nanos(pass.mean),
        longest_ns: nanos(pass.longest),
        parts: pass.parts,
        parts_ns: nanos(pass.parts_time),
    });
    wire::text(&wire::TimingsJson { frames, passes: passes.collect() })
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The order of the types.
pub(super) fn order() -> Result<String, Refusal> {
    let order = try_explain_order().map_err(|error| Refusal::new(409, error))?;
    let phases = order.phases().iter().map(|phase| wire::PhaseOrderJson {
        phase: phase.phase.hook(),
        passes: phase.passes.iter().map(pass).collect(),
        never_added: phase.never_added.clone(),
        systems: phase.systems.iter().map(ToString::to_string).collect(),
    });
    Ok(wire::text(&wire::OrderJson {
        phases: phases.collect(),
        inheriting: order.inheriting().to_vec(),
        observers: order.observers().iter().map(ToString::to_string).collect(),
    }))
}

fn pass(pass: &PassOrder) -> wire::PassOrderJson {
    let reason = |reason: &Reason| wire::ReasonJson { after: reason.after, why: reason.to_string() };
    wire::PassOrderJson {
        name: pass.component,
        added: pass.added,
        has_hook: pass.has_hook,
        parallel: pass.is_parallel,
        with_previous: pass.is_parallel_with_previous,
        skipped: pass.skipped.map(|skipped| skipped.to_string()),
        reasons: pass.reasons.iter().map(reason).collect(),
    }
}

/// What may be a mistake.
pub(super) fn problems() -> String {
    let stats = World::stats();
    let soft = stats.soft.last.iter().map(|failure| wire::SoftFailureJson {
        text: failure.to_string(),
        entity: Some(failure.entity).filter(|entity| *entity != Entity::NONE).map(wire::id),
        at: failure.at.map(ToString::to_string),
    });
    let panics = stats
        .panics
        .last
        .iter()
        .map(|panic| wire::PanicJson { text: panic.to_string(), entity: wire::id(panic.entity) });
    wire::text(&wire::ProblemsJson {
        soft: wire::SoftJson { count: stats.soft.count, last: soft.collect() },
        panics: wire::PanicsJson { count: stats.panics.count, last: panics.collect() },
        skipped: stats.skipped.iter().map(ToString::to_string).collect(),
    })
}
