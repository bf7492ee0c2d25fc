//! slotmap: generational keys to slots in one `Vec`, and secondary maps that share the keys of another map.

use slotmap::{DefaultKey, DenseSlotMap, SecondaryMap, SlotMap};

use peers::recycle::{Recycle, recycle};
use peers::sample::{Case, creation, frames, memory, spikes};
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{Ways, one, several};
use peers::work::{DT, SPEED, Vec3, permutation};

fn main() {
    serve(ways);
}

const TWO: &str = "two SlotMaps";
const SECONDARY: &str = "SecondaryMap";

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => several([
            (TWO, |count| creation(count, move || Airplanes::<TwoMaps>::grown(count), Airplanes::count)),
            (SECONDARY, |count| creation(count, move || Airplanes::<OneKey>::grown(count), Airplanes::count)),
        ]),
        Scenario::CreateBulk | Scenario::CreateBulkUsed => several([
            ("two SlotMaps with capacity", |count| {
                creation(count, move || Airplanes::<TwoMaps>::reserved(count), Airplanes::count)
            }),
            ("SecondaryMap with capacity", |count| {
                creation(count, move || Airplanes::<OneKey>::reserved(count), Airplanes::count)
            }),
        ]),
        Scenario::AddSpikes => several([
            (TWO, |count| spikes(count, Airplanes::<TwoMaps>::default(), Airplanes::push)),
            (SECONDARY, |count| spikes(count, Airplanes::<OneKey>::default(), Airplanes::push)),
        ]),
        Scenario::Memory => several([
            (TWO, |count| memory(count, move || Airplanes::<TwoMaps>::reserved(count))),
            (SECONDARY, |count| memory(count, move || Airplanes::<OneKey>::reserved(count))),
        ]),
        Scenario::ByReference | Scenario::Surroundings => {
            several([(TWO, by_reference::<TwoMaps>), (SECONDARY, by_reference::<OneKey>)])
        }
        Scenario::ByIteration => several([(SECONDARY, by_iteration), ("DenseSlotMap of both", dense)]),
        Scenario::RandomAccess => one("SlotMap", random_access),
        Scenario::Recycle => several([
            (TWO, |count| recycle(count, move || Airplanes::<TwoMaps>::reserved(count))),
            (SECONDARY, |count| recycle(count, move || Airplanes::<OneKey>::reserved(count))),
        ]),
        _ => Err("a collection, not an ECS"),
    }
}

struct Airplane {
    transform: DefaultKey,
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

/// Where the airplanes and their transforms are kept.
trait Maps: Default + 'static {
    fn with_capacity(count: usize) -> Self;
    fn insert(&mut self) -> DefaultKey;
    fn remove(&mut self, airplane: DefaultKey);
    fn by_reference(&mut self);
    fn by_iteration(&mut self);
    fn transforms(&self) -> impl ExactSizeIterator<Item = &Transform>;
}

/// Two maps with keys of their own.
#[derive(Default)]
struct TwoMaps {
    airplanes: SlotMap<DefaultKey, Airplane>,
    transforms: SlotMap<DefaultKey, Transform>,
}

impl Maps for TwoMaps {
    fn with_capacity(count: usize) -> Self {
        Self { airplanes: SlotMap::with_capacity(count), transforms: SlotMap::with_capacity(count) }
    }

    fn insert(&mut self) -> DefaultKey {
        let transform = self.transforms.insert(Transform::default());
        self.airplanes.insert(Airplane { transform, speed: SPEED })
    }

    fn remove(&mut self, airplane: DefaultKey) {
        if let Some(airplane) = self.airplanes.remove(airplane) {
            self.transforms.remove(airplane.transform);
        }
    }

    fn by_reference(&mut self) {
        for airplane in self.airplanes.values() {
            self.transforms[airplane.transform].fly(airplane.speed);
        }
    }

    /// There is nothing that the two have in common but the reference.
    fn by_iteration(&mut self) {
        self.by_reference();
    }

    fn transforms(&self) -> impl ExactSizeIterator<Item = &Transform> {
        self.transforms.values()
    }
}

/// One map gives the keys, and transforms are kept under those.
#[derive(Default)]
struct OneKey {
    airplanes: SlotMap<DefaultKey, Airplane>,
    transforms: SecondaryMap<DefaultKey, Transform>,
}

