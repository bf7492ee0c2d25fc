//! G1: what a page changes: values place by place, switches, names, ends. As the program's own calls do it.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Mutex;

use ecs_core::{Archetype, Component, Entity, Handle, Pool, Singleton, World, time};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::game::{Game, Page, id};
use crate::{Hull, Order};

#[derive(Component, Serialize, Deserialize, Default)]
struct Gun {
    target: Handle<Hull>,
    speed: f32,
    ammo: Option<u8>,
    crew: Vec<Entity>,
    order: Order,
    names: BTreeMap<i32, String>,
    by_name: BTreeMap<String, Handle<Hull>>,
    floats: BTreeMap<String, f64>,
    huge: u128,
    odd: f64,
    letter: char,
}

fn gun() -> (Game, Page, [Entity; 2]) {
    let (game, entities) = Game::with(|| {
        let hull = Entity::spawn().with(Hull(1));
        let (names, floats) = ([(1, "z".to_owned())].into(), [("a".to_owned(), 0.0)].into());
        let gun =
            Gun { speed: 1.5, odd: f64::NAN, huge: u128::MAX, letter: 'x', names, floats, ..Gun::default() };
        [hull, Entity::spawn().with(gun)]
    });
    let page = game.page();
    (game, page, entities)
}

#[test]
fn g1_an_edit_changes_one_place_and_nothing_else() {
    let (game, page, [hull, gun]) = gun();
    let path = page.path(gun, "Gun");
    let hull = id(hull);
    let mut expected = page.component(gun, "Gun")["value"].clone();
    for (at, value) in [
        ("/speed", json!(2)),
        ("/speed", json!(-0.5)),
        ("/speed", json!("inf")),
        ("/ammo", json!(7)),
        ("/ammo", json!(8)),
        ("/ammo", Value::Null),
        ("/target", json!(hull)),
        ("/target", Value::Null),
        ("/crew", json!([hull, hull])),
        ("/crew/1", json!(id(gun))),
        ("/crew", json!([id(gun), hull, hull])),
        ("/order", json!({ "Chase": hull })),
        ("/order/Chase", json!(id(gun))),
        ("/order", json!({ "Guard": { "whom": hull, "from": null } })),
        ("/order/Guard/from", json!(id(gun))),
        ("/order/Guard", json!({ "whom": id(gun), "from": hull })),
        ("/order", json!("Idle")),
        ("/by_name", json!({ "a": hull, "b~/c": null })),
        ("/by_name/b~0~1c", json!(hull)),
        ("/names", json!({ "3": "c" })),
        ("/names", json!({ "-1": "a", "3": "d" })),
        ("/names/-1", json!("b")),
        ("/floats", json!({ "a": 1.5, "b": "NaN", "c": "inf" })),
        ("/huge", json!("12")),
        ("/huge", json!(13)),
        ("/letter", json!("ß")),
        ("/odd", json!("-inf")),
        ("/odd", json!(1e300)),
    ] {
        let answer = page.patch(&path, json!({ "at": at, "value": value }));
        *expected.pointer_mut(at).expect("it is there") = match (at, &value) {
            ("/huge", value) if value.is_number() => json!(value.to_string()),
            ("/speed", value) if value == 2 => json!(2.0),
            _ => value,
        };
        assert_eq!(answer["components"][0]["value"], expected, "{at}");
        assert_eq!(page.component(gun, "Gun")["value"], expected, "{at}");
    }
    // The whole, by a pointer to nothing.
    expected["ammo"] = json!(3);
    page.patch(&path, json!({ "at": "", "value": expected }));
    assert_eq!(page.component(gun, "Gun")["value"], expected);
    game.end();
}

