//! Panics of user code while a world is saved and loaded, and values that are dropped: each once.

use std::cell::Cell;

use ecs_core::{Component, Entity, LoadError, Save, Singleton, World, update_all};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::formats::{ALL, Format};
use crate::support::{Token, drops_while_unwinding, live_tokens, log, message_of, take_log};
use crate::{Hull, named};

#[derive(Clone, Copy, PartialEq, Debug)]
enum At {
    Nowhere,
    Serialize,
    Deserialize,
    OnLoad,
    Shutdown,
    Drop,
}

thread_local! {
    /// Where the next panic is to be, and in the how many-th value.
    static PANIC: Cell<(At, u32)> = const { Cell::new((At::Nowhere, 0)) };
}

/// Panics here if it is to.
fn at(place: At, number: u32) {
    if PANIC.get() == (place, number) {
        PANIC.set((At::Nowhere, 0));
        panic!("{place:?} of {number}");
    }
}

/// Panics where it is told to, and counts its drops.
#[derive(Component, Debug)]
struct Fragile(u32, #[expect(dead_code, reason = "counts its drop")] Token);

fn fragile(number: u32) -> Fragile {
    Fragile(number, Token::new())
}

impl Fragile {
    fn on_load(&mut self) {
        at(At::OnLoad, self.0);
        log(format!("load {}", self.0));
    }
    fn shutdown(&mut self) {
        at(At::Shutdown, self.0);
    }
}

impl Drop for Fragile {
    fn drop(&mut self) {
        at(At::Drop, self.0);
    }
}

impl Serialize for Fragile {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        at(At::Serialize, self.0);
        self.0.serialize(out)
    }
}

impl<'de> Deserialize<'de> for Fragile {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let value = fragile(u32::deserialize(input)?);
        at(At::Deserialize, value.0);
        Ok(value)
    }
}

/// As `Fragile`, as a singleton.
#[derive(Singleton, Debug)]
struct Only(Fragile);

impl Only {
    fn shutdown(&mut self) {
        at(At::Shutdown, self.0.0);
        log(format!("shutdown {}", self.0.0));
    }
}

impl Default for Only {
    fn default() -> Self {
        Self(fragile(0))
    }
}

impl Serialize for Only {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(out)
    }
}

impl<'de> Deserialize<'de> for Only {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Fragile::deserialize(input).map(Self)
    }
}

type All = (Fragile, Only, Hull);

/// A save of five, and of the singleton 9.
fn saved(format: Format) -> Vec<u8> {
    World::new().enter(|| {
        for number in 1..=5 {
            named(&format!("f{number}")).with(fragile(number)).with(Hull(number));
        }
        Only::set(Only(fragile(9)));
        format.write::<All>().0
    })
}

/// All that is to be as before, and the next id.
fn seen() -> (String, usize, usize, Entity) {
    let next = Entity::spawn();
    next.despawn();
    (World::dump(), live_tokens(), World::stats().alive, Entity::NONE)
}

fn fresh(f: impl Fn(Format)) {
    for format in ALL {
        let world = World::new();
        world.enter(|| f(format));
        drop(world);
        assert_eq!((live_tokens(), PANIC.get()), (0, (At::Nowhere, 0)), "{format:?}");
        take_log();
    }
}

#[test]
fn v4_after_a_panic_in_serialize_the_world_is_as_it_was() {
    fresh(|format| {
        named("a").with(fragile(1));
        named("b").with(fragile(2));
        let before = seen();
        PANIC.set((At::Serialize, 2));
        assert_eq!(message_of(|| format.write::<All>()), "Serialize of 2");
        assert_eq!(seen(), before);
        Fragile::view_mut().iter_mut().for_each(|fragile| fragile.0 += 1);
        format.write::<All>();
    });
}

