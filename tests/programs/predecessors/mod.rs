//! What the documents that started the project ask for, item by item, where no law's test has it already.

mod blog;
mod libraries;

use std::collections::HashMap;
use std::rc::Rc;

use ecs_core::{Component, Entity, Handle, World, update_all};

use crate::support::{CountedDrop, DropCounter, assert_says, log, message_of, take_log};

#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

#[derive(Component, Default)]
struct Transform {
    pos: Vec3,
}
