//! [`Snapshots`]: the last snapshots of a world.

use std::rc::Rc;

use crate::error::{SendError, SnapshotError};
use crate::world::{current, with_current_or_new};

use super::loading::load;
use super::ring::Ring;
use super::saving::save;
use super::send::SendSnapshots;

/// Keeps the last snapshots of a world, each under the number of a frame.
///
/// A snapshot is the whole world: entities with their generations, names, links and switches, all components
/// in their order, singletons, pools, timers, the clock, and what waits for systems to read it. Going back to
/// one runs no hook, and every id and handle of that time means what it meant then, also those that are kept
/// outside of the world. So a world that goes on from there with the same input does the same again.
///
/// ```
/// use ecs_core::{Component, Entity, Snapshots, update_all};
///
/// #[derive(Component, Clone, Copy)]
/// struct Plane { x: f32 }
///
/// impl Plane {
///     fn update(&mut self, dt: f32) {
///         self.x += 10.0 * dt;
///     }
/// }
///
/// let plane = Entity::spawn().insert(Plane { x: 0.0 });
/// let mut snapshots = Snapshots::new(10);
/// for frame in 0..5 {
///     snapshots.save(frame)?;
///     update_all(0.1);
/// }
/// snapshots.load(2)?; // as it was before the third frame
/// assert_eq!(plane.borrow().x, 2.0);
/// # Ok::<(), ecs_core::SnapshotError>(())
/// ```
///
/// Save right after [`update_all`](crate::update_all), or before it if nothing was changed in between, and
/// load between two of them, while nothing is borrowed. What is despawned between the two, and then looked at
/// on one machine alone, may leave the rows in another order there.
///
/// # What a type needs
///
/// It is `Clone`. If it is `Copy` too, only rows that were written to since the last snapshot are copied, as
/// long as no component of the type has come or gone, and the rest is shared by both; so derive `Copy` where
/// you can. A type that is neither, or only shows the game, says `#[component(no_snapshot)]`: its components
/// then stay as they are, on those of their entities that live in the snapshot too. On other entities, and
/// where a component of the snapshot excludes them, they end, and a later [`load`](Self::load) does not bring
/// them back. What is shared by an `Rc` or `Arc` does not go back: a clone shares it too. For
/// [`hash`](Self::hash), [`state`](Self::state) and [`diff`](Self::diff) a type is `Serialize`.
///
/// # What is not in a snapshot
///
/// - What is outside of the world: locals, statics, what systems and closures have captured. Keep the state
///   of the game in components and singletons.
/// - Who observes: closures that were given to [`observe`](crate::observe) stay as they are. Types that
///   observe by `#[component(on(..))]` do so from their first add on, and that is in the snapshot.
/// - Schedules: they stay. When each of their systems has run last is in the snapshot, as what its
///   [`Events`](crate::Events) and filters see depends on it.
/// - What was sent by a [`Remote`](crate::Remote) and did not arrive yet.
/// - Tasks: a future cannot be copied. While one runs, a snapshot is refused.
/// - Soft failures, panics and timings that were noted.
///
/// # What is kept outside of the world
///
/// - Ids, handles and timers of the undone future are dead right after [`load`](Self::load). The next spawn
///   hands the same ids out again, on each machine alike: so forget dead ids before that.
/// - [Ticks](crate::Tick) go on rising. Since a tick of the undone future all components have changed, and so
///   they have for a [`Schedule`](crate::Schedule) that you run yourself. In passes and in the schedules of
///   the world, filters say the same as the first time.
/// - Loops over children, descendants and ancestors end.
/// - While a [`Loading`](crate::saves::Loading) is kept that was read and is not in the world, its ids are
///   promised, and nothing is saved or loaded.
///
/// # Costs
///
/// O(what has changed) for types that are `Copy`, else O(n). Memory is used again: a game that saves each
/// frame allocates nothing once it is warm, but for what its own `clone`s allocate, and for timers, pools and
/// waiting events. See `docs/performance.md`.
///
/// The idea of a ring of states is that of rollback netcode, as in GGPO; see `docs/rollback.md`.
pub struct Snapshots {
    pub(super) ring: Box<Ring>,
}

