//! What a running program knows, outside of all worlds: it moves to another thread with them.

use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashSet};
use std::thread::LocalKey;

use ecs_core::Entity;

use crate::act::{Act, At};
use crate::journal::Note;
use crate::kind::Kind;
use crate::profile::{PROFILES, Profile};
use crate::program::Program;
use crate::state::{EntityState, State};
use crate::support::{Random, watch_panics};
use crate::value::Values;
use crate::watchdog::{Sign, show};

/// The places in which a program keeps ids.
pub const SLOTS: usize = 12;

/// What a program knows of one world.
#[derive(Clone)]
pub struct Realm {
    pub slots: [Entity; SLOTS],
    /// The components of which observers know, and whether observers know that they are enabled.
    pub known: BTreeMap<(Kind, Entity), bool>,
    /// All ids that were ever given out.
    pub ids: HashSet<Entity>,
    /// The components that had their `init`, and no `shutdown` since.
    pub born: HashSet<(u8, Entity)>,
    /// How often observers were notified of the end of a tag.
    pub ends_of_tags: u64,
    /// The links of which observers know, child and parent, if any are notified: by indices, as entities of a
    /// pool change their ids and keep their links.
    pub parents: BTreeMap<u32, u32>,
    /// How often a save was loaded.
    pub loads: u32,
    /// When entities are to be despawned, in a calm program.
    pub despawns: BTreeMap<Entity, f64>,
    /// The state after the last step of a calm program.
    pub state: State,
}

impl Default for Realm {
    fn default() -> Self {
        Self {
            slots: [Entity::NONE; SLOTS],
            known: BTreeMap::new(),
            ids: HashSet::new(),
            born: HashSet::new(),
            ends_of_tags: 0,
            parents: BTreeMap::new(),
            loads: 0,
            despawns: BTreeMap::new(),
            state: State::new(),
        }
    }
}

pub struct Game {
    /// That of the program.
    pub seed: u64,
    pub profile: Profile,
    /// What user code does in the step that runs is drawn from this.
    pub random: Random,
    /// How many acts of user code are left to the step.
    pub budget: u8,
    /// Acts within acts.
    pub depth: u8,
    /// The entities whose hooks run, the innermost last.
    pub running: Vec<Entity>,
    /// The number of the pass that runs or has run.
    pub pass: u64,
    /// The calls that run passes, one inside the other.
    pub passes: u32,
    /// The step runs twice: acts that no snapshot undoes are left out.
    pub is_repeated: bool,
    /// After each step of a calm program all values are read.
    pub reads_values: bool,
    /// The log of the step of a calm program.
    pub notes: Vec<Note>,
    /// The shapes of the entities in the last save, if a load makes the same ones.
    pub saved_shapes: Option<Vec<String>>,
    pub values: Values,
    pub realms: Vec<Realm>,
    /// The worlds that were entered, the innermost last.
    pub entered: Vec<usize>,
    /// All that was noted, as a number.
    pub trace: u64,
    /// All acts, one a line, if they are to be printed.
    pub script: Option<Vec<String>>,
    /// The acts that have run.
    pub acts: u64,
    /// Each act is printed as it comes: the program may end the process.
    prints_at_once: bool,
    fault: Option<String>,
}

thread_local! {
    static GAME: RefCell<Option<Game>> = const { RefCell::new(None) };
    /// The seed of the program that runs.
    static SEED: Cell<u64> = const { Cell::new(0) };
    /// Values end and are cloned without hooks now: a world drops, or goes back.
    static QUIET: Cell<u32> = const { Cell::new(0) };
    static HIDDEN: Cell<u32> = const { Cell::new(0) };
}

impl Game {
    pub fn new(program: &Program, prints: bool) -> Self {
        let prints_at_once = std::env::var_os("CHAOS_PRINT").is_some();
        Self {
            seed: program.seed,
            profile: program.profile,
            random: Random(0),
            budget: 0,
            depth: 0,
            running: Vec::new(),
            pass: 1,
            passes: 0,
            is_repeated: false,
            reads_values: (program.seed / PROFILES.len() as u64).is_multiple_of(2),
            notes: Vec::new(),
            saved_shapes: None,
            values: Values::default(),
            realms: vec![Realm::default(), Realm::default(), Realm::default()],
            entered: Vec::new(),
            trace: 0,
            script: (prints || prints_at_once).then(Vec::new),
            prints_at_once,
            acts: 0,
            fault: None,
        }
    }

    pub fn realm(&mut self) -> &mut Realm {
        let now = self.entered.last().copied().unwrap_or(0);
        &mut self.realms[now]
    }

    /// Says whether an act does nothing.
    pub fn leaves_out(&self, act: &Act) -> bool {
        self.is_repeated && act.is_outside()
    }

    pub fn at(&mut self, At(place): At) -> Entity {
        match (usize::from(place), self.running.last()) {
            (SLOTS.., Some(&running)) => running,
            (place, _) => self.realm().slots[place % SLOTS],
        }
    }

