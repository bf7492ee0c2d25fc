//! The kept frames: law Z1, as the page sees them.

use std::sync::atomic::{AtomicU32, Ordering};

use ecs_core::{Component, Entity};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::game::{Game, Page, id};

#[derive(Component, Clone, Copy, Serialize, Deserialize)]
struct Ball {
    height: f32,
    at: [f32; 2],
}

impl Ball {
    fn update(&mut self) {
        self.height += 1.0;
    }
}

#[derive(Component)]
struct Uncopied(#[expect(dead_code, reason = "it has rows")] u8);

fn game() -> (Game, Entity) {
    Game::with(|| {
        let ball = Entity::spawn().with(Ball { height: 0.0, at: [0.0; 2] });
        ball.set_name("ball");
        ball
    })
}

fn patch(page: &Page, body: Value) -> Value {
    page.patch("/v1/history", body)
}

/// Asks until a condition is true of the answer.
fn until(page: &Page, is: impl Fn(&Value) -> bool) -> Value {
    let mut answers = std::iter::repeat_with(|| page.get("/v1/history")).take(100_000);
    answers.find(|answer| is(answer)).expect("it becomes true")
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

fn held(page: &Page) -> Value {
    until(page, |history| number(&history["count"]) > 20);
    patch(page, json!({ "do": "hold" }));
    until(page, |history| history["held"] == true)
}

fn height(page: &Page, ball: Entity) -> f64 {
    page.component(ball, "Ball")["value"]["height"].as_f64().expect("a number")
}

#[test]
fn z1_the_page_holds_the_game_and_goes_back_and_on() {
    let (game, ball) = game();
    let page = game.page();
    let off = page.get("/v1/history");
    assert_eq!((&off["most"], &off["count"], &off["first"]), (&json!(0), &json!(0), &Value::Null));
    assert_eq!(patch(&page, json!({ "bytes": 10_000_000 }))["most"], 10_000_000);
    let last = held(&page);
    let frame = number(&last["frame"]);
    assert_eq!((number(&last["last"]), &last["trouble"]), (frame, &Value::Null));
    let top = height(&page, ball);
    assert_eq!(height(&page, ball), top, "it stands");

    patch(&page, json!({ "do": "step_back" }));
    until(&page, |history| number(&history["frame"]) == frame - 1);
    assert_eq!(height(&page, ball), top - 1.0);
    patch(&page, json!({ "show": frame - 7 }));
    until(&page, |history| number(&history["frame"]) == frame - 7);
    assert_eq!(height(&page, ball), top - 7.0);
    patch(&page, json!({ "do": "step" }));
    until(&page, |history| number(&history["frame"]) == frame - 6);
    patch(&page, json!({ "show": 1_000_000_000 }));
    until(&page, |history| number(&history["frame"]) == frame);
    patch(&page, json!({ "do": "run_frame" }));
    until(&page, |history| number(&history["frame"]) == frame + 1);
    assert_eq!(height(&page, ball), top + 1.0);

    // A change in the past, from which the game goes on.
    patch(&page, json!({ "show": frame - 7 }));
    until(&page, |history| number(&history["frame"]) == frame - 7);
    page.patch(&page.path(ball, "Ball"), json!({ "at": "/height", "value": 5000.0 }));
    patch(&page, json!({ "do": "go_on" }));
    until(&page, |history| history["held"] == false && number(&history["frame"]) > frame);
    assert!(height(&page, ball) > 5000.0);
    game.end();
}

#[test]
fn z1_the_page_reads_a_value_in_all_frames_and_compares_two() {
    let (game, ball) = game();
    let page = game.page();
    patch(&page, json!({ "bytes": 10_000_000 }));
    let history = held(&page);
    let (first, frame, top) = (number(&history["first"]), number(&history["frame"]), height(&page, ball));
    let path =
        |at: &str| format!("/v1/history/values?entity={}&type={}&at={at}", id(ball), page.number("Ball"));
    let curve = page.get(&path("/height"));
    let (frames, values) = (curve["frames"].as_array().unwrap(), curve["values"].as_array().unwrap());
    assert_eq!((number(&frames[0]), number(frames.last().unwrap())), (first, frame));
    assert!(frames.len() == values.len() && frames.len() > 20);
    for (at, value) in frames.iter().zip(values) {
        assert_eq!(value.as_f64(), Some(top - (frame - number(at)) as f64));
    }
    assert_eq!(page.get(&path("/at/1"))["values"][0], 0.0);
    assert_eq!(page.get(&path("/no/such"))["frames"], json!([]));
    assert_eq!(page.refused("GET", &path("/at"), None).0, 400);

    let differences = page.get(&format!("/v1/history/diff?frame={}&other={frame}", frame - 2));
    let lines = differences["differences"].as_array().unwrap();
    let expected = format!("Ball of {} \"ball\": height {:.1} | {top:.1}", id(ball), top - 2.0);
    assert!(lines.contains(&json!(expected)), "{differences}");
    assert_eq!(page.refused("GET", "/v1/history/diff?frame=1&other=99999999", None).0, 404);
    game.end();
}

#[derive(Component, Clone, Copy, Serialize, Deserialize)]
struct Wind {
    strength: f32,
    gusts: u32,
}

/// How often the wind has blown: outside of the world, so that no frame of it is the same again.
static GUSTS: AtomicU32 = AtomicU32::new(0);

impl Wind {
    fn update(&mut self, ball: &mut Ball) {
        ball.height += self.strength;
        if self.gusts != 0 {
            self.gusts = 1 + GUSTS.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[test]
fn z2_the_page_says_which_pass_has_changed_a_value_or_why_it_cannot() {
    let (game, ball) = game();
    let page = game.page();
    patch(&page, json!({ "bytes": 10_000_000 }));
    let calm = held(&page);
    let trace = |frame: u64, rest: &str| {
        format!("/v1/history/trace?frame={frame}&entity={}&type={}&at=/{rest}", id(ball), page.number("Ball"))
    };
    let (frame, top) = (number(&calm["frame"]), height(&page, ball));
    let answer = page.get(&trace(frame - 3, "height"));
    assert_eq!(answer["before"], top - 4.0);
    assert_eq!(answer["changes"], json!([format!("update: pass Ball → {:.1}", top - 3.0)]));
    assert_eq!((&answer["not_compared"], height(&page, ball)), (&json!([]), top));
    assert_eq!(page.get(&trace(frame - 3, "at/0"))["changes"], json!([]));
    let (status, message) = page.refused("GET", &trace(0, "height"), None);
    assert!(status == 409 && message.contains("the frame before"), "{message}");
    assert_eq!(page.refused("GET", "/v1/history/trace?frame=1", None).0, 400);
    game.end();

    let (game, ball) = Game::with(|| {
        let ball = Entity::spawn().with(Ball { height: 0.0, at: [0.0; 2] });
        ball.with(Wind { strength: 2.0, gusts: 1 })
    });
    let page = game.page();
    patch(&page, json!({ "bytes": 10_000_000 }));
    let frame = number(&held(&page)["frame"]);
    let path = format!(
        "/v1/history/trace?frame={}&entity={}&type={}&at=/height",
        frame - 3,
        id(ball),
        page.number("Ball")
    );
    let (status, message) = page.refused("GET", &path, None);
    assert_eq!(status, 409);
    assert!(message.contains("cannot be repeated") && message.contains("Wind of"), "{message}");
    game.end();
}

#[test]
fn z1_the_page_says_what_is_not_kept_and_refuses_what_is_no_request() {
    let game = Game::of(|| _ = Entity::spawn().with(Uncopied(0)).with(Ball { height: 0.0, at: [0.0; 2] }));
    let page = game.page();
    assert_eq!(page.refused("PATCH", "/v1/history", Some(json!({ "show": 3 }))).0, 404);
    patch(&page, json!({ "bytes": 10_000_000 }));
    let history = until(&page, |history| !history["trouble"].is_null());
    assert!(history["trouble"].as_str().unwrap().contains("Uncopied"), "{history}");
    assert_eq!(history["count"], 0);
    patch(&page, json!({ "keep_the_rest": true }));
    let history = until(&page, |history| number(&history["count"]) > 3);
    assert_eq!((&history["trouble"], &history["keep_the_rest"]), (&Value::Null, &json!(true)));
    let types = history["types"].as_array().unwrap();
    let of = |name: &str| types.iter().find(|ty| ty["name"] == name).expect("it is listed");
    assert_eq!((&of("Uncopied")["left_out"], &of("Ball")["left_out"]), (&json!(true), &json!(false)));
    assert!(number(&of("Ball")["bytes"]) > 0);

    for body in [json!({ "do": "jump" }), json!({ "bytes": -1 }), json!({ "forward": true }), json!([])] {
        assert_eq!(page.refused("PATCH", "/v1/history", Some(body)).0, 400);
    }
    for path in
        ["values?entity=7", "values?entity=0v1&type=x", "diff?frame=1", "diff?frame=1&other=a", "diff?a=1"]
    {
        assert_eq!(page.refused("GET", &format!("/v1/history/{path}"), None).0, 400);
    }
    assert_eq!(page.refused("DELETE", "/v1/history", None).0, 405);
    game.end();
}
