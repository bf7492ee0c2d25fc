//! [`Lineage`]: the rows of a type that inherits, level by level, each with the row of its parent.

use super::heirs::{Heir, HeirState, HeirStates, fill};
use crate::base::prefetch;
use crate::ticks::{Tick, TickCell};

/// Stands where there is no row, and no entity index.
const NONE: u32 = u32::MAX;

/// Stands for the parent of a row of which none is known yet.
const UNKNOWN: u32 = u32::MAX - 1;

/// The last level. Those that lie deeper are in it too, each behind its parent.
pub(super) const DEEPEST: usize = 63;

/// What is known of a row.
#[derive(Clone, Copy)]
struct KnownRow {
    /// The index of its entity.
    owner: u32,
    /// The index of the entity that it inherits from; none, or not known yet.
    parent: u32,
    /// Where its heir stands; nowhere yet if the level is `NONE`.
    level: u32,
    place: u32,
}

impl KnownRow {
    const NOTHING: Self = Self { owner: NONE, parent: UNKNOWN, level: NONE, place: NONE };
}

/// A row that was taken out, to be put back under another number.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    known: KnownRow,
    is_due: bool,
}

/// A level of heirs, with gaps where some have left it.
#[derive(Clone, Default)]
struct Level {
    heirs: Vec<Heir>,
    gaps: usize,
}

/// The rows of a type that inherits, as they were when it was last settled.
///
/// ```text
/// level 0   rows 0 3 6       parents - - -
/// level 1   rows 1 4 7 2     parents 0 3 6 0
/// level 2   rows 5           parents 4
/// ```
#[derive(Clone, Default)]
pub struct Lineage {
    /// Invariant 31: when a pass of `inherit` begins, each row is in one place of one level. The row of its
    /// parent is another one: in a level above that or, in the deepest level, in a place before.
    levels: Vec<Level>,
    rows: Vec<KnownRow>,
    /// One more than there are rows: the state of a row comes after that of none.
    states: Vec<HeirState>,
    /// Changes until then are known.
    last: Tick,
    /// The rows that have become due since the last pass.
    due: Due,
    /// How many rows have moved, or got another parent, since the rows were last brought in order.
    strays: usize,
    /// How many rows that stood in no order have run since then.
    strays_run: u64,
    /// In the pass that runs, a row is due again that has lost its turn.
    lost: HeirState,
}

/// Rows that are due.
#[derive(Clone, Default)]
struct Due {
    rows: Vec<u32>,
    /// There are too many to be listed, or they were not.
    are_many: bool,
    /// All rows were written to.
    are_all: bool,
}

impl Due {
    fn note(&mut self, row: usize, all: usize) {
        self.are_many |= are_many(self.rows.len(), all);
        if !self.are_many {
            self.rows.push(row as u32);
        }
    }
}

/// Says whether it will be quicker to ask all rows whether they are due than to follow those that are: what
/// lies below them comes to several times as many. To follow one takes longer where rows are in no cache.
fn are_many(due: usize, all: usize) -> bool {
    due * if all <= IN_CACHE { 64 } else { 128 } > all
}

/// So many rows stay in a cache.
const IN_CACHE: usize = 1 << 16;

impl Lineage {
    // ---- rows ----

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn owner(&self, row: usize) -> u32 {
        self.rows[row].owner
    }

    pub(super) fn last(&self) -> Tick {
        self.last
    }

    /// Asks the processor for what is known of a row.
    pub(super) fn prefetch(&self, row: usize) {
        if let Some(known) = self.rows.get(row) {
            prefetch(known);
        }
    }

    /// Takes out what is known of a row, with the index of its entity.
    pub(super) fn take(&mut self, row: usize) -> (u32, Taken) {
        let known = core::mem::replace(&mut self.rows[row], KnownRow::NOTHING);
        let is_due = self.states[row + 1].is_due();
        self.states[row + 1].set(0);
        (known.owner, Taken { known, is_due })
    }