    /// Keeps an id that was given out just now.
    pub fn keep(&mut self, At(place): At, entity: Entity) {
        if entity == Entity::NONE {
            return;
        }
        let realm = self.realm();
        realm.slots[usize::from(place) % SLOTS] = entity;
        if !realm.ids.insert(entity) {
            self.fault(format!("the id {entity:?} is given out again"));
        }
    }

    /// Keeps what is wrong, if it is the first.
    pub fn fault(&mut self, text: String) {
        self.print(|| format!("WRONG: {text}"));
        self.fault.get_or_insert(text);
    }

    pub fn has_fault(&self) -> bool {
        self.fault.is_some()
    }

    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take()
    }

    pub fn print(&mut self, line: impl FnOnce() -> String) {
        let indent = usize::from(self.depth) * 4 + 4;
        if let Some(script) = &mut self.script {
            script.push(format!("{:indent$}{}", "", line()));
            if self.prints_at_once {
                println!("{}", script[script.len() - 1]);
            }
        }
    }

    pub fn note(&mut self, number: u64) {
        self.trace = (self.trace ^ number).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
    }
}

/// Begins a game on this thread.
pub fn begin(game: Game) {
    SEED.set(game.seed);
    GAME.set(Some(game));
}

/// Ends the game of this thread.
pub fn end() -> Game {
    GAME.take().expect("a game runs")
}

/// Does something with the game of this thread. Calls nothing of the library.
pub fn game<R>(f: impl FnOnce(&mut Game) -> R) -> R {
    GAME.with_borrow_mut(|game| f(game.as_mut().expect("a game runs")))
}

pub fn at(place: At) -> Entity {
    game(|game| game.at(place))
}

pub fn keep(place: At, entity: Entity) {
    game(|game| game.keep(place, entity));
}

/// The entities of which something holds in the state of a calm program, lowest index first; `None` where the
/// state is not known.
pub fn known(is_such: impl Fn(&EntityState) -> bool) -> Option<Vec<Entity>> {
    game(|game| {
        let is_known = game.profile.is_calm() && game.entered == [0];
        let such = game.realm().state.iter().filter(|(_, state)| is_such(state));
        is_known.then(|| such.map(|(&entity, _)| entity).collect())
    })
}

/// Notes a fault unless something holds.
pub fn check(holds: bool, text: impl FnOnce() -> String) {
    if !holds {
        fail_later(text());
    }
}

pub fn fail_later(text: String) {
    game(|game| game.fault(text));
}

pub fn is_quiet() -> bool {
    QUIET.get() != 0
}

/// Runs something in which values end, and are cloned, without hooks.
pub fn quietly<R>(f: impl FnOnce() -> R) -> R {
    counted(&QUIET, f)
}

pub fn is_hidden() -> bool {
    HIDDEN.get() != 0
}

/// Runs something in a hidden world, in which no hook of a life runs.
pub fn hidden<R>(f: impl FnOnce() -> R) -> R {
    counted(&HIDDEN, f)
}

/// Counts that something runs.
fn counted<R>(count: &'static LocalKey<Cell<u32>>, f: impl FnOnce() -> R) -> R {
    struct Counted(&'static LocalKey<Cell<u32>>);
    impl Drop for Counted {
        fn drop(&mut self) {
            self.0.set(self.0.get() - 1);
        }
    }
    count.set(count.get() + 1);
    let _counted = Counted(count);
    f()
}

/// Prints an act that begins, and counts it; `false` if it is to be left out.
pub fn announce(act: &Act) -> bool {
    show(Sign::Act(*act));
    game(|game| {
        let is_left_out = game.leaves_out(act);
        game.acts += 1;
        game.print(|| format!("{act:?}{}", if is_left_out { ", left out" } else { "" }));
        !is_left_out
    })
}

/// Notes each panic of this thread that comes from the library. One at a line of user code is a refusal.
pub fn watch() {
    watch_panics(|info| {
        let at = info.location().map(ToString::to_string).unwrap_or_default();
        let text = info.payload_as_str().unwrap_or_default();
        let is_fatal = text.starts_with("panic in a ");
        // An `init` that misses what it takes is a panic (law D2): of the call that adds, which chaos asks
        // softly, or of the sync point for which it has waited.
        let is_late_init = text.starts_with("`init` of ") && text.contains(" has none: ");
        let is_refusal = at.starts_with("tests/") || text.starts_with("cannot ") || is_late_init;
        if !is_refusal || is_fatal {
            let text = format!("{at}: {text}");
            if is_fatal {
                let seed = SEED.get();
                println!(
                    "seed {seed}: {text}\n{}\nCHAOS_FROM={seed} CHAOS_SEEDS=1",
                    Backtrace::force_capture()
                );
            }
            let _ = GAME.try_with(|game| match game.try_borrow_mut() {
                Ok(mut game) => game.iter_mut().for_each(|game| game.fault(text.clone())),
                Err(_) => println!("{text}"),
            });
        }
        true
    });
}
