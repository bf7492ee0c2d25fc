//! [`Course`]: how far a visit of a join has come.
#![expect(unsafe_code, reason = "what a query gives belongs to its entity alone")]

mod ask;

use core::cell::Cell;
use core::marker::PhantomData;
use core::ops::Range;

use super::answers::{Answers, Asking, Passing};
use super::candidates::MOST_CANDIDATES;
use super::join::{Join, JoinFilter};
use super::join_state::{JoinDriver, JoinState};
use super::lend::{Keep, Lend};
use super::stretch::{Stretch, passes};
use crate::base::ScratchBox;
use crate::borrow::{Held, Visiting};
use crate::ids::Entity;
use crate::terms::{PerTerm, Place, SegmentKind, TermRows, Terms};

/// As many rows are visited before the entities of the next ones are asked for.
pub(crate) const BLOCK: usize = 256;
const _: () = assert!(ScratchBox::<[Entity; BLOCK]>::FITS, "else each visit that asks would allocate");

/// Where the items of an entity lie: cursors, the steps behind the first row of each, and the entity.
type Found<'q, C> = (<C as Terms>::Cursors<'q>, <C as Terms>::Rows, Entity);

/// How far a visit of a join has come: stretches follow each other.
pub(super) struct Course<'q, C: Terms, F, L> {
    pub(super) join: &'q Join<C>,
    filter: F,
    followed: JoinDriver<'q>,
    /// The next row, or place in the list: behind the stretch.
    next: usize,
    rows: usize,
    pub(super) stretch: Stretch<'q, C>,
    /// The entities of the stretch, where rows are followed and it matters. Most visits ask for none.
    block: Option<ScratchBox<[Entity; BLOCK]>>,
    /// The entities that are left out, or of which an outer visit has borrowed something. Most visits have
    /// none.
    special: Option<Box<Special>>,
    /// Why the visit has ended before its time.
    held: Option<Held>,
    /// While it keeps answers of the filter, and how many rows that is asked about next.
    asking: Option<Asking>,
    asks: usize,
    /// Not zero: rows must be looked at one by one.
    slow_path: &'q Cell<u64>,
    lends: PhantomData<L>,
}

impl<'q, C: Terms, F: JoinFilter, L> Course<'q, C, F, L> {
    /// Visits some of the rows that are followed, or all.
    pub(super) fn new(join: &'q Join<C>, filter: F, rows: Option<Range<usize>>) -> Self {
        let (followed, all) = join.followed();
        let Range { start: next, end: rows } = rows.unwrap_or(0..all);
        let asking = if F::ALL { None } else { Asking::begin(join) };
        let special = match join.may_have_special(join.terms.rows().as_ref()) {
            true => Special::find(join, join.terms.rows().as_ref(), followed),
            false => None,
        };
        let (stretch, block, held, asks) = (Stretch::none(join, next), None, None, MOST_CANDIDATES);
        let (slow_path, lends) = (join.slow_path(), PhantomData);
        Self {
            join,
            filter,
            followed,
            next,
            rows,
            stretch,
            block,
            special,
            held,
            asking,
            asks,
            slow_path,
            lends,
        }
    }

    /// The entities of the rows of the stretch, where it matters.
    #[inline(always)]
    pub(super) fn block(&self) -> &[Entity] {
        self.block.as_deref().map_or(&[], |entities| entities)
    }

    /// Says whether steps of the stretch are left that can be taken one by one. Otherwise the rows that are
    /// left must be taken as they come from here on.
    #[inline]
    fn has_steps(&self) -> bool {
        let is_looked_up = self.stretch.kind == SegmentKind::LookedUp;
        self.stretch.step != self.stretch.len && (is_looked_up || !self.must_look())
    }

