//! [`Room`]: a world with its clients, its snapshots and its pace.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ecs_core::{SendWorld, World, time, update_all};
use tokio::sync::oneshot;

use crate::clock::Clock;
use crate::desk::{Desk, Door, End, Notice, Request, Restored, Seen};
use crate::error::{OpenError, RoomError};
use crate::figures::RoomFigures;
use crate::game::{Game, RoomId};
use crate::keeper::Keeper;
use crate::pace::Pace;
use crate::settings::Settings;

/// A world with its clients, its snapshots and its pace. It lives on the thread of its worker.
pub struct Room<G: Game> {
    desk: Arc<Desk<G>>,
    world: World,
    keeper: Keeper,
    pace: Pace,
    figures: RoomFigures,
    /// Somebody is connected.
    has_clients: bool,
    /// When the next frame is due.
    due: Duration,
}

/// A room on its way to another worker.
pub(crate) struct SendRoom<G: Game> {
    desk: Arc<Desk<G>>,
    world: SendWorld,
    keeper: Keeper,
    pace: Pace,
    figures: RoomFigures,
    has_clients: bool,
    due: Duration,
    /// Who has asked for it.
    reply: Option<oneshot::Sender<Result<(), RoomError>>>,
}

/// What comes after a frame.
pub(crate) enum After {
    /// The next one.
    Next,
    /// The room goes to another worker.
    Move(usize, Option<oneshot::Sender<Result<(), RoomError>>>),
    /// Nothing.
    End,
}

impl<G: Game> Room<G> {
    /// Makes a world, lets a function fill it, and keeps it as the first snapshot.
    ///
    /// # Errors
    ///
    /// [`OpenError::Begin`] with the error of the function, [`OpenError::Panicked`] if it did.
    pub fn open<E>(
        id: RoomId,
        settings: &Settings,
        begin: impl FnOnce() -> Result<(), E>,
    ) -> Result<Self, OpenError<E>> {
        let world = World::new();
        match catch_unwind(AssertUnwindSafe(|| world.enter(begin))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(OpenError::Begin(error)),
            Err(_) => return Err(OpenError::Panicked(id)),
        }
        let desk = Desk::new(id, world.enter(World::remote), settings);
        let mut room = Self {
            desk,
            world,
            keeper: Keeper::new(settings.snapshots),
            pace: Pace::new(settings.budget),
            figures: RoomFigures { every: 1, ..RoomFigures::default() },
            has_clients: false,
            due: Duration::ZERO,
        };
        room.world.enter(|| keep(&mut room.keeper, &mut room.figures));
        room.desk.set_figures(room.figures);
        Ok(room)
    }

    /// The way in.
    #[must_use]
    pub fn door(&self) -> Door<G> {
        Door(self.desk.clone())
    }

    /// The number of the room.
    #[must_use]
    pub fn id(&self) -> RoomId {
        self.desk.id
    }

    pub(crate) fn due(&self) -> Duration {
        self.due
    }

    pub(crate) fn set_due(&mut self, due: Duration) {
        self.due = due;
    }

    pub(crate) fn every(&self) -> u32 {
        self.pace.every()
    }

    pub(crate) fn typical(&self) -> Duration {
        self.pace.typical()
    }

    pub(crate) fn skip(&mut self, frames: u64) {
        self.figures.skipped += frames;
    }

    pub(crate) fn set_worker(&mut self, worker: usize) {
        self.figures.worker = worker;
    }

    /// Runs a frame, and says how long it took. What panics in it is nobody's affair but the room's.
    pub(crate) fn frame(&mut self, clock: &dyn Clock) -> (Duration, After) {
        let begun = clock.now();
        let mut after = After::Next;
        self.desk.turn.fetch_add(1, Ordering::Relaxed);
        let turn = catch_unwind(AssertUnwindSafe(|| self.turn(&mut after)));
        if let Err(panic) = turn {
            after = self.put_back(&*panic);
        } else if matches!(after, After::End) {
            self.desk.end(End::Closed);
        }
        let took = clock.now().saturating_sub(begun);
        if let Some(every) = self.pace.note(took) {
            self.desk.tell(&Notice::Every(every));
        }
        self.figures.frames += 1;
        self.figures.every = self.pace.every();
        self.figures.typical = self.pace.typical();
        self.figures.worst = self.pace.worst();
        self.desk.set_figures(self.figures);
        (took, after)
    }

    /// Looks at the desk, runs the frame, shows it to the clients, and saves it now and then.
    fn turn(&mut self, after: &mut After) {
        let Self { desk, world, keeper, figures, has_clients, .. } = self;
        let settings = &desk.settings;
        world.enter(|| {
            if desk.has_news() {
                let clients = desk.clients();
                *has_clients = !clients.is_empty();
                G::seat(&clients);
                for request in desk.take_requests() {
                    match request {
                        Request::Close(last) => {
                            World::run_remote();
                            last();
                            *after = After::End;
                            return;
                        }
                        Request::Move(worker, reply) => *after = After::Move(worker, Some(reply)),
                    }
                }
            }
            update_all(settings.period().as_secs_f32());
            figures.frame = time().frame();
            if *has_clients && figures.frame.is_multiple_of(settings.frames_per_state.max(1)) {
                let state = Arc::new(G::state());
                // Nobody may listen just now.
                _ = desk.states.send(Seen { frame: figures.frame, state });
            }
            if figures.frame.is_multiple_of(settings.frames_per_snapshot.max(1)) {
                keep(keeper, figures);
            }
        });
    }

    /// Puts the room back to its last snapshot, and tells the clients.
    fn put_back(&mut self, panic: &(dyn Any + Send)) -> After {
        let from = self.figures.frame + 1;
        let put_back = || self.keeper.put_back();
        let Ok(Some(to)) = catch_unwind(AssertUnwindSafe(|| self.world.enter(put_back))) else {
            self.desk.end(End::Lost);
            return After::End;
        };
        self.figures.restores += 1;
        self.figures.frame = to;
        let restored = Restored { from, to, is_yours: false, message: message(panic).into() };
        self.desk.tell_restored(&restored);
        // Those who came after the snapshot get their seats again.
        self.desk.ring();
        After::Next
    }

    /// Packs the room for another thread. It comes back with its own reply if it cannot go.
    pub(crate) fn into_send(
        self,
        reply: Option<oneshot::Sender<Result<(), RoomError>>>,
    ) -> Result<SendRoom<G>, Self> {
        let Self { desk, world, keeper, pace, figures, has_clients, due } = self;
        match world.into_send() {
            Ok(world) => Ok(SendRoom { desk, world, keeper, pace, figures, has_clients, due, reply }),
            Err((world, _)) => {
                reply.map(|reply| reply.send(Err(RoomError::NotSend(desk.id))));
                Err(Self { desk, world, keeper, pace, figures, has_clients, due })
            }
        }
    }

    /// Ends the room, and tells its clients.
    pub(crate) fn end(self, why: End) {
        self.desk.end(why);
    }
}

impl<G: Game> SendRoom<G> {
    /// Unpacks the room on the thread of its worker.
    pub(crate) fn into_room(self) -> Room<G> {
        let Self { desk, world, keeper, pace, figures, has_clients, due, reply } = self;
        reply.map(|reply| reply.send(Ok(())));
        Room { desk, world: world.into_world(), keeper, pace, figures, has_clients, due }
    }
}

/// Saves the current world, and counts what is in it.
fn keep(keeper: &mut Keeper, figures: &mut RoomFigures) {
    keeper.keep(time().frame());
    let stats = World::stats();
    (figures.objects, figures.bytes) = (stats.alive, stats.bytes());
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
