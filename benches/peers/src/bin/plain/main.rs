//! Plain code: one `Vec` for each type, and indices that are checked as slices check them. It can do what the
//! scenario needs, and nothing else.

mod fields;
mod filters;
mod saves;
mod scene;
mod shapes;
mod small;
mod snapshots;

use std::hint::black_box;

use rayon::prelude::*;

use peers::forest::Forest;
use peers::order::{Order, Run, frames_by_kinds, frames_by_order};
use peers::rooms::rooms;
use peers::sample::{Case, creation, frames, memory, repeated, spikes, two_frames};
use peers::saves::saves;
use peers::scenario::Scenario;
use peers::scene::{changes, one_root, scene};
use peers::serve::serve;
use peers::snapshots::snapshots;
use peers::way::{LEFT_OUT, Ways, one, several};
use peers::work::{DT, Mat4, SPEED, Vec3, heavy, permutation};

use crate::scene::{Linked, Rows};
use crate::small::{Vecs, many_types, prepare};

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => {
            one("push", |count| creation(count, move || Airplanes::pushed(count), Airplanes::count))
        }
        Scenario::CreateBulk | Scenario::CreateBulkUsed => one("with capacity", |count| {
            creation(count, move || Airplanes::reserved(count), Airplanes::count)
        }),
        Scenario::AddSpikes => one("push", |count| spikes(count, Airplanes::default(), Airplanes::push)),
        Scenario::Memory => one("with capacity", |count| memory(count, move || Airplanes::reserved(count))),
        Scenario::ByReference | Scenario::Surroundings => one("index", by_reference),
        Scenario::ByIteration => one("zip", by_iteration),
        Scenario::RandomAccess => one("index", random_access),
        Scenario::Tracked => one("index, zip", tracked),
        Scenario::Join => several([("zip", join_zipped), ("index", join_by_index)]),
        Scenario::Recycle => Err("removing from plain Vecs breaks the indices"),
        Scenario::Despawn => Err("there are no entities"),
        Scenario::ManyTypes => one("Vecs", many_types),
        Scenario::Rooms => one("five Vecs", rooms::<Vecs>),
        Scenario::Prepare => one("slice, zip", prepare),
        Scenario::SimpleInsert => one("collect", |count| insert(count, Bodies::new)),
        Scenario::SimpleInsertOne => one("push", |count| insert(count, Bodies::pushed)),
        Scenario::SimpleIter => one("zip", simple_iter),
        Scenario::FragmentedIter => one("26 Vecs", fragmented_iter),
        Scenario::Schedule => one("zip", schedule),
        Scenario::HeavyCompute => several([("rayon", heavy_parallel), ("one thread", heavy_serial)]),
        Scenario::AddRemove => one("bare sparse set", add_remove),
        Scenario::ByTrait => one("Vec of boxes, four Vecs", shapes::by_trait),
        Scenario::Scene => several([
            ("loop, parents first", |count| scene(count, Rows::new)),
            ("links, list of what moved", |count| scene(count, Linked::new)),
        ]),
        Scenario::SceneChain => one("loop, parents first", |count| one_root(count, Forest::chain, Rows::new)),
        Scenario::SceneStar => one("loop, parents first", |count| one_root(count, Forest::star, Rows::new)),
        Scenario::SceneChanges => one("links, list of what moved", |count| changes(count, Linked::new)),
        Scenario::Snapshots => one("clone_from of Vecs", snapshots::<snapshots::Vecs>),
        Scenario::Saves => one("Vecs", saves::<saves::Vecs>),
        Scenario::Filters => one("lists of indices", filters::filters),
        Scenario::Unchanged => one("a tick each", filters::unchanged),
        Scenario::Fields => fields::ways(),
        _ => Err(LEFT_OUT),
    }
}

// ---- airplanes ----

struct Airplane {
    transform: u32,
    speed: f32,
}

#[derive(Clone, Default)]
struct Transform {
    pos: Vec3,
}

#[derive(Default)]
struct Airplanes {
    ids: Vec<u32>,
    airplanes: Vec<Airplane>,
    transforms: Vec<Transform>,
}

impl Airplanes {
    fn push(&mut self) {
        let id = self.ids.len() as u32;
        self.airplanes.push(Airplane { transform: id, speed: SPEED });
        self.transforms.push(Transform::default());
        self.ids.push(id);
    }

    fn pushed(count: usize) -> Self {
        let mut all = Self::default();
        (0..count).for_each(|_| all.push());
        all
    }

    fn reserved(count: usize) -> Self {
        let ids = (0..count as u32).collect();
        let airplanes = (0..count as u32).map(|transform| Airplane { transform, speed: SPEED }).collect();
        // Not `vec![..; count]`, which leaves zeros to the operating system.
        let transforms = (0..count).map(|_| black_box(Transform::default())).collect();
        Self { ids, airplanes, transforms }
    }

    fn count(&mut self) -> f64 {
        self.transforms.len() as f64
    }

