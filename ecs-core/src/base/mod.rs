//! Small things that know nothing of the library.

mod bits;
pub(crate) mod bounds;
mod call_site;
mod chosen;
mod clock;
mod copied;
mod erased_event;
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
mod saving;
mod scratch_box;
mod shelf;
pub(crate) mod tuples;
mod type_id_hasher;
mod type_name;
mod warning;
mod without_paths;

pub(crate) use self::{
    bits::{bits_of, gather_bits},
    chosen::chosen,
    clock::now,
    erased_event::{Sent, as_type, event_as},
    erased_panic::{Panic, discard, drop_each, keep_first, keep_panic_of, message_of, pass_on},
    impls::{
        clone_fields, copy_always, debug_by, default_by, deref_by, deref_mut_by, display_by, into_iter_by,
    },
    mark::{Mark, WRITES_ARE_NOTED},
    marked::Marked,
    nearest::nearest,
    on_drop::OnDrop,
    one_by_one::{Left, for_each_moved},
    prefetch::prefetch,
    remembered::{Remembered, write_list},
    scratch_box::ScratchBox,
    tuples::all_tuples,
    type_id_hasher::TypeIdHasher,
    warning::{emit, print, warn},
    without_paths::WithoutPaths,
};
pub use call_site::CallSite;
pub(crate) use copied::{CopyNumbers, Prepared, SavedCopy, copied};
pub use erased_event::{AnyEvent, AnySent};
pub(crate) use erased_outside::{AnyCopy, AnyOutside, Outside, OutsidePlace};
pub use one_by_one::{One, OneByOne};
pub(crate) use saving::{begin_saving, is_saving};
pub(crate) use shelf::Shelf;
pub use type_name::TypeName;
pub(crate) use type_name::parameters;
