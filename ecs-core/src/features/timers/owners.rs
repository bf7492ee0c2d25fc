//! [`Owners`]: the first timer of each entity index, in pages that are made when an index has its first one.

const PAGE: usize = 256;

/// No timer.
pub(super) const NOTHING: u32 = u32::MAX;

/// For each entity index the slot of the first timer of its first owner, which leads to the others.
#[derive(Default, Clone)]
pub(super) struct Owners(Vec<Option<Box<[u32; PAGE]>>>);

impl Owners {
    /// The slot of the first timer of an index, or [`NOTHING`].
    #[inline]
    pub(super) fn first(&self, index: u32) -> u32 {
        match self.0.get(index as usize / PAGE) {
            Some(Some(page)) => page[index as usize % PAGE],
            _ => NOTHING,
        }
    }

    #[inline]
    pub(super) fn set_first(&mut self, index: u32, slot: u32) {
        let (page, place) = (index as usize / PAGE, index as usize % PAGE);
        match self.0.get_mut(page) {
            Some(Some(page)) => page[place] = slot,
            _ => self.page(page)[place] = slot,
        }
    }

    #[cold]
    fn page(&mut self, page: usize) -> &mut [u32; PAGE] {
        if self.0.len() <= page {
            self.0.resize_with(page + 1, || None);
        }
        self.0[page].get_or_insert_with(|| Box::new([NOTHING; PAGE]))
    }
}
