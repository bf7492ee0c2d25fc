//! [`IndexSet`]: a set of entity indices, one bit each.

/// A set of entity indices. Costs a bit for each index up to the highest that was ever in it: no more than an
/// eighth of the entities' types.
#[derive(Default)]
pub(crate) struct IndexSet {
    words: Vec<u64>,
    len: usize,
}

crate::base::clone_fields!(IndexSet { words, len });

impl IndexSet {
    #[inline]
    pub(crate) fn contains(&self, index: u32) -> bool {
        self.len != 0 && self.words.get(index as usize / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    /// Makes room for an index, so that inserting it cannot fail.
    #[inline]
    pub(crate) fn make_room(&mut self, index: u32) {
        let words = index as usize / 64 + 1;
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }

    #[inline]
    pub(crate) fn insert(&mut self, index: u32) {
        self.make_room(index);
        if !self.contains(index) {
            self.words[index as usize / 64] |= 1 << (index % 64);
            self.len += 1;
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, index: u32) {
        if self.contains(index) {
            self.words[index as usize / 64] &= !(1 << (index % 64));
            self.len -= 1;
        }
    }

    /// Inserts an index, or removes it.
    #[inline]
    pub(crate) fn set(&mut self, index: u32, is_in: bool) {
        if is_in { self.insert(index) } else { self.remove(index) }
    }

    /// How many are in it.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Yields the indices, lowest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.words).flat_map(|(place, &word)| {
            let mut rest = word;
            core::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                (bit < u64::BITS).then_some(place * 64 + bit)
            })
        })
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * 8
    }
}

#[cfg(test)]
mod tests {
    use super::IndexSet;
    use std::collections::BTreeSet;

    #[test]
    fn behaves_like_a_set() {
        let (mut set, mut model) = (IndexSet::default(), BTreeSet::new());
        let mut seed = 9_u64;
        for _ in 0..if cfg!(miri) { 10 } else { 10_000 } {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let index = (seed >> 33) as u32 % 300;
            if seed >> 63 == 0 {
                set.insert(index);
                model.insert(index);
            } else {
                set.remove(index);
                model.remove(&index);
            }
            assert_eq!(set.len(), model.len());
            assert!(set.iter().eq(model.iter().copied()));
            assert!((0..310).all(|index| set.contains(index) == model.contains(&index)));
        }
        assert!(!set.contains(u32::MAX));
        set.remove(u32::MAX);
        assert!(set.bytes() <= 8 * 8);
    }
}
