//! Saves that were edited: what is in them does not fit together.

use ecs_core::saves::SavePlace;
use ecs_core::{Archetype, Component, Entity, Handle, LoadError, Pool, Singleton, World, time, update_all};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{good, refused, refused_as};
use crate::formats::{Format, come_back};
use crate::support::assert_says;
use crate::{Hull, Listed, Score};

/// Edits the save of the scene: three entities (1 the ship, 2 the turret, 3 the gun), and the columns Hull,
/// Gun, Score and Burning.
#[track_caller]
fn edited(edit: impl FnOnce(&mut Value)) -> LoadError {
    let mut save: Value = serde_json::from_slice(&good(Format::Json)).expect("it is JSON");
    edit(&mut save);
    refused(Format::Json, save.to_string().as_bytes())
}

fn in_column(component: &'static str, entity: Option<u32>) -> SavePlace {
    let mut place = SavePlace::default();
    (place.component, place.entity) = (Some(component), entity);
    place
}

#[test]
fn v4_the_save_that_is_edited_is_as_it_is_thought_to_be() {
    let save: Value = serde_json::from_slice(&good(Format::Json)).expect("it is JSON");
    assert_eq!(save["parents"], json!([2, 1, 3, 2]));
    assert_eq!(save["entities"], json!([0, 1, 0]));
    assert_eq!(save["types"][0]["entities"], json!([1, 2]));
    assert_eq!(save["types"][1]["values"], json!([{ "target": 1, "crew": [null, 2, 3] }]));
    assert_eq!(save["types"][2]["entities"], json!([u32::MAX]));
    come_back::<Listed>(crate::scene, |_| ());
}

#[test]
fn v4_an_entity_with_two_components_of_a_type_is_refused() {
    let error = edited(|save| save["types"][0]["entities"] = json!([2, 2]));
    assert_eq!(error, LoadError::ComponentTwice { place: in_column("Hull", Some(2)) });
    assert_says(&error.to_string(), &["two components in Hull of entity 2"]);
    let error = edited(|save| {
        save["types"][2]["entities"] = json!([u32::MAX, u32::MAX]);
        save["types"][2]["values"] = json!([1, 2]);
    });
    assert_eq!(error, LoadError::ComponentTwice { place: in_column("Score", Some(u32::MAX)) });
}

#[test]
fn v4_a_type_with_two_columns_is_refused() {
    let error = edited(|save| {
        let column = save["types"][0].clone();
        save["types"].as_array_mut().expect("a list").push(column);
    });
    assert_eq!(error, LoadError::TypeTwice { component: "Hull" });
}

#[test]
fn v4_a_component_of_nobody_is_refused() {
    for number in [0, 4, 1_000_000, u32::MAX - 1, u32::MAX] {
        let error = edited(|save| save["types"][0]["entities"][1] = json!(number));
        assert_eq!(error, LoadError::BadOwner { place: in_column("Hull", None), number });
        assert_says(&error.to_string(), &["in the column of Hull", &format!("entity {number}")]);
    }
    for number in [0, 1] {
        let error = edited(|save| save["types"][2]["entities"] = json!([number]));
        assert_eq!(error, LoadError::BadOwner { place: in_column("Score", None), number });
    }
}

#[test]
fn v4_who_is_switched_off_or_waits_for_a_start_must_have_the_component() {
    for list in ["off", "unstarted"] {
        for number in [0, 3, 4, u32::MAX] {
            let error = edited(|save| save["types"][0][list] = json!([number]));
            assert_eq!(error, LoadError::BadOwner { place: in_column("Hull", None), number }, "{list}");
        }
    }
}

#[test]
fn v4_parents_that_are_no_tree_are_refused() {
    let bad = |number| LoadError::BadNumber { what: "parents", number };
    let cases = [
        (json!([2, 1, 2, 3]), bad(2)),
        (json!([2, 1, 3, 2, 2, 1]), bad(2)),
        (json!([4, 1]), bad(4)),
        (json!([1, 4]), bad(4)),
        (json!([0, 1]), bad(0)),
        (json!([1, 0]), bad(0)),
        (json!([1, u32::MAX]), bad(u32::MAX)),
        (json!([2, 1, 3]), bad(3)),
        (json!([2, 2]), LoadError::Cycle { number: 2 }),
        (json!([1, 2, 2, 1]), LoadError::Cycle { number: 1 }),
        (json!([1, 3, 2, 1, 3, 2]), LoadError::Cycle { number: 1 }),
    ];
    for (parents, expected) in cases {
        assert_eq!(edited(|save| save["parents"] = parents.clone()), expected, "{parents}");
    }
    let error = edited(|save| save["parents"] = json!([3, 3]));
    assert_says(&error.to_string(), &["entity 3", "its own ancestor", "`parents`"]);
}

