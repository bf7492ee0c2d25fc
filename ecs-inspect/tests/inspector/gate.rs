//! G1: who may ask, and what is no request.

use std::io::{Read, Write};
use std::net::Shutdown;

use ecs_core::{Component, Entity, update_all};
use ecs_inspect::InspectError;

use crate::game::{Game, Page};

#[derive(Component)]
struct Ship;

fn game() -> (Game, Page) {
    let game = Game::of(|| _ = Entity::spawn().with(Ship));
    let page = game.page();
    (game, page)
}

/// The status of an answer.
fn status(answer: &str) -> &str {
    answer.strip_prefix("HTTP/1.1 ").and_then(|answer| answer.get(..3)).unwrap_or(answer)
}

#[test]
fn g1_requests_from_elsewhere_and_without_the_token_are_refused() {
    let (game, page) = game();
    let own = page.root.trim_start_matches("http://").to_owned();
    let port = own.rsplit_once(':').expect("a port").1.to_owned();
    let token = page.token.clone();
    let half = &token[..16];
    let request = |path: &str, host: &str, more: &str| {
        page.raw(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n").as_bytes())
    };
    let bearer = format!("Authorization: Bearer {token}\r\n");
    assert_eq!(status(&request("/v1/world", &own, &bearer)), "200");
    assert_eq!(status(&request("/v1/world", &format!("localhost:{port}"), &bearer)), "200");
    assert_eq!(status(&request("/v1/world", &own, &format!("{bearer}Origin: http://{own}\r\n"))), "200");
    assert_eq!(status(&request(&format!("/?token={token}"), &own, "")), "200");
    // Another site, also under a name of its own that leads here.
    for host in ["evil.com", &format!("evil.com:{port}"), "127.0.0.1", "localhost:1", ""] {
        let answer = request("/v1/world", host, &bearer);
        assert_eq!(status(&answer), "403", "{host}: {answer}");
        assert_eq!(status(&request(&format!("/?token={token}"), host, "")), "403", "{host}");
    }
    for origin in ["http://evil.com", "null", &format!("https://{own}"), "http://localhost", ""] {
        let answer = request("/v1/world", &own, &format!("{bearer}Origin: {origin}\r\n"));
        assert_eq!(status(&answer), "403", "{origin}: {answer}");
    }
    for wrong in [
        String::new(),
        "Authorization: Bearer\r\n".to_owned(),
        format!("Authorization: {token}\r\n"),
        format!("Authorization: Basic {token}\r\n"),
        format!("Authorization: Bearer {half}\r\n"),
        format!("Authorization: Bearer {token}0\r\n"),
        format!("Cookie: token={token}\r\n"),
    ] {
        assert_eq!(status(&request("/v1/world", &own, &wrong)), "401", "{wrong}");
    }
    for path in ["/", "/?token=", &format!("/?token={half}"), &format!("/?Token={token}"), "/v1/nothing"] {
        assert_eq!(status(&request(path, &own, "")), "401", "{path}");
    }
    assert_eq!(status(&request(&format!("/v1/world?token={token}"), &own, "")), "401", "only in a header");
    game.end();
}

#[test]
fn g1_what_is_no_request_is_refused_and_the_next_one_answered() {
    let (game, page) = game();
    let own = page.root.trim_start_matches("http://").to_owned();
    let head = format!("Host: {own}\r\nAuthorization: Bearer {}\r\n", page.token);
    let long = "a".repeat(20_000);
    let many = "X: 1\r\n".repeat(65);
    for (request, expected) in [
        ("\r\n\r\n\0\r\n\r\n".to_owned(), "400"),
        ("GET\r\n\r\n".to_owned(), "400"),
        (format!("GET /v1/world HTTP/2.0\r\n{head}\r\n"), "400"),
        (format!("GET /v1/world HTTP/1.1\r\n{head}no header\r\n\r\n"), "400"),
        ("GET /v1/world HTTP/1.1\r\n\r\n".to_owned(), "400"),
        (format!("GET /v1/world HTTP/1.1\r\n{head}Host: {own}\r\n\r\n"), "400"),
        (format!("GET /v1/world HTTP/1.1\r\n{head}Authorization: Bearer x\r\n\r\n"), "400"),
        (format!("GET /v1/world HTTP/1.1\r\n{head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), "400"),
        (format!("GET /v1/world HTTP/1.1\r\n{head}Content-Length: +1\r\n\r\na"), "400"),
        (format!("GET /v1/world HTTP/1.1\r\n{head}Content-Length: 1, 1\r\n\r\na"), "400"),
        (format!("GET /v1/world HTTP/1.1\r\n{head}Content-Length: \r\n\r\na"), "400"),
        (format!("GET /v1/world HTTP/1.1\r\n{head}Content-Length: 65537\r\n\r\n"), "413"),
        (format!("GET /v1/world HTTP/1.1\r\n{head}Content-Length: 99999999999999999999\r\n\r\n"), "413"),
        (format!("GET /v1/world HTTP/1.1\r\n{head}X: {long}\r\n\r\n"), "431"),
        (format!("GET /{long} HTTP/1.1\r\n{head}\r\n"), "431"),
        (format!("GET /v1/world HTTP/1.1\r\n{head}{many}\r\n"), "431"),
        (format!("POST /v1/world HTTP/1.1\r\n{head}\r\n"), "405"),
        (format!("PUT /v1/entities/0v1 HTTP/1.1\r\n{head}\r\n"), "405"),
        (format!("POST /?token={} HTTP/1.1\r\n{head}\r\n", page.token), "405"),
        (format!("OPTIONS * HTTP/1.1\r\n{head}\r\n"), "404"),
        (format!("PATCH /v1/entities/0v1 HTTP/1.1\r\n{head}Content-Length: 1\r\n\r\n{{"), "400"),
        (format!("PATCH /v1/entities/0v1 HTTP/1.1\r\n{head}\r\n"), "400"),
    ] {
        let answer = page.raw(request.as_bytes());
        assert_eq!(status(&answer), expected, "{request:.80}: {answer}");
        assert!(answer.contains("{\"error\":\""), "{answer}");
        page.get("/v1/world");
    }
    // A body of the greatest length is read, and no JSON.
    let body = "[".repeat(65_536);
    let answer = page.raw(
        format!("PATCH /v1/entities/0v1 HTTP/1.1\r\n{head}Content-Length: 65536\r\n\r\n{body}").as_bytes(),
    );
    assert_eq!(status(&answer), "400", "{answer}");
    // JSON as deep as it may be, on the stack of a connection.
    let deep = format!("{}{}", "[".repeat(126), "]".repeat(126));
    let body = format!("{{\"at\":\"\",\"value\":{deep}}}");
    let answer = page.raw(
        format!(
            "PATCH /v1/entities/0v1/components/0 HTTP/1.1\r\n{head}Content-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .as_bytes(),
    );
    assert_eq!(status(&answer), "409", "a tag has no value: {answer}");
    // Half a request, and nothing.
    for part in ["", "GET /v1/wor"] {
        let mut connection = page.connect();
        connection.write_all(part.as_bytes()).expect("the game listens");
        connection.shutdown(Shutdown::Write).expect("it is open");
        let mut answer = Vec::new();
        let _ = connection.read_to_end(&mut answer);
        assert!(answer.is_empty(), "{part}");
    }
    game.end();
}

#[test]
fn g1_the_page_may_load_nothing_from_elsewhere() {
    let (game, page) = game();
    let own = page.root.trim_start_matches("http://").to_owned();
    let request = format!("GET /?token={} HTTP/1.1\r\nHost: {own}\r\n\r\n", page.token);
    let answer = page.raw(request.as_bytes());
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let header = |name: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned()).unwrap_or_default()
    };
    let policy = header("Content-Security-Policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'nonce-") && !policy.contains("unsafe"));
    let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).expect("a nonce");
    assert!(body.contains(&format!("<script nonce=\"{nonce}\">")) && !body.contains("NONCE"));
    assert_ne!(nonce, page.token);
    assert_eq!(header("Referrer-Policy"), "no-referrer", "the address has the token");
    assert_eq!((&*header("Cache-Control"), &*header("X-Content-Type-Options")), ("no-store", "nosniff"));
    let elsewhere = body.replace("http://www.w3.org/2000/svg", "").replace("http://${", "");
    assert!(!elsewhere.contains("http://") && !elsewhere.contains("https://"), "it needs nobody else");
    let second = page.raw(request.as_bytes());
    assert!(!second.contains(nonce), "each page has its own nonce");
    game.end();
}

