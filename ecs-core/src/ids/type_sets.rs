//! [`TypeSets`]: which component types each entity has, so that `despawn` and `components` need not ask every
//! store.

use std::collections::{HashMap, TryReserveError};

use crate::base::{bits_of, gather_bits, prefetch};

use super::batch::Batch;

/// For each entity index, the set of its types by their order number.
///
/// A row of bits an entity, as wide as the world needs: 1 byte up to 8 types, 2 up to 16, 4 up to 32, 8
/// beyond. Types from number 63 on are listed aside, for the entities that have some, under the flag of
/// bit 63. So the cost of an entity does not depend on the number of types in the program, and reading a set
/// costs by its members.
pub(crate) struct TypeSets {
    /// The rows, one after the other; in each the bytes of the lower numbers first.
    bytes: Vec<u8>,
    /// The logarithm of the number of bytes in a row.
    shift: u32,
    aside: HashMap<u32, Vec<u32>>,
}

crate::base::clone_fields!(TypeSets { bytes, shift, aside });

const ASIDE_FLAG: u32 = 63;

/// Types as bits of a row: none of them is listed aside.
#[derive(Clone, Copy, Default)]
pub struct TypeBits(u64);

impl TypeBits {
    /// The bit of one type; `None` if it is listed aside.
    pub(crate) fn of(type_number: u32) -> Option<Self> {
        (type_number < ASIDE_FLAG).then(|| Self(1 << type_number))
    }

    /// Yields the order numbers, lowest first.
    pub(crate) fn iter(self) -> impl Iterator<Item = u32> {
        let mut bits = self.0;
        core::iter::from_fn(move || {
            let number = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            (number < u64::BITS).then_some(number)
        })
    }

    /// Says whether a type is among them.
    #[inline]
    pub(crate) fn has(self, type_number: u32) -> bool {
        type_number < ASIDE_FLAG && self.0 & (1 << type_number) != 0
    }

    /// All of both.
    #[inline]
    pub(crate) fn or(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Those that are not among the others.
    pub(crate) fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Both; `None` if they share one.
    pub(crate) fn and(self, others: Self) -> Option<Self> {
        (self.0 & others.0 == 0).then(|| self.or(others))
    }
}

impl TypeSets {
    pub(crate) fn new() -> Self {
        Self { bytes: Vec::new(), shift: 0, aside: HashMap::new() }
    }

    /// Adds empty sets for the next indices.
    pub(crate) fn append(&mut self, sets: usize) {
        self.bytes.resize(self.bytes.len() + (sets << self.shift), 0);
    }

    /// Makes room for `additional` further indices.
    pub(crate) fn reserve(&mut self, additional: usize) -> Result<(), TryReserveError> {
        self.bytes.try_reserve(additional.saturating_mul(1 << self.shift))
    }

    #[inline]
    pub(crate) fn insert(&mut self, index: u32, type_number: u32) {
        if !self.insert_simply(index, type_number) {
            self.insert_wide(index, type_number);
        }
    }

    /// As [`TypeSets::insert`], if the type has a bit in each row; `false`, and nothing has changed, if not.
    #[inline(always)]
    pub(crate) fn insert_simply(&mut self, index: u32, type_number: u32) -> bool {
        let has_bit = type_number < self.width().min(ASIDE_FLAG);
        if has_bit {
            let (byte, bit) = self.place(index, type_number);
            self.bytes[byte] |= bit;
        }
        has_bit
    }

    /// Says whether the sets of entities have no members.
    pub(crate) fn are_empty(&self, batch: Batch<'_>) -> bool {
        let (first, end) = (self.start_of(batch.first), self.start_of(batch.last) + self.width_in_bytes());
        // To the end, whatever is found: so it is vectorised.
        let is_zero = |bytes: &[u8]| bytes.iter().fold(0, |all, byte| all | byte) == 0;
        let bytes = &self.bytes[first..end];
        if batch.is_run {
            is_zero(bytes)
        } else {
            batch.places().all(|place| is_zero(&bytes[place << self.shift..][..self.width_in_bytes()]))
        }
    }

    /// Lets the sets of entities have these members.
    pub(crate) fn fill(&mut self, batch: Batch<'_>, types: TypeBits) {
        let highest = types.0.checked_ilog2().unwrap_or(0);
        if highest >= self.width() {
            self.widen(highest);
        }
        let (width, row) = (self.width_in_bytes(), types.0.to_le_bytes());
        let (first, end) = (self.start_of(batch.first), self.start_of(batch.last) + width);
        let bytes = &mut self.bytes[first..end];
        if batch.is_run && width == 1 {
            bytes.fill(row[0]);
        } else {
            batch.places().for_each(|place| bytes[place * width..][..width].copy_from_slice(&row[..width]));
        }
    }

