//! [`Room`]: a world with its clients, its snapshots and its pace.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use ecs_core::{SendWorld, SnapshotError, World, time, update_all};

use crate::clock::Clock;
use crate::desk::Desk;
use crate::door::Door;
use crate::error::OpenError;
use crate::figures::RoomFigures;
use crate::game::{Game, RoomId};
use crate::keeper::Keeper;
use crate::notice::{End, Notice, Restored};
use crate::pace::Pace;
use crate::settings::Settings;

/// A world with its clients, its snapshots and its pace. Between two frames it is on no thread.
pub struct Room<G: Game> {
    desk: Arc<Desk<G>>,
    /// `None` while a frame runs, and when the room has ended.
    world: Option<SendWorld>,
    keeper: Keeper,
    pace: Pace,
    figures: RoomFigures,
    /// Somebody is connected.
    has_clients: bool,
    /// When the next frame is due.
    pub(crate) due: Duration,
}

/// A frame of a room that has run.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub(crate) took: Duration,
    /// How much later than it should it has begun.
    pub(crate) late: Duration,
    /// It was expected that it takes longer than its budget.
    pub(crate) was_slow: bool,
    /// The room has no further one.
    pub(crate) has_ended: bool,
}

/// A room with states that its clients were not sent yet.
pub struct Shown<G: Game>(Arc<Desk<G>>);

impl<G: Game> Shown<G> {
    /// Sends them, in their order. The clients of many rooms are woken in one go if this is called for one
    /// room after the other: to wake each from its own frame costs as much as half a frame.
    pub fn send(self) {
        self.0.send_shown();
    }
}

impl<G: Game> Room<G> {
    /// Makes a world, lets a function fill it, and keeps it as the first snapshot.
    ///
    /// # Errors
    ///
    /// [`OpenError::Begin`] with the error of the function, [`OpenError::Panicked`] if it did,
    /// [`OpenError::Snapshot`] and [`OpenError::Send`] if what it has made cannot be saved, or cannot go to
    /// another thread.
    pub fn open<E>(
        id: RoomId,
        settings: &Settings,
        begin: impl FnOnce() -> Result<(), E>,
    ) -> Result<Self, OpenError<E>> {
        let world = World::new();
        match catch_unwind(AssertUnwindSafe(|| world.enter(begin))) {
            Ok(begun) => begun.map_err(OpenError::Begin)?,
            Err(_) => return Err(OpenError::Panicked(id)),
        }
        let desk = Desk::new(id, world.enter(World::remote), settings);
        let mut keeper = Keeper::new(settings.snapshots);
        let mut figures = RoomFigures { every: 1, ..RoomFigures::default() };
        world.enter(|| keep(&mut keeper, &mut figures)).map_err(OpenError::Snapshot)?;
        desk.set_figures(figures);
        let world = world.into_send().map_err(|(_, error)| OpenError::Send(error))?;
        let pace = Pace::new(settings.budget);
        let (world, due) = (Some(world), Duration::ZERO);
        Ok(Self { desk, world, keeper, pace, figures, has_clients: false, due })
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

    /// The room has one frame in so many.
    pub(crate) fn every(&self) -> u32 {
        self.pace.every()
    }

    /// The next frame may take longer than the budget.
    pub(crate) fn is_slow(&self) -> bool {
        self.pace.is_slow()
    }

    pub(crate) fn skip(&mut self, frames: u64) {
        self.figures.skipped += frames;
    }

    /// What is to be sent after a frame, and before long.
    #[must_use]
    pub fn shown(&self) -> Option<Shown<G>> {
        self.desk.has_shown().then(|| Shown(self.desk.clone()))
    }

    /// Runs a frame on this thread. What panics in it is nobody's affair but the room's.
    pub fn frame(&mut self, clock: &dyn Clock) -> Frame {
        let (begun, was_slow) = (clock.now(), self.is_slow());
        let late = begun.saturating_sub(self.due);
        if let Some(world) = self.world.take() {
            self.world = self.run(world.into_world());
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
        Frame { took, late, was_slow, has_ended: self.world.is_none() }
    }

    /// Runs a frame of the world, and packs it again. `None` if the room has ended.
    fn run(&mut self, world: World) -> Option<SendWorld> {
        self.desk.next_turn();
        let turn = catch_unwind(AssertUnwindSafe(|| world.enter(|| self.turn())));
        let end = match turn {
            Ok(end) => end,
            Err(panic) => self.put_back(&world, &*panic),
        };
        let packed = end.map_or_else(|| world.into_send().map_err(|_| End::Stuck), Err);
        packed.inspect_err(|&why| self.desk.end(why)).ok()
    }

    /// Looks at the desk, runs the frame, shows it to the clients, and saves it now and then.
    fn turn(&mut self) -> Option<End> {
        let Self { desk, keeper, figures, has_clients, .. } = self;
        let settings = &desk.settings;
        if desk.has_news() {
            let clients = desk.clients();
            *has_clients = !clients.is_empty();
            G::seat(&clients);
            if let Some(last) = desk.take_last() {
                World::run_remote();
                last();
                return Some(End::Closed);
            }
        }
        update_all(settings.period().as_secs_f32());
        figures.frame = time().frame();
        // Not all rooms at the same time.
        let turn = figures.frame.wrapping_add(desk.id.0);
        if *has_clients && turn.is_multiple_of(settings.frames_per_state.max(1)) {
            desk.show(figures.frame, G::state());
        }
        if turn.is_multiple_of(settings.frames_per_snapshot.max(1)) {
            figures.unsaved += u64::from(keep(keeper, figures).is_err());
        }
        None
    }

    /// Puts the room back to its last snapshot, and tells the clients.
    fn put_back(&mut self, world: &World, panic: &(dyn Any + Send)) -> Option<End> {
        let from = self.figures.frame + 1;
        let put_back = || world.enter(|| self.keeper.put_back(from));
        let Ok(Some(to)) = catch_unwind(AssertUnwindSafe(put_back)) else { return Some(End::Lost) };
        self.figures.restores += 1;
        self.figures.frame = to;
        let (times, message) = (self.figures.restores, message(panic).into());
        self.desk.tell_restored(&Restored { from, to, times, is_yours: false, message });
        None
    }

    /// Ends the room, and tells its clients.
    pub(crate) fn end(self, why: End) {
        self.desk.end(why);
    }
}

/// Saves the current world, and counts what is in it.
fn keep(keeper: &mut Keeper, figures: &mut RoomFigures) -> Result<(), SnapshotError> {
    keeper.keep(time().frame())?;
    let stats = World::stats();
    (figures.objects, figures.bytes) = (stats.alive, stats.bytes());
    Ok(())
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
