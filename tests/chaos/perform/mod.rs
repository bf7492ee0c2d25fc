//! Does acts. Each uses the soft forms of the library: it panics only where user code does.

mod changes;
mod events;
mod frames;
mod keep;
mod life;
mod pools;
mod visits;
mod worlds;

use crate::act::Act;
use crate::game::announce;

pub use changes::{NAMES, let_all_go};
pub use frames::frame;
pub use keep::{load_snapshot, save_snapshot};
pub use pools::parked;
pub use visits::{Quiet, check_near};
pub use worlds::{enter, world};

pub fn perform(act: Act) {
    if !announce(&act) {
        return;
    }
    let _ = life::perform(act)
        || changes::perform(act)
        || pools::perform(act)
        || events::perform(act)
        || visits::perform(act)
        || frames::perform(act)
        || keep::perform(act)
        || worlds::perform(act);
}
