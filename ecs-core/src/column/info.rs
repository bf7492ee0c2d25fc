//! [`TypeInfo`]: what a column knows of the type of its values.
#![expect(
    unsafe_code,
    reason = "how a value of the type is dropped is known by a function that takes a place"
)]

use core::alloc::Layout;
use core::any::{TypeId, type_name};
use core::mem::{MaybeUninit, needs_drop};

use crate::base::TypeName;
use crate::borrow::AccessSet;
use crate::world::above::{Excluded, Spec};

use super::copying::Copying;
use super::lifecycle::Births;

/// What a component type is to a column: one static a type.
pub struct TypeInfo {
    /// Its name in messages.
    pub(crate) name: TypeName,
    pub(crate) id: TypeId,
    path: fn() -> &'static str,
    layouts: &'static [Layout],
    drop: Option<DropMoved>,
    /// The number of components that the first allocation has room for.
    pub(crate) capacity: usize,
    /// The most values of ended components that are kept for later ones.
    pub(crate) most_kept: usize,
    /// It has no hooks, and its values have neither bytes nor `Drop`.
    pub(crate) is_tag: bool,
    /// How its values are copied for a snapshot.
    pub(crate) copying: Copying,
    /// Its changes are tracked.
    pub(crate) is_tracked: bool,
    /// A feature keeps its rows in an order of its own, and asks which have moved.
    pub(crate) has_own_order: bool,
    /// The steps that a new component still needs after its value is placed.
    pub(crate) births: Births,
    /// Its values may move to another thread.
    pub(crate) is_send: bool,
    /// What its own hooks take: the type itself, for writing.
    pub(crate) access: AccessSet<'static>,
    /// Types of which no entity has a component beside one of this type.
    pub(crate) excludes: &'static [Excluded],
    /// What it declares: its hooks and keys.
    pub(crate) spec: &'static Spec,
    /// A component ends without a trace: there is no hook for its end, no `Drop`, and nothing is kept.
    pub(crate) ends_without_user_code: bool,
}

/// The facts of a type that its [`Spec`] does not have: [`TypeInfo::of`] is given them.
pub(crate) struct TypeKeys {
    /// One for each array in which its values lie.
    pub(crate) layouts: &'static [Layout],
    pub(crate) is_split: bool,
    pub(crate) is_send: bool,
    pub(crate) excludes: &'static [Excluded],
    pub(crate) access: AccessSet<'static>,
    pub(crate) copying: Copying,
}

/// Lets a value be moved to a place of its own, and drops it there.
type DropMoved = unsafe fn(move_to: &mut dyn FnMut(*mut u8));

/// # Safety
///
/// What it calls must move a value of the type to the place that it gets.
unsafe fn drop_moved<T>(move_to: &mut dyn FnMut(*mut u8)) {
    let mut value = MaybeUninit::<T>::uninit();
    move_to(value.as_mut_ptr().cast());
    // SAFETY: a value was moved there, as required of the caller.
    drop(unsafe { value.assume_init() });
}

/// Whether values of a type may be tags: they have no bytes and no `Drop`, and there are addresses enough to
/// distinguish their rows.
pub(crate) const fn may_be_tags<T>() -> bool {
    size_of::<T>() == 0 && !needs_drop::<T>() && align_of::<T>() <= usize::MAX / 4 / u32::MAX as usize
}

impl TypeInfo {
    /// Describes a type.
    pub(crate) const fn of<T: 'static>(spec: &'static Spec, keys: TypeKeys) -> Self {
        let is_plain = spec.has_no_hooks() && !spec.tracked && spec.pooled == 0;
        Self {
            name: spec.name,
            id: TypeId::of::<T>(),
            path: type_name::<T>,
            layouts: keys.layouts,
            drop: if needs_drop::<T>() { Some(drop_moved::<T>) } else { None },
            capacity: spec.capacity,
            most_kept: spec.pooled,
            is_tag: is_plain && !keys.is_split && may_be_tags::<T>(),
            copying: keys.copying,
            is_tracked: spec.tracked,
            has_own_order: spec.has_own_order,
            births: spec.births(),
            is_send: keys.is_send,
            access: keys.access,
            excludes: keys.excludes,
            spec,
            ends_without_user_code: !spec.has_end() && !needs_drop::<T>() && spec.pooled == 0,
        }
    }

    /// The name of the type with its modules.
    pub(crate) fn path(&self) -> &'static str {
        (self.path)()
    }

    /// One layout for each array in which its values lie.
    pub(super) fn layouts(&self) -> &'static [Layout] {
        self.layouts
    }

    /// Says whether dropping a value does something.
    pub(crate) fn needs_drop(&self) -> bool {
        self.drop.is_some()
    }

    /// Says whether something is to be done with the value of a component that has ended.
    pub(crate) fn needs_post_removal(&self) -> bool {
        self.needs_drop() || self.most_kept != 0
    }

    /// Drops a value, which needs it, that `move_to` moves to a place of its own before.
    ///
    /// # Safety
    ///
    /// `move_to` must move a value of this type to the place that it gets.
    pub(super) unsafe fn drop_moved(&self, move_to: &mut dyn FnMut(*mut u8)) {
        let drop = self.drop.expect("only values that need it are dropped one by one");
        // SAFETY: it is the function of this type, and the rest is required of the caller.
        unsafe { drop(move_to) };
    }
}
