//! Panics in each place where the library calls the user: the world stays usable, and each value drops
//! exactly once.
#![allow(dead_code, reason = "some values are there only to be dropped")]

mod callbacks;
mod drops;

use std::cell::{Cell, RefCell};

use ecs_core::{Component, Entity, Handle, World, update_all};

use crate::support::{
    Token, assert_says, caught, drops_while_unwinding, ignore, live_tokens, log, message_of, take_log,
    try_caught,
};

thread_local! {
    /// Which callback of which component panics.
    static FAULT: Cell<Option<(&'static str, u32)>> = const { Cell::new(None) };
}

#[derive(Component)]
struct Faulty {
    n: u32,
    updates: u32,
    token: Token,
}

impl Faulty {
    fn new(n: u32) -> Self {
        Self { n, updates: 0, token: Token::new() }
    }
    fn pass(callback: &'static str, n: u32) {
        if FAULT.try_with(Cell::get) == Ok(Some((callback, n))) {
            FAULT.set(None);
            panic!("fault in {callback} of {n}");
        }
        log(format!("{callback} {n}"));
    }
    fn init(&mut self) {
        Self::pass("init", self.n);
    }
    fn update(&mut self) {
        self.updates += 1;
        Self::pass("update", self.n);
    }
    fn shutdown(&mut self) {
        Self::pass("shutdown", self.n);
    }
    fn on_enable(&mut self) {
        Self::pass("on_enable", self.n);
    }
    fn on_disable(&mut self) {
        Self::pass("on_disable", self.n);
    }
}

impl Default for Faulty {
    fn default() -> Self {
        let value = Self::new(9);
        Self::pass("default", 9);
        value
    }
}

impl Drop for Faulty {
    fn drop(&mut self) {
        Self::pass("drop", self.n);
    }
}

/// Runs a call in which a callback panics.
#[track_caller]
fn fault(callback: &'static str, n: u32, call: impl FnOnce()) {
    FAULT.set(Some((callback, n)));
    assert_eq!(message_of(call), format!("fault in {callback} of {n}"));
    // Only a value that is not in a store: the one in whose `Drop` it is, or one that is just being made.
    assert_eq!(drops_while_unwinding(), u32::from(matches!(callback, "drop" | "default")));
}

fn four() -> Vec<Handle<Faulty>> {
    let four = (0..4).map(|n| Entity::spawn().insert(Faulty::new(n))).collect();
    take_log();
    four
}

/// The world works as ever, with these components alive.
#[track_caller]
fn assert_usable(alive: &[Handle<Faulty>]) {
    World::flush();
    assert_eq!((Faulty::count(), Faulty::view_mut().len()), (alive.len(), alive.len()));
    assert_eq!(live_tokens(), alive.len(), "each value drops exactly once");
    let before: Vec<_> = alive.iter().map(|handle| handle.borrow_mut().updates).collect();
    update_all(1.0);
    let after: Vec<_> = alive.iter().map(|handle| handle.borrow().updates).collect();
    assert!(
        before.iter().zip(&after).all(|(before, after)| before + 1 == *after),
        "the next frame visits all"
    );
    let next = Entity::spawn().add::<Faulty>();
    assert!(next.kill() && !next.is_alive());
    World::clear();
    assert_eq!((live_tokens(), Faulty::count(), World::stats().alive), (0, 0, 0));
}

// ---- where a panic points ----

#[test]
fn each_panic_points_at_the_call_and_names_what_it_is_about() {
    #[derive(Component, Default)]
    struct Needs(u8);
    impl Needs {
        fn init(&mut self, _: &Faulty) {}
    }
    #[derive(Component, Default)]
    struct Selfish(u8);
    impl Selfish {
        fn update(&mut self, _: Option<&Selfish>) {}
    }
    let (live, dead) = (Entity::spawn().insert(Faulty::new(1)), Entity::spawn());
    dead.despawn();
    let (entity, gone) = (live.entity(), dead.handle::<Faulty>());
    type Case<'c> = (&'c str, Box<dyn Fn() + 'c>);
    macro_rules! cases {
        ($($text:literal: $call:expr;)*) => {
            vec![$(($text, Box::new(|| ignore($call)) as Box<dyn Fn()>)),*]
        };
    }
    let refused: Vec<Case<'_>> = cases! {
        "cannot borrow Faulty": gone.borrow();
        "cannot borrow Faulty": gone.borrow_mut();
        "cannot borrow Faulty": dead.borrow::<Faulty>();
        "cannot borrow Faulty": dead.borrow_mut::<Faulty>();
        "cannot borrow Faulty": Handle::<Faulty>::NULL.borrow();
        "cannot borrow Faulty": Faulty::view()[gone].n;
        "cannot add Faulty": dead.add::<Faulty>();
        "cannot add Faulty": dead.add_with(|| Faulty::new(0));
        "cannot add Faulty": dead.insert(Faulty::new(0));
        "cannot add Faulty": dead.with(Faulty::new(0));
        "cannot add Faulty": gone.add::<Faulty>();
        "cannot update": update_all(-1.0);
        "cannot update": Faulty::update_all(f32::NAN);
        "this Needs has no entity": Needs(1).entity();
        "this Needs has no entity": Needs(1).handle();
        "this Needs has no entity": Needs(1).sibling::<Faulty>();
        "this Needs has no entity": Needs(1).add::<Faulty>();
        "this Needs has no entity": Component::kill(&Needs(1));
        "`init` of Needs": Entity::spawn().add::<Needs>();
        "`init` of Needs": Entity::spawn_many(1, |_, _| Needs(0));
        "`update` of Selfish": entity.add::<Selfish>();
    };
    let in_conflict: Vec<Case<'_>> = cases! {
        "cannot borrow Faulty": live.borrow();
        "cannot borrow Faulty": live.borrow_mut();
        "cannot borrow Faulty": live.get();
        "cannot borrow Faulty": live.get_mut();
        "cannot borrow Faulty": live.with(|_| ());
        "cannot borrow Faulty": entity.borrow::<Faulty>();
        "cannot borrow Faulty": entity.borrow_mut::<Faulty>();
        "cannot borrow Faulty": entity.get::<Faulty>();
        "cannot borrow Faulty": entity.get_mut::<Faulty>();
        "cannot view Faulty": Faulty::view();
        "cannot view Faulty": Faulty::view_mut();
        "cannot remove Faulty": entity.remove::<Faulty>();
        "cannot update Faulty": update_all(1.0);
        "cannot update Faulty": Faulty::update_all(1.0);
    };
    let mut astray = Vec::new();
    let mut check = |cases: &[Case<'_>]| {
        for (at, (text, call)) in cases.iter().enumerate() {
            let caught = caught(call);
            assert_says(&caught.text, &[text]);
            if caught.file != file!() {
                astray.push(format!("{at}: {:?} points at {}:{}", caught.text, caught.file, caught.line));
            }
        }
    };
    check(&refused);
    let guard = live.borrow_mut();
    check(&in_conflict);
    drop(guard);
    assert!(astray.is_empty(), "{} point into the library:\n{}", astray.len(), astray.join("\n"));
}