    /// Lets there be so many rows. Those that are beyond were taken out.
    pub(super) fn resize(&mut self, rows: usize) {
        self.rows.resize(rows, KnownRow::NOTHING);
        self.states.resize_with(rows + 1, HeirState::default);
    }

    /// Lets a row belong to an entity of which nothing is known.
    pub(super) fn begin(&mut self, row: usize, owner: u32) {
        self.rows[row] = KnownRow { owner, ..KnownRow::NOTHING };
    }

    /// Lets a row be what another one was. If it is `anew`, its component is not the same.
    pub(super) fn put_back(&mut self, row: usize, taken: Taken, anew: bool) {
        let known = taken.known;
        if known.level != NONE {
            self.levels[known.level as usize].heirs[known.place as usize].move_to(row);
        }
        self.rows[row] = known;
        if anew {
            self.rows[row].parent = UNKNOWN;
        }
        if taken.is_due {
            self.note_due(row);
        }
    }

    /// Forgets what was taken out, and is no more.
    pub(super) fn forget(&mut self, taken: Taken) {
        self.leave(taken.known);
    }

    /// Lets `inherit` run on a row in the next pass.
    pub(super) fn note_due(&mut self, row: usize) {
        self.states[row + 1].set(HeirState::DUE);
        self.due.note(row, self.rows.len());
    }

    // ---- places ----

    /// Says whether a row has a place.
    pub(super) fn is_placed(&self, row: usize) -> bool {
        self.rows[row].level != NONE
    }

    /// Says whether a row stands where it must for this parent, which has its place.
    fn is_in_place(&self, row: usize, parent: Option<usize>) -> bool {
        let known = self.rows[row];
        let Some(parent) = parent.map(|parent| self.rows[parent]) else { return known.level == 0 };
        match known.level as usize {
            DEEPEST if parent.level as usize + 1 < DEEPEST => false,
            DEEPEST => (parent.level, parent.place) < (known.level, known.place),
            level => parent.level as usize + 1 == level,
        }
    }

