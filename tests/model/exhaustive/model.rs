//! The model: which entities live, what they have, what is borrowed, and what has not left yet.

use ecs_core::Borrower;

pub const SLOTS: usize = 3;
const LIVES: usize = 2;
const GUARDS: usize = 3;
pub const KINDS: [Kind; 2] = [Kind::Plain, Kind::Hooked];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Runs no user code when it ends.
    Plain,
    /// Has every kind of end, and an update.
    Hooked,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Act {
    Spawn(usize),
    Despawn(usize),
    Add(usize, Kind),
    Insert(usize, Kind, u8),
    Kill(usize, Kind),
    Remove(usize, Kind),
    Hold { slot: usize, kind: Kind, mutable: bool },
    View { kind: Kind, mutable: bool, keep: bool },
    Release(usize),
    Update,
    Flush,
}

#[derive(PartialEq, Debug)]
pub enum Outcome {
    Yes,
    No,
    Dead,
    Borrowed(Borrower),
    Unsettled(Borrower),
    Value(u8),
    /// The values that a view shows, or the identities that a pass visits, in order of size.
    All(Vec<u8>),
}
pub use Outcome::{All, Borrowed, Dead, No, Unsettled, Value, Yes};

/// What a guard that writes leaves.
pub const WRITTEN: u8 = 2;

#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Model {
    /// How often each entity was spawned.
    pub lives: [usize; SLOTS],
    pub alive: [bool; SLOTS],
    /// The values that have not left yet, in the order in which they came.
    pub rows: Vec<Row>,
    pub held: Vec<Held>,
    pub changes: [Changes; 2],
    pub made: u8,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Row {
    pub id: u8,
    pub slot: usize,
    pub life: usize,
    pub kind: Kind,
    pub value: u8,
    pub live: bool,
    pub owes_shutdown: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Held {
    pub kind: Kind,
    pub mutable: bool,
    pub is_view: bool,
    pub rows: Vec<u8>,
}

/// What has changed since a store was borrowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Changes {
    #[default]
    None,
    /// Whether a view is refused depends on capacities, or on a call that need not be a sync point.
    Perhaps,
    Pending,
}

impl Held {
    fn borrower(&self) -> Borrower {
        match (self.is_view, self.mutable) {
            (false, false) => Borrower::Shared,
            (false, true) => Borrower::Exclusive,
            (true, false) => Borrower::View,
            (true, true) => Borrower::ViewMut,
        }
    }
}

impl Model {
    pub fn slot(&self, slot: usize, kind: Kind) -> Option<&Row> {
        self.rows.iter().find(|row| row.live && (row.slot, row.kind) == (slot, kind))
    }

