use super::{CHUNK, Entry, Sparse};
use crate::ids::{Entities, Entity};
use std::collections::HashMap;

/// Writes an entry as a column does: for a new one there is made room, and what was removed is fitted at
/// some time.
fn set(sparse: &Sparse, index: u32, entry: Entry) {
    if entry != Entry::VACANT && !sparse.has_room(index) {
        sparse.make_room(index);
    }
    sparse.set(index, entry);
    if entry == Entry::VACANT {
        sparse.fit_if_due();
    }
}

#[test]
fn behaves_like_a_map_wherever_the_ids_lie() {
    for (spread, bases) in [
        (300, vec![0]),
        (if cfg!(miri) { 2_000 } else { 50_000 }, vec![0]),
        (400, vec![0, 5_000_000, u32::MAX - 401, 70_000]),
    ] {
        let sparse = Sparse::new();
        let mut model: HashMap<u32, Entry> = HashMap::new();
        let mut seed = 11_u64;
        for _ in 0..if cfg!(miri) { 100 } else { 20_000 } {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let index = bases[(seed >> 20) as usize % bases.len()] + (seed >> 33) as u32 % spread;
            if seed >> 62 == 0 {
                model.remove(&index);
                set(&sparse, index, Entry::VACANT);
            } else {
                let entry = Entry::new((seed >> 10) as u32 | 1, model.len() as u32);
                model.insert(index, entry);
                set(&sparse, index, entry);
            }
            assert_eq!(sparse.get(index), model.get(&index).copied().unwrap_or(Entry::VACANT));
        }
        for (&index, &entry) in &model {
            assert_eq!(sparse.get(index), entry);
            let near = index ^ 1;
            assert_eq!(sparse.get(near), model.get(&near).copied().unwrap_or(Entry::VACANT));
        }
    }
}

#[test]
fn batches_come_in_whole_or_not_at_all() {
    let (mut sparse, mut entities) = (Sparse::new(), Entities::new(1));
    let (mut model, mut alive) = (HashMap::new(), Vec::new());
    let mut seed = 3_u64;
    let mut below = |end: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % end
    };
    for step in 0..if cfg!(miri) { 8 } else { 2_000 } {
        if below(50) == 0 {
            (sparse, model) = (Sparse::new(), HashMap::new());
        }
        for _ in 0..below(alive.len() + 1) {
            let entity: Entity = alive.swap_remove(below(alive.len()));
            entities.end(entity, false);
            if model.remove(&entity).is_some() {
                set(&sparse, entity.index(), Entry::VACANT);
            }
        }
        let new: Vec<_> = (0..=below(300)).map(|_| entities.spawn().unwrap()).collect();
        alive.extend(&new);
        // Some of them, so that they lie apart.
        let new = &new[below(new.len())..];
        sparse.reserve(below(2) * new.len());
        let batch = entities.batch(new).expect("they are new");
        if sparse.insert_all(batch, step) {
            model.extend(new.iter().copied().zip(step..));
        }
        for &entity in &alive {
            let row = model.get(&entity).copied();
            let entry = row.map_or(Entry::VACANT, |row| Entry::new(entity.stamp().bits(), row));
            assert_eq!(sparse.get(entity.index()), entry);
        }
        assert_eq!(sparse.taken.get(), model.len());
    }
}

#[test]
fn a_pinned_window_stays_and_stays_true() {
    let sparse = Sparse::new();
    let mut model: HashMap<u32, Entry> = HashMap::new();
    let mut pinned = None;
    let mut seed = 5_u64;
    for step in 0..if cfg!(miri) { 400 } else { 40_000 } {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let index = (seed >> 33) as u32 % (10 + step / 4);
        if seed >> 63 == 0 {
            model.remove(&index);
            set(&sparse, index, Entry::VACANT);
        } else {
            let entry = Entry::new((seed >> 10) as u32 | 1, step);
            model.insert(index, entry);
            set(&sparse, index, entry);
        }
        if step % 16 == 0 {
            pinned = match pinned {
                None => Some(sparse.pin()),
                Some(_) => {
                    sparse.unpin();
                    None
                }
            };
        }
        let expected = model.get(&index).copied().unwrap_or(Entry::VACANT);
        assert_eq!(sparse.get(index), expected);
        // SAFETY: the window is pinned.
        if let Some(entry) = pinned.and_then(|window| unsafe { window.get(index) }) {
            assert_eq!(entry, expected);
        }
    }
}

#[test]
fn the_window_moves_to_where_most_are() {
    let sparse = Sparse::new();
    set(&sparse, 0, Entry::new(1, 0));
    let ids = 3_000_000..if cfg!(miri) { 3_000_300 } else { 3_010_000 };
    for index in ids.clone() {
        set(&sparse, index, Entry::new(1, index));
    }
    assert_eq!(sparse.table.borrow().far.keys().copied().collect::<Vec<_>>(), [0]);
    for index in ids {
        set(&sparse, index, Entry::VACANT);
    }
    assert_eq!(sparse.get(0).stamp(), 1);
    assert!(sparse.bytes() <= 1_300, "{} bytes for one", sparse.bytes());
}

