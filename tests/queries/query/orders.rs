//! Stores whose orders have little in common: who belongs together meets, however the rows lie and move.

use ecs_core::{Component, Entity, query};

use crate::support::Random;

#[derive(Component)]
struct Left {
    id: u64,
    /// How many rights it has met as their sibling.
    met: u64,
}

#[derive(Component)]
struct Right {
    id: u64,
    visits: u64,
}

impl Left {
    fn update(&mut self, right: &mut Right) {
        assert_eq!(self.id, right.id, "the sibling of another entity");
        self.met += 1;
        right.visits += 1;
    }
}

#[derive(Component)]
// Miri sees threads in `passes::parallel`.
#[cfg_attr(not(miri), component(parallel))]
struct Helped {
    id: u64,
}

impl Helped {
    fn update(&mut self, right: &mut Right) {
        assert_eq!(self.id, right.id, "the sibling of another entity");
        right.visits += 1;
    }
}

/// An entity, its number, and which of the three it has.
struct Known {
    entity: Entity,
    id: u64,
    has: [bool; 3],
    is_enabled: bool,
}

impl Known {
    fn set(&mut self, which: usize, on: bool) {
        let Self { entity, id, .. } = *self;
        match (which, on) {
            (0, true) => drop(entity.insert(Left { id, met: 0 })),
            (1, true) => drop(entity.insert(Right { id, visits: 0 })),
            (_, true) => drop(entity.insert(Helped { id })),
            (0, false) => drop(entity.kill::<Left>()),
            (1, false) => drop(entity.kill::<Right>()),
            (_, false) => drop(entity.kill::<Helped>()),
        }
        self.has[which] = on;
    }
}

/// Changes something, seldom much.
fn change(all: &mut Vec<Known>, random: &mut Random, next: &mut u64) {
    let count = all.len();
    match random.below(if count < 60 { 4 } else { 12 }) {
        0..4 => {
            let entity = Entity::spawn();
            let mut known = Known { entity, id: *next, has: [false; 3], is_enabled: true };
            *next += 1;
            let first = random.below(3);
            for which in (first..first + 3).map(|which| which % 3).filter(|_| random.below(4) != 0) {
                known.set(which, true);
            }
            all.push(known);
        }
        4..6 => drop(all.swap_remove(random.below(count)).entity.despawn()),
        6..9 => {
            let (which, on) = (random.below(3), random.below(3) != 0);
            all[random.below(count)].set(which, on);
        }
        9 => Right::sort_by_key(|right| right.id.wrapping_mul(0x9e37_79b9_7f4a_7c15 + *next)),
        _ => {
            let known = &mut all[random.below(count)];
            known.is_enabled = !known.is_enabled;
            known.entity.set_enabled(known.is_enabled);
        }
    }
}

fn visit_all(expected: &[u64]) {
    let check = |mut seen: Vec<u64>, way: &str| {
        seen.sort_unstable();
        assert_eq!(seen, expected, "by {way}");
    };
    let mut seen = Vec::new();
    let meet = |left: &Left, right: &mut Right| {
        assert_eq!(left.id, right.id, "what belongs to another entity");
        right.visits += 1;
        left.id
    };
    query::<(&Left, &mut Right)>().each(|(left, right)| seen.push(meet(left, right)));
    check(seen, "each");
    let mut seen = Vec::new();
    for (right, left) in &mut query::<(&mut Right, &Left)>() {
        seen.push(meet(left, right));
    }
    check(seen, "for");
    let mut seen = Vec::new();
    query::<(Entity, &mut Right, &Left)>().iter_mut().for_each(|(entity, right, left)| {
        assert_eq!(entity.borrow::<Left>().id, left.id);
        seen.push(meet(left, right));
    });
    check(seen, "for_each, with the entity");
    check(query::<(&Left, &mut Right)>().iter_mut().map(|(left, right)| meet(left, right)).collect(), "map");
    let mut all = query::<(&Left, &Right)>();
    assert_eq!((all.count(), all.is_empty()), (expected.len(), expected.is_empty()));
    let (least, most) = all.iter().size_hint();
    assert!(least <= expected.len() && expected.len() <= most.expect("there is an end"));
    // What is killed at its turn, or before, is not visited any more.
    let mut left = expected.len();
    all.iter_mut().by_ref().take(expected.len() / 2).for_each(|_| left -= 1);
    assert_eq!(left, expected.len() - expected.len() / 2);
    drop(all);
    if cfg!(miri) {
        return; // Miri sees threads in `queries::par_each`.
    }
    let visits = || query::<&Right>().iter().map(|right| right.visits).sum::<u64>();
    let before = visits();
    query::<(&Left, &mut Right)>().par_each(|(left, right)| {
        meet(left, right);
    });
    assert_eq!(visits() - before, expected.len() as u64, "by par_each");
}

