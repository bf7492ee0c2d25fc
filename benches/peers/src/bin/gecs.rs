//! gecs: an ECS whose archetypes are fixed at compile time. A component that refers to its own entity is
//! written after the entity is created.

use std::hint::black_box;

use gecs::prelude::*;
use seq_macro::seq;

use peers::order::{Run, frames_by_kinds};
use peers::recycle::{Recycle, recycle};
use peers::rooms::{Room, rooms};
use peers::sample::{Case, consumption, creation, frames, memory, repeated, spikes, two_frames};
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{BY_COMPONENT, LEFT_OUT, NO_CHILDREN, NO_SAVES, NO_SNAPSHOTS, NO_TRAITS, Ways, one};
use peers::work::{DT, Mat4, SPEED, Vec3, heavy, permutation};

use airplanes::{Flyer, Sky, Transform};
use bodies::{Body, Space};
use fragments::Fragments;
use house::House;
use letters::Letters;

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => {
            one("create", |count| creation(count, move || Airplanes::grown(count), Airplanes::count))
        }
        Scenario::CreateBulk | Scenario::CreateBulkUsed => one("create, with capacity", |count| {
            creation(count, move || Airplanes::reserved(count), Airplanes::count)
        }),
        Scenario::AddSpikes => one("create", |count| spikes(count, Airplanes::default(), Airplanes::push)),
        Scenario::Memory => {
            one("create, with capacity", |count| memory(count, move || Airplanes::reserved(count)))
        }
        Scenario::ByReference | Scenario::Surroundings => one("resolve", |count| {
            frames(count, Airplanes::reserved(count), Airplanes::by_reference, Airplanes::sum)
        }),
        Scenario::ByIteration => one("ecs_iter!", |count| {
            frames(count, Airplanes::reserved(count), Airplanes::by_iteration, Airplanes::sum)
        }),
        Scenario::RandomAccess => one("resolve", random_access),
        Scenario::Tracked => Err("it tracks no changes"),
        Scenario::Join => Err("components are fixed at compile time"),
        Scenario::Recycle => one("destroy", |count| recycle(count, move || Airplanes::reserved(count))),
        Scenario::Despawn => one("destroy", despawn),
        Scenario::ManyTypes => Err("a world holds at most 256 archetypes"),
        Scenario::Rooms => one("ecs_iter!", rooms::<House>),
        Scenario::Prepare => one("ecs_iter!", prepare),
        Scenario::SimpleInsert => {
            one("create, with capacity", |count| simple_insert(count, Space::with_capacity))
        }
        Scenario::SimpleInsertOne => one("create", |count| simple_insert(count, |_| Space::default())),
        Scenario::SimpleIter => one("ecs_iter!", simple_iter),
        Scenario::FragmentedIter => one("ecs_iter!", fragmented_iter),
        Scenario::Schedule => one("ecs_iter! in sequence", schedule),
        Scenario::HeavyCompute => one("ecs_iter!, one thread", heavy_compute),
        Scenario::AddRemove => Err("components are fixed at compile time"),
        Scenario::ByTrait => Err(NO_TRAITS),
        Scenario::Scene | Scenario::SceneChain | Scenario::SceneStar | Scenario::SceneChanges => {
            Err(NO_CHILDREN)
        }
        Scenario::Saves => Err(NO_SAVES),
        Scenario::Snapshots => Err(NO_SNAPSHOTS),
        Scenario::Fields => Err(BY_COMPONENT),
        _ => Err(LEFT_OUT),
    }
}

// ---- airplanes ----

mod airplanes {
    use super::*;

    pub struct Airplane {
        pub transform: Option<Entity<Flyer>>,
        pub speed: f32,
    }

    #[derive(Default)]
    pub struct Transform {
        pub pos: Vec3,
    }

    ecs_world! {
        ecs_name!(Sky);
        ecs_archetype!(Flyer, dyn, Airplane, Transform);
    }

