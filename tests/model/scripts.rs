//! What a case does: steps of calls, and scripts of calls for hooks.

use std::fmt;
use std::rc::Rc;

use proptest::prelude::*;

pub const DT: f32 = 0.25;

pub type Id = u64;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Tracked,
    Plain,
    Marker,
}

pub const KINDS: [Kind; 3] = [Kind::Tracked, Kind::Plain, Kind::Marker];

/// Chooses an entity: in a script, zero is the component's own.
pub type Target = u8;

#[derive(Clone, Copy, Debug)]
pub enum Act {
    Spawn,
    SpawnMany {
        count: u8,
        panic_at: Option<u8>,
    },
    Add(Target, Kind),
    Insert(Target, Kind),
    Remove(Target, Kind),
    Kill(Target, Kind),
    Despawn(Target),
    Switch(Target, Kind, bool),
    SwitchEntity(Target, bool),
    Write(Target, Kind, u32),
    Hold {
        target: Target,
        kind: Kind,
        mutable: bool,
    },
    HoldView {
        kind: Kind,
        mutable: bool,
    },
    Release(u8),
    Forget(u8),
    Look {
        kind: Kind,
        mutable: bool,
    },
    Flush,
    Clear,
    Update {
        alone: bool,
    },
    /// Makes the other world current for one call.
    Elsewhere(Target, Kind, bool),
    /// Panics, in a hook.
    Panic,
}

/// What a `Tracked` does in its hooks.
#[derive(Clone, Default, Debug)]
pub struct Script {
    pub init: Rc<[Act]>,
    pub update: Rc<[Act]>,
    pub shutdown: Rc<[Act]>,
    pub drop: Rc<[Act]>,
}

#[derive(Clone)]
pub struct Step {
    pub other_world: bool,
    /// Settle all, and look at all views, after the call.
    pub settle: bool,
    pub act: Act,
    /// For the first `Tracked` that the call makes.
    pub script: Script,
}

impl fmt::Debug for Step {
    /// One line a step, so that a failing case can be read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.other_world {
            f.write_str("(other world) ")?;
        }
        write!(f, "{:?}", self.act)?;
        let Script { init, update, shutdown, drop } = &self.script;
        for (hook, calls) in [("init", init), ("update", update), ("shutdown", shutdown), ("drop", drop)] {
            if !calls.is_empty() {
                write!(f, " {hook}: {calls:?}")?;
            }
        }
        f.write_str(if self.settle { " settle" } else { "" })
    }
}

pub fn any_kind() -> impl Strategy<Value = Kind> {
    prop_oneof![3 => Just(Kind::Tracked), 2 => Just(Kind::Plain), 1 => Just(Kind::Marker)]
}

pub fn any_act() -> impl Strategy<Value = Act> {
    let target = any::<Target>;
    prop_oneof![
        2 => Just(Act::Spawn),
        1 => (prop_oneof![3 => 0..4_u8, 1 => 4..16_u8], prop::option::weighted(0.3, 0..4_u8))
            .prop_map(|(count, panic_at)| Act::SpawnMany { count, panic_at }),
        6 => (target(), any_kind()).prop_map(|(target, kind)| Act::Add(target, kind)),
        4 => (target(), any_kind()).prop_map(|(target, kind)| Act::Insert(target, kind)),
        2 => (target(), any_kind()).prop_map(|(target, kind)| Act::Remove(target, kind)),
        4 => (target(), any_kind()).prop_map(|(target, kind)| Act::Kill(target, kind)),
        3 => target().prop_map(Act::Despawn),
        3 => (target(), any_kind(), any::<bool>()).prop_map(|(target, kind, on)| Act::Switch(target, kind, on)),
        2 => (target(), any::<bool>()).prop_map(|(target, on)| Act::SwitchEntity(target, on)),
        2 => (target(), any_kind(), any::<u32>()).prop_map(|(target, kind, n)| Act::Write(target, kind, n >> 1)),
        5 => (target(), any_kind(), any::<bool>())
            .prop_map(|(target, kind, mutable)| Act::Hold { target, kind, mutable }),
        1 => (any_kind(), any::<bool>()).prop_map(|(kind, mutable)| Act::HoldView { kind, mutable }),
        6 => any::<u8>().prop_map(Act::Release),
        2 => (any_kind(), any::<bool>()).prop_map(|(kind, mutable)| Act::Look { kind, mutable }),
        1 => Just(Act::Flush),
        5 => any::<bool>().prop_map(|alone| Act::Update { alone }),
        1 => (target(), any_kind(), any::<bool>()).prop_map(|(target, kind, kill)| Act::Elsewhere(target, kind, kill)),
    ]
}

pub fn any_script() -> impl Strategy<Value = Script> {
    let calls = || {
        let act = prop_oneof![20 => any_act(), 1 => Just(Act::Panic)];
        prop_oneof![2 => Just(Vec::new()), 3 => prop::collection::vec(act, if cfg!(miri) { 1..4 } else { 1..10 })].prop_map(Rc::from)
    };
    (calls(), calls(), calls(), calls()).prop_map(|(init, update, shutdown, drop)| Script {
        init,
        update,
        shutdown,
        drop,
    })
}

pub fn any_step(extra: Act) -> impl Strategy<Value = Step> {
    let act = prop_oneof![40 => any_act(), 1 => Just(Act::Clear), 1 => Just(extra)];
    (prop::bool::weighted(0.1), prop::bool::weighted(0.2), act, any_script())
        .prop_map(|(other_world, settle, act, script)| Step { other_world, settle, act, script })
}
