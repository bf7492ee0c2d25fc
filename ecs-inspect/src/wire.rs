//! What the answers say, in JSON: version 1 of the format that docs/inspector.md describes.
//!
//! A field that is added leaves the version as it is; one that changes or goes makes another.

use ecs_core::Entity;
use ecs_core::by_name::Value;
use serde::Serialize;

/// The version of the format, which all paths begin with.
pub(super) const FORMAT: u32 = 1;

/// An entity as it is written everywhere: `12v1`.
pub(super) fn id(entity: Entity) -> String {
    format!("{}v{}", entity.index(), entity.generation())
}

/// So long a name may be that is given, searched or shown: what is longer is cut.
pub(super) const LONGEST_NAME: usize = 256;

/// A name as it is shown.
pub(super) fn shown_name(name: &str) -> &str {
    &name[..name.floor_char_boundary(LONGEST_NAME)]
}

/// An answer as JSON. None of its types can fail, and no key is anything but text.
pub(super) fn text(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}

/// Structs of which answers are made.
macro_rules! answers {
    ($($(#[$of:meta])* struct $name:ident { $($(#[$with:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$of])*
        #[derive(Serialize)]
        pub(super) struct $name {
            $($(#[$with])* pub(super) $field: $type,)*
        }
    )*};
}

answers! {
    struct ErrorJson {
        error: String,
    }

    /// The kept frames, and what they take.
    struct HistoryJson {
        /// Bytes that they take at most; 0 if none are kept.
        most: usize,
        bytes: usize,
        first: Option<u64>,
        last: Option<u64>,
        count: usize,
        /// The frame that the world shows.
        frame: u64,
        held: bool,
        keep_the_rest: bool,
        trouble: Option<String>,
        types: Vec<KeptTypeJson>,
    }

    struct KeptTypeJson {
        name: &'static str,
        bytes: usize,
        left_out: bool,
    }

    /// A value in the frames that have it.
    struct CurveJson {
        frames: Vec<u64>,
        values: Vec<Value>,
    }

    /// What a frame has done to a value: a line for each change.
    struct TraceJson {
        before: Option<Value>,
        changes: Vec<String>,
        not_compared: Vec<&'static str>,
    }

    struct ComparisonJson {
        differences: Vec<String>,
    }

    struct DoneJson {
        done: bool,
    }

    struct WorldJson {
        format: u32,
        library: &'static str,
        alive: usize,
        spawned: u64,
        despawned: u64,
        bytes: usize,
        timers: usize,
        tasks: usize,
        singletons: Option<String>,
        time: TimeJson,
        types: Vec<TypeJson>,
    }

    struct TypeJson {
        #[serde(rename = "type")]
        number: u32,
        name: &'static str,
        count: usize,
        enabled: usize,
        capacity: usize,
        bytes: usize,
        kept: usize,
        values: &'static str,
        editable: bool,
    }

    struct TimeJson {
        frame: u64,
        elapsed: f64,
        dt: f32,
        scale: f32,
        paused: bool,
    }

    struct NewTimeJson {
        time: TimeJson,
    }

    struct EntitiesJson {
        entities: Vec<SummaryJson>,
        next: Option<String>,
    }

    /// An entity in a list.
    struct SummaryJson {
        entity: String,
        name: Option<String>,
        parent: Option<String>,
        children: usize,
        types: Vec<u32>,
        state: &'static str,
    }

    struct NamedJson {
        entity: String,
        name: Option<String>,
    }

    struct ComponentJson {
        #[serde(rename = "type")]
        number: u32,
        name: &'static str,
        enabled: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<Value>,
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        editable: bool,
        refs: Vec<ReferenceJson>,
        error: Option<String>,
    }

    struct ReferenceJson {
        at: String,
        entity: String,
        name: Option<String>,
        alive: bool,
    }

    struct TimingsJson {
        frames: u64,
        passes: Vec<PassJson>,
    }

    struct PassJson {
        work: String,
        phase: Option<&'static str>,
        name: String,
        rows: usize,
        runs: u32,
        ns: u64,
        mean_ns: u64,
        longest_ns: u64,
        parts: u32,
        parts_ns: u64,
    }

    struct OrderJson {
        phases: Vec<PhaseOrderJson>,
        inheriting: Vec<&'static str>,
        observers: Vec<String>,
    }

    struct PhaseOrderJson {
        phase: &'static str,
        passes: Vec<PassOrderJson>,
        never_added: Vec<&'static str>,
        systems: Vec<String>,
    }

    struct PassOrderJson {
        name: &'static str,
        added: usize,
        has_hook: bool,
        parallel: bool,
        with_previous: bool,
        skipped: Option<String>,
        reasons: Vec<ReasonJson>,
    }

    struct ReasonJson {
        after: &'static str,
        why: String,
    }

    struct ProblemsJson {
        soft: SoftJson,
        failures: FailuresJson,
        skipped: Vec<String>,
        idle: Vec<FailureJson>,
    }

    struct SoftJson {
        count: u64,
        last: Vec<SoftFailureJson>,
    }

    struct SoftFailureJson {
        text: String,
        entity: Option<String>,
        at: Option<String>,
    }

    struct FailuresJson {
        count: u64,
        last: Vec<FailureJson>,
    }

    struct FailureJson {
        text: String,
        entity: Option<String>,
    }

    struct DanglingJson {
        found: Vec<DanglingFieldJson>,
        unseen: Vec<&'static str>,
        next: Option<String>,
    }

    struct DanglingFieldJson {
        text: String,
        #[serde(rename = "type")]
        component: &'static str,
        entity: String,
        path: String,
        target: String,
        alive: bool,
    }

    /// An entity with all that it has.
    struct DetailJson {
        #[serde(flatten)]
        summary: SummaryJson,
        above: Vec<NamedJson>,
        components: Vec<ComponentJson>,
    }
}
