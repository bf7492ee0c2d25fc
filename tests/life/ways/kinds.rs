//! The kinds of types, whose hooks and drops are logged.

use std::cell::Cell;

use ecs_core::{
    Add, Component, Disable, Enable, Entity, Handle, Observable, Observer, PerEntity, Remove, observe,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::support::log;

/// What a hook does, once, apart from logging that it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    Panics,
    Despawns,
}

thread_local! {
    /// The hook that does something, and the deed.
    static DEED: Cell<Option<(&'static str, Deed)>> = const { Cell::new(None) };
}

/// Lets the next hook of this name do something.
pub fn let_hook(hook: &'static str, deed: Deed) {
    DEED.set(Some((hook, deed)));
}

/// Forgets what no hook has done.
pub fn let_no_hook() {
    DEED.set(None);
}

pub fn run(hook: &'static str, entity: Entity) {
    log(hook);
    if let Some((_, deed)) = DEED.get().filter(|(acts, _)| *acts == hook) {
        DEED.set(None);
        match deed {
            Deed::Panics => panic!("{hook} panics"),
            Deed::Despawns => drop(entity.despawn()),
        }
    }
}

/// Gives a type hooks that are logged.
macro_rules! hooks {
    ($kind:ident: $($hook:ident),*) => {
        impl $kind {
            $(
                fn $hook(&mut self, me: Entity) {
                    run(stringify!($hook), me);
                }
            )*
        }
    };
}

/// Logs that it is dropped.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Dropped;

impl Drop for Dropped {
    fn drop(&mut self) {
        log("drop");
    }
}

/// What a kind of type has.
#[derive(Clone, Copy)]
pub struct Has {
    /// It is a tag.
    pub no_row: bool,
    pub requires: bool,
    /// It has a handle, so that copies are read from what it is written as.
    pub refers: bool,
    pub init: bool,
    /// It has `on_reset`.
    pub reset: bool,
    /// It has `on_load`.
    pub load: bool,
    pub switches: bool,
    pub shutdown: bool,
    pub drop: bool,
    pub pooled: bool,
}

pub trait Kind: PerEntity + Clone + Default + Send + Serialize + DeserializeOwned {
    const HAS: Has;

    /// Observes all that happens to the type.
    fn observe() -> Vec<Box<dyn std::any::Any>> {
        fn boxed<E: Observable>(observer: Observer<E>) -> Box<dyn std::any::Any> {
            Box::new(observer)
        }
        vec![
            boxed(observe(|_: &Add<Self>| log("Add"))),
            boxed(observe(|_: &Enable<Self>| log("Enable"))),
            boxed(observe(|_: &Disable<Self>| log("Disable"))),
            boxed(observe(|_: &Remove<Self>| log("Remove"))),
        ]
    }
}

const NOTHING: Has = Has {
    no_row: false,
    requires: false,
    refers: false,
    init: false,
    reset: false,
    load: false,
    switches: false,
    shutdown: false,
    drop: false,
    pooled: false,
};

#[derive(Component, Clone, Default, Serialize, Deserialize)]
pub struct Tag;

impl Kind for Tag {
    const HAS: Has = Has { no_row: true, ..NOTHING };
}

#[derive(Component, Clone, Default, Serialize, Deserialize)]
pub struct Plain(u32);

impl Kind for Plain {
    const HAS: Has = NOTHING;
}

#[derive(Component, Clone, Default, Serialize, Deserialize)]
pub struct Dropping(pub Dropped);

impl Kind for Dropping {
    const HAS: Has = Has { drop: true, ..NOTHING };
}

#[derive(Component, Clone, Default, Serialize, Deserialize)]
pub struct Born(pub Dropped);

hooks!(Born: init, shutdown);

impl Kind for Born {
    const HAS: Has = Has { init: true, shutdown: true, drop: true, ..NOTHING };
}

/// Its `sibling` field is filled before its first hook.
#[derive(Component, Clone, Default, Serialize, Deserialize)]
pub struct Filled {
    #[component(sibling)]
    own: Handle<Filled>,
    _dropped: Dropped,
}

impl Filled {
    fn init(&mut self, me: Entity) {
        self.run("init", me);
    }

    fn on_reset(&mut self, me: Entity) {
        self.run("on_reset", me);
    }

    fn on_load(&mut self, me: Entity) {
        self.run("on_load", me);
    }

    fn run(&self, hook: &'static str, me: Entity) {
        assert_eq!(self.own.entity(), me, "it is filled before {hook}");
        run(hook, me);
    }
}

impl Kind for Filled {
    const HAS: Has = Has { refers: true, init: true, reset: true, load: true, drop: true, ..NOTHING };
}

#[derive(Component, Clone, Default, Serialize, Deserialize)]
pub struct Wings;

impl Wings {
    fn init(&mut self, me: Entity) {
        run("wings", me);
    }
}

#[derive(Component, Clone, Default, Serialize, Deserialize)]
#[component(requires(Wings))]
pub struct Bat(pub Dropped);

hooks!(Bat: init);

impl Kind for Bat {
    const HAS: Has = Has { requires: true, init: true, drop: true, ..NOTHING };
}

#[derive(Component, Clone, Default, Serialize, Deserialize)]
pub struct Switched(pub Dropped);

hooks!(Switched: on_enable, on_disable, shutdown);

impl Kind for Switched {
    const HAS: Has = Has { switches: true, shutdown: true, drop: true, ..NOTHING };
}

#[derive(Component, Clone, Default, Serialize, Deserialize)]
#[component(pooled(4))]
pub struct Pooled(pub Dropped);

hooks!(Pooled: init, on_reset, on_load, on_enable, on_disable, shutdown);

impl Kind for Pooled {
    const HAS: Has = Has {
        init: true,
        reset: true,
        load: true,
        switches: true,
        shutdown: true,
        drop: true,
        pooled: true,
        ..NOTHING
    };
}

/// Runs an expression for each kind of type.
macro_rules! each_kind {
    ($kind:ident => $body:expr) => {{
        use $crate::ways::kinds::*;
        each_kind!(@ $kind => $body, Tag, Plain, Dropping, Born, Filled, Bat, Switched, Pooled);
    }};
    (@ $kind:ident => $body:expr, $($name:ident),*) => {
        $({
            type $kind = $name;
            $body
        })*
    };
}
pub(crate) use each_kind;
