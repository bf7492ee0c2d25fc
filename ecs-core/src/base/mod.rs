//! Small things that know nothing of the library.

mod bits;
pub(crate) mod bounds;
mod call_site;
mod clock;
#[cfg(feature = "snapshot")]
mod copied;
mod erased_event;
#[cfg(feature = "snapshot")]
mod erased_outside;
mod erased_panic;
mod impls;
mod mark;
mod marked;
mod nearest;
mod on_drop;
mod one_by_one;
pub(crate) mod prefetch;
mod remembered;
#[cfg(feature = "snapshot")]
mod saving;
mod scratch_box;
#[cfg(feature = "snapshot")]
mod shelf;
pub(crate) mod tuples;
mod type_id_hasher;
mod type_name;
mod warning;
mod without_paths;

pub(crate) use bits::{bits_of, gather_bits};
pub use call_site::CallSite;
pub(crate) use clock::now;
#[cfg(feature = "snapshot")]
pub(crate) use copied::{CopyNumbers, Prepared, SavedCopy, copied};
pub use erased_event::{AnyEvent, AnySent};
pub(crate) use erased_event::{Sent, event_as};
#[cfg(feature = "snapshot")]
pub(crate) use erased_outside::{AnyCopy, AnyOutside, Outside, OutsidePlace};
pub(crate) use erased_panic::{Panic, discard, drop_each, keep_first, keep_panic_of, message_of, pass_on};
pub(crate) use impls::{
    clone_fields, copy_always, debug_by, default_by, deref_by, deref_mut_by, display_by, into_iter_by,
    shown_by,
};
pub(crate) use mark::Mark;
pub(crate) use marked::Marked;
pub(crate) use nearest::nearest;
pub(crate) use on_drop::OnDrop;
pub(crate) use one_by_one::{Left, for_each_moved};
pub use one_by_one::{One, OneByOne};
pub(crate) use prefetch::prefetch;
pub(crate) use remembered::{Remembered, write_list};
#[cfg(feature = "snapshot")]
pub(crate) use saving::{begin_saving, is_saving};
pub(crate) use scratch_box::ScratchBox;
#[cfg(feature = "snapshot")]
pub(crate) use shelf::Shelf;
pub(crate) use tuples::all_tuples;
pub(crate) use type_id_hasher::TypeIdHasher;
pub use type_name::TypeName;
#[cfg(feature = "serde")]
pub(crate) use type_name::parameters;
pub(crate) use warning::{emit, print, warn};
pub(crate) use without_paths::WithoutPaths;