    fn sum(&mut self) -> f64 {
        self.transforms.iter().map(|transform| f64::from(transform.pos[1])).sum()
    }
}

fn by_reference(count: usize) -> Case {
    let frame = |all: &mut Airplanes| {
        for airplane in &all.airplanes {
            all.transforms[airplane.transform as usize].pos[1] += airplane.speed * DT;
        }
    };
    frames(count, Airplanes::reserved(count), frame, Airplanes::sum)
}

fn by_iteration(count: usize) -> Case {
    let frame = |all: &mut Airplanes| {
        for (airplane, transform) in all.airplanes.iter().zip(&mut all.transforms) {
            transform.pos[1] += airplane.speed * DT;
        }
    };
    frames(count, Airplanes::reserved(count), frame, Airplanes::sum)
}

fn random_access(count: usize) -> Case {
    struct Watchers {
        others: Vec<u32>,
        transforms: Vec<Transform>,
        seen: f32,
    }
    let others = permutation(count).into_iter().map(|other| other as u32).collect();
    let transforms = (0..count).map(|i| Transform { pos: [0.0, (i % 97) as f32, 0.0] }).collect();
    let frame = |all: &mut Watchers| {
        all.seen = all.others.iter().map(|&other| all.transforms[other as usize].pos[1]).sum();
    };
    frames(count, Watchers { others, transforms, seen: 0.0 }, frame, |all| f64::from(all.seen))
}

/// Notes for each transform in which frame it was changed.
fn tracked(count: usize) -> Case {
    #[derive(Default)]
    struct Tracked {
        all: Airplanes,
        changed: Vec<u32>,
        now: u32,
    }
    let by_reference = |Tracked { all, changed, now }: &mut Tracked| {
        *now += 1;
        for airplane in &all.airplanes {
            let place = airplane.transform as usize;
            all.transforms[place].pos[1] += airplane.speed * DT;
            changed[place] = *now;
        }
    };
    let by_iteration = |Tracked { all, changed, now }: &mut Tracked| {
        *now += 1;
        let rows = all.airplanes.iter().zip(&mut all.transforms).zip(changed);
        for ((airplane, transform), changed) in rows {
            transform.pos[1] += airplane.speed * DT;
            *changed = *now;
        }
    };
    let all = Tracked { all: Airplanes::reserved(count), changed: vec![0; count], now: 0 };
    two_frames(count, all, by_reference, by_iteration, |tracked| tracked.all.sum())
}

// ---- two components in some order ----

/// Both side by side, as in an archetype: the order in which they came does not matter.
fn join_zipped(count: usize) -> Case {
    let world = |_| (vec![0.0_f32; count], vec![1.0_f32; count]);
    let frame = |(totals, steps): &mut (Vec<f32>, Vec<f32>)| {
        totals.iter_mut().zip(steps).for_each(|(total, step)| *total += *step);
    };
    frames_by_order(count, world, frame, |(totals, _)| totals.iter().map(|&total| f64::from(total)).sum())
}

/// Each in an order of its own, with the row of the second for each row of the first.
fn join_by_index(count: usize) -> Case {
    struct Rows {
        totals: Vec<f32>,
        steps: Vec<f32>,
        rows: Vec<Option<u32>>,
    }
    let world = |order| {
        let rows: Vec<Option<u32>> = match order {
            Order::Same => (0..count as u32).map(Some).collect(),
            Order::Interleaved => (0..count as u32).flat_map(|row| [Some(row * 2), None]).collect(),
            Order::Random => permutation(count).into_iter().map(|row| Some(row as u32)).collect(),
        };
        Rows { totals: vec![0.0; rows.len()], steps: vec![1.0; count * 2], rows }
    };
    let frame = |world: &mut Rows| {
        for (total, row) in world.totals.iter_mut().zip(&world.rows) {
            if let Some(row) = row {
                *total += world.steps[*row as usize];
            }
        }
    };
    frames_by_order(count, world, frame, |world| world.totals.iter().map(|&total| f64::from(total)).sum())
}

// ---- the six of ecs_bench_suite ----

#[derive(Default)]
struct Bodies {
    matrices: Vec<Mat4>,
    positions: Vec<Vec3>,
    rotations: Vec<Vec3>,
    velocities: Vec<Vec3>,
}

impl Bodies {
    fn new(count: usize) -> Self {
        Self {
            matrices: (0..count).map(|_| Mat4::SCALE).collect(),
            positions: (0..count).map(|_| [1.0, 0.0, 0.0]).collect(),
            rotations: (0..count).map(|_| [1.0, 0.0, 0.0]).collect(),
            velocities: (0..count).map(|_| [1.0, 0.0, 0.0]).collect(),
        }
    }

    fn pushed(count: usize) -> Self {
        let mut bodies = Self::default();
        for _ in 0..count {
            bodies.matrices.push(Mat4::SCALE);
            bodies.positions.push([1.0, 0.0, 0.0]);
            bodies.rotations.push([1.0, 0.0, 0.0]);
            bodies.velocities.push([1.0, 0.0, 0.0]);
        }
        bodies
    }
}

