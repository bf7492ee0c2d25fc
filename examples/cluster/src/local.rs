//! [`LocalNode`]: a node as a process on this machine.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::process::{Child, ChildStdin, ChildStdout};

use crate::lines::{Answer, Command, LONGEST, Lines, RoomHere, lines, read, write};
use crate::messages::{MoveError, OpenError};

/// A node as a process on this machine. When it is dropped, the process is killed.
pub struct LocalNode {
    process: Child,
    commands: ChildStdin,
    answers: Lines<ChildStdout>,
    /// Where other nodes find it.
    pub cluster: SocketAddr,
    /// Where clients find it.
    pub gate: SocketAddr,
}

impl LocalNode {
    /// Starts a node, and waits until it is a member of the cluster.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or ends.
    pub async fn start(program: &Path, join: &[SocketAddr], options: &[&str]) -> io::Result<Self> {
        let mut process = tokio::process::Command::new(program)
            .args(join.iter().map(|seed| format!("--join={seed}")))
            .args(options)
            // A room that panics says so in a line, and goes on.
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let (commands, answers) = (process.stdin.take(), process.stdout.take());
        let (Some(commands), Some(answers)) = (commands, answers) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let mut answers = lines(answers, LONGEST);
        match read(&mut answers).await? {
            Some(Answer::Started { cluster, gate }) => Ok(Self { process, commands, answers, cluster, gate }),
            other => Err(unexpected(other)),
        }
    }

    async fn ask(&mut self, command: &Command) -> io::Result<Answer> {
        write(&mut self.commands, command).await?;
        read(&mut self.answers).await?.ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    /// The nodes that it knows.
    ///
    /// # Errors
    ///
    /// If the process has ended, as with all commands.
    pub async fn nodes(&mut self) -> io::Result<Vec<SocketAddr>> {
        match self.ask(&Command::Nodes).await? {
            Answer::Nodes(nodes) => Ok(nodes),
            other => Err(unexpected(other)),
        }
    }

    /// The rooms that it plays.
    ///
    /// # Errors
    ///
    /// If the process has ended.
    pub async fn rooms(&mut self) -> io::Result<Vec<RoomHere>> {
        match self.ask(&Command::Rooms).await? {
            Answer::Rooms(rooms) => Ok(rooms),
            other => Err(unexpected(other)),
        }
    }

    /// The node that plays a room, as far as this one knows.
    ///
    /// # Errors
    ///
    /// If the process has ended.
    pub async fn find(&mut self, room: &str) -> io::Result<Option<SocketAddr>> {
        match self.ask(&Command::Find(room.to_owned())).await? {
            Answer::Found(found) => Ok(found),
            other => Err(unexpected(other)),
        }
    }

    /// Sees to it that somebody plays a room.
    ///
    /// # Errors
    ///
    /// If the process has ended.
    pub async fn open(&mut self, room: &str) -> io::Result<Result<(), OpenError>> {
        match self.ask(&Command::Open(room.to_owned())).await? {
            Answer::Opened(opened) => Ok(opened),
            other => Err(unexpected(other)),
        }
    }

    /// Moves a room to another node.
    ///
    /// # Errors
    ///
    /// If the process has ended.
    pub async fn move_room(&mut self, room: &str, to: SocketAddr) -> io::Result<Result<(), MoveError>> {
        match self.ask(&Command::Move { room: room.to_owned(), to }).await? {
            Answer::Moved(moved) => Ok(moved),
            other => Err(unexpected(other)),
        }
    }

    /// Gives its rooms to the others, and ends.
    ///
    /// # Errors
    ///
    /// If the process has ended already.
    pub async fn leave(mut self) -> io::Result<ExitStatus> {
        write(&mut self.commands, &Command::Leave).await?;
        self.process.wait().await
    }

    /// Kills the process: it can do nothing more.
    ///
    /// # Errors
    ///
    /// If the process has ended already.
    pub async fn kill(mut self) -> io::Result<()> {
        self.process.kill().await
    }

    /// Stops the process, as if its machine stood still.
    ///
    /// # Errors
    ///
    /// If the process has ended, or there is no program `kill`.
    pub async fn freeze(&self) -> io::Result<()> {
        self.signal("-STOP").await
    }

    /// Lets a frozen process go on, and waits until it ends.
    ///
    /// # Errors
    ///
    /// If the process has ended, or there is no program `kill`.
    pub async fn thaw_to_its_end(mut self) -> io::Result<ExitStatus> {
        self.signal("-CONT").await?;
        self.process.wait().await
    }

    /// How long processors have worked for the process, in all. `None` where the system does not say so in
    /// `/proc`.
    #[must_use]
    pub fn processor_time(&self) -> Option<Duration> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id()?)).ok()?;
        // After the name, which is in brackets: the 12th and 13th, in hundredths of a second.
        let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut next = || fields.next()?.parse::<u64>().ok();
        Some(Duration::from_millis(10 * (next()? + next()?)))
    }

    async fn signal(&self, signal: &str) -> io::Result<()> {
        let Some(id) = self.process.id() else { return Err(io::ErrorKind::NotFound.into()) };
        let kill = tokio::process::Command::new("kill").args([signal, &id.to_string()]).status().await?;
        if kill.success() { Ok(()) } else { Err(io::Error::other("`kill` has failed")) }
    }
}

fn unexpected(answer: impl std::fmt::Debug) -> io::Error {
    io::Error::other(format!("the node has answered {answer:?}"))
}
