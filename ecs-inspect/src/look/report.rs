//! What there is to say of the world as a whole: counts, times, the order, and what may be a mistake.

use core::time::Duration;

use ecs_core::by_name::ReadAs;
use ecs_core::order::{PassOrder, Reason};
use ecs_core::{Entity, Phase, World, try_explain_order};

use crate::refusal::Refusal;
use crate::wire;

/// So long times are measured after somebody has asked for them.
const MEASURED: Duration = Duration::from_secs(5);

/// Counts and types.
pub(super) fn world() -> String {
    let (stats, types) = (World::stats(), World::by_name().types());
    let types = types.iter().filter_map(|named| {
        let number = named.number?;
        let store = stats.stores.get(number as usize)?;
        Some(wire::TypeJson {
            number,
            name: named.name,
            count: store.count,
            enabled: store.enabled,
            capacity: store.capacity,
            bytes: store.bytes(),
            kept: store.kept,
            values: match named.read_as {
                ReadAs::Data => "json",
                ReadAs::Text => "text",
                ReadAs::Tag => "tag",
                _ => "none",
            },
            editable: named.is_writable,
        })
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
        singletons: World::by_name().singletons().map(wire::id),
        time: time(),
        types: types.collect(),
    })
}

/// The clock.
pub(super) fn time() -> wire::TimeJson {
    let time = ecs_core::time();
    wire::TimeJson {
        frame: time.frame(),
        elapsed: time.elapsed(),
        dt: time.dt(),
        scale: time.scale(),
        paused: time.is_paused(),
    }
}

/// What takes the time of a frame. From the first question on it is measured.
pub(super) fn timings() -> String {
    World::keep_timings(MEASURED);
    let stats = World::stats();
    let passes = stats.passes.iter().map(|pass| wire::PassJson {
        work: pass.work.to_string(),
        phase: pass.phase.map(Phase::hook),
        name: pass.short_name(),
        rows: pass.rows,
        runs: pass.runs,
        ns: nanos(pass.time),
        mean_ns: nanos(pass.mean),
        longest_ns: nanos(pass.longest),
        parts: pass.parts,
        parts_ns: nanos(pass.parts_time),
    });
    wire::text(&wire::TimingsJson { frames: stats.timed_frames, passes: passes.collect() })
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
    let of_entity = |text: String, entity: Entity| wire::FailureJson {
        text,
        entity: Some(entity).filter(|entity| *entity != Entity::NONE).map(wire::id),
    };
    let failures = stats.failures.last.iter().map(|failure| of_entity(failure.to_string(), failure.entity));
    wire::text(&wire::ProblemsJson {
        soft: wire::SoftJson { count: stats.soft.count, last: soft.collect() },
        failures: wire::FailuresJson { count: stats.failures.count, last: failures.collect() },
        skipped: stats.skipped.iter().map(ToString::to_string).collect(),
        idle: stats.idle.iter().map(|idle| of_entity(idle.to_string(), idle.first)).collect(),
    })
}