#[test]
fn costs_about_a_kibibyte_a_component_at_most() {
    let sparse = Sparse::new();
    for (count, index) in [4_000_000_000_u32, 7, 2_000_000_000, 1_000, 3_000_000].into_iter().enumerate() {
        set(&sparse, index, Entry::new(1, 0));
        assert!(sparse.bytes() <= 1_300 * (count + 1), "{} bytes for {}", sparse.bytes(), count + 1);
    }
}

#[test]
fn what_is_empty_costs_no_more_than_a_chunk() {
    let sparse = Sparse::new();
    for index in (0..1_000_000).step_by(if cfg!(miri) { 100_000 } else { 500 }) {
        set(&sparse, index, Entry::new(1, 0));
        assert_eq!(sparse.get(index).stamp(), 1);
        set(&sparse, index, Entry::VACANT);
        assert_eq!(sparse.get(index), Entry::VACANT);
        assert!(sparse.bytes() <= CHUNK as usize * size_of::<Entry>());
    }
}

const ENTRY: Entry = Entry::new(1, 7);

fn far(sparse: &Sparse) -> usize {
    sparse.table.borrow().far.len()
}

#[test]
fn descending_ids_seldom_move_the_window() {
    for stride in [1, 48, 63, 64] {
        let sparse = Sparse::new();
        let mut moves = 0;
        for index in (0..if cfg!(miri) { 80 } else { 10_000 }).rev().map(|n| n * stride) {
            let lo = sparse.window.get().lo();
            set(&sparse, index, ENTRY);
            moves += u32::from(sparse.window.get().lo() != lo);
        }
        assert!(moves < 60, "{moves} moves at stride {stride}");
        assert!(far(&sparse) < 5, "{} far at stride {stride}", far(&sparse));
    }
}

#[test]
fn one_far_off_does_not_stretch_the_window() {
    let sparse = Sparse::new();
    let dense = if cfg!(miri) { 500 } else { 50_000 };
    (0..dense).for_each(|index| set(&sparse, index, ENTRY));
    let before = sparse.bytes();
    set(&sparse, dense * 40, ENTRY);
    assert!(sparse.bytes() < before + 100);
    // Nor does it when the window is fitted anew.
    (0..dense - 300).for_each(|index| set(&sparse, index, Entry::VACANT));
    assert_eq!((far(&sparse), sparse.get(dense * 40)), (1, ENTRY));
}

#[test]
fn when_the_far_ones_go_the_window_follows() {
    let sparse = Sparse::new();
    let count = if cfg!(miri) { 100 } else { 300 };
    (0..count).for_each(|n| set(&sparse, 3_000_000 + n * 1_000, ENTRY));
    (0..count).for_each(|n| set(&sparse, n * 60, ENTRY));
    let left = [0, 60, 3_000_000];
    (0..count).map(|n| 3_000_000 + n * 1_000).chain((0..count).map(|n| n * 60)).for_each(|index| {
        if !left.contains(&index) {
            set(&sparse, index, Entry::VACANT);
        }
    });
    assert!(left.iter().all(|&index| sparse.get(index) == ENTRY));
    assert!(sparse.bytes() <= 3 * 1_300, "{} bytes for three", sparse.bytes());
}

#[test]
fn an_unpinned_window_takes_in_what_is_still_there() {
    let sparse = Sparse::new();
    let few = if cfg!(miri) { 100 } else { 1_000 };
    (0..few).for_each(|index| set(&sparse, index, ENTRY));
    sparse.pin();
    set(&sparse, 100_000_000, ENTRY);
    set(&sparse, 40_000, ENTRY);
    set(&sparse, 40_000, Entry::VACANT);
    (few..3 * few).for_each(|index| set(&sparse, index, ENTRY));
    assert!(far(&sparse) > few as usize);
    sparse.unpin();
    assert_eq!(far(&sparse), 1);
    assert!(sparse.bytes() < 64 * 1_024, "{} bytes", sparse.bytes());
}

#[test]
fn the_last_ids_work() {
    let sparse = Sparse::new();
    let last = u32::MAX - 1;
    [last, 0, last - 1, last - 200].into_iter().for_each(|index| set(&sparse, index, ENTRY));
    [0, last - 1, last].into_iter().for_each(|index| {
        assert_eq!(sparse.get(index), ENTRY);
        set(&sparse, index, Entry::VACANT);
        assert_eq!(sparse.get(index), Entry::VACANT);
    });
    assert_eq!(sparse.get(last - 200), ENTRY);
}