    /// Goes on to the next step, and finds the rows of its entity, if that is visited. If they are to be
    /// given out (`GIVES`), and something else has borrowed what belongs to the entity, the visit ends here.
    #[inline]
    fn find_step<const GIVES: bool>(&mut self) -> Option<Found<'q, C>> {
        if self.must_look() {
            self.stretch.step += 1;
            let found @ (.., entity) = self.find_carefully(self.stretch.step - 1)?;
            return (!GIVES || self.is_free(entity)).then_some(found);
        }
        let step = self.stretch.answers.next(self.stretch.step);
        self.stretch.step = step + 1;
        self.find(step)
    }

    /// Says whether each entity of the stretch must be looked at before it is visited.
    #[inline]
    fn must_look(&self) -> bool {
        self.slow_path.get() != 0 || self.special.is_some() && self.stretch.kind == SegmentKind::LookedUp
    }

    /// Finds the rows of the entity of a step, if it is visited, where nothing is special or borrowed by
    /// others.
    #[inline]
    fn find(&self, step: usize) -> Option<Found<'q, C>> {
        let (join, stretch, is_list) = (self.join, &self.stretch, self.is_list());
        if C::NEEDED > 1 && stretch.kind == SegmentKind::Mapped {
            return C::Rows::steps(stretch.places, step).map(|steps| (stretch.cursors, steps, Entity::NONE));
        }
        let is_looked_up = stretch.kind == SegmentKind::LookedUp;
        let entity = if is_looked_up || C::ASKS_OWNER { self.entity(step) } else { Entity::NONE };
        if is_looked_up && !passes(join, self.filter, is_list, stretch.answers, step, entity) {
            return None;
        }
        let (cursors, steps) = join.at(join.terms.find(stretch.places, step, &entity)?);
        Some((cursors, steps, entity))
    }

    /// As [`Course::find`], where something may be.
    #[cold]
    #[inline(never)]
    fn find_carefully(&self, step: usize) -> Option<Found<'q, C>> {
        let (join, entity, is_list) = (self.join, self.entity(step), self.is_list());
        let is_invalidated = join.is_invalidated();
        if is_invalidated && !join.is_seen(entity)
            || !passes(join, self.filter, is_list, self.stretch.answers, step, entity)
            || self.special.is_some() && join.leaves_out(entity)
        {
            return None;
        }
        let places = if is_invalidated { C::Rows::same(Place::LookUp) } else { self.stretch.places };
        let (cursors, steps) = join.at(join.terms.find(places, step, &entity)?);
        Some((cursors, steps, entity))
    }

    fn is_list(&self) -> bool {
        matches!(self.followed, JoinDriver::List(_))
    }

    /// The entity of a step of the stretch.
    #[inline]
    fn entity(&self, step: usize) -> Entity {
        match self.followed {
            JoinDriver::Rows(_) => self.block()[step],
            JoinDriver::List(entities) => entities[self.stretch.first + step],
        }
    }

    /// Says whether nothing else has borrowed what would be given out of an entity; otherwise ends the visit.
    #[cold]
    #[inline(never)]
    fn is_free(&mut self, entity: Entity) -> bool {
        let is_special = |special: &Special| special.owners.binary_search(&entity.index()).is_ok();
        let may_be_held =
            || self.join.visiting().has_other_borrows() || self.special.as_deref().is_some_and(is_special);
        // For threads all was borrowed before; what others borrow meanwhile is counted where no thread looks.
        if self.join.is_for_threads || !may_be_held() {
            return true;
        }
        let Err(held) = self.join.check(entity) else { return true };
        self.stretch.len = self.stretch.step;
        self.held = Some(held);
        false
    }

    /// Takes the next entity, also of the stretches that follow, but of none that could be
    /// [handed over](Course::has_dense).
    #[inline]
    pub(super) fn take(&mut self) -> Option<L::Item<'q>>
    where
        L: Keep<C>,
    {
        loop {
            while self.has_steps() {
                let taken = self.take_step();
                if taken.is_some() {
                    return taken;
                }
            }
            if !self.advance() || self.has_dense() {
                return None;
            }
        }
    }

    /// Takes the entity of the next step, if it is visited. In no loop: what the loop would keep in registers
    /// is needed only once.
    #[inline(never)]
    fn take_step(&mut self) -> Option<L::Item<'q>>
    where
        L: Keep<C>,
    {
        let (cursors, steps, entity) = self.find_step::<true>()?;
        // SAFETY: the rows were found. Each row that is followed is taken once: no entity comes twice, and no
        // two have a row in common. What belongs to it is borrowed by this visit alone, or only read: nothing
        // else has borrowed it, as was looked for if there is anything else, and from now on the columns
        // refuse it to others.
        Some(unsafe { L::items(cursors, steps, &entity) })
    }

    /// Says whether rows are left of the stretch that lie side by side, with nothing to look for.
    pub(super) fn has_dense(&self) -> bool {
        self.stretch.is_zipped() && self.stretch.step != self.stretch.len && !self.join.must_look()
    }

    /// Notes how many steps of a stretch were done that was handed over.
    pub(super) fn note_taken(&mut self, steps: usize) {
        self.stretch.step = self.stretch.step.max(steps);
    }

    /// Calls a function with the items of all that is left. The visit knows which row is visited, or the
    /// entity of which index; not where all is borrowed for threads, of which several may be here.
    pub(super) fn each<G: FnMut(L::Item<'q>)>(&mut self, mut f: G)
    where
        L: Lend<C>,
    {
        let &mut Self { join, filter, followed, .. } = self;
        let is_for_threads = join.is_for_threads;
        // Each of several threads writes its row down in a visit of its own, which no other thread reads.
        let of_thread = is_for_threads.then(Visiting::default);
        let visiting = of_thread.as_ref().unwrap_or_else(|| join.visiting());
        let visit = |visiting: &Visiting, number, items, f: &mut G| {
            visiting.visit(number);
            f(items);
            visiting.needs_slow_path() || is_for_threads && join.is_invalidated()
        };
        loop {
            let entities = match followed {
                JoinDriver::Rows(_) => self.block.as_deref().map_or(&[][..], |entities| entities),
                JoinDriver::List(entities) => &entities[self.stretch.first..],
            };
            let (asked, must_look) = ((join, filter, self.is_list()), self.must_look());
            let stretch = &mut self.stretch;
            f = match stretch.kind {
                _ if must_look || stretch.step == stretch.len => f,
                SegmentKind::Zipped => stretch.each_dense::<F, _, L>(join, visiting, entities, f, visit),
                // Where no other term is needed, there is none that could be mapped.
                SegmentKind::Mapped if const { C::NEEDED > 1 } => {
                    stretch.each_indexed::<false, F, _, L>(asked, visiting, entities, f, visit)
                }
                _ => stretch.each_indexed::<true, F, _, L>(asked, visiting, entities, f, visit),
            };
            if self.stretch.kind == SegmentKind::LookedUp && self.stretch.step != self.stretch.len {
                self.each_carefully(&mut |number, (cursors, steps, entity)| {
                    // SAFETY: as in `take_step`.
                    unsafe {
                        L::with(cursors, steps, &entity, |items| visit(visiting, number, items, &mut f));
                    }
                });
            }
            if !self.advance() {
                return;
            }
        }
    }

    /// Tells the visit which column or list is followed: by that its columns know which rows are borrowed.
    #[inline]
    pub(super) fn tell(&self) {
        match self.followed {
            JoinDriver::Rows(driver) => self.join.visiting().follow(driver.position),
            JoinDriver::List(_) => self.join.visiting().follow_list(),
        }
    }

    /// Visits what is left of the stretch, of which something may be dead, special or borrowed.
    #[cold]
    #[inline(never)]
    fn each_carefully(&mut self, f: &mut dyn FnMut(u32, Found<'q, C>)) {
        while self.has_steps() {
            let Some((cursors, steps, entity)) = self.find_step::<true>() else { continue };
            let row = self.stretch.first + self.stretch.step - 1;
            let current = if self.is_list() { entity.index() } else { row as u32 };
            f(current, (cursors, steps, entity));
        }
    }

    /// Goes on to the rows that are alike from the next one on; `false` if there are none.
    #[inline(never)]
    pub(super) fn advance(&mut self) -> bool {
        self.next = self.stretch.leave(self.join.must_look());
        if self.is_held() {
            self.rows = self.next;
        }
        while self.next != self.rows && self.join.world().is_some() {
            if self.enter() {
                return true;
            }
        }
        self.stretch.end_before(self.next);
        false
    }

    /// Finds the rows that are alike from the next one on; there is one. `false` if they do not pass the
    /// filter.
    fn enter(&mut self) -> bool {
        let (join, next) = (self.join, self.next);
        let stop = self.special.as_deref().and_then(|special| special.stop(next));
        let is_special = stop == Some(next);
        let mut end = if is_special { next + 1 } else { stop.unwrap_or(self.rows).min(self.rows) };
        let is_known = !is_special && !join.is_invalidated();
        let passing = if F::ALL { Passing::All } else { self.ask(is_known, &mut end) };
        if self.next == end {
            return false;
        }
        let (next, answers) = (self.next, Answers::new(passing));
        let is_followed = !answers.are_open() && !join.must_look();
        if !F::ALL && !C::ASKS_OWNER && is_known && is_followed {
            // Most often the rows go on as those before: then only the answers are others.
            if self.stretch.extend(next, end - next, answers) {
                self.next = end;
                return true;
            }
        }
        let (mut whole, mut kind) = (end - next, SegmentKind::LookedUp);
        match self.followed {
            JoinDriver::Rows(driver) if is_known => {
                (whole, kind) = join.plan(driver).segment(next, self.rows, &mut self.stretch.places);
                end = end.min(next + whole);
                // A stretch that ends with each block of entities is not worth it, unless it is zipped.
                if !is_followed || kind == SegmentKind::Mapped && C::ASKS_OWNER {
                    kind = SegmentKind::LookedUp;
                }
            }
            _ => self.stretch.places = C::Rows::same(Place::LookUp),
        }
        if let JoinDriver::Rows(driver) = self.followed
            && (C::ASKS_OWNER || kind == SegmentKind::LookedUp)
        {
            end = end.min(next + BLOCK);
            let block = self.block.get_or_insert_with(|| ScratchBox::of_owned([Entity::NONE; BLOCK]));
            driver.name_rows(next, &mut block[..end - next]);
        }
        self.next = end;
        let Some(answers) = answers.cut(end - next) else {
            self.stretch.end_before(end);
            return false;
        };
        self.stretch.begin(join, (next, end - next), (whole, kind), answers);
        true
    }

    /// Counts the entities that would be visited, without taking their rows; from `most` on it may stop.
    pub(super) fn pass_over(mut self, most: usize) -> usize {
        let mut count = 0;
        loop {
            if self.stretch.is_zipped() {
                count += self.stretch.pass_over();
            }
            while count < most && self.has_steps() {
                count += usize::from(self.find_step::<false>().is_some());
            }
            if count >= most || !self.advance() {
                return count;
            }
        }
    }

    /// How many entities are left at least and at most, where so many steps were done of a stretch that was
    /// handed over: exact where all that is left is aligned.
    pub(super) fn left(&self, taken: usize) -> (usize, usize) {
        let of_stretch = self.stretch.left(taken);
        let rest = self.rows - self.next;
        let is_zipped = |driver| {
            let mut places = C::Rows::same(Place::LookUp);
            let segment = self.join.plan(driver).segment(self.next, self.rows, &mut places);
            segment == (rest, SegmentKind::Zipped)
        };
        let is_exact = F::ALL
            && (of_stretch == 0 || self.stretch.is_zipped())
            && self.join.leaves_none_out(self.join.terms.rows().as_ref())
            && !self.join.is_invalidated()
            && (rest == 0 || matches!(self.followed, JoinDriver::Rows(driver) if is_zipped(driver)));
        let left = of_stretch + rest;
        (if is_exact { left } else { 0 }, left)
    }

    /// Says whether the visit has ended before its time.
    #[inline]
    pub(super) fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// Why the visit has ended before its time, if it has.
    pub(super) fn take_held(&mut self) -> Option<Held> {
        self.held.take()
    }
}

/// Entities that are left out, or of which an outer visit has borrowed something: [`JoinState::special`].
struct Special {
    /// Their indices, in order.
    owners: Vec<u32>,
    /// Their rows, in order, if rows are followed.
    stops: Vec<usize>,
}

impl Special {
    #[cold]
    #[inline(never)]
    fn find(join: &JoinState, terms: &[TermRows<'_>], followed: JoinDriver<'_>) -> Option<Box<Self>> {
        let (owners, mut stops) = (join.special(terms), Vec::new());
        if let JoinDriver::Rows(driver) = followed {
            stops.extend(owners.iter().filter_map(|&owner| driver.row_store.main_row_of(owner)));
            stops.sort_unstable();
        }
        (!owners.is_empty()).then(|| Box::new(Self { owners, stops }))
    }

    /// The first of the rows from this one on.
    fn stop(&self, row: usize) -> Option<usize> {
        self.stops.iter().copied().find(|&stop| stop >= row)
    }
}
