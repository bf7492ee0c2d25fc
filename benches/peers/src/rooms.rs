//! The scenario `rooms`: many small worlds.

use std::hint::black_box;

use crate::sample::{Case, Sample, time_frames, timed};

/// A world with one entity of five components.
pub trait Room: Sized + 'static {
    /// Makes it.
    fn new() -> Self;

    /// Enters it, and does nothing there.
    fn enter(&mut self) {
        black_box(self);
    }

    /// Adds one to a component of its entity.
    fn update(&mut self);

    /// Returns that component.
    fn value(&mut self) -> f64;
}

/// Makes rooms, enters each, updates each, and drops them.
pub fn rooms<R: Room>(count: usize) -> Case {
    Box::new(move || {
        let (create, mut rooms) = timed(count, || (0..count).map(|_| R::new()).collect::<Vec<R>>());
        let enter = time_frames(count, &mut rooms, |rooms| rooms.iter_mut().for_each(R::enter));
        let update = time_frames(count, &mut rooms, |rooms| rooms.iter_mut().for_each(R::update));
        let sum = rooms.iter_mut().map(R::value).sum();
        let (drop, ()) = timed(count, || drop(rooms));
        Sample { figures: vec![create, enter, update, drop], sum }
    })
}
