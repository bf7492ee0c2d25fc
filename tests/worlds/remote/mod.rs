//! What other threads send to a world: when it runs, in which order, how it is bounded, and what ends it.

mod bounds;
mod ends;
mod panics;
mod when;

use std::cell::{Cell, RefCell};
use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use ecs_core::{
    Component, Entity, Handle, Ref, Remote, RemoteError, UpdateError, World, WorldError, query,
    try_update_all, update_all,
};

use crate::support::{
    CountedDrop, DropCounter, PanicsInDrop, assert_says, log, message_of, on_thread, take_log,
};

#[derive(Component, Default, Debug, PartialEq)]
struct Score(u32);

#[derive(Component, Default)]
struct Clock;

impl Clock {
    fn update(&mut self) {
        log("update");
    }
}

fn sends(remote: &Remote, line: &'static str) {
    assert!(remote.send(move || log(line)).is_ok());
}
