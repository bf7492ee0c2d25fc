//! What the documents that started the project ask for, item by item, where no law's test has it already.

use std::collections::HashMap;
use std::rc::Rc;

use ecs_core::{Component, Entity, Handle, World, update_all};

use crate::support::{CountedDrop, DropCounter, assert_says, log, message_of, take_log};

// ---- the blog's program, its own way ----

#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

#[derive(Component, Default)]
struct Transform {
    pos: Vec3,
}

#[derive(Component)]
struct MegaSonicAirplane {
    transform: Handle<Transform>,
    speed: f32,
}

impl Default for MegaSonicAirplane {
    fn default() -> Self {
        Self { transform: Handle::default(), speed: 1000.0 }
    }
}

impl MegaSonicAirplane {
    fn init(&mut self) {
        self.transform = self.add::<Transform>();
    }

    fn update(&mut self, dt: f32) {
        self.transform.borrow_mut().pos.y += self.speed * dt;
    }

    fn mega_render(&self) -> String {
        let pos = self.transform.borrow().pos;
        format!(
            "MegaSonicAirplane {} : {{ {:.1}, {:.1}, {:.1} }}",
            self.entity().index(),
            pos.x,
            pos.y,
            pos.z
        )
    }
}

#[test]
fn b22_the_blogs_program_in_small() {
    let dt = 0.5;
    let mut es = Vec::with_capacity(500);
    for _ in 0..500 {
        es.push(Entity::spawn());
        es.last().unwrap().add::<MegaSonicAirplane>();
    }
    for frame in 1..=3 {
        MegaSonicAirplane::update_all(dt);
        let seen = es[0].borrow::<MegaSonicAirplane>().mega_render();
        assert_eq!(seen, format!("MegaSonicAirplane 0 : {{ 0.0, {:.1}, 0.0 }}", 500.0 * frame as f32));
    }
    assert_eq!((MegaSonicAirplane::count(), Transform::count()), (500, 500));
    assert!(Transform::view().iter().all(|transform| transform.pos.y == 1500.0));
    let rendered: Vec<_> = MegaSonicAirplane::view().iter().map(MegaSonicAirplane::mega_render).collect();
    assert_eq!(rendered[499], "MegaSonicAirplane 499 : { 0.0, 1500.0, 0.0 }");
}

#[test]
fn b2_a_reference_is_a_field_and_persists() {
    let planes: Vec<_> = (0..100).map(|_| Entity::spawn().add::<MegaSonicAirplane>()).collect();
    let fields: Vec<_> = planes.iter().map(|plane| plane.borrow().transform).collect();
    for (n, field) in fields.iter().enumerate() {
        field.borrow_mut().pos.x = n as f32;
    }
    (0..1_000).for_each(|_| assert!(Entity::spawn().add::<Transform>().is_alive())); // growth
    planes.iter().step_by(3).for_each(|plane| assert!(plane.entity().despawn())); // removal of others
    planes.iter().skip(1).step_by(3).for_each(|plane| assert!(plane.entity().set_enabled(false)));
    update_all(0.1);
    for (n, (plane, field)) in planes.iter().zip(&fields).enumerate() {
        assert_eq!(field.get().map(|transform| transform.pos.x), (n % 3 != 0).then_some(n as f32));
        assert_eq!(plane.get().map(|plane| plane.transform), (n % 3 != 0).then_some(*field));
    }
}

