//! Random calls against a look at each component.

use ecs_core::{
    Archetype, Component, DefaultBundle, Entity, Handle, Located, Near, PerEntity, Pool, Schedule, Snapshots,
    World, local, near, nearest, query,
};
use proptest::collection::vec;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use crate::support::seeded;

/// A type that is found by place, in 2D or 3D.
trait Kind: Located<Position: Copy> + PerEntity + Default + Clone {
    fn position(place: [f32; 3]) -> Self::Position;
    /// A place, as far as the type has its coordinates.
    fn center(place: [f32; 3]) -> [f32; 3];
    fn place(&self) -> [f32; 3];
    fn go(&mut self, place: [f32; 3]);
}

#[derive(Component, Default, Clone, Serialize, Deserialize)]
#[component(near(position))]
struct Flat {
    position: [f32; 2],
}

impl Kind for Flat {
    fn position([x, y, _]: [f32; 3]) -> [f32; 2] {
        [x, y]
    }

    fn center([x, y, _]: [f32; 3]) -> [f32; 3] {
        [x, y, 0.0]
    }

    fn place(&self) -> [f32; 3] {
        let [x, y] = self.position;
        [x, y, 0.0]
    }

    fn go(&mut self, [x, y, _]: [f32; 3]) {
        self.position = [x, y];
    }
}

#[derive(Component, Default, Clone, Serialize, Deserialize)]
#[component(near(x, y, z), track, pooled(4))]
struct Deep {
    x: f32,
    y: f32,
    z: f32,
}

impl Kind for Deep {
    fn position(place: [f32; 3]) -> [f32; 3] {
        place
    }

    fn center(place: [f32; 3]) -> [f32; 3] {
        place
    }

    fn place(&self) -> [f32; 3] {
        [self.x, self.y, self.z]
    }

    fn go(&mut self, [x, y, z]: [f32; 3]) {
        (self.x, self.y, self.z) = (x, y, z);
    }
}

#[derive(Clone, Debug)]
enum Call {
    SpawnMany(Vec<[f32; 3]>),
    Add(usize, [f32; 3]),
    Insert(usize, [f32; 3]),
    Move(usize, [f32; 3]),
    MoveAll([f32; 3]),
    MoveSome(usize, [f32; 3]),
    ViewSwap(usize, usize),
    Touch(usize),
    Kill(usize),
    Despawn(usize),
    DespawnInEach(usize),
    Switch(usize, bool),
    SwitchEntity(usize, bool),
    Adopt(usize, usize),
    Take([f32; 3]),
    GiveBack,
    Save,
    Load,
    Sort,
}

fn place() -> impl Strategy<Value = [f32; 3]> {
    [0..6_i32, 0..6, 0..3].prop_map(|place| place.map(|at| at as f32 - 2.5))
}

fn call() -> impl Strategy<Value = Call> {
    let who = 0..400_usize;
    prop_oneof![
        2 => vec(place(), 1..150).prop_map(Call::SpawnMany),
        4 => (who.clone(), place()).prop_map(|(who, at)| Call::Add(who, at)),
        2 => (who.clone(), place()).prop_map(|(who, at)| Call::Insert(who, at)),
        6 => (who.clone(), place()).prop_map(|(who, at)| Call::Move(who, at)),
        1 => place().prop_map(Call::MoveAll),
        2 => (2..9_usize, place()).prop_map(|(step, by)| Call::MoveSome(step, by)),
        1 => (who.clone(), who.clone()).prop_map(|(a, b)| Call::ViewSwap(a, b)),
        2 => who.clone().prop_map(Call::Touch),
        4 => who.clone().prop_map(Call::Kill),
        4 => who.clone().prop_map(Call::Despawn),
        1 => (2..9_usize).prop_map(Call::DespawnInEach),
        4 => (who.clone(), any::<bool>()).prop_map(|(who, on)| Call::Switch(who, on)),
        4 => (who.clone(), any::<bool>()).prop_map(|(who, on)| Call::SwitchEntity(who, on)),
        2 => (who.clone(), who).prop_map(|(parent, child)| Call::Adopt(parent, child)),
        2 => place().prop_map(Call::Take),
        2 => Just(Call::GiveBack),
        1 => Just(Call::Save),
        1 => Just(Call::Load),
        1 => Just(Call::Sort),
    ]
}

struct Run<T: Kind>
where
    (T,): DefaultBundle,
{
    entities: Vec<Entity>,
    taken: Vec<Entity>,
    pool: Pool<Archetype<(T,)>>,
    snapshots: Snapshots,
    is_saved: bool,
}

