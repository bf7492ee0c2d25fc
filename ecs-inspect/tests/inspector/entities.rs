//! G1: entities as a tree, page by page, and found by name and type.

use std::collections::BTreeSet;

use ecs_core::{Archetype, Component, Entity, Pool, Singleton};
use serde_json::{Value, json};

use crate::game::{Game, Page, id};

#[derive(Component, Default)]
struct Ship;

#[derive(Component, Default)]
struct Gun(#[expect(dead_code, reason = "it has a value")] u8);

/// All entities of a list, page by page.
fn all(page: &Page, path: &str) -> Vec<Value> {
    let (mut all, mut after) = (Vec::new(), String::new());
    loop {
        let answer = page.get(&format!("{path}{after}"));
        all.extend(answer["entities"].as_array().expect("a list").iter().cloned());
        match answer["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => return all,
        }
    }
}

fn ids(entities: &[Value]) -> Vec<&str> {
    entities.iter().map(|entity| entity["entity"].as_str().expect("an id")).collect()
}

#[test]
fn g1_the_tree_is_listed_level_by_level() {
    let (game, [ship, gun, barrel]) = Game::with(|| {
        let ship = Entity::spawn().with(Ship);
        ship.set_name("ship");
        let gun = Entity::spawn().with(Gun(1)).child_of(ship);
        let barrel = Entity::spawn().child_of(gun);
        gun.set_enabled(false);
        [ship, gun, barrel]
    });
    let page = game.page();
    let [ship, gun, barrel] = [ship, gun, barrel].map(id);
    let (ships, guns) = (page.number("Ship"), page.number("Gun"));
    assert_eq!(
        page.get("/v1/entities"),
        json!({ "entities": [
            { "entity": ship, "name": "ship", "parent": null, "children": 1, "types": [ships], "state": "on" }
        ], "next": null })
    );
    assert_eq!(
        page.get(&format!("/v1/entities?in={ship}"))["entities"],
        json!([{
            "entity": gun, "name": null, "parent": ship, "children": 1, "types": [guns], "state": "off"
        }])
    );
    assert_eq!(
        page.get(&format!("/v1/entities?in={gun}"))["entities"],
        json!([{
            "entity": barrel, "name": null, "parent": gun, "children": 0, "types": [], "state": "off above"
        }])
    );
    let detail = page.get(&format!("/v1/entities/{barrel}"));
    assert_eq!(detail["above"], json!([{ "entity": ship, "name": "ship" }, { "entity": gun, "name": null }]));
    game.end();
}

#[test]
fn g1_a_hundred_thousand_are_listed_page_by_page_each_once() {
    let (game, parent) = Game::with(|| {
        let parent = Entity::spawn();
        for number in 0..100_000 {
            let entity = Entity::spawn();
            if number % 10 == 0 {
                entity.child_of(parent);
            }
        }
        parent
    });
    let page = game.page();
    let roots = all(&page, "/v1/entities?limit=500");
    assert_eq!(roots.len(), 90_001);
    assert_eq!(roots[0]["children"], 1000, "they are counted so far");
    let path = format!("/v1/entities?in={}&limit=500", id(parent));
    let children = all(&page, &path);
    assert_eq!(children.len(), 10_000);
    assert_eq!(ids(&roots).into_iter().chain(ids(&children)).collect::<BTreeSet<_>>().len(), 100_001);
    assert_eq!(all(&page, "/v1/entities?in=all&limit=500").len(), 100_001);
    // A list cannot go on behind what has left.
    let last = children[499]["entity"].as_str().expect("an id").to_owned();
    page.delete(&format!("/v1/entities/{last}"));
    assert_eq!(page.refused("GET", &format!("{path}&after={last}"), None).0, 404);
    game.end();
}

#[test]
fn g1_entities_are_found_by_name_and_type() {
    let (game, [boss, minion, gun]) = Game::with(|| {
        (0..20_000).for_each(|_| _ = Entity::spawn());
        let [boss, minion] = ["The BOSS", "Bösewicht"].map(|name| {
            let entity = Entity::spawn().with(Ship);
            entity.set_name(name);
            entity
        });
        (0..20_000).for_each(|_| _ = Entity::spawn());
        [boss, minion, Entity::spawn().with(Gun(1)).child_of(boss)]
    });
    let page = game.page();
    let found = |options: &str| {
        let all = all(&page, &format!("/v1/entities?{options}"));
        ids(&all).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let [boss, minion, gun] = [boss, minion, gun].map(id);
    let (ships, guns) = (page.number("Ship"), page.number("Gun"));
    assert_eq!(found("name=boss"), [&*boss]);
    assert_eq!(found("name=%42%C3%96se"), [&*minion], "any case, also of other letters");
    assert_eq!(found("name=SS"), [&*boss]);
    assert_eq!(found(&format!("name={gun}")), [&*gun], "an id is found too");
    assert_eq!(found(&format!("type={ships}")), [&*boss, &*minion]);
    assert_eq!(found(&format!("type={guns}")), [&*gun], "not only roots");
    assert_eq!(found(&format!("type={ships}&name=the")), [&*boss]);
    assert_eq!(found(&format!("type={guns}&name=the")), [""; 0]);
    assert_eq!(found("name=nobody&in=roots"), [""; 0]);
    game.end();
}

#[test]
fn g1_singletons_stand_apart_and_pooled_ones_are_marked() {
    #[derive(Singleton, Default)]
    struct Score(#[expect(dead_code, reason = "it has a value")] u32);

    #[derive(Component)]
    struct Dock(Pool<Archetype<(Ship,)>>);

    let game = Game::of(|| {
        Score::set(Score(7));
        let dock = Entity::spawn().insert(Dock(Pool::new()));
        dock.borrow().0.prewarm(2);
        dock.borrow().0.take();
    });
    let page = game.page();
    let states: Vec<_> =
        all(&page, "/v1/entities?in=all").iter().map(|entity| entity["state"].clone()).collect();
    assert_eq!(states.iter().filter(|state| **state == "parked").count(), 1);
    assert_eq!(
        states.iter().filter(|state| **state == "on").count(),
        2,
        "the dock, and the ship that was taken"
    );
    let singletons = page.get("/v1/world")["singletons"].as_str().expect("there is one").to_owned();
    let detail = page.get(&format!("/v1/entities/{singletons}"));
    assert_eq!(detail["components"][0]["name"], "Score");
    let path = format!("/v1/entities/{singletons}");
    let score = format!("{path}/components/{}", page.number("Score"));
    let off = || Some(json!({ "enabled": false }));
    for (method, path, body) in
        [("DELETE", &path, None), ("PATCH", &path, off()), ("DELETE", &score, None), ("PATCH", &score, off())]
    {
        let (status, sentence) = page.refused(method, path, body);
        assert!(status == 409 && sentence.contains("until the world ends"), "{status} {sentence}");
    }
    game.end();
}

#[test]
fn g1_lists_that_are_asked_for_wrongly_are_refused() {
    let (game, parent) = Game::with(|| {
        let parent = Entity::spawn();
        let _ = Entity::spawn().child_of(parent);
        let dead = Entity::spawn();
        dead.despawn();
        parent
    });
    let page = game.page();
    let parent = id(parent);
    for (path, expected) in [
        ("/v1/entities?in=somewhere".to_owned(), 400),
        ("/v1/entities?type=Ship".to_owned(), 400),
        ("/v1/entities?limit=many".to_owned(), 400),
        ("/v1/entities?naem=boss".to_owned(), 400),
        ("/v1/world?name=boss".to_owned(), 400),
        (format!("/v1/entities?name={}", "a".repeat(257)), 400),
        ("/v1/entities?after=0v1".to_owned(), 400),
        (format!("/v1/entities?in={parent}&after=7"), 400),
        (format!("/v1/entities?in={parent}&after={parent}"), 409),
        ("/v1/entities?in=9v1".to_owned(), 404),
        ("/v1/entities/2v1".to_owned(), 404),
        ("/v1/entities/4294967295v16777215".to_owned(), 404),
        ("/v1/entities/0v2".to_owned(), 404),
        ("/v1/entities/boss".to_owned(), 400),
        ("/v1/dangling?after=0v1".to_owned(), 400),
        ("/v1/entitys".to_owned(), 404),
        ("/v2/entities".to_owned(), 404),
        ("/".to_owned() + "v1", 404),
    ] {
        let (status, sentence) = page.refused("GET", &path, None);
        assert_eq!(status, expected, "{path}: {sentence}");
    }
    assert_eq!(page.get("/v1/entities?limit=0")["entities"].as_array().map(Vec::len), Some(1));
    game.end();
}
