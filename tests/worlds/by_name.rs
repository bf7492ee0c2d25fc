//! G5: types, entities, values and events are reached by their names, and what cannot be changes nothing.

use std::collections::BTreeMap;

use ecs_core::by_name::{ByName, NameError, ReadAs, Value};
use ecs_core::{Archetype, Component, Entity, Handle, Pool, Singleton, World};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Component, Serialize, Deserialize, Clone, Default, Debug, PartialEq)]
struct Gun {
    target: Handle<Hull>,
    crew: Vec<Entity>,
    power: f32,
    rounds: BTreeMap<u8, Order>,
    huge: u128,
    name: Option<String>,
    #[serde(skip)]
    heat: u32,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
enum Order {
    Idle,
    Guard { whom: Entity },
}

#[derive(Component, Serialize, Deserialize, Default, Debug, PartialEq)]
#[component(on(Hit))]
struct Hull(u32);

#[derive(Deserialize)]
struct Hit {
    by: Entity,
    strength: u32,
}

impl Hull {
    fn on_hit(&mut self, hit: &Hit) {
        assert!(hit.by.is_alive());
        self.0 -= hit.strength;
    }
}

#[derive(Component, Default, Debug)]
struct Shown(#[expect(dead_code, reason = "`Debug` reads it")] u8);

#[derive(Component)]
struct Hidden(#[expect(dead_code, reason = "nobody reads it")] u8);

#[derive(Component, Default)]
struct Tag;

#[derive(Singleton, Serialize, Deserialize, Default)]
struct Score(u64);

fn world() -> ByName {
    World::by_name()
}

fn value(json: serde_json::Value) -> Value {
    serde_json::from_value(json).expect("a value is made of any JSON")
}

/// All that there is, as text that differs if anything does.
fn all() -> String {
    let stats = World::stats();
    let counts: Vec<_> = stats.stores.iter().map(|store| (store.component, store.count)).collect();
    format!("{}\n{} {counts:?}", World::dump(), stats.alive)
}

/// A gun with something of each kind, and its target.
fn gun() -> (Handle<Gun>, Handle<Hull>) {
    let hull = Entity::spawn().insert(Hull(7));
    let gun = Entity::spawn();
    gun.insert(Gun {
        target: hull,
        crew: vec![gun, hull.entity()],
        power: 0.1,
        rounds: [(3, Order::Idle), (4, Order::Guard { whom: gun })].into(),
        huge: u128::MAX,
        name: None,
        heat: 9,
    });
    (gun.handle(), hull)
}

#[test]
fn g5_types_are_those_that_were_added_and_those_that_were_declared() {
    let names = || world().types().iter().map(|named| named.name).collect::<Vec<_>>();
    assert_eq!(names(), <[&str; 0]>::default());
    World::declare::<(Gun, (Shown, Score))>();
    assert_eq!(names(), ["Gun", "Shown", "Score"]);
    assert!(world().types().iter().all(|named| (named.count, named.number) == (0, None)));
    let _ = Entity::spawn().with(Shown(1)).with(Hidden(1)).with(Tag).with(Hull(1));
    let _ = Entity::spawn().with(Shown(2));
    assert_eq!(names(), ["Shown", "Hidden", "Tag", "Hull", "Gun", "Score"], "in the order of the first add");
    let of = |name| world().find_type(name).expect("it is known");
    assert_eq!(
        ["Gun", "Shown", "Tag", "Hidden"].map(|name| of(name).read_as),
        [ReadAs::Data, ReadAs::Text, ReadAs::Tag, ReadAs::Hidden]
    );
    assert_eq!(
        ["Gun", "Shown", "Tag", "Hidden"].map(|name| of(name).is_writable),
        [true, false, false, false]
    );
    let shown = of("Shown");
    assert_eq!((shown.count, shown.number, of(shown.path)), (2, Some(0), shown));
    assert_eq!(World::stats().stores[0].bytes(), shown.bytes);
    assert_eq!(world().fields("Gun"), Ok(["target", "crew", "power", "rounds", "huge", "name"].as_slice()));
    assert_eq!([world().fields("Hull"), world().fields("Hidden")], [Ok([].as_slice()), Ok(&[])]);
}

#[test]
fn g5_a_wrong_name_is_refused_with_the_nearest_and_a_doubtful_one_with_all() {
    mod other {
        use super::*;

        #[derive(Component, Default)]
        pub struct Hull;
    }

    World::declare::<(Gun, Hull, other::Hull)>();
    World::declare_event::<Hit>();
    let refused = |name: &str| world().find_type(name).expect_err("it is no name").to_string();
    assert!(refused("gun").contains("no type `gun`; did you mean `Gun`?"));
    assert!(refused("Parrot").contains("no type `Parrot`; `World::declare`"));
    let NameError::Ambiguous { paths, .. } = world().find_type("Hull").expect_err("there are two") else {
        panic!("it is known")
    };
    assert_eq!(paths.len(), 2);
    for path in paths {
        assert_eq!(world().find_type(path).map(|named| named.path), Ok(path));
    }
    let error = world().send_all("Hitt", &Value::Null).expect_err("it is no event").to_string();
    assert!(error.contains("no event `Hitt`; did you mean"), "{error}");
}

#[test]
fn g5_entities_have_paths_that_lead_back() {
    let [ship, nameless, lamp] = [(); 3].map(|()| Entity::spawn());
    ship.set_name("ship");
    lamp.set_name("lamp");
    nameless.child_of(ship);
    lamp.child_of(nameless);
    let _ = Score::borrow_mut();
    let gone = Entity::spawn();
    gone.despawn();
    assert!(world().entities().eq([ship, nameless, lamp]), "without that of the singletons");
    assert!(world().entities_among(1..2).eq([nameless]) && world().indices() > lamp.index());
    assert_eq!([ship, nameless, lamp].map(|entity| world().path(entity)), ["ship", "1v1", "1v1/lamp"]);
    for entity in [ship, nameless, lamp, world().singletons().expect("there is one")] {
        assert_eq!(world().find_entity(&world().path(entity)), Ok(entity));
    }
    for path in ["", "boat", "ship/lamp", "1v2", "1v1/ship", "7v1", "99v", "v", "1v1v1"] {
        assert!(matches!(world().find_entity(path), Err(NameError::NoEntity { .. })), "{path}");
    }
    assert!(world().find_entity(&world().path(gone)).is_err());
    assert_eq!(world().components(gone), []);
}

#[test]
fn g5_what_is_read_is_what_serde_says() {
    let (gun, hull) = gun();
    let read = world().read(gun.entity(), "Gun").expect("it can be read");
    assert_eq!(read.at("target").and_then(Value::entity), Some(hull.entity()));
    assert_eq!(read.at("/crew/1"), Some(&Value::Id(hull.entity())));
    assert_eq!(read.at("rounds.4.Guard.whom"), Some(&Value::Id(gun.entity())));
    assert_eq!((read.at("crew.2"), read.at("heat"), read.at("power.x")), (None, None, None));
    let (me, it) = (world().path(gun.entity()), world().path(hull.entity()));
    let expected = json!({
        "target": it, "crew": [me, it], "power": 0.1,
        "rounds": { "3": "Idle", "4": { "Guard": { "whom": me } } },
        "huge": u128::MAX.to_string(), "name": null,
    });
    let text = serde_json::to_string(&read).expect("it is plain");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&text).ok(), Some(expected));
    let bytes = postcard::to_stdvec(&read).expect("a format for machines takes it too");
    assert!(!bytes.is_empty());
    let shown = Entity::spawn().with(Shown(3)).with(Hidden(1)).with(Tag);
    assert_eq!(world().text(shown, "Shown"), Ok("Shown(3)".to_owned()));
    assert_eq!(world().at_most(9, 8).text(shown, "Shown"), Ok("Shown…".to_owned()));
    assert_eq!(world().read(shown, "Tag"), Ok(Value::Null));
    for refused in [world().read(shown, "Shown"), world().read(shown, "Hidden")] {
        assert!(matches!(refused, Err(NameError::Lacks { needs: "`Serialize`", .. })), "{refused:?}");
    }
    let refused = world().at_most(5, 100).read(gun.entity(), "Gun");
    assert!(matches!(refused, Err(NameError::Value { .. })), "{refused:?}");
}

#[test]
fn g5_integers_are_equal_by_their_numbers_and_other_values_within_their_kind() {
    let integers = [i128::MIN, i64::MIN.into(), -2, -1, 0, 2, i64::MAX.into(), u64::MAX.into(), i128::MAX];
    // Each number in all variants that have it.
    let forms = |number: i128| {
        [
            i64::try_from(number).map(Value::I64).ok(),
            u64::try_from(number).map(Value::U64).ok(),
            Some(Value::I128(number)),
            u128::try_from(number).map(Value::U128).ok(),
        ]
    };
    for (a, b) in integers.iter().flat_map(|a| integers.iter().map(move |b| (*a, *b))) {
        for (form, other) in forms(a).iter().flatten().flat_map(|form| forms(b).map(|other| (form, other))) {
            assert!(other.is_none_or(|other| (*form == other) == (a == b)), "{a} and {b}");
        }
    }
    // The bits of -1 and of the largest number are the same.
    assert_ne!(Value::I128(-1), Value::U128(u128::MAX));
    assert_ne!(Value::I64(-1), Value::U64(u64::MAX));

    let (tank, _) = gun();
    let kinds = [
        Value::Null,
        Value::from(true),
        2.into(),
        2.0_f32.into(),
        2.0.into(),
        "2".into(),
        Value::Bytes(vec![2]),
        tank.entity().into(),
        Value::Handle { entity: tank.entity(), component: "Gun" },
        Value::List(vec![2.into()]),
        Value::Map(vec![("2".into(), 2.into())]),
    ];
    for (place, kind) in kinds.iter().enumerate() {
        assert_eq!(kinds.iter().position(|other| other == kind), Some(place), "{kind}");
        assert_eq!(kind, &kind.clone());
    }
    assert_eq!(Value::List(vec![2_u8.into(), (-2).into()]), Value::List(vec![2.into(), (-2).into()]));
    assert_ne!(Value::List(vec![2.into()]), Value::List(vec![2.into(), 2.into()]));
    assert_ne!(Value::Handle { entity: tank.entity(), component: "Hull" }, kinds[8]);
    assert_eq!(Value::Map(vec![("a".into(), 2_u8.into())]), Value::Map(vec![("a".into(), 2.into())]));
    assert_ne!(Value::from(f32::NAN), Value::from(f32::NAN));

    let hull = Entity::spawn().insert(Hull(2));
    assert_eq!(world().read(hull.entity(), "Hull"), Ok(2.into()), "an `i32` for a field that is a `u32`");
}

#[test]
fn g5_what_is_written_changes_that_and_nothing_else() {
    let (gun, hull) = gun();
    let before = gun.borrow().clone();
    let write = |path: &str, new: Value| world().write(gun.entity(), "Gun", path, &new);
    let rest = |gun: &Gun| Gun { power: 0.0, ..gun.clone() };
    write("power", 2.5_f32.into()).expect("it fits");
    assert_eq!((gun.borrow().power, rest(&gun.borrow())), (2.5, rest(&before)));
    write("power", "NaN".into()).expect("it fits");
    assert!(gun.borrow().power.is_nan());
    write("power", before.power.into()).expect("it fits");
    write("/target", Value::Null).expect("it fits");
    assert_eq!(gun.borrow().target, Handle::NULL);
    write("target", hull.entity().into()).expect("it fits");
    write("huge", before.huge.to_string().as_str().into()).expect("it fits");
    assert_eq!(*gun.borrow(), before);
    // The whole, as it was read; and what is not there before.
    let whole = world().read(gun.entity(), "Gun").expect("it can be read");
    write("", whole).expect("it fits");
    assert_eq!((gun.borrow().clone(), gun.borrow().heat), (before.clone(), 9), "what serde skips stays");
    write("name", "big".into()).expect("it fits");
    write("crew", Value::List(vec![gun.entity().into(), "0v1".into()])).expect("it fits");
    write("rounds", value(json!({ "200": "Idle" }))).expect("it fits");
    let expected = Gun { name: Some("big".to_owned()), rounds: [(200, Order::Idle)].into(), ..before };
    assert_eq!(*gun.borrow(), Gun { crew: vec![gun.entity(), hull.entity()], ..expected });
    let _ = Score::borrow_mut();
    let singletons = world().singletons().expect("there is one");
    world().write(singletons, "Score", "", &7_u64.into()).expect("its value can be written");
    assert_eq!(Score::borrow().0, 7);
}

#[test]
fn g5_bad_input_changes_nothing() {
    let (gun, hull) = gun();
    let (gun, hull) = (gun.entity(), hull.entity());
    World::declare::<Score>();
    World::declare_event::<Hit>();
    let tagged = Entity::spawn().with(Tag).with(Shown(1));
    let dead = Entity::spawn();
    dead.despawn();
    let before = all();
    let deep = (0..200).fold(Value::Null, |deep, _| Value::List(vec![deep]));
    for (path, new) in [
        ("power", value(json!("fast"))),
        ("power", value(json!(1e99))),
        ("power", Value::Null),
        ("speed", value(json!(1))),
        ("crew.2", gun.into()),
        ("crew.-1", gun.into()),
        ("crew", value(json!([1]))),
        ("target", dead.into()),
        ("target", "9v9".into()),
        ("target", value(json!(0))),
        ("rounds.3", value(json!("Flee"))),
        ("rounds.3", value(json!({ "Guard": { "whom": 3 } }))),
        ("rounds", value(json!({ "256": "Idle" }))),
        ("rounds", value(json!({ "x": "Idle" }))),
        ("huge", "-1".into()),
        ("", value(json!({}))),
        ("", deep),
        ("/", Value::Null),
    ] {
        let refused = world().write(gun, "Gun", path, &new);
        assert!(matches!(refused, Err(NameError::Value { .. })), "{path} {new:?}: {refused:?}");
    }
    for (entity, component) in [(dead, "Gun"), (hull, "Gun"), (Entity::NONE, "Gun")] {
        assert!(matches!(world().write(entity, component, "", &Value::Null), Err(NameError::Borrow(_))));
        assert!(matches!(world().read(entity, component), Err(NameError::Borrow(_))));
        assert!(matches!(world().kill(entity, component), Err(NameError::Borrow(_))));
    }
    for component in ["Tag", "Shown"] {
        let refused = world().write(tagged, component, "", &Value::Null);
        assert!(matches!(refused, Err(NameError::Lacks { .. })), "{refused:?}");
    }
    let borrowed = hull.borrow::<Hull>();
    let refused = world().write(hull, "Hull", "", &1_u32.into());
    assert!(matches!(refused, Err(NameError::Borrow(_))), "{refused:?}");
    assert_eq!(world().read(hull, "Hull"), Ok(7_u32.into()), "though it is read beside a reader");
    drop(borrowed);
    for components in [
        &[("Hull", value(json!(1))), ("Hul", value(json!(1)))][..],
        &[("Hull", value(json!(1))), ("Hull", value(json!(2)))],
        &[("Hull", value(json!(1))), ("Score", value(json!(2)))],
        &[("Hull", value(json!(1))), ("Shown", value(json!(2)))],
        &[("Hull", value(json!(1))), ("Gun", value(json!({})))],
        &[("Hull", value(json!("one")))],
        &[("Hull", value(json!(-1)))],
    ] {
        assert!(world().spawn(components).is_err(), "{components:?}");
    }
    for hit in [json!({}), json!({ "by": "9v9", "strength": 1 }), json!({ "by": null, "strength": "a" })] {
        let refused = world().send(hull, "Hit", &value(hit));
        assert!(matches!(refused, Err(NameError::Value { .. })), "{refused:?}");
    }
    assert_eq!(all(), before);
}

#[test]
fn g5_spawn_makes_what_the_values_say() {
    let (gun, hull) = gun();
    World::declare::<Tag>();
    let read = world().read(gun.entity(), "Gun").expect("it can be read");
    let copied = world().spawn(&[("Tag", Value::Null), ("Gun", read.clone())]).expect("it fits");
    assert_eq!(world().read(copied, "Gun"), Ok(read.clone()));
    assert_eq!((copied.borrow::<Gun>().heat, copied.components()), (0, vec!["Gun", "Tag"]));
    // Entities may come as text, as from a file that people write.
    let text = serde_json::to_string(&read).expect("it is plain");
    let of_text = world().spawn(&[("Gun", serde_json::from_str(&text).expect("it is JSON"))]);
    assert_eq!(of_text.map(|entity| entity.borrow::<Gun>().target), Ok(hull));
}

#[test]
fn g5_hooks_run_and_the_names_of_calls_do_what_those_calls_do() {
    #[derive(Component, Deserialize, Default)]
    #[component(requires(Tag))]
    struct Bell {
        rings: u32,
    }

    impl Bell {
        fn init(&mut self) {
            self.rings += 10;
        }

        fn on_disable(&mut self) {
            self.rings += 100;
        }
    }

    World::declare::<Bell>();
    World::declare_event::<Hit>();
    let bell = world().spawn(&[("Bell", value(json!({ "rings": 1 })))]).expect("it fits");
    assert_eq!((bell.borrow::<Bell>().rings, bell.has::<Tag>()), (11, true));
    world().set_enabled(bell, "Bell", false).expect("it lives");
    assert_eq!((world().is_enabled(bell, "Bell"), bell.borrow::<Bell>().rings), (Ok(false), 111));
    world().kill(bell, "Bell").expect("it lives");
    assert_eq!((world().has(bell, "Bell"), bell.has::<Bell>()), (Ok(false), false));
    let (hull, other) = (Entity::spawn().with(Hull(7)), Entity::spawn().with(Hull(9)));
    let hit =
        |by: Entity| Value::Map(vec![("by".to_owned(), by.into()), ("strength".to_owned(), 2_u8.into())]);
    assert_eq!(world().send(hull, "Hit", &hit(bell)), Ok(1));
    assert_eq!(world().send_all(world().events()[0], &hit(bell)), Ok(2));
    assert_eq!((hull.borrow::<Hull>().0, other.borrow::<Hull>().0), (3, 7));
    let _ = Score::borrow_mut();
    let singletons = world().singletons().expect("there is one");
    assert!(matches!(world().kill(singletons, "Score"), Err(NameError::Singleton { .. })));
    assert!(matches!(world().set_enabled(singletons, "Score", false), Err(NameError::Singleton { .. })));
}

#[test]
fn g5_a_pool_is_not_written_by_its_name() {
    #[derive(Component, Serialize, Deserialize)]
    struct Spawner {
        speed: f32,
        pool: Pool<Archetype<(Hull,)>>,
    }

    let spawner = Entity::spawn().with(Spawner { speed: 1.0, pool: Pool::new() });
    spawner.borrow::<Spawner>().pool.prewarm(3);
    let before = World::stats().alive;
    let refused = world().write(spawner, "Spawner", "speed", &2_u8.into());
    assert!(matches!(refused, Err(NameError::Value { .. })), "{refused:?}");
    assert_eq!((World::stats().alive, spawner.borrow::<Spawner>().speed), (before, 1.0));
}

/// A marker with a hook, so that it is no tag, and events without fields.
#[derive(Component, Deserialize, Serialize)]
struct Marker;

impl Marker {
    fn init(&mut self) {}
}

#[derive(Deserialize)]
struct Ping;

#[derive(Component, Serialize, Deserialize, Default)]
#[component(on(Ping))]
struct Pinged(u32);

impl Pinged {
    fn on_ping(&mut self, _: &Ping) {
        self.0 += 1;
    }
}

#[test]
fn g5_null_stands_for_what_has_no_fields() {
    World::declare::<(Marker, Pinged)>();
    World::declare_event::<Ping>();
    let pinged = world().spawn(&[("Marker", Value::Null), ("Pinged", Value::from(1_u32))]).unwrap();
    assert!(pinged.has::<Marker>());
    assert_eq!(world().send(pinged, "Ping", &Value::Null), Ok(1));
    assert_eq!(pinged.borrow::<Pinged>().0, 2);
}

#[test]
fn g5_an_entity_of_another_world_is_refused() {
    let (gun, _) = gun();
    let other = World::new();
    let theirs = other.enter(|| {
        let all: Vec<_> = (0..9).map(|_| Entity::spawn()).collect();
        all[gun.entity().index() as usize]
    });
    assert_eq!((theirs.index(), theirs.generation()), (gun.entity().index(), gun.entity().generation()));
    let before = all();
    let written = world().write(gun.entity(), "Gun", "crew", &Value::List(vec![Value::Id(theirs)]));
    assert!(matches!(&written, Err(NameError::Value { message, .. }) if message.contains("of this world")));
    assert_eq!(all(), before);
    world().write(gun.entity(), "Gun", "crew", &Value::List(vec![Value::Id(gun.entity())])).unwrap();
    assert_eq!(gun.borrow().crew, [gun.entity()]);
}

#[test]
fn g5_an_event_with_the_name_of_two_is_sent_by_its_path() {
    mod combat {
        #[derive(serde::Deserialize)]
        pub struct Damage;
    }
    mod weather {
        #[derive(serde::Deserialize)]
        pub struct Damage;
    }

    World::declare_event::<combat::Damage>();
    World::declare_event::<weather::Damage>();
    let doubtful = world().send_all("Damage", &Value::Null);
    assert!(matches!(doubtful, Err(NameError::Ambiguous { paths, .. }) if paths.len() == 2));
    let path = world().events()[1];
    assert!(path.ends_with("weather::Damage"), "{path}");
    assert_eq!(world().send_all(path, &Value::Null), Ok(0));
}

#[test]
fn g5_a_map_with_numbers_as_keys_is_written_inside_what_serde_buffers() {
    #[derive(Component, Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[serde(tag = "kind")]
    enum Deal {
        Trade { prices: BTreeMap<u32, f32> },
    }

    let deal = Entity::spawn().insert(Deal::Trade { prices: BTreeMap::from([(7, 1.5)]) });
    let before = deal.borrow().clone();
    let whole = world().read(deal.entity(), "Deal").unwrap();
    world().write(deal.entity(), "Deal", "", &whole).unwrap();
    assert_eq!(*deal.borrow(), before);
}
