//! Running a kept frame again: the world becomes what it was before the frame, runs, is compared, and
//! becomes again what it is now.

use std::rc::Rc;

use crate::base::{OnDrop, message_of};
use crate::column::is_left_out;
use crate::features::part::Moment;
use crate::features::snapshot::compare::hashing::hash_of;
use crate::features::snapshot::compare::state::{differences, state};
use crate::frame::repeat_frame;
use crate::life::caught;
use crate::world::WorldCore;

use super::super::column::ColumnHistory;
use super::super::frames::{KeptAt, KeptFrames};
use super::error::ReplayError;
use super::follow::{FollowedValue, TracedPart};
use super::trace::FrameTrace;

/// A frame that is to be run again, for a part of a component.
pub(in super::super) struct ReplayRequest {
    pub(super) frame: u64,
    pub(super) part: TracedPart,
    /// Called with the answer.
    pub(super) then: Box<dyn FnOnce(Result<FrameTrace, ReplayError>)>,
}

impl ReplayRequest {
    /// Runs the frame, and returns what tells the answer.
    pub(in super::super) fn answer(
        self,
        core: &Rc<WorldCore>,
        kept: &mut KeptFrames,
    ) -> impl FnOnce() + use<> {
        let panicked = |panic| ReplayError::Panicked { frame: self.frame, message: message_of(panic) };
        let answer = caught(|| self.trace(core, kept)).map_err(panicked).flatten();
        core.parts.act(core, Moment::OtherFrame);
        move || (self.then)(answer)
    }

    fn trace(&self, core: &Rc<WorldCore>, kept: &mut KeptFrames) -> Result<FrameTrace, ReplayError> {
        let &Self { frame, ref part, .. } = self;
        let not_kept = || ReplayError::NotKept { frame };
        let begin = frame.checked_sub(1).ok_or_else(not_kept)?;
        let find = |frame, at| kept.find(frame, at).map_err(|_| not_kept());
        let (saved, end) = (find(begin, KeptAt::Next)?, find(frame, KeptAt::End)?);
        let (step, before) = (saved.core.clock.step_to(&end.core.clock), part.value_in(saved));
        let followed = Rc::new(FollowedValue::new(part.clone(), before.clone()));
        let not_compared = kept.aside(core, |kept| {
            kept.show(core, begin)?;
            self.run(core, step, &followed)?;
            compare(core, kept, frame)
        })?;
        if let Ok(next) = kept.find(frame, KeptAt::Next) {
            followed.note_after(part.value_in(next));
        }
        let (entity, component, path) = (part.entity, part.column.name(), part.path.clone());
        Ok(FrameTrace { frame, entity, component, path, before, changes: followed.changes(), not_compared })
    }

    /// Runs the frame in the world that is as it was before the frame.
    fn run(
        &self,
        core: &Rc<WorldCore>,
        (dt, real): (f32, f64),
        followed: &Rc<FollowedValue>,
    ) -> Result<(), ReplayError> {
        let frame = self.frame;
        let is_replaying = &core.parts.history.is_replaying;
        is_replaying.set(true);
        let _replaying = OnDrop(|| is_replaying.set(false));
        let follower = followed.clone();
        let _following = core
            .frames
            .timings()
            .follow(move |timed, phase, entity| follower.note_begin(timed, phase, entity));
        let _noting = ColumnHistory::follow(&self.part.column, followed);
        let ran = caught(|| repeat_frame(core, dt, real, self.part.site));
        let ran = ran.map_err(|panic| ReplayError::Panicked { frame, message: message_of(panic) })?;
        ran.map_err(|error| ReplayError::Stopped { frame, error: Box::new(error) })?;
        followed.note_end();
        Ok(())
    }
}

/// Compares the world with the end of a frame; returns the types that were not compared.
fn compare(
    core: &Rc<WorldCore>,
    kept: &mut KeptFrames,
    frame: u64,
) -> Result<Vec<&'static str>, ReplayError> {
    kept.save_beside(core)?;
    let (now, then) = (kept.newest(), kept.find(frame, KeptAt::End)?);
    let (hash, hash_then) = (hash_of(now)?, hash_of(then)?);
    if hash.total() != hash_then.total() {
        return Err(ReplayError::Differs { frame, differences: differences(&state(now)?, &state(then)?) });
    }
    let left_out = core.columns.all().filter(|column| is_left_out(column)).map(|column| column.name());
    Ok(hash.unhashed().iter().copied().chain(left_out).collect())
}
