//! [`Entity`]: the 64-bit name of a game object.

use core::num::NonZeroU32;

/// An object of the game: an id without data, to which components are added.
///
/// ```text
///  63            32 31         8 7      0
/// ┌────────────────┬────────────┬────────┐
/// │     index      │ generation │  tag   │
/// └────────────────┴────────────┴────────┘
///                   └──── stamp ────────┘
/// ```
///
/// The generation distinguishes the entities that used the same index one after another. It is never zero and
/// never wraps: after the last generation the index is retired. The tag distinguishes worlds. So an `Entity`
/// that was despawned stays dead for ever, an `Option<Entity>` is as small as an `Entity`, and you can store
/// an id anywhere. One exception: after a return to a snapshot, the next entities get the ids of the undone
/// frames again.
///
/// `Debug` prints index and generation, `3v1`, and the [name](Self::set_name) in the current world:
/// `3v1 "boss"`. Programs should not use the tag. `Ord` is an arbitrary total order.
///
/// ```
/// use ecs_core::Entity;
///
/// let entity = Entity::spawn();
/// assert!(entity.is_alive());
/// assert_eq!(format!("{entity:?}"), "0v1");
/// assert!(entity.despawn());
/// assert!(!entity.is_alive());
/// assert_eq!(size_of::<Option<Entity>>(), 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C)]
pub struct Entity {
    index: u32,
    stamp: Stamp,
}

/// The generation (24 bits, never zero) and world tag (8 bits) of an entity, as one word that one compare
/// checks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(crate) struct Stamp(NonZeroU32);

impl Stamp {
    /// The last generation; the index is retired after it.
    pub(crate) const LAST_GENERATION: u32 = (1 << 24) - 1;

    /// Packs a generation in `1..=LAST_GENERATION` and a tag.
    #[inline]
    pub(crate) const fn new(generation: u32, tag: u8) -> Self {
        debug_assert!(generation != 0 && generation <= Self::LAST_GENERATION);
        match NonZeroU32::new((generation << 8) | tag as u32) {
            Some(bits) => Self(bits),
            None => panic!("a generation is never zero"),
        }
    }

    /// Reads a stamp back from the word of [`Stamp::bits`]; `None` for zero.
    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Option<Self> {
        match NonZeroU32::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0.get()
    }

    #[inline]
    const fn generation(self) -> u32 {
        self.0.get() >> 8
    }

    #[inline]
    pub(crate) const fn tag(self) -> u8 {
        (self.0.get() & 0xff) as u8
    }
}

impl Entity {
    /// Refers to no entity: this id is never alive. It is the default of entities and handles.
    ///
    /// Calls that return an `Option`, a `Result` or a `bool` return `None`, an error or `false` for it; other
    /// calls panic.
    pub const NONE: Self = Self { index: u32::MAX, stamp: Stamp::new(Stamp::LAST_GENERATION, 0) };

    #[inline]
    pub(crate) const fn from_parts(index: u32, stamp: Stamp) -> Self {
        Self { index, stamp }
    }

    /// Returns the index: the lowest that was free when the entity was spawned.
    ///
    /// Indices are reused; two entities of one world that are alive at the same time never share one.
    #[inline]
    pub const fn index(self) -> u32 {
        self.index
    }

    /// Returns the generation: how many entities have used this index, this one included.
    #[inline]
    pub const fn generation(self) -> u32 {
        self.stamp.generation()
    }

    /// Returns the id as a number, from which [`from_bits`](Self::from_bits) makes it again: for the
    /// `user_data` of a physics engine, a pick buffer on the GPU, a script. Never 0.
    ///
    /// The number refers to this entity only in its world, and only in this run of the program. To save an
    /// entity or a handle, save it as it is, not as a number.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// /// A collider of a physics engine.
    /// struct Collider {
    ///     user_data: u128,
    /// }
    ///
    /// #[derive(Component)]
    /// struct Health(i32);
    ///
    /// let rock = Entity::spawn().with(Health(3));
    /// let collider = Collider { user_data: rock.to_bits().into() };
    ///
    /// // The engine reports that something has hit the collider.
    /// let hit = Entity::from_bits(collider.user_data as u64);
    /// assert_eq!(hit, rock);
    /// if let Some(mut health) = hit.get_mut::<Health>() {
    ///     health.0 -= 1;
    /// }
    /// assert_eq!(rock.borrow::<Health>().0, 2);
    /// ```
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        (self.index as u64) << 32 | self.stamp.bits() as u64
    }

    /// Returns the entity with this number, which [`to_bits`](Self::to_bits) has returned.
    ///
    /// Any number is allowed: whether the entity is alive is checked when the id is used. A number that
    /// cannot be an id, such as 0, gives [`Entity::NONE`].
    ///
    /// ```
    /// use ecs_core::Entity;
    ///
    /// let entity = Entity::spawn();
    /// assert_eq!(Entity::from_bits(entity.to_bits()), entity);
    /// entity.despawn();
    /// assert!(!Entity::from_bits(entity.to_bits()).is_alive());
    /// assert_eq!(Entity::from_bits(0), Entity::NONE);
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        match Stamp::from_bits(bits as u32) {
            Some(stamp) if stamp.generation() != 0 => Self { index: (bits >> 32) as u32, stamp },
            _ => Self::NONE,
        }
    }

    #[inline]
    pub(crate) const fn stamp(self) -> Stamp {
        self.stamp
    }
}

impl Default for Entity {
    /// Returns [`Entity::NONE`].
    #[inline]
    fn default() -> Self {
        Self::NONE
    }
}

const _: () = assert!(size_of::<Entity>() == 8 && align_of::<Entity>() == 4);
const _: () = assert!(size_of::<Option<Entity>>() == 8);
