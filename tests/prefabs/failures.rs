//! What is left where something fails: a `Clone`, a `Serialize`, a `Deserialize`, a hook or a closure.

use std::cell::Cell;

use ecs_core::{AddError, Component, Entity, Prefab, PrefabError, World, observe};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::support::{Token, assert_says, live_tokens, log, message_of};
use crate::{Hooked, Plain, To, alive, logged, only_child};

thread_local! {
    /// What fails, at the how many-th time from now on.
    static FAILS: Cell<(&'static str, usize)> = const { Cell::new(("", 0)) };
}

/// Says whether what is done now fails.
fn fails(what: &str) -> bool {
    let (which, times) = FAILS.get();
    if which != what {
        return false;
    }
    FAILS.set(if times > 1 { (which, times - 1) } else { ("", 0) });
    times == 1
}

fn may_panic(what: &'static str) {
    assert!(!fails(what), "on purpose in {what}");
}

/// Is cloned, and may fail at it.
#[derive(Component)]
struct Clones(u32, #[expect(dead_code, reason = "its drop is counted")] Token);

impl Clone for Clones {
    fn clone(&self) -> Self {
        may_panic("clone");
        Self(self.0, Token::new())
    }
}

impl Serialize for Clones {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        may_panic("serialize");
        if fails("serialize error") {
            return Err(serde::ser::Error::custom("it is written by nobody"));
        }
        self.0.serialize(serializer)
    }
}

impl Clones {
    fn init(&mut self) {
        log("init");
        may_panic("init");
    }

    fn on_reset(&mut self) {
        log("on_reset");
        may_panic("on_reset");
    }

    fn on_enable(&mut self) {
        may_panic("on_enable");
    }

    fn shutdown(&mut self) {
        log("shutdown");
    }
}

/// Is made again, and may fail at it.
#[derive(Component, Serialize)]
struct Reads {
    #[serde(skip)]
    token: Token,
    to: Entity,
}

impl<'de> Deserialize<'de> for Reads {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Raw {
            to: Entity,
        }
        let token = Token::new();
        let raw = Raw::deserialize(deserializer)?;
        may_panic("deserialize");
        if fails("deserialize error") {
            return Err(serde::de::Error::custom("it is read by nobody"));
        }
        Ok(Self { token, to: raw.to })
    }
}

/// A root and its child, each with all that may fail.
fn build(root: Entity) {
    let child = Entity::spawn().child_of(root);
    child.with(Clones(2, Token::new())).with(Reads { token: Token::new(), to: root }).set_name("child");
    root.with(Plain(1)).with(Clones(1, Token::new())).insert(Reads { token: Token::new(), to: child });
}

fn check(root: Entity) {
    let child = only_child(root);
    assert_eq!((root.borrow::<Clones>().0, child.borrow::<Clones>().0), (1, 2));
    assert_eq!((root.borrow::<Reads>().to, child.borrow::<Reads>().to), (child, root));
    assert!(root.borrow::<Reads>().token.number() != child.borrow::<Reads>().token.number());
}

#[test]
fn f2_where_a_value_cannot_be_made_nothing_is_left() {
    let prefab = Prefab::new(build);
    let kept = live_tokens();
    for what in ["clone", "deserialize", "deserialize error"] {
        // Of the second batch too.
        for (count, time) in [(1, 1), (1, 2), (3, 2), (3, 4), (3, 6), (300, 300), (300, 513), (300, 599)] {
            let dump = World::dump();
            FAILS.set((what, time));
            if what == "deserialize error" {
                let refused = prefab.try_spawn_many(count, |_, _| unreachable!("not all values are there"));
                let Err(PrefabError::Value { component, entity, message }) = refused else {
                    panic!("its Deserialize has failed: {refused:?}");
                };
                assert_eq!((component, entity, message.as_str()), ("Reads", None, "it is read by nobody"));
            } else {
                assert_says(&message_of(|| prefab.spawn_many(count, |_, _| unreachable!())), &["on purpose"]);
            }
            assert_eq!(FAILS.get(), ("", 0), "{what}, at {time}");
            World::flush();
            assert_eq!((World::dump(), logged().as_str()), (dump, ""), "without a hook");
            assert_eq!((live_tokens(), alive(), Clones::count(), Reads::count()), (kept, 0, 0, 0));
        }
        check(prefab.spawn());
        World::clear();
        logged();
    }
}

