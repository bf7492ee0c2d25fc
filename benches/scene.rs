//! Components that inherit: frames in which all, few or none have moved, over trees, a chain and a star, and
//! frames in which entities get other parents. Compared with loops over plain rows, parents first.

mod common;

use std::marker::PhantomData;
use std::mem::take;
use std::ops::Mul;
use std::sync::Arc;
use std::time::Duration;

use common::{DT, Random, group, shuffled, sizes};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use ecs_core::{Component, Entity, PerEntity, Viewable, World, update_all};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A turn and a place in space: the three rows of a matrix of which the fourth is always the same.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Affine([[f32; 4]; 3]);

impl Affine {
    /// Where a node begins, seen from its parent. It is turned a little: a chain goes round in circles.
    fn of(node: usize) -> Self {
        let (sin, cos) = 0.01_f32.sin_cos();
        Self([[cos, -sin, 0.0, 0.1], [sin, cos, 0.0, (node % 7) as f32 * 0.01], [0.0, 0.0, 1.0, 0.05]])
    }

    fn step(&mut self) {
        self.0[1][3] += 1.0;
    }
}

impl Mul for Affine {
    type Output = Self;

    fn mul(self, Self([x, y, z]): Self) -> Self {
        Self(self.0.map(|[a, b, c, d]| {
            let mut row = [0, 1, 2, 3].map(|column| a * x[column] + b * y[column] + c * z[column]);
            row[3] += d;
            row
        }))
    }
}

/// The parent of a node: one with a lower number, so parents come first.
type Shape = fn(usize) -> Option<usize>;

/// Eight trees with eight children a node, level by level.
const ROOTS: usize = 8;
const TREES: Shape = |node| node.checked_sub(ROOTS).map(|node| node / 8);
/// Each node is the only child of the one before.
const CHAIN: Shape = |node| node.checked_sub(1);
/// All others are children of the first node.
const STAR: Shape = |node| (node > 0).then_some(0);

/// The same nodes as entities, or as plain rows.
trait Scene {
    fn new(count: usize, shape: Shape) -> Self;
    /// Moves all nodes, seen from their parents.
    fn step_all(&mut self);
    fn step(&mut self, node: usize);
    /// Brings all world places up to date.
    fn propagate(&mut self);
    fn world(&self, node: usize) -> Affine;
}

/// A scene whose nodes get other parents.
trait Changing: Scene {
    /// Makes a node without children a child of another one.
    fn attach(&mut self, node: usize, parent: usize);
    /// Ends a node without children, and makes another one instead, below another one.
    fn replace(&mut self, node: usize, parent: usize);
}

// ---- entities ----

trait Placed: PerEntity + Viewable {
    fn new(local: Affine) -> Self;
    fn local(&mut self) -> &mut Affine;
    fn world(&self) -> Affine;
}

macro_rules! transform {
    ($name:ident, $($key:tt)*) => {
        #[derive(Component)]
        #[component($($key)*)]
        struct $name {
            local: Affine,
            world: Affine,
        }

        impl $name {
            fn inherit(&mut self, parent: Option<&Self>) {
                self.world = parent.map_or(self.local, |parent| parent.world * self.local);
            }
        }

        impl Placed for $name {
            fn new(local: Affine) -> Self {
                Self { local, world: local }
            }

            fn local(&mut self) -> &mut Affine {
                &mut self.local
            }

            fn world(&self) -> Affine {
                self.world
            }
        }
    };
}

transform!(Transform, inherits);
transform!(SharedTransform, inherits, parallel(inherit));

/// Entities of the current world.
struct Nodes<T> {
    ids: Vec<Entity>,
    transform: PhantomData<T>,
}

impl<T: Placed> Scene for Nodes<T> {
    fn new(count: usize, shape: Shape) -> Self {
        let ids: Vec<_> = (0..count).map(|node| Entity::spawn().with(T::new(Affine::of(node)))).collect();
        for (node, id) in ids.iter().enumerate() {
            if let Some(parent) = shape(node) {
                id.child_of(ids[parent]);
            }
        }
        Self { ids, transform: PhantomData }
    }

    fn step_all(&mut self) {
        T::view_mut().iter_mut().for_each(|transform| transform.local().step());
    }

    fn step(&mut self, node: usize) {
        self.ids[node].borrow_mut::<T>().local().step();
    }

    fn propagate(&mut self) {
        update_all(DT);
    }

    fn world(&self, node: usize) -> Affine {
        self.ids[node].borrow::<T>().world()
    }
}

impl<T: Placed> Changing for Nodes<T> {
    fn attach(&mut self, node: usize, parent: usize) {
        self.ids[node].child_of(self.ids[parent]);
    }

    fn replace(&mut self, node: usize, parent: usize) {
        self.ids[node].despawn();
        self.ids[node] = Entity::spawn().with(T::new(Affine::of(node))).child_of(self.ids[parent]);
    }
}

// ---- plain rows: nothing keeps parents first but the numbers of the nodes ----

/// The parent of a root.
const NONE: u32 = u32::MAX;

