//! [`Course`]: how far a visit of a join has come.

use core::marker::PhantomData;
use core::ops::Range;

use super::aligned_run::RunKind;
use super::answers::{Answers, Asking, Passing};
use super::candidates::{ANSWERS, Candidates, MOST_CANDIDATES};
use super::join::{Join, JoinDriver, JoinFilter};
use super::lend::Lend;
use super::look_ups::{BLOCK, LookUps};
use super::run::{Run, Zipped};
use super::terms::Terms;
use crate::borrow::{Held, Visiting};

/// How far a visit of a join has come: runs of rows follow each other, and between them what must be looked
/// up.
pub(super) struct Course<'q, C: Terms, F, L> {
    pub(super) join: &'q Join<C>,
    pub(super) filter: F,
    pub(super) followed: JoinDriver<'q>,
    /// The next row, or place in the list: behind the run, and what is looked up.
    next: usize,
    rows: usize,
    pub(super) run: Option<Run<'q, C>>,
    pub(super) look_ups: LookUps<'q, C>,
    /// While it keeps answers of the filter, and how many rows that is asked about next.
    asking: Option<Asking>,
    asks: usize,
    lends: PhantomData<L>,
}

/// What comes next.
pub(super) enum CourseStep<'q, C: Terms, L: Lend<C>> {
    /// The items of an entity.
    Items(L::Item<'q>),
    /// Rows, at least one, that may be taken without asking again.
    Zipped(Zipped<'q, C>),
    /// Nothing, and if it has ended before its time, why.
    End(Option<Held>),
}

impl<'q, C: Terms, F: JoinFilter, L: Lend<C>> Course<'q, C, F, L> {
    pub(super) fn new(join: &'q Join<C>, filter: F) -> Self {
        Self::over(join, filter, 0..join.followed().1)
    }

    /// Visits some of the rows that are followed.
    pub(super) fn over(join: &'q Join<C>, filter: F, Range { start: next, end: rows }: Range<usize>) -> Self {
        let (followed, _) = join.followed();
        let asking = if F::ALL { None } else { Asking::begin(join) };
        let look_ups = LookUps::new(followed, join.special(), Answers::new(Passing::All));
        let (run, asks) = (None, MOST_CANDIDATES);
        Self { join, filter, followed, next, rows, run, look_ups, asking, asks, lends: PhantomData }
    }

    /// Goes on, where `taken` rows of those were taken that it gave out as zipped.
    #[inline(never)]
    pub(super) fn step(&mut self, taken: usize) -> CourseStep<'q, C, L> {
        if self.note_taken(taken) {
            self.leave_run();
        }
        loop {
            if let Some(items) = self.run.as_mut().and_then(|run| run.take::<L>(self.look_ups.entities())) {
                return CourseStep::Items(items);
            }
            while self.look_ups.row != self.look_ups.end {
                if let Some(items) = self.look_ups.take::<_, L>(self.join, self.followed, self.filter) {
                    return CourseStep::Items(items);
                }
            }
            if !self.advance() {
                return CourseStep::End(self.look_ups.take_held());
            }
            if let Some(zipped) = self.run.as_ref().and_then(Run::hand_over) {
                return CourseStep::Zipped(zipped);
            }
        }
    }

    /// Takes the next row of a run that is mapped, if that is where it is.
    #[inline]
    pub(super) fn take_mapped(&mut self) -> Option<L::Item<'q>> {
        // Where no other term is needed, there is none that could be mapped.
        if C::NEEDED < 2 {
            return None;
        }
        self.run.as_mut().filter(|run| !run.is_zipped())?.take::<L>(self.look_ups.entities())
    }

    /// Notes how many rows were taken of those that it gave out as zipped; `false` if there are none.
    pub(super) fn note_taken(&mut self, taken: usize) -> bool {
        let zipped = self.run.as_mut().filter(|run| run.is_zipped());
        zipped.map(|run| run.note_taken(taken)).is_some()
    }

    /// Calls a function with the items of all that is left, by another that says whether something must be
    /// looked for after it; and before, if `VISITS`, which row is visited, or the entity of which index. The
    /// visit is [`Visiting`]'s then.
    pub(super) fn each<const VISITS: bool, G: FnMut(L::Item<'q>)>(
        &mut self,
        mut f: G,
        visit: impl Fn(&Visiting, u32, L::Item<'q>, &mut G) -> bool + Copy,
    ) {
        let &mut Self { join, filter, followed, .. } = self;
        let visiting = join.visiting();
        loop {
            if let (Some(run), JoinDriver::Rows(driver)) = (&mut self.run, followed) {
                if VISITS {
                    visiting.follow(driver.position);
                }
                f = run.each::<F, _, L>(self.look_ups.entities(), f, visit);
            }
            let look_ups = &mut self.look_ups;
            if look_ups.row != look_ups.end {
                if VISITS {
                    visiting.follow_list();
                }
                look_ups.each_quickly::<_, L>(join, followed, filter, |entity, items| {
                    visit(visiting, entity.index(), items, &mut f)
                });
                look_ups.each_carefully::<_, L>(join, followed, filter, &mut |entity, items| {
                    visit(visiting, entity.index(), items, &mut f);
                });
            }
            if !self.advance() {
                return;
            }
        }
    }

    /// Takes the rows that are left of a run as they come from here on.
    #[inline]
    fn leave_run(&mut self) {
        if let Some(run) = &mut self.run {
            self.next = run.leave();
        }
    }

    /// Goes on to the rows that are alike from the next one on; `false` if there are none.
    #[inline(never)]
    pub(super) fn advance(&mut self) -> bool {
        self.leave_run();
        if self.look_ups.is_held() {
            self.rows = self.next;
        }
        while self.next != self.rows && self.join.world().is_some() {
            if self.enter() {
                return true;
            }
        }
        self.run = None;
        false
    }

    /// Finds the rows that are alike from the next one on; there is one. `false` if they do not pass the
    /// filter.
    fn enter(&mut self) -> bool {
        let (join, stop) = (self.join, self.look_ups.stop(self.next));
        let is_special = stop == Some(self.next);
        let mut end = if is_special { self.next + 1 } else { stop.unwrap_or(self.rows).min(self.rows) };
        let is_known = !is_special && !join.is_invalidated();
        let passing = if F::ALL { Passing::All } else { self.ask(is_known, &mut end) };
        if self.next == end {
            return false;
        }
        let (next, answers) = (self.next, Answers::new(passing));
        let JoinDriver::Rows(driver) = self.followed else {
            self.next = end;
            self.look_ups.begin(next..end, None, answers);
            return true;
        };
        if !F::ALL && !C::ASKS_OWNER && is_known && !answers.are_open() {
            // Most often the rows go on as those before: then only the answers are others.
            if self.run.as_mut().is_some_and(|run| run.is_at(next) && run.extend(end - next, answers)) {
                self.next = end;
                return true;
            }
        }
        self.run = None;
        let run = is_known.then(|| join.terms.aligned_run(join.alignments(driver), next, self.rows));
        end = run.as_ref().map_or(end, |run| end.min(next + run.len));
        // A run that ends with each block of entities is not worth its beginning, unless it is zipped.
        let is_worth = |kind| kind == RunKind::Zipped || kind == RunKind::Mapped && !C::ASKS_OWNER;
        let is_followed = !answers.are_open() && !join.must_look();
        let followed = run.as_ref().filter(|run| is_followed && is_worth(run.kind));
        if C::ASKS_OWNER || followed.is_none() {
            end = end.min(next + BLOCK);
            self.look_ups.ask(driver, next..end);
        }
        self.next = end;
        let Some(answers) = answers.cut(end - next) else { return false };
        match followed {
            Some(run) => self.run = Some(Run::new(join, run, next, end - next, answers)),
            None => self.look_ups.begin(next..end, run.map(|run| run.places), answers),
        }
        true
    }

    /// Asks the filter which rows pass from the next one on, before `end`. Goes to the first of them, and
    /// lets `end` be where the answers end.
    ///
    /// If entities have got or lost components since the last answers, they most often do so again: then each
    /// row is asked when its turn comes. A filter that looks back is asked again about the rows that did not
    /// pass, as anything may be written to while others are visited.
    fn ask(&mut self, is_known: bool, end: &mut usize) -> Passing {
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

    /// Counts the entities that would be visited, up to `most`, without taking their rows.
    pub(super) fn pass_over(mut self, most: usize) -> usize {
        let mut count = 0;
        loop {
            if let Some(run) = &mut self.run {
                count += run.pass_over(most - count);
            }
            while self.look_ups.row != self.look_ups.end && count < most {
                let found = self.look_ups.look_up(self.join, self.followed, self.filter);
                count += usize::from(found.is_some());
                self.look_ups.row += 1;
            }
            if count >= most || !self.advance() {
                return count;
            }
        }
    }

    /// How many entities are left at least and at most, where `taken` rows were taken that it gave out as
    /// zipped: exact where all that is left is aligned.
    pub(super) fn left(&self, taken: usize) -> (usize, usize) {
        let of_run = self.run.as_ref().map_or(0, |run| run.left() - if run.is_zipped() { taken } else { 0 });
        let looked_up = self.look_ups.end - self.look_ups.row;
        let rest = self.rows - self.next;
        let is_zipped = |driver| {
            let run = self.join.terms.aligned_run(self.join.alignments(driver), self.next, self.rows);
            run.kind == RunKind::Zipped && run.len == rest
        };
        let is_exact = F::ALL
            && looked_up == 0
            && self.join.leaves_none_out()
            && !self.join.is_invalidated()
            && self.run.as_ref().is_none_or(Run::is_zipped)
            && (rest == 0 || matches!(self.followed, JoinDriver::Rows(driver) if is_zipped(driver)));
        let left = looked_up + of_run + rest;
        (if is_exact { left } else { 0 }, left)
    }

    /// Why the visit has ended before its time, if it has.
    pub(super) fn take_held(&mut self) -> Option<Held> {
        self.look_ups.take_held()
    }
}

/// How many rows come before eight of which none passes: it costs less to ask each of fewer once more.
fn rows_before_gap(bits: u64) -> usize {
    let two = !bits & (!bits >> 1 | 1 << 63);
    let four = two & (two >> 2 | 3 << 62);
    let eight = four & (four >> 4 | 15 << 60);
    eight.trailing_zeros() as usize
}
