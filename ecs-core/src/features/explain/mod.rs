//! In which order a frame runs passes, systems and observers, and why, as a value that prints.

mod frame_order;
mod observer_order;

pub use frame_order::{Order, PassOrder, PhaseOrder, Reason, explain_order, try_explain_order};
pub use observer_order::ObserverOrder;