fn row_of(parent: Option<usize>) -> u32 {
    parent.map_or(NONE, |parent| parent as u32)
}

struct Row {
    parent: u32,
    local: Affine,
    world: Affine,
}

struct Rows(Vec<Row>);

impl Scene for Rows {
    fn new(count: usize, shape: Shape) -> Self {
        let row =
            |node| Row { parent: row_of(shape(node)), local: Affine::of(node), world: Affine::of(node) };
        Self((0..count).map(row).collect())
    }

    fn step_all(&mut self) {
        self.0.iter_mut().for_each(|row| row.local.step());
    }

    fn step(&mut self, node: usize) {
        self.0[node].local.step();
    }

    fn propagate(&mut self) {
        for row in 0..self.0.len() {
            let Row { parent, local, .. } = self.0[row];
            let world = self.0.get(parent as usize).map_or(local, |parent| parent.world * local);
            self.0[row].world = world;
        }
    }

    fn world(&self, node: usize) -> Affine {
        self.0[node].world
    }
}

impl Changing for Rows {
    fn attach(&mut self, node: usize, parent: usize) {
        self.0[node].parent = parent as u32;
    }

    fn replace(&mut self, node: usize, parent: usize) {
        let local = Affine::of(node);
        self.0[node] = Row { parent: parent as u32, local, world: local };
    }
}

struct Arrays {
    parents: Vec<u32>,
    locals: Vec<Affine>,
    worlds: Vec<Affine>,
}

impl Scene for Arrays {
    fn new(count: usize, shape: Shape) -> Self {
        let locals: Vec<_> = (0..count).map(Affine::of).collect();
        Self { parents: (0..count).map(|node| row_of(shape(node))).collect(), worlds: locals.clone(), locals }
    }

    fn step_all(&mut self) {
        self.locals.iter_mut().for_each(Affine::step);
    }

    fn step(&mut self, node: usize) {
        self.locals[node].step();
    }

    fn propagate(&mut self) {
        for (row, (&parent, &local)) in self.parents.iter().zip(&self.locals).enumerate() {
            let world = self.worlds.get(parent as usize).map_or(local, |parent| *parent * local);
            self.worlds[row] = world;
        }
    }

    fn world(&self, node: usize) -> Affine {
        self.worlds[node]
    }
}

impl Changing for Arrays {
    fn attach(&mut self, node: usize, parent: usize) {
        self.parents[node] = parent as u32;
    }

    fn replace(&mut self, node: usize, parent: usize) {
        self.attach(node, parent);
        self.locals[node] = Affine::of(node);
    }
}

/// Arrays, and a flag a row that says whether it has changed.
struct Flagged {
    arrays: Arrays,
    dirty: Vec<bool>,
    is_any: bool,
}

impl Flagged {
    fn mark(&mut self, node: usize) {
        (self.dirty[node], self.is_any) = (true, true);
    }
}

impl Scene for Flagged {
    fn new(count: usize, shape: Shape) -> Self {
        Self { arrays: Arrays::new(count, shape), dirty: vec![true; count], is_any: true }
    }

    fn step_all(&mut self) {
        self.arrays.step_all();
        self.dirty.fill(true);
        self.is_any = true;
    }

    fn step(&mut self, node: usize) {
        self.arrays.step(node);
        self.mark(node);
    }

    fn propagate(&mut self) {
        if !take(&mut self.is_any) {
            return;
        }
        let Arrays { parents, locals, worlds } = &mut self.arrays;
        for (row, (&parent, &local)) in parents.iter().zip(&*locals).enumerate() {
            if self.dirty[row] || self.dirty.get(parent as usize).is_some_and(|&dirty| dirty) {
                worlds[row] = worlds.get(parent as usize).map_or(local, |parent| *parent * local);
                self.dirty[row] = true;
            }
        }
        self.dirty.fill(false);
    }

    fn world(&self, node: usize) -> Affine {
        self.arrays.world(node)
    }
}

impl Changing for Flagged {
    fn attach(&mut self, node: usize, parent: usize) {
        self.arrays.attach(node, parent);
        self.mark(node);
    }

    fn replace(&mut self, node: usize, parent: usize) {
        self.arrays.replace(node, parent);
        self.mark(node);
    }
}

/// Arrays, level by level on two threads.
struct Levels {
    arrays: Arrays,
    /// Where each level begins, and the end.
    starts: Vec<usize>,
    pool: ThreadPool,
}

impl Scene for Levels {
    fn new(count: usize, shape: Shape) -> Self {
        let mut starts = vec![0];
        for node in 0..count {
            if shape(node).is_some_and(|parent| parent >= starts[starts.len() - 1]) {
                starts.push(node);
            }
        }
        starts.push(count);
        Self { arrays: Arrays::new(count, shape), starts, pool: pool(2) }
    }

    fn step_all(&mut self) {
        self.arrays.step_all();
    }

    fn step(&mut self, node: usize) {
        self.arrays.step(node);
    }

