//! What sorts of programs there are.

/// What a program has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Profile {
    pub name: &'static str,
    /// Hooks, observers and `Drop`s do acts of their own.
    pub meddles: bool,
    /// They panic.
    pub panics: bool,
    /// So do `Drop`s.
    pub drops_panic: bool,
    /// Guards and views are kept across steps.
    pub guards: bool,
    pub timers: bool,
    /// Saves, prefabs and copies.
    pub copies: bool,
    /// Other worlds.
    pub worlds: bool,
    /// Snapshots.
    pub rewinds: bool,
}

const CALM: Profile = Profile {
    name: "calm",
    meddles: false,
    panics: false,
    drops_panic: false,
    guards: false,
    timers: true,
    copies: true,
    worlds: true,
    rewinds: true,
};

pub const PROFILES: [Profile; 6] = [
    CALM,
    Profile { name: "holding", guards: true, ..CALM },
    Profile { name: "meddling", meddles: true, rewinds: false, guards: true, ..CALM },
    Profile { name: "panicking", panics: true, rewinds: false, ..CALM },
    Profile { name: "going back", meddles: true, ..CALM },
    Profile { name: "everything", meddles: true, panics: true, drops_panic: true, guards: true, ..CALM },
];

impl Profile {
    /// Says whether nothing waits for a sync point between two steps.
    pub fn is_calm(&self) -> bool {
        !(self.meddles || self.panics || self.guards)
    }

    pub fn of_seed(seed: u64) -> Self {
        PROFILES[(seed % PROFILES.len() as u64) as usize]
    }
}
