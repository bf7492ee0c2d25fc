//! Tests of the table in the head of the folder: each transition, and all short sequences of calls against a
//! plain model.
#![expect(unsafe_code, reason = "values are written to rows and read from them")]

use core::alloc::Layout;

use crate::ids::{Entities, Entity, Stamp};

use super::array::Block;
use super::row_store::RowStore;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StateOfRow {
    Enabled,
    Disabled,
    Spilled,
    Dead,
    Hole,
    Closed,
}
use StateOfRow::{Closed, Dead, Disabled, Enabled, Hole, Spilled};

const ONE: &[Layout] = &[Layout::new::<u32>()];
const SPLIT: &[Layout] = &[Layout::new::<u8>(), Layout::new::<u32>()];
const NO_BYTES: &[Layout] = &[Layout::new::<()>()];

/// A live component, as the model knows it.
#[derive(Clone, Copy)]
struct LiveComponent {
    stamp: u32,
    value: u8,
    is_on: bool,
}

fn entity(index: u32, stamp: u32) -> Entity {
    Entity::from_parts(index, Stamp::from_bits(stamp).expect("a stamp is not zero"))
}

/// Rows, what a column knows besides, and a model of both.
struct Machine {
    rows: RowStore,
    layouts: &'static [Layout],
    live: [Option<LiveComponent>; 3],
    dead: Vec<u32>,
    /// Rows may not move.
    is_held: bool,
    /// Some row may be on the wrong side.
    is_switched: bool,
    /// How many values were made.
    made: u8,
}

/// A call, of an entity index.
#[derive(Clone, Copy, Debug)]
enum Call {
    Add(u32),
    AddOff(u32),
    Remove(u32),
    Switch(u32),
    Replace(u32),
    Bump(u32),
    Hold,
    Reverse,
}

const CALLS: [Call; 13] = [
    Call::Add(0),
    Call::Add(1),
    Call::Add(2),
    Call::AddOff(0),
    Call::Remove(0),
    Call::Remove(1),
    Call::Remove(2),
    Call::Switch(0),
    Call::Switch(1),
    Call::Replace(0),
    Call::Bump(0),
    Call::Hold,
    Call::Reverse,
];

impl Machine {
    fn new(layouts: &'static [Layout], new_flags: u8) -> Self {
        let rows = RowStore::new(layouts, false, new_flags, None);
        Self { rows, layouts, live: [None; 3], dead: Vec::new(), is_held: false, is_switched: false, made: 0 }
    }

    fn state(&self, row: u32) -> StateOfRow {
        let (len, prefix) = self.rows.len_and_prefix();
        if row as usize >= len {
            return Closed;
        }
        match self.rows.lives_in(self.rows.owner(row), row) {
            false if self.dead.contains(&row) => Dead,
            false => Hole,
            true if row as usize >= self.rows.main_rows() => Spilled,
            true if (row as usize) < prefix => Enabled,
            true => Disabled,
        }
    }

    fn states(&self) -> Vec<StateOfRow> {
        (0..self.rows.len() as u32).map(|row| self.state(row)).collect()
    }

    fn must_wait(&self) -> bool {
        self.is_held || self.is_switched || !self.dead.is_empty() || self.rows.spilled() != 0
    }

    fn row(&self, index: u32) -> u32 {
        self.rows.row_of(index).expect("it is live")
    }

    /// Where each part of the value of a row lies, and how many bytes it has.
    fn parts(&self, row: u32) -> impl Iterator<Item = (*mut u8, usize)> {
        let layouts = self.layouts.iter().enumerate();
        layouts.map(move |(array, &layout)| (self.rows.place(array, layout, row), layout.size()))
    }

    fn write(&mut self, index: u32, row: u32, stamp: u32, is_on: bool) {
        self.made += 1;
        for (place, size) in self.parts(row) {
            // SAFETY: the row has room for a value, and nothing else reaches it.
            unsafe { place.write_bytes(self.made, size) };
        }
        self.live[index as usize] = Some(LiveComponent { stamp, value: self.made, is_on });
    }

    fn make_room(&self, index: u32, is_on: bool) {
        self.rows.seal(self.is_held && self.rows.main_rows() != 0);
        let may_move = self.rows.len() == 0 || !self.is_held;
        self.rows.make_room(index, may_move, !is_on).expect("there is memory");
    }

