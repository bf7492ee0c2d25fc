//! Law V1: contexts are a stack. Outside of any, an entity is neither written nor read.

use std::cell::RefCell;

use ecs_core::saves::Loading;
use ecs_core::{Component, Entity, Handle, LoadError, Save, SaveError, World, find};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::formats::{ALL, Format, come_back_in, without_ids};
use crate::support::{assert_says, caught, message_of};
use crate::{Gun, Hull, Listed, named, scene};

/// Fails unless nothing that is in a save can be written and read here.
#[track_caller]
fn assert_no_context() {
    let says = |error: String| assert_says(&error, &["only inside a save", "`Save::write`"]);
    let entity = Entity::spawn();
    says(serde_json::to_string(&entity).expect_err("no context").to_string());
    says(ron::to_string(&vec![Handle::<Hull>::NULL]).expect_err("no context").to_string());
    assert!(postcard::to_allocvec(&Some(entity)).is_err());
    says(serde_json::from_str::<Entity>("1").expect_err("no context").to_string());
    says(serde_json::from_str::<Handle<Hull>>("0").expect_err("no context").to_string());
    assert!(postcard::from_bytes::<Entity>(&[0]).is_err());
    entity.despawn();
}

#[test]
fn v1_outside_of_a_save_it_is_an_error() {
    assert_no_context();
    scene();
    let (text, _) = Format::Json.write::<Listed>();
    assert_no_context();
    Format::Json.read::<Listed>(&text);
    assert_no_context();
    assert!(Format::Json.try_read::<Listed>(b"{").is_err());
    assert_no_context();
    assert!(World::dangling().found().is_empty());
    assert_no_context();
}

#[test]
fn v1_a_save_is_read_only_where_one_is_read() {
    scene();
    let (text, _) = Format::Json.write::<Hull>();
    let error = serde_json::from_slice::<Loading<Hull>>(&text).err().expect("no context");
    assert_says(&error.to_string(), &["only by `Save::read`"]);
    // What was read for one world is not loaded into another.
    let other = World::new();
    let before = World::dump();
    let read = Save::<Hull>::read_with(|| {
        let mut loading = None;
        let read = other.enter(|| {
            Save::<Hull>::read_with(|| {
                loading = Some(serde_json::from_slice::<Loading<Hull>>(&text)?);
                Err::<_, serde_json::Error>(serde::de::Error::custom("stolen"))
            })
        });
        assert!(matches!(read, Err(LoadError::Format { .. })));
        Ok::<_, serde_json::Error>(loading.expect("it was read"))
    });
    assert_eq!(read.expect_err("of another world"), LoadError::OtherWorld);
    assert_eq!((World::dump(), other.enter(World::dump)), (before, String::new()));
}

#[test]
fn v1_numbers_are_read_while_a_save_is_written_and_the_reverse_by_nobody() {
    #[derive(Component, Debug)]
    struct Reverse;
    impl Serialize for Reverse {
        fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
            assert!(serde_json::from_str::<Entity>("1").is_err(), "a save is written");
            out.serialize_u32(1)
        }
    }
    impl<'de> Deserialize<'de> for Reverse {
        fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
            assert!(serde_json::to_string(&Entity::NONE).is_err(), "a save is read");
            u32::deserialize(input).map(|_| Self)
        }
    }
    named("reverse").insert(Reverse);
    let (text, _) = Format::Json.write::<Reverse>();
    Format::Json.read::<Reverse>(&text);
}

/// Keeps a save of its own, with other numbers, in the middle of its fields.
#[derive(Component, Debug)]
struct Diary {
    before: Handle<Hull>,
    after: Handle<Hull>,
}

thread_local! {
    static PAGES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

impl Serialize for Diary {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        struct Page(Entity);
        impl Serialize for Page {
            fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                let inner = Save::<Hull>::write_only_with(&[self.0], serde_json::to_string);
                inner.expect("a save in a save").0.serialize(out)
            }
        }
        (self.before, Page(self.after.entity()), self.after).serialize(out)
    }
}

