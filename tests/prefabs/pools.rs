//! Pools in components: in copies they are empty (F2), in saves they have their members (V3).

use std::mem::take;

use ecs_core::{Archetype, Component, Entity, Handle, Pool, Prefab, Save, Singleton, World, find};
use serde::{Deserialize, Serialize};

use crate::support::log;
use crate::{alive, logged};

#[derive(Component, Serialize, Deserialize, Default, Clone)]
struct Body(u32);

impl Body {
    fn init(&mut self) {
        log(format!("init {}", self.0));
    }

    fn on_reset(&mut self) {
        log(format!("on_reset {}", self.0));
    }

    fn on_enable(&mut self) {
        log(format!("on_enable {}", self.0));
    }

    fn shutdown(&mut self) {
        log(format!("shutdown {}", self.0));
    }
}

#[derive(Component, Serialize, Deserialize, Default)]
struct Wings(Entity);

type Bat = Archetype<(Body, Wings)>;

#[derive(Component, Serialize, Deserialize)]
struct Cave {
    bats: Pool<Bat>,
    door: Entity,
}

/// Not in any save.
#[derive(Component)]
#[component(transient)]
struct Elsewhere(Pool<Bat>);

#[derive(Singleton, Serialize, Deserialize, Default)]
struct Sky {
    bats: Pool<Bat>,
    last: Handle<Body>,
}

#[derive(Component, Serialize, Deserialize)]
struct Watch(Vec<Entity>);

type Saved = Save<(Body, Wings, Cave, Sky, Watch)>;

fn cave(bats: Pool<Bat>) -> Cave {
    Cave { bats, door: Entity::NONE }
}

/// Writes and reads, in each of three formats.
fn reload(check: impl Fn()) {
    let (json, _) = Saved::write_with(serde_json::to_string).expect("it can be written");
    let (bytes, _) = Saved::write_with(postcard::to_allocvec).expect("it can be written");
    let (text, _) = Saved::write_with(ron::to_string).expect("it can be written");
    logged();
    for format in 0..4 {
        let loaded = match format {
            0 | 3 => Saved::reload_with(|| serde_json::from_str(&json)),
            1 => Saved::reload_with(|| postcard::from_bytes(&bytes)),
            _ => Saved::reload_with(|| ron::from_str(&text)),
        };
        loaded.unwrap_or_else(|error| panic!("format {format}: {error}\n{json}"));
        logged();
        check();
    }
}

#[test]
fn f2_the_pool_of_a_copy_is_empty_and_has_its_bound() {
    let prefab = Prefab::new(|root| {
        let bats = Pool::new().bounded(3);
        bats.take();
        root.insert(cave(bats));
    });
    let from_prefab = prefab.spawn();
    let live = Entity::spawn().insert(cave(Pool::new().bounded(3)));
    let taken = live.borrow().bats.take();
    live.borrow().bats.prewarm(1);
    let twin = live.entity().duplicate();
    for copy in [from_prefab, twin, prefab.variant(|_| ()).spawn(), twin.duplicate()] {
        let cave = copy.borrow::<Cave>();
        assert_eq!((cave.bats.len(), cave.bats.parked(), cave.bats.live().count()), (0, 0, 0));
        assert!(!cave.bats.give_back(taken));
        let all = [(); 3].map(|()| cave.bats.take());
        assert!(all.iter().all(|bat| bat.is_alive()) && cave.bats.try_take().is_err(), "it is bounded");
    }
    assert_eq!((live.borrow().bats.len(), live.borrow().bats.parked()), (2, 1), "as it was");
    assert!(live.borrow().bats.give_back(taken));
    // An unbounded one is not.
    let free = Entity::spawn().with(cave(Pool::new())).duplicate();
    (0..10).for_each(|_| _ = free.borrow::<Cave>().bats.take());
    assert_eq!(free.borrow::<Cave>().bats.len(), 10);
}

#[test]
fn f2_what_a_builder_took_from_a_pool_is_a_part_of_the_prefab_and_what_is_parked_too() {
    let prefab = Prefab::new(|root| {
        let bats = Pool::<Bat>::new();
        let taken = bats.take();
        taken.with(Body(7)).child_of(root);
        root.insert(cave(bats)).borrow_mut().door = taken;
    });
    let root = prefab.spawn();
    let door = root.borrow::<Cave>().door;
    assert_eq!(
        (door.borrow::<Body>().0, door.parent(), root.borrow::<Cave>().bats.len()),
        (7, Some(root), 0)
    );
    assert_eq!(alive(), 2);
}

