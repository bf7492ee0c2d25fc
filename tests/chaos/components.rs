//! The components of all programs: one of each kind of store, with all hooks.

use ecs_core::{
    Add, Component, Enter, Entity, Exit, Failed, Handle, Handled, Located, PerEntity, Remove, Singleton,
    State,
};
use serde::{Deserialize, Serialize};

use crate::journal::{note, note_hook};
use crate::kind::Kind;
use crate::meddle::{Site, meddle};
use crate::perform::Quiet;
use crate::value::{SCORE, Value};

pub struct Hit(pub u32);

impl Hit {
    /// Says whether a type handles it.
    pub fn handled_by(&self, kind: Kind) -> Handled {
        match kind {
            Kind::Body if self.0.is_multiple_of(3) => Handled::Yes,
            Kind::Kept if self.0.is_multiple_of(5) => Handled::Yes,
            _ => Handled::No,
        }
    }
}

/// An event that systems read.
pub struct Ping {
    pub points: u32,
    /// Its place among those that one run of a system has sent.
    pub place: Option<usize>,
}

/// What is somewhere.
pub trait Placed: PerEntity + Located<Position = [f32; 2]> {
    fn at(&self) -> [f32; 2];
}

/// The place that belongs to a number.
fn place(number: u32) -> [f32; 2] {
    [4, 3].map(|width| (number % width) as f32)
}

pub trait Talk {
    fn talk(&mut self, me: Entity) -> u32;
}

