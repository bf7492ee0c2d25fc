//! [`Outsides`]: what belongs to a world and lies outside of its columns, found again by number.

use core::cell::{Cell, RefCell};
use core::ops::Deref;
use core::sync::atomic::{AtomicU64, Ordering};
use std::rc::{self, Rc};
use std::sync::{self, Arc};

use crate::base::{AnyCopy, AnyOutside, OutsidePlace};

/// What belongs to a world and lies outside of its columns, as long as somebody keeps it.
pub(crate) struct Outsides {
    /// What moves with the world to other threads.
    moving: RefCell<Vec<(u64, sync::Weak<dyn AnyOutside + Send + Sync>)>>,
    /// What stays on the thread where it is, with the stay in which it was added.
    staying: RefCell<Vec<(OutsidePlace, rc::Weak<dyn AnyOutside>)>>,
    /// Another one in each world, and after each move: what has stayed behind is to be added again.
    stay: Cell<u64>,
}

/// Something outside that is saved or brought back. Its owner may end meanwhile on another thread, so this
/// may be the last to have it: it is dropped where user code may run.
pub(crate) enum SavedOutside {
    Moving(Arc<dyn AnyOutside + Send + Sync>),
    Staying(Rc<dyn AnyOutside>),
}

impl Deref for SavedOutside {
    type Target = dyn AnyOutside;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Moving(outside) => &**outside,
            Self::Staying(outside) => &**outside,
        }
    }
}

/// What was saved of each, in the order of their numbers.
pub(crate) type SavedOutsides = Vec<(u64, AnyCopy)>;

/// What each is to become again.
pub(crate) type PreparedOutsides = Vec<(SavedOutside, AnyCopy)>;

crate::base::default_by! {
    [] Outsides,
    Self { moving: RefCell::default(), staying: RefCell::default(), stay: Cell::new(next_number()) }
}

/// A number that nothing has, in any world.
fn next_number() -> u64 {
    static NUMBERS: AtomicU64 = AtomicU64::new(0);
    NUMBERS.fetch_add(1, Ordering::Relaxed) + 1
}

impl Outsides {
    /// Saves this with the world from now on.
    pub(crate) fn add_moving(&self, outside: sync::Weak<dyn AnyOutside + Send + Sync>) {
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
    pub(crate) fn add_staying(
        &self,
        outside: rc::Weak<dyn AnyOutside>,
        before: OutsidePlace,
    ) -> OutsidePlace {
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

    /// Copies each value that still has an owner. Returns the values, to be dropped where user code may run.
    pub(crate) fn save(&self, to: &mut SavedOutsides) -> Vec<SavedOutside> {
        to.clear();
        let copy = |(number, outside): (u64, SavedOutside)| {
            to.push((number, outside.save()));
            outside
        };
        let kept = self.kept().map(copy).collect();
        to.sort_unstable_by_key(|(number, _)| *number);
        kept
    }

    /// Makes what each that somebody keeps is to become again.
    pub(crate) fn prepare(&self, saved: &SavedOutsides) -> PreparedOutsides {
        let prepare = |(number, outside): (u64, SavedOutside)| {
            let place = saved.binary_search_by_key(&number, |(number, _)| *number).ok();
            let prepared = outside.prepare(place.map(|place| &saved[place].1));
            (outside, prepared)
        };
        self.kept().map(prepare).collect()
    }

    /// The values that have an owner now, with their numbers.
    fn kept(&self) -> impl Iterator<Item = (u64, SavedOutside)> {
        let (moving, staying) = (self.moving.borrow().clone(), self.staying.borrow().clone());
        let moving = moving
            .into_iter()
            .filter_map(|(number, outside)| Some((number, SavedOutside::Moving(outside.upgrade()?))));
        let staying = staying.into_iter().filter_map(|(place, outside)| {
            let outside = outside.upgrade().filter(|outside| outside.is_at(place))?;
            Some((place.number, SavedOutside::Staying(outside)))
        });
        moving.chain(staying)
    }
}