    pub fn live(&self, kind: Kind) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.live && row.kind == kind)
    }

    /// What keeps a row from being borrowed.
    pub fn borrowers(&self, id: u8, to_share: bool) -> Vec<Borrower> {
        let held = self.held.iter().filter(|held| held.rows.contains(&id) && (held.mutable || !to_share));
        held.map(Held::borrower).collect()
    }

    fn store_borrowers(&self, kind: Kind) -> impl Iterator<Item = &Held> {
        self.held.iter().filter(move |held| held.kind == kind)
    }

    fn is_borrowed(&self, kind: Kind) -> bool {
        self.store_borrowers(kind).next().is_some()
    }

    /// A shared view is refused by an exclusive guard, or by changes; any other by any guard.
    fn refusals(&self, kind: Kind, mutable: bool) -> Vec<Outcome> {
        let held = || self.store_borrowers(kind).map(Held::borrower);
        let changes = self.changes[kind as usize];
        let is_conflict = self.store_borrowers(kind).any(|held| mutable || held.mutable);
        let borrowed = held().filter(|_| is_conflict).map(Borrowed);
        borrowed.chain(held().filter(|_| changes != Changes::None).map(Unsettled)).collect()
    }

    fn may_spawn(&self, slot: usize) -> bool {
        !self.alive[slot] && self.lives[slot] < LIVES
    }

    pub fn acts(&self) -> Vec<Act> {
        // The entities that were never spawned are all alike.
        let unborn = self.lives.iter().position(|&lives| lives == 0).unwrap_or(SLOTS - 1);
        let mut acts = vec![Act::Update, Act::Flush];
        acts.extend((0..SLOTS).find(|&slot| self.may_spawn(slot)).map(Act::Spawn));
        acts.extend((0..self.held.len()).map(Act::Release));
        let is_room = self.held.len() < GUARDS;
        for slot in 0..=unborn {
            acts.push(Act::Despawn(slot));
            for kind in KINDS {
                let is_one = self.slot(slot, kind).is_some_and(|row| row.value == 1);
                acts.extend([Act::Add(slot, kind), Act::Insert(slot, kind, u8::from(!is_one))]);
                acts.extend([Act::Kill(slot, kind), Act::Remove(slot, kind)]);
                let holds = [false, true].map(|mutable| Act::Hold { slot, kind, mutable });
                acts.extend(holds.into_iter().filter(|_| is_room));
            }
        }
        for (kind, mutable) in KINDS.into_iter().flat_map(|kind| [(kind, false), (kind, true)]) {
            // Kept only where it is certain that it is borrowed, and not of nothing.
            let is_sure = !self.is_borrowed(kind) || self.refusals(kind, mutable).is_empty();
            let keep = is_room && is_sure && self.live(kind).next().is_some();
            acts.push(Act::View { kind, mutable, keep });
        }
        acts
    }

    /// Makes a call, and says which outcomes are lawful.
    pub fn act(&mut self, act: Act) -> Vec<Outcome> {
        match act {
            Act::Spawn(slot) => {
                (self.alive[slot], self.lives[slot]) = (true, self.lives[slot] + 1);
                self.decay();
            }
            Act::Despawn(slot) if self.alive[slot] => {
                self.alive[slot] = false;
                KINDS.into_iter().for_each(|kind| self.end(slot, kind));
                self.flush();
            }
            Act::Add(slot, _) | Act::Insert(slot, ..) if !self.alive[slot] => {
                self.decay();
                return vec![Dead];
            }
            Act::Add(slot, kind) if self.slot(slot, kind).is_some() => self.decay(),
            Act::Add(slot, kind) => self.place(slot, kind, 0),
            Act::Insert(slot, kind, value) => {
                let before = self.changes;
                let is_borrowed =
                    self.slot(slot, kind).is_some_and(|row| !self.borrowers(row.id, false).is_empty());
                self.end(slot, kind);
                if !is_borrowed {
                    // The value is replaced in its row.
                    self.changes = before;
                }
                self.place(slot, kind, value);
            }
            Act::Kill(slot, kind) if self.slot(slot, kind).is_some() => {
                self.end(slot, kind);
                self.flush();
            }
            Act::Remove(slot, kind) if self.slot(slot, kind).is_some() => {
                let Row { id, value, .. } = *self.slot(slot, kind).expect("asked above");
                let borrowers = self.borrowers(id, false);
                if !borrowers.is_empty() {
                    self.decay();
                    return borrowers.into_iter().map(Borrowed).collect();
                }
                self.end(slot, kind);
                self.rows.retain(|row| row.id != id);
                self.flush();
                return vec![Value(value)];
            }
            Act::Despawn(_) | Act::Kill(..) | Act::Remove(..) => {
                self.decay();
                return vec![No];
            }
            Act::Hold { slot, kind, mutable } => {
                let expected = self.borrow(slot, kind, mutable);
                if let [Value(_)] = expected[..] {
                    let id = self.slot(slot, kind).expect("it is borrowed").id;
                    self.hold(Held { kind, mutable, is_view: false, rows: vec![id] });
                }
                return expected;
            }
            Act::View { kind, mutable, keep } => return self.view(kind, mutable, keep),
            Act::Release(which) => drop(self.held.remove(which)),
            Act::Update if self.is_borrowed(Kind::Hooked) => {
                self.decay();
                return self.store_borrowers(Kind::Hooked).map(|held| Borrowed(held.borrower())).collect();
            }
            Act::Update => {
                self.flush();
                return vec![All(self.live(Kind::Hooked).map(|row| row.id).collect())];
            }
            Act::Flush => self.flush(),
        }
        vec![Yes]
    }

    pub fn borrow(&self, slot: usize, kind: Kind, mutable: bool) -> Vec<Outcome> {
        let Some(row) = self.slot(slot, kind) else { return vec![Dead] };
        let borrowers = self.borrowers(row.id, !mutable);
        if borrowers.is_empty() {
            vec![Value(row.value)]
        } else {
            borrowers.into_iter().map(Borrowed).collect()
        }
    }

    fn view(&mut self, kind: Kind, mutable: bool, keep: bool) -> Vec<Outcome> {
        let mut values: Vec<_> = self.live(kind).map(|row| row.value).collect();
        values.sort_unstable();
        let mut expected = if self.is_borrowed(kind) { self.refusals(kind, mutable) } else { Vec::new() };
        let is_conflict = expected.iter().any(|refusal| matches!(refusal, Borrowed(_)));
        if !is_conflict && (expected.is_empty() || self.changes[kind as usize] == Changes::Perhaps) {
            expected.push(All(values));
        }
        self.settle_store(kind);
        self.decay();
        if keep {
            let rows = self.live(kind).map(|row| row.id).collect();
            self.hold(Held { kind, mutable, is_view: true, rows });
        }
        expected
    }

    fn hold(&mut self, held: Held) {
        let written = self.rows.iter_mut().filter(|row| held.mutable && held.rows.contains(&row.id));
        written.for_each(|row| row.value = WRITTEN);
        self.held.push(held);
    }

    fn place(&mut self, slot: usize, kind: Kind, value: u8) {
        let (id, life) = (self.made, self.lives[slot]);
        self.rows.push(Row { id, slot, life, kind, value, live: true, owes_shutdown: false });
        self.made += 1;
        let changes = &mut self.changes[kind as usize];
        if *changes == Changes::None {
            *changes = Changes::Perhaps;
        }
        self.flush();
    }

    fn end(&mut self, slot: usize, kind: Kind) {
        let Some(id) = self.slot(slot, kind).map(|row| row.id) else { return };
        let is_borrowed = !self.borrowers(id, false).is_empty();
        let row = self.rows.iter_mut().find(|row| row.id == id).expect("found above");
        (row.live, row.owes_shutdown) = (false, is_borrowed);
        self.changes[kind as usize] = Changes::Pending;
    }

    /// A sync point.
    pub fn flush(&mut self) {
        KINDS.into_iter().for_each(|kind| self.settle_store(kind));
    }

    fn settle_store(&mut self, kind: Kind) {
        if !self.is_borrowed(kind) {
            self.rows.retain(|row| row.live || row.kind != kind);
            self.changes[kind as usize] = Changes::None;
        }
    }

    /// A call that may be a sync point.
    fn decay(&mut self) {
        for kind in KINDS {
            if !self.is_borrowed(kind) && self.changes[kind as usize] == Changes::Pending {
                self.changes[kind as usize] = Changes::Perhaps;
            }
        }
    }

    /// The state without what only shows the way to it.
    pub fn key(&self) -> Self {
        let mut key = self.clone();
        key.made = 0;
        let place = |id| self.rows.iter().position(|row| row.id == id).expect("what is borrowed stays") as u8;
        key.rows.iter_mut().zip(0..).for_each(|(row, place)| row.id = place);
        key.held.iter_mut().flat_map(|held| &mut held.rows).for_each(|id| *id = place(*id));
        key
    }
}
