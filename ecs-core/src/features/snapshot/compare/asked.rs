//! The methods of [`Snapshots`] that hash and compare.

use super::super::hash::StateHash;
use super::super::snapshots::Snapshots;
use super::hashing::hash;
use super::state::{Difference, WorldState, differences, state};
use crate::error::SnapshotError;

impl Snapshots {
    /// Hashes the world as it was when a frame was saved: equal on all machines on which the same has
    /// happened.
    ///
    /// Made when it is first asked for, and kept. Parts that two snapshots share are hashed once.
    ///
    /// ```
    /// # use ecs_core::{Component, Entity, Snapshots, World};
    /// # use serde::Serialize;
    /// #[derive(Component, Clone, Copy, Serialize)]
    /// struct Health(f32);
    ///
    /// let mut hash = [0, 0];
    /// for hash in &mut hash {
    ///     *hash = World::new().enter(|| {
    ///         Entity::spawn().insert(Health(3.0));
    ///         let mut snapshots = Snapshots::new(1);
    ///         snapshots.save(0)?;
    ///         snapshots.hash(0).map(|hash| hash.total())
    ///     })?;
    /// }
    /// assert_eq!(hash[0], hash[1]);
    /// # Ok::<(), ecs_core::SnapshotError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SnapshotError::NoSuchFrame`], and [`SnapshotError::Format`] if a `Serialize` fails.
    pub fn hash(&mut self, frame: u64) -> Result<&StateHash, SnapshotError> {
        let place = self.ring.find(frame)?;
        hash(&mut self.ring.saved[place])
    }

    /// Returns all that the [hash](Self::hash) of a frame is made of, to be sent to another machine and
    /// compared there.
    ///
    /// It is large: for the frame in which the hashes differ, not for each.
    ///
    /// # Errors
    ///
    /// As [`hash`](Self::hash).
    pub fn state(&self, frame: u64) -> Result<WorldState, SnapshotError> {
        state(&self.ring.saved[self.ring.find(frame)?])
    }

    /// Says in what the world of a frame differs from that of another machine: which component of which
    /// entity, and which of its fields. At most twenty differences are listed of each type.
    ///
    /// ```
    /// # use ecs_core::{Component, Entity, Snapshots};
    /// # use serde::Serialize;
    /// #[derive(Component, Clone, Copy, Serialize)]
    /// struct Transform { pos: (f32, f32) }
    ///
    /// let boss = Entity::spawn().insert(Transform { pos: (1.0, 3.0) });
    /// boss.entity().set_name("boss");
    /// let mut snapshots = Snapshots::new(2);
    /// snapshots.save(98)?;
    /// boss.borrow_mut().pos.1 = 3.5;
    /// snapshots.save(99)?;
    /// let theirs = snapshots.state(99)?; // elsewhere, and sent here
    ///
    /// let differences = snapshots.diff(98, &theirs)?;
    /// assert_eq!(differences[0].to_string(), "Transform of 0v1 \"boss\": pos.1 3.0 | 3.5");
    /// # Ok::<(), ecs_core::SnapshotError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`hash`](Self::hash).
    pub fn diff(&self, frame: u64, theirs: &WorldState) -> Result<Vec<Difference>, SnapshotError> {
        Ok(differences(&self.state(frame)?, theirs))
    }
}
