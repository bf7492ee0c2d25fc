//! [`Hearers`]: those who observe one thing.

use super::observers::Hearer;

/// Those who observe one thing, in the order in which they have registered. While they are told, their list is
/// shared: a change copies it then.
#[derive(Clone, Default)]
pub(crate) struct Hearers {
    /// By the numbers of their registrations, which rise. Where one has gone there is a gap.
    all: Vec<(u64, Option<Hearer>)>,
    gaps: usize,
}

impl Hearers {
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Hearer> {
        self.all.iter().filter_map(|(_, hearer)| hearer.as_ref())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn len(&self) -> usize {
        self.all.len() - self.gaps
    }

    pub(crate) fn get(&self, number: u64) -> Option<&Hearer> {
        self.all[self.place(number)?].1.as_ref()
    }

    pub(super) fn push(&mut self, number: u64, hearer: Hearer) {
        self.all.push((number, Some(hearer)));
    }

    /// Takes one out. Once half of the list is gaps these are closed: so many ends take n log n in all.
    pub(super) fn remove(&mut self, number: u64) -> Option<Hearer> {
        let place = self.place(number)?;
        let gone = self.all[place].1.take()?;
        self.gaps += 1;
        if self.gaps * 2 > self.all.len() {
            self.all.retain(|(_, hearer)| hearer.is_some());
            self.gaps = 0;
        }
        Some(gone)
    }

    /// Those of whom this is true.
    pub(super) fn filtered(&self, is_meant: impl Fn(&Hearer) -> bool) -> Self {
        let meant = |(_, hearer): &&(u64, Option<Hearer>)| hearer.as_ref().is_some_and(&is_meant);
        Self { all: self.all.iter().filter(meant).cloned().collect(), gaps: 0 }
    }

    fn place(&self, number: u64) -> Option<usize> {
        self.all.binary_search_by_key(&number, |&(number, _)| number).ok()
    }
}
