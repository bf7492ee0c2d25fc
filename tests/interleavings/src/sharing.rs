//! Work that is shared out: each row to one thread, results in the order of the rows, the first panic.

use std::cell::{Cell, RefCell};
use std::panic::resume_unwind;

use shuttle::thread;

use crate::claims::Claims;
use crate::latch::Latch;
use crate::part_results::{Leaves, PartResults};
use crate::sync::{Arc, AtomicUsize, Ordering};
use crate::{in_all_orders, in_many_orders};

/// The rows that a part has visited.
#[derive(Default)]
struct Visited(RefCell<Vec<usize>>);

impl Leaves for Visited {
    fn is_nothing(&self) -> bool {
        self.0.borrow().is_empty()
    }

    fn append(&mut self, other: Self) {
        self.0.get_mut().extend(other.0.into_inner());
    }
}

/// Rows that threads share in parts of these lengths; at some of them they panic. Returns what comes out.
fn share(rows: usize, lengths: &'static [usize], breaking: &'static [usize]) -> Result<Vec<usize>, usize> {
    let shared = Arc::new((Claims::new(rows), PartResults::<Visited>::default()));
    let threads: Vec<_> = lengths
        .iter()
        .map(|&most| {
            let shared = shared.clone();
            thread::spawn(move || {
                let (claims, parts) = &*shared;
                let part = |first: &Cell<usize>, visited: &Visited| {
                    let Some(rows) = claims.claim(most) else { return false };
                    first.set(rows.start);
                    for row in rows {
                        if breaking.contains(&row) {
                            resume_unwind(Box::new(row));
                        }
                        visited.0.borrow_mut().push(row);
                    }
                    true
                };
                while parts.run(0, part) {}
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let (claims, parts) = Arc::into_inner(shared).expect("all threads have ended");
    assert!(!breaking.is_empty() || (claims.left(), claims.rows()) == (0, rows));
    match parts.into_results() {
        (visited, None) => Ok(visited.0.into_inner()),
        (_, Some(panic)) => Err(*panic.downcast().unwrap()),
    }
}

#[test]
fn each_row_is_visited_once_and_what_is_left_is_in_their_order() {
    in_all_orders(|| assert_eq!(share(2, &[1, 1], &[]), Ok(vec![0, 1])));
    in_many_orders(|| assert_eq!(share(9, &[1, 2, 3], &[]), Ok((0..9).collect())));
    in_many_orders(|| assert_eq!(share(5, &[usize::MAX, 1], &[]), Ok((0..5).collect())));
}

/// Rows are claimed in order, and what is claimed runs to its end: so the first one that breaks always does.
#[test]
fn the_panic_of_the_first_row_comes_out() {
    in_all_orders(|| assert_eq!(share(2, &[1, 1], &[0, 1]), Err(0)));
    in_many_orders(|| assert_eq!(share(8, &[1, 2, 1], &[3, 6, 7]), Err(3)));
}

/// Opens a latch to work on the stack, which helpers join in, or come too late for. Returns how often the
/// work ran.
fn open_latch(helpers: usize) -> usize {
    // Not valid any more when the latch is closed: whoever runs the work then is found out.
    let ended = Arc::new(AtomicUsize::new(0));
    let runs = AtomicUsize::new(0);
    let work = || {
        assert_eq!(ended.load(Ordering::Relaxed), 0, "the work is gone");
        runs.fetch_add(1, Ordering::Relaxed);
        assert_eq!(ended.load(Ordering::Relaxed), 0, "the work has gone meanwhile");
    };
    let mut threads = Vec::new();
    Latch::open(&work, |latch| {
        threads.extend((0..helpers).map(|_| {
            let latch = latch.clone();
            thread::spawn(move || latch.help())
        }));
    });
    ended.store(1, Ordering::Relaxed);
    let count = runs.load(Ordering::Relaxed);
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(runs.load(Ordering::Relaxed), count, "somebody came in after the end");
    count
}

#[test]
fn nobody_is_inside_when_the_latch_is_closed() {
    // Not all: the thread that sleeps may be woken for nothing, again and again.
    in_many_orders(|| assert!((1..=2).contains(&open_latch(1))));
    in_many_orders(|| assert!((1..=4).contains(&open_latch(3))));
}