#[test]
fn b4_get_add_and_kill_on_entities_handles_and_components() {
    #[derive(Component, Default)]
    struct Engine(u32);
    #[derive(Component, Default)]
    struct Car;
    #[derive(Component, Default)]
    struct Driver {
        car: Option<Handle<Car>>,
        engine: Handle<Engine>,
    }
    impl Driver {
        fn init(&mut self) {
            self.engine = self.add::<Engine>();
            self.engine.borrow_mut().0 = 5;
            self.car = Some(self.sibling::<Car>());
        }
        fn update(&mut self) {
            log(format!("{}", self.sibling::<Engine>().borrow().0));
            assert!(self.sibling::<Engine>().kill() && self.kill());
        }
    }
    let driver = Entity::spawn().add::<Driver>();
    let car = driver.add::<Car>();
    assert!(car.is_alive() && driver.borrow().car == Some(car));
    assert_eq!(driver.sibling::<Engine>().borrow().0, 5);
    assert_eq!(driver.entity().borrow::<Engine>().0, 5);
    update_all(0.1);
    assert_eq!(take_log(), ["5"]);
    assert_eq!(driver.entity().components(), ["Car"]);
    assert!(car.kill() && driver.entity().components().is_empty());
}

#[test]
fn b6_b23_events_are_optional_and_members_have_initial_values() {
    #[derive(Component, Default)]
    struct Silent(u8);
    #[derive(Component)]
    struct NoDefault(&'static str);
    let silent = Entity::spawn().add::<Silent>();
    let other = Entity::spawn().add_with(|| NoDefault("made"));
    update_all(1.0);
    assert_eq!((silent.borrow().0, other.borrow().0), (0, "made"));
    assert_eq!(Entity::spawn().add::<MegaSonicAirplane>().borrow().speed, 1000.0);
}

#[test]
fn b8_init_runs_once_in_place_and_may_add_anything() {
    #[derive(Component, Default)]
    struct Nest {
        depth: u32,
        inits: u32,
    }
    impl Nest {
        fn init(&mut self) {
            self.inits += 1;
            let (entity, place) = (self.entity(), &raw const *self);
            if self.depth < 20 {
                let child = Entity::spawn().insert(Self { depth: self.depth + 1, inits: 0 });
                assert_eq!(child.borrow().depth, self.depth + 1);
            }
            self.add::<Transform>();
            assert_eq!((self.entity(), &raw const *self), (entity, place), "did not move meanwhile");
        }
    }
    Entity::spawn().add::<Nest>();
    assert_eq!((Nest::count(), Transform::count()), (21, 21));
    assert!(Nest::view().iter().all(|nest| nest.inits == 1));
}

#[test]
fn b9_a_types_update_runs_alone() {
    let plane = Entity::spawn().add::<MegaSonicAirplane>();
    #[derive(Component, Default)]
    struct Clock(f32);
    impl Clock {
        fn update(&mut self, dt: f32) {
            self.0 += dt;
        }
    }
    let clock = Entity::spawn().add::<Clock>();
    Clock::update_all(2.0);
    assert_eq!((clock.borrow().0, plane.borrow().transform.borrow().pos.y), (2.0, 0.0));
    update_all(1.0);
    assert_eq!((clock.borrow().0, plane.borrow().transform.borrow().pos.y), (3.0, 1000.0));
}

#[test]
fn b11_b12_b13_a_reference_that_is_not_valid_is_defined() {
    let (dummy, dead) = (Handle::<Transform>::default(), Entity::spawn().add::<Transform>());
    dead.kill();
    assert_says(&message_of(|| dummy.borrow().pos), &["Transform", "null handle"]);
    assert_says(&message_of(|| dead.borrow().pos), &["Transform", "0v1", "is_alive()"]);
    for handle in [dummy, dead] {
        assert!(!handle.is_alive() && handle.get().is_none() && handle.try_borrow_mut().is_err());
        assert_eq!(handle.with(|transform| transform.pos), None);
        assert!(!handle.kill() && !handle.set_enabled(true));
    }
    assert_eq!(dummy.entity(), Entity::NONE);
    assert!(!dummy.sibling::<MegaSonicAirplane>().is_alive());
}

#[test]
fn b14_d1_an_entity_is_a_plain_number() {
    fn is_plain<
        T: Copy + Eq + Ord + std::hash::Hash + std::fmt::Debug + std::fmt::Display + Send + Sync + 'static,
    >() {
    }
    is_plain::<Entity>();
    assert!(size_of::<Entity>() <= 8 && !std::mem::needs_drop::<Entity>());
    let map: HashMap<Entity, u32> = (0..10).map(|n| (Entity::spawn(), n)).collect();
    assert!(map.iter().all(|(entity, n)| entity.index() == *n));
}

#[test]
fn b15_b16_no_duplicates_and_a_reference_to_what_is_not_there() {
    let entity = Entity::spawn();
    let reference = entity.handle::<Transform>();
    assert!(!reference.is_alive(), "validated later");
    let first = entity.add::<Transform>();
    first.borrow_mut().pos.z = 3.0;
    assert_eq!((entity.add::<Transform>(), Transform::count()), (first, 1));
    assert_eq!(reference.borrow().pos.z, 3.0);
}

#[test]
fn b20_b21_a_cached_field_and_a_look_up_each_frame_give_the_same() {
    #[derive(Component, Default)]
    struct Cached(Handle<Transform>);
    impl Cached {
        fn init(&mut self) {
            self.0 = self.add();
        }
        fn update(&mut self, dt: f32) {
            self.0.borrow_mut().pos.y += dt;
        }
    }
    #[derive(Component, Default)]
    struct LooksUp;
    impl LooksUp {
        fn init(&mut self, entity: Entity) {
            entity.add::<Transform>();
        }
        fn update(&mut self, entity: Entity, dt: f32) {
            entity.get_mut::<Transform>().unwrap().pos.y += dt;
        }
    }
    let (cached, looks_up) = (Entity::spawn().add::<Cached>(), Entity::spawn().add::<LooksUp>());
    (0..10).for_each(|_| update_all(0.25));
    let y = |entity: Entity| entity.borrow::<Transform>().pos.y;
    assert_eq!((y(cached.entity()), y(looks_up.entity())), (2.5, 2.5));
}

#[test]
fn b24_an_id_is_not_a_position() {
    let entities: Vec<_> = (0..50).map(|_| Entity::spawn()).collect();
    let order = [40, 3, 17, 49, 0];
    let transforms =
        order.map(|n: usize| entities[n].insert(Transform { pos: Vec3 { x: n as f32, ..Vec3::default() } }));
    assert_eq!(Transform::view().len(), 5, "entities without the component take no row");
    for (n, transform) in order.iter().zip(transforms) {
        assert_eq!((transform.entity().index(), transform.borrow().pos.x), (*n as u32, *n as f32));
    }
    assert!(entities[1].get::<Transform>().is_none());
}

// ---- eyos ----

#[test]
fn e7_ids_stay_valid_when_another_takes_the_place() {
    let entities: Vec<_> = (0..10)
        .map(|n| Entity::spawn().with(Transform { pos: Vec3 { x: n as f32, ..Vec3::default() } }))
        .collect();
    entities[2].despawn();
    assert_eq!(entities[9].borrow::<Transform>().pos.x, 9.0);
    assert!(!entities[2].is_alive() && entities[9].is_alive());
    assert!(Transform::view().iter().all(|transform| transform.entity().index() as f32 == transform.pos.x));
}

#[test]
fn e11_an_entity_may_have_more_types_than_a_word_has_bits() {
    #[derive(Component, Default)]
    struct Type<const N: usize>(#[expect(dead_code, reason = "has a size")] u8);
    macro_rules! for_each_type {
        ($f:ident: $($tens:literal)*) => {$(
            $f!($tens, 0); $f!($tens, 1); $f!($tens, 2); $f!($tens, 3); $f!($tens, 4);
            $f!($tens, 5); $f!($tens, 6); $f!($tens, 7); $f!($tens, 8); $f!($tens, 9);
        )*};
    }
    let (all, none, one) = (Entity::spawn(), Entity::spawn(), Entity::spawn());
    macro_rules! add {
        ($tens:literal, $unit:literal) => {
            all.add::<Type<{ $tens * 10 + $unit }>>();
        };
    }
    for_each_type!(add: 0 1 2 3 4 5 6);
    one.add::<Type<69>>();
    assert_eq!((all.components().len(), none.components().len(), one.components().len()), (70, 0, 1));
    assert!(all.has::<(Type<0>, Type<64>, Type<69>)>() && !one.has::<Type<68>>());
    all.kill::<Type<63>>();
    assert_eq!(all.components().len(), 69);
    assert!(all.despawn());
    assert_eq!((Type::<0>::count(), Type::<69>::count(), one.has::<Type<69>>()), (0, 1, true));
    let again = Entity::spawn();
    assert_eq!((again.index(), again.components().len()), (all.index(), 0));
}

#[test]
#[cfg_attr(miri, ignore = "is about sizes")]
fn e12_e13_memory_grows_only_with_what_is_there() {
    #[derive(Component)]
    struct Big(#[expect(dead_code, reason = "has a size")] [u8; 1 << 16]);
    #[derive(Component, Default)]
    struct Tag;
    let entities = Entity::spawn_many(10_000, |_, _| Tag);
    entities[9_999].insert(Big([0; 1 << 16]));
    let stats = World::stats();
    assert_eq!((stats.stores[0].value_bytes, stats.stores[0].count), (0, 10_000));
    assert!(stats.stores[1].value_bytes <= 16 << 16, "{:?}", stats.stores[1]);
    assert!(stats.bytes() < 3_000_000, "{}", stats.bytes());
}

#[test]
fn e22_a_component_may_own_and_share_resources() {
    #[derive(Component)]
    struct Model3D {
        mesh: Vec<f32>,
        #[expect(dead_code, reason = "is shared")]
        material: Rc<String>,
        _token: CountedDrop,
    }
    let (counter, material) = (DropCounter::default(), Rc::new("steel".to_owned()));
    let model = |n| Model3D { mesh: vec![n; 3], material: material.clone(), _token: counter.token() };
    let entities: Vec<_> = (0..20_u8).map(|n| Entity::spawn().with(model(n.into()))).collect();
    entities[0].despawn();
    entities[1].kill::<Model3D>();
    entities[2].insert(model(2.0));
    drop(entities[3].remove::<Model3D>());
    assert_eq!((counter.dropped(), Rc::strong_count(&material)), (4, 18));
    assert_eq!(entities[19].borrow::<Model3D>().mesh, [19.0; 3]);
    World::clear();
    assert_eq!((counter.made(), counter.dropped(), Rc::strong_count(&material)), (21, 21, 1));
}

// ---- shipwright ----

#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct Health(u32);

#[test]
fn s4_s6_the_look_ups_stay_inverse_of_each_other() {
    let mut random = crate::support::Random(9);
    let mut alive: Vec<Handle<Health>> = Vec::new();
    for step in 0..if cfg!(miri) { 100 } else { 3_000 } {
        if random.below(5) < 3 || alive.is_empty() {
            alive.push(Entity::spawn().insert(Health(step)));
        } else {
            let handle = alive.swap_remove(random.below(alive.len()));
            assert!(if step % 2 == 0 { handle.kill() } else { handle.entity().despawn() });
        }
    }
    let view = Health::view();
    let mut owners: Vec<_> = view.iter().map(Component::handle).collect();
    for (owner, health) in owners.iter().zip(&view) {
        assert!(std::ptr::eq(&view[*owner], health));
    }
    owners.sort();
    alive.sort();
    assert_eq!(owners, alive);
}

#[test]
fn s7_d5_creating_and_destroying_keeps_memory_flat() {
    let cycle = || {
        let entities = Entity::spawn_many(500, |n, _| (Health(n as u32), Transform::default()));
        entities.iter().for_each(|entity| assert!(entity.despawn()));
        World::stats().bytes()
    };
    (0..3).for_each(|_| assert!(cycle() > 0));
    let warm = cycle();
    assert!((0..200).all(|_| cycle() == warm), "{warm} bytes, then {}", cycle());
}

#[test]
fn s18_s20_an_object_is_made_parked_and_read_by_copy() {
    fn spawn_enemy() -> Entity {
        Entity::spawn().with(Health(10)).with(Transform::default())
    }
    let bats = [spawn_enemy(), spawn_enemy()];
    assert_eq!(bats.map(|bat| *bat.borrow::<Health>()), [Health(10); 2]);
    bats[0].set_enabled(false); // never removed, only parked
    assert_eq!((Health::view().enabled().len(), Health::count()), (1, 2));
    bats[0].set_enabled(true);
    assert_eq!(Health::view().enabled().len(), 2);
    assert_says(&message_of(|| *Entity::spawn().borrow::<Health>()), &["Health", "2v1"]);
}

#[test]
fn s21_a_despawned_entity_leaks_no_component_to_the_next_owner_of_its_index() {
    let (counter, old) = (DropCounter::default(), Entity::spawn());
    #[derive(Component)]
    struct Owned(#[expect(dead_code, reason = "is dropped")] CountedDrop);
    old.with(Transform::default()).with(Health(3)).insert(Owned(counter.token()));
    let stale = old.handle::<Health>();
    old.despawn();
    assert_eq!(counter.dropped(), 1, "removed values are dropped");
    let new = Entity::spawn();
    assert_eq!((new.index(), new.generation()), (old.index(), 2), "ids have versions");
    assert!(!new.has::<Transform>() && !new.has::<Health>() && !new.has::<Owned>());
    new.insert(Health(7));
    assert!(!stale.is_alive() && stale.get().is_none());
    assert_eq!(new.components(), ["Health"]);
}

#[test]
fn s21_the_lowest_id_comes_first_and_a_bundle_is_applied() {
    let entities = Entity::spawn_many(3, |n, _| (Health(n as u32), Transform::default()));
    assert_eq!(entities.iter().map(|entity| entity.index()).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(entities.iter().all(|entity| entity.has::<(Health, Transform)>()));
}

// ---- dustArtemis ----

#[test]
fn d2_an_id_of_ones_own_is_a_component() {
    #[derive(Component, Clone, Copy, PartialEq, Eq, Hash)]
    struct Uuid(u128);
    let saved: Vec<_> = (0..5).map(|n| (Uuid(1 << n), Entity::spawn().with(Uuid(1 << n)))).collect();
    let by_uuid: HashMap<Uuid, Entity> = Uuid::view().iter().map(|uuid| (*uuid, uuid.entity())).collect();
    assert!(saved.iter().all(|(uuid, entity)| by_uuid[uuid] == *entity));
}

#[test]
fn d7_d8_an_entity_needs_no_manager() {
    fn far_from_main(entity: Entity) {
        entity.add::<Transform>().borrow_mut().pos.x = 1.0;
    }
    let entity = Entity::spawn().with(Health(1));
    far_from_main(entity);
    assert_eq!((entity.components(), entity.borrow::<Transform>().pos.x), (vec!["Health", "Transform"], 1.0));
}

#[test]
fn d25_checked_access_slices_and_a_list_of_what_an_entity_has() {
    let entity = Entity::spawn().with(Health(1)).with(Transform::default());
    assert!(entity.get::<MegaSonicAirplane>().is_none());
    assert_eq!(Health::view().as_slice(), [Health(1)]);
    assert_eq!(entity.components(), ["Health", "Transform"]);
}

#[test]
fn d27_counters_a_niche_and_capacity_hints() {
    let entities = Entity::spawn_many(5, |_, _| Health(1));
    entities[0].despawn();
    entities[1].kill::<Health>();
    entities[2].set_enabled(false);
    let stats = World::stats();
    assert_eq!((stats.alive, stats.spawned, stats.despawned), (4, 5, 1));
    let store = stats.stores[0];
    assert_eq!((store.component, store.count, store.enabled), ("Health", 3, 2));
    assert!(store.capacity >= 5 && store.bytes() > 0 && stats.bytes() >= store.bytes());
    Health::reserve(1_000);
    assert!(World::stats().stores[0].capacity >= 1_003);
    assert_eq!(size_of::<Option<Handle<Health>>>(), 8);
}