impl Maps for OneKey {
    fn with_capacity(count: usize) -> Self {
        let airplanes = SlotMap::with_capacity(count);
        let transforms = SecondaryMap::with_capacity(airplanes.capacity());
        Self { airplanes, transforms }
    }

    fn insert(&mut self) -> DefaultKey {
        let id = self.airplanes.insert_with_key(|id| Airplane { transform: id, speed: SPEED });
        self.transforms.insert(id, Transform::default());
        id
    }

    fn remove(&mut self, airplane: DefaultKey) {
        self.airplanes.remove(airplane);
        self.transforms.remove(airplane);
    }

    fn by_reference(&mut self) {
        for airplane in self.airplanes.values() {
            self.transforms[airplane.transform].fly(airplane.speed);
        }
    }

    fn by_iteration(&mut self) {
        for (id, airplane) in &self.airplanes {
            self.transforms[id].fly(airplane.speed);
        }
    }

    fn transforms(&self) -> impl ExactSizeIterator<Item = &Transform> {
        self.transforms.values()
    }
}

#[derive(Default)]
struct Airplanes<M> {
    ids: Vec<DefaultKey>,
    maps: M,
}

impl<M: Maps> Airplanes<M> {
    fn push(&mut self) {
        let id = self.maps.insert();
        self.ids.push(id);
    }

    fn grown(count: usize) -> Self {
        let mut all = Self::default();
        (0..count).for_each(|_| all.push());
        all
    }

    fn reserved(count: usize) -> Self {
        let mut all = Self { ids: Vec::with_capacity(count), maps: M::with_capacity(count) };
        (0..count).for_each(|_| all.push());
        all
    }

    fn count(&mut self) -> f64 {
        self.maps.transforms().len() as f64
    }

    fn total(&mut self) -> f64 {
        self.maps.transforms().map(|transform| f64::from(transform.pos[1])).sum()
    }
}

impl<M: Maps> Recycle for Airplanes<M> {
    fn by_reference(&mut self) {
        self.maps.by_reference();
    }

    fn by_iteration(&mut self) {
        self.maps.by_iteration();
    }

    fn despawn(&mut self, places: &[usize]) {
        for &place in places {
            self.maps.remove(self.ids[place]);
        }
    }

    fn create(&mut self, places: &[usize]) {
        for &place in places {
            self.ids[place] = self.maps.insert();
        }
    }

    fn sum(&mut self) -> f64 {
        self.total()
    }
}

fn by_reference<M: Maps>(count: usize) -> Case {
    frames(count, Airplanes::<M>::reserved(count), |all| all.maps.by_reference(), Airplanes::total)
}

fn by_iteration(count: usize) -> Case {
    frames(count, Airplanes::<OneKey>::reserved(count), |all| all.maps.by_iteration(), Airplanes::total)
}

fn dense(count: usize) -> Case {
    struct Both {
        speed: f32,
        transform: Transform,
    }
    let mut airplanes = DenseSlotMap::with_capacity(count);
    for _ in 0..count {
        airplanes.insert(Both { speed: SPEED, transform: Transform::default() });
    }
    let frame = |airplanes: &mut DenseSlotMap<DefaultKey, Both>| {
        for both in airplanes.values_mut() {
            both.transform.fly(both.speed);
        }
    };
    frames(count, airplanes, frame, |airplanes| {
        airplanes.values().map(|both| f64::from(both.transform.pos[1])).sum()
    })
}

fn random_access(count: usize) -> Case {
    struct Watchers {
        others: SlotMap<DefaultKey, DefaultKey>,
        transforms: SlotMap<DefaultKey, Transform>,
        seen: f32,
    }
    let mut all = Watchers {
        others: SlotMap::with_capacity(count),
        transforms: SlotMap::with_capacity(count),
        seen: 0.0,
    };
    let transform = |i: usize| Transform { pos: [0.0, (i % 97) as f32, 0.0] };
    let ids: Vec<_> = (0..count).map(|i| all.transforms.insert(transform(i))).collect();
    for other in permutation(count) {
        all.others.insert(ids[other]);
    }
    let frame = |all: &mut Watchers| {
        all.seen = all.others.values().map(|&other| all.transforms[other].pos[1]).sum();
    };
    frames(count, all, frame, |all| f64::from(all.seen))
}
