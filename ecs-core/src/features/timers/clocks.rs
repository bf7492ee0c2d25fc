//! [`Clocks`]: how long the columns have stood still, whose timers and tasks wait meanwhile.

use super::times::TurnOrder;

/// The clocks of the columns that have ever stood still, by their positions.
///
/// A column that stands still moves its clock alone. A timer learns of it when its time has come: it waits as
/// long as its column has stood still since it was noted.
#[derive(Default, Clone, PartialEq)]
pub(super) struct Clocks(Vec<ColumnClock>);

#[derive(Default, Clone, PartialEq)]
struct ColumnClock {
    /// For how long the column has stood still before.
    still: f64,
    /// Since when it stands still.
    since: Option<f64>,
    /// Turns whose time has come meanwhile.
    parked: Vec<TurnOrder>,
}

impl Clocks {
    /// Says whether no column has ever stood still.
    #[inline]
    pub(super) fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Lets a column stand still from now on, or go on. Returns the turns that have come meanwhile.
    pub(super) fn set_still(&mut self, column: u32, is_still: bool, now: f64) -> Vec<TurnOrder> {
        let place = column as usize;
        if !is_still && self.0.get(place).is_none_or(|clock| clock.since.is_none()) {
            return Vec::new();
        }
        if self.0.len() <= place {
            self.0.resize_with(place + 1, ColumnClock::default);
        }
        let clock = &mut self.0[place];
        if is_still {
            clock.since.get_or_insert(now);
            return Vec::new();
        }
        clock.still += clock.since.take().map_or(0.0, |since| now - since);
        core::mem::take(&mut clock.parked)
    }

    /// For how long a column has stood still until now.
    pub(super) fn still(&self, column: u32, now: f64) -> f64 {
        let still =
            |clock: &ColumnClock| clock.still + clock.since.map_or(0.0, |since| (now - since).max(0.0));
        self.0.get(column as usize).map_or(0.0, still)
    }

    /// Keeps a turn until its column goes on; `false` if that does not stand still.
    pub(super) fn park(&mut self, column: u32, turn: TurnOrder) -> bool {
        let Some(clock) = self.0.get_mut(column as usize).filter(|clock| clock.since.is_some()) else {
            return false;
        };
        clock.parked.push(turn);
        true
    }

    /// Numbers that are the same where the clocks are.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().flat_map(|clock| [clock.still.to_bits(), clock.since.map_or(0, f64::to_bits)])
    }

    /// Lets all times be so much later.
    pub(super) fn shift(&mut self, by: f64) {
        for clock in &mut self.0 {
            clock.since = clock.since.map(|since| since + by);
            clock.parked.iter_mut().for_each(|due| due.time = due.time.shifted(by));
        }
    }
}