#[test]
fn f2_where_a_value_cannot_be_read_there_is_no_duplicate_and_no_prefab() {
    let prefab = Prefab::new(build);
    let root = prefab.spawn();
    let kept = (live_tokens(), alive());
    for what in ["clone", "serialize", "serialize error", "deserialize", "deserialize error"] {
        for time in [1, 2] {
            let dump = World::dump();
            logged();
            FAILS.set((what, time));
            let error = if what.ends_with("error") {
                let Err(error) = root.try_duplicate() else { panic!("{what} has failed") };
                error.to_string()
            } else {
                message_of(|| root.duplicate())
            };
            assert_eq!(FAILS.get(), ("", 0));
            assert!(error.contains("on purpose") || error.contains("by nobody"), "{error}");
            World::flush();
            assert_eq!((World::dump(), (live_tokens(), alive())), (dump, kept), "{what}");
            assert_eq!(logged(), "");
        }
    }
    FAILS.set(("serialize error", 2));
    let refused = root.try_duplicate();
    let child = only_child(root);
    let Err(PrefabError::Value { component, entity, .. }) = refused else {
        panic!("that of the child fails")
    };
    assert_eq!((component, entity), ("Clones", Some(child)));
    for what in ["clone", "serialize", "serialize error"] {
        FAILS.set((what, 2));
        if what == "serialize error" {
            assert!(matches!(Prefab::try_new(build), Err(PrefabError::Value { component: "Clones", .. })));
        } else {
            assert_says(&message_of(|| Prefab::new(build)), &["on purpose"]);
        }
        assert_eq!((live_tokens(), alive()), kept, "{what}");
    }
    FAILS.set(("deserialize error", 1));
    assert!(matches!(prefab.try_variant(|_| unreachable!()), Err(PrefabError::Value { .. })));
    FAILS.set(("clone", 2));
    assert_says(&message_of(|| prefab.variant(|_| unreachable!())), &["on purpose"]);
    assert_eq!((live_tokens(), alive()), kept);
    check(prefab.variant(|_| ()).spawn());
    check(root.duplicate());
}

#[test]
fn f2_an_init_that_panics_ends_its_component_and_the_rest_of_the_copy() {
    let prefab = Prefab::new(build);
    let kept = live_tokens();
    for what in ["init", "on_enable"] {
        for time in [1, 2] {
            FAILS.set((what, time));
            assert_says(&message_of(|| prefab.spawn()), &["on purpose"]);
            World::flush();
            assert_eq!((alive(), live_tokens()), (0, kept), "{what} {time}");
            logged();
        }
    }
    let mut seen = Vec::new();
    FAILS.set(("init", 4));
    let text = message_of(|| prefab.spawn_many(5, |number, root| seen.push((number, root))));
    assert_says(&text, &["on purpose"]);
    World::flush();
    assert_eq!(seen.len(), 2, "the others had no turn");
    check(seen[0].1);
    assert!(!seen[1].1.is_alive());
    assert_eq!((alive(), live_tokens()), (2, kept + 4), "those that had their init before stay");
}

#[test]
fn f2_an_on_reset_that_panics_despawns_the_copy() {
    let root = Entity::spawn();
    build(root);
    for what in ["on_reset", "on_enable"] {
        for time in [1, 2] {
            let kept = (live_tokens(), alive());
            FAILS.set((what, time));
            assert_says(&message_of(|| root.duplicate()), &["on purpose"]);
            World::flush();
            assert_eq!((live_tokens(), alive()), kept, "{what} {time}");
        }
    }
    check(root);
    check(root.duplicate());
}

#[test]
fn f2_a_closure_of_spawn_many_that_panics_undoes_its_copy_and_the_next_ones() {
    let prefab = Prefab::new(build);
    let kept = live_tokens();
    for (count, at) in [(1, 0), (3, 0), (3, 1), (3, 2), (300, 299), (300, 256)] {
        let mut seen = Vec::new();
        let text = message_of(|| {
            prefab.spawn_many(count, |number, root| {
                seen.push(root);
                assert_ne!(number, at, "on purpose");
            })
        });
        assert_says(&text, &["on purpose"]);
        World::flush();
        assert_eq!((alive(), live_tokens()), (2 * at, kept + 4 * at));
        seen[..at].iter().copied().for_each(check);
        assert!(!seen[at].is_alive());
        assert!(!logged().contains("shutdown"));
        World::clear();
        logged();
    }
}

