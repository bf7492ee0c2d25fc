//! generational-box: references that can be copied, each to a box of its own, with a generation and the
//! checks of a `RefCell`. There is no collection: airplanes lie in a `Vec`, and an airplane is identified by
//! the box of its transform.

use std::panic::Location;

use generational_box::{AnyStorage, GenerationalBox, Owner, Storage, SyncStorage, UnsyncStorage};

use peers::recycle::{Recycle, recycle};
use peers::sample::{Case, creation, frames, memory, spikes};
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{Ways, one, several};
use peers::work::{DT, SPEED, Vec3, permutation};

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOneUsed => one("owner", |count| {
            creation(count, move || <Airplanes>::owned().filled(count), Airplanes::count)
        }),
        Scenario::CreateBulkUsed => one("owner, with capacity", |count| {
            creation(count, move || <Airplanes>::owned().reserved(count), Airplanes::count)
        }),
        Scenario::CreateOne => several([
            ("owner", |count| creation(count, move || <Airplanes>::owned().filled(count), Airplanes::count)),
            ("leak", |count| creation(count, move || Airplanes::leaked().filled(count), Airplanes::count)),
        ]),
        Scenario::CreateBulk => several([
            ("owner, with capacity", |count| {
                creation(count, move || <Airplanes>::owned().reserved(count), Airplanes::count)
            }),
            ("leak, with capacity", |count| {
                creation(count, move || Airplanes::leaked().reserved(count), Airplanes::count)
            }),
        ]),
        Scenario::AddSpikes => one("owner", |count| spikes(count, <Airplanes>::owned(), Airplanes::push)),
        Scenario::Memory => several([
            ("owner", |count| memory(count, move || <Airplanes>::owned().reserved(count))),
            ("leak", |count| memory(count, move || Airplanes::leaked().reserved(count))),
        ]),
        Scenario::ByReference => {
            several([("unsync", by_reference::<UnsyncStorage>), ("sync", by_reference::<SyncStorage>)])
        }
        Scenario::ByIteration => Err("there is nothing to iterate but the references"),
        Scenario::RandomAccess => {
            several([("unsync", random_access::<UnsyncStorage>), ("sync", random_access::<SyncStorage>)])
        }
        Scenario::Recycle => {
            one("leak, manually_drop", |count| recycle(count, move || Airplanes::leaked().reserved(count)))
        }
        _ => Err("references, not an ECS"),
    }
}

#[derive(Default)]
struct Transform {
    pos: Vec3,
}

struct Airplane<S: 'static> {
    transform: GenerationalBox<Transform, S>,
    speed: f32,
}

struct Airplanes<S: AnyStorage + 'static = UnsyncStorage> {
    /// Who drops the boxes. Without one they are dropped by hand.
    owner: Option<Owner<S>>,
    ids: Vec<GenerationalBox<Transform, S>>,
    airplanes: Vec<Airplane<S>>,
}

impl Airplanes {
    fn leaked() -> Self {
        Self { owner: None, ids: Vec::new(), airplanes: Vec::new() }
    }
}

impl<S: Storage<Transform> + 'static> Airplanes<S> {
    fn owned() -> Self {
        Self { owner: Some(S::owner()), ids: Vec::new(), airplanes: Vec::new() }
    }

    fn insert(&self) -> Airplane<S> {
        let transform = match &self.owner {
            Some(owner) => owner.insert(Transform::default()),
            None => GenerationalBox::leak(Transform::default(), Location::caller()),
        };
        Airplane { transform, speed: SPEED }
    }

    fn push(&mut self) {
        let airplane = self.insert();
        self.ids.push(airplane.transform);
        self.airplanes.push(airplane);
    }

    fn filled(mut self, count: usize) -> Self {
        (0..count).for_each(|_| self.push());
        self
    }

    fn reserved(mut self, count: usize) -> Self {
        self.ids.reserve(count);
        self.airplanes.reserve(count);
        self.filled(count)
    }

    fn count(&mut self) -> f64 {
        self.ids.len() as f64
    }

    fn move_all(&mut self) {
        for airplane in &self.airplanes {
            airplane.transform.write().pos[1] += airplane.speed * DT;
        }
    }

    fn total(&mut self) -> f64 {
        self.ids.iter().map(|transform| f64::from(transform.read().pos[1])).sum()
    }
}

impl Recycle for Airplanes {
    fn by_reference(&mut self) {
        self.move_all();
    }

    /// There is nothing to iterate but the references.
    fn by_iteration(&mut self) {
        self.move_all();
    }

    fn despawn(&mut self, places: &[usize]) {
        for &place in places {
            self.ids[place].manually_drop();
        }
    }

    fn create(&mut self, places: &[usize]) {
        for &place in places {
            let airplane = self.insert();
            self.ids[place] = airplane.transform;
            self.airplanes[place] = airplane;
        }
    }

    fn sum(&mut self) -> f64 {
        self.total()
    }
}

fn by_reference<S: Storage<Transform> + 'static>(count: usize) -> Case {
    let all = Airplanes::<S>::owned().reserved(count);
    frames(count, all, Airplanes::move_all, Airplanes::total)
}

fn random_access<S: Storage<Transform> + 'static>(count: usize) -> Case {
    struct Watchers<S: AnyStorage + 'static> {
        _owner: Owner<S>,
        others: Vec<GenerationalBox<Transform, S>>,
        seen: f32,
    }
    let owner = S::owner();
    let transform = |i: usize| Transform { pos: [0.0, (i % 97) as f32, 0.0] };
    let boxes: Vec<_> = (0..count).map(|i| owner.insert(transform(i))).collect();
    let others = permutation(count).into_iter().map(|other| boxes[other]).collect();
    let frame = |all: &mut Watchers<S>| {
        all.seen = all.others.iter().map(|other| other.read().pos[1]).sum();
    };
    frames(count, Watchers { _owner: owner, others, seen: 0.0 }, frame, |all| f64::from(all.seen))
}
