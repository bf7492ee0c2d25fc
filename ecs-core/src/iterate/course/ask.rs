//! A course asks the filter which entities pass, before it visits them.

use super::Course;
use crate::iterate::answers::{Asking, Passing};
use crate::iterate::candidates::{ANSWERS, Candidates, MOST_CANDIDATES};
use crate::iterate::join::JoinFilter;
use crate::iterate::join_state::JoinDriver;
use crate::terms::Terms;

impl<C: Terms, F: JoinFilter, L> Course<'_, C, F, L> {
    /// Asks the filter which rows pass from the next one on, before `end`. Goes to the first of them, and
    /// lets `end` be where the answers end.
    ///
    /// If entities have got or lost components since the last answers, they most often do so again: then each
    /// row is asked when its turn comes. A filter that looks back is asked again about the rows that did not
    /// pass, as anything may be written to while others are visited.
    pub(super) fn ask(&mut self, is_known: bool, end: &mut usize) -> Passing {
        if self.asking.as_ref().is_some_and(Asking::renew) || !is_known {
            *end = (*end).min(self.next + ANSWERS);
            return Passing::UNKNOWN;
        }
        let mut indices = [0; ANSWERS];
        let (bits, alike) = match self.followed {
            JoinDriver::Rows(driver) => {
                *end = (*end).min(self.next + self.asks);
                self.answers(&driver.row_store.owners()[self.next..*end])
            }
            JoinDriver::List(entities) => {
                *end = (*end).min(self.next + ANSWERS);
                let entities = &entities[self.next..*end];
                indices.iter_mut().zip(entities).for_each(|(index, entity)| *index = entity.index());
                let (bits, alike) = self.answers(&indices[..entities.len()]);
                (bits & self.join.seen(entities), alike)
            }
        };
        *end = self.next + alike;
        let all = u64::MAX >> ANSWERS.saturating_sub(alike);
        let bits = bits & all;
        // Where all or none pass, those that follow may do so too.
        self.asks = if bits == 0 || bits == all { MOST_CANDIDATES } else { ANSWERS };
        if bits == 0 {
            self.next = *end;
            return Passing::All;
        }
        if F::LOOKS_BACK {
            let before = bits.trailing_zeros();
            self.next += before as usize;
            *end = (*end).min(self.next + rows_before_gap(bits >> before));
            return if F::STAYS { Passing::AtLeast(bits >> before) } else { Passing::UNKNOWN };
        }
        if bits == all { Passing::All } else { Passing::Some(bits) }
    }

    /// Asks the filter about entities: which pass, and how many the answer is about.
    fn answers(&self, owners: &[u32]) -> (u64, usize) {
        let mut of = Candidates::new(owners, self.join.enabled_only);
        let bits = self.filter.passes(&mut of);
        (bits, of.alike())
    }
}

/// How many rows come before eight of which none passes: it costs less to ask each of fewer once more.
fn rows_before_gap(bits: u64) -> usize {
    let two = !bits & (!bits >> 1 | 1 << 63);
    let four = two & (two >> 2 | 3 << 62);
    let eight = four & (four >> 4 | 15 << 60);
    eight.trailing_zeros() as usize
}
