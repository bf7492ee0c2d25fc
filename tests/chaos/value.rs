//! A value that a component carries: it is counted from its making to its drop, and knows where its life
//! stands. Each hook of the component calls it.

use ecs_core::Entity;
use serde::{Deserialize, Deserializer, Serialize};

use crate::game::{check, game, is_hidden, is_quiet};
use crate::journal::note;
use crate::kind::Kind;
use crate::meddle::{Site, meddle};

/// Where the life of a value stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// It has no `init` behind it.
    Made,
    /// It is a copy of another one, without its `on_reset`.
    Copied,
    Born,
    Ended,
}

/// The kind is the number of a [`Kind`], or another one for what is no component of an entity.
#[derive(Debug, Serialize)]
pub struct Value<const KIND: u8> {
    #[serde(skip)]
    id: u32,
    stage: Stage,
    /// Whether its last hook was `on_enable`. Not known of one that was loaded, which had it before.
    on: Option<bool>,
    /// The id that its entity had at its last `on_enable`.
    #[serde(skip)]
    enabled_as: Entity,
    started: bool,
    /// It was loaded or copied: other hooks may be behind it than it knows.
    is_of_another: bool,
    /// The last pass that has visited it.
    #[serde(skip)]
    pass: u64,
    pub n: u32,
}

/// What others see of a value.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Seen {
    pub id: u32,
    pub count: u32,
    pub pass: u64,
}

impl<const KIND: u8> Value<KIND> {
    fn make(stage: Stage) -> Self {
        let id = game(|game| game.values.make(KIND));
        let (on, enabled_as) = (Some(false), Entity::NONE);
        Self { id, stage, on, enabled_as, started: false, is_of_another: false, pass: 0, n: 0 }
    }

    pub fn seen(&self) -> Seen {
        Seen { id: self.id, count: self.n, pass: self.pass }
    }

    #[track_caller]
    fn check(&self, holds: bool, hook: &str) {
        check(holds || is_hidden(), || format!("{hook} of {self:?}"));
        check(!std::thread::panicking(), || format!("{hook} of {self:?} runs while a panic unwinds"));
    }

    pub fn init(&mut self, me: Entity) {
        // A copy that was undone may be kept by its type: it had an `on_reset` before.
        self.check(self.stage == Stage::Made || self.is_of_another, "init");
        note("init", KIND, me);
        meddle(Site::Init, KIND, me);
        (self.stage, self.started) = (Stage::Born, false);
    }

    pub fn start(&mut self, me: Entity) {
        self.check(self.stage == Stage::Born && (self.is_of_another || !self.started), "start");
        self.started = true;
        note("start", KIND, me);
        meddle(Site::Start, KIND, me);
    }

    pub fn update(&mut self, me: Entity) {
        self.check(self.stage == Stage::Born && self.on != Some(false), "update");
        self.check(self.is_of_another || self.started, "update before start");
        self.visit();
        note("update", KIND, me);
        meddle(Site::Update, KIND, me);
    }

    /// A pass visits it.
    pub fn visit(&mut self) {
        let pass = game(|game| game.pass);
        self.check(self.pass != pass, "a second update in one pass");
        self.pass = pass;
        self.n = self.n.wrapping_add(1);
    }

    pub fn hear(&mut self, me: Entity, points: u32) {
        self.n = self.n.wrapping_add(points);
        note("event", KIND, me);
        meddle(Site::Event, KIND, me);
    }

    /// A timer, a task or a closure has its turn.
    pub fn turn(&mut self, me: Entity) {
        self.n = self.n.wrapping_add(100);
        note("turn", KIND, me);
        meddle(Site::Turn, KIND, me);
    }

    pub fn on_enable(&mut self, me: Entity) {
        self.check(self.stage == Stage::Born && self.on != Some(true), "on_enable");
        (self.on, self.enabled_as) = (Some(true), me);
        note("on_enable", KIND, me);
        meddle(Site::Switch, KIND, me);
    }

    pub fn on_disable(&mut self, me: Entity) {
        self.check(self.stage == Stage::Born && self.on != Some(false), "on_disable");
        self.on = Some(false);
        note("on_disable", KIND, me);
        meddle(Site::Switch, KIND, me);
    }

