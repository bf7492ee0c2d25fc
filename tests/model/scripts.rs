//! What a case does: steps of calls, and scripts of calls for hooks.

use std::fmt;
use std::rc::Rc;

pub const DT: f32 = 0.25;

pub type Id = u64;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(fuzzing, derive(arbitrary::Arbitrary))]
pub enum Kind {
    Tracked,
    Plain,
    Marker,
    Tag,
}

pub const KINDS: [Kind; 4] = [Kind::Tracked, Kind::Plain, Kind::Marker, Kind::Tag];

impl Kind {
    /// Whether the values have an id and a number.
    pub fn is_numbered(self) -> bool {
        matches!(self, Self::Tracked | Self::Plain)
    }

    pub fn has_shutdown(self) -> bool {
        matches!(self, Self::Tracked | Self::Plain)
    }
}

/// Chooses an entity: in a script, zero is the component's own.
pub type Target = u8;

#[derive(Clone, Copy, Debug)]
#[cfg_attr(fuzzing, derive(arbitrary::Arbitrary))]
pub enum Act {
    Spawn,
    SpawnMany {
        count: u8,
        panic_at: Option<u8>,
    },
    Add(Target, Kind),
    Insert(Target, Kind),
    /// Inserts, and takes the old value.
    Replace(Target, Kind),
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
    /// Kills all of a kind.
    ClearKind(Kind),
    Update {
        alone: bool,
    },
    /// Makes the other world current for one call.
    Elsewhere(Target, Kind, bool),
    /// A query of a number; its visit runs the script for `update`, one call a turn or all in the first.
    Query {
        shape: u8,
        all: bool,
        hold: bool,
        at_once: bool,
        way: Way,
        except: Option<Target>,
    },
    /// Visits all of a kind, with the script for `update`, one call a turn or all in the first.
    ForEach {
        kind: Kind,
        at_once: bool,
    },
    /// Sorts by a key of a number, with the script for `update` in the middle.
    Sort(Kind, u8),
    SortLike(Kind, Kind),
    Take(u8),
    GiveBack(u8, Target),
    DropPool(u8),
    /// Panics, in a hook.
    Panic,
}

/// How a query is visited, and what it has borrowed if it is kept.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(fuzzing, derive(arbitrary::Arbitrary))]
pub enum Way {
    For,
    Each,
    Get(Target),
}

/// What a `Tracked` does in its hooks.
#[derive(Clone, Default, Debug)]
#[cfg_attr(fuzzing, derive(arbitrary::Arbitrary))]
pub struct Script {
    pub init: Rc<[Act]>,
    pub update: Rc<[Act]>,
    pub shutdown: Rc<[Act]>,
    pub drop: Rc<[Act]>,
    /// When it is taken out of a pool again.
    pub reset: Rc<[Act]>,
}

#[derive(Clone)]
#[cfg_attr(fuzzing, derive(arbitrary::Arbitrary))]
pub struct Step {
    pub other_world: bool,
    /// Flush all, and look at all views, after the call.
    pub flush: bool,
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
        let Script { init, update, shutdown, drop, reset } = &self.script;
        let hooks =
            [("init", init), ("update", update), ("shutdown", shutdown), ("drop", drop), ("reset", reset)];
        for (hook, calls) in hooks {
            if !calls.is_empty() {
                write!(f, " {hook}: {calls:?}")?;
            }
        }
        f.write_str(if self.flush { " flush" } else { "" })
    }
}
