//! [`SavedCopy`]: a saved copy of a part of a world; [`Prepared`]: what that part is to become again.

use core::cell::Cell;
use core::convert::Infallible;
use std::rc::Rc;

use super::mark::Mark;
use super::shelf::Shelf;

/// Numbers the copies of one world: none has the number 0.
#[derive(Default)]
pub(crate) struct CopyNumbers(Cell<u64>);

impl CopyNumbers {
    pub(crate) fn next(&self) -> u64 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
}

/// A saved copy. A column that equals it knows its number.
pub(crate) struct SavedCopy<T> {
    copy: u64,
    value: T,
}

impl<T> SavedCopy<T> {
    pub(crate) fn value(&self) -> &T {
        &self.value
    }
}

/// Copies a value, or shares the last copy of it if it has not changed since.
pub(crate) fn copied<T: Clone>(
    value: &T,
    mark: &Mark,
    last: Option<&Rc<SavedCopy<T>>>,
    copies: &CopyNumbers,
    shelf: &mut Shelf<SavedCopy<T>>,
) -> Rc<SavedCopy<T>> {
    if let Some(last) = last.filter(|last| mark.is(last.copy)) {
        return last.clone();
    }
    let copy = copies.next();
    let fill = |copied: &mut SavedCopy<T>| {
        copied.copy = copy;
        copied.value.clone_from(value);
        Ok(())
    };
    let filled: Result<_, Infallible> = shelf.fill(|| Ok(SavedCopy { copy, value: value.clone() }), fill);
    let Ok(filled) = filled;
    mark.set(copy);
    filled
}

/// What a part of a world is to become again. It keeps its memory from one time to the next.
pub(crate) struct Prepared<T> {
    value: Option<T>,
    /// The number of the copy, unless the part equals it already.
    due: Option<u64>,
}

super::impls::default_by!([T] Prepared<T>, Self { value: None, due: None });

impl<T: Clone> Prepared<T> {
    /// Clones the copy, unless the part equals it.
    pub(crate) fn prepare(&mut self, from: &SavedCopy<T>, mark: &Mark) {
        self.due = (!mark.is(from.copy)).then_some(from.copy);
        match (&self.due, &mut self.value) {
            (None, _) => {}
            (Some(_), Some(value)) => value.clone_from(&from.value),
            (Some(_), empty) => *empty = Some(from.value.clone()),
        }
    }

    /// What was prepared, to be swapped with the part, unless that is as it is to be.
    pub(crate) fn due(&mut self) -> Option<&mut T> {
        self.value.as_mut().filter(|_| self.due.is_some())
    }

    /// Notes that the part equals the copy now.
    pub(crate) fn mark(&mut self, mark: &Mark) {
        self.due.take().into_iter().for_each(|copy| mark.set(copy));
    }
}