    fn propagate(&mut self) {
        const PART: usize = 4096;
        let Arrays { parents, locals, worlds } = &mut self.arrays;
        self.pool.install(|| {
            for level in self.starts.windows(2) {
                let (above, level_and_below) = worlds.split_at_mut(level[0]);
                let worlds = level_and_below[..level[1] - level[0]].par_chunks_mut(PART);
                let parents = parents[level[0]..level[1]].par_chunks(PART);
                let locals = locals[level[0]..level[1]].par_chunks(PART);
                worlds.zip(parents).zip(locals).for_each(|((worlds, parents), locals)| {
                    for ((world, &parent), &local) in worlds.iter_mut().zip(parents).zip(locals) {
                        *world = above.get(parent as usize).map_or(local, |parent| *parent * local);
                    }
                });
            }
        });
    }

    fn world(&self, node: usize) -> Affine {
        self.arrays.world(node)
    }
}

// ---- frames ----

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start")
}

fn brief<'c>(criterion: &'c mut Criterion, name: &str, count: usize) -> BenchmarkGroup<'c, WallTime> {
    let mut group = group(criterion, name, count);
    group.measurement_time(Duration::from_secs(1));
    group
}

/// Times frames, after three whose places are compared with those of plain rows.
fn run<S: Scene>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    threads: usize,
    (count, shape): (usize, Shape),
    mut change: impl FnMut(&mut S),
) {
    group.bench_function(name, |bencher| {
        World::new().enter(|| {
            World::set_thread_pool(Arc::new(pool(threads))).expect("there is a world");
            let (mut scene, mut plain) = (S::new(count, shape), Rows::new(count, shape));
            for frame in 0..3 {
                (0..count).step_by(frame + 1).for_each(|node| scene.step(node));
                (0..count).step_by(frame + 1).for_each(|node| plain.step(node));
                scene.propagate();
                plain.propagate();
            }
            assert!((0..count).all(|node| scene.world(node) == plain.world(node)));
            drop(plain);
            bencher.iter(|| {
                change(&mut scene);
                scene.propagate();
            });
        });
    });
}

/// Runs the same by entities and in all plain ways.
macro_rules! run_all {
    ($group:expr, $forest:expr, $change:expr) => {
        run::<Nodes<Transform>>($group, "ecs", 1, $forest, $change);
        run::<Rows>($group, "Vec", 1, $forest, $change);
        run::<Arrays>($group, "arrays", 1, $forest, $change);
        run::<Flagged>($group, "arrays, flags", 1, $forest, $change);
    };
}

/// All have moved; the roots have, so that all places change; one in a hundred; none.
fn trees(criterion: &mut Criterion) {
    for count in sizes() {
        let forest = (count, TREES);
        run_all!(&mut brief(criterion, "scene_all", count), forest, |scene| scene.step_all());
        run_all!(&mut brief(criterion, "scene_roots", count), forest, |scene| {
            (0..ROOTS).for_each(|root| scene.step(root));
        });
        let nodes = shuffled(&(0..count).collect::<Vec<_>>());
        let mut parts = nodes.chunks(count / 100).cycle();
        run_all!(&mut brief(criterion, "scene_few", count), forest, |scene| {
            parts.next().into_iter().flatten().for_each(|&node| scene.step(node));
        });
        run_all!(&mut brief(criterion, "scene_none", count), forest, |_| ());
    }
}

/// The only root has moved.
fn chain_and_star(criterion: &mut Criterion) {
    for (name, shape) in [("scene_chain", CHAIN), ("scene_star", STAR)] {
        let forest = (100_000, shape);
        run_all!(&mut brief(criterion, name, forest.0), forest, |scene| scene.step(0));
    }
}

/// A thousand changes of the trees a frame: 500 nodes get other parents, 250 end, and 250 come.
fn changes(criterion: &mut Criterion) {
    let count = 1_000_000;
    let mut group = brief(criterion, "scene_changes", count);
    group.throughput(Throughput::Elements(1000));
    let inner = TREES(count - 1).expect("the last is no root");
    let mut random = Random::default();
    run_all!(&mut group, (count, TREES), |scene| {
        for change in 0..750 {
            let (node, parent) = (inner + 1 + random.below(count - inner - 1), random.below(inner + 1));
            match change % 3 {
                0 => scene.replace(node, parent),
                _ => scene.attach(node, parent),
            }
        }
    });
}

/// The roots have moved, on one thread and on two.
fn parallel(criterion: &mut Criterion) {
    for count in sizes() {
        let (mut group, forest) = (brief(criterion, "scene_parallel", count), (count, TREES));
        fn step<S: Scene>(scene: &mut S) {
            (0..ROOTS).for_each(|root| scene.step(root));
        }
        run::<Nodes<Transform>>(&mut group, "one thread", 1, forest, step);
        run::<Nodes<SharedTransform>>(&mut group, "parallel, 1", 1, forest, step);
        run::<Nodes<SharedTransform>>(&mut group, "parallel, 2", 2, forest, step);
        run::<Arrays>(&mut group, "arrays", 1, forest, step);
        run::<Levels>(&mut group, "arrays, rayon, 2", 2, forest, step);
    }
}

criterion_group!(benches, trees, chain_and_star, changes, parallel);
criterion_main!(benches);
