//! [`Desk`]: where a room meets those who want something of it, on whatever thread they are.

use std::mem::take;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ecs_core::Remote;
use tokio::sync::{broadcast, mpsc};

use crate::error::RoomError;
use crate::figures::RoomFigures;
use crate::game::{ClientId, Game, RoomId};
use crate::notice::{End, Notice, Restored};
use crate::seat::Seat;
use crate::settings::Settings;

/// So many notices a client may leave unread, before the room lets it go.
const NOTICES: usize = 8;

/// A state of a room, for all of its clients.
pub(crate) struct Seen<S> {
    pub(crate) frame: u64,
    /// How often the room had been put back.
    pub(crate) restores: u64,
    pub(crate) state: Arc<S>,
}

/// What a room does before it ends.
pub(crate) type Last = Box<dyn FnOnce() + Send>;

/// Where a room meets others.
pub(crate) struct Desk<G: Game> {
    pub(crate) id: RoomId,
    pub(crate) settings: Settings,
    pub(crate) remote: Remote,
    pub(crate) states: broadcast::Sender<Seen<G::State>>,
    /// What is to be sent to the clients.
    shown: Mutex<Vec<Seen<G::State>>>,
    /// Counts the frames of the room, also those that were lost.
    turn: AtomicU64,
    /// How often the room was put back.
    restores: AtomicU64,
    waiting: Mutex<Waiting>,
    /// Something in `waiting` has changed.
    has_news: AtomicBool,
    figures: Mutex<RoomFigures>,
}

#[derive(Default)]
struct Waiting {
    /// Those who are connected, in the order in which they came.
    places: Vec<(Arc<Seat>, mpsc::Sender<Notice>)>,
    last: Option<Last>,
    has_ended: bool,
}

impl<S> Clone for Seen<S> {
    fn clone(&self) -> Self {
        Self { frame: self.frame, restores: self.restores, state: self.state.clone() }
    }
}

