//! [`Desk`]: where a room meets those who want something of it, on whatever thread they are. [`Door`] leads
//! there.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ecs_core::Remote;
use tokio::sync::{Semaphore, broadcast, mpsc, oneshot};

use crate::client::Client;
use crate::error::RoomError;
use crate::figures::RoomFigures;
use crate::game::{ClientId, Game, RoomId};
use crate::settings::Settings;

/// So many notices a client may leave unread, before the room lets it go.
const NOTICES: usize = 8;

/// So many times a client may cause that the room is put back, before the room lets it go.
const STRIKES: u32 = 3;

/// What a client is told beside the states. Of these it loses none.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Notice {
    /// The room was put back to an earlier frame, because something in it has panicked.
    Restored(Restored),
    /// From now on the room has one frame of so many: it takes longer than its budget, or no longer does.
    Every(u32),
    /// Nothing comes after this.
    Ended(End),
}

/// How a room was put back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restored {
    /// The frame that has panicked.
    pub from: u64,
    /// The frame from which it goes on.
    pub to: u64,
    /// An order of this client has panicked, or has run in the frame that did.
    pub is_yours: bool,
    /// What the panic said.
    pub message: Arc<str>,
}

/// Why a client hears no more of its room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum End {
    /// The room was closed.
    Closed,
    /// The room has panicked, and there was no snapshot left to put it back to.
    Lost,
    /// The room had something in it after a frame that cannot go to another thread, such as a guard that was
    /// kept.
    Stuck,
    /// The client has connected once more.
    Replaced,
    /// The client has caused that the room was put back, several times.
    LetGo,
}

/// A state of a room, for all of its clients.
pub(crate) struct Seen<S> {
    pub(crate) frame: u64,
    pub(crate) state: Arc<S>,
}

/// What a room has of a client.
pub(crate) struct Seat {
    pub(crate) client: ClientId,
    /// Has a permit for each order that may wait; is closed when the client is let go.
    pub(crate) free: Arc<Semaphore>,
    has_left: AtomicBool,
    /// An order of the client runs.
    obeying: AtomicBool,
    /// The frame, as the room counts them, in which its last order ran.
    obeyed_in: AtomicU64,
    strikes: AtomicU32,
}

impl Seat {
    /// Says that nobody is there any more: what it has ordered is not done.
    pub(crate) fn leave(&self) {
        self.has_left.store(true, Ordering::Relaxed);
        self.free.close();
    }

    pub(crate) fn has_left(&self) -> bool {
        self.has_left.load(Ordering::Relaxed)
    }

    /// Does what the client wants, in its room.
    pub(crate) fn obey<G: Game>(&self, order: G::Order, desk: &Desk<G>) {
        if !self.has_left() {
            self.obeyed_in.store(desk.turn.load(Ordering::Relaxed), Ordering::Relaxed);
            self.obeying.store(true, Ordering::Relaxed);
            G::obey(self.client, order);
            self.obeying.store(false, Ordering::Relaxed);
        }
    }
}

/// What a room does before it ends.
type Last = Box<dyn FnOnce() + Send>;

/// Those who are connected, as the room knows them.
type Places = Vec<(Arc<Seat>, mpsc::Sender<Notice>)>;

/// Where a room meets others.
pub(crate) struct Desk<G: Game> {
    pub(crate) id: RoomId,
    pub(crate) settings: Settings,
    pub(crate) remote: Remote,
    pub(crate) states: broadcast::Sender<Seen<G::State>>,
    /// Counts the frames of the room, also those that were lost.
    pub(crate) turn: AtomicU64,
    waiting: Mutex<Waiting>,
    /// Something in `waiting` has changed.
    has_news: AtomicBool,
    figures: Mutex<RoomFigures>,
}

#[derive(Default)]
struct Waiting {
    places: Places,
    /// What the room shall do before it ends.
    last: Option<Last>,
    has_ended: bool,
}

impl<S> Clone for Seen<S> {
    fn clone(&self) -> Self {
        Self { frame: self.frame, state: self.state.clone() }
    }
}

