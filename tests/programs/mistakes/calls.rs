//! Calls at the wrong time or on the wrong thing, and errors that meet an `unwrap()`.

use ecs_core::{Archetype, Commands, Component, Entity, Handle, Pool, Singleton, World, query, update_all};

use super::{gets, is_reported};
use crate::support::message_of;

#[derive(Component, Default, Clone, Debug)]
struct Health(u32);

#[derive(Component, Default)]
struct Transform;

#[derive(Singleton, Debug)]
struct Level(u32);

#[derive(Component, Default)]
struct Hud(u32);

impl Hud {
    fn update(&mut self, level: &Level) {
        self.0 = level.0;
    }
}

#[test]
fn a_hook_takes_a_singleton_that_nobody_has_set() {
    Entity::spawn().add::<Hud>();
    gets(
        "cannot update: the hook `Hud::update` takes Level, but there is none yet: call `Level::set(..)` \
         before, give the type a `Default`, or take `Option<&Level>`",
        || update_all(0.1),
    );
    gets("there is no Level yet: call `Level::set(..)` before, or give the type a `Default`", || {
        drop(Level::borrow())
    });
}

#[test]
fn an_init_takes_a_sibling_that_is_added_later() {
    #[derive(Component, Default)]
    struct Gun;
    impl Gun {
        fn init(&mut self, _: &Transform) {}
    }
    gets(
        "`init` of Gun takes Transform, but 0v1 has none: add Transform before Gun, write \
         `#[component(requires(Transform))]` above Gun, or take `Option<&Transform>`",
        || _ = Entity::spawn().with(Gun).with(Transform),
    );
    // A command runs after the hook, so the text has its line.
    #[derive(Component, Default)]
    #[component(parallel)]
    struct Buyer;
    impl Buyer {
        fn update(&mut self, commands: Commands) {
            commands.add::<Gun>(self.entity());
        }
    }
    Entity::spawn().add::<Buyer>();
    is_reported(
        "cannot run the command at HERE: `init` of Gun takes Transform, but 1v1 has none: add Transform \
         before Gun, write `#[component(requires(Transform))]` above Gun, or take `Option<&Transform>`",
        &message_of(|| update_all(0.1)),
    );
}

#[test]
fn an_init_spawns_another_of_its_type_without_end() {
    #[derive(Component, Default)]
    struct Cell;
    impl Cell {
        fn init(&mut self) {
            Entity::spawn().add::<Cell>();
        }
    }
    gets(
        "cannot add Cell to 256v1: `init` is nested deeper than 256; does an `init` add its own type without \
         end? `World::set_init_limit` raises the limit",
        || _ = Entity::spawn().add::<Cell>(),
    );
}

#[test]
fn a_copy_is_asked_for_its_entity() {
    let text = "this Health has no entity: it is not in the store of the current world; add it with \
                `Entity::insert`, and ask inside its hooks or through a handle";
    let copy = Entity::spawn().insert(Health(1)).borrow().clone();
    gets(text, || _ = copy.entity());
    gets(text, || _ = copy.kill());
    gets(
        "this Transform has no entity: it is not in the store of the current world; add it with \
         `Entity::insert`, and ask inside its hooks or through a handle; a view gives the entities of a type \
         without fields by `iter_with_entity`",
        || _ = Transform.add::<Health>(),
    );
}

#[test]
fn the_dead_and_the_dying_get_components() {
    #[derive(Component, Default)]
    struct Bomb;
    impl Bomb {
        fn update(&mut self, me: Entity) {
            me.despawn();
            me.add::<Health>();
        }
    }
    #[derive(Component, Default)]
    struct Grave;
    impl Grave {
        fn shutdown(&mut self, me: Entity) {
            me.add::<Transform>();
        }
    }
    let bomb = Entity::spawn().with(Bomb);
    gets(
        "cannot add Health to 0v1: the entity is dead: `despawn` ended it at HERE, while the hook \
         `Bomb::update` ran, in this frame; ask `is_alive()` first",
        || update_all(0.1),
    );
    assert!(!bomb.is_alive());
    let grave = Entity::spawn().with(Grave);
    gets(
        "cannot add Transform to 1v1 while it is being shut down; add to another entity, or before the kill",
        || _ = grave.despawn(),
    );
    gets("cannot add Health to Entity::NONE: spawn an entity with `Entity::spawn()` first", || {
        Entity::NONE.insert(Health(1));
    });
}

