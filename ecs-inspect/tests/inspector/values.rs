//! G1: values as JSON if the type is `Serialize`, as text if it is `Debug`, and by their names otherwise.

use std::collections::BTreeMap;

use ecs_core::{Component, Entity, Handle, update_all};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use crate::game::{Game, id};
use crate::{Hull, Order};

#[derive(Component, Serialize, Deserialize, Default)]
struct Gun {
    target: Handle<Hull>,
    crew: Vec<Option<Entity>>,
    orders: Vec<Order>,
    by_name: BTreeMap<String, Handle<Gun>>,
    by_number: BTreeMap<i8, bool>,
}

#[test]
fn g1_values_are_what_serde_writes_with_their_references() {
    let (game, [ship, gun]) = Game::with(|| {
        let ship = Entity::spawn().with(Hull(7));
        ship.set_name("ship");
        let dead = Entity::spawn();
        dead.despawn();
        let gun = Entity::spawn();
        gun.insert(Gun {
            target: ship.handle(),
            crew: vec![None, Some(gun), Some(dead)],
            orders: vec![Order::Idle, Order::Chase(ship.handle()), Order::Guard { whom: gun, from: None }],
            by_name: [("a/b~c".to_owned(), gun.handle())].into(),
            by_number: [(-1, true)].into(),
        });
        [ship, gun]
    });
    let page = game.page();
    assert_eq!(page.component(ship, "Hull")["value"], 7);
    let shown = page.component(gun, "Gun");
    let [ship, gun] = [ship, gun].map(id);
    assert_eq!(
        shown["value"],
        json!({
            "target": ship,
            "crew": [null, gun, "1v1"],
            "orders": ["Idle", { "Chase": ship }, { "Guard": { "whom": gun, "from": null } }],
            "by_name": { "a/b~c": gun },
            "by_number": { "-1": true },
        })
    );
    let reference = |at: &str, entity: &str, name: Value, alive: bool| {
        assert!(shown["value"].pointer(at).is_some_and(|value| value == entity), "{at} is a JSON pointer");
        json!({ "at": at, "entity": entity, "name": name, "alive": alive })
    };
    assert_eq!(
        shown["refs"],
        json!([
            reference("/target", &ship, "ship".into(), true),
            reference("/crew/1", &gun, Value::Null, true),
            reference("/crew/2", "1v1", Value::Null, false),
            reference("/orders/1/Chase", &ship, "ship".into(), true),
            reference("/orders/2/Guard/whom", &gun, Value::Null, true),
            reference("/by_name/a~1b~0c", &gun, Value::Null, true),
        ])
    );
    assert_eq!((&shown["editable"], &shown["error"]), (&json!(true), &Value::Null));
    game.end();
}

#[test]
fn g1_a_handle_to_a_component_that_is_gone_is_not_alive() {
    let (game, gun) = Game::with(|| {
        let ship = Entity::spawn().with(Hull(7));
        let gun = Entity::spawn().insert(Gun { target: ship.handle(), ..Gun::default() });
        ship.remove::<Hull>();
        gun.entity()
    });
    assert_eq!(game.page().component(gun, "Gun")["refs"][0]["alive"], false);
    game.end();
}

#[test]
fn g1_numbers_are_exact_and_what_json_lacks_is_text() {
    #[derive(Component, Serialize)]
    struct Numbers {
        most: u64,
        least: i64,
        huge: u128,
        short: f32,
        odd: [f32; 3],
        bytes: Bytes,
        letter: char,
        unit: (),
    }

    struct Bytes;
    impl Serialize for Bytes {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&[0, 255])
        }
    }

    let (game, entity) = Game::with(|| {
        Entity::spawn().with(Numbers {
            most: u64::MAX,
            least: i64::MIN,
            huge: u128::MAX,
            short: 0.1,
            odd: [f32::NAN, f32::INFINITY, f32::NEG_INFINITY],
            bytes: Bytes,
            letter: 'ä',
            unit: (),
        })
    });
    let page = game.page();
    let shown = page.component(entity, "Numbers");
    assert_eq!(
        shown["value"],
        json!({
            "most": u64::MAX, "least": i64::MIN, "huge": u128::MAX.to_string(), "short": 0.1,
            "odd": ["NaN", "inf", "-inf"], "bytes": [0, 255], "letter": "ä", "unit": null,
        })
    );
    assert_eq!(shown["editable"], false, "it is not `Deserialize`");
    game.end();
}

