//! Law V4: older names and forms of types are read as those of now.

use ecs_core::saves::SaveList;
use ecs_core::{Component, Entity, LoadError, World, find};
use serde::{Deserialize, Serialize};

use crate::formats::{ALL, Format, TEXTS};
use crate::support::{Token, assert_says, live_tokens};
use crate::{Hull, named};

/// The game as it was first.
mod v1 {
    use super::*;
    #[derive(Component, Serialize, Deserialize)]
    pub struct Hp(pub u32);
    #[derive(Component, Serialize, Deserialize)]
    pub struct Turret {
        pub target: ecs_core::Handle<Hull>,
    }
    #[derive(Component, Serialize, Deserialize)]
    pub struct Mood(pub Kind);
    #[derive(Serialize, Deserialize)]
    pub enum Kind {
        Calm,
        Angry(Entity),
    }
}

/// The type has got another name, and a value with fields.
mod v2 {
    use super::*;
    #[derive(Component, Serialize, Deserialize)]
    #[component(save = "health", was("Hp" => |hp: OldHp| Health { now: hp.0 as f32 }))]
    pub struct Health {
        pub now: f32,
    }
    /// In RON a newtype struct is more than what is in it.
    #[derive(Deserialize)]
    pub struct OldHp(u32);
    #[derive(Component, Serialize, Deserialize)]
    #[component(was(1 => |old: OldTurret| Turret { targets: vec![old.target] }))]
    pub struct Turret {
        pub targets: Vec<ecs_core::Handle<Hull>>,
    }
    #[derive(Deserialize)]
    pub struct OldTurret {
        target: ecs_core::Handle<Hull>,
    }
}

/// And a version, of the same name.
mod v3 {
    use super::*;
    #[derive(Component, Serialize, Deserialize, PartialEq, Debug)]
    #[component(save = "health", was("Hp" => Health::from_whole, 1 => |old: Old| Health::of(old.now)))]
    pub struct Health {
        pub now: f32,
        pub most: f32,
    }
    impl Health {
        fn of(now: f32) -> Self {
            Self { now, most: 100.0 }
        }
        fn from_whole(hp: Hp) -> Self {
            Self::of(hp.0 as f32)
        }
    }
    #[derive(Deserialize)]
    struct Hp(u32);
    #[derive(Deserialize)]
    pub struct Old {
        now: f32,
    }
    #[derive(Component, Serialize, Deserialize)]
    #[component(was(1 => |old: One| Turret { targets: [old.target].into() }))]
    #[component(was(2 => |old: Many| Turret { targets: old.targets.into() }))]
    pub struct Turret {
        pub targets: std::collections::VecDeque<ecs_core::Handle<Hull>>,
    }
    #[derive(Deserialize)]
    pub struct One {
        target: ecs_core::Handle<Hull>,
    }
    #[derive(Deserialize)]
    pub struct Many {
        targets: Vec<ecs_core::Handle<Hull>>,
    }
    /// The enum has grown at its end, and is called otherwise.
    #[derive(Component, Serialize, Deserialize, PartialEq, Debug)]
    #[component(was("Mood"))]
    pub struct Temper(pub Kind);
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    pub enum Kind {
        Calm,
        Angry(Entity),
        Bored { since: f32 },
    }
}

fn world_of<L: SaveList>(format: Format, make: impl Fn(Entity)) -> Vec<u8> {
    World::new().enter(|| {
        for name in ["a", "b"] {
            make(named(name).with(Hull(1)));
        }
        find("b").expect("it was made").set_enabled(false);
        format.write::<L>().0
    })
}

/// Saves of the same scene by the game as it was three times.
fn history(format: Format) -> [Vec<u8>; 3] {
    [
        world_of::<(Hull, v1::Hp, v1::Turret)>(format, |entity| {
            entity.with(v1::Hp(40)).with(v1::Turret { target: entity.handle() });
        }),
        world_of::<(Hull, v2::Health, v2::Turret)>(format, |entity| {
            entity.with(v2::Health { now: 40.0 }).with(v2::Turret { targets: vec![entity.handle()] });
        }),
        world_of::<(Hull, v3::Health, v3::Turret)>(format, |entity| {
            let targets = [entity.handle()].into();
            entity.with(v3::Health { now: 40.0, most: 100.0 }).with(v3::Turret { targets });
        }),
    ]
}

#[test]
fn v4_saves_of_three_versions_are_read_by_the_last() {
    for format in ALL {
        for (version, bytes) in (1..).zip(history(format)) {
            World::new().enter(|| {
                let report = format.read::<(Hull, v3::Health, v3::Turret)>(&bytes);
                assert!(report.unknown().is_empty(), "{version}");
                for name in ["a", "b"] {
                    let entity = find(name).expect("it was loaded");
                    assert_eq!(*entity.borrow::<v3::Health>(), v3::Health { now: 40.0, most: 100.0 });
                    assert_eq!(entity.borrow::<v3::Turret>().targets, [entity.handle()], "{version}");
                    assert_eq!(entity.handle::<v3::Turret>().is_enabled(), name == "a");
                }
                let text = Format::Json.write::<(Hull, v3::Health, v3::Turret)>().0;
                assert_says(&String::from_utf8_lossy(&text), &["\"health@2\"", "\"Turret@3\"", "\"Hull\""]);
            });
        }
    }
}

