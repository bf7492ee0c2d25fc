use super::{Pair, PairRun};

/// Asserts that the runs are true, cover nearly all that could be covered, and are in order.
fn check(pair: &Pair, ours: &[u32], theirs: &[u32], least: usize) {
    let mut end = 0;
    for run in pair.runs.iter() {
        assert!(run.row >= end && run.len > 0, "{run:?} overlaps the one before");
        assert_eq!(ours[run.row..run.end()], theirs[run.other..run.other + run.len], "{run:?}");
        end = run.end();
    }
    let covered: usize = pair.runs.iter().map(|run| run.len).sum();
    assert!(covered >= least, "{covered} of {least} rows: {:?}", pair.runs);
}

fn extend(pair: &mut Pair, ours: &[u32], theirs: &[u32]) {
    pair.extend(ours, theirs, |owner| theirs.iter().position(|&other| other == owner));
}

#[test]
fn finds_runs_wherever_they_lie() {
    let ours: Vec<u32> = (0..1_000).collect();
    for theirs in [
        (0..1_000).collect::<Vec<_>>(),
        (500..1_000).collect(),
        (500..1_000).chain(0..500).collect(),
        (5_000..5_300).chain(300..900).collect(),
    ] {
        let mut pair = Pair::default();
        extend(&mut pair, &ours, &theirs);
        check(&pair, &ours, &theirs, theirs.iter().filter(|&&owner| owner < 1_000).count());
    }
}

#[test]
fn one_component_is_a_run() {
    let mut pair = Pair::default();
    extend(&mut pair, &[7], &[3, 7]);
    assert_eq!(*pair.runs, [PairRun { row: 0, other: 1, len: 1 }]);
}

#[test]
fn what_is_added_later_is_found() {
    let ours: Vec<u32> = (0..1_000).collect();
    let mut pair = Pair::default();
    extend(&mut pair, &ours, &[]);
    let mut theirs: Vec<u32> = (600..1_000).collect();
    extend(&mut pair, &ours, &theirs);
    check(&pair, &ours, &theirs, 400);
    theirs.extend(0..600);
    extend(&mut pair, &ours, &theirs);
    check(&pair, &ours, &theirs, 1_000);
    let ours: Vec<u32> = (0..2_000).collect();
    theirs.extend(1_000..2_000);
    extend(&mut pair, &ours, &theirs);
    check(&pair, &ours, &theirs, 2_000);
}

#[test]
fn what_has_moved_is_forgotten() {
    let mut ours: Vec<u32> = (0..1_000).collect();
    let mut theirs: Vec<u32> = (500..1_000).chain(0..500).collect();
    let mut pair = Pair::default();
    extend(&mut pair, &ours, &theirs);
    ours.swap(800, 900);
    pair.cut(800);
    check(&pair, &ours, &theirs, 800);
    extend(&mut pair, &ours, &theirs);
    check(&pair, &ours, &theirs, 900);
    theirs.swap_remove(10);
    pair.cut_other(10);
    extend(&mut pair, &ours, &theirs);
    check(&pair, &ours, &theirs, 800);
}

#[test]
fn without_order_few_rows_are_looked_at() {
    let rows: u32 = if cfg!(miri) { 5_000 } else { 100_000 };
    let ours: Vec<u32> = (0..rows).collect();
    let theirs: Vec<u32> = ours.iter().map(|owner| owner * 7_919 % rows).collect();
    let mut row_of = vec![0; theirs.len()];
    theirs.iter().enumerate().for_each(|(row, &owner)| row_of[owner as usize] = row);
    let looks = std::cell::Cell::new(0);
    let mut pair = Pair::default();
    pair.extend(&ours, &theirs, |owner| {
        looks.set(looks.get() + 1);
        Some(row_of[owner as usize])
    });
    assert!(looks.get() < 200, "{} rows", looks.get());
    assert!(pair.runs.len() < 2);
}
