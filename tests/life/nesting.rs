//! How deep hooks may nest: of `init` a chain without end is a clear panic, the others wait for a sync point
//! where they are too deep. The world stays usable.

use ecs_core::{AddError, Component, Entity, Handle, RemoveError, World};

use crate::support::{Token, assert_says, ignore, live_tokens, log, message_of, passes_alone, take_log};

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
    let text = message_of(|| entity.add::<Endless>());
    assert_says(
        &text,
        &["cannot add Endless", "`init` is nested deeper than 256", "without end", "`World::set_init_limit`"],
    );
    assert_eq!(World::set_init_limit(3), Ok(()));
    let depth = World::stats().spawned;
    assert_says(&message_of(|| entity.add::<Endless>()), &["deeper than 3"]);
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
    let too_deep = message_of(|| Entity::spawn().insert(Nested(257)));
    assert_says(&too_deep, &["Nested", "deeper than 256"]);
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
    let (passed, text) = passes_alone(module_path!(), "probe_endless_spawn_many");
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
    assert_says(&message_of(|| Entity::spawn_many(1, |_, _| Endless)), &["Endless", "deeper than 256"]);
    assert_usable();
}

/// A chain: what happens to one happens to the next one, in the hook.
#[derive(Component)]
struct Link {
    next: Option<Handle<Link>>,
    ends: End,
}

#[derive(Clone, Copy, PartialEq)]
enum End {
    Kill,
    Despawn,
    Insert,
    Switch,
}

impl Link {
    fn shutdown(&mut self) {
        log("shutdown");
        match (self.next, self.ends) {
            (Some(next), End::Kill) => assert!(next.kill()),
            (Some(next), End::Despawn) => assert!(next.entity().despawn()),
            (Some(next), End::Insert) => ignore(next.entity().insert(Link { next: None, ends: End::Insert })),
            _ => {}
        }
    }

    fn on_enable(&mut self) {
        log("on_enable");
        self.next.inspect(|next| assert!(next.set_enabled(true)));
    }

    fn on_disable(&mut self) {
        log("on_disable");
        self.next.inspect(|next| assert!(next.set_enabled(false)));
    }
}

/// Longer than the stack of a test is deep.
const LINKS: usize = if cfg!(miri) { 300 } else { 20_000 };

fn chain(ends: End) -> Handle<Link> {
    let mut next = None;
    for _ in 0..LINKS {
        next = Some(Entity::spawn().insert(Link { next, ends }));
    }
    take_log();
    next.expect("there is one")
}

#[track_caller]
fn assert_logged(hook: &str) {
    let lines = take_log();
    assert_eq!(lines.iter().filter(|line| *line == hook).count(), LINKS, "{hook}");
}

#[test]
fn shutdown_may_nest_without_end_and_runs_once_on_each() {
    for (ends, left) in [(End::Kill, 0), (End::Despawn, 0), (End::Insert, LINKS)] {
        let first = chain(ends);
        match ends {
            End::Kill => assert!(first.kill()),
            End::Despawn => assert!(first.entity().despawn()),
            _ => ignore(first.entity().insert(Link { next: None, ends })),
        }
        assert_logged("shutdown");
        assert_eq!(Link::count(), left);
        World::clear();
        take_log();
    }
    assert_usable();
}

#[test]
fn on_enable_and_on_disable_may_nest_without_end_and_run_once_on_each() {
    let first = chain(End::Switch);
    assert!(first.set_enabled(false));
    assert_logged("on_disable");
    assert!(first.entity().set_enabled(false) && first.entity().set_enabled(true));
    assert!(take_log().is_empty(), "its own switch is off");
    assert!(first.set_enabled(true));
    assert_logged("on_enable");
    assert!(Link::view().enabled().len() == LINKS);
}

/// They are not inside an `init`.
#[test]
fn on_enable_may_add_without_end_of_nesting() {
    #[derive(Component)]
    struct Lit(u32);
    impl Lit {
        fn on_enable(&mut self) {
            if self.0 > 1 {
                Entity::spawn().insert(Self(self.0 - 1));
            }
        }
    }
    Entity::spawn().insert(Lit(1_000));
    assert_eq!(Lit::count(), 1_000);
    assert_usable();
}

#[test]
fn remove_that_is_nested_too_deep_is_an_error() {
    #[derive(Component)]
    struct Removes(u32);
    impl Removes {
        fn shutdown(&mut self) {
            let next = Entity::spawn().insert(Removes(self.0 + 1)).entity();
            match next.try_remove::<Removes>() {
                Ok(next) => assert_eq!(next.map(|next| next.0), Some(self.0 + 1)),
                Err(error) => {
                    assert!(matches!(error, RemoveError::TooDeep { limit: 5, .. }));
                    assert_says(&error.to_string(), &["cannot remove Removes", "deeper than 5", "`kill`"]);
                    log("too deep");
                }
            }
        }
    }
    assert_eq!(World::set_init_limit(5), Ok(()));
    let first = Entity::spawn().insert(Removes(0)).entity();
    assert_eq!(first.remove::<Removes>().map(|first| first.0), Some(0));
    assert_eq!(take_log(), ["too deep"]);
    assert_eq!(Removes::view().iter().map(|left| left.0).collect::<Vec<_>>(), [5]);
}
