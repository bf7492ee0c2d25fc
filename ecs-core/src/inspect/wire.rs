//! What the answers say, in JSON: version 1 of the format that docs/inspector.md describes.
//!
//! A field that is added leaves the version as it is; one that changes or goes makes another.

use crate::ids::Entity;
use crate::json::{FieldsToJson, MapWriter, Raw, ToJson, fields_to_json, to_json};

/// The version of the format, which all paths begin with.
pub(super) const FORMAT: u32 = 1;

/// Writes an answer.
pub(super) fn text(answer: &impl ToJson) -> String {
    to_json(answer)
}

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

pub(super) struct ErrorJson {
    pub(super) error: String,
}

pub(super) struct DoneJson {
    pub(super) done: bool,
}

pub(super) struct WorldJson {
    pub(super) format: u32,
    pub(super) library: &'static str,
    pub(super) alive: usize,
    pub(super) spawned: u64,
    pub(super) despawned: u64,
    pub(super) bytes: usize,
    pub(super) timers: usize,
    pub(super) tasks: usize,
    pub(super) singletons: Option<String>,
    pub(super) time: TimeJson,
    pub(super) types: Vec<TypeJson>,
}

pub(super) struct TypeJson {
    pub(super) number: u32,
    pub(super) name: &'static str,
    pub(super) count: usize,
    pub(super) enabled: usize,
    pub(super) capacity: usize,
    pub(super) bytes: usize,
    pub(super) kept: usize,
    pub(super) values: &'static str,
    pub(super) editable: bool,
}

pub(super) struct TimeJson {
    pub(super) frame: u64,
    pub(super) elapsed: f64,
    pub(super) dt: f32,
    pub(super) scale: f32,
    pub(super) paused: bool,
}

pub(super) struct NewTimeJson {
    pub(super) time: TimeJson,
}

pub(super) struct EntitiesJson {
    pub(super) entities: Vec<SummaryJson>,
    pub(super) next: Option<String>,
}

/// An entity in a list.
pub(super) struct SummaryJson {
    pub(super) entity: String,
    pub(super) name: Option<String>,
    pub(super) parent: Option<String>,
    pub(super) children: usize,
    pub(super) types: Vec<u32>,
    pub(super) state: &'static str,
}

/// An entity with all that it has.
pub(super) struct DetailJson {
    pub(super) summary: SummaryJson,
    pub(super) above: Vec<NamedJson>,
    pub(super) components: Vec<ComponentJson>,
}

pub(super) struct NamedJson {
    pub(super) entity: String,
    pub(super) name: Option<String>,
}

pub(super) struct ComponentJson {
    pub(super) number: u32,
    pub(super) name: &'static str,
    pub(super) enabled: bool,
    pub(super) value: Option<Raw>,
    pub(super) text: Option<String>,
    pub(super) editable: bool,
    pub(super) refs: Vec<ReferenceJson>,
    pub(super) error: Option<String>,
}

pub(super) struct ReferenceJson {
    pub(super) at: String,
    pub(super) entity: String,
    pub(super) name: Option<String>,
    pub(super) alive: bool,
}

pub(super) struct TimingsJson {
    pub(super) frames: u64,
    pub(super) passes: Vec<PassJson>,
}

pub(super) struct PassJson {
    pub(super) work: String,
    pub(super) phase: Option<&'static str>,
    pub(super) name: String,
    pub(super) rows: usize,
    pub(super) runs: u32,
    pub(super) ns: u64,
    pub(super) mean_ns: u64,
    pub(super) longest_ns: u64,
    pub(super) parts: u32,
    pub(super) parts_ns: u64,
}

pub(super) struct OrderJson {
    pub(super) phases: Vec<PhaseOrderJson>,
    pub(super) inheriting: Vec<&'static str>,
    pub(super) observers: Vec<String>,
}

pub(super) struct PhaseOrderJson {
    pub(super) phase: &'static str,
    pub(super) passes: Vec<PassOrderJson>,
    pub(super) never_added: Vec<&'static str>,
    pub(super) systems: Vec<String>,
}

pub(super) struct PassOrderJson {
    pub(super) name: &'static str,
    pub(super) added: usize,
    pub(super) has_hook: bool,
    pub(super) parallel: bool,
    pub(super) with_previous: bool,
    pub(super) skipped: Option<String>,
    pub(super) reasons: Vec<ReasonJson>,
}

pub(super) struct ReasonJson {
    pub(super) after: &'static str,
    pub(super) why: String,
}

pub(super) struct ProblemsJson {
    pub(super) soft: SoftJson,
    pub(super) panics: PanicsJson,
    pub(super) skipped: Vec<String>,
}

pub(super) struct SoftJson {
    pub(super) count: u64,
    pub(super) last: Vec<SoftFailureJson>,
}

pub(super) struct SoftFailureJson {
    pub(super) text: String,
    pub(super) entity: Option<String>,
    pub(super) at: Option<String>,
}

pub(super) struct PanicsJson {
    pub(super) count: u64,
    pub(super) last: Vec<PanicJson>,
}

pub(super) struct PanicJson {
    pub(super) text: String,
    pub(super) entity: String,
}

pub(super) struct DanglingJson {
    pub(super) found: Vec<DanglingFieldJson>,
    pub(super) unseen: Vec<&'static str>,
    pub(super) next: Option<String>,
}

pub(super) struct DanglingFieldJson {
    pub(super) text: String,
    pub(super) component: &'static str,
    pub(super) entity: String,
    pub(super) path: String,
    pub(super) target: String,
    pub(super) alive: bool,
}

fields_to_json! {
    ErrorJson { error }
    DoneJson { done }
    WorldJson { format, library, alive, spawned, despawned, bytes, timers, tasks, singletons, time, types }
    TypeJson { "type" = number, name, count, enabled, capacity, bytes, kept, values, editable }
    TimeJson { frame, elapsed, dt, scale, paused }
    NewTimeJson { time }
    EntitiesJson { entities, next }
    SummaryJson { entity, name, parent, children, types, state }
    NamedJson { entity, name }
    ComponentJson { "type" = number, name, enabled, ?value, ?text, editable, refs, error }
    ReferenceJson { at, entity, name, alive }
    TimingsJson { frames, passes }
    PassJson { work, phase, name, rows, runs, ns, mean_ns, longest_ns, parts, parts_ns }
    OrderJson { phases, inheriting, observers }
    PhaseOrderJson { phase, passes, never_added, systems }
    PassOrderJson { name, added, has_hook, parallel, with_previous, skipped, reasons }
    ReasonJson { after, why }
    ProblemsJson { soft, panics, skipped }
    SoftJson { count, last }
    SoftFailureJson { text, entity, at }
    PanicsJson { count, last }
    PanicJson { text, entity }
    DanglingJson { found, unseen, next }
    DanglingFieldJson { text, "type" = component, entity, path, target, alive }
}

impl FieldsToJson for DetailJson {
    fn fields_to_json(&self, map: &mut MapWriter<'_>) {
        self.summary.fields_to_json(map);
        self.above.to_json(map.entry("above"));
        self.components.to_json(map.entry("components"));
    }
}