#[derive(Component, Clone)]
struct Wants(u32);

impl Wants {
    fn init(&mut self, plain: &Plain) {
        log(format!("wants {} {}", self.0, plain.0));
    }
}

#[test]
fn f2_an_init_that_misses_a_sibling_is_an_error_and_nothing_is_left() {
    let prefab = Prefab::new(|root| {
        root.with(Plain(1)).with(Hooked(1)).insert(Wants(1));
        let child = Entity::spawn().with(Hooked(2)).with(Wants(2)).child_of(root);
        Entity::spawn().with(Hooked(3)).child_of(child);
        Entity::spawn().with(Plain(9));
    });
    let refused = prefab.try_spawn();
    let Err(PrefabError::Add(AddError::MissingSibling { component, sibling, .. })) = refused else {
        panic!("it misses one: {refused:?}");
    };
    assert_eq!((component, sibling, alive()), ("Wants", "Plain", 0));
    let heard = logged();
    assert!(heard.starts_with("init 1, on_enable 1, wants 1 1, init 2, on_enable 2"), "{heard}");
    assert!(heard.contains("shutdown 1") && heard.contains("shutdown 2"), "they had lived: {heard}");
    assert!(!heard.contains("shutdown 3"), "that had not: {heard}");
    assert_says(&message_of(|| prefab.spawn()), &["Wants", "Plain"]);
    assert_eq!(alive(), 0);
    logged();
    // The closure may give it what it misses; what is there before an error stays.
    let mut seen = Vec::new();
    let refused = prefab.try_spawn_many(3, |number, root| {
        seen.push(root);
        if number == 0 {
            only_child(root).insert(Plain(5));
        }
    });
    assert!(matches!(refused, Err(PrefabError::Add(_))));
    assert_eq!((seen.len(), seen[0].is_alive(), seen[1].is_alive(), alive()), (2, true, false, 4));
}

#[test]
fn f2_an_observer_that_panics_fails_the_copy_as_a_hook_does() {
    let _guard = observe(|_: &ecs_core::Add<Plain>| may_panic("observer"));
    let prefab = Prefab::new(|root| {
        root.insert(Plain(1));
        Entity::spawn().with(Plain(2)).with(To(root)).child_of(root);
    });
    let root = prefab.spawn();
    for time in [1, 2] {
        for is_twin in [true, false] {
            FAILS.set(("observer", time));
            let text = message_of(|| if is_twin { root.duplicate() } else { prefab.spawn() });
            assert_says(&text, &["on purpose in observer"]);
            World::flush();
            assert_eq!(FAILS.get(), ("", 0));
            assert_eq!((alive(), Plain::count(), To::count()), (2, 2, 1), "time {time}, twin {is_twin}");
        }
    }
}

#[test]
fn f2_while_a_thread_unwinds_nothing_is_copied() {
    struct Copies(Prefab, Entity);
    impl Drop for Copies {
        fn drop(&mut self) {
            let refused = [
                self.0.try_spawn().err(),
                self.1.try_duplicate().err(),
                Prefab::try_new(|_| unreachable!()).err(),
                self.0.try_variant(|_| unreachable!()).err(),
                self.0.try_spawn_many(1, |_, _| unreachable!()).err(),
            ];
            log(format!("{}", refused.iter().all(|it| matches!(it, Some(PrefabError::World(_))))));
        }
    }
    let prefab = Prefab::new(|root| _ = root.insert(Plain(1)));
    let alive_one = Entity::spawn();
    message_of(move || {
        let _copies = Copies(prefab, alive_one);
        panic!("on purpose");
    });
    assert_eq!((logged().as_str(), alive()), ("true", 1));
}

#[test]
fn f1_a_prefab_drops_with_all_its_values_if_the_end_of_its_hidden_world_panics() {
    #[derive(Component)]
    struct Brittle(#[expect(dead_code, reason = "its drop is counted")] Token);
    impl Clone for Brittle {
        fn clone(&self) -> Self {
            Self(Token::new())
        }
    }
    impl Drop for Brittle {
        fn drop(&mut self) {
            may_panic("drop");
        }
    }
    FAILS.set(("drop", 1));
    let message = message_of(|| Prefab::try_new(|root| _ = root.insert(Brittle(Token::new()))));
    assert_eq!((message.as_str(), live_tokens()), ("on purpose in drop", 0));
}
