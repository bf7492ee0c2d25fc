//! [`Ending`]: how an entity or a component ended, as far as it is remembered.

use core::fmt;
use core::panic::Location;
use std::sync::OnceLock;

use crate::ids::Entity;

/// Asks the current world how an entity ended, once there is one: messages stand below worlds.
pub(crate) static HOW_ENDED: OnceLock<fn(Entity) -> Option<Ending>> = OnceLock::new();

/// The call that ended an entity or a component. Debug builds remember the last 256 of a world; release
/// builds none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Ending {
    /// The call that ended it: `"despawn"`, `"despawn_many"`, `"World::clear"`, `"kill"` or `"remove"`.
    pub call: &'static str,
    /// Where the call stands.
    pub at: &'static Location<'static>,
    /// The hook that ran then: the component's type and the hook.
    pub hook: Option<(&'static str, &'static str)>,
    /// How many frames ago that was; `None` if no frame has run yet.
    pub frames_ago: Option<u64>,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { call, at, hook, frames_ago } = self;
        write!(f, "`{call}` ended it at {at}")?;
        if let Some((component, hook)) = hook {
            write!(f, ", while the hook `{component}::{hook}` ran")?;
        }
        match frames_ago {
            None => Ok(()),
            Some(0) => f.write_str(", in this frame"),
            Some(1) => f.write_str(", one frame ago"),
            Some(frames) => write!(f, ", {frames} frames ago"),
        }
    }
}