    impl Sky {
        pub fn spawn(&mut self) -> Entity<Flyer> {
            let flyers = &mut self.flyer;
            let id = flyers.create((Airplane { transform: None, speed: SPEED }, Transform::default()));
            if let Some(view) = flyers.view(id) {
                view.airplane.transform = Some(id);
            }
            id
        }

        /// Creates many. The references are written afterwards, in one pass.
        pub fn spawn_many(&mut self, count: usize) -> Vec<Entity<Flyer>> {
            for _ in 0..count {
                self.flyer.create((Airplane { transform: None, speed: SPEED }, Transform::default()));
            }
            let flyers = self.flyer.get_all_slices_mut();
            for (airplane, &id) in flyers.airplane.iter_mut().zip(flyers.entity) {
                airplane.transform = Some(id);
            }
            flyers.entity.to_vec()
        }

        pub fn move_by_reference(&mut self) {
            let flyers = &self.flyer;
            let mut transforms = flyers.borrow_slice_mut::<Transform>();
            for airplane in &*flyers.borrow_slice::<Airplane>() {
                if let Some(place) = airplane.transform.and_then(|id| flyers.resolve(id)) {
                    transforms[place].pos[1] += airplane.speed * DT;
                }
            }
        }

        pub fn move_by_iteration(&mut self) {
            ecs_iter!(self, |airplane: &Airplane, transform: &mut Transform| {
                transform.pos[1] += airplane.speed * DT;
            });
        }
    }
}

#[derive(Default)]
struct Airplanes {
    ids: Vec<Entity<Flyer>>,
    sky: Sky,
}

impl Airplanes {
    fn push(&mut self) {
        let id = self.sky.spawn();
        self.ids.push(id);
    }

    fn grown(count: usize) -> Self {
        let mut all = Self::default();
        (0..count).for_each(|_| all.push());
        all
    }

    fn reserved(count: usize) -> Self {
        let mut sky = Sky::with_capacity(count);
        Self { ids: sky.spawn_many(count), sky }
    }

    fn count(&mut self) -> f64 {
        self.sky.flyer.len() as f64
    }
}

impl Recycle for Airplanes {
    fn by_reference(&mut self) {
        self.sky.move_by_reference();
    }

    fn by_iteration(&mut self) {
        self.sky.move_by_iteration();
    }

    fn despawn(&mut self, places: &[usize]) {
        for &place in places {
            self.sky.flyer.destroy(self.ids[place]);
        }
    }

    fn create(&mut self, places: &[usize]) {
        for &place in places {
            self.ids[place] = self.sky.spawn();
        }
    }

    fn sum(&mut self) -> f64 {
        let transforms = self.sky.flyer.get_slice::<Transform>();
        transforms.iter().map(|transform| f64::from(transform.pos[1])).sum()
    }
}

mod watchers {
    use super::*;

    pub struct Spot(pub Vec3);

    pub struct Watcher(pub Option<Entity<Sentry>>);

    ecs_world! {
        ecs_name!(Camp);
        ecs_archetype!(Sentry, dyn, Spot, Watcher);
    }

    impl Camp {
        pub fn new_random(count: usize) -> Self {
            let mut camp = Self::with_capacity(count);
            let spot = |i: usize| Spot([0.0, (i % 97) as f32, 0.0]);
            let ids: Vec<_> = (0..count).map(|i| camp.sentry.create((spot(i), Watcher(None)))).collect();
            for (watcher, other) in camp.sentry.get_slice_mut::<Watcher>().iter_mut().zip(permutation(count))
            {
                watcher.0 = Some(ids[other]);
            }
            camp
        }

        pub fn look(&mut self) -> f32 {
            let sentries = &self.sentry;
            let spots = sentries.borrow_slice::<Spot>();
            let place = |watcher: &Watcher| watcher.0.and_then(|id| sentries.resolve(id));
            let watchers = sentries.borrow_slice::<Watcher>();
            watchers.iter().filter_map(place).map(|place| spots[place].0[1]).sum()
        }
    }
}