#[test]
fn g1_without_serialize_the_debug_text_is_shown_and_without_that_the_name() {
    #[derive(Component, Debug)]
    struct Shown(#[expect(dead_code, reason = "`Debug` reads it")] u8);

    #[derive(Component)]
    struct Music(#[expect(dead_code, reason = "nobody reads it")] Vec<u8>);

    #[derive(Component, Serialize, Deserialize, Debug)]
    struct Tag;

    let (game, entity) = Game::with(|| Entity::spawn().with(Shown(7)).with(Music(vec![1])).with(Tag));
    let page = game.page();
    assert_eq!(page.component(entity, "Shown")["text"], "Shown(7)");
    for nameless in ["Music", "Tag"] {
        let shown = page.component(entity, nameless);
        assert_eq!(shown.get("text").or(shown.get("value")), None, "{nameless}");
        assert_eq!((&shown["editable"], &shown["error"]), (&json!(false), &Value::Null), "{nameless}");
    }
    let values = |name: &str| {
        let world = page.get("/v1/world");
        let types = world["types"].as_array().expect("a list").clone();
        types.iter().find(|known| known["name"] == name).expect("it was added")["values"].clone()
    };
    assert_eq!(["Shown", "Music", "Tag"].map(values), ["text", "none", "tag"]);
    game.end();
}

#[test]
fn g1_one_value_that_cannot_be_shown_spoils_no_other() {
    #[derive(Component, Serialize)]
    struct Long(Vec<u32>);

    #[derive(Component, Serialize)]
    struct Text(String);

    #[derive(Component, Debug)]
    struct LongText(#[expect(dead_code, reason = "`Debug` reads it")] String);

    #[derive(Component)]
    struct Stubborn;
    impl Serialize for Stubborn {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("I am not for you"))
        }
    }
    // Not a tag: it has a `Drop`.
    impl Drop for Stubborn {
        fn drop(&mut self) {}
    }

    let (game, entity) = Game::with(|| {
        Entity::spawn()
            .with(Long(vec![0; 1_000_000]))
            .with(Text("a".repeat(10_000_000)))
            .with(LongText("ä".repeat(1_000_000)))
            .with(Stubborn)
            .with(Hull(7))
    });
    let page = game.page();
    assert_eq!(page.component(entity, "Hull")["value"], 7);
    let error = |name| page.component(entity, name)["error"].as_str().expect("a sentence").to_owned();
    assert_eq!(error("Long"), "the value is too large to be shown");
    assert_eq!(error("Text"), "the value is too large to be shown");
    assert_eq!(error("Stubborn"), "I am not for you");
    let long = page.component(entity, "LongText");
    let text = long["text"].as_str().expect("the beginning");
    assert!(text.starts_with("LongText(\"äää") && text.len() <= 16 * 1024, "{}", text.len());
    assert!(error("LongText").contains("longer"));
    game.end();
}

#[test]
fn g1_what_a_forgotten_guard_borrows_says_so() {
    let (game, entity) = Game::with(|| {
        let hull = Entity::spawn().insert(Hull(7));
        std::mem::forget(hull.borrow_mut());
        hull.entity()
    });
    let shown = game.page().component(entity, "Hull");
    let error = shown["error"].as_str().expect("a sentence");
    assert!(shown.get("value").is_none() && error.contains("borrowed"), "{error}");
    game.end();
}

#[test]
fn g1_values_change_while_the_game_runs() {
    #[derive(Component, Serialize, Default)]
    struct Ticks(u64);
    impl Ticks {
        fn update(&mut self) {
            self.0 += 1;
        }
    }

    let (game, entity) = Game::with(|| Entity::spawn().with(Ticks::default()));
    let page = game.page();
    let ticks = || page.component(entity, "Ticks")["value"].as_u64().expect("a number");
    // A question is answered in a frame, and the next one in another.
    let first = ticks();
    assert!(ticks() > first);
    game.end();
}

#[test]
fn g1_a_world_that_moves_takes_its_page_along() {
    let world = ecs_core::World::new();
    let (inspector, hull) = world.enter(|| {
        let hull = Entity::spawn().with(Hull(3));
        (ecs_inspect::open("127.0.0.1:0"), hull)
    });
    let page = crate::game::Page::of(&inspector);
    let sent = world.into_send().unwrap_or_else(|(_, error)| panic!("{error}"));
    let (over, is_over) = std::sync::mpsc::channel::<()>();
    let game = std::thread::spawn(move || {
        let world = sent.into_world();
        world.enter(|| {
            while is_over.try_recv().is_err() {
                update_all(0.1);
                std::thread::yield_now();
            }
        });
    });
    assert_eq!(page.component(hull, "Hull")["value"], 3);
    over.send(()).expect("the game runs");
    game.join().expect("the game ends");
}