impl<G: Game> Desk<G> {
    /// The desk of a room whose world takes closures by `remote`.
    pub(crate) fn new(id: RoomId, remote: Remote, settings: &Settings) -> Arc<Self> {
        Arc::new(Self {
            id,
            remote,
            states: broadcast::Sender::new(settings.states_waiting.max(1)),
            settings: settings.clone(),
            turn: AtomicU64::new(0),
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

    /// Says whether somebody came or went, or wants something, since this was asked last.
    pub(crate) fn has_news(&self) -> bool {
        self.has_news.load(Ordering::Relaxed) && self.has_news.swap(false, Ordering::Acquire)
    }

    /// Forgets those who have left, and says who is there.
    pub(crate) fn clients(&self) -> Vec<ClientId> {
        let places = &mut self.waiting().places;
        places.retain(|(seat, _)| !seat.has_left());
        places.iter().map(|(seat, _)| seat.client).collect()
    }

    /// What the room shall do before it ends, if it shall.
    pub(crate) fn take_last(&self) -> Option<Last> {
        self.waiting().last.take()
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

    /// Tells all clients that the room was put back, and those who have caused it that they did. Who did so
    /// too often is let go.
    pub(crate) fn tell_restored(&self, restored: &Restored) {
        let places = &self.waiting().places;
        let turn = self.turn.load(Ordering::Relaxed);
        // An order that has panicked is to blame; a hook that did is blamed on the orders of its frame.
        let at_it: Vec<bool> =
            places.iter().map(|(seat, _)| seat.obeying.swap(false, Ordering::Relaxed)).collect();
        let is_known = at_it.contains(&true);
        for ((seat, notices), at_it) in places.iter().zip(at_it) {
            let in_frame = seat.obeyed_in.load(Ordering::Relaxed) == turn;
            let is_yours = at_it || (!is_known && in_frame);
            self.tell_one(seat, notices, Notice::Restored(Restored { is_yours, ..restored.clone() }));
            if is_yours && seat.strikes.fetch_add(1, Ordering::Relaxed) + 1 >= STRIKES {
                self.tell_one(seat, notices, Notice::Ended(End::LetGo));
                seat.leave();
                self.ring();
            }
        }
    }

    /// Notes that the room has ended, and tells its clients why.
    pub(crate) fn end(&self, why: End) {
        self.tell(&Notice::Ended(why));
        let mut waiting = self.waiting();
        waiting.has_ended = true;
        waiting.places.drain(..).for_each(|(seat, _)| seat.leave());
        // Who waits for an answer hears that there is none.
        waiting.last = None;
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.waiting().has_ended
    }

    pub(crate) fn set_figures(&self, figures: RoomFigures) {
        *self.figures.lock().unwrap_or_else(PoisonError::into_inner) = figures;
    }

    pub(crate) fn figures(&self) -> RoomFigures {
        *self.figures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The way into a room, wherever its worker is. Clones lead into the same one.
pub struct Door<G: Game>(pub(crate) Arc<Desk<G>>);

impl<G: Game> Clone for Door<G> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<G: Game> Door<G> {
    /// The room to which this leads.
    #[must_use]
    pub fn id(&self) -> RoomId {
        self.0.id
    }

    /// Connects a client. One that was connected under the same number hears that it is over.
    ///
    /// # Errors
    ///
    /// [`RoomError::Ended`].
    pub fn connect(&self, client: ClientId) -> Result<Client<G>, RoomError> {
        let (notices, told) = mpsc::channel(NOTICES);
        let seat = Arc::new(Seat {
            client,
            free: Arc::new(Semaphore::new(self.0.settings.orders_waiting.max(1))),
            has_left: AtomicBool::new(false),
            obeying: AtomicBool::new(false),
            obeyed_in: AtomicU64::new(u64::MAX),
            strikes: AtomicU32::new(0),
        });
        let states = self.0.states.subscribe();
        {
            let waiting = &mut *self.0.waiting();
            if waiting.has_ended {
                return Err(RoomError::Ended(self.id()));
            }
            for (before, notices) in waiting.places.extract_if(.., |(seat, _)| seat.client == client) {
                self.0.tell_one(&before, &notices, Notice::Ended(End::Replaced));
                before.leave();
            }
            waiting.places.push((seat.clone(), notices));
        }
        self.0.ring();
        Ok(Client::new(self.0.clone(), seat, states, told))
    }

    /// Runs a function in the world of the room before its next frame, after what was sent to it until now,
    /// and returns its result: a save of a room that goes on, for example.
    ///
    /// # Errors
    ///
    /// [`RoomError::Ended`], or [`RoomError::Panicked`] if the function did.
    pub async fn ask<R: Send + 'static>(
        &self,
        f: impl FnOnce() -> R + Send + 'static,
    ) -> Result<R, RoomError> {
        let (reply, answer) = oneshot::channel();
        let sent = self.0.remote.send(move || _ = reply.send(f()));
        sent.map_err(|_| RoomError::Ended(self.id()))?;
        answer.await.map_err(|_| self.why_not())
    }

    /// Closes the room before its next frame. What was ordered until then is done, then this function runs,
    /// and nothing after it: what it returns, such as a save, is the room as it ends.
    ///
    /// # Errors
    ///
    /// As [`ask`](Self::ask). A room that has panicked goes on. [`RoomError::Ended`] too if somebody else
    /// closes it already.
    pub async fn close<R: Send + 'static>(
        &self,
        last: impl FnOnce() -> R + Send + 'static,
    ) -> Result<R, RoomError> {
        let (reply, answer) = oneshot::channel();
        {
            let waiting = &mut *self.0.waiting();
            if waiting.has_ended || waiting.last.is_some() {
                return Err(RoomError::Ended(self.id()));
            }
            waiting.last = Some(Box::new(move || _ = reply.send(last())));
        }
        self.0.ring();
        answer.await.map_err(|_| self.why_not())
    }

    fn why_not(&self) -> RoomError {
        if self.0.has_ended() { RoomError::Ended(self.id()) } else { RoomError::Panicked(self.id()) }
    }

    /// What the room has measured of itself.
    #[must_use]
    pub fn figures(&self) -> RoomFigures {
        self.0.figures()
    }
}
