//! [`Job`]: what several threads run, part by part; [`WorkerContext`]: what each of them has instead of a
//! world meanwhile.

use core::cell::Cell;
use core::fmt;

use crate::base::WithoutPaths;
use crate::error::{WorldError, fail, is_unwinding};

use super::command_buffer::CommandBuffer;
use super::core::WorldCore;
use super::own_rows::OwnRows;
use super::worker_pool::WorkerPool;

/// Stands for the world on a thread that does work for it.
///
/// Meanwhile no thread reaches that world: what the work touches was borrowed before, and nothing else moves.
#[derive(Clone)]
pub(crate) struct WorkerContext {
    pub(crate) task: Task,
    /// The rows that a pass visits, so that they know their entities.
    pub(crate) own: Option<OwnRows>,
    /// The threads that help with work that is shared out inside.
    pub(crate) pool: WorkerPool,
}

/// Work that can be cut in parts, which several threads run at the same time.
pub trait Job: Sync {
    /// What it is, for messages.
    fn task(&self) -> Task;

    /// The rows that are visited, so that they know their entities.
    fn own(&self) -> Option<OwnRows> {
        None
    }

    /// Notes, when all is done, what the world is to know of it. On the world's thread.
    fn end(&self, _: &WorldCore) {}

    /// The number of rows that no thread has claimed yet.
    fn left(&self) -> usize;

    /// Claims the next rows, `most` at most, writes down the first of them, and runs; returns the number of
    /// rows that it has claimed, 0 if none was left.
    fn run(&self, most: usize, first: &Cell<usize>, commands: &CommandBuffer) -> usize;
}

/// What is being done, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// A parallel hook of a component type.
    Hook { component: &'static str, hook: &'static str },
    /// The parallel `inherit` of a component type, which takes no further parameters.
    Inherit { component: &'static str, hook: &'static str },
    /// A system, by the name of its function or type.
    System(&'static str),
    /// The closure of a query's `par_each`.
    ParEach,
    /// The closure of an interface's `par_each`.
    ParEvery,
    /// The `clone` of values, of which a snapshot gets copies.
    Copying,
}

impl WorkerContext {
    /// Refuses a call that needs the world: panics with what to declare instead. While the thread unwinds it
    /// says that it does.
    #[track_caller]
    pub(crate) fn refuse(&self, component: Option<&'static str>) -> WorldError {
        if is_unwinding() {
            return WorldError::Unwinding;
        }
        fail(&WorkerRefusal { task: self.task, component })
    }
}

struct WorkerRefusal {
    task: Task,
    component: Option<&'static str>,
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hook { component, hook } | Self::Inherit { component, hook } => {
                write!(f, "the parallel `{hook}` of {component}")
            }
            Self::System(name) => write!(f, "the system {}", WithoutPaths(name)),
            Self::ParEach | Self::ParEvery => f.write_str("the closure of `par_each`"),
            Self::Copying => f.write_str("the `clone` of a value, while a snapshot is made or loaded"),
        }
    }
}

impl fmt::Display for WorkerRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { task, component } = self;
        match component {
            Some(component) => write!(f, "{} cannot be reached", WithoutPaths(component))?,
            None => f.write_str("the world cannot be reached")?,
        }
        if matches!(task, Task::Copying) {
            return write!(f, " inside {task}: let `clone` make a copy and do nothing else");
        }
        write!(f, " inside {task}, which may run on any thread: ")?;
        let name = component.map_or(WithoutPaths("T"), WithoutPaths);
        match task {
            Task::Hook { .. } => write!(
                f,
                "declare what it needs as a parameter: `View<{name}>` to follow handles (those of a `soa` \
                 type in a system, by `Query<&{name}>`), `&{name}` or `&mut {name}` for that of the same \
                 entity, `&{name}` if it is a singleton, `Time` for the time, and `Commands` to spawn, add, \
                 kill and send after the pass"
            ),
            Task::Inherit { .. } => f.write_str(
                "it has its component and the one above, and nothing else: let an `update` write what it \
                 needs besides into a field before, or remove `parallel(inherit)`",
            ),
            Task::System(_) => write!(
                f,
                "declare what it needs as a parameter: `View<{name}>` or `Query<&{name}>` to follow handles, \
                 `&{name}` for a singleton, `Time` for the time, and `Commands` to spawn, add, kill and send \
                 afterwards; or add it as `local(..)`, which keeps it on its thread"
            ),
            Task::ParEvery => write!(
                f,
                "borrow it before, as `let view = {name}::view(); let all: &[{name}] = &view;` (of a `soa` \
                 type a column: `let all: &[f32] = &columns.x;`), and collect what is to be done afterwards; \
                 or use `each`, which runs on the thread of the world"
            ),
            Task::ParEach => write!(
                f,
                "ask for it in the query, as `query::<(&mut A, &{name})>()`; or borrow it before, as `let \
                 view = {name}::view(); let all: &[{name}] = &view;` (of a `soa` type a column: `let all: \
                 &[f32] = &columns.x;`); or make it a parallel hook, where a parameter `View<{name}>` \
                 follows handles; and collect what is to be done afterwards"
            ),
            Task::Copying => Ok(()),
        }
    }
}
