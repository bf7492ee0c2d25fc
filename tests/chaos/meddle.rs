//! What user code does while a step runs: acts of its own, one inside the other, and panics.

use std::panic::{AssertUnwindSafe, catch_unwind, panic_any, resume_unwind};
use std::thread;

use ecs_core::Entity;

use crate::draw::draw_inner;
use crate::game::{game, is_quiet};
use crate::perform::perform;

/// Where user code runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    Init,
    Start,
    Update,
    Event,
    Turn,
    Switch,
    Reset,
    Shutdown,
    Observer,
    Default,
    Drop,
    /// A closure that was given to a call: of a visit, a pool, a spawn.
    Closure,
}

/// The payload of a panic that user code wants.
pub struct Whim;

const DEEPEST: u8 = 5;

/// Lets user code of an entity do whatever the step says.
pub fn meddle(site: Site, kind: u8, me: Entity) {
    if is_quiet() {
        return;
    }
    let (mut left, panics) = game(|game| {
        if game.budget == 0 || game.depth >= DEEPEST || game.random.below(4) != 0 {
            return (0, false);
        }
        let acts = if game.profile.meddles { 1 + game.random.below(2) } else { 0 };
        let panics = game.profile.panics
            && game.random.below(3) == 0
            && (site != Site::Drop || game.profile.drops_panic && !thread::panicking());
        game.budget = game.budget.saturating_sub(1);
        (acts, panics)
    });
    if left == 0 && !panics {
        return;
    }
    game(|game| {
        game.running.push(me);
        game.depth += 1;
        game.print(|| format!("in {site:?} of {kind} {me:?}:"));
    });
    let left_inside = Inside;
    while left > 0 {
        left -= 1;
        let (act, is_caught) = game(|game| {
            game.budget = game.budget.saturating_sub(1);
            (draw_inner(&mut game.random, game.profile), game.random.below(2) == 0)
        });
        let result = catch_unwind(AssertUnwindSafe(|| perform(act)));
        if let Err(panic) = result
            && !(is_caught || site == Site::Drop || thread::panicking())
        {
            resume_unwind(panic);
        }
    }
    drop(left_inside);
    if panics {
        game(|game| game.print(|| format!("panics in {site:?}")));
        panic_any(Whim);
    }
}

struct Inside;

impl Drop for Inside {
    fn drop(&mut self) {
        game(|game| {
            game.depth -= 1;
            game.running.pop();
        });
    }
}
