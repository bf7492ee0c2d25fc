//! [`Queue`]: which room has its frame next.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::figures::HostFigures;
use crate::game::{Game, RoomId};
use crate::room::{Frame, Room};

/// So many frames a room may be behind. It catches up with them, and with no more.
const MOST_BEHIND: u32 = 6;

/// The rooms that wait for their next frame, in the order in which these are due. It knows neither threads
/// nor how time passes: whoever has time asks for a room, runs its frame, and gives it back.
pub struct Queue<G: Game> {
    period: Duration,
    /// By when the next frame is due. Those of the same moment come by their numbers.
    quick: BTreeMap<(Duration, RoomId), Box<Room<G>>>,
    /// The rooms that take longer than their budget.
    slow: BTreeMap<(Duration, RoomId), Box<Room<G>>>,
    /// How many of these run now, and how many may at once: not as many as there are threads, so that the
    /// others do not wait for them.
    slow_running: usize,
    most_slow: usize,
    /// How many rooms came: their frames are spread by it.
    came: u32,
    figures: HostFigures,
}

/// What is to be done next.
pub enum Turn<G: Game> {
    /// To run the frame of this room, and to give it back by [`Queue::give_back`].
    Run(Box<Room<G>>),
    /// To wait until this moment: no frame is due.
    Wait(Duration),
    /// To wait until there is a room.
    Idle,
}

impl<G: Game> Queue<G> {
    /// Makes the queue of so many threads, whose rooms have a frame each so often.
    #[must_use]
    pub fn new(threads: usize, period: Duration) -> Self {
        Self {
            period,
            quick: BTreeMap::new(),
            slow: BTreeMap::new(),
            slow_running: 0,
            most_slow: threads.saturating_sub(1).max(1),
            came: 0,
            figures: HostFigures::new(),
        }
    }

    /// Takes a new room. Its first frame comes within a period: where, differs from room to room, so that the
    /// frames of all are spread evenly.
    pub fn add(&mut self, mut room: Room<G>, now: Duration) {
        // Steps of the golden ratio, as a fraction of 2^32, fall into the middle of the largest gaps.
        let place = u64::from(self.came.wrapping_mul(0x9E37_79B9));
        self.came = self.came.wrapping_add(1);
        let period = u64::try_from(self.period.as_nanos()).unwrap_or(u64::from(u32::MAX));
        room.due = now + Duration::from_nanos((place * period) >> 32);
        self.insert(Box::new(room));
    }

    fn insert(&mut self, room: Box<Room<G>>) {
        let rooms = if room.is_slow() { &mut self.slow } else { &mut self.quick };
        rooms.insert((room.due, room.id()), room);
    }

    /// Says what is to be done next.
    pub fn next(&mut self, now: Duration) -> Turn<G> {
        let quick = self.quick.first_key_value().map(|(&(due, _), _)| due);
        let may_slow = self.slow_running < self.most_slow;
        let slow = self.slow.first_key_value().map(|(&(due, _), _)| due).filter(|_| may_slow);
        let is_slow = match (quick, slow) {
            (None, None) => return Turn::Idle,
            (Some(quick), Some(slow)) => slow < quick,
            (quick, _) => quick.is_none(),
        };
        let rooms = if is_slow { &mut self.slow } else { &mut self.quick };
        match rooms.first_entry() {
            Some(first) if first.key().0 <= now => {
                self.slow_running += usize::from(is_slow);
                Turn::Run(first.remove())
            }
            Some(first) => Turn::Wait(first.key().0),
            None => Turn::Idle,
        }
    }

    /// Takes a room back after its frame, and plans the next one.
    pub fn give_back(&mut self, mut room: Box<Room<G>>, frame: Frame, now: Duration) {
        self.figures.note(&frame);
        self.slow_running -= usize::from(frame.was_slow);
        if frame.has_ended {
            return;
        }
        // By the last one, not by now, so that nothing adds up.
        let step = self.period * room.every();
        let mut next = room.due + step;
        let behind = now.saturating_sub(next);
        if behind > self.period * MOST_BEHIND {
            let skipped = u32::try_from(behind.as_nanos() / step.as_nanos()).unwrap_or(u32::MAX);
            next += step * skipped;
            room.skip(skipped.into());
            self.figures.skipped += u64::from(skipped);
        }
        room.due = next;
        self.insert(room);
    }

    /// How many rooms wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.quick.len() + self.slow.len()
    }

    /// Says whether no room waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What was measured until now.
    #[must_use]
    pub fn figures(&self) -> &HostFigures {
        &self.figures
    }

    /// Takes all rooms out.
    pub fn take_all(&mut self) -> impl Iterator<Item = Box<Room<G>>> + use<G> {
        let (quick, slow) = (std::mem::take(&mut self.quick), std::mem::take(&mut self.slow));
        quick.into_values().chain(slow.into_values())
    }
}
