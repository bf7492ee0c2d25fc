//! [`Mailbox`]: what waits for a reader until its turn comes; [`TurnLetters`]: what it reads in its turn.

use core::mem;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::base::OneByOne;
use crate::base::Outside;

/// So many letters wait at most: who does not come for so long misses the first of them.
const MOST_LETTERS: usize = 1 << 20;

/// What waits for one reader, in the order in which it came.
pub(crate) struct Mailbox<L>(Mutex<WaitingLetters<L>>);

/// Letters in their order: they may be values of the user.
type Letters<L> = OneByOne<VecDeque<L>>;

#[derive(Clone)]
pub(crate) struct WaitingLetters<L> {
    letters: Letters<L>,
    missed: u64,
}

crate::base::default_by!([L] WaitingLetters<L>, Self { letters: Letters::default(), missed: 0 });

crate::base::default_by!([L] Mailbox<L>, Self(Mutex::default()));

impl<L: Clone + Send + 'static> Outside for Mailbox<L> {
    type Copy = WaitingLetters<L>;
    type Prepared = WaitingLetters<L>;

    fn save(&self) -> WaitingLetters<L> {
        self.lock().clone()
    }

    fn prepare(&self, saved: Option<&WaitingLetters<L>>) -> WaitingLetters<L> {
        saved.cloned().unwrap_or_default()
    }

    fn swap(&self, prepared: &mut WaitingLetters<L>) {
        mem::swap(&mut *self.lock(), prepared);
    }
}

impl<L> Mailbox<L> {
    /// Adds a letter; returns the oldest if there are too many, to be dropped where that may do anything.
    pub(crate) fn post(&self, letter: L) -> Option<L> {
        let waiting = &mut *self.lock();
        let oldest = if waiting.letters.len() < MOST_LETTERS { None } else { waiting.letters.pop_front() };
        waiting.missed += u64::from(oldest.is_some());
        waiting.letters.push_back(letter);
        oldest
    }

    /// Takes all letters, to be read. What comes meanwhile is for the next time.
    pub(crate) fn read(self: &Arc<Self>) -> TurnLetters<L> {
        let waiting = &mut *self.lock();
        TurnLetters {
            letters: mem::take(&mut waiting.letters),
            missed: mem::take(&mut waiting.missed),
            mailbox: self.clone(),
            is_read: false,
        }
    }

    fn lock(&self) -> MutexGuard<'_, WaitingLetters<L>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The letters of one turn. Who has had no turn finds them again.
pub struct TurnLetters<L> {
    letters: Letters<L>,
    missed: u64,
    mailbox: Arc<Mailbox<L>>,
    is_read: bool,
}

impl<L> TurnLetters<L> {
    /// The letters, and how many are missing before the first of them.
    pub(crate) fn letters(&mut self) -> (&VecDeque<L>, u64) {
        self.is_read = true;
        (&self.letters, self.missed)
    }
}

impl<L> Drop for TurnLetters<L> {
    fn drop(&mut self) {
        // What was read drops with this. The oldest of too many drop when nothing is locked: they may do
        // anything.
        let mut letters = if self.is_read { Letters::default() } else { mem::take(&mut self.letters) };
        let _too_many: OneByOne<Vec<L>> = {
            let waiting = &mut *self.mailbox.lock();
            waiting.missed += if self.is_read { 0 } else { self.missed };
            if waiting.letters.is_empty() || !letters.is_empty() {
                letters.append(&mut waiting.letters);
                mem::swap(&mut waiting.letters, &mut letters);
            }
            let too_many = waiting.letters.len().saturating_sub(MOST_LETTERS);
            waiting.missed += too_many as u64;
            OneByOne::new(waiting.letters.drain(..too_many).collect())
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_LETTERS, Mailbox};
    use std::sync::Arc;

    fn read(mailbox: &Arc<Mailbox<u32>>) -> Vec<u32> {
        mailbox.read().letters().0.iter().copied().collect()
    }

    #[test]
    fn each_letter_is_read_once_and_in_order() {
        let mailbox = Arc::new(Mailbox::default());
        (0..5).for_each(|letter| assert_eq!(mailbox.post(letter), None));
        {
            let mut reading = mailbox.read();
            mailbox.post(5);
            assert!(reading.letters().0.iter().eq(&[0, 1, 2, 3, 4]));
        }
        assert_eq!((read(&mailbox), read(&mailbox)), (vec![5], vec![]));
    }

    #[test]
    fn what_was_not_read_is_found_again_before_what_came_later() {
        let mailbox = Arc::new(Mailbox::default());
        mailbox.post(1);
        let unread = mailbox.read();
        mailbox.post(2);
        drop(unread);
        assert_eq!(read(&mailbox), [1, 2]);
    }

    #[test]
    #[cfg_attr(miri, ignore = "a million letters")]
    fn of_too_many_the_oldest_are_missed() {
        let mailbox = Arc::new(Mailbox::default());
        for letter in 0..MOST_LETTERS as u32 + 3 {
            mailbox.post(letter);
        }
        drop(mailbox.read());
        let mut reading = mailbox.read();
        let (letters, missed) = reading.letters();
        assert_eq!((letters.len(), letters[0], missed), (MOST_LETTERS, 3, 3));
        drop(reading);
        assert_eq!(mailbox.read().letters().1, 0, "said once");
        // What comes back unread counts too.
        (0..MOST_LETTERS as u32).for_each(|letter| assert_eq!(mailbox.post(letter), None));
        let unread = mailbox.read();
        (0..2).for_each(|letter| assert_eq!(mailbox.post(letter), None));
        drop(unread);
        let mut reading = mailbox.read();
        let (letters, missed) = reading.letters();
        assert_eq!((letters.len(), letters[0], missed), (MOST_LETTERS, 2, 2));
    }
}
