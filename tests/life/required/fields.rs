//! Fields that are marked `sibling`: they refer to the components of the same entity before `init` runs.

use std::cell::RefCell;

use ecs_core::{Component, Entity, Handle, PerEntity, Ref, World};

use super::{Health, Transform};
use crate::support::{log, take_log};

type HealthOf = Handle<Health>;

#[derive(Component, Default)]
struct Named {
    #[component(sibling)]
    transform: Handle<Transform>,
    plain: Handle<Transform>,
    #[component(sibling)]
    health: HealthOf,
    #[component(sibling)]
    own: Handle<Self>,
}

impl Named {
    fn init(&mut self, entity: Entity) {
        assert!(is_filled(self, entity), "before `init`");
        log("init");
    }
}

fn is_filled(named: &Named, entity: Entity) -> bool {
    named.transform == entity.handle() && named.health == entity.handle() && named.own == entity.handle()
}

#[derive(Component, Default)]
struct Tuple(u8, #[component(sibling)] Handle<Transform>, #[component(sibling)] Handle<Named>);

#[derive(Component)]
struct Generic<T: PerEntity, const N: usize> {
    count: [u8; N],
    #[component(sibling)]
    of: Handle<T>,
}

macro_rules! component {
    ($name:ident { $field:ident: $ty:ty }) => {
        #[derive(Component, Default)]
        struct $name {
            #[component(sibling)]
            $field: $ty,
        }
    };
}

component!(FromMacro { r#type: Handle<Transform> });

#[test]
fn fields_are_filled_in_structs_tuples_and_generic_types_before_init() {
    let (entity, other) = (Entity::spawn(), Entity::spawn());
    let (named, tuple) = (entity.add::<Named>(), entity.add::<Tuple>());
    let generic = entity.insert(Generic::<Tuple, 2> { count: [1, 2], of: Handle::default() });
    let made = entity.add::<FromMacro>();
    assert!(is_filled(&named.borrow(), entity));
    assert_eq!((tuple.borrow().0, tuple.borrow().1, tuple.borrow().2), (0, entity.handle(), named));
    assert_eq!((generic.borrow().count, generic.borrow().of), ([1, 2], tuple));
    assert_eq!(made.borrow().r#type, entity.handle());
    assert_ne!(made.borrow().r#type, other.handle());
}

#[test]
fn filling_does_not_look_and_leaves_other_fields_alone() {
    let elsewhere = Entity::spawn().handle::<Transform>();
    let entity = Entity::spawn();
    let named = entity.insert(Named { plain: elsewhere, transform: elsewhere, ..Named::default() });
    assert_eq!(named.borrow().plain, elsewhere);
    let transform = named.borrow().transform;
    assert!(!transform.is_alive(), "there is none yet");
    entity.insert(Transform(3));
    assert_eq!(transform.borrow().0, 3);
    assert_eq!(World::stats().stores.len(), 2, "no store was made for what is not there");
}

#[test]
fn every_way_of_adding_fills() {
    #[derive(Component)]
    struct Other;
    let stale = Named { transform: Entity::spawn().handle(), ..Named::default() };
    let entities = [
        Entity::spawn().add::<Named>().entity(),
        Entity::spawn().with(stale),
        Entity::spawn().insert(Named::default()).entity(),
        Entity::spawn_many(2, |_, _| (Other, Named::default()))[1],
        Entity::spawn_many(2, |_, _| Named::default())[0],
    ];
    assert!(entities.iter().all(|&entity| is_filled(&entity.borrow::<Named>(), entity)));
    // Also without `init`, and where another component of the bundle is all that has a turn.
    let bare = [
        Entity::spawn().add::<Tuple>().entity(),
        Entity::spawn_many(3, |_, _| (Other, Tuple::default(), Transform(0)))[2],
        Entity::spawn_many(1, |_, _| Tuple::default())[0],
    ];
    assert!(bare.iter().all(|&entity| entity.borrow::<Tuple>().1 == entity.handle()));
    // And anew, over a value and after a kill.
    let entity = bare[0];
    entity.insert(Tuple(1, Handle::default(), Handle::default()));
    assert_eq!((entity.borrow::<Tuple>().0, entity.borrow::<Tuple>().1), (1, entity.handle()));
    entity.kill::<Tuple>();
    assert_eq!(entity.add::<Tuple>().borrow().1, entity.handle());
}

#[test]
fn fields_are_filled_after_what_is_required_was_added() {
    #[derive(Component, Default)]
    struct Wing;
    impl Wing {
        fn init(&mut self, bat: &Bat) {
            log(format!("wing {}", bat.wing.is_alive()));
        }
    }
    #[derive(Component, Default)]
    #[component(requires(Wing))]
    struct Bat {
        #[component(sibling)]
        wing: Handle<Wing>,
    }
    impl Bat {
        fn init(&mut self) {
            log(format!("bat {}", self.wing.is_alive()));
        }
    }
    Entity::spawn().add::<Bat>();
    assert_eq!(take_log(), ["wing false", "bat true"]);
}

#[test]
fn what_is_borrowed_is_filled_when_its_turn_comes() {
    thread_local!(static HELD: RefCell<Vec<Ref<Tuple>>> = const { RefCell::new(Vec::new()) });
    #[derive(Component)]
    struct Keeper;
    impl Keeper {
        fn init(&mut self, entity: Entity) {
            HELD.with_borrow_mut(|held| held.push(entity.borrow::<Tuple>()));
        }
    }
    let entity = Entity::spawn_many(1, |_, _| (Keeper, Tuple::default()))[0];
    assert_eq!(entity.borrow::<Tuple>().1, Handle::default());
    HELD.take();
    World::flush();
    assert_eq!(entity.borrow::<Tuple>().1, entity.handle());
    // A value that takes the place of a borrowed one is filled at once, and the borrowed one stays as it is.
    let held = entity.borrow::<Tuple>();
    entity.insert(Tuple(2, Handle::default(), Handle::default()));
    assert_eq!((held.0, held.1), (0, entity.handle()));
    assert_eq!((entity.borrow::<Tuple>().0, entity.borrow::<Tuple>().1), (2, entity.handle()));
}

#[test]
fn fields_refer_to_entities_of_the_world_in_which_they_were_added() {
    let world = World::new();
    let tuple = world.enter(|| Entity::spawn().with(Transform(1)).add::<Tuple>());
    Entity::spawn().with(Transform(2));
    world.enter(|| assert_eq!(tuple.borrow().1.borrow().0, 1));
}
