//! [`Tag`]: what distinguishes the ids of one world from those of others.

use core::sync::atomic::{AtomicU8, AtomicU32, Ordering};

/// How many living worlds have each tag; [`HIDDEN`] if it is that of a hidden world, and of no other.
static WORLDS: [AtomicU32; TAGS] = [const { AtomicU32::new(0) }; TAGS];

const TAGS: usize = 256;

const HIDDEN: u32 = u32::MAX;

/// The tag of a living world. Others may have the same, but for that of a hidden world.
pub(crate) struct Tag {
    number: u8,
    /// What its end takes from the number of worlds.
    counted: u32,
}

impl Tag {
    /// The next one, round-robin.
    pub(crate) fn next() -> Self {
        static NEXT: AtomicU8 = AtomicU8::new(0);
        let count_one = |worlds: u32| (worlds != HIDDEN).then(|| worlds + 1);
        for _ in 0..TAGS {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let worlds = &WORLDS[usize::from(number)];
            if worlds.fetch_update(Ordering::Relaxed, Ordering::Relaxed, count_one).is_ok() {
                return Self { number, counted: 1 };
            }
        }
        // All worlds are hidden ones: not in this life.
        Self { number: NEXT.fetch_add(1, Ordering::Relaxed), counted: 0 }
    }

    /// One that no living world has, nor will have while this lives; `None` if each is in use.
    pub(crate) fn unused() -> Option<Self> {
        let claim = |worlds: &AtomicU32| {
            worlds.compare_exchange(0, HIDDEN, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        };
        // Not the last one again at once: a program may have kept an id of that.
        static NEXT: AtomicU8 = AtomicU8::new(u8::MAX);
        let numbers = (0..TAGS).map(|_| NEXT.fetch_sub(1, Ordering::Relaxed));
        let number = { numbers }.find(|&number| claim(&WORLDS[usize::from(number)]))?;
        Some(Self { number, counted: HIDDEN })
    }

    pub(crate) fn number(&self) -> u8 {
        self.number
    }

    /// Says whether it is that of a hidden world.
    pub(crate) fn is_hidden(&self) -> bool {
        self.counted == HIDDEN
    }
}

impl Drop for Tag {
    fn drop(&mut self) {
        WORLDS[usize::from(self.number)].fetch_sub(self.counted, Ordering::Relaxed);
    }
}
