//! [`RowMap`]: which row of another column belongs to the same entity, row by row.

/// For each row of a column, that of the same entity in another one. For columns whose orders have too little
/// in common for runs: a load instead of a look-up.
#[derive(Default)]
pub struct RowMap {
    /// [`RowMap::NONE`] where the entity has no component in the other column.
    rows: Vec<u32>,
    /// So many rows of the other column are known: what lies above was added, or has moved.
    others: usize,
}

impl RowMap {
    /// No row: higher than any there is.
    const NONE: u32 = u32::MAX;

    /// The rows of the other column, by the rows of the first.
    pub(crate) fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Says whether nothing was added or moved since it was mended.
    pub(crate) fn is_whole(&self, ours: usize, theirs: usize) -> bool {
        self.rows.len() == ours && self.others == theirs
    }

    /// Looks up what is not known yet.
    pub(crate) fn mend(&mut self, ours: &[u32], theirs: usize, find: impl Fn(u32) -> Option<usize>) {
        let find = |&owner: &u32| find(owner).map_or(Self::NONE, |row| row as u32);
        // What can fail comes first.
        self.rows.reserve(ours.len() - self.rows.len());
        if self.others != theirs {
            for (row, owner) in self.rows.iter_mut().zip(ours) {
                if *row as usize >= self.others {
                    *row = find(owner);
                }
            }
        }
        self.rows.extend(ours[self.rows.len()..].iter().map(find));
        self.others = theirs;
    }

    /// Forgets the rows of the column from one on.
    pub(crate) fn cut(&mut self, row: usize) {
        self.rows.truncate(row);
    }

    /// Forgets where rows of the other column are, from one on.
    pub(crate) fn cut_other(&mut self, other: usize) {
        self.others = self.others.min(other);
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        self.rows.capacity() * 4
    }
}

#[cfg(test)]
mod tests {
    use super::RowMap;

    /// The rows of `theirs` that have the same owners as those of `ours`.
    fn expected(ours: &[u32], theirs: &[u32]) -> Vec<u32> {
        let row = |owner: &u32| theirs.iter().position(|other| other == owner);
        ours.iter().map(|owner| row(owner).map_or(RowMap::NONE, |row| row as u32)).collect()
    }

    #[test]
    fn is_true_again_after_it_was_mended() {
        let (mut ours, mut theirs): (Vec<u32>, Vec<u32>) = ((0..20).collect(), (10..30).rev().collect());
        let mut map = RowMap::default();
        let mend = |map: &mut RowMap, ours: &[u32], theirs: &[u32]| {
            map.mend(ours, theirs.len(), |owner| theirs.iter().position(|&other| other == owner));
            assert_eq!(map.rows(), expected(ours, theirs));
            assert!(map.is_whole(ours.len(), theirs.len()));
        };
        mend(&mut map, &ours, &theirs);
        ours.extend(20..25);
        theirs.extend([3, 4, 5]);
        assert!(!map.is_whole(ours.len(), theirs.len()));
        mend(&mut map, &ours, &theirs);
        ours.swap_remove(7);
        map.cut(7);
        mend(&mut map, &ours, &theirs);
        // The last one is removed, and another comes: as many as before.
        theirs.pop();
        map.cut_other(theirs.len());
        theirs.push(9);
        assert!(!map.is_whole(ours.len(), theirs.len()));
        mend(&mut map, &ours, &theirs);
        theirs.swap_remove(2);
        map.cut_other(2);
        mend(&mut map, &ours, &theirs);
    }
}
