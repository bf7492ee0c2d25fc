//! [`TimerEntry`]: what is known of one timer.

use crate::base::CallSite;
use crate::ids::Entity;

use super::action::{Action, TimerMethod};
use super::owners::NOTHING;
use super::times::{TurnOrder, TurnTime};

/// One timer or task, or a free place for one.
pub(super) struct TimerEntry {
    /// How many have had this place.
    pub(super) generation: u32,
    pub(super) state: TimerState,
    pub(super) entity: Entity,
    /// The column of its component, by its position; [`OF_ENTITY`] if it is the entity's own.
    pub(super) column: u32,
    /// The number of the call that has made it.
    pub(super) call: u64,
    /// The number of its turn: a turn that is noted for an earlier one is no longer valid. Comes round after
    /// 2^32 turns of one timer: what was noted for its first one has been taken by then, as its time has
    /// come; or a task is polled once more than it needs.
    pub(super) turn: u32,
    /// Its time, in seconds: of one that repeats, `start + count * period`.
    pub(super) start: f64,
    pub(super) count: f64,
    pub(super) period: Option<f32>,
    /// Since when it waits for its component to be enabled.
    pub(super) asleep_since: Option<f64>,
    /// How long it has waited so: the time of a task is so much behind that of the world.
    pub(super) asleep: f64,
    /// For how long its column had stood still when its time was set.
    pub(super) still: f64,
    pub(super) method: TimerMethod,
    /// It is listed with those that others may wake.
    pub(super) is_listening: bool,
    /// Away while it has its turn.
    pub(super) action: Option<Action>,
    pub(super) site: CallSite,
    pub(super) links: TimerLinks,
}

/// The places to which a timer leads. The timers of an owner are a list, and the owners at an entity index.
#[derive(Clone, Copy)]
pub(super) struct TimerLinks {
    /// The next one of the same owner, or the next free place.
    pub(super) next: u32,
    /// The one before it of the same owner: nothing before the first.
    pub(super) before: u32,
    /// Of the first one of an owner, the first one of the next owner at the same entity index.
    pub(super) next_owner: u32,
}

impl TimerLinks {
    pub(super) const NONE: Self = Self { next: NOTHING, before: NOTHING, next_owner: NOTHING };
}

/// The place of a column, of timers that have none.
pub(super) const OF_ENTITY: u32 = u32::MAX;

/// What a timer waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TimerState {
    /// There is none.
    Free,
    /// For its time.
    Armed,
    /// For the end of a frame.
    AtFrameEnd,
    /// For a sync point: its time has come, and what it takes is borrowed.
    Queued,
    /// It has its turn.
    Running,
    /// A task, for somebody to wake it.
    Idle,
}

impl TimerEntry {
    /// When its time comes.
    pub(super) fn time(&self) -> f64 {
        self.period.map_or(self.start, |period| self.start + self.count * f64::from(period))
    }

    /// The next turn of the timer in a place.
    pub(super) fn turn_order(&self, slot: u32) -> TurnOrder {
        let Self { entity, call, turn, .. } = *self;
        TurnOrder { time: TurnTime::of(self.time()), entity, call, slot, turn }
    }

    /// Counts a turn of a timer that repeats. Returns `false` if that does not move its time forward: its
    /// period is lost in rounding.
    pub(super) fn advance(&mut self) -> bool {
        let before = self.time();
        self.count += 1.0;
        self.time() > before
    }

    /// Lets the timer wait as long as its column has stood still since its time was set. Returns whether it
    /// has.
    pub(super) fn wait_still(&mut self, still: f64) -> bool {
        let more = still - self.still;
        self.start += more;
        self.asleep += more;
        self.still = still;
        more > 0.0
    }

    /// The column of its component, by its position.
    pub(super) fn column(&self) -> Option<u32> {
        (self.column != OF_ENTITY).then_some(self.column)
    }
}

/// Says whether a turn is still that of its timer.
#[inline]
pub(super) fn is_valid(entries: &[TimerEntry], due: &TurnOrder) -> bool {
    entries.get(due.slot as usize).is_some_and(|entry| {
        let waits = matches!(entry.state, TimerState::Armed | TimerState::AtFrameEnd);
        waits && entry.turn == due.turn && entry.call == due.call
    })
}
