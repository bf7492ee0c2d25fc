//! What ggrs asks for, done by `Snapshots`. It knows nothing of the game: copy this file into yours.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::time::{Duration, Instant};

use ecs_core::{Difference, SnapshotError, Snapshots, StateHash, WorldState, update_all};
use ggrs::{Config, Frame, GgrsRequest, InputStatus};

/// Saves, loads and simulates the current world. ggrs keeps no state, only the hash: `type State = ()`.
pub struct Rollback {
    snapshots: Snapshots,
    step: f32,
    /// The frame that is simulated next, the furthest that there was, and the last one that was saved.
    frame: Frame,
    furthest: Frame,
    saved: Frame,
    /// Each frame as it was at first, if that is compared.
    first: Option<Snapshots>,
    /// What all of it costs.
    pub costs: Costs,
}

/// What a session has cost so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Costs {
    /// Times that the session went back to an earlier frame.
    pub rollbacks: u32,
    /// Frames that were simulated once more.
    pub again: u32,
    /// Of the saves.
    pub save: Cost,
    /// Of the loads.
    pub load: Cost,
    /// Of the hashes.
    pub hash: Cost,
    /// Of the frames.
    pub update: Cost,
}

/// How often something was done, and how long all of that took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// How often.
    pub times: u32,
    /// How long in all.
    pub all: Duration,
}

impl Cost {
    fn of<T>(&mut self, f: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let done = f();
        self.times += 1;
        self.all += begin.elapsed();
        done
    }

    /// How long it took once, on average.
    pub fn each(self) -> Duration {
        self.all.checked_div(self.times).unwrap_or_default()
    }
}

impl Rollback {
    /// Keeps the last `kept` frames. ggrs goes back by 8 at most, unless the session says otherwise. Keep
    /// more: one hears of a desync later than that, and its frame must still be there to be looked into.
    pub fn new(kept: usize, step: f32) -> Rollback {
        let (snapshots, first, costs) = (Snapshots::new(kept), None, Costs::default());
        Rollback { snapshots, step, frame: 0, furthest: 0, saved: 0, first, costs }
    }

    /// Compares each frame that is simulated once more with what it was at first, and names what differs. It
    /// is for a `SyncTestSession`, in which all inputs are known from the beginning, and takes longer.
    pub fn comparing(kept: usize, step: f32) -> Rollback {
        Rollback { first: Some(Snapshots::new(kept)), ..Rollback::new(kept, step) }
    }

    /// Does what the session asks for. `set_inputs` writes the inputs of all players to the world.
    pub fn fulfil<C: Config<State = ()>>(
        &mut self,
        requests: Vec<GgrsRequest<C>>,
        mut set_inputs: impl FnMut(Vec<(C::Input, InputStatus)>),
    ) -> Result<(), RollbackError> {
        for request in requests {
            match request {
                GgrsRequest::SaveGameState { cell, frame } => {
                    self.costs.save.of(|| self.snapshots.save(frame as u64))?;
                    self.saved = frame;
                    let hash = self.costs.hash.of(|| self.snapshots.hash(frame as u64))?.total();
                    cell.save(frame, Some(()), Some(hash.into()));
                    self.compare(frame, hash)?;
                }
                GgrsRequest::LoadGameState { frame, .. } => {
                    self.costs.load.of(|| self.snapshots.load(frame as u64))?;
                    self.costs.rollbacks += 1;
                    self.frame = frame;
                }
                GgrsRequest::AdvanceFrame { inputs } => {
                    set_inputs(inputs);
                    self.costs.update.of(|| update_all(self.step));
                    self.costs.again += u32::from(self.frame < self.furthest);
                    self.frame += 1;
                    self.furthest = self.furthest.max(self.frame);
                }
            }
        }
        Ok(())
    }

    /// The last frame that no rollback will change. `confirmed` is what the session says: the last frame of
    /// which the inputs of all players are here. So all is known of the state at the begin of the next one.
    pub fn last_final(&self, confirmed: Frame) -> Frame {
        self.saved.min(confirmed + 1)
    }

    /// The hash of a frame that is kept.
    pub fn hash(&mut self, frame: Frame) -> Result<&StateHash, SnapshotError> {
        self.snapshots.hash(frame as u64)
    }

    /// The bytes of all frames that are kept.
    pub fn bytes(&self) -> usize {
        self.snapshots.bytes()
    }

    /// All values of a frame that is kept, for the other player.
    pub fn state(&self, frame: Frame) -> Result<WorldState, SnapshotError> {
        self.snapshots.state(frame as u64)
    }

    /// What differs between a frame that is kept and the same frame of the other player.
    pub fn diff(&self, frame: Frame, theirs: &WorldState) -> Result<Vec<Difference>, SnapshotError> {
        self.snapshots.diff(frame as u64, theirs)
    }

    fn compare(&mut self, frame: Frame, hash: u64) -> Result<(), RollbackError> {
        let (Some(first), number) = (&mut self.first, frame as u64) else { return Ok(()) };
        if !first.contains(number) {
            first.save(number)?;
        } else if first.hash(number)?.total() != hash {
            let differences = self.snapshots.diff(number, &first.state(number)?)?;
            return Err(RollbackError::Differs { frame, differences });
        }
        Ok(())
    }
}

/// Why a request of ggrs was not fulfilled.
#[derive(Debug)]
#[non_exhaustive]
pub enum RollbackError {
    /// The world could not be saved or loaded, or what is asked for is not kept any more.
    Snapshot(SnapshotError),
    /// A frame was not the same when it was simulated once more, with the same inputs.
    Differs {
        /// The first frame that was not.
        frame: Frame,
        /// What differs: now, and at first.
        differences: Vec<Difference>,
    },
}

impl Display for RollbackError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            RollbackError::Snapshot(error) => error.fmt(f),
            RollbackError::Differs { frame, differences } => {
                write!(
                    f,
                    "frame {frame} was not the same when it was simulated again: something outside of the \
                     world steers the game, or a component that no snapshot has; now | at first:"
                )?;
                differences.iter().try_for_each(|difference| write!(f, "\n  {difference}"))
            }
        }
    }
}

impl Error for RollbackError {}

impl From<SnapshotError> for RollbackError {
    fn from(error: SnapshotError) -> RollbackError {
        RollbackError::Snapshot(error)
    }
}
