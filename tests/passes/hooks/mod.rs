//! Laws D1 and D2: which methods are hooks, and what they may take.
#![allow(dead_code, reason = "some hooks must not be called, some values only dropped")]

mod forms;
mod names;
mod siblings;

use ecs_core::{Component, Entity, PerEntity, World, update_all};

use crate::support::{Random, Token, assert_says, ignore, live_tokens, log, message_of, take_log};

#[derive(Component, Default)]
struct A(i32);
#[derive(Component, Default)]
struct B(i32);
#[derive(Component, Default)]
struct C(i32);
#[derive(Component, Default)]
struct D(i32);