impl<T: Kind> Run<T>
where
    (T,): DefaultBundle,
{
    fn new() -> Self {
        let (entities, taken, is_saved) = (Vec::new(), Vec::new(), false);
        Self { entities, taken, pool: Pool::new(), snapshots: Snapshots::new(1), is_saved }
    }

    fn who(&self, who: usize) -> Option<Entity> {
        let entity = *self.entities.get(who % self.entities.len().max(1))?;
        entity.is_alive().then_some(entity)
    }

    fn own(&self, who: usize) -> Option<Handle<T>> {
        Some(self.who(who)?.handle::<T>()).filter(|own| own.is_alive())
    }

    fn call(&mut self, call: &Call) {
        let value = |at| {
            let mut value = T::default();
            value.go(at);
            value
        };
        match *call {
            Call::SpawnMany(ref places) => {
                self.entities.extend(Entity::spawn_many(places.len(), |n, _| value(places[n])));
            }
            Call::Add(who, at) => self.own(who).into_iter().for_each(|own| {
                own.kill();
                own.entity().insert(value(at));
            }),
            Call::Insert(who, at) => {
                if let Some(entity) = self.who(who) {
                    entity.replace(value(at));
                }
            }
            Call::Move(who, at) => self.own(who).into_iter().for_each(|own| own.borrow_mut().go(at)),
            Call::MoveAll([x, y, z]) => T::for_each(|own| {
                let [own_x, own_y, own_z] = own.place();
                own.go([own_x + x, own_y + y, own_z + z]);
            }),
            Call::MoveSome(step, at) => query::<&mut T>().iter_mut().step_by(step).for_each(|own| own.go(at)),
            Call::ViewSwap(a, b) => {
                let mut view = T::view_mut();
                let len = view.len().max(1);
                if a % len != b % len {
                    view.as_mut_slice().swap(a % len, b % len);
                }
            }
            Call::Touch(who) => self.own(who).into_iter().for_each(|own| drop(own.borrow_mut())),
            Call::Kill(who) => self.own(who).into_iter().for_each(|own| _ = own.kill()),
            Call::Despawn(who) => self.who(who).into_iter().for_each(|entity| _ = entity.despawn()),
            Call::DespawnInEach(step) => {
                let mut number = 0;
                query::<(Entity, &mut T)>().each(|(entity, own)| {
                    number += 1;
                    if number % step == 0 {
                        own.go([0.5; 3]);
                        entity.despawn();
                    }
                });
            }
            Call::Switch(who, on) => self.own(who).into_iter().for_each(|own| _ = own.set_enabled(on)),
            Call::SwitchEntity(who, on) => self.who(who).into_iter().for_each(|who| _ = who.set_enabled(on)),
            Call::Adopt(parent, child) => {
                if let (Some(parent), Some(child)) = (self.who(parent), self.who(child)) {
                    let _ = child.try_child_of(parent);
                }
            }
            Call::Take(at) => {
                let entity = self.pool.take();
                entity.handle::<T>().get_mut().into_iter().for_each(|mut own| own.go(at));
                self.taken.push(entity);
            }
            Call::GiveBack => {
                if let Some(entity) = self.taken.pop() {
                    self.pool.give_back(entity);
                }
            }
            Call::Save => {
                self.snapshots.save(0).expect("nothing is under way");
                self.is_saved = true;
            }
            Call::Load if self.is_saved => self.snapshots.load(0).expect("it was saved"),
            Call::Load => {}
            Call::Sort => T::sort_by(|a, b| a.place()[0].total_cmp(&b.place()[0])),
        }
    }

    /// Asks in all ways, and looks at each component.
    fn check(center: [f32; 3], radius: f32) {
        let square = |place: [f32; 3]| -> f32 {
            let [x, y, z] = [0, 1, 2].map(|axis| place[axis] - T::center(center)[axis]);
            x * x + y * y + z * z
        };
        let mut right: Vec<_> = query::<(Entity, &T)>()
            .iter()
            .map(|(entity, own)| (square(own.place()), entity.index(), entity.handle::<T>()))
            .filter(|(square, ..)| *square <= radius * radius)
            .collect();
        right.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let right: Vec<_> = right.into_iter().map(|(.., own)| own).collect();
        let found: Vec<_> = near::<T>(T::position(center), radius).collect();
        assert_eq!(found, right, "within {radius} of {center:?}");
        assert_eq!(nearest::<T>(T::position(center), radius), right.first().copied());
    }
}

/// Pairs, by a system.
fn check_pairs<T: Kind>(radius: f32) {
    let mut all: Vec<_> = query::<(Entity, &T)>().iter().map(|(entity, own)| (entity, own.place())).collect();
    all.sort_by_key(|(entity, _)| entity.index());
    let mut right = Vec::new();
    for (number, &(entity, place)) in all.iter().enumerate() {
        let mut pairs: Vec<_> = all[number + 1..]
            .iter()
            .map(|&(other, to)| {
                let [x, y, z] = [0, 1, 2].map(|axis| to[axis] - place[axis]);
                (x * x + y * y + z * z, other)
            })
            .filter(|(square, _)| *square <= radius * radius)
            .collect();
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.index().cmp(&b.1.index())));
        right.extend(pairs.into_iter().map(|(_, other)| (entity.handle::<T>(), other.handle::<T>())));
    }
    Schedule::new()
        .add(local(move |near: Near<T>| assert!(near.pairs_within(radius).eq(right.iter().copied()))))
        .run(0.1);
}

fn run<T: Kind>(calls: &[(Call, [f32; 3], f32)])
where
    (T,): DefaultBundle,
{
    World::clear(); // of a case that has failed
    let mut run = Run::<T>::new();
    for (number, (call, center, radius)) in calls.iter().enumerate() {
        run.call(call);
        if number % 3 != 1 {
            Run::<T>::check(*center, *radius);
        }
    }
    check_pairs::<T>(1.5);
    drop(run);
    World::clear();
}

proptest! {
    #![proptest_config(seeded(256, 4))]

    #[test]
    fn a_question_finds_what_a_look_at_each_component_finds(
        calls in vec((call(), place(), (0..9_u8).prop_map(f32::from)), 1..60),
    ) {
        run::<Flat>(&calls);
        run::<Deep>(&calls);
    }
}
