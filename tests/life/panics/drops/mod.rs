//! Law C4: values and closures of the user drop one by one. Two whose `Drop` panics end no process: both
//! drop, and the first panic is passed on. Each call that may drop several has a row in a table. A row runs
//! in a process of its own.

mod calls;

use std::cell::{Cell, RefCell};
use std::env;
use std::panic::panic_any;

use ecs_core::{Component, World};
use serde::{Deserialize, Serialize};

use crate::support::{alone, on_thread, try_caught};

thread_local! {
    static MADE: Cell<u32> = const { Cell::new(0) };
    /// The numbers of those that have dropped, in this order.
    static DROPPED: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// Panics in its drop, and says its number.
#[derive(Component, Serialize)]
struct Bomb(u32);

impl Bomb {
    fn new() -> Self {
        MADE.set(MADE.get() + 1);
        Self(MADE.get())
    }
}

impl Default for Bomb {
    fn default() -> Self {
        Self::new()
    }
}

impl Clone for Bomb {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl<'de> Deserialize<'de> for Bomb {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u32::deserialize(deserializer).map(|_| Self::new())
    }
}

impl Drop for Bomb {
    fn drop(&mut self) {
        DROPPED.with_borrow_mut(|dropped| dropped.push(self.0));
        panic_any(format!("bomb {}", self.0));
    }
}

/// Another type that does so.
#[derive(Component, Clone, Default)]
struct OtherBomb(Bomb);

/// Panics as the first.
const ON_PURPOSE: &str = "on purpose";

/// Runs a row, then drops what it has left in the world. Says what is wrong.
fn run(row: fn()) -> Result<(), String> {
    let mut panics: Vec<String> = try_caught(row).err().into_iter().map(|caught| caught.text).collect();
    panics.extend((0..20).map_while(|_| try_caught(World::flush).err()).map(|caught| caught.text));
    assert!((0..20).any(|_| try_caught(World::reset).is_ok()), "a reset comes to its end");
    let dropped = DROPPED.take();
    let is_on_purpose = panics.first().is_some_and(|panic| panic == ON_PURPOSE);
    let first_bomb = dropped.first().map(|number| format!("bomb {number}"));
    if !is_on_purpose && !first_bomb.is_some_and(|bomb| panics.contains(&bomb)) {
        return Err(format!("{panics:?} was passed on; dropped in this order: {dropped:?}"));
    }
    let mut sorted = dropped.clone();
    sorted.sort_unstable();
    if dropped.len() + usize::from(is_on_purpose) < 2 || !sorted.iter().copied().eq(1..=MADE.get()) {
        return Err(format!("of {} values these have dropped: {dropped:?}", MADE.get()));
    }
    Ok(())
}

#[test]
fn c4_no_call_ends_the_process_if_two_values_panic_as_they_drop() {
    let row = |name: &str| calls::ALL.iter().find(|(other, _)| *other == name).map(|(_, row)| *row);
    if let Some(row) = env::var("ECS_ROW").ok().as_deref().and_then(row) {
        return run(row).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
    // Under Miri all rows would take minutes, and rayon casts numbers to pointers.
    let step = if env::var_os("ECS_MORE_ROWS").is_some() { 5 } else { 20 };
    let is_run = |(place, (name, _)): &(usize, &(&str, fn()))| {
        !cfg!(miri) || place % step == 0 && !name.contains("parallel")
    };
    let rows = calls::ALL.iter().enumerate().filter(is_run);
    let wrong: Vec<String> = rows.filter_map(|(_, (name, row))| wrong_with(name, *row)).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), calls::ALL.len(), wrong.join("\n"));
}

/// Runs a row where nothing else runs, and says what is wrong with it.
fn wrong_with(name: &str, row: fn()) -> Option<String> {
    if cfg!(miri) {
        return on_thread(move || run(row)).err().map(|wrong| format!("{name}: {wrong}"));
    }
    let test = "c4_no_call_ends_the_process_if_two_values_panic_as_they_drop";
    let output = alone(module_path!(), test)
        .envs([("ECS_ROW", name), ("RUST_BACKTRACE", "0")])
        .output()
        .expect("a test can start itself");
    let text = String::from_utf8_lossy(&output.stderr);
    let is_telling = |line: &&str| line.contains("have dropped") || line.contains("was passed on");
    let wrong = text.lines().find(is_telling).unwrap_or("it has ended the process");
    (!output.status.success()).then(|| format!("{name}: {:?}: {wrong}", output.status))
}
