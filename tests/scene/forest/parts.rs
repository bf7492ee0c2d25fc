//! The components: they note which hooks run, and look whether these say the truth.

use std::cell::RefCell;

use ecs_core::Component;

use super::acts::{When, act};
use super::model::{Id, Kind, Run};
use super::state::{STATE, state};

/// What is known of one value of a component, to the end.
#[derive(Clone, Debug)]
pub struct Record {
    pub kind: Kind,
    pub id: Option<Id>,
    /// It was told last that it is enabled.
    pub is_told: bool,
    pub ends: u32,
    pub drops: u32,
}

thread_local! {
    /// Apart from the state, because values are dropped at any time.
    pub static RECORDS: RefCell<Vec<Record>> = const { RefCell::new(Vec::new()) };
    /// The runs of `inherit`.
    pub static RUNS: RefCell<Vec<Run>> = const { RefCell::new(Vec::new()) };
}

pub fn new_record(kind: Kind, id: Option<Id>) -> usize {
    RECORDS.with_borrow_mut(|records| {
        records.push(Record { kind, id, is_told: false, ends: 0, drops: 0 });
        records.len() - 1
    })
}

/// Which value it is. Its drop is counted.
#[derive(Debug)]
pub struct Tag(pub usize);

impl Drop for Tag {
    fn drop(&mut self) {
        let _ = RECORDS.try_with(|records| records.borrow_mut()[self.0].drops += 1);
    }
}

impl Tag {
    /// One that is made by a pool belongs to the entity that the pool makes.
    fn id(&self) -> Id {
        let known = RECORDS.with_borrow(|records| records[self.0].id);
        known.or_else(|| state(|state| state.making)).expect("it belongs to somebody")
    }

    fn kind(&self) -> Kind {
        RECORDS.with_borrow(|records| records[self.0].kind)
    }

    fn log(&self, what: &str) {
        let line = format!("{what} {:?} {}", self.kind(), self.id());
        state(|state| state.log.push(line));
    }

    /// Says whether the model has it still, and whether it is enabled there, or on its way out.
    fn looks(&self) -> (bool, bool, bool) {
        let (id, kind) = (self.id(), self.kind());
        state(|state| {
            let part = state.forest.part(id, kind).filter(|part| part.serial == self.0);
            let is_dying = part.is_none_or(|part| part.is_dying || state.forest.nodes[&id].is_dying);
            let is_enabled = part.is_some() && state.forest.is_part_enabled(id, kind);
            (part.is_some(), is_enabled, is_dying)
        })
    }

    fn told(&self, enabled: bool) {
        if self.id() == BALLAST {
            return;
        }
        let before = RECORDS.with_borrow_mut(|records| {
            assert_eq!(records[self.0].ends, 0, "it has ended");
            core::mem::replace(&mut records[self.0].is_told, enabled)
        });
        assert!(before != enabled, "{:?} {} is told twice", self.kind(), self.id());
        let (_, is_enabled, is_dying) = self.looks();
        assert!(is_enabled == enabled || is_dying && !enabled, "{:?} {}: a lie", self.kind(), self.id());
        self.log(if enabled { "on" } else { "off" });
    }

    fn ended(&self) {
        if self.id() == BALLAST {
            return;
        }
        assert!(self.looks().2, "{:?} {} ends alive", self.kind(), self.id());
        RECORDS.with_borrow_mut(|records| records[self.0].ends += 1);
        self.log("end");
    }

    fn updated(&self) {
        let (is_there, is_enabled, is_dying) = self.looks();
        assert!(is_there && is_enabled && !is_dying, "what is updated is enabled");
    }
}

/// A component whose values are told apart.
pub trait Tagged {
    fn serial(&self) -> usize;
}

/// Inherits, and has hooks.
#[derive(Component, Debug)]
#[component(inherits)]
pub struct Place {
    pub local: i64,
    pub world: i64,
    pub tag: Tag,
}

impl Place {
    pub fn new(id: Id, local: i64) -> Self {
        Self { local, world: 0, tag: Tag(new_record(Kind::Place, Some(id))) }
    }

    fn inherit(&mut self, parent: Option<&Self>) {
        self.world = self.local + parent.map_or(0, |parent| parent.world);
        note_run((Kind::Place, self.tag.id(), parent.map(|parent| parent.tag.id())));
    }
    fn on_enable(&self) {
        self.tag.told(true);
    }
    fn on_disable(&self) {
        self.tag.told(false);
    }
    fn on_reset(&self) {
        self.tag.log("reset");
    }
    fn shutdown(&self) {
        self.tag.ended();
    }
}

impl Tagged for Place {
    fn serial(&self) -> usize {
        self.tag.0
    }
}

/// The copy that [`Component::inherited`] works on is no value of its own.
impl Clone for Place {
    fn clone(&self) -> Self {
        Self { local: self.local, world: self.world, tag: Tag(new_record(Kind::Place, Some(COPY))) }
    }
}

/// Stands for the entity of a copy, which has no life.
pub const COPY: Id = Id::MAX;

/// Stands for an entity that the model does not know: it is there so that the others are few among many.
pub const BALLAST: Id = Id::MAX - 1;

impl Default for Place {
    fn default() -> Self {
        Self { local: 1, world: 0, tag: Tag(new_record(Kind::Place, None)) }
    }
}

/// Inherits, and has nothing else: so it ends without code of the user's.
#[derive(Component, Clone, Copy, Debug)]
#[component(inherits = blend)]
pub struct Tint {
    pub local: i64,
    pub world: i64,
    pub id: Id,
}

impl Tint {
    fn blend(&mut self, parent: Option<&Self>) {
        self.world = self.local + parent.map_or(0, |parent| parent.world);
        note_run((Kind::Tint, self.id, parent.map(|parent| parent.id)));
    }
}

fn note_run(run: Run) {
    RUNS.with_borrow_mut(|runs| runs.push(run));
}

/// Something happens.
pub struct Poke;

macro_rules! actor {
    ($name:ident $($key:ident)?) => {
        #[derive(Component, Debug)]
        #[component(on(Poke) $(, $key)?)]
        pub struct $name(pub Tag);

        impl $name {
            pub fn new(id: Id) -> Self {
                Self(Tag(new_record(Kind::$name, Some(id))))
            }
            fn update(&mut self) {
                self.0.updated();
                act(self.0.id(), When::Update);
            }
            fn on_poke(&mut self, _: &Poke) {
                act(self.0.id(), When::Poke);
            }
            fn on_enable(&mut self) {
                self.0.told(true);
                act(self.0.id(), When::Enable);
            }
            fn on_disable(&mut self) {
                self.0.told(false);
                act(self.0.id(), When::Disable);
            }
            fn on_reset(&self) {
                self.0.log("reset");
            }
            fn shutdown(&mut self) {
                self.0.ended();
                act(self.0.id(), When::Shutdown);
            }
        }

        impl Tagged for $name {
            fn serial(&self) -> usize {
                self.0.0
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self(Tag(new_record(Kind::$name, None)))
            }
        }
    };
}

actor!(Actor);
actor!(Keen track);

/// Forgets all of a case.
pub fn forget_all() {
    STATE.take();
    RECORDS.take();
    RUNS.take();
}