/// A level is loaded anew in the middle of a frame.
#[test]
fn the_world_was_cleared_meanwhile() {
    #[derive(Component)]
    struct Door(Handle<Health>);
    impl Door {
        fn update(&mut self) {
            World::clear();
            self.0.borrow_mut().0 = 3;
        }
    }
    let hero = Entity::spawn().insert(Health(1));
    Entity::spawn().insert(Door(hero));
    gets(
        "cannot borrow Health of 0v1: the entity is dead: `World::clear` ended it at HERE, while the hook \
         `Door::update` ran, in this frame; ask `is_alive()` first, or use `get()`, which is `None` for what \
         is dead",
        || update_all(0.1),
    );
}

#[test]
fn a_frame_is_begun_inside_a_frame() {
    #[derive(Component, Default)]
    struct Loop;
    impl Loop {
        fn update(&mut self) {
            update_all(0.1);
        }
    }
    Entity::spawn().add::<Loop>();
    gets(
        "cannot update inside a hook, a `Drop` or a closure of the library: call it from the main loop",
        || update_all(0.1),
    );
}

#[test]
fn what_was_sent_to_the_world_is_run_in_a_hook() {
    #[derive(Component, Default)]
    struct Net;
    impl Net {
        fn update(&mut self) {
            World::run_remote();
        }
    }
    Entity::spawn().add::<Net>();
    gets(
        "cannot run what was sent to the world inside a hook, a `Drop` or a closure of the library: call it \
         from the main loop",
        || update_all(0.1),
    );
}

#[test]
fn a_type_is_named_twice() {
    // Of a type that is not generic the second does not compile.
    #[derive(Component, Default)]
    struct Grid<T>(T);
    gets("cannot query Health twice, once as `&mut`: name it once", || {
        drop(query::<(&mut Health, &Health)>())
    });
    gets(
        "the archetype lists Grid<u8> twice, but an entity has at most one component of a type: list it once",
        || _ = Archetype::<(Grid<u8>, Grid<u8>)>::spawn(),
    );
    #[derive(Component, Default)]
    struct Own;
    impl Own {
        fn update(&mut self, _: &mut Own) {}
    }
    gets(
        "`update` of Own takes its own type Own: its own component is `self`; the others are reached by \
         `query::<&Own>().except(me)`, with `me: Entity` as a parameter, or in a system",
        || {
            Entity::spawn().add::<Own>();
        },
    );
}

#[test]
fn a_pool_has_no_more() {
    let pool = Pool::<Archetype<(Health,)>>::new().bounded(1);
    let _first = pool.take();
    gets(
        "the pool of (Health,) is exhausted: it has all 1 entities that it may have; give some back or raise \
         the bound",
        || _ = pool.take(),
    );
}

/// What `unwrap()` prints is the sentence, not the fields of the error.
#[test]
fn an_error_meets_an_unwrap() {
    const UNWRAP: &str = "called `Result::unwrap()` on an `Err` value: ";
    let dead = Entity::spawn().with(Health(1));
    let pair = [dead.handle::<Health>(); 2];
    gets(
        &format!(
            "{UNWRAP}cannot borrow Health of 0v1 mutably twice at once: give each handle once, or borrow one \
             after the other"
        ),
        || _ = Health::view_mut().get_many_mut(pair).unwrap(),
    );
    dead.despawn();
    gets(
        &format!(
            "{UNWRAP}cannot borrow Health of 0v1: the entity is dead: `despawn` ended it at HERE; ask \
             `is_alive()` first, or use `get()`, which is `None` for what is dead"
        ),
        || drop(dead.try_borrow::<Health>().unwrap()),
    );
    gets(
        &format!("{UNWRAP}no entity matches the query for `&Health`; use `first()` if that is no error"),
        || _ = query::<&Health>().single().unwrap(),
    );
    let _ = Entity::spawn_many(2, |_, _| (Health(1),));
    gets(
        &format!("{UNWRAP}several entities match the query for `&Health`; use `first()`, or filter them"),
        || _ = query::<&Health>().single().unwrap(),
    );
}

/// A bullet is spawned while all bullets are viewed.
#[test]
fn what_came_after_the_first_view_of_a_type_is_not_in_it() {
    let view = Health::view();
    let bullet = Entity::spawn().insert(Health(1));
    gets(
        "the view does not have Health of 0v1: it was added after the view was taken; take the view again, \
         or use the handle, as `handle.borrow()`",
        || assert_eq!(view[bullet].0, 1),
    );
}
