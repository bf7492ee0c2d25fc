//! How deep `init` may nest: a chain without end is a clear panic, and the world stays usable.

mod support;

use ecs_core::{AddError, Component, Entity, World};
use support::{Token, assert_has, ignore, live_tokens, log, panic_text, passes_alone, take_log};

/// Adding works as ever.
#[track_caller]
fn assert_usable() {
    #[derive(Component, Default)]
    struct Fresh(bool);
    impl Fresh {
        fn init(&mut self) {
            self.0 = true;
        }
    }
    assert!(Entity::spawn().add::<Fresh>().borrow().0);
    World::clear();
    assert_eq!(World::stats().alive, 0);
}

#[test]
fn init_without_end_is_a_clear_panic() {
    #[derive(Component, Default)]
    struct Endless {
        _token: Token,
    }
    impl Endless {
        fn init(&mut self) {
            Entity::spawn().add::<Endless>();
        }
    }
    let entity = Entity::spawn();
    let text = panic_text(|| entity.add::<Endless>());
    assert_has(
        &text,
        &["cannot add Endless", "`init` is nested deeper than 256", "without end", "`World::set_init_limit`"],
    );
    assert_eq!(World::set_init_limit(3), Ok(()));
    let depth = World::stats().spawned;
    assert_has(&panic_text(|| entity.add::<Endless>()), &["deeper than 3"]);
    assert_eq!(World::stats().spawned, depth + 3);
    World::flush();
    assert_eq!((Endless::count(), live_tokens()), (0, 0), "each `init` of the chain has panicked");
    assert_usable();
}

#[test]
fn init_may_nest_up_to_the_limit_which_can_be_raised() {
    #[derive(Component)]
    struct Nested(u32);
    impl Nested {
        fn init(&mut self) {
            if self.0 > 1 {
                Entity::spawn().insert(Self(self.0 - 1));
            }
        }
    }
    Entity::spawn().insert(Nested(256));
    assert_eq!(Nested::count(), 256);
    let too_deep = panic_text(|| Entity::spawn().insert(Nested(257)));
    assert_has(&too_deep, &["Nested", "deeper than 256"]);
    assert_eq!(World::set_init_limit(300), Ok(()));
    let before = Nested::count();
    Entity::spawn().insert(Nested(300));
    assert_eq!(Nested::count(), before + 300);
}

#[test]
fn the_soft_form_of_too_deep_is_a_value_and_mutual_recursion_counts() {
    #[derive(Component, Default)]
    struct Ping;
    impl Ping {
        fn init(&mut self) {
            if let Err(error) = Entity::spawn().try_add::<Pong>() {
                assert!(matches!(error, AddError::TooDeep { limit: 4, .. }), "{error}");
                log("too deep");
            }
        }
    }
    #[derive(Component, Default)]
    struct Pong;
    impl Pong {
        fn init(&mut self) {
            ignore(Entity::spawn().try_add::<Ping>());
        }
    }
    assert_eq!(World::set_init_limit(4), Ok(()));
    Entity::spawn().add::<Ping>();
    assert_eq!(
        (Ping::count(), Pong::count(), take_log().len()),
        (2, 2, 0),
        "`Pong` is the one that was refused"
    );
    Entity::spawn().add::<Pong>();
    assert_eq!((Ping::count(), Pong::count(), take_log()), (4, 4, vec!["too deep".to_string()]));
}

#[test]
#[cfg_attr(miri, ignore = "starts a process")]
fn init_without_end_through_spawn_many_is_a_panic_too() {
    let (passed, text) = passes_alone("probe_endless_spawn_many");
    assert!(passed, "{text}");
}

#[test]
#[ignore = "run by the test above, in a process of its own: the stack may overflow"]
fn probe_endless_spawn_many() {
    #[derive(Component, Default)]
    struct Endless;
    impl Endless {
        fn init(&mut self) {
            Entity::spawn_many(1, |_, _| Self);
        }
    }
    assert_has(&panic_text(|| Entity::spawn_many(1, |_, _| Endless)), &["Endless", "deeper than 256"]);
    assert_usable();
}