macro_rules! part {
    ($name:ident $([$($key:tt)*])? $({ $($(#[$attribute:meta])* $field:ident: $ty:ty),* })?) => {
        #[derive(Component, Default, Clone, Serialize, Deserialize)]
        $(#[component($($key)*)])?
        pub struct $name {
            pub value: Value<{ Kind::$name as u8 }>,
            $($($(#[$attribute])* pub $field: $ty,)*)?
        }
    };
}

macro_rules! hooks {
    ($name:ident: $($hook:ident)*) => {
        impl $name {
            $(fn $hook(&mut self, me: Entity) { self.value.$hook(me); })*
        }
    };
}

part!(Body [track, near(at), on(Hit), as(dyn Talk, dyn Quiet)] { at: [f32; 2] });
hooks!(Body: init start on_enable on_disable on_reset on_load shutdown);

impl Body {
    /// Counts on, and goes to the place of the number.
    pub fn go(&mut self, by: u32) {
        self.value.n = self.value.n.wrapping_add(by);
        self.at = place(self.value.n);
    }

    fn update(&mut self, me: Entity) {
        self.go(1);
        self.value.update(me);
    }

    fn on_hit(&mut self, hit: &Hit, score: &mut Score) -> Handled {
        score.value.n = score.value.n.wrapping_add(hit.0);
        let me = self.entity();
        self.go(1);
        self.value.hear(me, hit.0);
        hit.handled_by(Kind::Body)
    }
}

part!(Kept [pooled(2), on(Hit), as(dyn Talk)] { text: String });
hooks!(Kept: init start update on_enable on_disable on_reset on_load shutdown);

impl Kept {
    fn on_hit(&mut self, hit: &Hit, body: Option<&mut Body>) -> Result<Handled, Failed> {
        let me = self.entity();
        self.text.push('x');
        body.into_iter().for_each(|body| body.go(1));
        self.value.hear(me, hit.0);
        match hit.handled_by(Kind::Kept) {
            Handled::Yes => Ok(Handled::Yes),
            Handled::No if hit.0.is_multiple_of(2) => Err(Failed::NOTHING),
            Handled::No => Err(Failed::new(hit.0)),
        }
    }
}

part!(Wing [requires(Body, Tag), excludes(Spy)] { #[component(sibling)] body: Handle<Body>, owner: Entity });
hooks!(Wing: start on_reset on_load);

impl Wing {
    fn init(&mut self, me: Entity, body: &mut Body) {
        body.go(1);
        self.value.init(me);
    }

    fn update(&mut self, me: Entity, body: &mut Body) -> Option<()> {
        body.go(1);
        self.value.update(me);
        (!body.value.n.is_multiple_of(3)).then_some(())
    }

    fn on_enable(&mut self, me: Entity, body: Option<&Body>) {
        self.owner = if body.is_some() { me } else { Entity::NONE };
        self.value.on_enable(me);
    }

    fn on_disable(&mut self, me: Entity, kept: Option<&mut Kept>) {
        kept.into_iter().for_each(|kept| kept.value.n = 0);
        self.value.on_disable(me);
    }

    fn shutdown(&mut self, me: Entity, body: Option<&mut Body>, score: &mut Score) {
        body.into_iter().for_each(|body| body.value.n = 0);
        score.value.n = score.value.n.wrapping_add(1);
        self.value.shutdown(me);
    }
}

part!(Node [inherits] { depth: u32 });
hooks!(Node: init on_enable on_disable on_reset on_load shutdown);

impl Node {
    fn inherit(&mut self, above: Option<&Self>) {
        self.depth = above.map_or(1, |above| above.depth.wrapping_add(1));
    }
}

/// A state, and one within it.
#[derive(State, Default, Clone, PartialEq, Serialize, Deserialize)]
pub enum Mood {
    #[default]
    Calm,
    Busy(u8),
    Dull,
}

#[derive(State, Default, Clone, PartialEq, Serialize, Deserialize)]
#[state(within(Mood::Busy(_)))]
pub enum Shade {
    #[default]
    Light,
    Dark,
}

/// One bit an entity. Its timers wait in one of the moods.
#[derive(Component, Default, Clone, Serialize, Deserialize)]
#[component(in_state(Mood::Calm | Mood::Busy(_)))]
pub struct Tag;

/// Has no bytes, but hooks.
#[derive(Component, Default, Clone, Serialize, Deserialize)]
#[component(as(dyn Talk))]
pub struct Unit;

macro_rules! plain_hooks {
    ($name:ident: $($hook:ident $site:ident)*) => {
        impl $name {
            $(fn $hook(&mut self, me: Entity) {
                note_hook(stringify!($hook), Kind::$name as u8, me);
                meddle(Site::$site, Kind::$name as u8, me);
            })*
        }
    };
}

plain_hooks!(Unit: init Init start Start on_enable Switch on_disable Switch shutdown Shutdown);

/// Has each field in an array of its own.
#[derive(Component, Default, Clone, Copy, Serialize, Deserialize)]
#[component(soa, as(dyn Quiet), in_state(Mood::Calm | Mood::Dull))]
pub struct Dust {
    pub n: u32,
    pub small: u8,
}

plain_hooks!(Dust: init Init on_disable Switch shutdown Shutdown);

impl Dust {
    fn update(&mut self, me: Entity, tag: Option<&mut Body>) {
        tag.into_iter().for_each(|body| body.go(2));
        (self.n, self.small) = (self.n.wrapping_add(1), self.small.wrapping_add(3));
        note("update", Kind::Dust as u8, me);
        meddle(Site::Update, Kind::Dust as u8, me);
    }
}

// Observes as a component.
part!(Spy [
    near(at), parallel,
    on(Add<Body> = came, Remove<Body> = left, Remove<Tag> = lost), on(Enter<Mood>, Exit<Shade>)
] {
    seen: u32,
    at: [f32; 2]
});

impl Spy {
    fn came(&mut self, e: &Add<Body>) {
        self.seen = self.seen.wrapping_add(1);
        self.at = place(self.seen);
        note("came", Kind::Spy as u8, e.entity());
        meddle(Site::Observer, Kind::Spy as u8, self.entity());
    }

    fn left(&mut self, e: &Remove<Body>) {
        note("left", Kind::Spy as u8, e.entity());
        meddle(Site::Observer, Kind::Spy as u8, self.entity());
    }

    fn lost(&mut self, e: &Remove<Tag>) {
        note("lost", Kind::Spy as u8, e.entity());
        meddle(Site::Observer, Kind::Spy as u8, self.entity());
    }

    fn on_enter_mood(&mut self, e: &Enter<Mood>) {
        // One that is borrowed hears of it later, when the mood may be another one.
        note(if *e.new() == Mood::get() { "mood" } else { "old mood" }, Kind::Spy as u8, self.entity());
        meddle(Site::Observer, Kind::Spy as u8, self.entity());
    }

    fn on_exit_shade(&mut self, _: &Exit<Shade>) {
        note("shade", Kind::Spy as u8, self.entity());
        meddle(Site::Observer, Kind::Spy as u8, self.entity());
    }

    fn update(&mut self, dt: f32, mood: &Mood) -> Option<()> {
        let more = if let Mood::Busy(more) = mood { u32::from(*more) } else { 0 };
        self.seen = self.seen.wrapping_add(dt as u32 + more);
        self.seen.is_multiple_of(2).then_some(())
    }
}

/// A world has one.
#[derive(Singleton, Default, Clone, Serialize, Deserialize)]
#[component(track)]
pub struct Score {
    pub value: Value<SCORE>,
    /// A system has read a ping twice, or pings in another order than that in which they were sent.
    pub is_disordered: bool,
}

impl Score {
    fn init(&mut self) {
        self.value.init(Entity::NONE);
    }

    fn update(&mut self) {
        note("score", SCORE, Entity::NONE);
        self.value.visit();
        meddle(Site::Update, SCORE, Entity::NONE);
    }

    fn shutdown(&mut self) {
        self.value.shutdown(Entity::NONE);
    }
}

macro_rules! placed {
    ($($name:ident)*) => {
        $(impl Placed for $name {
            fn at(&self) -> [f32; 2] {
                self.at
            }
        })*
    };
}
placed!(Body Spy);

macro_rules! talks {
    ($($name:ident)*) => {
        $(impl Talk for $name {
            fn talk(&mut self, me: Entity) -> u32 {
                self.value.turn(me);
                self.value.n
            }
        })*
    };
}
talks!(Body Kept);

impl Talk for Unit {
    fn talk(&mut self, me: Entity) -> u32 {
        note("talk", Kind::Unit as u8, me);
        meddle(Site::Closure, Kind::Unit as u8, me);
        1
    }
}

impl Quiet for Body {
    fn be_quiet(&mut self) {
        self.go(1);
    }
}

impl Quiet for Dust {
    fn be_quiet(&mut self) {
        self.n = self.n.wrapping_add(1);
    }
}
