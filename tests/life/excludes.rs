//! Law S10: two types that exclude each other are never on one entity, whichever way a component comes.

use ecs_core::{
    AddError, Archetype, Commands, Component, Entity, Handle, PerEntity, Pool, Schedule, World, local,
    update_all,
};

use crate::support::{
    Random, Token, assert_says, caught, ignore, live_tokens, log, message_of, sized, take_log,
};

/// Says it for both.
#[derive(Component, Default)]
#[component(excludes(Camera, Lens<u8>))]
struct Ship {
    _token: Token,
}

#[derive(Component, Default)]
struct Camera {
    _token: Token,
}

/// A tag that excludes a tag.
#[derive(Component, Default)]
#[component(excludes(Night))]
struct Day;

#[derive(Component, Default)]
struct Night;

/// Generic, so that no bundle with it is refused at compile time.
#[derive(Component, Default)]
struct Lens<T: 'static> {
    _token: Token,
    _of: T,
}

#[derive(Component, Default)]
struct Plain;

#[derive(Component, Default)]
#[component(requires(Plain, Camera))]
struct Filming {
    _token: Token,
}

const EXCLUDED: fn(&Result<(), AddError>) -> bool = |result| matches!(result, Err(AddError::Excluded { .. }));

/// Tries each way in which `B` comes to an entity that has `A`.
fn each_way_is_refused<A: PerEntity + Default, B: PerEntity + Default + Send>(names: [&'static str; 2]) {
    let entity = Entity::spawn_with(A::default());
    let refused = Err(AddError::Excluded { component: names[1], entity, other: names[0] });
    let tokens = live_tokens();
    let handle = |result: Result<Handle<B>, _>| result.map(drop);
    assert_eq!(handle(entity.try_add()), refused);
    assert_eq!(handle(entity.try_add_with(B::default)), refused);
    assert_eq!(handle(entity.try_insert(B::default())), refused);
    assert_eq!(entity.try_replace(B::default()).map(drop), refused);
    assert_eq!(entity.try_insert_all((Plain, B::default())), refused);
    assert!(entity.has::<Plain>(), "those before the refused one are set");
    entity.kill::<Plain>();
    assert_eq!(Archetype::<(Plain, B)>::try_apply(entity).map(drop), refused);
    assert_eq!(Archetype::<(Plain, B)>::try_apply_with(entity, (Plain, B::default())).map(drop), refused);
    assert!(!entity.has::<Plain>(), "as one unit: nothing is placed");
    assert!(!entity.has::<B>() && entity.has::<A>());
    assert_eq!(live_tokens(), tokens, "what is refused is dropped");

    let caught = caught(|| ignore(entity.insert(B::default())));
    assert_says(&caught.text, &[names[0], names[1], "exclude each other", "kill::<"]);
    assert!(caught.file.ends_with("excludes.rs"), "at the line of the caller");

    // It says so of the command's line, and the world goes on.
    let command = move |commands: Commands| commands.insert(entity, B::default());
    let text = message_of(|| Schedule::new().add(command).run(0.1));
    assert_says(&text, &["cannot run the command at", "excludes.rs", names[1]]);
    update_all(0.1);

    // A component of the same type goes where the old one was.
    entity.insert(A::default());
    assert!(entity.kill::<A>());
    entity.add::<B>();
    assert_eq!(
        entity.try_add::<A>().map(drop),
        Err(AddError::Excluded { component: names[0], entity, other: names[1] })
    );
}

#[test]
fn s10_one_type_says_it_for_both() {
    each_way_is_refused::<Ship, Camera>(["Ship", "Camera"]);
    each_way_is_refused::<Camera, Ship>(["Camera", "Ship"]);
    each_way_is_refused::<Day, Night>(["Day", "Night"]);
    each_way_is_refused::<Night, Day>(["Night", "Day"]);
    each_way_is_refused::<Lens<u8>, Ship>(["Lens<u8>", "Ship"]);
    assert!(Entity::spawn_with(Ship::default()).try_add::<Lens<u16>>().is_ok(), "another type");
}

#[test]
fn s10_it_holds_in_a_world_that_has_only_the_other_type() {
    World::new().enter(|| {
        let camera = Entity::spawn_with(Camera::default());
        assert!(EXCLUDED(&camera.try_insert(Ship::default()).map(drop)));
        assert_eq!(Ship::count(), 0);
        let ships = Entity::spawn_many(3, |_, _| Ship::default());
        assert!(ships.iter().all(|ship| EXCLUDED(&ship.try_insert(Camera::default()).map(drop))));
    });
}

/// A bundle that has both, of types that are known only where it is used.
fn spawns_both<A: PerEntity + Default, B: PerEntity + Default>() -> [Result<(), AddError>; 3] {
    [
        Entity::try_spawn_with((Plain, A::default(), B::default())).map(drop),
        Entity::try_spawn_many(3, |_, _| (A::default(), B::default())).map(drop),
        Entity::spawn().try_insert_all((A::default(), B::default())),
    ]
}

#[test]
fn s10_a_bundle_that_has_both_is_refused_before_anything_is_placed() {
    let both = AddError::Excluded { component: "Ship", entity: Entity::NONE, other: "Lens<u8>" };
    for result in spawns_both::<Ship, Lens<u8>>().into_iter().chain(spawns_both::<Lens<u8>, Ship>()) {
        assert_eq!(result, Err(both.clone()));
    }
    assert_says(&both.to_string(), &["Ship and Lens<u8>", "two entities"]);
    assert_eq!((live_tokens(), Plain::count(), Ship::count()), (0, 0, 0));
    assert_eq!(World::stats().alive, 2, "those to which something was to be added");
    let pool = || Pool::<Archetype<(Ship, Lens<u8>)>>::new();
    caught(|| ignore(pool().take()));
    assert_eq!(live_tokens(), 0);
}

#[test]
fn s10_what_a_type_requires_is_refused_with_it() {
    let ship = Entity::spawn_with(Ship::default());
    let refused = AddError::Excluded { component: "Camera", entity: ship, other: "Ship" };
    assert_eq!(ship.try_insert(Filming::default()).map(drop), Err(refused));
    assert_eq!(ship.components(), ["Ship", "Plain"], "what was added before stays");
    World::flush();
    assert_eq!((Filming::count(), live_tokens()), (0, 1));
    let both = Entity::try_spawn_with((Filming::default(), Ship::default()));
    assert!(EXCLUDED(&both.map(drop)), "neither is there before the other is placed");
    assert_eq!((Ship::count(), Camera::count(), live_tokens()), (1, 0, 1));
}

#[test]
fn s10_what_the_maker_of_many_adds_excludes_too() {
    let add_first = |_, entity: Entity| {
        entity.add::<Camera>();
        (Plain, Ship::default())
    };
    assert!(EXCLUDED(&Entity::try_spawn_many(3, add_first).map(drop)));
    World::flush();
    assert_eq!((Camera::count(), Plain::count(), live_tokens(), World::stats().alive), (0, 0, 0, 0));
    let add_to_last = |place, entity: Entity| {
        if place == 2 {
            entity.add::<Night>();
        }
        Day
    };
    assert!(EXCLUDED(&Entity::try_spawn_many(3, add_to_last).map(drop)));
    assert_eq!((Day::count(), World::stats().alive), (0, 0));
}

#[test]
fn s10_a_component_excludes_until_it_is_dead() {
    #[derive(Component)]
    #[component(excludes(Camera))]
    struct Last;
    impl Last {
        fn shutdown(&mut self) {
            let added = self.entity().try_add::<Camera>();
            log(if EXCLUDED(&added.map(drop)) { "excluded" } else { "added" });
        }
    }
    let entity = Entity::spawn_with(Last);
    assert!(entity.kill::<Last>());
    assert_eq!(take_log(), ["excluded"], "in its `shutdown` it is there");
    entity.add::<Camera>();

    // One that is borrowed and killed is dead at once.
    let ship = Entity::spawn_with(Ship::default());
    let guard = ship.borrow::<Ship>();
    ship.kill::<Ship>();
    ship.add::<Camera>();
    drop(guard);
    assert!(!ship.has::<Ship>() && ship.has::<Camera>());
}

#[test]
fn s10_an_init_that_adds_the_other_is_refused() {
    #[derive(Component, Default)]
    #[component(excludes(Plain))]
    struct Eager;
    impl Eager {
        fn init(&mut self, entity: Entity) {
            log(if EXCLUDED(&entity.try_add::<Plain>().map(drop)) { "excluded" } else { "added" });
        }
    }
    let entity = Entity::spawn().with(Eager);
    assert_eq!((take_log(), entity.components()), (vec!["excluded".to_owned()], vec!["Eager"]));
    let many = Entity::spawn_many(2, |_, _| Eager);
    assert_eq!((take_log().len(), many.len(), Plain::count()), (2, 2, 0));
}

#[test]
fn s10_types_may_exclude_each_other_and_many() {
    #[derive(Component, Default)]
    #[component(excludes(B, C))]
    struct A;
    #[derive(Component, Default)]
    #[component(excludes(A))]
    struct B;
    #[derive(Component, Default)]
    struct C;
    let a = Entity::spawn_with(A);
    assert!(EXCLUDED(&a.try_add::<B>().map(drop)) && EXCLUDED(&a.try_add::<C>().map(drop)));
    let both = Entity::spawn_with((B, C));
    assert!(EXCLUDED(&both.try_add::<A>().map(drop)));
    both.kill::<B>();
    assert!(EXCLUDED(&both.try_add::<A>().map(drop)), "C is left");
    both.kill::<C>();
    both.add::<A>();
}

/// Random calls against what each entity has, as the law says it.
#[test]
fn s10_random_calls_never_bring_two_together() {
    #[derive(Component, Default)]
    #[component(excludes(Two, Three))]
    struct One;
    #[derive(Component, Default)]
    #[component(excludes(Three))]
    struct Two;
    #[derive(Component, Default)]
    struct Three {
        _token: Token,
    }
    #[derive(Component, Default)]
    #[component(requires(Two))]
    struct Four;
    type Call = fn(Entity) -> Result<(), AddError>;
    const ADD: [[Call; 3]; 4] = {
        const fn ways<T: PerEntity + Default>() -> [Call; 3] {
            [
                |entity| entity.try_add::<T>().map(drop),
                |entity| entity.try_insert(T::default()).map(drop),
                |entity| Archetype::<(T,)>::try_apply(entity).map(drop),
            ]
        }
        [ways::<One>(), ways::<Two>(), ways::<Three>(), ways::<Four>()]
    };
    const KILL: [fn(Entity) -> bool; 4] =
        [Entity::kill::<One>, Entity::kill::<Two>, Entity::kill::<Three>, Entity::kill::<Four>];
    const EXCLUDES: [&[usize]; 4] = [&[1, 2], &[0, 2], &[0, 1], &[]];
    for seed in 0..sized(2, 40, 1_000) {
        let random = &mut Random(seed);
        World::new().enter(|| {
            let entities: Vec<_> = (0..4).map(|_| Entity::spawn()).collect();
            let mut model = [[false; 4]; 4];
            for _ in 0..200 {
                let (place, ty) = (random.below(4), random.below(4));
                let (entity, has) = (entities[place], &mut model[place]);
                if random.below(3) == 0 {
                    assert_eq!(KILL[ty](entity), core::mem::take(&mut has[ty]));
                    continue;
                }
                let way = random.below(3);
                let takes = |has: &[bool; 4], ty: usize| EXCLUDES[ty].iter().all(|&other| !has[other]);
                let is_ok = if has[ty] && (way != 1 || ty != 3) {
                    true // what is there stays, or is replaced by its like
                } else {
                    // The fourth brings the second with it, and is dead if that is refused.
                    let is_taken = if ty == 3 { has[1] || takes(has, 1) } else { takes(has, ty) };
                    has[1] |= is_taken && ty == 3;
                    has[ty] = is_taken;
                    is_taken
                };
                assert_eq!(ADD[ty][way](entity).is_ok(), is_ok, "type {ty} by way {way} to {has:?}");
                let held =
                    [entity.has::<One>(), entity.has::<Two>(), entity.has::<Three>(), entity.has::<Four>()];
                assert_eq!(held, *has);
            }
        });
    }
}

#[test]
fn s10_a_system_that_adds_by_hand_is_refused_too() {
    fn film() {
        for entity in Archetype::<(Ship,)>::find() {
            log(if EXCLUDED(&entity.try_add::<Camera>().map(drop)) { "excluded" } else { "added" });
        }
    }
    Entity::spawn_with(Ship::default());
    Schedule::new().add(local(film)).run(0.1);
    assert_eq!(take_log(), ["excluded"]);
}