    pub fn on_reset(&mut self, me: Entity) {
        // Somebody may have enabled it: while it was parked, as one of an earlier life, or just now.
        let is_in_turn = self.on != Some(true) || self.enabled_as != me || me.is_enabled();
        self.check(is_in_turn, "on_reset");
        match self.stage {
            Stage::Copied => self.stage = Stage::Born,
            // The type keeps its values: `init` comes next.
            Stage::Ended => self.stage = Stage::Made,
            // A copy of what waits for its `init` has none.
            Stage::Made if self.is_of_another => self.stage = Stage::Born,
            Stage::Born | Stage::Made => {}
        }
        note("on_reset", KIND, me);
        meddle(Site::Reset, KIND, me);
    }

    pub fn on_load(&mut self, me: Entity) {
        // An `on_load` before it may have put another one in its place.
        let may_be_new = game(|game| game.profile.meddles);
        self.check(self.stage == Stage::Born && (self.is_of_another || may_be_new), "on_load");
        note("on_load", KIND, me);
        meddle(Site::Reset, KIND, me);
    }

    pub fn shutdown(&mut self, me: Entity) {
        // A copy begins to live with its `on_reset`. Where that is refused or panics, the copy is despawned
        // as a whole (law F2), also one of a value that waits for its `init`.
        let is_born = self.stage == Stage::Born || self.stage != Stage::Ended && self.is_of_another;
        self.check(is_born && self.on != Some(true), "shutdown");
        self.stage = Stage::Ended;
        note("shutdown", KIND, me);
        meddle(Site::Shutdown, KIND, me);
    }

    /// It is off the record from now on: hooks may have run or not.
    fn is_alive_unheard(&self) -> bool {
        self.stage == Stage::Born && !is_quiet()
    }
}

impl<const KIND: u8> Default for Value<KIND> {
    fn default() -> Self {
        let value = Self::make(Stage::Made);
        meddle(Site::Default, KIND, Entity::NONE);
        value
    }
}

impl<const KIND: u8> Clone for Value<KIND> {
    /// A snapshot has it as it is; a copy begins a life of its own.
    fn clone(&self) -> Self {
        let is_saving = is_quiet();
        let (stage, on) = match (is_saving, self.stage) {
            (true, stage) => (stage, self.on),
            (false, Stage::Born | Stage::Ended) => (Stage::Copied, Some(false)),
            (false, stage) => (stage, Some(false)),
        };
        let is_of_another = self.is_of_another || !is_saving;
        let mut copy = Self::make(stage);
        (copy.on, copy.started, copy.is_of_another) = (on, self.started, is_of_another);
        // The pass that runs may come to a copy that was made in a pass inside of it, in a hidden world.
        let pass = if is_saving { self.pass } else { 0 };
        (copy.enabled_as, copy.pass, copy.n) = (self.enabled_as, pass, self.n);
        copy
    }
}

impl<'de, const KIND: u8> Deserialize<'de> for Value<KIND> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        // All that is written: a save says of no field which one it is.
        let (_, _, started, _, n) = <(Stage, Option<bool>, bool, bool, u32)>::deserialize(from)?;
        let mut value = Self::make(Stage::Born);
        (value.started, value.n, value.on, value.is_of_another) = (started, n, None, true);
        Ok(value)
    }
}

impl<const KIND: u8> Drop for Value<KIND> {
    fn drop(&mut self) {
        if self.is_alive_unheard() && !self.is_of_another {
            check(false, || format!("{self:?} drops without its shutdown"));
        }
        let ends = game(|game| game.values.end(self.id));
        check(ends, || format!("{self:?} is dropped twice"));
        meddle(Site::Drop, KIND, Entity::NONE);
    }
}

/// All values that a program has made, and whether each was dropped.
#[derive(Default)]
pub struct Values(Vec<(u8, bool)>);

impl Values {
    fn make(&mut self, kind: u8) -> u32 {
        self.0.push((kind, false));
        self.0.len() as u32 - 1
    }

    /// Notes that a value drops; `false` if it has dropped before.
    fn end(&mut self, id: u32) -> bool {
        !std::mem::replace(&mut self.0[id as usize].1, true)
    }

    /// Those that were not dropped.
    pub fn left(&self) -> Vec<(usize, u8)> {
        let left = self.0.iter().enumerate().filter(|(_, (_, is_dropped))| !is_dropped);
        left.map(|(id, &(kind, _))| (id, kind)).collect()
    }
}

/// The kinds of values that are no components of an entity.
pub const SCORE: u8 = 100;
pub const EVENT: u8 = 101;

const _: () = assert!((Kind::Spy as u8) < SCORE);