#[test]
fn v4_after_a_panic_in_deserialize_the_world_is_as_it_was() {
    fresh(|format| {
        let bytes = saved(format);
        named("beside").with(fragile(77));
        Only::set(Only(fragile(78)));
        for number in [1, 3, 5, 9] {
            let before = seen();
            PANIC.set((At::Deserialize, number));
            let message = message_of(|| format.read::<All>(&bytes));
            assert_eq!(message, format!("Deserialize of {number}"));
            assert_eq!(seen(), before);
            PANIC.set((At::Deserialize, number));
            message_of(|| format.reload::<All>(&bytes));
            assert_eq!(seen(), before, "nothing is cleared");
        }
        assert_eq!(take_log(), [""; 0]);
        format.read::<All>(&bytes);
        assert_eq!((Fragile::count(), Only::borrow().0.0, live_tokens()), (6, 9, 7));
    });
}

#[test]
fn v3_a_panic_in_on_load_stops_nothing_and_the_first_goes_on() {
    fresh(|format| {
        let bytes = saved(format);
        PANIC.set((At::OnLoad, 2));
        assert_eq!(message_of(|| format.read::<All>(&bytes)), "OnLoad of 2");
        assert_eq!(take_log(), ["load 1", "load 3", "load 4", "load 5"]);
        assert_eq!((Fragile::count(), Hull::count(), Only::borrow().0.0, live_tokens()), (5, 5, 9, 6));
        assert!(Fragile::view_mut().len() == 5, "nothing is borrowed");
        update_all(0.1);
    });
}

#[test]
fn v3_a_panic_in_the_shutdown_of_a_singleton_that_is_replaced_stops_nothing() {
    fresh(|format| {
        let bytes = saved(format);
        Only::set(Only(fragile(30)));
        PANIC.set((At::Shutdown, 30));
        assert_eq!(message_of(|| format.read::<All>(&bytes)), "Shutdown of 30");
        assert_eq!((Fragile::count(), Only::borrow().0.0, Only::count()), (5, 9, 1));
        World::flush();
        assert_eq!(live_tokens(), 6, "the old one is dropped");
        assert_eq!(take_log().len(), 5, "all `on_load`");
    });
}

#[test]
fn v3_a_panic_in_the_drop_of_a_singleton_that_is_replaced_stops_nothing() {
    fresh(|format| {
        let bytes = saved(format);
        Only::set(Only(fragile(30)));
        PANIC.set((At::Drop, 30));
        let panicked = crate::support::try_caught(|| {
            format.read::<All>(&bytes);
            World::flush();
        });
        assert_eq!(panicked.expect_err("it panics").text, "Drop of 30");
        World::flush();
        assert_eq!((Fragile::count(), Only::borrow().0.0, Hull::count(), live_tokens()), (5, 9, 5, 6));
    });
}

/// Cuts the save off in its last column.
fn cut(bytes: &[u8], format: Format) -> Vec<u8> {
    let end = if format == Format::Postcard { 1 } else { 4 };
    bytes[..bytes.len() - end].to_vec()
}

#[test]
fn v4_of_a_load_that_fails_each_value_drops_once() {
    fresh(|format| {
        let bytes = saved(format);
        let full = bytes.len();
        for end in (0..full).step_by(if cfg!(miri) { 40 } else { 1 }) {
            assert!(format.try_read::<All>(&bytes[..end]).is_err());
            assert_eq!((live_tokens(), World::stats().alive), (0, 0), "{end}");
        }
        format.read::<All>(&bytes);
        assert_eq!(live_tokens(), 6);
    });
}

#[test]
fn v4_a_panic_in_the_drop_of_a_load_that_fails_leaks_nothing_and_changes_nothing() {
    fresh(|format| {
        let bad = cut(&saved(format), format);
        let before = seen();
        for number in [1, 3, 5, 9] {
            PANIC.set((At::Drop, number));
            let refused = format.try_read::<All>(&bad).expect_err("it ends too early");
            assert!(matches!(refused, LoadError::Format { .. }), "{refused:?}");
            assert_eq!(seen(), before);
            assert_eq!(message_of(World::flush), format!("Drop of {number}"));
        }
    });
}

