//! The components, whose hooks note what happens and run scripts.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use ecs_core::{Component, Entity, PerEntity, Viewable};

use crate::asking::{Peek, peek, touch};
use crate::borrows::{Borrow, Extent, Visiting};
use crate::calls::act;
use crate::maps::state;
use crate::scripts::{Act, DT, Id, Kind, Script};

/// Has every hook, counts its drop, and runs a script in each of them.
#[derive(Component)]
pub struct Tracked {
    pub id: Id,
    pub number: u32,
    pub script: Script,
}

/// Has no `Drop`; its `update` runs a script, too.
#[derive(Component)]
pub struct Plain {
    pub id: Id,
    pub number: u32,
}

/// Has no size, but a hook, so that it keeps rows.
#[derive(Component, Default)]
pub struct Marker;

/// Has neither size nor hooks, so that it is a bit of its entity.
#[derive(Component, Default)]
pub struct Tag;

impl Marker {
    fn on_enable(&mut self) {}
}

impl Tracked {
    fn init(&mut self) {
        state(|state| {
            state.finish_insert(self.id);
            if state.takes.last().is_some_and(|take| take.supplied.is_some_and(|(id, _)| id == self.id)) {
                state.note_taken(self.entity());
                state.place_supplied();
            }
            let value = state.value(self.id);
            assert!(value.live && value.entity == self.entity());
            value.inits += 1;
            assert_eq!(value.inits, 1, "`init` runs once");
        });
        let _init = Init::enter();
        inside_hook(self.id, self.entity(), &self.script.init);
        state(|state| state.value(self.id).is_born = true);
    }

    fn start(&mut self) {
        state(|state| {
            state.note_start(self.id);
            assert!(state.is_enabled(self.id), "what is disabled waits for its `start`");
            let value = state.value(self.id);
            value.starts += 1;
            assert_eq!(
                (value.is_born, value.starts, value.notified),
                (true, 1, true),
                "`start` runs once, after `on_enable`"
            );
        });
    }

    fn update(&mut self, dt: f32, plain: Option<&mut Plain>, marker: Option<&Marker>) {
        assert_eq!((dt, state(|state| state.value(self.id).starts)), (DT, 1), "`start` comes first");
        let me = self.entity();
        let borrows = state(|state| state.visit(self.id));
        let seen = plain.as_deref().map(peek);
        state(|state| {
            state.check_sibling(&borrows, me, Kind::Plain, seen);
            state.check_sibling(&borrows, me, Kind::Marker, marker.map(peek));
        });
        inside_pass(borrows, me, &self.script.update);
        assert_eq!(plain.map(touch).map(id_of), seen.map(id_of), "nobody else has it");
    }

    fn on_reset(&mut self) {
        state(|state| state.reset(self.id, self.entity()));
        inside_hook(self.id, self.entity(), &self.script.reset);
    }

    fn shutdown(&mut self) {
        // Of a dead one it was owed: this is a sync point.
        let at_sync_point = state(|state| {
            state.note_clear(self.id);
            let value = state.value(self.id);
            assert_eq!(value.entity, self.entity());
            value.shutdowns += 1;
            assert_eq!(value.shutdowns, 1, "`shutdown` runs once");
            assert_eq!(
                (value.is_born, value.notified),
                (true, false),
                "after `init`, and after `on_disable`"
            );
            !value.live
        });
        let _at_sync_point = at_sync_point.then(AtSyncPoint::enter);
        inside_hook(self.id, self.entity(), &self.script.shutdown);
    }

    fn on_enable(&mut self) {
        state(|state| state.notify(self.id, true));
    }

    fn on_disable(&mut self) {
        state(|state| {
            if state.is_enabled(self.id) {
                // It ends.
                state.note_clear(self.id);
            }
            state.notify(self.id, false);
        });
    }
}

impl Drop for Tracked {
    fn drop(&mut self) {
        let open = state(|state| {
            *state.drops.entry(self.id).or_insert(0) += 1;
            if state.closed || std::thread::panicking() {
                return false;
            }
            state.note_drop(self.id);
            assert!(!state.value(self.id).live, "a live value is not dropped");
            true
        });
        if open {
            assert_eq!(self.try_entity(), None, "in `Drop` the value is outside the store");
            let _at_sync_point = AtSyncPoint::enter();
            run(&self.script.drop, Entity::NONE);
        }
    }
}

impl Plain {
    fn update(&mut self, me: Entity, marker: Option<&mut Marker>, tag: Option<&Tag>) {
        let (borrows, script) = state(|state| {
            let value = state.value(self.id);
            assert_eq!((value.entity, value.number), (me, self.number));
            value.number += 1;
            let borrows = state.visit(self.id);
            state.check_sibling(&borrows, me, Kind::Marker, marker.as_deref().map(peek));
            state.check_sibling(&borrows, me, Kind::Tag, tag.map(peek));
            (borrows, std::mem::take(&mut state.script))
        });
        self.number += 1;
        let number = self.number;
        inside_pass(borrows, me, &script.update);
        assert_eq!((state(|state| state.value(self.id).number), self.number), (number, number));
    }

