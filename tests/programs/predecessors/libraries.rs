//! Three libraries: eyos, shipwright, dustArtemis.

use super::blog::MegaSonicAirplane;
use super::*;

#[test]
fn seed_e7_ids_stay_valid_when_another_takes_the_place() {
    let entities: Vec<_> = (0..10)
        .map(|n| Entity::spawn().with(Transform { pos: Vec3 { x: n as f32, ..Vec3::default() } }))
        .collect();
    entities[2].despawn();
    assert_eq!(entities[9].borrow::<Transform>().pos.x, 9.0);
    assert!(!entities[2].is_alive() && entities[9].is_alive());
    assert!(Transform::view().iter().all(|transform| transform.entity().index() as f32 == transform.pos.x));
}

#[test]
fn seed_e11_an_entity_may_have_more_types_than_a_word_has_bits() {
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
fn seed_e12_e13_memory_grows_only_with_what_is_there() {
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
fn seed_e22_a_component_may_own_and_share_resources() {
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
fn seed_s4_s6_the_look_ups_stay_inverse_of_each_other() {
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
fn seed_s7_d5_creating_and_destroying_keeps_memory_flat() {
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
fn seed_s18_s20_an_object_is_made_parked_and_read_by_copy() {
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
fn seed_s21_a_despawned_entity_leaks_no_component_to_the_next_owner_of_its_index() {
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
fn seed_s21_the_lowest_id_comes_first_and_a_bundle_is_applied() {
    let entities = Entity::spawn_many(3, |n, _| (Health(n as u32), Transform::default()));
    assert_eq!(entities.iter().map(|entity| entity.index()).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(entities.iter().all(|entity| entity.has::<(Health, Transform)>()));
}

// ---- dustArtemis ----

#[test]
fn seed_d2_an_id_of_ones_own_is_a_component() {
    #[derive(Component, Clone, Copy, PartialEq, Eq, Hash)]
    struct Uuid(u128);
    let saved: Vec<_> = (0..5).map(|n| (Uuid(1 << n), Entity::spawn().with(Uuid(1 << n)))).collect();
    let by_uuid: HashMap<Uuid, Entity> = Uuid::view().iter().map(|uuid| (*uuid, uuid.entity())).collect();
    assert!(saved.iter().all(|(uuid, entity)| by_uuid[uuid] == *entity));
}

#[test]
fn seed_d7_d8_an_entity_needs_no_manager() {
    fn far_from_main(entity: Entity) {
        entity.add::<Transform>().borrow_mut().pos.x = 1.0;
    }
    let entity = Entity::spawn().with(Health(1));
    far_from_main(entity);
    assert_eq!((entity.components(), entity.borrow::<Transform>().pos.x), (vec!["Health", "Transform"], 1.0));
}

#[test]
fn seed_d25_checked_access_slices_and_a_list_of_what_an_entity_has() {
    let entity = Entity::spawn().with(Health(1)).with(Transform::default());
    assert!(entity.get::<MegaSonicAirplane>().is_none());
    assert_eq!(Health::view().as_slice(), [Health(1)]);
    assert_eq!(entity.components(), ["Health", "Transform"]);
}

#[test]
fn seed_d27_counters_a_niche_and_capacity_hints() {
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