#[test]
fn who_belongs_together_meets_in_any_order_of_the_stores() {
    let (mut random, mut all, mut next) = (Random(7), Vec::<Known>::new(), 0);
    for round in 0..if cfg!(miri) { 6 } else { 400 } {
        for _ in 0..random.below(if round % 3 == 0 { 30 } else { 3 }) {
            change(&mut all, &mut random, &mut next);
        }
        let having = |of: [usize; 2]| {
            let has_both = |known: &&Known| known.is_enabled && of.iter().all(|&which| known.has[which]);
            let mut ids: Vec<u64> = all.iter().filter(has_both).map(|known| known.id).collect();
            ids.sort_unstable();
            ids
        };
        // More than once without a change: where things are is known the second time.
        for _ in 0..1 + random.below(3) {
            visit_all(&having([0, 1]));
            let visits = || query::<&Right>().with_disabled().iter().map(|right| right.visits).sum::<u64>();
            for (update, of) in [(Left::update_all as fn(f32), [0, 1]), (Helped::update_all, [2, 1])] {
                let before = visits();
                update(0.1);
                assert_eq!(visits() - before, having(of).len() as u64, "round {round}, {of:?}");
            }
        }
    }
    assert!(all.len() > 30 || cfg!(miri));
    assert!(query::<&Left>().iter().any(|left| left.met > 0));
}

/// What is killed between two rows of a map is left out, and what is borrowed there is met.
#[test]
fn changes_in_the_middle_of_a_map_are_seen() {
    let count = if cfg!(miri) { 40 } else { 1_000 };
    let entities = Entity::spawn_many(count, |id, _| (Left { id: id as u64, met: 0 },));
    let mut order: Vec<usize> = (0..count).collect();
    let mut random = Random(3);
    (1..count).rev().for_each(|place| order.swap(place, random.below(place + 1)));
    for &id in &order {
        entities[id].insert(Right { id: id as u64, visits: 0 });
    }
    // The second visit finds the map, the third follows it.
    (0..3).for_each(|_| query::<(&Left, &mut Right)>().each(|(left, right)| assert_eq!(left.id, right.id)));
    for id in (count / 2 - 10..count / 2).rev() {
        let mut visited = 0;
        query::<(&Left, &mut Right)>().each(|(left, right)| {
            assert_eq!(left.id, right.id);
            visited += 1;
            if visited == id {
                assert!(entities[id + 1].kill::<Right>());
                assert!(!entities[id + 1].kill::<Right>());
            }
        });
        assert_eq!(visited, query::<(&Left, &Right)>().count());
        let mut visited = 0;
        for (left, right) in &mut query::<(&Left, &mut Right)>() {
            assert_eq!(left.id, right.id);
            visited += 1;
            if visited == id {
                entities[id + 1].insert(Right { id: id as u64 + 1, visits: 0 });
                entities[id].set_enabled(false);
            }
        }
        entities[id].set_enabled(true);
    }
    Left::update_all(0.1);
    Left::update_all(0.1);
    assert!(query::<&Left>().iter().all(|left| left.met == 2));
}
