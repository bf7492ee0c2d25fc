//! The score, and the systems that keep it: they hear of what was sent, what has ended and what has changed
//! since they ran the last time.

use ecs_core::{Changed, Events, IntoSystem, Phase, Query, Removed, Schedule, Singleton, World};
use serde::Serialize;

use super::{Armour, Crate, Destroyed};

/// What the players have done so far.
#[derive(Singleton, Clone, Copy, Default, Serialize)]
pub struct Score {
    /// Points for crates.
    pub points: [u32; 2],
    /// Tanks of the other player that were destroyed.
    pub wins: [u32; 2],
    /// Crates that are no more.
    crates: u32,
    /// How often the armour of a tank has changed.
    changes: u32,
}

fn count_wins(ends: Events<Destroyed>, score: &mut Score) {
    for (_, end) in &ends {
        score.wins[usize::from(end.by)] += u32::from(end.by != end.player);
    }
}

fn count_crates(gone: Removed<Crate>, score: &mut Score) {
    score.crates += gone.iter().count() as u32;
}

fn count_changes(changed: Query<&Armour, Changed<Armour>>, score: &mut Score) {
    score.changes += changed.count() as u32;
}

/// Has the systems run in each frame.
pub(super) fn keep() {
    let schedule = Schedule::new().add((count_wins, count_crates, count_changes).chain());
    World::set_schedule(Phase::LateUpdate, schedule);
}
