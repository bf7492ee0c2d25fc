//! [`Hearers`]: the observers of one kind of event.

/// The observers of one kind of event, in the order of their registrations. Their list is shared while they
/// are notified: a change copies it then.
#[derive(Clone)]
pub(crate) struct Hearers<H> {
    /// Each observer with the number of its registration. The numbers rise. An observer that has ended leaves
    /// a gap.
    all: Vec<(u64, Option<H>)>,
    gaps: usize,
}

impl<H> Default for Hearers<H> {
    fn default() -> Self {
        Self { all: Vec::new(), gaps: 0 }
    }
}

impl<H: Clone> Hearers<H> {
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &H> {
        self.all.iter().filter_map(|(_, hearer)| hearer.as_ref())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn len(&self) -> usize {
        self.all.len() - self.gaps
    }

    pub(crate) fn get(&self, number: u64) -> Option<&H> {
        self.all[self.place(number)?].1.as_ref()
    }

    pub(super) fn push(&mut self, number: u64, hearer: H) {
        self.all.push((number, Some(hearer)));
    }

    /// Takes an observer out. The gaps are closed once they are half of the list: so n ends take n log n in
    /// all.
    pub(super) fn remove(&mut self, number: u64) -> Option<H> {
        let place = self.place(number)?;
        let gone = self.all[place].1.take()?;
        self.gaps += 1;
        if self.gaps * 2 > self.all.len() {
            self.all.retain(|(_, hearer)| hearer.is_some());
            self.gaps = 0;
        }
        Some(gone)
    }

    /// Copies the observers that meet a condition.
    pub(super) fn filtered(&self, is_meant: impl Fn(&H) -> bool) -> Self {
        let meant = |(_, hearer): &&(u64, Option<H>)| hearer.as_ref().is_some_and(&is_meant);
        Self { all: self.all.iter().filter(meant).cloned().collect(), gaps: 0 }
    }

    fn place(&self, number: u64) -> Option<usize> {
        self.all.binary_search_by_key(&number, |&(number, _)| number).ok()
    }
}