    #[inline(never)]
    fn insert_wide(&mut self, index: u32, type_number: u32) {
        let bit = type_number.min(ASIDE_FLAG);
        if bit >= self.width() {
            self.widen(bit);
        }
        if type_number >= ASIDE_FLAG {
            let list = self.aside.entry(index).or_default();
            if let Err(place) = list.binary_search(&type_number) {
                list.insert(place, type_number);
            }
        }
        // Last: a list that could not grow is not looked at.
        let (byte, bit) = self.place(index, bit);
        self.bytes[byte] |= bit;
    }

    #[inline]
    pub(crate) fn remove(&mut self, index: u32, type_number: u32) {
        if type_number < self.width().min(ASIDE_FLAG) {
            let (byte, bit) = self.place(index, type_number);
            // Of an index that there was, and is not any more after a load, nothing is known.
            self.bytes.get_mut(byte).into_iter().for_each(|byte| *byte &= !bit);
        } else if type_number >= ASIDE_FLAG {
            self.remove_aside(index, type_number);
        }
    }

    #[inline(never)]
    fn remove_aside(&mut self, index: u32, type_number: u32) {
        let Some(list) = self.aside.get_mut(&index) else { return };
        list.retain(|&number| number != type_number);
        if list.is_empty() {
            self.aside.remove(&index);
            let (byte, bit) = self.place(index, ASIDE_FLAG);
            self.bytes[byte] &= !bit;
        }
    }

    /// Returns a copy of the set of an index.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> TypeSet {
        let bits = self.bits(index);
        let aside = if bits >> ASIDE_FLAG == 0 {
            Vec::new()
        } else {
            self.aside.get(&index).cloned().unwrap_or_default()
        };
        TypeSet { bits: bits & !(1 << ASIDE_FLAG), aside }
    }

    /// Returns the set of an index, if all its members are among these.
    #[inline]
    pub(crate) fn within(&self, index: u32, all: TypeBits) -> Option<TypeBits> {
        let bits = self.bits(index);
        (bits & !all.0 == 0).then_some(TypeBits(bits))
    }

    /// Says whether the set of an index has none of these, nor one that is listed aside.
    #[inline]
    pub(crate) fn has_none_of(&self, index: u32, types: TypeBits) -> bool {
        self.bits(index) & (types.0 | 1 << ASIDE_FLAG) == 0
    }

    /// Says whether the set of an index has no members.
    #[inline]
    pub(crate) fn is_empty(&self, index: u32) -> bool {
        self.bits(index) == 0
    }

    #[inline]
    fn bits(&self, index: u32) -> u64 {
        fn row<const N: usize>(bytes: &[u8], index: u32) -> u64 {
            let mut bits = [0; 8];
            if let Some(row) = bytes.as_chunks::<N>().0.get(index as usize) {
                bits[..N].copy_from_slice(row);
            }
            u64::from_le_bytes(bits)
        }
        // Nearly always, and then cheaper than a jump by a table.
        if self.shift == 0 {
            return row::<1>(&self.bytes, index);
        }
        match self.shift {
            1 => row::<2>(&self.bytes, index),
            2 => row::<4>(&self.bytes, index),
            _ => row::<8>(&self.bytes, index),
        }
    }

    /// Says which of some indices, 64 at most, have a type: a bit each, the first one lowest; `None` if the
    /// type is listed aside.
    pub(crate) fn which_have(&self, type_number: u32, indices: &[u32]) -> Option<u64> {
        if type_number >= self.width().min(ASIDE_FLAG) {
            return (type_number < ASIDE_FLAG).then_some(0);
        }
        // Quickest where the indices follow each other.
        let first = *indices.first()?;
        let follow = indices.iter().zip(first..).fold(true, |all, (&index, next)| all & (index == next));
        if follow && self.shift == 0 {
            let bytes = self.bytes.get(first as usize..first as usize + indices.len());
            return bytes.map(|bytes| gather_bits(bytes, type_number));
        }
        let has = |index| {
            let (byte, bit) = self.place(index, type_number);
            self.bytes.get(byte).is_some_and(|byte| byte & bit != 0)
        };
        Some(bits_of(indices, |&index| has(index)))
    }

    /// Asks the processor for the set of an index.
    #[inline]
    pub(crate) fn prefetch(&self, index: u32) {
        prefetch(self.bytes.as_ptr().wrapping_add(self.start_of(index)));
    }

