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

pub(super) struct Error {
    pub(super) error: String,
}

pub(super) struct Done {
    pub(super) done: bool,
}

pub(super) struct World {
    pub(super) format: u32,
    pub(super) library: &'static str,
    pub(super) alive: usize,
    pub(super) spawned: u64,
    pub(super) despawned: u64,
    pub(super) bytes: usize,
    pub(super) timers: usize,
    pub(super) tasks: usize,
    pub(super) singletons: Option<String>,
    pub(super) time: Time,
    pub(super) types: Vec<Type>,
}

pub(super) struct Type {
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

pub(super) struct Time {
    pub(super) frame: u64,
    pub(super) elapsed: f64,
    pub(super) dt: f32,
    pub(super) scale: f32,
    pub(super) paused: bool,
}

pub(super) struct NewTime {
    pub(super) time: Time,
}

pub(super) struct Entities {
    pub(super) entities: Vec<Summary>,
    pub(super) next: Option<String>,
}

/// An entity in a list.
pub(super) struct Summary {
    pub(super) entity: String,
    pub(super) name: Option<String>,
    pub(super) parent: Option<String>,
    pub(super) children: usize,
    pub(super) types: Vec<u32>,
    pub(super) state: &'static str,
}

/// An entity with all that it has.
pub(super) struct Detail {
    pub(super) summary: Summary,
    pub(super) above: Vec<Named>,
    pub(super) components: Vec<Component>,
}

pub(super) struct Named {
    pub(super) entity: String,
    pub(super) name: Option<String>,
}

pub(super) struct Component {
    pub(super) number: u32,
    pub(super) name: &'static str,
    pub(super) enabled: bool,
    pub(super) value: Option<Raw>,
    pub(super) text: Option<String>,
    pub(super) editable: bool,
    pub(super) refs: Vec<Reference>,
    pub(super) error: Option<String>,
}

pub(super) struct Reference {
    pub(super) at: String,
    pub(super) entity: String,
    pub(super) name: Option<String>,
    pub(super) alive: bool,
}

pub(super) struct Timings {
    pub(super) frames: u64,
    pub(super) passes: Vec<Pass>,
}

pub(super) struct Pass {
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

pub(super) struct Order {
    pub(super) phases: Vec<PhaseOrder>,
    pub(super) inheriting: Vec<&'static str>,
    pub(super) observers: Vec<String>,
}

pub(super) struct PhaseOrder {
    pub(super) phase: &'static str,
    pub(super) passes: Vec<PassOrder>,
    pub(super) never_added: Vec<&'static str>,
    pub(super) systems: Vec<String>,
}

pub(super) struct PassOrder {
    pub(super) name: &'static str,
    pub(super) added: usize,
    pub(super) has_hook: bool,
    pub(super) parallel: bool,
    pub(super) with_previous: bool,
    pub(super) skipped: Option<String>,
    pub(super) reasons: Vec<Reason>,
}

pub(super) struct Reason {
    pub(super) after: &'static str,
    pub(super) why: String,
}

pub(super) struct Problems {
    pub(super) soft: Soft,
    pub(super) panics: Panics,
    pub(super) skipped: Vec<String>,
}

pub(super) struct Soft {
    pub(super) count: u64,
    pub(super) last: Vec<SoftFailure>,
}

pub(super) struct SoftFailure {
    pub(super) text: String,
    pub(super) entity: Option<String>,
    pub(super) at: Option<String>,
}

pub(super) struct Panics {
    pub(super) count: u64,
    pub(super) last: Vec<Panic>,
}

pub(super) struct Panic {
    pub(super) text: String,
    pub(super) entity: String,
}

pub(super) struct Dangling {
    pub(super) found: Vec<DanglingField>,
    pub(super) unseen: Vec<&'static str>,
    pub(super) next: Option<String>,
}

pub(super) struct DanglingField {
    pub(super) text: String,
    pub(super) component: &'static str,
    pub(super) entity: String,
    pub(super) path: String,
    pub(super) target: String,
    pub(super) alive: bool,
}

fields_to_json! {
    Error { error }
    Done { done }
    World { format, library, alive, spawned, despawned, bytes, timers, tasks, singletons, time, types }
    Type { "type" = number, name, count, enabled, capacity, bytes, kept, values, editable }
    Time { frame, elapsed, dt, scale, paused }
    NewTime { time }
    Entities { entities, next }
    Summary { entity, name, parent, children, types, state }
    Named { entity, name }
    Component { "type" = number, name, enabled, ?value, ?text, editable, refs, error }
    Reference { at, entity, name, alive }
    Timings { frames, passes }
    Pass { work, phase, name, rows, runs, ns, mean_ns, longest_ns, parts, parts_ns }
    Order { phases, inheriting, observers }
    PhaseOrder { phase, passes, never_added, systems }
    PassOrder { name, added, has_hook, parallel, with_previous, skipped, reasons }
    Reason { after, why }
    Problems { soft, panics, skipped }
    Soft { count, last }
    SoftFailure { text, entity, at }
    Panics { count, last }
    Panic { text, entity }
    Dangling { found, unseen, next }
    DanglingField { text, "type" = component, entity, path, target, alive }
}

impl FieldsToJson for Detail {
    fn fields_to_json(&self, map: &mut MapWriter<'_>) {
        self.summary.fields_to_json(map);
        self.above.to_json(map.entry("above"));
        self.components.to_json(map.entry("components"));
    }
}
