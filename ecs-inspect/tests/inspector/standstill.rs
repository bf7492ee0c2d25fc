//! G3: a game that stands still or ends loses nothing of a page, and no page holds up a frame: one that reads
//! slowly, never, or a hundred at once.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc;
use std::thread;

use ecs_core::{Entity, World, update_all};
use serde_json::json;

use crate::Hull;
use crate::game::{Game, Page, id};

const STANDS_STILL: &str = "the game stands still: it has not answered for a second";

#[test]
fn g3_a_game_that_stands_still_answers_503_and_what_was_refused_never_happens() {
    let hull = Entity::spawn().with(Hull(1));
    let page = Page::of(&ecs_inspect::open("127.0.0.1:0"));
    // No frame runs meanwhile.
    let path = format!("/v1/entities/{}/components/0", id(hull));
    let edit = json!({ "at": "", "value": 2 });
    let asking = page.clone();
    let refused = thread::spawn(move || asking.ask_once("PATCH", &path, Some(edit)));
    let (status, answer) = refused.join().expect("it is refused");
    assert_eq!((status, answer), (503, json!({ "error": STANDS_STILL })));
    update_all(0.1);
    assert_eq!(hull.borrow::<Hull>().0, 1);
    // It goes on, and answers.
    let asking = page.clone();
    let answered = thread::spawn(move || asking.get("/v1/world"));
    while !answered.is_finished() {
        update_all(0.1);
    }
    assert_eq!(answered.join().expect("it is answered")["alive"], 1);
}

#[test]
fn g3_a_world_that_ends_tells_those_who_wait_and_frees_its_port() {
    let world = World::new();
    let inspector = world.enter(|| ecs_inspect::open("127.0.0.1:0"));
    let page = Page::of(&inspector);
    let asking = page.clone();
    let (begun, begins) = mpsc::channel();
    let asked = thread::spawn(move || {
        let mut connection = asking.connect();
        let (own, token) = (asking.root.trim_start_matches("http://"), &asking.token);
        let request =
            format!("GET /v1/world HTTP/1.1\r\nHost: {own}\r\nAuthorization: Bearer {token}\r\n\r\n");
        connection.write_all(request.as_bytes()).expect("the game listens");
        begun.send(()).expect("the test waits");
        let mut answer = String::new();
        let _ = connection.read_to_string(&mut answer);
        answer
    });
    begins.recv().expect("it asks");
    drop(world);
    let answer = asked.join().expect("it is told");
    // It may have come too late to be taken.
    assert!(
        answer.is_empty() || answer.contains("503") && answer.contains("the world has ended"),
        "{answer}"
    );
    // Its thread closes the port when it has woken.
    while TcpStream::connect(inspector.address()).is_ok() {
        thread::yield_now();
    }
    inspector.stop();
}

#[test]
fn g3_a_stopped_page_is_closed_and_the_game_goes_on() {
    let inspector = ecs_inspect::open("127.0.0.1:0");
    update_all(0.1);
    inspector.stop();
    while TcpStream::connect(inspector.address()).is_ok() {
        thread::yield_now();
    }
    update_all(0.1);
    let again = ecs_inspect::open(inspector.address());
    assert_eq!(again.address(), inspector.address());
}

#[test]
fn g3_a_hundred_at_once_are_all_answered() {
    let (game, hull) = Game::with(|| Entity::spawn().with(Hull(7)));
    let page = game.page();
    let all: Vec<_> = (0..100)
        .map(|_| {
            let page = page.clone();
            thread::spawn(move || page.component(hull, "Hull")["value"].clone())
        })
        .collect();
    for one in all {
        assert_eq!(one.join().expect("it is answered"), 7);
    }
    game.end();
}

#[test]
fn g3_those_who_never_send_or_never_read_hold_up_nobody() {
    let (game, entities) = Game::with(|| {
        let name = "ä".repeat(120);
        (0..500).for_each(|number| _ = Entity::spawn().set_name(&format!("{number}{name}")));
        Entity::spawn().with(Hull(7))
    });
    let page = game.page();
    let (own, token) = (page.root.trim_start_matches("http://").to_owned(), page.token.clone());
    // Half of them send nothing, or a part of a request; the others ask for much and read nothing of it.
    let request = format!(
        "GET /v1/entities?in=all&limit=500 HTTP/1.1\r\nHost: {own}\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    let rude: Vec<_> = (0..100)
        .map(|number| {
            let mut connection = page.connect();
            let sent = [&b""[..], &request.as_bytes()[..20], request.as_bytes(), request.as_bytes()];
            connection.write_all(sent[number % 4]).expect("the game listens");
            connection
        })
        .collect();
    // Others are served, and frames run.
    let frame = || page.get("/v1/world")["time"]["frame"].as_u64().expect("a number");
    let before = frame();
    assert_eq!(page.component(entities, "Hull")["value"], 7);
    assert!(frame() > before);
    drop(rude);
    game.end();
}

#[test]
fn g3_too_many_connections_are_hung_up_on_and_room_comes_back() {
    let game = Game::of(|| ());
    let page = game.page();
    let mut idle: Vec<_> = (0..128).map(|_| page.connect()).collect();
    // One more is not served, and told so, if it looks in time.
    let mut one = page.connect();
    let mut told = String::new();
    let _ = one.read_to_string(&mut told);
    assert!(told.is_empty() || told.contains("too many look into the game"), "{told}");
    idle.clear();
    // Their threads end when they see it.
    while page.raw(b"no request\r\n\r\n").is_empty() {
        thread::yield_now();
    }
    page.get("/v1/world");
    game.end();
}

#[test]
fn g3_a_request_that_drips_is_given_up_after_five_seconds_and_others_are_served() {
    let (game, hull) = Game::with(|| Entity::spawn().with(Hull(7)));
    let page = game.page();
    let mut slow = page.connect();
    // A byte now and then, as long as somebody listens. Others are served meanwhile.
    let mut sent = 0;
    let is_open = |slow: &mut TcpStream| {
        slow.set_nonblocking(true).expect("it is ours");
        let waits = matches!(slow.peek(&mut [0]), Err(error) if error.kind() == ErrorKind::WouldBlock);
        slow.set_nonblocking(false).expect("it is ours");
        waits
    };
    while is_open(&mut slow) && slow.write_all(b"G").is_ok() {
        sent += 1;
        assert_eq!(page.component(hull, "Hull")["value"], 7);
    }
    let mut answer = String::new();
    let _ = slow.read_to_string(&mut answer);
    assert!(sent > 1 && answer.contains("408") && answer.contains("has not come in time"), "{sent} {answer}");
    game.end();
}