#[test]
fn g1_an_edit_that_does_not_fit_changes_nothing_and_says_why() {
    let (game, page, [hull, gun]) = gun();
    let path = page.path(gun, "Gun");
    let before = page.component(gun, "Gun")["value"].clone();
    for (body, expected) in [
        (json!({ "at": "/speed", "value": "fast" }), "invalid type: string \"fast\", expected f32"),
        (json!({ "at": "/speed", "value": null }), "expected f32"),
        (json!({ "at": "/speed", "value": 1e99 }), "is larger than an `f32`"),
        (json!({ "at": "/ammo", "value": 300 }), "invalid value: integer `300`, expected u8"),
        (json!({ "at": "/ammo", "value": -1 }), "expected u8"),
        (json!({ "at": "/target", "value": "9v1" }), "`9v1` is no entity that is alive"),
        (json!({ "at": "/target", "value": 1 }), "write it as `12v1`"),
        (json!({ "at": "/crew", "value": [1] }), "expected an entity, as `12v1`"),
        (json!({ "at": "/crew", "value": ["boss"] }), "`boss` is no entity that is alive"),
        (json!({ "at": "/crew/0", "value": null }), "the value has nothing at `/crew/0`"),
        (json!({ "at": "/order", "value": "Flee" }), "unknown variant `Flee`"),
        (json!({ "at": "/order", "value": { "Chase": hull.index() } }), "expected an entity"),
        (json!({ "at": "/huge", "value": "-1" }), "`-1` is not such a number"),
        (json!({ "at": "/letter", "value": "ab" }), "expected a character"),
        (json!({ "at": "/sped", "value": 1 }), "the value has nothing at `/sped`"),
        (json!({ "at": "speed", "value": 1 }), "does not begin with `/`"),
        (json!({ "at": "", "value": {} }), "missing field"),
        (json!({ "at": "/speed" }), "both `at` and `value`"),
        (json!({ "value": 1 }), "both `at` and `value`"),
        (json!({ "enable": true }), "unknown field `enable`"),
        (json!({ "enabled": 1 }), "integer `1`, expected a boolean"),
        (json!("enabled"), "it is no object"),
        (json!([true]), "it is no object"),
    ] {
        let (status, sentence) = page.refused("PATCH", &path, Some(body.clone()));
        assert_eq!(status, 400, "{body}: {sentence}");
        assert!(sentence.contains(expected), "{body}: {sentence}");
    }
    assert_eq!(page.component(gun, "Gun")["value"], before);
    let path = page.path(hull, "Hull").replace(&id(hull), "0v9");
    assert_eq!(page.refused("PATCH", &path, Some(json!({ "enabled": true }))).0, 404);
    let path = format!("/v1/entities/{}/components/9999", id(hull));
    assert_eq!(page.refused("PATCH", &path, Some(json!({ "enabled": true }))).0, 404);
    game.end();
}

