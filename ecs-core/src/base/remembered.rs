//! [`Remembered`]: counts all, and keeps the last few.

use core::fmt;

/// So many of the last ones are kept.
const KEPT: usize = 16;

/// Things that have happened: how many, and the last of them. Nothing is allocated before the first.
pub(crate) struct Remembered<T> {
    count: u64,
    /// The place of the oldest is that of the next one.
    last: Vec<T>,
}

super::impls::default_by!([T] Remembered<T>, Self { count: 0, last: Vec::new() });

impl<T: Clone> Remembered<T> {
    pub(crate) fn note(&mut self, new: T) {
        if self.last.len() < KEPT {
            self.last.push(new);
        } else {
            let oldest = self.oldest();
            self.last[oldest] = new;
        }
        self.count += 1;
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Those that are kept, the oldest first.
    pub(crate) fn in_order(&self) -> Vec<T> {
        let mut last = self.last.clone();
        last.rotate_left(self.oldest());
        last
    }

    fn oldest(&self) -> usize {
        if self.last.len() < KEPT { 0 } else { (self.count % KEPT as u64) as usize }
    }
}

/// Writes how many things have happened, by what one and several of them are called, and a line for each that
/// is kept.
pub(crate) fn write_list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    (count, last): (u64, &[T]),
    one: &str,
    several: &str,
) -> fmt::Result {
    match count {
        0 => return write!(f, "no {several}"),
        1 => write!(f, "1 {one}")?,
        _ => write!(f, "{count} {several}")?,
    }
    if count > last.len() as u64 {
        write!(f, ", the last {}", last.len())?;
    }
    f.write_str(":")?;
    last.iter().try_for_each(|item| write!(f, "\n  {item}"))
}
