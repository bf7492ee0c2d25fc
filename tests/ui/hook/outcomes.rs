//! Hooks and closures return nothing, an option or a result, and nothing that borrows.

use ecs_core::{Component, Handled, Outcome};

#[derive(Component)]
struct Flag; //~ ERROR a hook cannot return `bool`

impl Flag {
    fn update(&mut self) -> bool {
        true
    }
}

#[derive(Component)]
struct Waits; //~ ERROR a hook cannot return `impl Future

impl Waits {
    fn update(&mut self) -> impl Future<Output = ()> + use<> {
        async {}
    }
}

#[derive(Component)]
struct Async; //~ ERROR cannot be a hook of `Async`

impl Async {
    async fn update(&mut self) {}
}

#[derive(Component)]
struct Chained; //~ ERROR a hook cannot return `Chained`

impl Chained {
    fn init(&mut self) -> Self {
        Self
    }
}

#[derive(Component)]
struct Lends(String); //~ ERROR cannot be a hook of `Lends`

impl Lends {
    fn update(&mut self) -> &str {
        &self.0
    }
}

#[derive(Component)]
struct LendsError(String); //~ ERROR cannot be a hook of `LendsError`

impl LendsError {
    fn update(&mut self) -> Result<(), &str> {
        Err(&self.0)
    }
}

struct Secret;

#[derive(Component)]
struct Silent; //~ ERROR a hook cannot return `Result<(), Secret>`

impl Silent {
    fn update(&mut self) -> Result<(), Secret> {
        Err(Secret)
    }
}

#[derive(Component)]
struct Handles; //~ ERROR a hook cannot return `Handled`

impl Handles {
    fn update(&mut self) -> Handled {
        Handled::Yes
    }
}

#[derive(Component)]
#[component(parallel)] //~ ERROR a hook cannot return `Option<u8>`
struct Parallel;

impl Parallel {
    fn update(&mut self) -> Option<u8> {
        None
    }
}

/// The bound of timers, tasks, observers and systems.
fn returned<O: Outcome>(_: impl Fn() -> O) {}

fn main() {
    returned(|| 5); //~ ERROR a hook cannot return `{integer}`
    returned(|| "text"); //~ ERROR a hook cannot return `&str`
    returned(|| Some(true)); //~ ERROR a hook cannot return `Option<bool>`
}
