//! A game without a window is recorded while a test plays it.

use core::cell::RefCell;
use std::panic::resume_unwind;
use std::rc::Rc;

use serde::Serialize;

use super::error::RecordError;
use super::recorded::Recording;
use crate::features::headless::Headless;
use crate::life::caught;

impl<Input: Serialize + 'static> Headless<Input> {
    /// Adds all frames that run inside the function to a recording, and returns the recording. Compares after
    /// the last frame too, in the world that is current then.
    ///
    /// # Errors
    ///
    /// The first [`RecordError`]: no later frame is recorded.
    pub fn record(
        &mut self,
        recording: Recording<Input>,
        play: impl FnOnce(&mut Self),
    ) -> Result<Recording<Input>, RecordError> {
        let recorded = Rc::new(RefCell::new((recording, None)));
        let shared = Rc::clone(&recorded);
        let before = self.tell(Some(Box::new(move |input, dt| {
            let (recording, error) = &mut *shared.borrow_mut();
            if error.is_none() {
                *error = recording.frame(input, dt).err();
            }
        })));
        let played = caught(|| play(self));
        drop(self.tell(before));
        played.unwrap_or_else(|panic| resume_unwind(panic));
        let (mut recording, error) = recorded.replace((Recording::new("", ""), None));
        error.map_or(Ok(()), Err)?;
        recording.compare_here()?;
        Ok(recording)
    }
}
