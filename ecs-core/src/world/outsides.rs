//! [`Outsides`]: what belongs to a world and lies outside of its columns, found again by number.

use core::cell::{Cell, RefCell};
use core::sync::atomic::{AtomicU64, Ordering};
use std::{rc, sync};

use crate::base::{AnyCopy, Outside, OutsidePlace};

/// What belongs to a world and lies outside of its columns, as long as somebody keeps it.
pub(crate) struct Outsides {
    /// What moves with the world to other threads.
    moving: RefCell<Vec<(u64, sync::Weak<dyn Outside + Send + Sync>)>>,
    /// What stays on the thread where it is, with the stay in which it was added.
    staying: RefCell<Vec<(OutsidePlace, rc::Weak<dyn Outside>)>>,
    /// Another one in each world, and after each move: what has stayed behind is to be added again.
    stay: Cell<u64>,
}

/// What was saved of each, by its number.
pub(crate) type SavedOutsides = Vec<(u64, AnyCopy)>;

impl Default for Outsides {
    fn default() -> Self {
        Self { moving: RefCell::default(), staying: RefCell::default(), stay: Cell::new(next_number()) }
    }
}

/// A number that nothing has, in any world.
fn next_number() -> u64 {
    static NUMBERS: AtomicU64 = AtomicU64::new(0);
    NUMBERS.fetch_add(1, Ordering::Relaxed) + 1
}

impl Outsides {
    /// Saves this with the world from now on.
    pub(crate) fn add_moving(&self, outside: sync::Weak<dyn Outside + Send + Sync>) {
        let moving = &mut *self.moving.borrow_mut();
        moving.retain(|(_, outside)| outside.strong_count() != 0);
        moving.push((next_number(), outside));
    }

    /// Says whether what has this place is saved with the world.
    #[inline]
    pub(crate) fn has(&self, place: OutsidePlace) -> bool {
        place.stay == self.stay.get()
    }

    /// Saves this with the world, as long as that stays on its thread, and says what place it has, by the one
    /// that it had.
    pub(crate) fn add_staying(&self, outside: rc::Weak<dyn Outside>, before: OutsidePlace) -> OutsidePlace {
        let number = if before.number == 0 { next_number() } else { before.number };
        let place = OutsidePlace { number, stay: self.stay.get() };
        let staying = &mut *self.staying.borrow_mut();
        staying.retain(|(_, outside)| outside.strong_count() != 0);
        staying.push((place, outside));
        place
    }

    /// Leaves behind what cannot move to another thread.
    pub(super) fn move_on(&self) {
        self.staying.borrow_mut().clear();
        self.stay.set(next_number());
    }

    /// Calls a function with each that somebody keeps, and its number.
    fn each(&self, mut f: impl FnMut(u64, &dyn Outside)) {
        for (number, outside) in &*self.moving.borrow() {
            outside.upgrade().into_iter().for_each(|outside| f(*number, &*outside));
        }
        for (place, outside) in &*self.staying.borrow() {
            let outside = outside.upgrade().filter(|outside| outside.is_at(*place));
            outside.into_iter().for_each(|outside| f(place.number, &*outside));
        }
    }

    pub(crate) fn save(&self, to: &mut SavedOutsides) {
        to.clear();
        self.each(|number, outside| to.push((number, outside.save())));
    }

    /// Makes what each is to become again.
    pub(crate) fn prepare(&self, saved: &SavedOutsides, to: &mut SavedOutsides) {
        to.clear();
        let found = |number| saved.iter().find(|(saved, _)| *saved == number).map(|(_, copy)| copy);
        self.each(|number, outside| to.push((number, outside.prepare(found(number)))));
    }

    /// Swaps what each is with what was prepared. Nothing can fail, and nothing is dropped.
    pub(crate) fn swap(&self, prepared: &mut SavedOutsides) {
        self.each(|number, outside| {
            let prepared = prepared.iter_mut().find(|(prepared, _)| *prepared == number);
            prepared.into_iter().for_each(|(_, prepared)| outside.swap(prepared));
        });
    }
}