#[test]
fn g1_each_game_has_another_token() {
    let (first, second) = (game(), game());
    assert_eq!(first.1.token.len(), 32);
    assert_ne!(first.1.token, second.1.token);
    assert!(!format!("{:?}", first.0.inspector()).contains(&first.1.token), "logs are read by many");
    assert_eq!(first.0.inspector().to_string(), first.0.inspector().url());
}

#[test]
fn g1_only_addresses_of_this_machine_are_taken() {
    for foreign in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        let refused = ecs_inspect::try_open(foreign).expect_err("others would reach it");
        assert!(matches!(refused, InspectError::NotLoopback { .. }), "{refused}");
        assert!(refused.to_string().contains("`ecs_inspect::open_to_network`"), "{refused}");
    }
    for nowhere in ["127.0.0.1", "", "127.0.0.1:many"] {
        let refused = ecs_inspect::try_open(nowhere).expect_err("there is no port");
        assert!(matches!(refused, InspectError::NoAddress { .. }), "{refused}");
    }
    let first = ecs_inspect::open("127.0.0.1:0");
    let refused = ecs_inspect::try_open(first.address()).expect_err("it is taken");
    assert!(matches!(refused, InspectError::Refused { address, .. } if address == first.address()));
    assert!(refused.to_string().contains("use port 0"), "{refused}");
    // Two pages look into one world.
    let second = ecs_inspect::open(("127.0.0.1", 0));
    assert_ne!(first.address(), second.address());
    let open = ecs_inspect::open_to_network("0.0.0.0:0").expect("that is meant");
    open.stop();
    open.stop();
    update_all(0.1);
}
