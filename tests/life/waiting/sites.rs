//! A hook that cannot run names the call that was to run it, in debug builds: also where the hook has waited,
//! and where the call is about many components.

use core::fmt;

use ecs_core::{
    Archetype, Commands, Component, Entity, Pool, Prefab, Singleton, World, send_all, update_all,
};
use serde::{Serialize, Serializer};

use crate::support::{message_of, try_caught};

/// A singleton that nobody sets, and that has no `Default`: a hook that takes it cannot run.
#[derive(Singleton)]
struct Unset;

/// What the other tests hold.
#[derive(Singleton, Default)]
struct Book;

struct Ping;

#[derive(Component, Default)]
#[component(on(Ping))]
struct Body;

impl Body {
    fn on_enable(&mut self, _: &Unset) {}
    fn on_disable(&mut self, _: &Unset) {}
    fn on_ping(&mut self, _: &Ping, _: &Unset) {}
}

#[derive(Component, Default)]
struct Mortal;

impl Mortal {
    fn shutdown(&mut self, _: &Unset) {}
}

#[derive(Component, Default)]
struct Used;

impl Used {
    fn on_reset(&mut self, _: &Unset) {}
}

/// Its end waits for the book, and then lacks the other.
#[derive(Component, Default)]
struct Patient;

impl Patient {
    fn on_enable(&mut self, _: &Book, _: Option<&Unset>) {}
    fn shutdown(&mut self, _: &Book, _: &Unset) {}
}

/// Fails unless the panic of a call names the hook and a line of this file.
#[track_caller]
fn names_this_file(call: &str, hook: &str, run: impl FnOnce()) {
    let text = message_of(run);
    let start = format!("cannot run the hook `{hook}`, by the call at {}:", file!());
    assert!(text.starts_with(&start), "{call}: {text}");
    assert!(text.contains("takes Unset, but there is none yet"), "{call}: {text}");
    // What the panic has left behind it has the same hooks.
    let _ = try_caught(World::flush);
}

/// Ends the singleton.
fn unset() {
    let handle = Unset::borrow().handle();
    handle.kill();
}

/// A body that is enabled, and one that is not: neither has had its hook.
fn body(enabled: bool) -> Entity {
    let entity = Entity::spawn();
    entity.set_enabled(enabled);
    if enabled {
        // Its `on_enable` fails: it is enabled all the same.
        message_of(|| entity.add::<Body>());
    } else {
        entity.add::<Body>();
    }
    assert!(entity.has::<Body>() && entity.is_enabled() == enabled);
    entity
}

#[test]
fn c5_a_switch_names_the_call_that_switches() {
    names_this_file("add", "Body::on_enable", || _ = Entity::spawn().add::<Body>());
    names_this_file("set_enabled", "Body::on_disable", || _ = body(true).set_enabled(false));
    names_this_file("handle", "Body::on_disable", || _ = body(true).handle::<Body>().set_enabled(false));
    names_this_file("set_enabled(true)", "Body::on_enable", || _ = body(false).set_enabled(true));
    names_this_file("send", "Body::on_ping", || _ = body(true).send(Ping));
    names_this_file("send_all", "Body::on_ping", || {
        body(true);
        send_all(Ping);
    });
    names_this_file("send_all of a type", "Body::on_ping", || {
        body(true);
        Body::send_all(Ping);
    });
}

#[test]
fn c5_a_link_names_the_call_that_links() {
    let off = || {
        let entity = Entity::spawn();
        entity.set_enabled(false);
        entity
    };
    names_this_file("child_of", "Body::on_disable", || _ = body(true).child_of(off()));
    names_this_file("try_child_of", "Body::on_disable", || _ = body(true).try_child_of(off()));
    names_this_file("insert_child", "Body::on_disable", || off().insert_child(0, body(true)));
    names_this_file("a parent is on", "Body::on_enable", || {
        let entity = off();
        let child = Entity::spawn().child_of(entity);
        child.add::<Body>();
        entity.set_enabled(true);
    });
    names_this_file("detach", "Body::on_enable", || {
        let child = Entity::spawn().child_of(off());
        child.add::<Body>();
        child.detach();
    });
    names_this_file("detach_children", "Body::on_enable", || {
        let parent = off();
        Entity::spawn().child_of(parent).add::<Body>();
        parent.detach_children();
    });
}

#[test]
fn c5_an_end_names_the_call_that_ends() {
    let mortal = || Entity::spawn().with(Mortal);
    names_this_file("despawn", "Mortal::shutdown", || _ = mortal().despawn());
    names_this_file("kill", "Mortal::shutdown", || _ = mortal().kill::<Mortal>());
    names_this_file("remove", "Mortal::shutdown", || _ = mortal().remove::<Mortal>());
    names_this_file("insert", "Mortal::shutdown", || _ = mortal().insert(Mortal));
    names_this_file("replace", "Mortal::shutdown", || _ = mortal().replace(Mortal));
    names_this_file("a child", "Mortal::shutdown", || {
        let parent = Entity::spawn();
        mortal().child_of(parent);
        parent.despawn();
    });
    names_this_file("despawn_many", "Mortal::shutdown", || _ = Entity::despawn_many(&[mortal()]));
    names_this_file("clear", "Mortal::shutdown", || {
        mortal();
        Mortal::clear();
    });
    names_this_file("World::clear", "Mortal::shutdown", || {
        mortal();
        World::clear();
    });
    names_this_file("World::reset", "Mortal::shutdown", || {
        mortal();
        World::reset();
    });
    names_this_file("despawn_after", "Mortal::shutdown", || {
        mortal().despawn_after(0.0);
        update_all(0.0);
    });
    names_this_file("despawn_all of an archetype", "Mortal::shutdown", || {
        _ = Archetype::<(Mortal,)>::remove(mortal());
    });
}