impl<G: Game> Desk<G> {
    /// The desk of a room whose world takes closures by `remote`.
    pub(crate) fn new(id: RoomId, remote: Remote, settings: &Settings) -> Arc<Self> {
        Arc::new(Self {
            id,
            remote,
            states: broadcast::Sender::new(settings.states_waiting.max(1)),
            shown: Mutex::default(),
            settings: settings.clone(),
            turn: AtomicU64::new(0),
            restores: AtomicU64::new(0),
            waiting: Mutex::default(),
            has_news: AtomicBool::new(false),
            figures: Mutex::default(),
        })
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the room look at its desk before the next frame.
    pub(crate) fn ring(&self) {
        self.has_news.store(true, Ordering::Release);
    }

    // ---- for those who want something ----

    /// Gives a client a seat, and the way on which it is told things. One that is there under the same number
    /// goes.
    pub(crate) fn seat(&self, client: ClientId) -> Result<(Arc<Seat>, mpsc::Receiver<Notice>), RoomError> {
        let (notices, told) = mpsc::channel(NOTICES);
        let seat = Arc::new(Seat::new(client, self.settings.orders_waiting));
        let mut waiting = self.waiting();
        if waiting.has_ended {
            return Err(RoomError::Ended(self.id));
        }
        for (before, notices) in waiting.places.extract_if(.., |(seat, _)| seat.client == client) {
            self.tell_one(&before, &notices, Notice::Ended(End::Replaced));
            before.leave();
        }
        waiting.places.push((seat.clone(), notices));
        drop(waiting);
        self.ring();
        Ok((seat, told))
    }

    /// Lets the room do something and end.
    pub(crate) fn close(&self, last: Last) -> Result<(), RoomError> {
        let mut waiting = self.waiting();
        if waiting.has_ended || waiting.last.is_some() {
            return Err(RoomError::Ended(self.id));
        }
        waiting.last = Some(last);
        drop(waiting);
        self.ring();
        Ok(())
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.waiting().has_ended
    }

    pub(crate) fn figures(&self) -> RoomFigures {
        *self.figures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the frame that runs.
    pub(crate) fn turn(&self) -> u64 {
        self.turn.load(Ordering::Relaxed)
    }

    // ---- for the room ----

    /// Begins another frame.
    pub(crate) fn next_turn(&self) {
        self.turn.fetch_add(1, Ordering::Relaxed);
    }

    /// Says whether somebody came or went, or wants something, since this was asked last.
    pub(crate) fn has_news(&self) -> bool {
        self.has_news.load(Ordering::Relaxed) && self.has_news.swap(false, Ordering::Acquire)
    }

    /// Forgets those who are gone, and says who is there.
    pub(crate) fn clients(&self) -> Vec<ClientId> {
        let places = &mut self.waiting().places;
        places.retain(|(seat, _)| !seat.is_gone());
        places.iter().map(|(seat, _)| seat.client).collect()
    }

    /// What the room shall do before it ends, if it shall.
    pub(crate) fn take_last(&self) -> Option<Last> {
        self.waiting().last.take()
    }

    fn shown(&self) -> MutexGuard<'_, Vec<Seen<G::State>>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a state until it is sent.
    pub(crate) fn show(&self, frame: u64, state: G::State) {
        let restores = self.restores.load(Ordering::Relaxed);
        self.shown().push(Seen { frame, restores, state: Arc::new(state) });
    }

    pub(crate) fn has_shown(&self) -> bool {
        !self.shown().is_empty()
    }

    /// Sends the states that are kept, in their order.
    pub(crate) fn send_shown(&self) {
        // If nobody listens just now, nobody misses them.
        self.shown().drain(..).for_each(|seen| _ = self.states.send(seen));
    }

    /// Tells all clients something. Who leaves too much unread is let go.
    pub(crate) fn tell(&self, notice: &Notice) {
        for (seat, notices) in &self.waiting().places {
            self.tell_one(seat, notices, notice.clone());
        }
    }

    fn tell_one(&self, seat: &Seat, notices: &mpsc::Sender<Notice>, notice: Notice) {
        if notices.try_send(notice).is_err() {
            seat.leave();
            self.ring();
        }
    }

    /// Tells all clients that the room was put back, and those who have caused it that they did. An order
    /// that has panicked is to blame; if a hook did, the orders of its frame are. Who is to blame too often
    /// is let go.
    pub(crate) fn tell_restored(&self, restored: &Restored) {
        self.restores.store(restored.times, Ordering::Relaxed);
        self.shown().clear();
        let places = &self.waiting().places;
        let panicked: Vec<bool> = places.iter().map(|(seat, _)| seat.has_panicked()).collect();
        let is_known = panicked.contains(&true);
        for ((seat, notices), has_panicked) in places.iter().zip(panicked) {
            let is_yours = if is_known { has_panicked } else { seat.was_obeyed_in(self.turn()) };
            self.tell_one(seat, notices, Notice::Restored(Restored { is_yours, ..restored.clone() }));
            if is_yours && seat.strike() {
                self.tell_one(seat, notices, Notice::Ended(End::LetGo));
                seat.leave();
            }
        }
        // Those who came after the snapshot get their seats again.
        self.ring();
    }

    /// Notes that the room has ended, and tells its clients why. Who waits for an answer hears that there is
    /// none.
    pub(crate) fn end(&self, why: End) {
        let (places, _unanswered) = {
            let waiting = &mut *self.waiting();
            waiting.has_ended = true;
            (take(&mut waiting.places), waiting.last.take())
        };
        for (seat, notices) in places {
            self.tell_one(&seat, &notices, Notice::Ended(why));
            seat.leave();
        }
    }

    pub(crate) fn set_figures(&self, figures: RoomFigures) {
        *self.figures.lock().unwrap_or_else(PoisonError::into_inner) = figures;
    }
}
