//! [`ByName::catch`]: code of the game that may panic.

use crate::base::message_of;
use crate::life::caught;

use super::types::ByName;

impl ByName {
    /// Runs a function, and returns the message of a panic in it. For tools that call values and hooks of a
    /// game: the game goes on.
    ///
    /// ```
    /// use ecs_core::World;
    ///
    /// assert_eq!(World::by_name().catch(|| 7), Ok(7));
    /// assert_eq!(World::by_name().catch(|| panic!("no {}", 7)), Err::<(), _>("no 7".to_owned()));
    /// ```
    ///
    /// # Errors
    ///
    /// The message.
    pub fn catch<R>(&self, run: impl FnOnce() -> R) -> Result<R, String> {
        caught(run).map_err(message_of)
    }
}