#[test]
fn v3_a_pool_comes_back_with_its_members_in_their_order_and_with_its_bound() {
    let sky = || Sky::borrow().bats.take();
    Sky::set(Sky { bats: Pool::new().bounded(6), ..Sky::default() });
    let all: Vec<_> = (0..5).map(|_| sky()).collect();
    for (number, bat) in all.iter().enumerate() {
        bat.borrow_mut::<Body>().0 = number as u32;
        bat.borrow_mut::<Wings>().0 = all[(number + 1) % 5];
    }
    for place in [2, 0, 4] {
        assert!(Sky::borrow().bats.give_back(all[place]));
    }
    // It leads to the life of the member that is parked now.
    let last = all[4].handle();
    Sky::borrow_mut().last = last;
    all[1].set_name("taken");
    reload(|| {
        assert_eq!((alive(), Body::count()), (5, 5));
        {
            let sky = Sky::borrow();
            assert_eq!((sky.bats.len(), sky.bats.parked(), sky.bats.live().count()), (5, 3, 2));
            let mut live: Vec<u32> = sky.bats.live().map(|bat| bat.borrow::<Body>().0).collect();
            live.sort();
            assert_eq!(live, [1, 3]);
            assert_eq!(sky.last.borrow().0, 4);
            assert!(!sky.last.entity().is_enabled() && sky.last.entity().is_alive());
        }
        let taken = find("taken").expect("it has its name");
        assert!(taken.is_enabled() && Sky::borrow().bats.live().any(|bat| bat == taken));
        assert_eq!(taken.borrow::<Wings>().0.borrow::<Body>().0, 2);
        assert_eq!(Body::view().enabled().len(), 2);
        // The one that was parked last is taken first.
        for number in [4, 0, 2] {
            let bat = sky();
            assert_eq!(logged(), format!("on_reset {number}, on_enable {number}"));
            assert_eq!((bat.borrow::<Body>().0, bat.is_enabled()), (number, true));
        }
        sky();
        assert_eq!(logged(), "init 0, on_enable 0", "a new one");
        assert!(Sky::borrow().bats.try_take().is_err(), "it is bounded");
        assert!(Sky::borrow().bats.give_back(taken));
        assert_eq!(sky().index(), taken.index());
    });
}

#[test]
fn v3_pools_in_components_have_each_its_own_members() {
    for number in 1..3 {
        let cave = Entity::spawn().insert(cave(Pool::new()));
        cave.entity().set_name(&format!("cave {number}"));
        let all: Vec<_> = (0..3 * number).map(|_| cave.borrow().bats.take()).collect();
        all.iter().for_each(|bat| bat.borrow_mut::<Body>().0 = number);
        all[..number as usize].iter().for_each(|bat| assert!(cave.borrow().bats.give_back(*bat)));
        cave.borrow_mut().door = all[0];
    }
    reload(|| {
        assert_eq!(alive(), 2 + 3 + 6);
        for number in 1..3 {
            let name = format!("cave {number}");
            let cave = find(&name).expect("it has its name");
            let cave = cave.borrow::<Cave>();
            assert_eq!((cave.bats.len(), cave.bats.parked()), (3 * number as usize, number as usize));
            assert!(cave.bats.live().all(|bat| bat.borrow::<Body>().0 == number));
            assert!(!cave.door.is_enabled(), "it is parked");
            (0..number).for_each(|_| assert_eq!(cave.bats.take().borrow::<Body>().0, number));
        }
        logged();
    });
}

#[test]
fn v3_a_loaded_pool_takes_its_closures_from_another_one() {
    #[derive(Component, Serialize, Deserialize)]
    struct Nest {
        bats: Pool<Archetype<(Body,)>>,
    }
    impl Nest {
        fn pool() -> Pool<Archetype<(Body,)>> {
            Pool::with(|| (Body(50),), |bat| bat.borrow_mut::<Body>().0 += 100).bounded(3)
        }
        fn on_load(&mut self) {
            self.bats = Self::pool().with_members_of(take(&mut self.bats));
        }
    }
    type Nests = Save<(Body, Nest)>;
    let nest = Entity::spawn().insert(Nest { bats: Nest::pool() });
    let (one, two) = (nest.borrow().bats.take(), nest.borrow().bats.take());
    one.borrow_mut::<Body>().0 = 1;
    two.borrow_mut::<Body>().0 = 2;
    assert!(nest.borrow().bats.give_back(one));
    let (text, _) = Nests::write_with(serde_json::to_string).expect("it can be written");
    Nests::reload_with(|| serde_json::from_str(&text)).expect("it can be read");
    assert_eq!(alive(), 3);
    let view = Nest::view();
    let bats = &view.iter().next().expect("there is one").bats;
    assert_eq!((bats.len(), bats.parked()), (2, 1));
    logged();
    let number = |bat: Entity| bat.borrow::<Body>().0;
    assert_eq!((number(bats.take()), logged().as_str()), (101, "on_reset 1, on_enable 101"), "its resetter");
    assert_eq!((number(bats.take()), logged().as_str()), (50, "init 50, on_enable 50"), "its supplier");
    assert!(bats.try_take().is_err(), "its bound");
    // What had members before has none then, and theirs live on.
    let (mut full, other) = (Nest::pool(), Nest::pool());
    let (its, theirs) = (full.take(), other.take());
    full = full.with_members_of(other);
    assert!(!full.give_back(its) && its.is_alive() && full.give_back(theirs));
}