#[test]
fn v4_names_of_nobody_and_second_names_are_refused() {
    for (names, number) in [
        (json!([[4, "x"]]), 4),
        (json!([[0, "x"]]), 0),
        (json!([[u32::MAX, "x"]]), u32::MAX),
        (json!([[1, "x"], [1, "y"]]), 1),
    ] {
        let error = edited(|save| save["names"] = names);
        assert_eq!(error, LoadError::BadNumber { what: "names", number });
    }
}

#[test]
fn v4_flags_that_nobody_knows_are_refused() {
    for flags in [4, 8, 129, 255] {
        let error = edited(|save| save["entities"] = json!([0, flags, 0]));
        assert_eq!(error, LoadError::BadFlags { number: 2, flags });
    }
    let error = edited(|save| save["entities"] = json!([0, 256, 0]));
    assert!(matches!(error, LoadError::Format { .. }), "{error}");
}

#[test]
fn v4_handles_to_nobody_are_refused_with_their_place() {
    for number in [4, 77, u32::MAX - 1] {
        let error = edited(|save| save["types"][1]["values"][0]["target"] = json!(number));
        let place = in_column("Gun", Some(3));
        assert_eq!(error, LoadError::NoSuchEntity { place, number, entities: 3 });
        assert_says(
            &error.to_string(),
            &["in Gun of entity 3 of the save", &format!("entity {number}"), "has 3"],
        );
    }
    let error = edited(|save| save["types"][1]["values"][0]["crew"] = json!([1, 2, 3, 4]));
    assert_eq!(error, LoadError::NoSuchEntity { place: in_column("Gun", Some(3)), number: 4, entities: 3 });
}

#[test]
fn v4_handles_that_are_no_numbers_are_refused_with_their_place() {
    for value in
        [json!(-1), json!(1.5), json!("ship"), json!("-1"), json!([1]), json!(5_000_000_000_u64), json!(null)]
    {
        let error = edited(|save| save["types"][1]["values"][0]["target"] = value.clone());
        let LoadError::Format { place, message } = &error else { panic!("{value}: {error:?}") };
        assert_eq!(*place, in_column("Gun", Some(3)), "{message}");
    }
}

#[test]
fn v4_values_of_another_type_are_refused_with_their_place() {
    for (value, says) in
        [(json!("much"), "\"much\""), (json!(-1), "-1"), (json!({}), "map"), (json!(null), "null")]
    {
        let error = edited(|save| save["types"][0]["values"][1] = value);
        let LoadError::Format { place, message } = &error else { panic!("{error:?}") };
        assert_eq!(*place, in_column("Hull", Some(2)));
        assert_says(message, &[says]);
    }
    let error = edited(|save| save["types"][0]["values"] = json!({ "1": 5 }));
    assert!(matches!(error, LoadError::Format { .. }), "{error}");
    for part in ["clock", "entities", "form", "names", "parents", "types"] {
        let error = edited(|save| save[part] = json!("nothing"));
        let LoadError::Format { place, .. } = &error else { panic!("{part}: {error:?}") };
        assert_eq!(place.to_string(), "in the save");
    }
}

#[test]
fn v4_columns_with_too_few_or_too_many_values_are_refused() {
    for (values, says) in [(json!([5]), "1"), (json!([5, 2, 3]), "3"), (json!([]), "0")] {
        let error = edited(|save| save["types"][0]["values"] = values);
        let LoadError::Format { place, message } = &error else { panic!("{error:?}") };
        assert_eq!(place.component, Some("Hull"));
        assert_says(message, &[says, "2 values of Hull"]);
    }
    let error = edited(|save| save["types"][0]["entities"] = json!([1]));
    assert!(matches!(error, LoadError::Format { .. }), "{error}");
}

