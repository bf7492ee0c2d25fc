//! A game that runs on a thread of its own, and who looks into it.

use std::any::Any;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};

use ecs_core::{Entity, update_all};
use ecs_inspect::Inspector;
use serde_json::Value;
use ureq::Agent;

/// A game that runs frames until this is dropped.
pub struct Game {
    inspector: Inspector,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Game {
    /// Runs a game in which something is made; returns what that returns too.
    pub fn with<M: Send + 'static>(make: impl FnOnce() -> M + Send + 'static) -> (Self, M) {
        let (sender, receiver) = mpsc::channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let over = is_over.clone();
        let thread = thread::spawn(move || {
            let made = make();
            sender.send((ecs_inspect::open("127.0.0.1:0"), made)).expect("the test waits");
            while !over.load(Ordering::Relaxed) {
                update_all(1.0 / 60.0);
                thread::yield_now();
            }
        });
        let (inspector, made) = receiver.recv().expect("the game begins");
        (Self { inspector, is_over, thread: Some(thread) }, made)
    }

    /// Runs a game in which something is made.
    pub fn of(make: impl FnOnce() + Send + 'static) -> Self {
        Self::with(make).0
    }

    pub fn page(&self) -> Page {
        Page::of(&self.inspector)
    }

    pub fn inspector(&self) -> &Inspector {
        &self.inspector
    }

    /// Ends the game; panics if it has.
    pub fn end(mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        ended.into_iter().for_each(|ended| {
            ended.unwrap_or_else(|panic: Box<dyn Any + Send>| std::panic::resume_unwind(panic))
        });
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// What looks into a game.
#[derive(Clone)]
pub struct Page {
    agent: Agent,
    pub root: String,
    pub token: String,
}

impl Page {
    pub fn of(inspector: &Inspector) -> Self {
        let (root, token) = inspector.url().split_once("/?token=").expect("the address has a token");
        let agent = Agent::config_builder().http_status_as_error(false).build().into();
        Self { agent, root: root.to_owned(), token: token.to_owned() }
    }

    /// Asks a game that runs; returns the status and the answer. On a busy machine no frame may come for a
    /// second: then it asks again.
    pub fn ask(&self, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        let mut answers = std::iter::repeat_with(|| self.ask_once(method, path, body.clone())).take(30);
        answers.find(|(status, _)| *status != 503).expect("the game runs")
    }

    /// Asks once; returns the status and the answer.
    pub fn ask_once(&self, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        let url = format!("{}{path}", self.root);
        let bearer = format!("Bearer {}", self.token);
        let (get, delete) = (self.agent.get(&url), self.agent.delete(&url));
        let answer = match (method, body) {
            ("GET", None) => get.header("Authorization", &bearer).call(),
            ("DELETE", None) => delete.header("Authorization", &bearer).call(),
            ("PATCH", Some(body)) => {
                self.agent.patch(&url).header("Authorization", &bearer).send(body.to_string())
            }
            other => panic!("nobody asks so: {other:?}"),
        };
        let mut answer = answer.unwrap_or_else(|error| panic!("{method} {path}: {error}"));
        let text = answer.body_mut().read_to_string().expect("an answer is text");
        let value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{method} {path}: {error}: {text}"));
        (answer.status().as_u16(), value)
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> Value {
        good(self.ask("GET", path, None))
    }

    #[track_caller]
    pub fn patch(&self, path: &str, body: Value) -> Value {
        good(self.ask("PATCH", path, Some(body)))
    }

    #[track_caller]
    pub fn delete(&self, path: &str) -> Value {
        good(self.ask("DELETE", path, None))
    }

    /// Asks for what is refused; returns the status and the sentence.
    #[track_caller]
    pub fn refused(&self, method: &str, path: &str, body: Option<Value>) -> (u16, String) {
        let (status, answer) = self.ask(method, path, body);
        assert_ne!(status, 200, "{answer}");
        (status, answer["error"].as_str().expect("a refusal is a sentence").to_owned())
    }

    pub fn entity(&self, entity: Entity) -> Value {
        self.get(&format!("/v1/entities/{}", id(entity)))
    }

    /// The component of a type, by its name.
    #[track_caller]
    pub fn component(&self, entity: Entity, name: &str) -> Value {
        let entity = self.entity(entity);
        let all = entity["components"].as_array().expect("a list");
        all.iter().find(|component| component["name"] == name).expect("it has one").clone()
    }

    /// The path of an entity's component, by the name of its type.
    #[track_caller]
    pub fn path(&self, entity: Entity, name: &str) -> String {
        format!("/v1/entities/{}/components/{}", id(entity), self.component(entity, name)["type"])
    }

    /// The number of a type.
    #[track_caller]
    pub fn number(&self, name: &str) -> u64 {
        let world = self.get("/v1/world");
        let mut types = world["types"].as_array().expect("a list").iter();
        types.find(|known| known["name"] == name).expect("it was added")["type"].as_u64().expect("a number")
    }

    /// Sends bytes as they are; returns the answer as it is, until the connection ends.
    pub fn raw(&self, bytes: &[u8]) -> String {
        let mut connection = self.connect();
        // Who is refused early hangs up early.
        let _ = connection.write_all(bytes);
        let mut answer = Vec::new();
        let _ = connection.read_to_end(&mut answer);
        String::from_utf8(answer).expect("an answer is text")
    }

    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(self.root.trim_start_matches("http://")).expect("the game listens")
    }
}

#[track_caller]
fn good((status, answer): (u16, Value)) -> Value {
    assert_eq!(status, 200, "{answer}");
    answer
}

/// An entity as it is written.
pub fn id(entity: Entity) -> String {
    format!("{}v{}", entity.index(), entity.generation())
}