#[test]
fn v3_what_waits_in_a_pool_that_is_not_in_the_save_does_not_come() {
    let elsewhere = Entity::spawn().insert(Elsewhere(Pool::new()));
    let (parked, taken) = (elsewhere.borrow().0.take(), elsewhere.borrow().0.take());
    parked.borrow_mut::<Body>().0 = 1;
    taken.borrow_mut::<Body>().0 = 2;
    elsewhere.borrow().0.give_back(parked);
    // The name of its life now, as `Body` is there.
    let parked = Body::view().iter().find(|body| body.0 == 1).expect("it is parked").entity();
    let child = Entity::spawn().with(Body(3)).child_of(parked);
    let watch = Entity::spawn().with(Watch(vec![parked, taken, child]));
    watch.set_name("watch");
    reload(|| {
        let watch = find("watch").expect("it has its name");
        let watched = watch.borrow::<Watch>().0.clone();
        assert!(!watched[0].is_alive() && watched[1].is_alive(), "{watched:?}");
        assert_eq!(watched[1].borrow::<Body>().0, 2);
        assert!(watched[1].is_enabled());
        assert!(!watched[0].has::<Body>());
        let numbers: Vec<u32> = Body::view().iter().map(|body| body.0).collect();
        assert!(!numbers.contains(&1), "{numbers:?}");
        assert!(!numbers.contains(&3) && !watched[2].is_alive(), "what is below it is a part of it");
        assert!(Body::view().iter().all(|body| body.entity().is_enabled()));
        // It is one of nobody.
        assert!(!Sky::borrow().bats.give_back(watched[1]));
    });
}

#[test]
fn v3_loading_twice_beside_what_lives_makes_two_pools() {
    let first = Entity::spawn().insert(cave(Pool::new().bounded(2)));
    let (one, two) = (first.borrow().bats.take(), first.borrow().bats.take());
    one.borrow_mut::<Body>().0 = 1;
    two.borrow_mut::<Body>().0 = 2;
    first.borrow().bats.give_back(one);
    let (text, report) = Saved::write_with(serde_json::to_string).expect("it can be written");
    assert!(report.dangling().is_empty(), "{report}");
    for _ in 0..2 {
        Saved::read_with(|| serde_json::from_str(&text)).expect("it can be read");
    }
    assert_eq!(alive(), 9);
    let mut seen = Vec::new();
    for cave in &Cave::view() {
        assert_eq!((cave.bats.len(), cave.bats.parked()), (2, 1));
        let live: Vec<_> = cave.bats.live().collect();
        assert_eq!(live[0].borrow::<Body>().0, 2);
        let again = cave.bats.take();
        assert_eq!(again.borrow::<Body>().0, 1);
        assert!(cave.bats.try_take().is_err());
        seen.extend([live[0], again]);
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 6, "each has its own");
}

#[test]
fn v3_a_pool_that_drops_after_it_was_loaded_takes_what_is_parked_with_it() {
    let first = Entity::spawn().insert(cave(Pool::new()));
    first.entity().set_name("cave");
    let (one, _two) = (first.borrow().bats.take(), first.borrow().bats.take());
    first.borrow().bats.give_back(one);
    reload(|| {
        assert_eq!(alive(), 3);
        find("cave").expect("it has its name").despawn();
        assert_eq!((alive(), Body::count()), (1, 1), "what is taken lives on");
    });
}

#[test]
fn v3_a_dead_member_of_a_pool_is_forgotten_and_not_reported() {
    let first = Entity::spawn().insert(cave(Pool::new()));
    first.entity().set_name("cave");
    let all = [(); 4].map(|()| first.borrow().bats.take());
    first.borrow().bats.give_back(all[0]);
    first.borrow().bats.give_back(all[1]);
    let parked: Vec<_> =
        Body::view().iter().map(|body| body.entity()).filter(|bat| !bat.is_enabled()).collect();
    parked[0].despawn();
    all[2].despawn();
    World::flush();
    let (_, report) = Saved::write_with(serde_json::to_string).expect("it can be written");
    assert!(report.dangling().is_empty(), "{report}");
    reload(|| {
        let cave = find("cave").expect("it has its name");
        let cave = cave.borrow::<Cave>();
        assert_eq!((cave.bats.live().count(), cave.bats.parked()), (1, 1));
    });
}

#[test]
fn v3_a_part_of_the_world_has_the_members_of_the_part() {
    let first = Entity::spawn().insert(cave(Pool::new()));
    let (one, two) = (first.borrow().bats.take(), first.borrow().bats.take());
    let part = [first.entity(), one];
    let (text, _) = Saved::write_only_with(&part, serde_json::to_string).expect("it is written");
    Saved::reload_with(|| serde_json::from_str(&text)).expect("it can be read");
    assert!(!two.is_alive());
    let view = Cave::view();
    let bats = &view.iter().next().expect("there is one").bats;
    assert_eq!((bats.live().count(), bats.parked()), (1, 0));
}
