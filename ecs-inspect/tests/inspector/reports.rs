//! G1: the world as a whole: counts, the order, what may be a mistake, and what refers to the dead.

use ecs_core::{Component, Entity, FailurePolicy, Handle, Phase, Schedule, World};
use serde::Serialize;
use serde_json::{Value, json};

use crate::game::{Game, Page, id};

#[derive(Component, Serialize, Default)]
struct Wind(f32);

impl Wind {
    fn update(&mut self) {}
}

#[derive(Component, Serialize, Default)]
#[component(after(Wind, Moon))]
struct Plane {
    leader: Handle<Wind>,
}

impl Plane {
    fn update(&mut self, _: &Wind) {}
}

#[derive(Component)]
struct Moon(#[expect(dead_code, reason = "nobody makes one")] u8);

#[test]
fn g1_the_world_counts_what_it_has() {
    let game = Game::of(|| {
        let wind = Entity::spawn().with(Wind(1.0));
        let _ = Entity::spawn().with(Wind(2.0));
        Entity::spawn().despawn();
        wind.set_enabled(false);
        wind.after(1e6, |_: Entity| ());
    });
    // The first answer may come before the first frame has begun, the next one cannot.
    game.page().get("/v1/world");
    let world = game.page().get("/v1/world");
    for (field, expected) in [
        ("format", json!(1)),
        ("library", json!(env!("CARGO_PKG_VERSION"))),
        ("alive", json!(2)),
        ("spawned", json!(3)),
        ("despawned", json!(1)),
        ("timers", json!(1)),
        ("tasks", json!(0)),
        ("singletons", Value::Null),
    ] {
        assert_eq!(world[field], expected, "{field}");
    }
    let wind = &world["types"][0];
    assert_eq!((&wind["type"], &wind["name"]), (&json!(0), &json!("Wind")));
    assert_eq!((&wind["count"], &wind["enabled"], &wind["kept"]), (&json!(2), &json!(1), &json!(0)));
    assert!(wind["bytes"].as_u64() >= Some(8) && world["bytes"].as_u64() >= wind["bytes"].as_u64());
    assert!(world["time"]["frame"].as_u64() > Some(0) && world["time"]["paused"] == false);
    game.end();
}

#[test]
fn g1_the_order_has_its_reasons() {
    fn draw() {}

    let game = Game::of(|| {
        let _ = Entity::spawn().with(Plane::default()).with(Wind(1.0));
        World::set_schedule(Phase::Update, Schedule::new().add(draw));
    });
    let order = game.page().get("/v1/order");
    let update = &order["phases"][1];
    assert_eq!(update["phase"], "update");
    let names: Vec<_> =
        update["passes"].as_array().expect("a list").iter().map(|pass| &pass["name"]).collect();
    assert_eq!(names, ["Wind", "Plane"]);
    let plane = &update["passes"][1];
    assert_eq!(plane["reasons"], json!([{ "after": "Wind", "why": "after Wind, which its `after` names" }]));
    assert_eq!((&plane["has_hook"], &plane["added"]), (&json!(true), &json!(1)));
    assert_eq!(update["never_added"], json!(["Moon"]));
    assert!(update["systems"][0].as_str().expect("a name").ends_with("draw"));
    game.end();
}

#[test]
fn g1_problems_name_the_place() {
    #[derive(Component, Default)]
    struct Bomb;
    impl Bomb {
        fn update(&mut self) {
            panic!("too early")
        }
    }

    let (game, dead) = Game::with(|| {
        World::set_failure_policy(FailurePolicy::SwitchOff).expect("there is a world");
        let dead = Entity::spawn().insert(Wind(1.0));
        dead.entity().despawn();
        dead.with(|wind| wind.0 = 2.0);
        let _ = Entity::spawn().with(Plane::default());
        let _ = Entity::spawn().with(Bomb);
        dead.entity()
    });
    let page = game.page();
    // After a frame at least.
    page.get("/v1/world");
    let problems = page.get("/v1/problems");
    let soft = &problems["soft"];
    assert_eq!((&soft["count"], &soft["last"][0]["entity"]), (&json!(1), &json!(id(dead))));
    let text = soft["last"][0]["text"].as_str().expect("a sentence");
    assert!(text.contains("`Handle::with` on a dead `Wind`"), "{text}");
    let at = soft["last"][0]["at"].as_str().expect("debug builds know the place");
    assert!(at.contains(&format!("{}:", file!())), "{at}");
    let panic = problems["failures"]["last"][0]["text"].as_str().expect("a sentence");
    assert!(panic.contains("`Bomb::update`") && panic.contains("too early"), "{panic}");
    let skipped = problems["skipped"][0].as_str().expect("a sentence");
    assert!(skipped.contains("Plane") && skipped.contains("Wind"), "{skipped}");
    game.end();
}

/// All that dangles, page by page.
fn dangling(page: &Page) -> (Vec<Value>, Vec<Value>) {
    let (mut found, mut unseen, mut after) = (Vec::new(), Vec::new(), String::new());
    loop {
        let answer = page.get(&format!("/v1/dangling{after}"));
        found.extend(answer["found"].as_array().expect("a list").iter().cloned());
        unseen.extend(answer["unseen"].as_array().expect("a list").iter().cloned());
        match answer["next"].as_str() {
            Some(next) => after = format!("?after={next}"),
            None => return (found, unseen),
        }
    }
}

#[test]
fn g1_dangling_handles_are_found_among_many() {
    #[derive(Component)]
    struct Secret(#[expect(dead_code, reason = "nobody looks")] Handle<Wind>);

    let (game, [first, dead]) = Game::with(|| {
        let wind = Entity::spawn().insert(Wind(1.0));
        let planes: Vec<_> = (0..1000)
            .map(|number| {
                let leader = if number % 2 == 0 { wind } else { Handle::NULL };
                Entity::spawn().with(Plane { leader })
            })
            .collect();
        let _ = Entity::spawn().with(Secret(wind));
        wind.entity().despawn();
        [planes[0], wind.entity()]
    });
    let page = game.page();
    let (found, unseen) = dangling(&page);
    assert_eq!(found.len(), 500);
    assert_eq!(
        found[0],
        json!({
            "text": found[0]["text"], "type": "Plane", "entity": id(first), "path": "leader",
            "target": id(dead), "alive": false,
        })
    );
    let text = found[0]["text"].as_str().expect("a sentence");
    assert!(text.starts_with(&format!("Plane.leader of {} refers to {}", id(first), id(dead))), "{text}");
    assert_eq!(unseen, ["Secret"]);
    game.end();
}

#[test]
fn g1_asking_for_timings_switches_them_on() {
    let game = Game::of(|| {
        (0..10).for_each(|_| _ = Entity::spawn().with(Wind(1.0)));
    });
    let page = game.page();
    assert_eq!(page.get("/v1/timings"), json!({ "frames": 0, "passes": [] }));
    // The frame that answers is not over: what it has taken is in a later answer.
    let [.., timings] = [(); 4].map(|()| page.get("/v1/timings"));
    let passes = timings["passes"].as_array().expect("a list");
    let wind = passes.iter().find(|pass| pass["name"] == "Wind").expect("it has a pass");
    assert_eq!(
        (&wind["work"], &wind["phase"], &wind["rows"]),
        (&json!("pass"), &json!("update"), &json!(10))
    );
    let frame = &passes[0];
    assert_eq!((&frame["work"], &passes[1]["work"]), (&json!("frame"), &json!("remote")), "in their order");
    assert!(frame["mean_ns"].as_u64() >= wind["mean_ns"].as_u64());
    game.end();
}
