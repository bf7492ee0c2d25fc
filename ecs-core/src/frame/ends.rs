//! How each run begins and ends: that of a frame, of the pass of one type, and of a schedule.

use std::rc::Rc;

use crate::base::CallSite;
use crate::error::{UpdateError, WorldError, fail, refuse_unwinding};
use crate::ids::Entity;
use crate::world::{BadTime, Clock, CommandBuffer, Timed, WorldCore, current_if_any, note_unwinding};

/// Refuses calls while the thread unwinds, bad time steps and calls from inside; `None` if there is no world.
#[track_caller]
pub(crate) fn ready(dt: f32) -> Result<Option<Rc<WorldCore>>, UpdateError> {
    refuse_unwinding().map_err(UpdateError::World)?;
    let core = current_if_any().map_err(UpdateError::World)?;
    match &core {
        Some(core) => check_dt(&core.frames.clock(), dt)?,
        None => check_dt(&Clock::default(), dt)?,
    }
    core.as_ref().map_or(Ok(()), |core| core.refuse_inside())?;
    Ok(core)
}

/// Refuses the time step of a frame.
pub(super) fn check_frame(clock: &Clock, dt: f32) -> Result<(), UpdateError> {
    clock.check_frame(dt).map_err(|bad| refused(clock, dt, bad))
}

fn check_dt(clock: &Clock, dt: f32) -> Result<(), UpdateError> {
    clock.check(dt).map_err(|bad| refused(clock, dt, bad))
}

fn refused(clock: &Clock, dt: f32, bad: BadTime) -> UpdateError {
    match bad {
        BadTime::NotATime => UpdateError::BadDt { dt },
        BadTime::TooLong => UpdateError::LongDt { dt, longest: clock.longest_dt },
        BadTime::EndOfTime(elapsed) => UpdateError::EndOfTime { dt, elapsed },
    }
}

/// Ends a pass or a run of a system: a sync point, then the commands, then another sync point.
#[inline]
pub(crate) fn end(core: &WorldCore, commands: CommandBuffer, after: impl FnOnce() -> Timed) {
    if !commands.is_empty() || core.sync.is_pending() {
        end_in_turn(core, commands, after);
    }
}

#[inline(never)]
fn end_in_turn(core: &WorldCore, commands: CommandBuffer, after: impl FnOnce() -> Timed) {
    commands.claim_ids();
    let _timing = core.frames.timings().begin(0, || after().sync_point());
    core.sync();
    if !commands.is_empty() {
        commands.apply_all();
        core.sync();
    }
}

/// Panics if a run was refused or has stopped; does nothing, and counts a soft failure, if that is because
/// the thread unwinds.
#[inline]
#[track_caller]
pub(crate) fn expect_run(
    call: &'static str,
    component: Option<&'static str>,
    result: Result<(), UpdateError>,
    site: CallSite,
) {
    match result {
        Ok(()) => {}
        Err(UpdateError::World(WorldError::Unwinding)) => {
            note_unwinding(call, component, Entity::NONE, site);
        }
        Err(error) => fail(&error),
    }
}