#[test]
fn g1_an_edit_leaves_alone_what_serde_skips() {
    #[derive(Component, Serialize, Deserialize)]
    struct Cached {
        speed: f32,
        #[serde(skip)]
        hull: Handle<Hull>,
        #[serde(default, skip_serializing)]
        secret: String,
        #[serde(skip_deserializing)]
        shown: u8,
    }

    #[derive(Component, Serialize, Deserialize)]
    struct Pair<T: Default>(f32, #[serde(skip)] T);

    #[derive(Component, Serialize, Default)]
    struct Sees {
        all: bool,
    }
    impl Sees {
        fn update(&mut self, cached: &Cached, pair: &Pair<u8>) {
            self.all = cached.hull.is_alive() && cached.secret == "s" && cached.shown == 7 && pair.1 == 8;
        }
    }

    let (game, entity) = Game::with(|| {
        let hull = Entity::spawn().insert(Hull(1));
        let cached = Cached { speed: 1.0, hull, secret: "s".to_owned(), shown: 7 };
        Entity::spawn().with(cached).with(Pair(1.0, 8_u8)).with(Sees::default())
    });
    let page = game.page();
    page.patch(&page.path(entity, "Cached"), json!({ "at": "/speed", "value": 2.5 }));
    page.patch(&page.path(entity, "Pair<u8>"), json!({ "at": "/0", "value": 2.5 }));
    assert_eq!(page.component(entity, "Cached")["value"], json!({ "speed": 2.5, "shown": 7 }));
    assert_eq!(page.component(entity, "Pair<u8>")["value"], json!([2.5]));
    assert_eq!(page.component(entity, "Sees")["value"], json!({ "all": true }));
    game.end();
}

#[test]
fn g1_an_edit_is_a_change_and_the_old_value_drops_once() {
    thread_local!(static DROPS: Cell<u32> = const { Cell::new(0) });

    #[derive(Component, Serialize, Deserialize)]
    #[component(track)]
    struct Tracked(u32);
    impl Drop for Tracked {
        fn drop(&mut self) {
            DROPS.set(DROPS.get() + 1);
        }
    }

    #[derive(Component, Serialize, Default, Clone, Copy)]
    struct Seen {
        changes: u32,
        drops: u32,
        #[serde(skip)]
        watched: Handle<Tracked>,
        #[serde(skip)]
        since: ecs_core::Tick,
    }
    impl Seen {
        fn update(&mut self) {
            self.changes += u32::from(self.watched.changed_since(self.since));
            self.since = World::tick();
            self.drops = DROPS.get();
        }
    }

    let (game, [tracked, seen]) = Game::with(|| {
        let watched = Entity::spawn().insert(Tracked(1));
        let since = World::tick();
        [watched.entity(), Entity::spawn().with(Seen { watched, since, ..Seen::default() })]
    });
    let page = game.page();
    page.patch(&page.path(tracked, "Tracked"), json!({ "at": "", "value": 2 }));
    assert_eq!(page.component(tracked, "Tracked")["value"], 2);
    // A frame has passed.
    let after = page.component(seen, "Seen")["value"].clone();
    assert_eq!(after, json!({ "changes": 1, "drops": 1 }));
    game.end();
}

#[test]
fn g1_types_of_all_kinds_of_stores_are_edited() {
    #[derive(Component, Serialize, Deserialize, Clone, Copy)]
    #[component(soa)]
    struct Particle {
        x: f32,
        y: f32,
    }

    #[derive(Singleton, Serialize, Deserialize, Default)]
    struct Score(u64);

    #[derive(Component, Serialize, Deserialize)]
    struct Empty {}
    impl Drop for Empty {
        fn drop(&mut self) {}
    }

    let (game, particle) = Game::with(|| {
        Score::set(Score(1));
        Entity::spawn().with(Particle { x: 1.0, y: 2.0 }).with(Empty {})
    });
    let page = game.page();
    page.patch(&page.path(particle, "Particle"), json!({ "at": "/y", "value": 5.5 }));
    assert_eq!(page.component(particle, "Particle")["value"], json!({ "x": 1.0, "y": 5.5 }));
    page.patch(&page.path(particle, "Empty"), json!({ "at": "", "value": {} }));
    let singletons = page.get("/v1/world")["singletons"].as_str().expect("there is one").to_owned();
    let path = format!("/v1/entities/{singletons}/components/{}", page.number("Score"));
    let answer = page.patch(&path, json!({ "at": "", "value": u64::MAX }));
    assert_eq!(answer["components"][0]["value"], u64::MAX);
    game.end();
}

static HEARD: Mutex<Vec<String>> = Mutex::new(Vec::new());

#[derive(Component, Serialize)]
struct Bell(u8);

impl Bell {
    fn on_enable(&mut self) {
        HEARD.lock().expect("nobody panics").push("on_enable".to_owned());
    }

    fn on_disable(&mut self) {
        HEARD.lock().expect("nobody panics").push("on_disable".to_owned());
    }

    fn shutdown(&mut self, me: Entity) {
        HEARD.lock().expect("nobody panics").push(format!("shutdown of {me:?}"));
    }
}

#[test]
fn g1_switching_naming_removing_and_killing_run_the_hooks() {
    let (game, [bell, child]) = Game::with(|| {
        let bell = Entity::spawn().with(Bell(1)).with(Hull(1));
        [bell, Entity::spawn().child_of(bell)]
    });
    let page = game.page();
    let heard = || std::mem::take(&mut *HEARD.lock().expect("nobody panics"));
    heard();
    let (path, component) = (format!("/v1/entities/{}", id(bell)), page.path(bell, "Bell"));
    assert_eq!(page.patch(&component, json!({ "enabled": false }))["components"][0]["enabled"], false);
    assert_eq!(heard(), ["on_disable"]);
    page.patch(&component, json!({ "enabled": true }));
    assert_eq!(page.patch(&path, json!({ "enabled": false }))["state"], "off");
    assert_eq!(page.entity(child)["state"], "off above");
    page.patch(&path, json!({ "enabled": true }));
    assert_eq!(heard(), ["on_enable", "on_disable", "on_enable"]);
    assert_eq!(page.patch(&path, json!({ "name": "the bell" }))["name"], "the bell");
    assert_eq!(page.patch(&path, json!({}))["name"], "the bell", "what is not said stays");
    assert_eq!(page.delete(&component)["components"].as_array().map(Vec::len), Some(1));
    assert_eq!(heard(), ["on_disable".to_owned(), format!("shutdown of {} \"the bell\"", id(bell))]);
    assert_eq!(page.patch(&path, json!({ "name": null }))["name"], Value::Null);
    assert_eq!(page.refused("DELETE", &component, None).0, 404);
    assert_eq!(page.delete(&path), json!({ "done": true }));
    for gone in [bell, child] {
        assert_eq!(page.refused("GET", &format!("/v1/entities/{}", id(gone)), None).0, 404);
    }
    game.end();
}

#[test]
fn g1_time_stops_and_goes_on() {
    let (game, frames) = Game::with(|| Entity::spawn().with(Hull(0)));
    let page = game.page();
    let clock = page.patch("/v1/time", json!({ "paused": true, "scale": 0.5 }))["time"].clone();
    assert_eq!((&clock["paused"], &clock["scale"]), (&json!(true), &json!(0.5)));
    let elapsed = || page.get("/v1/world")["time"]["elapsed"].clone();
    assert_eq!(elapsed(), elapsed(), "though frames run");
    page.entity(frames);
    for (body, expected) in [
        (json!({ "scale": -1.0 }), "cannot scale time by -1"),
        (json!({ "scale": 3e38 }), "at most 100 times as fast"),
        (json!({ "paused": 1 }), "integer `1`, expected a boolean"),
        (json!({ "scale": "1" }), "expected f32"),
        (json!({ "speed": 1 }), "unknown field `speed`"),
    ] {
        let (status, sentence) = page.refused("PATCH", "/v1/time", Some(body));
        assert!(status == 400 && sentence.contains(expected), "{status} {sentence}");
    }
    game.end();
    assert_eq!(time().frame(), 0, "this thread has another world");
}

#[test]
fn g1_code_of_the_game_that_panics_is_an_answer_and_the_game_goes_on() {
    #[derive(Component)]
    struct Mine(#[expect(dead_code, reason = "it has a value")] u8);
    impl std::fmt::Debug for Mine {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            panic!("do not look")
        }
    }
    impl Mine {
        fn shutdown(&mut self) {
            panic!("do not touch")
        }
    }

    let (game, mine) = Game::with(|| Entity::spawn().with(Mine(1)).with(Hull(1)));
    let page = game.page();
    let path = format!("/v1/entities/{}", id(mine));
    assert_eq!(page.component(mine, "Mine")["error"], "the game's code has panicked: do not look");
    assert_eq!(page.component(mine, "Hull")["value"], 1, "it spoils no other");
    let (status, sentence) = page.refused("DELETE", &path, None);
    assert_eq!((status, &*sentence), (500, "the game's code has panicked: do not touch"));
    assert_eq!(page.refused("GET", &path, None).0, 404, "it has ended all the same");
    game.end();
}

#[test]
fn g1_a_pool_in_a_component_keeps_its_members() {
    #[derive(Component, Serialize, Deserialize)]
    struct Spawner {
        speed: f32,
        pool: Pool<Archetype<(Hull,)>>,
    }

    #[derive(Component, Serialize, Deserialize)]
    struct Apart {
        speed: f32,
        #[serde(skip)]
        pool: Pool<Archetype<(Hull,)>>,
    }

    let (game, entity) = Game::with(|| {
        let pools = [(); 2].map(|()| {
            let pool = Pool::new();
            pool.prewarm(5);
            pool
        });
        let [first, second] = pools;
        Entity::spawn().with(Spawner { speed: 1.0, pool: first }).with(Apart { speed: 1.0, pool: second })
    });
    let page = game.page();
    let alive = page.get("/v1/world")["alive"].clone();
    for (at, value) in [
        ("/speed", json!(2)),
        ("/pool/parked", json!([page.get("/v1/world")["singletons"]])),
        ("/pool", json!({ "max": null, "parked": [id(entity)], "taken": [] })),
    ] {
        let edit = json!({ "at": at, "value": value });
        let (status, sentence) = page.refused("PATCH", &page.path(entity, "Spawner"), Some(edit));
        assert!(status == 400 && sentence.contains("what has a pool cannot be edited"), "{sentence}");
    }
    page.patch(&page.path(entity, "Apart"), json!({ "at": "/speed", "value": 3 }));
    assert_eq!(page.component(entity, "Apart")["value"]["speed"], 3.0);
    assert_eq!(page.get("/v1/world")["alive"], alive);
    game.end();
}

#[test]
fn g1_what_is_keyed_by_entities_comes_back_as_it_is_shown() {
    #[derive(Component, Serialize, Deserialize, Default)]
    struct Opinions {
        by_whom: BTreeMap<Entity, i8>,
        friend: Option<Entity>,
    }

    let (game, [opinions, whom]) = Game::with(|| {
        let whom = Entity::spawn();
        let by_whom = [(whom, -1), (Entity::spawn(), 1)].into();
        [Entity::spawn().with(Opinions { by_whom, friend: None }), whom]
    });
    let page = game.page();
    let path = page.path(opinions, "Opinions");
    let shown = page.component(opinions, "Opinions")["value"].clone();
    assert_eq!(shown["by_whom"], json!({ id(whom): -1, "1v1": 1 }));
    page.patch(&path, json!({ "at": "", "value": shown }));
    assert_eq!(page.component(opinions, "Opinions")["value"], shown);
    page.patch(&path, json!({ "at": format!("/by_whom/{}", id(whom)), "value": 5 }));
    page.patch(&path, json!({ "at": "/friend", "value": id(whom) }));
    // The whole comes back as it is shown, also with what is dead meanwhile.
    page.delete("/v1/entities/1v1");
    let shown = page.component(opinions, "Opinions")["value"].clone();
    page.patch(&path, json!({ "at": "", "value": shown }));
    let expected = json!({ "by_whom": { id(whom): 5, "1v1": 1 }, "friend": id(whom) });
    assert_eq!(page.component(opinions, "Opinions")["value"], expected);
    for (at, value) in [
        ("/by_whom", json!({ "0": 1 })),
        ("/by_whom", json!({ "9v1": 1 })),
        ("/friend", json!("1")),
        ("/friend", json!(1)),
    ] {
        let (status, sentence) = page.refused("PATCH", &path, Some(json!({ "at": at, "value": value })));
        assert!(status == 400 && sentence.contains("12v1"), "{at} {value}: {sentence}");
    }
    assert_eq!(page.component(opinions, "Opinions")["value"], expected);
    game.end();
}

#[test]
fn g1_values_that_are_too_deep_are_neither_shown_nor_made() {
    #[derive(Component, Serialize, Deserialize)]
    enum Deep {
        Not(Box<Deep>),
        Leaf,
    }

    let (game, [deep, shallow]) = Game::with(|| {
        let deep = (0..10_000).fold(Deep::Leaf, |deep, _| Deep::Not(Box::new(deep)));
        [Entity::spawn().with(deep), Entity::spawn().with(Deep::Leaf)]
    });
    let page = game.page();
    assert_eq!(page.component(deep, "Deep")["error"], "the value is too deep to be shown");
    let path = page.path(shallow, "Deep");
    let deeper = (0..60).fold(json!("Leaf"), |deep, _| json!({ "Not": deep }));
    // Each time as deep again, until it is too deep to be edited.
    let mut at = String::new();
    let refused = (0..10).find_map(|_| {
        let (status, answer) = page.ask("PATCH", &path, Some(json!({ "at": at, "value": deeper })));
        at += &"/Not".repeat(60);
        (status != 200).then_some((status, answer))
    });
    let (status, answer) = refused.expect("there is an end");
    assert!(status == 409 || status == 400, "{status} {answer}");
    game.end();
}

#[test]
fn g1_large_edits_take_no_longer_than_they_must() {
    #[derive(Component, Serialize, Deserialize)]
    struct Large {
        list: Vec<u8>,
        map: BTreeMap<String, u8>,
        crew: Vec<Entity>,
    }

    let (game, entity) = Game::with(|| {
        let map = (0..4000).map(|key| (key.to_string(), 0)).collect();
        let crew = (0..6000).map(|_| Entity::spawn()).collect();
        Entity::spawn().with(Large { list: vec![0; 25_000], map, crew })
    });
    let page = game.page();
    let path = page.path(entity, "Large");
    // Steps by the square of these would take minutes.
    page.patch(&path, json!({ "at": "/list", "value": vec![1; 25_000] }));
    let map: BTreeMap<_, _> = (0..4000).map(|key| (key.to_string(), 1)).collect();
    page.patch(&path, json!({ "at": "/map", "value": map }));
    let crew: Vec<_> = (0..6000).rev().map(|index| format!("{index}v1")).collect();
    page.patch(&path, json!({ "at": "/crew", "value": crew }));
    game.end();
}
