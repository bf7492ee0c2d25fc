//! [`Remembered`]: counts all, and keeps the last few.

use core::fmt;

/// Things that have happened: their number, and the last `KEPT`. Nothing is allocated before the first.
pub(crate) struct Remembered<T, const KEPT: usize = 16> {
    count: u64,
    /// The place of the oldest is that of the next one.
    last: Vec<T>,
}

super::impls::default_by!([T, const KEPT: usize] Remembered<T, KEPT>, Self { count: 0, last: Vec::new() });

impl<T: Clone, const KEPT: usize> Remembered<T, KEPT> {
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

    /// Those that are kept, in no order.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.last.iter_mut()
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