impl<'de> Deserialize<'de> for Diary {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Page;
        impl<'de> Deserialize<'de> for Page {
            fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
                let page = String::deserialize(input)?;
                World::new().enter(|| {
                    let inner = Save::<Hull>::read_with(|| serde_json::from_str(&page));
                    assert_eq!(inner.expect("a save in a save").entities().len(), 1);
                    PAGES.with_borrow_mut(|pages| pages.push(without_ids(&World::dump())));
                });
                Ok(Self)
            }
        }
        let (before, _, after) = <(Handle<Hull>, Page, Handle<Hull>)>::deserialize(input)?;
        Ok(Self { before, after })
    }
}

#[test]
fn v1_a_save_inside_of_a_save_has_its_own_numbers() {
    let make = || {
        let [_, before, after] = [0, 1, 2].map(|hull| named(&format!("hull {hull}")).insert(Hull(hull)));
        named("diary").insert(Diary { before, after });
    };
    come_back_in::<(Hull, Diary)>(&ALL, make, |_| {
        let diary = find("diary").expect("it was loaded").borrow::<Diary>();
        assert_eq!((diary.before.borrow().0, diary.after.borrow().0), (1, 2));
        assert_eq!(PAGES.take(), ["#0 \"hull 2\"\n  Hull(2)\n"]);
    });
}

thread_local! {
    static PANICS: RefCell<Option<&'static str>> = const { RefCell::new(None) };
}

/// Panics where it is told to.
#[derive(Component, Debug)]
struct Fragile(Entity);

impl Serialize for Fragile {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        assert!(PANICS.take() != Some("write"), "in the middle of writing");
        self.0.serialize(out)
    }
}

impl<'de> Deserialize<'de> for Fragile {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let entity = Entity::deserialize(input)?;
        assert!(PANICS.take() != Some("read"), "in the middle of reading");
        Ok(Self(entity))
    }
}

#[test]
fn v1_after_a_panic_in_the_middle_the_context_is_gone() {
    let fragile = Entity::spawn();
    fragile.insert(Fragile(fragile));
    PANICS.set(Some("write"));
    assert_eq!(message_of(|| Format::Json.write::<Fragile>()), "in the middle of writing");
    assert_no_context();
    let (text, _) = Format::Json.write::<Fragile>();
    PANICS.set(Some("read"));
    let caught = caught(|| Format::Json.read::<Fragile>(&text));
    assert_eq!(caught.text, "in the middle of reading");
    assert_no_context();
    assert!(PANICS.take().is_none());
    Format::Json.read::<Fragile>(&text);
    assert_no_context();
    assert_eq!(Fragile::count(), 2);
}

#[test]
fn v1_after_a_panic_of_an_inner_save_the_outer_one_goes_on() {
    #[derive(Component, Deserialize, Debug)]
    struct Outer(Entity);
    impl Serialize for Outer {
        fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
            PANICS.set(Some("write"));
            assert_eq!(message_of(|| Format::Json.write::<Fragile>()), "in the middle of writing");
            self.0.serialize(out)
        }
    }
    let first = named("first").with(Hull(1));
    let fragile = named("fragile");
    fragile.insert(Fragile(fragile));
    named("outer").insert(Outer(fragile));
    first.despawn();
    let (text, report) = Format::Json.write::<(Outer, Fragile)>();
    assert!(report.dangling().is_empty());
    Format::Json.reload::<(Outer, Fragile)>(&text);
    let outer = find("outer").expect("it was loaded").borrow::<Outer>().0;
    assert_eq!(Some(outer), find("fragile"));
}

#[test]
fn v1_a_format_that_fails_is_named_with_the_component() {
    #[derive(Component, Deserialize)]
    struct Refuses;
    impl Serialize for Refuses {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("not today"))
        }
    }
    scene();
    let refuses = named("refuses").with(Refuses);
    let error = Format::Json.try_write::<(Gun, Refuses)>().expect_err("it refuses");
    assert_eq!(error, SaveError::Format { of: Some(("Refuses", refuses)), message: "not today".into() });
    assert_says(&error.to_string(), &["cannot save Refuses of", "\"refuses\"", "not today"]);
    assert_no_context();
    // An error of the format itself, where no component is being written.
    let full = Save::<Gun>::write_with(|_| Err::<(), _>("the disk is full"));
    let error = full.expect_err("it says so");
    assert_eq!(error, SaveError::Format { of: None, message: "the disk is full".into() });
    assert_eq!(error.to_string(), "cannot save: the disk is full");
}