#[test]
fn v4_what_is_missing_is_named() {
    for part in ["entities", "form", "names", "parents", "types"] {
        let error = edited(|save| _ = save.as_object_mut().expect("a map").remove(part));
        let LoadError::Format { message, .. } = &error else { panic!("{part}: {error:?}") };
        assert_says(message, &[part]);
    }
    for part in ["entities", "type", "values"] {
        let error = edited(|save| _ = save["types"][1].as_object_mut().expect("a map").remove(part));
        let LoadError::Format { message, .. } = &error else { panic!("{part}: {error:?}") };
        assert_says(message, &[part]);
    }
}

#[test]
fn v4_parts_that_come_twice_or_too_early_are_refused() {
    let good = String::from_utf8(good(Format::Json)).expect("it is text");
    let error = refused(Format::Json, good.replacen('{', "{\"form\":1,", 1).as_bytes());
    assert_says(&error.to_string(), &["two `form`"]);
    let error = refused(Format::Json, good.replacen('{', "{\"entities\":[0],", 1).as_bytes());
    assert_says(&error.to_string(), &["two `entities`"]);
    let error = refused(Format::Json, good.replacen('{', "{\"types\":[],", 1).as_bytes());
    assert_says(&error.to_string(), &["`types`", "before its `entities`"]);
    let early = good.replace("{\"entities\":[1,2],", "{\"values\":[5,2],\"entities\":[1,2],");
    assert_says(&refused(Format::Json, early.as_bytes()).to_string(), &["`values`", "before its `entities`"]);
    let twice = good.replace("{\"entities\":[1,2],", "{\"entities\":[1,2],\"entities\":[1,2],");
    assert_says(&refused(Format::Json, twice.as_bytes()).to_string(), &["two `entities`"]);
}

#[test]
fn v4_parts_that_nobody_knows_are_passed_over_in_texts() {
    let good = String::from_utf8(good(Format::Json)).expect("it is text");
    let more = good.replacen('{', "{\"comment\":{\"by\":[1,null]},", 1);
    let more = more.replace("\"off\":[],", "\"off\":[],\"note\":\"x\",");
    assert_eq!(Format::Json.read::<Listed>(more.as_bytes()).entities().len(), 3);
}

#[test]
fn v4_another_form_is_refused() {
    let error = edited(|save| save["form"] = json!(2));
    assert_eq!(error, LoadError::Form { form: 2, known: 1 });
    assert_says(&error.to_string(), &["form 2", "form 1", "update"]);
}

/// The part of the clock for which a save was refused.
#[track_caller]
fn bad_part(error: LoadError) -> &'static str {
    let LoadError::BadClock { part, .. } = error else { panic!("{error:?}") };
    part
}

#[test]
fn v4_a_clock_that_shows_no_time_is_refused() {
    for part in [
        "dt",
        "frame_dt",
        "real_dt",
        "elapsed",
        "real_elapsed",
        "scale",
        "step",
        "fixed_elapsed",
        "longest_dt",
    ] {
        assert_eq!(bad_part(edited(|save| save["clock"][part] = json!(-1.0))), part);
    }
    assert_eq!(bad_part(edited(|save| save["clock"]["step"] = json!(0.0))), "step");
    for part in ["frame", "steps"] {
        // The next one would be too many.
        assert_eq!(bad_part(edited(|save| save["clock"][part] = json!(u64::MAX))), part);
    }
    let ron = String::from_utf8(good(Format::Ron)).expect("it is text");
    for bad in ["NaN", "inf", "-inf"] {
        for part in
            ["elapsed:0.0", "remainder:0.0", "dt:0.0", "scale:1.0", "step:0.016666668", "longest_dt:3600.0"]
        {
            let name = part.split(':').next().expect("a name");
            let edited = ron.replacen(part, &format!("{name}:{bad}"), 1);
            assert_ne!(edited, ron);
            assert_eq!(bad_part(refused(Format::Ron, edited.as_bytes())), name, "{bad}");
        }
    }
    let mut bytes = good(Format::Postcard);
    // An option, and then the first of its fields.
    assert_eq!(bytes[0], 1);
    bytes[1..5].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(bad_part(refused(Format::Postcard, &bytes)), "dt");
}