    /// Lets a row inherit from another one, which has its place, and gives it a place. Says whether that is
    /// another one than before: then those that inherit from it may be in a wrong one.
    pub(super) fn fit(&mut self, row: usize, parent: Option<usize>) -> bool {
        let index = parent.map_or(NONE, |parent| self.rows[parent].owner);
        if core::mem::replace(&mut self.rows[row].parent, index) != index {
            self.note_due(row);
        }
        let heir = Heir::new(row, parent);
        let KnownRow { level, place, .. } = self.rows[row];
        if level != NONE {
            if self.is_in_place(row, parent) {
                self.levels[level as usize].heirs[place as usize] = heir;
                return false;
            }
            self.leave(self.rows[row]);
        }
        let level = parent.map_or(0, |parent| (self.rows[parent].level as usize + 1).min(DEEPEST));
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Level::default);
        }
        let heirs = &mut self.levels[level].heirs;
        (self.rows[row].level, self.rows[row].place) = (level as u32, heirs.len() as u32);
        heirs.push(heir);
        true
    }

    /// Leaves a gap.
    fn leave(&mut self, known: KnownRow) {
        if known.level != NONE {
            let level = &mut self.levels[known.level as usize];
            level.heirs[known.place as usize] = Heir::GAP;
            level.gaps += 1;
        }
    }

    /// Closes the gaps of levels that have many.
    pub(super) fn close_gaps(&mut self) {
        for Level { heirs, gaps } in self.levels.iter_mut().filter(|level| level.gaps * 2 > level.heirs.len())
        {
            heirs.retain(|&heir| heir != Heir::GAP);
            *gaps = 0;
            for (heir, place) in heirs.iter().zip(0..) {
                self.rows[heir.row().expect("gaps are closed")].place = place;
            }
        }
    }

    /// Takes all rows from their places. What is known of their parents is kept.
    pub(super) fn clear_places(&mut self) {
        self.levels.clear();
        for known in &mut self.rows {
            (known.level, known.place) = (NONE, NONE);
        }
    }

    /// The rows below `end` in the order in which they run, if that is not the order of the rows already.
    pub(super) fn order(&self, end: usize) -> Option<Vec<u32>> {
        let rows = self.levels.iter().flat_map(|level| &level.heirs).filter_map(|heir| heir.row());
        let order: Vec<u32> = rows.filter(|&row| row < end).map(|row| row as u32).collect();
        (!order.is_sorted()).then_some(order)
    }

    /// Follows the rows, which were brought in an order.
    pub(super) fn follow(&mut self, order: &[u32]) {
        let mut now: Vec<u32> = (0..self.rows.len() as u32).collect();
        for (row, &from) in (0..).zip(order) {
            now[from as usize] = row;
        }
        let there = |row: usize| now[row] as usize;
        for heir in self.levels.iter_mut().flat_map(|level| &mut level.heirs) {
            *heir = heir.row().map_or(Heir::GAP, |row| Heir::new(there(row), heir.parent().map(there)));
        }
        let (rows, states) = (core::mem::take(&mut self.rows), core::mem::take(&mut self.states));
        self.resize(rows.len());
        for ((known, state), &to) in rows.into_iter().zip(states.into_iter().skip(1)).zip(&now) {
            (self.rows[to as usize], self.states[to as usize + 1]) = (known, state);
        }
        // They were listed by their numbers.
        self.due.are_many = true;
    }

    /// Notes that so many rows have left the order, or may have.
    pub(super) fn note_strays(&mut self, rows: usize) {
        self.strays += rows;
    }

    /// Notes that the rows are brought in order.
    pub(super) fn forget_strays(&mut self) {
        (self.strays, self.strays_run) = (0, 0);
    }

    // ---- a pass ----

    /// Lets those rows be due that have changed since the last pass. Says whether any row is, apart from
    /// those that were postponed.
    pub(super) fn note_written(&mut self, changed: &mut [TickCell]) -> bool {
        let last = self.last;
        let mut are_all_written = true;
        for (first, changed) in (0..).step_by(BLOCK).zip(changed.chunks_mut(BLOCK)) {
            let (is_any, are_all) = TickCell::any_and_all_later(changed, last);
            are_all_written &= are_all;
            if is_any && are_all && self.due.are_many {
                fill(&mut self.states[first + 1..][..changed.len()], HeirState::DUE);
            } else if is_any {
                for (row, tick) in (first..).zip(changed) {
                    if tick.get_alone() > last {
                        self.note_due(row);
                    }
                }
            }
        }
        self.due.are_all = are_all_written && self.due.are_many;
        if self.due.are_all {
            // Who does not run after all says so.
            fill(&mut self.states[1..], HeirState::RAN);
        }
        self.due.are_many || !self.due.rows.is_empty()
    }

    /// Says whether all rows are asked whether they are due, and more than `passes` times as many rows that
    /// had left the order have run since all were brought in order.
    pub(super) fn is_scattered(&self, passes: u64) -> bool {
        self.due.are_many && self.strays_run > passes * self.len() as u64
    }

    /// Says whether all rows were written to before the pass.
    pub(crate) fn are_all_written(&self) -> bool {
        self.due.are_all
    }

    /// Takes the rows that are due, as far as they are listed: each level that has some, with their places.
    /// `None` if there are many.
    pub(super) fn take_due(&mut self) -> Option<Vec<Vec<u32>>> {
        let rows = core::mem::take(&mut self.due.rows);
        if core::mem::take(&mut self.due.are_many) {
            return None;
        }
        let mut due = vec![Vec::new(); self.levels.len()];
        for row in rows {
            let KnownRow { level, place, .. } = self.rows[row as usize];
            due[level as usize].push(place);
        }
        Some(due)
    }

    /// Lets a row be due, after that from which it inherits has run, if it does inherit from that. Says where
    /// it stands, if it was not due before.
    pub(super) fn pass_on(&self, row: usize, parent: usize) -> Option<(usize, u32)> {
        let known = self.rows.get(row).filter(|known| known.parent == self.rows[parent].owner)?;
        let state = &self.states[row + 1];
        if state.is_due() {
            return None;
        }
        state.note_due();
        Some((known.level as usize, known.place))
    }

    /// Says whether `inherit` has run on a row in this pass.
    pub(super) fn has_run(&self, row: usize) -> bool {
        self.states[row + 1].has_run()
    }

    /// Says whether it is quicker to ask the other rows whether they are due, after so many were followed.
    pub(super) fn are_many(&self, followed: usize) -> bool {
        followed * 16 > self.rows.len()
    }

    /// Ends a pass: what has run has changed at this moment, and is known. Those are the rows in a list, if
    /// there is one.
    pub(super) fn note_run(&mut self, changed: &mut [TickCell], now: Tick, listed: Option<&[u32]>) {
        self.last = now;
        self.due.are_many |= core::mem::take(&mut self.lost).is_due();
        // What was appended in the pass is not known yet.
        let changed = &mut changed[..self.rows.len()];
        if let Some(listed) = listed {
            for &row in listed {
                changed[row as usize].set(now);
                self.states[row as usize + 1].set(0);
            }
            return;
        }
        let (rows, mut ran) = (changed.len(), 0_u64);
        for (changed, states) in changed.chunks_mut(BLOCK).zip(self.states[1..].chunks_mut(BLOCK)) {
            let states_of = states.iter_mut().map(HeirState::get_alone);
            let (any, all) =
                states_of.fold((0, HeirState::RAN), |(any, all), state| (any | state, all & state));
            if all == HeirState::RAN {
                changed.fill_with(|| TickCell::new(now));
                fill(states, 0);
                ran += changed.len() as u64;
            } else if any & HeirState::RAN != 0 {
                for (tick, state) in changed.iter_mut().zip(states).filter(|(_, state)| state.has_run()) {
                    tick.set(now);
                    state.set(0);
                    ran += 1;
                }
            }
        }
        // As many of them as of all have left the order.
        self.strays_run += ran * self.strays.min(rows) as u64 / rows.max(1) as u64;
    }

    /// Lets all rows be due, after a pass that was broken off at this moment. What has run has changed by the
    /// next one.
    pub(super) fn note_all_due(&mut self, now: Tick) {
        self.last = now;
        self.states.iter_mut().skip(1).for_each(|state| state.set(HeirState::DUE));
        self.due.are_many = true;
    }

    /// Notes that it was the turn of a row that cannot run now, though it was enabled when the pass began.
    /// All rows are asked in the next pass, for it may be enabled again without having moved.
    #[cold]
    pub(crate) fn note_lost_turn(&self) {
        self.lost.note_due();
    }

    /// How many levels there are.
    pub(crate) fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The heirs of a level, and whether none of them inherits from another: so threads may share it out.
    pub(crate) fn level(&self, level: usize) -> (&[Heir], bool) {
        (&self.levels[level].heirs, level != DEEPEST)
    }

    /// The states of all rows, as heirs find theirs.
    #[inline(always)]
    pub(crate) fn states(&self) -> HeirStates<'_> {
        HeirStates::of(&self.states)
    }

    /// Bytes of memory in use.
    pub(super) fn bytes(&self) -> usize {
        let heirs: usize = self.levels.iter().map(|level| level.heirs.capacity()).sum();
        heirs * size_of::<Heir>() + self.rows.capacity() * size_of::<KnownRow>() + self.states.capacity()
    }
}

/// So many rows are asked at once whether one of them has changed.
const BLOCK: usize = 64;
