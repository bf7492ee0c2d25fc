//! [`differences`]: where two values differ.

use core::fmt::{self, Display, Write};

use super::show::{shown, shown_apart, shown_name};
use super::value::{Part, PlainValue, behind};

/// So many characters are shown of a value, and of a name or a key in a path.
const MOST: usize = 60;

/// A part in which two values differ. Displays as `pos.1 3.0 | 3.1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValueDifference {
    /// The fields that lead to it: `pos.1`, `items[3].name`, `by_name["key"]`. Empty for the whole value.
    pub(crate) path: String,
    pub(crate) ours: String,
    pub(crate) theirs: String,
}

impl Display for ValueDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let space = if self.path.is_empty() { "" } else { " " };
        write!(f, "{}{space}{} | {}", self.path, self.ours, self.theirs)
    }
}

/// Finds where two values differ, to the bit: at most so many places. Entries of maps are compared by their
/// keys, and what only one of both has is `nothing` on the other side.
pub(crate) fn differences(ours: &PlainValue, theirs: &PlainValue, most: usize) -> Vec<ValueDifference> {
    let mut walk = Walk { ours: &ours.0, theirs: &theirs.0, most, path: String::new(), found: Vec::new() };
    if ours != theirs {
        // `None` only says that there is no room for more.
        let _ = walk.compare(0, 0);
    }
    walk.found
}

struct Walk<'p> {
    ours: &'p [Part],
    theirs: &'p [Part],
    most: usize,
    /// Leads to the values that are being compared.
    path: String,
    found: Vec<ValueDifference>,
}

/// What leads from a value to a part of it.
enum PathStep<'p> {
    Name(&'p str),
    /// A part of a tuple.
    Field(u64),
    /// A part of a sequence.
    Place(u64),
    Key(&'p [Part]),
}

impl<'p> Walk<'p> {
    /// Compares two values by their places; returns the places behind them, `None` to stop.
    fn compare(&mut self, ours: usize, theirs: usize) -> Option<(usize, usize)> {
        let inside = (ours + 1, theirs + 1);
        match (&self.ours[ours], &self.theirs[theirs]) {
            (Part::Some, Part::Some) => self.compare(inside.0, inside.1),
            (Part::Variant(name), Part::Variant(their_name)) if name == their_name => {
                self.compare_at(&PathStep::Name(name), inside.0, inside.1)
            }
            (Part::Seq(len), Part::Seq(their_len)) => self.lists(PathStep::Place, inside, (*len, *their_len)),
            (Part::Tuple(len), Part::Tuple(their_len)) => {
                self.lists(PathStep::Field, inside, (*len, *their_len))
            }
            (Part::Map(len), Part::Map(their_len)) => self.maps(inside, (*len, *their_len)),
            (part, their_part) if part == their_part => Some(inside),
            _ => {
                self.differ(Some(ours), Some(theirs))?;
                Some((behind(self.ours, ours), behind(self.theirs, theirs)))
            }
        }
    }

    /// Compares two parts to which a step leads.
    fn compare_at(&mut self, step: &PathStep<'_>, ours: usize, theirs: usize) -> Option<(usize, usize)> {
        let ends = (behind(self.ours, ours), behind(self.theirs, theirs));
        if self.ours[ours..ends.0] == self.theirs[theirs..ends.1] {
            return Some(ends);
        }
        self.step(step, |walk| walk.compare(ours, theirs))
    }

    /// Compares the parts of two lists.
    fn lists(
        &mut self,
        step: fn(u64) -> PathStep<'p>,
        (mut ours, mut theirs): (usize, usize),
        (len, their_len): (u64, u64),
    ) -> Option<(usize, usize)> {
        let both = len.min(their_len);
        for place in 0..both {
            (ours, theirs) = self.compare_at(&step(place), ours, theirs)?;
        }
        for place in both..len {
            self.step(&step(place), |walk| walk.differ(Some(ours), None))?;
            ours = behind(self.ours, ours);
        }
        for place in both..their_len {
            self.step(&step(place), |walk| walk.differ(None, Some(theirs)))?;
            theirs = behind(self.theirs, theirs);
        }
        Some((ours, theirs))
    }

    /// Compares the entries of two maps.
    fn maps(
        &mut self,
        (ours, theirs): (usize, usize),
        (len, their_len): (u64, u64),
    ) -> Option<(usize, usize)> {
        let (mut entries, end) = entries(self.ours, ours, len);
        let (mut their_entries, their_end) = self::entries(self.theirs, theirs, their_len);
        let key = |entry: &MapEntry<'p>| entry.key;
        // Fields stay in their order.
        if !entries.iter().map(key).eq(their_entries.iter().map(key)) {
            entries.sort_by_key(key);
            their_entries.sort_by_key(key);
        }
        let (mut entries, mut their_entries) = (entries.iter().peekable(), their_entries.iter().peekable());
        loop {
            let first =
                [entries.peek(), their_entries.peek()].into_iter().flatten().map(|entry| entry.key).min();
            let Some(first) = first else { return Some((end, their_end)) };
            let entry = entries.next_if(|entry| entry.key == first).map(|entry| entry.value);
            let their_entry = their_entries.next_if(|entry| entry.key == first).map(|entry| entry.value);
            let step = PathStep::Key(first);
            match (entry, their_entry) {
                (Some(value), Some(their_value)) => {
                    self.compare_at(&step, value, their_value)?;
                }
                (value, their_value) => self.step(&step, |walk| walk.differ(value, their_value))?,
            }
        }
    }

    /// Adds a difference; `None` if there is no room for it.
    fn differ(&mut self, ours: Option<usize>, theirs: Option<usize>) -> Option<()> {
        if self.found.len() >= self.most {
            return None;
        }
        let show = |parts, at: Option<usize>| at.map_or("nothing".to_owned(), |at| shown(parts, at, MOST));
        let mut texts = [show(self.ours, ours), show(self.theirs, theirs)];
        if let (Some(ours), Some(theirs)) = (ours, theirs)
            && texts[0] == texts[1]
        {
            texts = shown_apart(&self.ours[ours], &self.theirs[theirs], MOST);
        }
        let [ours, theirs] = texts;
        self.found.push(ValueDifference { path: self.path.clone(), ours, theirs });
        Some(())
    }

    /// Runs a function while the path leads to a part of this one.
    fn step<R>(&mut self, step: &PathStep<'_>, f: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.path.len();
        let dot = if before == 0 { "" } else { "." };
        let _ = match step {
            PathStep::Name(name) => write!(self.path, "{dot}{}", shown_name(name, MOST)),
            PathStep::Key([Part::Name(name)]) => write!(self.path, "{dot}{}", shown_name(name, MOST)),
            PathStep::Field(place) => write!(self.path, "{dot}{place}"),
            PathStep::Place(place) => write!(self.path, "[{place}]"),
            PathStep::Key(key) => write!(self.path, "[{}]", shown(key, 0, MOST)),
        };
        let result = f(self);
        self.path.truncate(before);
        result
    }
}

/// An entry of a map.
struct MapEntry<'p> {
    key: &'p [Part],
    /// Where the value is.
    value: usize,
}

/// So many entries from a place on, and the place behind them.
fn entries(parts: &[Part], mut at: usize, len: u64) -> (Vec<MapEntry<'_>>, usize) {
    let mut entries = Vec::new();
    for _ in 0..len {
        let value = behind(parts, at);
        entries.push(MapEntry { key: &parts[at..value], value });
        at = behind(parts, value);
    }
    (entries, at)
}
