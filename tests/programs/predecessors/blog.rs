//! The program of a blog post.

use super::*;

#[derive(Component)]
pub(super) struct MegaSonicAirplane {
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
fn seed_b22_the_blogs_program_in_small() {
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
fn seed_b2_a_reference_is_a_field_and_persists() {
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
fn seed_b4_get_add_and_kill_on_entities_handles_and_components() {
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
fn seed_b6_b23_events_are_optional_and_members_have_initial_values() {
    #[derive(Component, Default)]
    struct WithoutHooks(u8);
    #[derive(Component)]
    struct NoDefault(&'static str);
    let without_hooks = Entity::spawn().add::<WithoutHooks>();
    let other = Entity::spawn().add_with(|| NoDefault("made"));
    update_all(1.0);
    assert_eq!((without_hooks.borrow().0, other.borrow().0), (0, "made"));
    assert_eq!(Entity::spawn().add::<MegaSonicAirplane>().borrow().speed, 1000.0);
}

#[test]
fn seed_b8_init_runs_once_in_place_and_may_add_anything() {
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
fn seed_b9_a_types_update_runs_alone() {
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
fn seed_b11_b12_b13_a_reference_that_is_not_valid_is_defined() {
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
fn seed_b14_d1_an_entity_is_a_plain_number() {
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
fn seed_b15_b16_no_duplicates_and_a_reference_to_what_is_not_there() {
    let entity = Entity::spawn();
    let reference = entity.handle::<Transform>();
    assert!(!reference.is_alive(), "validated later");
    let first = entity.add::<Transform>();
    first.borrow_mut().pos.z = 3.0;
    assert_eq!((entity.add::<Transform>(), Transform::count()), (first, 1));
    assert_eq!(reference.borrow().pos.z, 3.0);
}

#[test]
fn seed_b20_b21_a_cached_field_and_a_look_up_each_frame_give_the_same() {
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
fn seed_b24_an_id_is_not_a_position() {
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