fn insert(count: usize, create: fn(usize) -> Bodies) -> Case {
    repeated(count, move || {
        let bodies = black_box(create(count));
        drop((bodies.matrices, bodies.positions, bodies.rotations, bodies.velocities));
    })
}

fn simple_iter(count: usize) -> Case {
    let frame = |bodies: &mut Bodies| {
        for (velocity, position) in bodies.velocities.iter().zip(&mut bodies.positions) {
            for axis in 0..3 {
                position[axis] += velocity[axis];
            }
        }
    };
    let sum = |bodies: &mut Bodies| bodies.positions.iter().map(|position| f64::from(position[0])).sum();
    frames(count, Bodies::new(count), frame, sum)
}

fn fragmented_iter(count: usize) -> Case {
    let kinds: Vec<Vec<f32>> = vec![vec![1.0; count / 26]; 26];
    let frame = |kinds: &mut Vec<Vec<f32>>| {
        for kind in kinds {
            for data in kind {
                *data *= 1.0001;
            }
        }
    };
    frames(count, kinds, frame, |kinds| kinds.iter().flatten().map(|&data| f64::from(data)).sum())
}

fn schedule(count: usize) -> Case {
    /// The components of one kind of entities. `None` where the kind has none.
    struct Kind {
        a: Vec<f32>,
        b: Vec<f32>,
        c: Option<Vec<f32>>,
        d: Option<Vec<f32>>,
        e: Option<Vec<f32>>,
    }
    let kind = |count: usize, c, d, e| {
        let column = |value: f32| (0..count).map(|_| black_box(value)).collect::<Vec<f32>>();
        Kind {
            a: column(0.0),
            b: column(1.0),
            c: bool::then(c, || column(2.0)),
            d: bool::then(d, || column(3.0)),
            e: bool::then(e, || column(4.0)),
        }
    };
    // Each kind lies for itself, in whatever order they came.
    let kinds = |runs: &[Run]| {
        let count = |kind| runs.iter().filter(|run| run.kind == kind).map(|run| run.count).sum();
        vec![
            kind(count(0), false, false, false),
            kind(count(1), true, false, false),
            kind(count(2), true, true, false),
            kind(count(3), true, false, true),
        ]
    };
    fn swap(one: &mut [f32], other: &mut [f32]) {
        one.iter_mut().zip(other).for_each(|(one, other)| std::mem::swap(one, other));
    }
    let frame = |kinds: &mut Vec<Kind>| {
        for kind in kinds {
            swap(&mut kind.a, &mut kind.b);
            if let (Some(c), Some(d)) = (&mut kind.c, &mut kind.d) {
                swap(c, d);
            }
            if let (Some(c), Some(e)) = (&mut kind.c, &mut kind.e) {
                swap(c, e);
            }
        }
    };
    let sum = |kinds: &mut Vec<Kind>| kinds.iter().flat_map(|kind| &kind.a).map(|&a| f64::from(a)).sum();
    frames_by_kinds(count, kinds, frame, sum)
}

fn heavy_parallel(count: usize) -> Case {
    heavy_compute(count, |bodies| {
        let pairs = bodies.matrices.par_iter_mut().zip(&mut bodies.positions).with_min_len(16);
        pairs.for_each(|(matrix, position)| heavy(matrix, position));
    })
}

fn heavy_serial(count: usize) -> Case {
    heavy_compute(count, |bodies| {
        for (matrix, position) in bodies.matrices.iter_mut().zip(&mut bodies.positions) {
            heavy(matrix, position);
        }
    })
}

fn heavy_compute(count: usize, frame: impl FnMut(&mut Bodies) + 'static) -> Case {
    let sum = |bodies: &mut Bodies| bodies.matrices.iter().map(|matrix| f64::from(matrix.0[0][0])).sum();
    frames(count, Bodies::new(count), frame, sum)
}

fn add_remove(count: usize) -> Case {
    #[derive(Default)]
    struct SparseSet {
        rows: Vec<u32>,
        owners: Vec<u32>,
        values: Vec<f32>,
    }
    impl SparseSet {
        fn insert(&mut self, id: u32, value: f32) {
            self.rows[id as usize] = self.values.len() as u32;
            self.owners.push(id);
            self.values.push(value);
        }

        fn remove(&mut self, id: u32) -> f32 {
            let row = std::mem::replace(&mut self.rows[id as usize], u32::MAX) as usize;
            self.owners.swap_remove(row);
            if let Some(&moved) = self.owners.get(row) {
                self.rows[moved as usize] = row as u32;
            }
            self.values.swap_remove(row)
        }
    }
    let set = SparseSet { rows: vec![u32::MAX; count], ..SparseSet::default() };
    let frame = move |set: &mut SparseSet| {
        (0..count as u32).for_each(|id| set.insert(id, 1.0));
        (0..count as u32).for_each(|id| _ = black_box(set.remove(id)));
    };
    frames(count, set, frame, |set| set.values.len() as f64)
}