#[test]
fn c5_a_pool_names_the_call_that_takes_or_gives_back() {
    let bodies = Pool::<Archetype<(Body,)>>::new();
    names_this_file("take", "Body::on_enable", || _ = bodies.take());
    let used = Pool::<Archetype<(Used,)>>::new();
    used.give_back(used.take());
    names_this_file("take of a used one", "Used::on_reset", || _ = used.take());
    Unset::set(Unset);
    let body = bodies.take();
    unset();
    names_this_file("give_back", "Body::on_disable", || _ = bodies.give_back(body));
    World::clear();
    let mortals = Pool::<Archetype<(Mortal,)>>::new();
    mortals.prewarm(1);
    drop(mortals);
    names_this_file("the pool is dropped", "Mortal::shutdown", World::flush);
}

/// The call is remembered until what waits can run.
#[test]
fn c5_what_has_waited_names_the_call_that_it_comes_from() {
    let patient = Entity::spawn().with(Patient);
    let book = Book::borrow_mut();
    let line = line!() + 1;
    patient.despawn();
    drop(book);
    let text = message_of(World::flush);
    let start = format!("cannot run the hook `Patient::shutdown`, by the call at {}:{line}:", file!());
    assert!(text.starts_with(&start), "{text}");
    // An event, and a switch, that have waited.
    Unset::set(Unset);
    let body = Entity::spawn().add::<Body>();
    unset();
    let held = body.borrow();
    let line = line!() + 1;
    body.set_enabled(false);
    drop(held);
    let text = message_of(World::flush);
    let start = format!("cannot run the hook `Body::on_disable`, by the call at {}:{line}:", file!());
    assert!(text.starts_with(&start), "{text}");
    World::reset();
    Unset::set(Unset);
    let body = Entity::spawn().add::<Body>();
    unset();
    let held = body.borrow();
    let line = line!() + 1;
    send_all(Ping);
    drop(held);
    let text = message_of(World::flush);
    let start = format!("cannot run the hook `Body::on_ping`, by the call at {}:{line}:", file!());
    assert!(text.starts_with(&start), "{text}");
}

#[test]
fn c5_a_frame_is_named_by_the_start_that_it_runs() {
    #[derive(Component)]
    struct Car;
    impl Car {
        fn start(&mut self, _: &Unset) {}
    }
    Entity::spawn().with(Car);
    names_this_file("update_all", "Car::start", || update_all(0.0));
}

#[test]
fn c5_a_command_names_the_line_that_gives_it() {
    #[derive(Component)]
    struct Bomb(fn(Commands, Entity));
    impl Bomb {
        fn update(&self, me: Entity, commands: Commands) {
            (self.0)(commands, me);
        }
    }
    let run = |hook, call: fn(Commands, Entity)| {
        let bomb = body(true).with(Mortal).with(Bomb(call));
        names_this_file("a command", hook, || update_all(0.0));
        bomb.kill::<Bomb>();
    };
    run("Mortal::shutdown", |commands, me| commands.despawn(me));
    run("Mortal::shutdown", |commands, me| commands.kill(me.handle::<Mortal>()));
    run("Mortal::shutdown", |commands, me| commands.insert(me, Mortal));
    run("Body::on_enable", |commands, _| _ = commands.spawn(Body));
    run("Body::on_ping", |commands, me| commands.send(me, Ping));
    run("Body::on_ping", |commands, _| commands.send_all(Ping));
}

#[test]
fn c5_a_timer_names_the_line_that_makes_it_or_the_call_in_it() {
    let late = Entity::spawn();
    late.after(0.0, |me| _ = me.add::<Body>());
    names_this_file("after", "Body::on_enable", || update_all(0.0));
    Entity::spawn().with(Mortal).despawn_after(0.0);
    names_this_file("despawn_after", "Mortal::shutdown", || update_all(0.0));
}

/// A value runs code of its own where it is shown or copied, and is borrowed meanwhile.
#[test]
fn c5_a_value_that_is_shown_or_copied_is_borrowed_by_that_call() {
    #[derive(Component)]
    struct Loud(Entity);
    impl Loud {
        fn error(&self) -> String {
            let error = self.0.handle::<Self>().try_borrow_mut().expect_err("it is borrowed");
            error.to_string()
        }
    }
    impl fmt::Debug for Loud {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&self.error())
        }
    }
    impl Clone for Loud {
        fn clone(&self) -> Self {
            panic!("{}", self.error())
        }
    }
    impl Serialize for Loud {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            panic!("{}", self.error())
        }
    }
    #[track_caller]
    fn names(call: &str, line: u32, text: &str) {
        assert!(text.contains(&format!("it is borrowed at {}:{line}:", file!())), "{call}: {text}");
    }
    let entity = Entity::spawn();
    entity.insert(Loud(entity));
    names("dump", line!(), &entity.dump());
    names("World::dump", line!(), &World::dump());
    names("dangling", line!(), &message_of(|| drop(World::dangling())));
    names("duplicate", line!(), &message_of(|| entity.duplicate()));
    let build = |root: Entity| _ = root.insert(Loud(root));
    names("a prefab", line!(), &message_of(|| Prefab::new(build)));
}
