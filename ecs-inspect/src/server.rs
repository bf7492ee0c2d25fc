//! [`Server`]: takes connections, each on a thread of its own, and answers one request on each.
//!
//! All that a connection can do to the game is to ask at the desk. It has a few seconds to send its request
//! and to take the answer, however slowly it drips.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use core::time::Duration;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use super::desk::Desk;
use super::gate::Gate;
use super::http::{LONGEST, Request, Response};
use super::page::page;
use super::query::{Inquiry, Options};
use super::refusal::Refusal;
use super::secret::secret;

/// So many connections are served at a time.
const MOST: usize = 128;
/// So long a connection has to send its request, and as long to take the answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// So long is waited for what a connection sends that was refused before all had come.
const LINGER: Duration = Duration::from_millis(500);
/// A debug build parses JSON of 128 levels with it.
const STACK: usize = 1024 * 1024;

/// What all connections of an inspector share.
pub(super) struct Server {
    desk: Arc<Desk>,
    gate: Gate,
    address: SocketAddr,
    is_over: AtomicBool,
    connections: AtomicUsize,
}

impl Server {
    pub(super) fn new(desk: Arc<Desk>, gate: Gate, address: SocketAddr) -> Arc<Self> {
        let (is_over, connections) = (AtomicBool::new(false), AtomicUsize::new(0));
        Arc::new(Self { desk, gate, address, is_over, connections })
    }

    /// Takes connections until it is over.
    pub(super) fn listen(self: Arc<Self>, listener: &TcpListener) {
        while !self.is_over.load(Ordering::Acquire) {
            match listener.accept() {
                Ok((connection, _)) => self.clone().take(connection),
                // Too many files may be open: somebody will close one.
                Err(_) => thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Takes no more connections. Those that are there get their answer.
    pub(super) fn stop(&self) {
        if !self.is_over.swap(true, Ordering::AcqRel) {
            let mut here = self.address;
            if here.ip().is_unspecified() {
                here.set_ip(match here {
                    SocketAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
                    SocketAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
                });
            }
            // Wakes the thread that waits for one.
            let _ = TcpStream::connect_timeout(&here, Duration::from_millis(100));
        }
    }

    /// Serves a connection on a thread of its own, unless there are too many.
    fn take(self: Arc<Self>, connection: TcpStream) {
        if self.is_over.load(Ordering::Acquire) {
            return;
        }
        let is_one_too_many = self.connections.fetch_add(1, Ordering::AcqRel) >= MOST;
        let counted = Counted(self.clone());
        if is_one_too_many {
            return hang_up(connection);
        }
        let serve = move || {
            let _counted = counted;
            let _ = self.serve(connection);
        };
        // Where there is no thread, what the closure has is dropped.
        let _ = thread::Builder::new().name("ecs-inspect".to_owned()).stack_size(STACK).spawn(serve);
    }

    /// Answers the request of a connection.
    fn serve(&self, mut connection: TcpStream) -> io::Result<()> {
        let request = receive(&mut connection, Instant::now() + PATIENCE)?;
        let is_whole = request.is_ok();
        let answered = request.and_then(|request| self.answer(&request));
        let response = answered.unwrap_or_else(|refusal| Response::refusal(&refusal));
        send(&mut connection, &response.to_bytes(), Instant::now() + PATIENCE)?;
        connection.shutdown(Shutdown::Write)?;
        if !is_whole {
            // To close with something unread would take the answer back.
            drain(&mut connection, Instant::now() + LINGER);
        }
        Ok(())
    }

    fn answer(&self, request: &Request) -> Result<Response, Refusal> {
        answer(&self.gate, request, |query| self.desk.ask(query))
    }
}

/// A connection, which counts until this is dropped.
struct Counted(Arc<Server>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Answers a request, with a function that asks the world.
pub(super) fn answer(
    gate: &Gate,
    request: &Request,
    ask: impl FnOnce(Inquiry) -> Result<String, Refusal>,
) -> Result<Response, Refusal> {
    let (path, options) = request.target.split_once('?').unwrap_or((&request.target, ""));
    if path == "/" {
        gate.check(request, Options::of(options).get("token").as_deref())?;
        if request.method != "GET" {
            return Err(Refusal::new(405, "the page is there to be read"));
        }
        let nonce = secret().map_err(|reason| Refusal::new(500, reason))?;
        return Ok(Response::page(page(&nonce), &nonce));
    }
    let token = request.authorization.as_deref().and_then(|header| header.strip_prefix("Bearer "));
    gate.check(request, token)?;
    Ok(Response::json(200, ask(Inquiry::of(request)?)?))
}

/// Says that there are too many connections, if it can be said without waiting.
fn hang_up(mut connection: TcpStream) {
    let refusal = Refusal::not_now("too many look into the game: ask later");
    if connection.set_nonblocking(true).is_ok() {
        let _ = connection.write(&Response::refusal(&refusal).to_bytes());
    }
}

/// The time that is left.
fn left(end: Instant) -> io::Result<Duration> {
    let left = end.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// Receives a request, whole or refused.
fn receive(connection: &mut TcpStream, end: Instant) -> io::Result<Result<Request, Refusal>> {
    let (mut bytes, mut some) = (Vec::new(), [0; 4096]);
    loop {
        match Request::parse(&bytes) {
            Ok(Some(request)) => return Ok(Ok(request)),
            Ok(None) if bytes.len() <= LONGEST => {}
            Ok(None) => return Ok(Err(Refusal::new(413, "the request is too long"))),
            Err(refusal) => return Ok(Err(refusal)),
        }
        let late = || Ok(Err(Refusal::new(408, "the request has not come in time")));
        let Ok(left) = left(end) else { return late() };
        connection.set_read_timeout(Some(left))?;
        match connection.read(&mut some) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => bytes.extend(&some[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                return late();
            }
            Err(error) => return Err(error),
        }
    }
}

/// Sends an answer.
fn send(connection: &mut TcpStream, mut bytes: &[u8], end: Instant) -> io::Result<()> {
    while !bytes.is_empty() {
        connection.set_write_timeout(Some(left(end)?))?;
        match connection.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Reads what still comes, and forgets it.
fn drain(connection: &mut TcpStream, end: Instant) {
    let mut some = [0; 4096];
    while let Ok(left) = left(end)
        && connection.set_read_timeout(Some(left)).is_ok()
        && connection.read(&mut some).is_ok_and(|count| count > 0)
    {}
}
