//! [`Hall`]: rooms on threads that are not there, in a time that the test drives.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use rooms::{Client, Clock, Door, Frame, Game, News, Queue, Room, RoomId, Settings, Shown, Turn};

use crate::tally::{Tally, begin};

/// A clock that is set. A hook that takes time advances it.
#[derive(Clone, Default)]
pub struct Driven(Arc<AtomicU64>);

impl Driven {
    pub fn set(&self, now: Duration) {
        self.0.store(u64::try_from(now.as_nanos()).expect("no test is that long"), Ordering::Relaxed);
    }

    pub fn advance(&self, by: Duration) {
        self.set(self.now() + by);
    }
}

impl Clock for Driven {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }
}

/// Rooms on threads that are not there. A frame runs at once, and holds its thread for as long as its hooks
/// say that they take.
pub struct Hall {
    pub settings: Settings,
    pub clock: Driven,
    queue: Queue<Tally>,
    now: Duration,
    /// The rooms whose frames end later.
    running: Vec<(Duration, Box<Room<Tally>>, Frame)>,
    /// When each frame has begun, and of which room it was.
    pub begun: Vec<(Duration, RoomId)>,
}

impl Hall {
    pub fn new(settings: Settings) -> Self {
        let queue = Queue::new(settings.threads, settings.period());
        let (clock, now) = (Driven::default(), Duration::ZERO);
        Self { settings, clock, queue, now, running: Vec::new(), begun: Vec::new() }
    }

    /// Opens a room whose frames take so long.
    pub fn open(&mut self, id: u64, takes: Duration) -> Door<Tally> {
        let begin = || {
            begin(takes, self.clock.clone());
            Ok::<_, String>(())
        };
        let room = Room::open(RoomId(id), &self.settings, begin).expect("it can begin");
        let door = room.door();
        self.queue.add(room, self.now);
        door
    }

    /// Lets so much time pass.
    pub fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        while let Some(next) = self.step().filter(|&next| next <= end) {
            self.now = next;
        }
        self.now = end;
    }

    /// Lets so many periods pass.
    pub fn frames(&mut self, count: u32) {
        self.pass(self.settings.period() * count);
    }

    /// Does what is to be done now. Returns when there is something to do again.
    fn step(&mut self) -> Option<Duration> {
        let over = self.running.iter().position(|(end, ..)| *end <= self.now);
        if let Some(over) = over {
            let (_, room, frame) = self.running.swap_remove(over);
            self.queue.give_back(room, frame, self.now);
            return Some(self.now);
        }
        let ends = self.running.iter().map(|(end, ..)| *end).min();
        if self.running.len() == self.settings.threads {
            return ends;
        }
        match self.queue.next(self.now) {
            Turn::Run(mut room) => {
                self.clock.set(self.now);
                self.begun.push((self.now, room.id()));
                let frame = room.frame(&self.clock);
                room.shown().into_iter().for_each(Shown::send);
                self.running.push((self.clock.now(), room, frame));
                Some(self.now)
            }
            Turn::Wait(until) => Some(ends.map_or(until, |ends| ends.min(until))),
            Turn::Idle => ends,
        }
    }

    /// How many frames of a room have begun.
    pub fn begun_by(&self, id: u64) -> usize {
        self.begun.iter().filter(|(_, room)| *room == RoomId(id)).count()
    }
}

/// What a future gives without waiting.
pub fn now<F: Future>(future: F) -> Option<F::Output> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

/// What a client has heard until now.
pub fn heard<G: Game>(client: &mut Client<G>) -> Vec<News<G::State>> {
    std::iter::from_fn(|| now(client.next()).flatten()).collect()
}