#[test]
fn v4_a_panic_in_the_drop_of_a_save_that_does_not_fit_together_changes_nothing() {
    let text = String::from_utf8(saved(Format::Json)).expect("it is text");
    // A circle: all values are read before that is found.
    let bad = text.replace("\"parents\":[]", "\"parents\":[1,1]");
    let before = seen();
    PANIC.set((At::Drop, 2));
    let refused = Format::Json.try_read::<All>(bad.as_bytes());
    assert_eq!(refused.expect_err("a circle"), LoadError::Cycle { number: 1 });
    assert_eq!((seen(), message_of(World::flush)), (before.clone(), "Drop of 2".to_owned()));
    let refused = Format::Json.try_reload::<All>(bad.as_bytes());
    assert_eq!(refused.expect_err("a circle"), LoadError::Cycle { number: 1 });
    assert_eq!((seen(), live_tokens()), (before, 0));
}

#[test]
fn v4_a_load_and_a_save_while_the_thread_unwinds_are_refused() {
    struct Late(Vec<u8>);
    impl Drop for Late {
        fn drop(&mut self) {
            let read = Format::Json.try_read::<All>(&self.0).map(drop);
            let write = Format::Json.try_write::<All>().map(drop);
            log(format!("{} {}", read.expect_err("it unwinds"), write.expect_err("it unwinds")));
        }
    }
    let bytes = saved(Format::Json);
    message_of(|| {
        let _late = Late(bytes);
        panic!("first");
    });
    let said = take_log().join(" ");
    assert!(said.starts_with("cannot load: ") && said.contains("cannot save: "), "{said}");
    assert_eq!((live_tokens(), World::stats().alive), (0, 0));
    assert_eq!(drops_while_unwinding(), 0);
}

#[test]
fn v4_the_first_of_several_panics_goes_on() {
    fresh(|format| {
        #[derive(Component, Serialize, Deserialize)]
        struct Panics(u32);
        impl Panics {
            fn on_load(&mut self) {
                panic!("{}", self.0);
            }
        }
        (1..4).for_each(|number| _ = Entity::spawn().with(Panics(number)));
        let bytes = format.write::<Panics>().0;
        assert_eq!(message_of(|| format.read::<Panics>(&bytes)), "1");
        assert_eq!(message_of(|| format.reload::<Panics>(&bytes)), "1");
        assert_eq!(Panics::count(), 3);
    });
}

#[test]
fn v4_a_bad_save_is_an_error_though_what_was_read_of_it_panics_as_it_drops() {
    thread_local!(static DROPPED: Cell<u32> = const { Cell::new(0) });
    #[derive(Component, Serialize, Deserialize)]
    struct Bad(u32);
    impl Drop for Bad {
        fn drop(&mut self) {
            if self.0 > 90 {
                DROPPED.set(DROPPED.get() + 1);
                panic!("the drop of {}", self.0);
            }
        }
    }
    Entity::spawn_many(3, |number, _| Bad(number as u32 + 7));
    let good = Save::<(Bad,)>::write_with(serde_json::to_string).expect("it can be written").0;
    let bad = [good.replace("[7,8,9]", "[91,92,\"x\"]"), good.replace("[7,8,9]", "[91,92,93,94]")];
    for (bad, read) in bad.iter().zip([2, 4]) {
        assert_ne!(*bad, good);
        let error = Save::<(Bad,)>::read_with(|| serde_json::from_str(bad)).expect_err("it is no save");
        assert!(matches!(error, LoadError::Format { .. }), "{error:?}");
        assert_eq!((DROPPED.take(), Bad::count()), (read, 3));
        assert_eq!(message_of(World::flush), "the drop of 91", "the first panic, and not lost");
        World::flush();
    }
}