    fn shutdown(&mut self) {
        state(|state| {
            let value = state.value(self.id);
            value.shutdowns += 1;
            assert_eq!(value.shutdowns, 1, "`shutdown` runs once");
        });
    }
}

/// Runs a script while the component is borrowed by its hook.
pub fn inside_hook(id: Id, me: Entity, script: &[Act]) {
    state(|state| {
        if (state.depth, state.at_sync_point, state.running) == (0, 0, None) {
            // There may have been a sync point in the call that runs.
            state.decay();
        }
        assert!(!state.is_value_borrowed(id, false), "a hook borrows its component alone");
        let value = state.value(id);
        (value.exclusive, value.hooked) = (true, true);
        state.depth += 1;
    });
    let result = catch_unwind(AssertUnwindSafe(|| run(script, me)));
    state(|state| {
        let value = state.value(id);
        (value.exclusive, value.hooked) = (false, false);
        state.depth -= 1;
    });
    result.unwrap_or_else(|panic| resume_unwind(panic));
}

/// Runs a script in a pass, while its hook has borrowed what it takes.
fn inside_pass(borrows: Vec<Borrow>, me: Entity, script: &[Act]) {
    let _borrowed = Visiting::begin(borrows, Extent::Of(me.index()), true);
    state(|state| state.depth += 1);
    let result = catch_unwind(AssertUnwindSafe(|| run(script, me)));
    state(|state| state.depth -= 1);
    result.unwrap_or_else(|panic| resume_unwind(panic));
}

/// What stays of a value when it is written to.
fn id_of(seen: Peek) -> Option<Id> {
    seen.map(|(id, _)| id)
}

pub fn run(script: &[Act], me: Entity) {
    for &call in script {
        act(call, me);
    }
}

/// Marks that scripts run at a sync point, inside a call that may have nothing to do with them.
pub struct AtSyncPoint;

impl AtSyncPoint {
    pub fn enter() -> Self {
        state(|state| state.at_sync_point += 1);
        Self
    }
}

impl Drop for AtSyncPoint {
    fn drop(&mut self) {
        state(|state| state.at_sync_point -= 1);
    }
}

/// Marks that an `init` runs, in a call that may have placed other values that have yet to have theirs.
struct Init;

impl Init {
    fn enter() -> Self {
        state(|state| state.inits += 1);
        Self
    }
}

impl Drop for Init {
    fn drop(&mut self) {
        state(|state| state.inits -= 1);
    }
}

pub trait Subject: PerEntity + Viewable {
    const KIND: Kind;
    fn make(id: Id, script: Script) -> Self;
    /// The id and number of the value; `None` where there is no room for them.
    fn peek(&self) -> Option<(Id, u32)>;
    fn set(&mut self, _number: u32) {}
    fn own_entity(&self) -> Option<Entity>;
}

/// What a `Subject` does that has an id and a number.
macro_rules! numbered {
    () => {
        fn peek(&self) -> Option<(Id, u32)> {
            Some((self.id, self.number))
        }

        fn set(&mut self, number: u32) {
            self.number = number;
        }

        fn own_entity(&self) -> Option<Entity> {
            self.try_entity()
        }
    };
}

impl Subject for Tracked {
    const KIND: Kind = Kind::Tracked;

    fn make(id: Id, script: Script) -> Self {
        state(|state| state.value(id).is_made = true);
        Self { id, number: 0, script }
    }

    numbered!();
}

impl Subject for Plain {
    const KIND: Kind = Kind::Plain;

    fn make(id: Id, _: Script) -> Self {
        Self { id, number: 0 }
    }

    numbered!();
}

/// A `Subject` without room for an id.
macro_rules! without_room {
    ($($subject:ident)*) => {
        $(impl Subject for $subject {
            const KIND: Kind = Kind::$subject;

            fn make(_: Id, _: Script) -> Self {
                Self
            }

            fn peek(&self) -> Option<(Id, u32)> {
                None
            }

            fn own_entity(&self) -> Option<Entity> {
                None
            }
        })*
    };
}

without_room!(Marker Tag);

/// Runs an expression for the type of a kind.
macro_rules! of_kind {
    ($kind:expr, $subject:ident => $body:expr) => {
        match $kind {
            Kind::Tracked => {
                type $subject = $crate::components::Tracked;
                $body
            }
            Kind::Plain => {
                type $subject = $crate::components::Plain;
                $body
            }
            Kind::Marker => {
                type $subject = $crate::components::Marker;
                $body
            }
            Kind::Tag => {
                type $subject = $crate::components::Tag;
                $body
            }
        }
    };
}
pub(crate) use of_kind;