fn random_access(count: usize) -> Case {
    let frame = |(camp, seen): &mut (watchers::Camp, f32)| *seen = camp.look();
    frames(count, (watchers::Camp::new_random(count), 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

// ---- many kinds ----

mod types {
    seq_macro::seq!(N in 0..30 {
        #(
            #[derive(Default)]
            pub struct Part~N(#[allow(dead_code, reason = "it is only stored")] pub f32);
        )*
    });
}

#[expect(clippy::too_many_arguments, reason = "`with_capacity` of the macro has one for each archetype")]
mod parts {
    use super::types::*;
    use super::*;

    ecs_world! {
        ecs_name!(Store);
        ecs_archetype!(Kind0, dyn, Part0, Part1, Part2, Part3, Part4, Part5, Part6, Part7);
        ecs_archetype!(Kind1, dyn, Part1, Part2, Part3, Part4, Part5, Part6, Part7, Part8);
        ecs_archetype!(Kind2, dyn, Part2, Part3, Part4, Part5, Part6, Part7, Part8, Part9);
        ecs_archetype!(Kind3, dyn, Part3, Part4, Part5, Part6, Part7, Part8, Part9, Part10);
        ecs_archetype!(Kind4, dyn, Part4, Part5, Part6, Part7, Part8, Part9, Part10, Part11);
        ecs_archetype!(Kind5, dyn, Part5, Part6, Part7, Part8, Part9, Part10, Part11, Part12);
        ecs_archetype!(Kind6, dyn, Part6, Part7, Part8, Part9, Part10, Part11, Part12, Part13);
        ecs_archetype!(Kind7, dyn, Part7, Part8, Part9, Part10, Part11, Part12, Part13, Part14);
        ecs_archetype!(Kind8, dyn, Part8, Part9, Part10, Part11, Part12, Part13, Part14, Part15);
        ecs_archetype!(Kind9, dyn, Part9, Part10, Part11, Part12, Part13, Part14, Part15, Part16);
        ecs_archetype!(Kind10, dyn, Part10, Part11, Part12, Part13, Part14, Part15, Part16, Part17);
        ecs_archetype!(Kind11, dyn, Part11, Part12, Part13, Part14, Part15, Part16, Part17, Part18);
        ecs_archetype!(Kind12, dyn, Part12, Part13, Part14, Part15, Part16, Part17, Part18, Part19);
        ecs_archetype!(Kind13, dyn, Part13, Part14, Part15, Part16, Part17, Part18, Part19, Part20);
        ecs_archetype!(Kind14, dyn, Part14, Part15, Part16, Part17, Part18, Part19, Part20, Part21);
        ecs_archetype!(Kind15, dyn, Part15, Part16, Part17, Part18, Part19, Part20, Part21, Part22);
        ecs_archetype!(Kind16, dyn, Part16, Part17, Part18, Part19, Part20, Part21, Part22, Part23);
        ecs_archetype!(Kind17, dyn, Part17, Part18, Part19, Part20, Part21, Part22, Part23, Part24);
        ecs_archetype!(Kind18, dyn, Part18, Part19, Part20, Part21, Part22, Part23, Part24, Part25);
        ecs_archetype!(Kind19, dyn, Part19, Part20, Part21, Part22, Part23, Part24, Part25, Part26);
        ecs_archetype!(Kind20, dyn, Part20, Part21, Part22, Part23, Part24, Part25, Part26, Part27);
        ecs_archetype!(Kind21, dyn, Part21, Part22, Part23, Part24, Part25, Part26, Part27, Part28);
        ecs_archetype!(Kind22, dyn, Part22, Part23, Part24, Part25, Part26, Part27, Part28, Part29);
        ecs_archetype!(Kind23, dyn, Part23, Part24, Part25, Part26, Part27, Part28, Part29, Part0);
        ecs_archetype!(Kind24, dyn, Part24, Part25, Part26, Part27, Part28, Part29, Part0, Part1);
        ecs_archetype!(Kind25, dyn, Part25, Part26, Part27, Part28, Part29, Part0, Part1, Part2);
        ecs_archetype!(Kind26, dyn, Part26, Part27, Part28, Part29, Part0, Part1, Part2, Part3);
        ecs_archetype!(Kind27, dyn, Part27, Part28, Part29, Part0, Part1, Part2, Part3, Part4);
        ecs_archetype!(Kind28, dyn, Part28, Part29, Part0, Part1, Part2, Part3, Part4, Part5);
        ecs_archetype!(Kind29, dyn, Part29, Part0, Part1, Part2, Part3, Part4, Part5, Part6);
    }

    seq!(N in 0..30 {
        impl Store {
            pub fn len(&self) -> usize {
                [#(self.archetype::<Kind~N>().len(),)*].iter().sum()
            }
        }

        pub static SPAWNS: [fn(&mut Store) -> EntityAny; 30] =
            [#(|store| store.create::<Kind~N>(Default::default()).into(),)*];
    });
}

fn despawn(count: usize) -> Case {
    let create = move || {
        let mut store = parts::Store::default();
        let spawn = |i: usize| black_box(&parts::SPAWNS)[i % 30](&mut store);
        let ids: Vec<EntityAny> = (0..count).map(spawn).collect();
        (store, ids)
    };
    let work = |(store, ids): &mut (parts::Store, Vec<EntityAny>)| {
        for &id in &*ids {
            store.destroy(id);
        }
    };
    consumption(count, create, work, |(store, _)| store.len() as f64)
}

// ---- the six of ecs_bench_suite ----

mod bodies {
    use super::*;

    pub struct Matrix(pub Mat4);

    pub struct Position(pub Vec3);

    pub struct Rotation(#[allow(dead_code, reason = "it is only stored")] pub Vec3);

    pub struct Velocity(pub Vec3);

    ecs_world! {
        ecs_name!(Space);
        ecs_archetype!(Body, dyn, Matrix, Position, Rotation, Velocity);
    }

    impl Space {
        pub fn filled(mut self, count: usize) -> Self {
            const X: Vec3 = [1.0, 0.0, 0.0];
            for _ in 0..count {
                self.body.create((Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X)));
            }
            self
        }

        pub fn advance(&mut self) {
            ecs_iter!(self, |velocity: &Velocity, position: &mut Position| {
                for axis in 0..3 {
                    position.0[axis] += velocity.0[axis];
                }
            });
        }

        pub fn heavy(&mut self) {
            ecs_iter!(self, |matrix: &mut Matrix, position: &mut Position| {
                heavy(&mut matrix.0, &mut position.0);
            });
        }
    }
}

fn simple_insert(count: usize, space: fn(usize) -> Space) -> Case {
    repeated(count, move || drop(black_box(space(count).filled(count))))
}

fn simple_iter(count: usize) -> Case {
    frames(count, Space::with_capacity(count).filled(count), Space::advance, |space| {
        let positions = space.archetype_mut::<Body>().get_slice::<bodies::Position>();
        positions.iter().map(|position| f64::from(position.0[0])).sum()
    })
}

fn heavy_compute(count: usize) -> Case {
    frames(count, Space::with_capacity(count).filled(count), Space::heavy, |space| {
        let matrices = space.archetype_mut::<Body>().get_slice::<bodies::Matrix>();
        matrices.iter().map(|matrix| f64::from(matrix.0.0[0][0])).sum()
    })
}

#[expect(clippy::too_many_arguments, reason = "`with_capacity` of the macro has one for each archetype")]
mod fragments {
    use super::types::*;
    use super::*;

    pub struct Data(pub f32);

    seq!(N in 0..26 {
        ecs_world! {
            ecs_name!(Fragments);
            #(ecs_archetype!(Fragment~N, dyn, Data, Part~N);)*
        }

        impl Fragments {
            pub fn filled(count: usize) -> Self {
                let mut fragments = Self::default();
                for _ in 0..count / 26 {
                    #(fragments.create::<Fragment~N>((Data(1.0), Part~N::default()));)*
                }
                fragments
            }
        }
    });

    impl Fragments {
        pub fn scale(&mut self) {
            ecs_iter!(self, |data: &mut Data| data.0 *= 1.0001);
        }

        pub fn sum(&mut self) -> f64 {
            let mut sum = 0.0;
            ecs_iter!(self, |data: &Data| sum += f64::from(data.0));
            sum
        }
    }
}

fn fragmented_iter(count: usize) -> Case {
    frames(count, Fragments::filled(count), Fragments::scale, Fragments::sum)
}

mod letters {
    use super::*;

    pub struct Alpha(pub f32);

    pub struct Beta(pub f32);

    pub struct Gamma(pub f32);

    pub struct Delta(pub f32);

    pub struct Epsilon(pub f32);

    ecs_world! {
        ecs_name!(Letters);
        ecs_archetype!(Two, dyn, Alpha, Beta);
        ecs_archetype!(Three, dyn, Alpha, Beta, Gamma);
        ecs_archetype!(FourD, dyn, Alpha, Beta, Gamma, Delta);
        ecs_archetype!(FourE, dyn, Alpha, Beta, Gamma, Epsilon);
    }

    impl Letters {
        pub fn filled(runs: &[Run]) -> Self {
            let mut letters = Self::default();
            for &Run { kind, count } in runs {
                for _ in 0..count {
                    match kind {
                        0 => _ = letters.create::<Two>((Alpha(0.0), Beta(1.0))),
                        1 => _ = letters.create::<Three>((Alpha(0.0), Beta(1.0), Gamma(2.0))),
                        2 => _ = letters.create::<FourD>((Alpha(0.0), Beta(1.0), Gamma(2.0), Delta(3.0))),
                        _ => _ = letters.create::<FourE>((Alpha(0.0), Beta(1.0), Gamma(2.0), Epsilon(4.0))),
                    }
                }
            }
            letters
        }

        pub fn swap_all(&mut self) {
            ecs_iter!(self, |a: &mut Alpha, b: &mut Beta| std::mem::swap(&mut a.0, &mut b.0));
            ecs_iter!(self, |c: &mut Gamma, d: &mut Delta| std::mem::swap(&mut c.0, &mut d.0));
            ecs_iter!(self, |c: &mut Gamma, e: &mut Epsilon| std::mem::swap(&mut c.0, &mut e.0));
        }

        pub fn sum(&mut self) -> f64 {
            let mut sum = 0.0;
            ecs_iter!(self, |a: &Alpha| sum += f64::from(a.0));
            sum
        }
    }
}

fn schedule(count: usize) -> Case {
    frames_by_kinds(count, Letters::filled, Letters::swap_all, Letters::sum)
}

// ---- what is small ----

mod house {
    use super::letters::{Alpha, Beta, Delta, Epsilon, Gamma};
    use super::*;

    ecs_world! {
        ecs_name!(House);
        ecs_archetype!(Five, dyn, Alpha, Beta, Gamma, Delta, Epsilon);
    }

    impl Room for House {
        fn new() -> Self {
            let mut house = Self::default();
            house.create::<Five>((Alpha(0.0), Beta(1.0), Gamma(2.0), Delta(3.0), Epsilon(4.0)));
            house
        }

        fn update(&mut self) {
            ecs_iter!(self, |a: &mut Alpha| a.0 += 1.0);
        }

        fn value(&mut self) -> f64 {
            let mut sum = 0.0;
            ecs_iter!(self, |a: &Alpha| sum += f64::from(a.0));
            sum
        }
    }

    impl House {
        pub fn add(&mut self) {
            ecs_iter!(self, |a: &mut Alpha, b: &Beta| a.0 += b.0);
        }
    }
}

fn prepare(_: usize) -> Case {
    two_frames(1, <House as Room>::new(), Room::update, House::add, Room::value)
}
