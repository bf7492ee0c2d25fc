//! Interfaces: calls by a trait, of all components or of those of one entity.

mod calls;
mod erased_interface;
mod every;
mod implementor;
mod offer;
mod par;
mod state;
mod whole;

pub use calls::AllAs;
pub use erased_interface::Interface;
pub use every::{Every, every};
pub use implementor::interface;
pub use offer::{Offer, Offers};
pub(super) use state::Interfaces;
