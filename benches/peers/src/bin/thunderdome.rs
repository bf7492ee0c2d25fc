//! thunderdome: generational indices of 8 bytes into an arena.

use thunderdome::{Arena, Index};

use peers::recycle::{Recycle, recycle};
use peers::sample::{Case, creation, frames, memory, spikes};
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{Ways, one};
use peers::work::{DT, SPEED, Vec3, permutation};

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => {
            one("two arenas", |count| creation(count, move || Airplanes::grown(count), Airplanes::count))
        }
        Scenario::CreateBulk | Scenario::CreateBulkUsed => one("two arenas with capacity", |count| {
            creation(count, move || Airplanes::reserved(count), Airplanes::count)
        }),
        Scenario::AddSpikes => {
            one("two arenas", |count| spikes(count, Airplanes::default(), Airplanes::push))
        }
        Scenario::Memory => one("two arenas", |count| memory(count, move || Airplanes::reserved(count))),
        Scenario::ByReference => one("two arenas", by_reference),
        Scenario::ByIteration => one("arena of both", by_iteration),
        Scenario::RandomAccess => one("two arenas", random_access),
        Scenario::Recycle => one("two arenas", |count| recycle(count, move || Airplanes::reserved(count))),
        _ => Err("a collection, not an ECS"),
    }
}

struct Airplane {
    transform: Index,
    speed: f32,
}

#[derive(Default)]
struct Transform {
    pos: Vec3,
}

impl Transform {
    fn fly(&mut self, speed: f32) {
        self.pos[1] += speed * DT;
    }
}

#[derive(Default)]
struct Airplanes {
    ids: Vec<Index>,
    airplanes: Arena<Airplane>,
    transforms: Arena<Transform>,
}

impl Airplanes {
    fn insert(&mut self) -> Index {
        let transform = self.transforms.insert(Transform::default());
        self.airplanes.insert(Airplane { transform, speed: SPEED })
    }

    fn push(&mut self) {
        let id = self.insert();
        self.ids.push(id);
    }

    fn grown(count: usize) -> Self {
        let mut all = Self::default();
        (0..count).for_each(|_| all.push());
        all
    }

    fn reserved(count: usize) -> Self {
        let mut all = Self {
            ids: Vec::with_capacity(count),
            airplanes: Arena::with_capacity(count),
            transforms: Arena::with_capacity(count),
        };
        (0..count).for_each(|_| all.push());
        all
    }

    fn count(&mut self) -> f64 {
        self.transforms.len() as f64
    }

    fn total(&mut self) -> f64 {
        self.transforms.iter().map(|(_, transform)| f64::from(transform.pos[1])).sum()
    }
}

impl Recycle for Airplanes {
    fn by_reference(&mut self) {
        for (_, airplane) in &self.airplanes {
            self.transforms[airplane.transform].fly(airplane.speed);
        }
    }

    /// There is nothing that the two arenas have in common but the reference.
    fn by_iteration(&mut self) {
        self.by_reference();
    }

    fn despawn(&mut self, places: &[usize]) {
        for &place in places {
            if let Some(airplane) = self.airplanes.remove(self.ids[place]) {
                self.transforms.remove(airplane.transform);
            }
        }
    }

    fn create(&mut self, places: &[usize]) {
        for &place in places {
            self.ids[place] = self.insert();
        }
    }

    fn sum(&mut self) -> f64 {
        self.total()
    }
}

fn by_reference(count: usize) -> Case {
    frames(count, Airplanes::reserved(count), Airplanes::by_reference, Airplanes::total)
}

fn by_iteration(count: usize) -> Case {
    struct Both {
        speed: f32,
        transform: Transform,
    }
    let mut airplanes = Arena::with_capacity(count);
    for _ in 0..count {
        airplanes.insert(Both { speed: SPEED, transform: Transform::default() });
    }
    let frame = |airplanes: &mut Arena<Both>| {
        for (_, both) in airplanes {
            both.transform.fly(both.speed);
        }
    };
    frames(count, airplanes, frame, |airplanes| {
        airplanes.iter().map(|(_, both)| f64::from(both.transform.pos[1])).sum()
    })
}

fn random_access(count: usize) -> Case {
    struct Watchers {
        others: Arena<Index>,
        transforms: Arena<Transform>,
        seen: f32,
    }
    let mut all =
        Watchers { others: Arena::with_capacity(count), transforms: Arena::with_capacity(count), seen: 0.0 };
    let transform = |i: usize| Transform { pos: [0.0, (i % 97) as f32, 0.0] };
    let ids: Vec<_> = (0..count).map(|i| all.transforms.insert(transform(i))).collect();
    for other in permutation(count) {
        all.others.insert(ids[other]);
    }
    let frame = |all: &mut Watchers| {
        all.seen = all.others.iter().map(|(_, &other)| all.transforms[other].pos[1]).sum();
    };
    frames(count, all, frame, |all| f64::from(all.seen))
}