    /// Puts a new row on its side.
    fn take_side(&mut self, (row, is_in_prefix): (u32, bool), is_on: bool) -> u32 {
        if is_in_prefix || !is_on {
            return row;
        }
        self.is_switched |= self.must_wait();
        if self.is_switched { row } else { self.rows.enable(row) }
    }

    /// Makes a call as a column does; `false` if it is not possible.
    fn call(&mut self, call: Call) -> bool {
        match call {
            Call::Add(index) if self.live[index as usize].is_none() => self.add(index, true),
            Call::AddOff(index) if self.live[index as usize].is_none() => self.add(index, false),
            Call::Remove(index) if self.live[index as usize].is_some() => self.remove(index),
            Call::Switch(index) => {
                let Some(live) = &mut self.live[index as usize] else { return false };
                live.is_on = !live.is_on;
                self.close_holes();
                self.is_switched |= self.must_wait();
                if !self.is_switched {
                    self.take_sides();
                }
            }
            Call::Replace(index) if self.is_held => {
                let Some(LiveComponent { stamp, is_on, .. }) = self.live[index as usize] else {
                    return false;
                };
                let old = self.row(index);
                self.make_room(index, is_on);
                let appended = self.rows.succeed(entity(index, stamp), old, is_on);
                self.dead.push(old);
                let row = self.take_side(appended, is_on);
                self.write(index, row, stamp, is_on);
            }
            Call::Bump(index) => {
                let row = self.rows.row_of(index);
                let (Some(live), Some(row)) = (&mut self.live[index as usize], row) else { return false };
                live.stamp += 1;
                self.rows.bump_generation(row, index, live.stamp);
            }
            Call::Hold if self.is_held => {
                self.is_held = false;
                self.sync();
            }
            Call::Hold => {
                self.close_holes();
                self.is_held = true;
                self.rows.seal(self.rows.main_rows() != 0);
            }
            Call::Reverse if !self.must_wait() => {
                self.close_holes();
                let (len, prefix) = self.rows.len_and_prefix();
                let order: Vec<_> =
                    (0..prefix as u32).rev().chain((prefix as u32..len as u32).rev()).collect();
                self.rows.permute(&order).expect("there is memory");
            }
            _ => return false,
        }
        true
    }

    fn add(&mut self, index: u32, is_on: bool) {
        let new = entity(index, 1);
        let hole = self.rows.hole_of(index).filter(|_| is_on && self.rows.holes() != 0);
        let row = if let Some(hole) = hole {
            self.rows.refill(hole, new);
            hole
        } else if let Some(next) = self.next_row(index, is_on) {
            next
        } else {
            if !is_on || 2 * self.rows.holes() > self.rows.len() {
                self.close_holes();
            }
            self.make_room(index, is_on);
            let appended = self.rows.append(new, is_on);
            self.take_side(appended, is_on)
        };
        self.write(index, row, 1, is_on);
    }

    /// Appends a row in the fast way, if it is possible.
    fn next_row(&self, index: u32, is_on: bool) -> Option<u32> {
        if !is_on || self.rows.holes() != 0 {
            return None;
        }
        drop(self.rows.next_row::<false>(index)); // nothing has changed
        let next = self.rows.next_row::<false>(index).map(|next| next.append(entity(index, 1)));
        next.or_else(|| self.rows.next_row::<true>(index).map(|next| next.append(entity(index, 1))))
    }

    fn remove(&mut self, index: u32) {
        let live = self.live[index as usize].take().expect("it was asked");
        let row = self.row(index);
        if self.must_wait() {
            self.rows.kill(index);
            self.dead.push(row);
        } else if self.rows.leave_at_once(entity(index, live.stamp)).is_none() {
            self.rows.leave(row, index);
        }
    }

    fn close_holes(&self) {
        if self.rows.holes() != 0 {
            self.rows.close_holes();
        }
    }

    /// Does what waits until rows may move.
    fn sync(&mut self) {
        self.rows.merge().expect("there is memory");
        self.dead.sort_unstable();
        self.rows.close(self.dead.drain(..).rev());
        self.is_switched = false;
        self.take_sides();
    }

    fn take_sides(&self) {
        for (index, live) in (0..).zip(&self.live) {
            if let Some(live) = live {
                match live.is_on {
                    true => _ = self.rows.enable(self.row(index)),
                    false => self.rows.disable(self.row(index)),
                }
            }
        }
    }