#[test]
fn v4_the_one_before_reads_what_it_knows_and_refuses_a_later_version() {
    for format in ALL {
        let [first, second, third] = history(format);
        for bytes in [first, second] {
            World::new().enter(|| {
                format.read::<(Hull, v2::Health, v2::Turret)>(&bytes);
                assert_eq!((v2::Health::count(), v2::Turret::count()), (2, 2));
            });
        }
        World::new().enter(|| {
            let refused = format.try_read::<(Hull, v2::Health, v2::Turret)>(&third).expect_err("it is later");
            let LoadError::UnknownVersion { title, known } = &refused else { panic!("{refused}") };
            assert_eq!((&**title, &**known), ("health@2", "health"));
            assert_says(&refused.to_string(), &["`health@2`", "`health`", "later version", "was(..)"]);
            assert_eq!(World::stats().alive, 0, "also where the format could pass over it");
        });
    }
    for format in TEXTS {
        // A version that was dropped from the list.
        let refused = format.try_read::<v3::Turret>(
            &String::from_utf8_lossy(&history(format)[1]).replace("Turret@2", "Turret@9").into_bytes(),
        );
        let Err(LoadError::UnknownVersion { title, known }) = refused else { panic!("{refused:?}") };
        assert_eq!((&*title, &*known), ("Turret@9", "Turret`, `Turret@2`, `Turret@3"));
    }
}

#[test]
fn v4_an_enum_that_grew_at_its_end_and_another_name_need_nothing() {
    for format in ALL {
        let bytes = World::new().enter(|| {
            let a = named("a").with(v1::Mood(v1::Kind::Calm));
            named("b").with(v1::Mood(v1::Kind::Angry(a)));
            format.write::<v1::Mood>().0
        });
        World::new().enter(|| {
            format.read::<v3::Temper>(&bytes);
            let [a, b] = ["a", "b"].map(|name| find(name).expect("it was loaded"));
            assert_eq!(*b.borrow::<v3::Temper>(), v3::Temper(v3::Kind::Angry(a)));
            *a.borrow_mut::<v3::Temper>() = v3::Temper(v3::Kind::Bored { since: 1.0 });
            let later = format.write::<v3::Temper>().0;
            let refused = World::new().enter(|| format.try_read::<v1::Mood>(&later).is_err());
            assert!(refused || TEXTS.contains(&format), "{format:?}");
        });
    }
}

#[test]
fn v4_an_older_value_that_is_none_is_an_error_with_its_place_and_nothing_of_it_stays() {
    #[derive(Component, Serialize, Deserialize)]
    struct Early(u32);
    #[derive(Component, Serialize, Deserialize)]
    #[component(was("Early" => |old: Old| Late(old.0, Token::new())))]
    struct Late(
        i64,
        #[serde(skip)]
        #[allow(dead_code, reason = "counts its drop")]
        Token,
    );
    #[derive(Deserialize)]
    struct Old(i64);
    let text = World::new().enter(|| {
        (0..5).for_each(|number| _ = Entity::spawn().with(Early(number)));
        Format::Json.write::<Early>().0
    });
    let bad = String::from_utf8_lossy(&text).replace("[0,1,2,3,4]", "[0,1,2,\"much\",4]");
    let refused = Format::Json.try_read::<Late>(bad.as_bytes()).expect_err("no number");
    let LoadError::Format { place, message } = &refused else { panic!("{refused}") };
    assert_eq!((place.component, place.entity), (Some("Late"), Some(4)));
    assert_says(message, &["\"much\""]);
    assert_eq!((World::stats().alive, live_tokens()), (0, 0));
    Format::Json.read::<Late>(&text);
    assert_eq!((Late::view().iter().map(|late| late.0).sum::<i64>(), live_tokens()), (10, 5));
}

#[test]
fn v4_columns_of_a_name_of_now_and_of_before_are_two_of_one_type() {
    let text = World::new().enter(|| {
        named("a").with(v1::Hp(1)).with(v2::Health { now: 2.0 });
        Format::Json.write::<(v1::Hp, Hull)>().0
    });
    let text = String::from_utf8_lossy(&text).replace("\"type\":\"Hull\"", "\"type\":\"health@2\"");
    let refused = Format::Json.try_read::<v3::Health>(text.as_bytes()).expect_err("two columns");
    assert_eq!(refused, LoadError::TypeTwice { component: "Health" });
    assert_says(&refused.to_string(), &["two columns of Health"]);
}

#[test]
fn v4_a_type_that_was_a_type_with_parameters_keeps_them() {
    #[derive(Component, Serialize, Deserialize, PartialEq, Debug)]
    struct Cell<T>(T);
    #[derive(Component, Serialize, Deserialize, PartialEq, Debug)]
    #[component(was("Cell"))]
    struct Field<T>(T);
    for format in ALL {
        let bytes = World::new().enter(|| {
            Entity::spawn().with(Cell(1_u8)).with(Cell(2_u16));
            format.write::<(Cell<u8>, Cell<u16>)>().0
        });
        World::new().enter(|| {
            let entity = format.read::<(Field<u16>, Field<u8>)>(&bytes).entities()[0];
            assert_eq!((entity.borrow::<Field<u8>>().0, entity.borrow::<Field<u16>>().0), (1, 2));
        });
    }
}
