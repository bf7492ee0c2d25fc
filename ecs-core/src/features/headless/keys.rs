//! Keys that are held down, as the input of a game.

use std::collections::BTreeSet;

use super::game::Headless;

/// The input is the set of keys that are held down. Any ordered type is a key.
impl<Key: Ord> Headless<BTreeSet<Key>> {
    /// Holds a key down, until it is [released](Self::release).
    pub fn press(&mut self, key: Key) {
        self.input().insert(key);
    }

    /// Releases a key.
    pub fn release(&mut self, key: Key) {
        self.input().remove(&key);
    }

    /// Holds a key down for one frame, which runs.
    pub fn tap(&mut self, key: Key)
    where
        Key: Clone,
    {
        self.press(key.clone());
        self.frames(1);
        self.release(key);
    }
}