impl Snapshots {
    /// Makes room for a number of snapshots, at least one. When another one is saved, the oldest is dropped.
    ///
    /// They belong to the world that is current when the first is saved.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { ring: Box::new(Ring::new(most)) }
    }

    /// Saves the current world under the number of a frame. One that was saved under the same number before
    /// is replaced.
    ///
    /// The values of the replaced snapshot are dropped by the next save.
    ///
    /// # Errors
    ///
    /// [`SnapshotError::NotClone`] with all types that cannot be copied; [`SnapshotError::InsideHook`],
    /// [`SnapshotError::Busy`], [`SnapshotError::Waiting`], [`SnapshotError::Promised`] and
    /// [`SnapshotError::Task`] if something is under way; [`SnapshotError::WrongWorld`] if these are
    /// snapshots of another world; [`SnapshotError::World`] if there is none that takes calls, and none can
    /// be made; [`SnapshotError::NoMemory`]. The world and the other snapshots are as they were.
    ///
    /// # Panics
    ///
    /// If the `Clone` or `Drop` of a value panics, or if a `Clone` calls the world. No snapshot is lost.
    #[track_caller]
    pub fn save(&mut self, frame: u64) -> Result<(), SnapshotError> {
        let core = with_current_or_new(Rc::clone).map_err(SnapshotError::World)?;
        self.ring.check_world(&core)?;
        save(&core, &mut self.ring, frame)
    }

    /// Sets the current world to the state of a saved frame. All snapshots stay, also later ones.
    ///
    /// No hook runs, and no event is sent. Values that the world had meanwhile are dropped.
    ///
    /// # Errors
    ///
    /// [`SnapshotError::NoSuchFrame`], and as [`save`](Self::save), but for types that cannot be copied and
    /// tasks: they end. The world is as it was.
    ///
    /// # Panics
    ///
    /// As [`save`](Self::save): if a `Clone` panics, the world is as it was; if a `Drop` panics, the world
    /// has gone back.
    #[track_caller]
    pub fn load(&mut self, frame: u64) -> Result<(), SnapshotError> {
        let core = current().map_err(SnapshotError::World)?;
        self.ring.check_world(&core)?;
        load(&core, &mut self.ring, frame)
    }

    /// Says whether there is a snapshot of a frame.
    #[must_use]
    pub fn contains(&self, frame: u64) -> bool {
        self.ring.place_of(frame).is_some()
    }

    /// Yields the frames of which there are snapshots, in no order.
    pub fn frames(&self) -> impl Iterator<Item = u64> {
        self.ring.saved.iter().map(|saved| saved.frame)
    }

    /// Counts the bytes of the components of all snapshots, with their rows and look-up; those that several
    /// share once for each.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.ring.saved.iter().flat_map(|saved| &saved.columns).map(|column| column.bytes()).sum()
    }

    /// Makes the snapshots ready for another thread, as [`World::into_send`](crate::World::into_send) does
    /// that with their world.
    ///
    /// # Errors
    ///
    /// Returns them with [`SendError::NotSend`] if they have values of a type that is not known to be `Send`.
    pub fn into_send(mut self) -> Result<SendSnapshots, (Self, SendError)> {
        // What is left of old ones, and what was prepared for going back, may have values too.
        self.ring.forget_spare();
        match self.ring.find_not_send() {
            Some(component) => Err((self, SendError::NotSend { component })),
            None => Ok(SendSnapshots::pack(self.ring)),
        }
    }
}

impl SendSnapshots {
    /// Takes the snapshots out, on the thread of their world.
    #[must_use]
    pub fn into_snapshots(self) -> Snapshots {
        Snapshots { ring: self.unpack() }
    }
}

crate::base::debug_by! {
    [] Snapshots, |this, f|
        f.debug_struct("Snapshots").field("frames", &this.frames().collect::<Vec<_>>()).finish()
}