    /// Asserts that the rows are those of the model, and that what the table says of each state holds.
    fn check(&self) {
        for (index, live) in (0..).zip(&self.live) {
            let Some(live) = live else {
                assert_eq!(self.rows.row_of(index), None);
                assert!((1..5).all(|stamp| self.rows.find(entity(index, stamp)).is_none()));
                continue;
            };
            let (of, row) = (entity(index, live.stamp), self.row(index));
            assert_eq!(
                (self.rows.find(of), self.rows.find(entity(index, live.stamp + 1))),
                (Some(row), None)
            );
            assert_eq!((self.rows.owner(row), self.rows.entity_of(row)), (index, Some(of)));
            assert!(self.rows.entity_near(row).is_none_or(|near| near == of));
            for (place, size) in self.parts(row) {
                // SAFETY: the row has a value, whose bytes are initialized.
                let value = unsafe { core::slice::from_raw_parts(place, size) };
                assert!(value.iter().all(|&byte| byte == live.value), "{value:?} of {index}");
            }
            let (first, _) = self.parts(row).next().expect("there is an array");
            assert_eq!(self.rows.row_at(first.addr(), self.layouts[0]), Some(row));
            let state = self.state(row);
            assert_eq!(self.rows.main_row_of(index).is_none(), state == Spilled);
            assert!(self.is_switched || state == Spilled || (state == Enabled) == live.is_on, "{state:?}");
        }
        let states = self.states();
        let count = |state| states.iter().filter(|&&of| of == state).count();
        assert_eq!(count(Hole), self.rows.holes());
        assert_eq!(count(Dead), self.dead.len());
        assert_eq!(states.len() - count(Hole) - count(Dead), self.live.iter().flatten().count());
        if count(Hole) != 0 {
            assert!(states.iter().all(|state| matches!(state, Enabled | Hole)) && !self.must_wait());
        }
        let main = self.rows.main_rows();
        assert!((0..states.len()).all(|row| states[row] != Spilled || row >= main));
        let mut live = Vec::new();
        self.rows.for_each_live(|row, owner| live.push((owner, row)));
        assert!(
            live.iter().all(|&(owner, row)| self.row(owner) == row) && live.is_sorted_by_key(|&(_, row)| row)
        );
    }

    fn after(layouts: &'static [Layout], calls: &[Call]) -> Self {
        let mut machine = Self::new(layouts, 0);
        for &call in calls {
            assert!(machine.call(call), "{call:?} is possible");
            machine.check();
        }
        machine
    }
}

/// Makes calls, and asserts the states of all rows before the last one and after it.
fn leads(calls: &[Call], from: &[StateOfRow], to: &[StateOfRow]) {
    let (last, before) = calls.split_last().expect("there is a call");
    for layouts in [ONE, SPLIT, NO_BYTES] {
        let mut machine = Machine::after(layouts, before);
        assert_eq!(machine.states(), from, "before {calls:?}");
        assert!(machine.call(*last));
        machine.check();
        assert_eq!(machine.states(), to, "after {calls:?}");
    }
}

#[test]
fn each_transition_of_the_table() {
    use Call::{Add, AddOff, Bump, Hold, Remove, Replace, Reverse, Switch};
    // From closed, with room and without, enabled and not.
    leads(&[Add(0)], &[], &[Enabled]);
    leads(&[Add(0), Add(1)], &[Enabled], &[Enabled, Enabled]);
    leads(&[AddOff(0)], &[], &[Disabled]);
    leads(&[AddOff(0), Add(1)], &[Disabled], &[Enabled, Disabled]);
    leads(&[Add(0), Hold, Add(1)], &[Enabled], &[Enabled, Spilled]);
    leads(&[Add(0), Hold, Replace(0)], &[Enabled], &[Dead, Spilled]);
    // From a live row to a live one.
    leads(&[Add(0), Add(1), Switch(0)], &[Enabled; 2], &[Enabled, Disabled]);
    leads(&[AddOff(0), Add(1), Switch(0)], &[Enabled, Disabled], &[Enabled, Enabled]);
    leads(&[Add(0), Bump(0)], &[Enabled], &[Enabled]);
    leads(&[Add(0), Hold, Add(1), Hold], &[Enabled, Spilled], &[Enabled, Enabled]);
    leads(
        &[Add(0), Add(1), AddOff(2), Reverse],
        &[Enabled, Enabled, Disabled],
        &[Enabled, Enabled, Disabled],
    );
    // To a hole, and from it.
    leads(&[Add(0), Add(1), Remove(0)], &[Enabled; 2], &[Hole, Enabled]);
    leads(&[Add(0), Add(1), Remove(0), Add(0)], &[Hole, Enabled], &[Enabled, Enabled]);
    leads(&[Add(0), Add(1), Remove(0), Hold], &[Hole, Enabled], &[Enabled]);
    // To a closed row at once, where some are disabled, and by way of a dead one.
    leads(&[AddOff(0), Add(1), Remove(1)], &[Enabled, Disabled], &[Disabled]);
    leads(&[Add(0), Add(1), Hold, Remove(0)], &[Enabled; 2], &[Dead, Enabled]);
    leads(&[Add(0), Hold, Add(1), Remove(1)], &[Enabled, Spilled], &[Enabled, Dead]);
    leads(&[Add(0), Add(1), Hold, Remove(0), Hold], &[Dead, Enabled], &[Enabled]);
    leads(&[Add(0), Hold, Replace(0), Hold], &[Dead, Spilled], &[Enabled]);
}

