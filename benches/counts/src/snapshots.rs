//! The world is saved to a snapshot, and goes back to one.

use ecs_core::{Component, Snapshots};

use crate::access::{ROWS, moving};
use crate::types::Pos;
use crate::{Program, measure};

pub const PROGRAMS: &[Program] = &[
    ("snapshot_save", |n| {
        let mut snapshots = prepared();
        measure(move || {
            for frame in 0..(n / ROWS) as u64 {
                write();
                snapshots.save(frame + 2 * KEPT as u64).unwrap();
            }
        })
    }),
    ("snapshot_save_unwritten", |n| {
        let mut snapshots = prepared();
        measure(move || {
            for frame in 0..(n / ROWS) as u64 {
                snapshots.save(frame + 2 * KEPT as u64).unwrap();
            }
        })
    }),
    ("snapshot_load", |n| {
        let mut snapshots = prepared();
        measure(move || {
            for _ in 0..n / ROWS {
                write();
                snapshots.load(2 * KEPT as u64 - 1).unwrap();
            }
        })
    }),
];

/// The number of snapshots that are kept.
const KEPT: usize = 4;

/// Saves more snapshots than are kept, so that their memory is used again.
fn prepared() -> Snapshots {
    moving(ROWS);
    let mut snapshots = Snapshots::new(KEPT);
    (0..2 * KEPT as u64).for_each(|frame| {
        write();
        snapshots.save(frame).unwrap();
    });
    snapshots
}

fn write() {
    Pos::view_mut().iter_mut().for_each(|pos| pos.0[1] += 1.0);
}
