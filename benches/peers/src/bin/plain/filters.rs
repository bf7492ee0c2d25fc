//! Values that are visited by lists of their indices, and with the tick of the last change of each.

use peers::filters::{self, HALF, RARE, Watched};
use peers::sample::{Case, Frame};

struct Numbers {
    pos: Vec<f32>,
    vel: Vec<f32>,
    ids: Vec<usize>,
    hot: Vec<usize>,
    marked: Vec<usize>,
    rare: Vec<usize>,
}

fn add_one(all: &mut [f32], list: &[usize]) {
    list.iter().for_each(|&place| all[place] += 1.0);
}

pub fn filters(count: usize) -> Case {
    let world = Numbers {
        pos: (0..count).map(|n| n as f32).collect(),
        vel: vec![1.0; count],
        ids: (0..count).collect(),
        hot: (0..count).step_by(HALF).collect(),
        marked: (1..count).step_by(HALF).collect(),
        rare: (0..count).step_by(RARE).collect(),
    };
    let one = |all: &mut Numbers| all.pos.iter_mut().for_each(|pos| *pos += 1.0);
    let two = |all: &mut Numbers| all.pos.iter_mut().zip(&all.vel).for_each(|(pos, vel)| *pos += vel);
    let with_id = move |all: &mut Numbers| {
        let rows = all.ids.iter().zip(&mut all.pos);
        rows.for_each(|(&id, pos)| *pos += if id == count / 2 { 2.0 } else { 1.0 });
    };
    let hot = |all: &mut Numbers| add_one(&mut all.pos, &all.hot);
    let marked = |all: &mut Numbers| add_one(&mut all.pos, &all.marked);
    let rare = |all: &mut Numbers| add_one(&mut all.pos, &all.rare);
    let kinds: [Frame<Numbers>; 8] = [
        Box::new(one),
        Box::new(two),
        Box::new(with_id),
        Box::new(one),
        Box::new(hot),
        Box::new(marked),
        Box::new(marked),
        Box::new(rare),
    ];
    filters::filters(count, world, kinds, |all| all.pos.iter().map(|&pos| f64::from(pos)).sum())
}

struct Ticks {
    changed: Vec<u32>,
    now: u32,
    seen: u32,
}

impl Watched for Ticks {
    fn rest(&mut self) {
        self.seen = self.now;
    }

    fn change(&mut self) {
        self.now += 1;
        self.changed.iter_mut().step_by(10).for_each(|tick| *tick = self.now);
    }
}

pub fn unchanged(count: usize) -> Case {
    let look = |all: &mut Ticks| all.changed.iter().filter(|&&tick| tick > all.seen).count();
    filters::unchanged(count, Ticks { changed: vec![1; count], now: 1, seen: 0 }, look)
}