#[test]
fn many_rows_are_appended_at_once_or_not_at_all() {
    let (mut entities, machine) = (Entities::new(1), Machine::new(ONE, 0));
    let new: Vec<_> = (0..3).map(|_| entities.spawn().expect("there are ids")).collect();
    let append = || machine.rows.append_all(entities.batch(&new).expect("they are new"));
    assert_eq!(append(), None, "there is no room");
    assert_eq!(machine.states(), []);
    machine.rows.reserve(3).expect("there is memory");
    assert_eq!(append(), Some(0));
    assert_eq!(machine.states(), [Enabled; 3]);
    assert!((0..3).all(|row| machine.rows.find(new[row as usize]) == Some(row)));
}

#[test]
fn all_rows_are_taken_at_the_end() {
    let machine = Machine::after(ONE, &[Call::Add(0), Call::AddOff(1)]);
    let values: Block = machine.rows.take_all();
    assert_eq!((values.len(), machine.states().len()), (2, 0));
    assert_eq!((machine.rows.row_of(0), machine.state(0)), (None, Closed));
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "a tag is stored as any other type there")]
fn each_number_stays_a_row_of_a_tag() {
    let rows = RowStore::new(NO_BYTES, true, 0, None);
    rows.reserve(1).expect("a tag needs no memory");
    assert_eq!(rows.main_rows(), usize::MAX);
    assert!(rows.row_at(rows.place(0, NO_BYTES[0], u32::MAX).addr(), NO_BYTES[0]) == Some(u32::MAX));
}

/// Follows all sequences of further calls, up to a length.
fn explore(
    layouts: &'static [Layout],
    new_flags: u8,
    calls: &mut Vec<Call>,
    length: usize,
    seen: &mut usize,
) {
    if calls.len() == length {
        return;
    }
    for call in CALLS {
        let mut machine = Machine::new(layouts, new_flags);
        calls.iter().for_each(|&call| assert!(machine.call(call)));
        if machine.call(call) {
            calls.push(call);
            machine.check();
            *seen += 1;
            explore(layouts, new_flags, calls, length, seen);
            calls.pop();
        }
    }
}

#[test]
fn all_sequences_of_calls_up_to_a_length() {
    let length = if cfg!(miri) { 3 } else { 5 };
    for (layouts, new_flags) in [(ONE, 0), (SPLIT, 4), (NO_BYTES, 0)] {
        let mut seen = 0;
        explore(layouts, new_flags, &mut Vec::new(), length, &mut seen);
        assert!(seen > if cfg!(miri) { 100 } else { 5_000 }, "{seen} sequences");
    }
}

#[test]
#[cfg_attr(any(miri, not(target_pointer_width = "64")), ignore = "asks for more memory than there is")]
fn where_there_is_no_memory_nothing_changes() {
    // The second array finds no memory, once the first has some.
    const HUGE: &[Layout] = &[Layout::new::<u32>(), Layout::new::<[u8; isize::MAX as usize / 8]>()];
    let rows = RowStore::new(HUGE, false, 0, None);
    for may_move in [true, false] {
        assert!(rows.make_room(0, may_move, false).is_err() && rows.reserve(1).is_err());
        assert_eq!((rows.len(), rows.main_rows(), rows.row_of(0)), (0, 0, None));
        assert!(rows.next_row::<false>(0).is_none() && rows.next_row::<true>(0).is_none());
    }
}
