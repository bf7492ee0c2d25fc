//! `spawn_many` places values batch by batch: whatever was there before, and whatever its closure does
//! meanwhile, each entity has its own.

use std::collections::BTreeMap;

use ecs_core::{Component, Entity, Ref, World, update_all};

use crate::support::{Random, Token, drops_while_unwinding, live_tokens, message_of, sized};

#[derive(Component)]
struct Plain(u32);

#[derive(Component)]
#[component(track)]
struct Owned(u32, #[expect(dead_code, reason = "is dropped")] Token);

/// Has a flag in its row from the start.
#[derive(Component)]
struct Hooked {
    number: u32,
    inits: u32,
    starts: u32,
}

impl Hooked {
    fn new(number: u32) -> Self {
        Self { number, inits: 0, starts: 0 }
    }

    fn init(&mut self) {
        self.inits += 1;
    }

    fn start(&mut self) {
        self.starts += 1;
    }
}

#[derive(Component)]
struct Tag;

/// Of no size, and with a row.
#[derive(Component)]
struct Sizeless;

impl Sizeless {
    fn init(&mut self, plain: &Plain) {
        assert!(plain.0 != u32::MAX);
    }
}

type All = (Plain, Owned, Hooked, Tag, Sizeless);

fn all(number: u32) -> All {
    (Plain(number), Owned(number, Token::new()), Hooked::new(number), Tag, Sizeless)
}

/// Compares all stores with what they should have.
fn check(model: &BTreeMap<Entity, u32>) {
    World::flush();
    let counts = [Plain::count(), Owned::count(), Hooked::count(), Tag::count(), Sizeless::count()];
    assert_eq!(counts, [model.len(); 5]);
    assert_eq!((live_tokens(), World::stats().alive), (model.len(), model.len()));
    for (&entity, &number) in model {
        assert_eq!(entity.components().len(), 5);
        assert_eq!((entity.borrow::<Plain>().0, entity.borrow::<Owned>().0), (number, number));
        let hooked = entity.borrow::<Hooked>();
        assert_eq!((hooked.number, hooked.inits), (number, 1), "{entity:?}");
        assert!(entity.has::<Tag>() && entity.has::<Sizeless>());
    }
    for plain in &Plain::view() {
        assert_eq!(model.get(&plain.entity()), Some(&plain.0));
    }
    for (entity, hooked) in Hooked::view().iter_with_entity() {
        assert_eq!(model.get(&entity), Some(&hooked.number));
    }
}

/// What a closure does between two values.
fn disturb(random: &mut Random, entity: Entity, number: u32, model: &mut BTreeMap<Entity, u32>) -> bool {
    match random.below(8) {
        0 => {
            assert!(entity.despawn());
            return false;
        }
        1 => {
            let earlier = model.keys().copied().nth(random.below(model.len().max(1)));
            earlier.into_iter().for_each(|earlier| {
                earlier.despawn();
                model.remove(&earlier);
            });
        }
        2 => drop(entity.insert(Plain(number))),
        3 => _ = entity.insert(Hooked::new(number)).kill(),
        4 => {
            for (place, &entity) in Entity::spawn_many(3, |place, _| all(place as u32)).iter().enumerate() {
                model.insert(entity, place as u32);
            }
        }
        5 => _ = entity.set_enabled(false) && entity.set_enabled(true),
        6 => {
            let it = Entity::spawn();
            it.with(Plain(9)).with(Owned(9, Token::new())).with(Hooked::new(9)).with(Tag).with(Sizeless);
            model.insert(it, 9);
        }
        _ => World::flush(),
    }
    true
}

#[test]
fn each_entity_gets_its_own_values_whatever_is_there_and_happens_meanwhile() {
    let mut random = Random(7);
    for round in 0..sized(2, 30, 150) {
        World::new().enter(|| {
            let mut model = BTreeMap::new();
            // Holes, free indices, disabled entities, and a guard that keeps rows where they are.
            for _ in 0..random.below(3) {
                let some = Entity::spawn_many(random.below(300), |place, _| all(place as u32));
                model.extend(some.iter().copied().zip(0..));
                let dead: Vec<_> = some.into_iter().filter(|_| random.below(3) == 0).collect();
                dead.iter().for_each(|dead| _ = (model.remove(dead), dead.despawn()));
                let disabled = model.keys().copied().nth(random.below(10 * model.len() + 1));
                disabled.into_iter().for_each(|entity| _ = entity.set_enabled(false));
            }
            check(&model);
            let guard: Option<Ref<Plain>> = (round % 4 == 0).then(|| model.keys().next()?.get()).flatten();
            let seldom = [1, 20, 10_000][round % 3];
            let count = random.below(if cfg!(miri) { 270 } else { 1_000 });
            let spawned = Entity::spawn_many(count, |place, entity| {
                let number = 1_000 + place as u32;
                let is_kept = random.below(seldom) != 0 || disturb(&mut random, entity, number, &mut model);
                if is_kept {
                    model.insert(entity, number);
                }
                all(number)
            });
            assert_eq!(spawned.len(), count);
            drop(guard);
            check(&model);
            update_all(0.1);
            assert!(Hooked::view().enabled().iter().all(|hooked| hooked.starts == 1));
            let all: Vec<_> = model.into_keys().collect();
            assert_eq!(Entity::despawn_many(&all), all.len());
            check(&BTreeMap::new());
        });
    }
}

#[test]
fn a_panic_in_a_later_batch_undoes_all_of_them() {
    for panics_at in if cfg!(miri) { vec![257] } else { vec![0, 255, 256, 257, 700] } {
        World::new().enter(|| {
            let mut seen = Vec::new();
            let text = message_of(|| {
                Entity::spawn_many(1_000, |place, entity| {
                    seen.push(entity);
                    assert_ne!(place, panics_at, "on purpose");
                    all(place as u32)
                })
            });
            assert!(text.contains("on purpose"));
            assert_eq!((seen.len(), drops_while_unwinding()), (panics_at + 1, 0));
            assert!(seen.iter().all(|entity| !entity.is_alive()));
            check(&BTreeMap::new());
            assert_eq!(Entity::spawn().index(), 0);
        });
    }
}

#[test]
fn the_first_add_of_a_type_numbers_it_also_in_a_batch() {
    #[derive(Component)]
    struct Early;
    #[derive(Component)]
    struct Late;
    let many = Entity::spawn_many(2, |_, _| (Early, Late));
    assert_eq!(many[1].components(), ["Early", "Late"]);
    World::new().enter(|| {
        let none = Entity::spawn_many(2, |_, entity| {
            entity.despawn();
            (Early, Late)
        });
        assert!(none.iter().all(|none| !none.is_alive()));
        assert!(Entity::spawn_many(0, |_, _| (Early, Late)).is_empty());
        let both = Entity::spawn().with(Late).with(Early);
        assert_eq!(both.components(), ["Late", "Early"], "what was refused was no first add");
    });
}

#[test]
fn d6_what_the_closure_adds_itself_ends_where_the_call_is_undone() {
    #[derive(Component)]
    struct Whole(std::rc::Rc<std::cell::Cell<i32>>);
    impl Whole {
        fn init(&mut self) {
            self.0.set(self.0.get() + 1);
        }
        fn shutdown(&mut self) {
            self.0.set(self.0.get() - 1);
        }
    }
    let open = std::rc::Rc::<std::cell::Cell<i32>>::default();
    let undone = message_of(|| {
        Entity::spawn_many(2, |_, entity| -> Plain {
            entity.insert(Whole(open.clone()));
            assert_eq!(open.get(), 1);
            panic!("undone")
        })
    });
    World::flush();
    assert_eq!((undone.as_str(), open.get(), Whole::count()), ("undone", 0, 0));
}

#[test]
fn d6_what_the_closure_adds_itself_has_one_init_though_the_call_fails() {
    #[derive(Component)]
    struct Panics;
    impl Panics {
        fn init(&mut self) {
            panic!("init");
        }
    }
    let failed = message_of(|| {
        Entity::spawn_many(1, |_, entity| {
            entity.insert(Hooked::new(1));
            (Panics, Hooked::new(2))
        })
    });
    World::flush();
    let inits: Vec<_> = Hooked::view().iter().map(|hooked| (hooked.number, hooked.inits)).collect();
    assert_eq!((failed.as_str(), inits), ("init", vec![(1, 1)]));
}
