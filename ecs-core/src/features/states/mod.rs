//! States of a game, such as its screens: what is left and entered, and the types that stand still meanwhile.

mod apply;
mod ask;
mod bound;
mod calls;
mod condition;
mod events;
mod number;
mod part;
mod run_state;
mod running;
mod saved;
mod trail;

pub use ask::Asks;
pub(crate) use ask::asked_by;
pub use bound::DespawnOnExit;
pub use calls::{AskedState, State, StateValue, asked};
pub use condition::in_state_of;
pub use events::{Change, Enter, Exit};
pub use number::OfState;
pub(crate) use part::{States, StillColumn};
pub use run_state::{InState, StateSpec};
pub use running::state;
