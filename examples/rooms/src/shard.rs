//! [`Shard`]: the rooms of one worker, run in the order in which their frames are due.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::clock::Clock;
use crate::desk::End;
use crate::error::RoomError;
use crate::figures::WorkerFigures;
use crate::game::{Game, RoomId};
use crate::room::{After, Room, SendRoom};

/// So many frames a room may be behind. It catches up with them, and with no more.
const MOST_BEHIND: u32 = 6;

/// The rooms of one worker. It knows neither threads nor how time passes: who drives it looks when the next
/// frame is due, waits until then, and runs it.
pub struct Shard<G: Game> {
    worker: usize,
    period: Duration,
    /// By when the next frame is due. Those of the same moment run by their numbers.
    rooms: BTreeMap<(Duration, RoomId), Box<Room<G>>>,
    /// How many rooms came here: their frames are spread by it.
    came: u32,
    figures: WorkerFigures,
}

/// A room that has left its shard.
pub struct Left<G: Game> {
    /// Which it was.
    pub id: RoomId,
    /// The room, and the worker to which it goes. `None` if it has ended.
    pub moves: Option<(usize, Moving<G>)>,
}

/// A room on its way to another shard, on whatever thread that is.
pub struct Moving<G: Game>(SendRoom<G>);

impl<G: Game> Shard<G> {
    /// Makes the shard of a worker, whose rooms have a frame each so often.
    #[must_use]
    pub fn new(worker: usize, period: Duration) -> Self {
        Self { worker, period, rooms: BTreeMap::new(), came: 0, figures: WorkerFigures::new() }
    }

    /// Takes a new room. Its first frame comes within a period: where, differs from room to room, so that the
    /// frames of all are spread evenly.
    pub fn add(&mut self, mut room: Room<G>, now: Duration) {
        // Steps of the golden ratio, as a fraction of 2^32, fall into the middle of the largest gaps.
        let place = self.came.wrapping_mul(0x9E37_79B9);
        self.came += 1;
        let offset = u64::from(place) * u64::try_from(self.period.as_nanos()).unwrap_or(u64::MAX) >> 32;
        room.set_due(now + Duration::from_nanos(offset));
        self.insert(Box::new(room));
    }

    /// Takes a room that comes from another shard. It has its next frame when it would have had it there.
    pub fn arrive(&mut self, room: Moving<G>) {
        self.insert(Box::new(room.0.into_room()));
    }

    fn insert(&mut self, mut room: Box<Room<G>>) {
        room.set_worker(self.worker);
        self.rooms.insert((room.due(), room.id()), room);
        self.figures.rooms = self.rooms.len();
    }

    /// When the next frame is due; `None` if there is no room.
    #[must_use]
    pub fn next_due(&self) -> Option<Duration> {
        self.rooms.first_key_value().map(|(&(due, _), _)| due)
    }

    /// Runs the next frame, whether it is due or not. Returns the room if it is not here any more.
    pub fn run_next(&mut self, clock: &dyn Clock) -> Option<Left<G>> {
        let ((due, id), mut room) = self.rooms.pop_first()?;
        let late = clock.now().saturating_sub(due);
        let (took, after) = room.frame(clock);
        self.figures.note(took, late);
        self.plan(&mut room, due, clock.now());
        match after {
            After::Next => self.insert(room),
            After::Move(worker, reply) if worker != self.worker => return self.send(room, worker, reply),
            After::Move(_, reply) => {
                reply.map(|reply| reply.send(Ok(())));
                self.insert(room);
            }
            After::End => {
                self.figures.rooms = self.rooms.len();
                return Some(Left { id, moves: None });
            }
        }
        None
    }

    /// Says when the next frame is due: by the last one, not by now, so that nothing adds up. A room that is
    /// too far behind leaves frames out.
    fn plan(&mut self, room: &mut Room<G>, due: Duration, now: Duration) {
        let step = self.period * room.every();
        let mut next = due + step;
        let behind = now.saturating_sub(next);
        if behind > self.period * MOST_BEHIND {
            let skipped = u32::try_from(behind.as_nanos() / step.as_nanos()).unwrap_or(u32::MAX);
            next += step * skipped;
            room.skip(skipped.into());
            self.figures.skipped += u64::from(skipped);
        }
        room.set_due(next);
    }

    fn send(
        &mut self,
        room: Box<Room<G>>,
        worker: usize,
        reply: Option<oneshot::Sender<Result<(), RoomError>>>,
    ) -> Option<Left<G>> {
        let id = room.id();
        match room.into_send(reply) {
            Ok(room) => {
                self.figures.rooms = self.rooms.len();
                Some(Left { id, moves: Some((worker, Moving(room))) })
            }
            Err(room) => {
                self.insert(Box::new(room));
                None
            }
        }
    }

    /// What was measured until now.
    #[must_use]
    pub fn figures(&self) -> &WorkerFigures {
        &self.figures
    }

    /// Ends all rooms.
    pub fn close(&mut self) {
        while let Some((_, room)) = self.rooms.pop_first() {
            room.end(End::Closed);
        }
    }
}