    /// Removes all members of the set of an index.
    #[inline]
    pub(crate) fn clear(&mut self, index: u32) {
        if self.shift == 0 {
            self.bytes[index as usize] = 0;
        } else {
            self.clear_wide(index);
        }
    }

    #[inline(never)]
    fn clear_wide(&mut self, index: u32) {
        if !self.aside.is_empty() {
            self.aside.remove(&index);
        }
        let (start, width) = (self.start_of(index), self.width_in_bytes());
        self.bytes[start..start + width].fill(0);
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        let aside: usize = self.aside.values().map(|list| 32 + list.capacity() * 4).sum();
        aside + self.bytes.len()
    }

    /// The number of bits in a row.
    #[inline]
    fn width(&self) -> u32 {
        8 << self.shift
    }

    #[inline]
    fn width_in_bytes(&self) -> usize {
        1 << self.shift
    }

    /// Where the row of an index starts.
    #[inline]
    fn start_of(&self, index: u32) -> usize {
        (index as usize) << self.shift
    }

    /// The byte that has a bit of the row of an index, and that bit of it.
    #[inline]
    fn place(&self, index: u32, bit: u32) -> (usize, u8) {
        (self.start_of(index) + bit as usize / 8, 1 << (bit % 8))
    }

    /// Makes all rows wide enough for a bit.
    #[cold]
    fn widen(&mut self, bit: u32) {
        let shift = (bit / 8 + 1).next_power_of_two().ilog2();
        let mut wide = Vec::with_capacity(self.bytes.capacity() << (shift - self.shift));
        for row in self.bytes.chunks_exact(self.width_in_bytes()) {
            wide.extend_from_slice(row);
            wide.resize(wide.len() + (1 << shift) - row.len(), 0);
        }
        (self.bytes, self.shift) = (wide, shift);
    }
}

/// The types of one entity, by ascending order number.
#[derive(Default)]
pub(crate) struct TypeSet {
    bits: u64,
    aside: Vec<u32>,
}

impl TypeSet {
    /// Keeps the types for which a function says so.
    pub(crate) fn retain(&mut self, mut keeps: impl FnMut(u32) -> bool) {
        for number in TypeBits(self.bits).iter() {
            if !keeps(number) {
                self.bits &= !(1 << number);
            }
        }
        self.aside.retain(|&number| keeps(number));
    }

    /// Says whether a type is among them.
    pub(crate) fn has(&self, number: u32) -> bool {
        TypeBits(self.bits).has(number) || self.aside.binary_search(&number).is_ok()
    }

    /// Yields the order numbers, lowest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        TypeBits(self.bits).iter().chain(self.aside.iter().copied())
    }

    /// Yields the order numbers, highest first.
    pub(crate) fn iter_rev(&self) -> impl Iterator<Item = u32> + '_ {
        let mut bits = self.bits;
        self.aside.iter().rev().copied().chain(core::iter::from_fn(move || {
            let number = bits.checked_ilog2()?;
            bits &= !(1 << number);
            Some(number)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::TypeSets;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn behaves_like_a_map_of_sets_while_types_are_registered() {
        let mut sets = TypeSets::new();
        let mut model: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        let mut seed = 1_u64;
        let steps = if cfg!(miri) { 150 } else { 30_000 };
        for step in 0..steps {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if step % 100 == 0 {
                sets.append(1);
                model.insert(step / 100, BTreeSet::new());
            }
            let index = (seed >> 33) as u32 % (step / 100 + 1);
            // The number of types grows with time, so that every width and the list aside are reached.
            let number = (seed >> 50) as u32 % (1 + step * 120 / steps);
            let set = model.get_mut(&index).unwrap();
            match seed >> 60 {
                0..=9 => {
                    sets.insert(index, number);
                    set.insert(number);
                }
                10..=14 => {
                    sets.remove(index, number);
                    set.remove(&number);
                }
                _ => {
                    sets.clear(index);
                    set.clear();
                }
            }
            let found = sets.get(index);
            assert!(found.iter().eq(set.iter().copied()));
            assert!(found.iter_rev().eq(set.iter().rev().copied()));
        }
    }

    #[test]
    fn two_types_cost_one_byte_an_entity() {
        let mut sets = TypeSets::new();
        for index in 0..1_000 {
            sets.append(1);
            sets.insert(index, 0);
            sets.insert(index, 1);
        }
        assert_eq!(sets.bytes(), 1_000);
    }
}
