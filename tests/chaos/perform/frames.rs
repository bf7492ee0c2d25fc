//! Frames, the clock, systems and the singleton.

use ecs_core::{Component, Entity, FailurePolicy, Phase, Singleton, State, World, try_update_all};

use super::life::came_to;
use crate::act::Act;
use crate::components::{Body, Mood, Score, Shade};
use crate::game::{at, check, game};
use crate::kind::of_kind;
use crate::systems;

pub(super) fn perform(act: Act) -> bool {
    match act {
        Act::Frame(steps) => frame(f32::from(steps) * 0.05),
        Act::UpdateType(kind) => {
            let done = in_pass(|| of_kind!(kind, T => T::try_update_all(0.05).is_ok()));
            came_to("update_type", Entity::NONE, done);
        }
        Act::Flush => World::flush(),
        Act::Mood(0) => asked(Mood::again),
        Act::Mood(1) => asked(|| Mood::go(Mood::Calm)),
        Act::Mood(2) => asked(|| Mood::go(Mood::Dull)),
        Act::Mood(which) => asked(|| Mood::go(Mood::Busy(which % 2))),
        Act::Shade(is_dark) => asked(|| Shade::go(if is_dark { Shade::Dark } else { Shade::Light })),
        Act::Bind(place, to_shade) => {
            let entity = at(place);
            _ = match to_shade && Shade::try_get().is_some() {
                true => entity.despawn_on_exit::<Shade>(),
                false => entity.despawn_on_exit::<Mood>(),
            };
        }
        Act::Policy(goes_on) => {
            let policy = if goes_on { FailurePolicy::SwitchOff } else { FailurePolicy::default() };
            let _ = World::set_failure_policy(policy);
        }
        Act::Pause(paused) => World::set_paused(paused),
        Act::Systems(which) => {
            let schedule = systems::schedule(which);
            let _ = World::try_set_schedule(Phase::Update, schedule);
        }
        Act::Shuffle(Some(seed)) => World::shuffle_order(u64::from(seed)),
        Act::Shuffle(None) => World::unshuffle_order(),
        Act::SetScore(points) => {
            let mut score = Score::default();
            score.value.n = u32::from(points);
            let _ = Score::try_set(score);
        }
        Act::WriteScore => {
            if let Ok(mut score) = Score::try_borrow_mut() {
                score.value.n = score.value.n.wrapping_add(1);
            }
        }
        Act::KillScore => {
            let _ = Body::count();
            if let Some(handle) = Score::get().map(|score| score.handle()) {
                handle.kill();
            }
        }
        _ => return false,
    }
    true
}

/// Runs a frame, unless one runs.
pub fn frame(dt: f32) {
    let done = in_pass(|| try_update_all(dt).is_ok());
    came_to("frame", Entity::NONE, done);
    if game(|game| game.profile.is_calm()) {
        let is_disordered = Score::get().is_some_and(|score| score.is_disordered);
        check(!is_disordered, || "a system reads pings in another order, or one twice".into());
    }
}

/// Gives a pass its number. One that is refused inside of another has none.
fn in_pass(run: impl FnOnce() -> bool) -> bool {
    struct Pass;
    impl Drop for Pass {
        fn drop(&mut self) {
            game(|game| game.passes -= 1);
        }
    }
    game(|game| {
        game.pass += u64::from(game.passes == 0);
        game.passes += 1;
    });
    let _pass = Pass;
    run()
}

/// Nothing waits between two steps of a calm program.
fn asked(ask: impl FnOnce()) {
    ask();
    if game(|game| game.profile.is_calm()) {
        World::flush();
    }
}
