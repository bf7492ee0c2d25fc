//! Law V2: what is not in a save stands in its report.

use std::collections::BTreeMap;

use ecs_core::saves::LeftOut;
use ecs_core::{Component, Entity, Handle, Save, Singleton, World};
use serde::{Deserialize, Serialize};

use crate::formats::{ALL, Format};
use crate::{Burning, Gun, Hull, Listed, Score, named, scene};

#[derive(Component, Default)]
struct Forgotten;

#[derive(Component, Default)]
#[component(transient)]
struct Cache(#[expect(dead_code, reason = "a value")] u8);

#[derive(Singleton, Default)]
struct Settings(#[expect(dead_code, reason = "a value")] u8);

#[test]
fn v2_types_that_are_left_out_stand_in_the_report_and_transient_ones_do_not() {
    for format in ALL {
        World::reset();
        scene();
        let [first, second] = [(); 2].map(|()| Entity::spawn().with(Hull(1)).with(Cache(1)));
        first.with(Forgotten);
        second.with(Forgotten).set_enabled(false);
        Settings::set(Settings(1));
        let (_, report) = format.write::<(Hull, Gun)>();
        let left_out: Vec<_> =
            report.left_out().iter().map(|LeftOut { component, count, .. }| (*component, *count)).collect();
        assert_eq!(left_out, [("Burning", 1), ("Score", 1), ("Forgotten", 2), ("Settings", 1)]);
        let (_, report) = format.write::<Listed>();
        assert_eq!(report.left_out().len(), 2);
        assert!(report.to_string().contains("left out: 2 Forgotten: list the type, or mark it"), "{report}");
        let singleton = "left out: the singleton Settings: list the type, or mark it \
                         `#[component(transient)]` if it is not to be saved\n";
        assert!(report.to_string().contains(singleton), "{report}");
        let are_singletons = report.left_out().iter().map(|left_out| left_out.is_singleton);
        assert!(are_singletons.eq([false, true]), "{report}");
        first.kill::<Forgotten>();
        second.kill::<Forgotten>();
        Settings::instance().kill();
        assert!(format.write::<Listed>().1.left_out().is_empty(), "nothing is there any more");
    }
}

#[test]
fn v2_timers_and_tasks_are_counted_in_the_report() {
    let ship = named("ship").with(Hull(1));
    let closures = |part: Option<Entity>| match part {
        None => Format::Json.write::<Hull>().1,
        Some(part) => Format::Json.write_only::<Hull>(&[part]).1,
    };
    assert_eq!(closures(None).closures(), 0);
    ship.after(1.0, |_| ());
    ship.task(async |_| ecs_core::wait(2.0).await);
    ship.handle::<Hull>().every(1.0, |_| ());
    ship.with(Gun::default()).handle::<Gun>().after(1.0, |_| ());
    ship.handle::<Gun>().after(1.0, |_| ()).cancel();
    let report = closures(None);
    assert_eq!(report.closures(), 4);
    let by_type: Vec<_> = report.closures_by_type().iter().map(|of| (of.component, of.count)).collect();
    assert_eq!(by_type, [("Hull", 1), ("Gun", 1), ("Entity", 2)]);
    let text = "left out: timers and tasks, which are closures (1 of Gun): start them again in `on_load` or \
                after the load";
    assert!(report.to_string().contains(text), "{report}");
    assert_eq!(closures(Some(ship)).closures(), 0, "a part has none of its own");
}

#[test]
fn v2_a_map_that_json_cannot_write_is_named_with_its_field() {
    #[derive(Serialize, Deserialize, Default)]
    struct Ground {
        names: BTreeMap<String, u8>,
        heights: BTreeMap<(i32, i32), f32>,
    }
    #[derive(Component, Serialize, Deserialize, Default)]
    struct Map {
        floors: Vec<Ground>,
    }
    let flat = Ground { names: BTreeMap::from([("hill".into(), 1)]), ..Ground::default() };
    let hilly = Ground { heights: BTreeMap::from([((1, 2), 3.0)]), ..Ground::default() };
    let map = Entity::spawn().insert(Map { floors: vec![flat, hilly] });
    let error = Save::<Map>::write_with(serde_json::to_string).map(drop).unwrap_err().to_string();
    for part in ["cannot save Map of 0v1", "`floors.1.heights`", "keys are not text", "list of pairs"] {
        assert!(error.contains(part), "{error:?} lacks {part:?}");
    }
    map.borrow_mut().floors.pop();
    assert!(Save::<Map>::write_with(serde_json::to_string).is_ok());
}

#[test]
fn v2_of_a_part_what_it_leaves_out_stands_in_the_report() {
    let ship = Entity::spawn().with(Forgotten).with(Hull(1));
    Entity::spawn().with(Forgotten).child_of(ship);
    Entity::spawn().with(Forgotten).with(Burning);
    Settings::set(Settings(1));
    let (_, report) = Format::Json.write_only::<Hull>(&[ship]);
    assert_eq!(report.left_out().len(), 1, "{report}");
    assert_eq!((report.left_out()[0].component, report.left_out()[0].count), ("Forgotten", 2));
}

#[test]
fn v2_a_report_says_what_is_in_the_save() {
    let [a, b, c] = ["a", "b", "c"].map(|name| named(name).with(Hull(1)));
    let bare = named("bare");
    let other = named("other").with(Forgotten);
    let (text, report) = Format::Json.write::<Hull>();
    assert_eq!(report.entities(), [a, b, c, bare]);
    assert_eq!((report.number(a), report.number(bare), report.number(other)), (Some(1), Some(4), None));
    assert!(report.to_string().starts_with("saved entities: 4\n"), "{report}");
    let loaded = Format::Json.read::<Hull>(&text);
    for (number, name) in [(1, "a"), (4, "bare")] {
        let entity = loaded.entity(number).expect("it is in the save");
        assert_eq!(entity.name().as_deref(), Some(name));
    }
    assert_eq!((loaded.entity(0), loaded.entity(5), loaded.entities().len()), (None, None, 4));
    assert!(loaded.unknown().is_empty());
}

#[derive(Component, Serialize, Deserialize, Default, PartialEq, Debug)]
struct Refers {
    hull: Handle<Hull>,
    list: Vec<Option<Entity>>,
    map: BTreeMap<String, (u8, Handle<Forgotten>)>,
}

#[test]
fn v2_handles_to_what_is_dead_or_not_in_the_save_are_null_and_in_the_report() {
    for format in ALL {
        World::reset();
        let hull = named("hull").insert(Hull(1));
        let dead = named("dead").insert(Hull(2));
        let outside = named("outside").insert(Forgotten);
        let gun = named("gun").insert(Refers {
            hull: dead,
            list: vec![None, Some(hull.entity()), Some(outside.entity()), Some(Entity::NONE)],
            map: [("old".to_owned(), (1, outside)), ("own".to_owned(), (2, Handle::NULL))].into(),
        });
        let right = named("right").insert(Refers { hull, ..Refers::default() });
        dead.entity().despawn();
        let (bytes, report) = format.write::<(Hull, Refers)>();
        let found: Vec<_> = report
            .dangling()
            .iter()
            .map(|one| (one.component, one.entity, &*one.path, one.target, one.is_alive))
            .collect();
        let expected = [
            ("Refers", gun.entity(), "hull", dead.entity(), false),
            ("Refers", gun.entity(), "list.2", outside.entity(), true),
            ("Refers", gun.entity(), "map.old.1", outside.entity(), true),
        ];
        assert_eq!(found, expected, "{format:?}");
        let text = report.to_string();
        let line = format!(
            "written as null: Refers.hull of {:?} refers to {:?}, which is dead",
            gun.entity(),
            dead.entity()
        );
        assert!(text.contains(&line) && line.contains("\"gun\""), "{text}\n{line}");
        let other = format!(
            "written as null: Refers.list.2 of {:?} refers to {:?}, which is not in the save\n",
            gun.entity(),
            outside.entity()
        );
        assert!(text.contains(&other), "{text}");
        assert!(right.is_alive());
        // What was written is null indeed.
        format.reload::<(Hull, Refers)>(&bytes);
        let gun = ecs_core::find("gun").expect("it was loaded").borrow::<Refers>();
        assert_eq!(
            (gun.hull, gun.list[2], gun.map["old"].1),
            (Handle::NULL, Some(Entity::NONE), Handle::NULL)
        );
        assert_eq!(gun.list[1], ecs_core::find("hull"));
        let right = ecs_core::find("right").expect("it was loaded").borrow::<Refers>();
        assert_eq!(right.hull.borrow().0, 1);
    }
}

#[test]
fn v2_each_component_that_refers_to_nothing_any_more_is_in_the_report_once() {
    let dead = Entity::spawn().insert(Hull(1));
    let guns: Vec<_> = (0..50)
        .map(|_| Entity::spawn().insert(Gun { target: dead, crew: vec![Some(dead.entity()); 3] }))
        .collect();
    dead.entity().despawn();
    let (_, report) = Format::Postcard.write::<Gun>();
    let paths = ["target", "crew.0", "crew.1", "crew.2"];
    let expected = guns.iter().flat_map(|gun| paths.map(|path| (gun.entity(), path)));
    assert!(report.dangling().iter().map(|one| (one.entity, &*one.path)).eq(expected));
}

#[test]
fn v2_a_serialize_that_writes_another_thing_the_next_time_is_in_the_report_too() {
    use std::cell::Cell;
    #[derive(Component, Deserialize)]
    struct Moody(Handle<Hull>);
    thread_local! {
        static TIMES: Cell<u32> = const { Cell::new(0) };
    }
    impl Serialize for Moody {
        fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
            TIMES.set(TIMES.get() + 1);
            if TIMES.get() == 1 { self.0.serialize(out) } else { Handle::<Hull>::NULL.serialize(out) }
        }
    }
    let dead = Entity::spawn().insert(Hull(1));
    let moody = Entity::spawn().insert(Moody(dead));
    dead.entity().despawn();
    let (_, report) = Format::Json.write::<Moody>();
    let [one] = report.dangling() else { panic!("{report}") };
    assert_eq!((one.component, one.entity, &*one.path), ("Moody", moody.entity(), ""));
    assert_eq!((one.target, one.is_alive), (dead.entity(), false));
}

#[test]
fn v2_what_stands_beside_the_save_and_is_lost_belongs_to_no_component() {
    let dead = Entity::spawn().insert(Hull(1));
    dead.entity().despawn();
    Entity::spawn().insert(Hull(2));
    let write = Save::<Hull>::write_with(|save| serde_json::to_string(&(save, dead)));
    let (text, report) = write.expect("a tuple can be written");
    assert!(text.ends_with(",0]"), "{text}");
    let [one] = report.dangling() else { panic!("{report}") };
    assert_eq!((one.component, one.entity, one.target), ("", Entity::NONE, dead.entity()));
}

#[test]
fn v2_a_handle_to_a_singleton_is_not_lost() {
    #[derive(Component, Serialize, Deserialize)]
    struct Watches(Handle<Score>);
    Score::set(Score(1));
    let watcher = Entity::spawn().with(Watches(Score::instance()));
    for report in [Format::Json.write::<Watches>().1, Format::Json.write_only::<Watches>(&[watcher]).1] {
        assert!(report.dangling().is_empty(), "{report}");
    }
}

#[test]
fn what_unwrap_prints_of_a_damaged_save_is_the_sentence() {
    let error = Save::<(Hull,)>::read_with(|| serde_json::from_str("{")).expect_err("it is cut off");
    assert_eq!(format!("{error:?}"), error.to_string());
    assert!(error.to_string().contains("EOF"), "{error}");
}
