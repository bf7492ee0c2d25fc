//! What a parallel hook may take, and that it gets just that.

use ecs_core::{
    Changed, Commands, Component, Entity, Handle, Singleton, Tick, Time, World, query, update_all,
};

use super::{MANY, THREADS, with_threads, work};

#[derive(Component, Default)]
struct Place(u32);

#[derive(Component, Default)]
struct Speed(u32);

#[derive(Component, Default)]
struct Slow;

#[derive(Singleton, Default)]
struct Wind(u32);

#[derive(Component, Default)]
#[component(parallel)]
struct Mover {
    seen: (u32, f32, Option<Entity>, Option<Entity>, u64),
    visits: u32,
}

impl Mover {
    fn update(
        &mut self,
        time: Time,
        place: &mut Place,
        speed: Option<&Speed>,
        slow: Option<&Slow>,
        wind: &Wind,
    ) {
        let step = speed.map_or(0, |speed| speed.0) + wind.0;
        place.0 += if slow.is_some() { step / 2 } else { step };
        self.visits += 1;
        self.seen = (work(place.0), time.dt(), self.try_entity(), Some(self.handle().entity()), time.frame());
    }
}

/// Places, speeds and tags that do not lie side by side, movers that are disabled or have no place.
fn spawn() -> Vec<Entity> {
    let all: Vec<_> = (0..MANY).map(|_| Entity::spawn()).collect();
    for (n, &entity) in all.iter().enumerate() {
        if n % 7 != 0 {
            entity.insert(Place(n as u32));
        }
        entity.add::<Mover>();
    }
    for (n, &entity) in all.iter().enumerate().rev() {
        if n % 3 == 0 {
            entity.insert(Speed(n as u32));
        }
        if n % 5 == 0 {
            entity.add::<Slow>();
        }
        if n % 11 == 0 {
            entity.handle::<Mover>().set_enabled(false);
        }
        if n % 13 == 0 {
            entity.handle::<Speed>().set_enabled(false);
        }
        if n % 10 == 0 {
            entity.handle::<Slow>().set_enabled(false);
        }
    }
    for &entity in all.iter().skip(3).step_by(17) {
        entity.despawn();
    }
    all
}

#[test]
fn each_enabled_component_is_visited_once_with_what_belongs_to_its_entity() {
    for &threads in THREADS {
        with_threads(threads, || {
            let all = spawn();
            Wind::set(Wind(5));
            update_all(0.5);
            update_all(0.25);
            for (n, &entity) in all.iter().enumerate() {
                if !entity.is_alive() {
                    continue;
                }
                let mover = entity.borrow::<Mover>();
                if n % 7 == 0 || n % 11 == 0 {
                    assert_eq!(mover.visits, 0, "{n}");
                    continue;
                }
                // Those that are disabled are there too.
                let speed = if n % 3 == 0 { n as u32 } else { 0 };
                let step = if n % 5 == 0 { (speed + 5) / 2 } else { speed + 5 };
                let place = n as u32 + 2 * step;
                assert_eq!(entity.borrow::<Place>().0, place, "{n}");
                assert_eq!(mover.visits, 2);
                assert_eq!(mover.seen, (work(place), 0.25, Some(entity), Some(entity), 2));
            }
        });
    }
}

#[derive(Component)]
#[component(parallel(fixed_update, late_update))]
struct Phased(Vec<(&'static str, f32)>);

impl Phased {
    fn fixed_update(&mut self, dt: f32) {
        self.0.push(("fixed", dt));
    }
    fn update(&mut self) {
        // Not parallel: the world is there.
        Entity::spawn().despawn();
        self.0.push(("update", ecs_core::time().dt()));
    }
    fn late_update(&mut self, dt: f32) {
        self.0.push(("late", dt));
    }
}

#[test]
fn each_phase_can_be_parallel_or_not() {
    with_threads(2, || {
        World::set_fixed_step(0.25);
        let one = Entity::spawn().insert(Phased(vec![]));
        update_all(0.5);
        assert_eq!(one.borrow().0, [("fixed", 0.25), ("fixed", 0.25), ("update", 0.5), ("late", 0.5)]);
    });
}

#[derive(Component)]
#[component(parallel)]
struct Reader(u32);

impl Reader {
    fn update(&self, other: &mut Marked) {
        other.0 += work(self.0) & 1;
    }
}

#[derive(Component)]
#[component(track)]
struct Marked(u32);

#[derive(Component)]
#[component(parallel, track)]
struct Noted(u32);

impl Noted {
    fn update(&mut self, _: &Slow) {
        self.0 += 1;
    }
}

#[test]
fn changes_are_noted_of_what_was_visited_and_of_nothing_else() {
    with_threads(4, || {
        for n in 0..MANY as u32 {
            let entity = Entity::spawn().with(Noted(n)).with(Marked(n));
            if n % 3 == 0 {
                entity.insert(Slow);
            }
            if n % 5 == 0 {
                entity.insert(Reader(n));
            }
        }
        let seen: Tick = World::tick();
        update_all(1.0);
        let noted = query::<&Noted>().filter::<Changed<Noted>>().since(seen).count();
        assert_eq!(noted, (0..MANY).filter(|n| n % 3 == 0).count());
        let marked = query::<&Marked>().filter::<Changed<Marked>>().since(seen).count();
        assert_eq!(marked, (0..MANY).filter(|n| n % 5 == 0).count());
        let seen = World::tick();
        assert_eq!(query::<&Noted>().filter::<Changed<Noted>>().since(seen).count(), 0);
    });
}

#[derive(Component)]
#[component(parallel, update)]
struct Generic<T: Send + 'static>(T, Option<Entity>);

impl<T: Send + 'static> Generic<T> {
    fn update(&mut self) {
        self.1 = Some(self.entity());
    }
}

#[test]
fn a_generic_component_knows_its_entity_too() {
    with_threads(2, || {
        let one = Entity::spawn().insert(Generic(1_u8, None));
        let two = Entity::spawn().insert(Generic("two", None));
        update_all(1.0);
        assert_eq!((one.borrow().1, two.borrow().1), (Some(one.entity()), Some(two.entity())));
        Generic::<u8>::update_all(1.0);
    });
}

#[derive(Component, Default)]
#[component(parallel)]
struct Tracker {
    target: Handle<Place>,
    seen: u32,
}

impl Tracker {
    fn update(&mut self, places: ecs_core::View<Place>, commands: Commands) {
        match places.get(self.target) {
            Some(place) => self.seen = place.0,
            None => commands.despawn(self.entity()),
        }
    }
}

#[test]
fn a_view_follows_handles() {
    for &threads in THREADS {
        with_threads(threads, || {
            let places: Vec<_> = (0..MANY as u32).map(|n| Entity::spawn().insert(Place(n))).collect();
            let trackers: Vec<_> = (0..MANY)
                .map(|n| Entity::spawn().insert(Tracker { target: places[(n * 31) % MANY], seen: 0 }))
                .collect();
            for place in places.iter().step_by(4) {
                place.entity().despawn();
            }
            update_all(1.0);
            for (n, tracker) in trackers.iter().enumerate() {
                let target = (n * 31) % MANY;
                let seen = tracker.get().map(|tracker| tracker.seen);
                assert_eq!(seen, if target.is_multiple_of(4) { None } else { Some(target as u32) });
            }
        });
    }
}