#[test]
fn v4_a_clock_of_which_a_frame_would_have_no_end_is_refused_and_the_bound_is_said() {
    for (part, bad, bounds) in [
        ("elapsed", json!(1e300), "from 0 to 100000000000"),
        ("remainder", json!(1e300), "from -0.01666666753590107 to 100000000000"),
        ("most_steps", json!(u32::MAX), "from 0 to 1000000"),
        ("scale", json!(1e30), "from 0 to 1000000"),
        ("step", json!(1e-30), "from 0.000001 to 1000000000"),
        ("longest_dt", json!(1e30), "from 0 to 1000000000"),
    ] {
        let error = edited(|save| save["clock"][part] = bad.clone());
        assert_eq!(error, LoadError::BadClock { part, bounds: bounds.to_owned() });
        assert_says(&error.to_string(), &["the clock of the save", part, bounds]);
    }
}

#[test]
fn v4_the_largest_clock_is_read_and_its_frames_end() {
    let mut save: Value = serde_json::from_slice(&good(Format::Json)).expect("it is JSON");
    for part in ["dt", "frame_dt", "real_dt", "real_elapsed", "fixed_elapsed"] {
        save["clock"][part] = json!(f32::MAX);
    }
    for part in ["frame", "steps"] {
        save["clock"][part] = json!(u64::MAX / 2 - 1000);
    }
    save["clock"]["skipped"] = json!(u64::MAX);
    save["clock"]["elapsed"] = json!(9e10);
    save["clock"]["remainder"] = json!(1e11);
    save["clock"]["most_steps"] = json!(1000);
    World::set_time_scale(1e6);
    save["clock"]["step"] = json!(1e-6);
    Format::Json.read::<Listed>(save.to_string().as_bytes());
    let hull = Entity::spawn().insert(Hull(0));
    hull.every(1000.0, |hull| hull.0 += 1);
    update_all(1.0);
    let now = time();
    assert_eq!((now.fixed_steps(), now.skipped_steps()), (u64::MAX / 2, u64::MAX));
    assert_eq!((hull.borrow().0, now.elapsed()), (1000, 9e10 + 1e6));
    let bytes = Format::Json.write::<Listed>().0;
    Format::Json.read::<Listed>(&bytes);
}

#[test]
fn v4_a_clock_that_lacks_a_part_has_that_of_a_new_world() {
    let mut save: Value = serde_json::from_slice(&good(Format::Json)).expect("it is JSON");
    save["clock"] = json!({ "elapsed": 5.0 });
    Format::Json.read::<Listed>(save.to_string().as_bytes());
    assert_eq!((time().elapsed(), time().scale()), (5.0, 1.0));
}

#[test]
fn v4_a_message_of_a_type_that_looks_as_one_of_the_library_is_still_its_own() {
    #[derive(Component, Serialize)]
    struct Liar(Option<Handle<Hull>>);
    impl<'de> Deserialize<'de> for Liar {
        fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
            // A number that is none is tried, and passed over.
            let tried = Option::<u32>::deserialize(input)?;
            let _ = serde_json::from_str::<Handle<Hull>>("99");
            Err(serde::de::Error::custom(format_args!("{tried:?} is not what I like")))
        }
    }
    let save = World::new().enter(|| {
        Entity::spawn().insert(Liar(None));
        Format::Json.write::<Liar>().0
    });
    let LoadError::Format { place, message } = refused_as::<Liar>(Format::Json, &save) else {
        panic!("it is no number that was in the save")
    };
    assert_eq!(place, in_column("Liar", Some(1)));
    assert_says(&message, &["None is not what I like"]);
}

#[test]
fn v4_the_entity_of_the_singletons_in_a_pool_is_refused_and_they_live_on() {
    #[derive(Component, Serialize, Deserialize, Default)]
    struct Cave(Pool<Archetype<(Hull,)>>);
    for part in ["parked", "taken"] {
        Score::set(Score(4));
        let cave = Entity::spawn().insert(Cave::default());
        cave.borrow().0.prewarm(1);
        let mut save: Value = serde_json::from_slice(&Format::Json.write::<Cave>().0).expect("it is JSON");
        save["types"][0]["values"][0][part] = json!([u32::MAX]);
        let error = refused_as::<Cave>(Format::Json, save.to_string().as_bytes());
        assert_says(&error.to_string(), &["in Cave of entity 1", "singletons"]);
        // Here they are others than in the worlds of before.
        assert!(Format::Json.try_read::<Cave>(save.to_string().as_bytes()).is_err());
        assert_eq!(Score::borrow().0, 4, "{part}");
        World::reset();
    }
}
