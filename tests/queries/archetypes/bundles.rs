//! `#[derive(Bundle)]`: structs of components are spawned and set as the tuple of their fields.

use ecs_core::{AddError, Archetype, Bundle, Component, Entity, Pool, update_all};

use crate::support::{Token, live_tokens, log, take_log};

#[derive(Component, Default, Debug, PartialEq)]
struct Pos(i32);

#[derive(Component, Default, Debug, PartialEq)]
struct Health(u32);

impl Health {
    fn init(&mut self, pos: &Pos) {
        log(format!("health {} at {}", self.0, pos.0));
    }
}

#[derive(Component, Default)]
struct Brain<T>(T);

#[derive(Bundle, Default)]
struct Body {
    health: Health,
    pos: Pos,
}

#[derive(Bundle, Default)]
struct Enemy<T: Send>(Body, Brain<T>)
where
    T: 'static;

type Bare = Enemy<u8>;

#[test]
fn a_bundle_is_spawned_as_the_tuple_of_its_fields() {
    let enemy = Entity::spawn_with(Enemy(Body { health: Health(3), pos: Pos(4) }, Brain(5_u8)));
    assert_eq!(take_log(), ["health 3 at 4"], "all is placed before the first `init`");
    assert_eq!((enemy.borrow::<Pos>().0, enemy.borrow::<Brain<u8>>().0), (4, 5));
    assert!(enemy.has::<Bare>() && enemy.has::<Body>() && !enemy.has::<Enemy<u16>>());
    assert_eq!(enemy.components(), ["Health", "Pos", "Brain<u8>"]);
    let many = Entity::spawn_many(300, |n, _| Body { pos: Pos(n as i32), ..Body::default() });
    assert_eq!((many[299].borrow::<Pos>().0, Health::count()), (299, 301));
}

#[test]
fn a_bundle_is_an_archetype_and_fills_a_pool() {
    let enemy = Archetype::<Bare>::spawn();
    let half = Entity::spawn().with(Pos(9));
    Archetype::<Bare>::apply(half);
    assert_eq!((half.borrow::<Pos>().0, Archetype::<Bare>::find()), (9, vec![enemy, half]));
    Archetype::<Body>::apply_with(half, Body::default());
    assert_eq!(Archetype::<Body>::remove(half), 2);
    assert!(!Archetype::<Body>::matches(half) && half.has::<Brain<u8>>());
    let pool = Pool::<Archetype<Body>>::new();
    let taken = pool.take();
    assert!(taken.has::<Body>() && pool.give_back(taken));
}

#[test]
fn insert_all_sets_what_is_there_too() {
    let entity = Entity::spawn().with(Pos(1));
    assert_eq!(entity.insert_all(Body { health: Health(2), pos: Pos(3) }), entity);
    assert_eq!((entity.borrow::<Health>().0, entity.borrow::<Pos>().0), (2, 3));
    entity.insert_all((Pos(5), Brain(7_u16)));
    assert_eq!((entity.borrow::<Pos>().0, entity.borrow::<Brain<u16>>().0), (5, 7));
    entity.despawn();
    assert!(matches!(entity.try_insert_all(Pos(1)), Err(AddError::DeadEntity { .. })));
}

#[test]
fn a_type_that_comes_twice_through_nested_bundles_is_named() {
    #[derive(Bundle, Default)]
    struct Twice {
        enemy: Bare,
        brain: Brain<u8>,
    }
    let listed_twice = AddError::ListedTwice { component: "Brain<u8>" };
    assert_eq!(Entity::try_spawn_with(Twice::default()), Err(listed_twice.clone()));
    let entity = Entity::spawn();
    assert_eq!(entity.try_insert_all(Twice::default()), Err(listed_twice.clone()));
    assert_eq!(Archetype::<Twice>::try_apply(entity), Err(listed_twice));
    assert!(entity.components().is_empty());
}

#[test]
fn a_bundle_without_a_default_and_with_more_than_twelve_fields() {
    macro_rules! wide {
        ($($field:ident: $name:ident)*) => {
            $(#[derive(Component)] struct $name(Token);)*
            #[derive(Bundle)]
            struct Wide { $($field: $name),* }
            let wide = || Wide { $($field: $name(Token::new())),* };
            let entities = [Entity::spawn_with(wide()), Entity::spawn().insert_all(wide())];
            $(assert!(entities.iter().all(|entity| entity.has::<$name>()));)*
            assert_eq!(entities[0].components().len(), 14);
            assert_eq!(live_tokens(), 28);
            assert_eq!(Archetype::<Wide>::remove(entities[0]), 14);
            $(assert_eq!(entities[1].borrow::<$name>().0.number() % 14, entities[1].components()
                .iter().position(|name| *name == stringify!($name)).unwrap());)*
        };
    }
    wide! { a: A b: B c: C d: D e: E f: F g: G h: H i: I j: J k: K l: L m: M n: N }
    assert_eq!(live_tokens(), 14);
}

#[test]
fn hooks_and_commands_take_bundles() {
    #[derive(Component, Default)]
    struct Nest;
    impl Nest {
        fn update(&self, me: Entity) {
            Entity::spawn_with(Body::default()).child_of(me);
        }
    }
    let nest = Entity::spawn().add::<Nest>().entity();
    update_all(0.1);
    assert_eq!(nest.children().filter(|child| child.has::<Body>()).count(), 1);
}

macro_rules! teams {
    ($($team:ident)*) => {
        $(mod $team {
            use ecs_core::Component;

            #[derive(Component, Default)]
            pub struct Flag(pub u8);
        })*
    };
}

teams! { red blue }

#[test]
fn seed_s19_types_of_one_name_from_one_macro_are_not_taken_for_one() {
    type Both = Archetype<(red::Flag, blue::Flag, Brain<u8>, Brain<u16>)>;
    let both = Both::spawn();
    assert!(both.has::<(red::Flag, blue::Flag)>());
    both.borrow_mut::<red::Flag>().0 = 1;
    assert_eq!(both.borrow::<blue::Flag>().0, 0);
}
