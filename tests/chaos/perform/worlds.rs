//! Other worlds: entered, sent to a thread and back, ended.

use std::mem::take;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use ecs_core::{Entity, World};

use super::changes::let_all_go;
use super::life::{came_to, of_group};
use crate::act::{Act, Group, Inner};
use crate::components::{Body, Dust, Kept, Node, Spy, Tag, Unit, Wing};
use crate::end::settle;
use crate::game::{self, at, game, keep, quietly};
use crate::here::{Here, here};
use crate::journal::observe_all;
use crate::kind::{KINDS, of_kind};
use crate::support::on_thread;

pub(super) fn perform(act: Act) -> bool {
    match act {
        Act::Enter(number, inner) => {
            let number = usize::from(number);
            let world = world(number);
            enter(&world, number, || do_inner(inner));
        }
        Act::SendWorld(number, inner) => send(usize::from(number), inner),
        Act::EndWorld(number) => {
            let number = usize::from(number);
            if game(|game| !game.entered.contains(&number)) {
                // What is borrowed would leak its store.
                let_all_go();
                quietly(|| drop(here(|here| here.worlds[number].take())));
                game(|game| game.realms[number] = game::Realm::default());
            }
        }
        _ => return false,
    }
    true
}

/// A world by its number, which is made if there is none.
pub fn world(number: usize) -> Rc<World> {
    if let Some(world) = here(|here| here.worlds[number].clone()) {
        return world;
    }
    let world = Rc::new(World::new());
    here(|here| here.worlds[number] = Some(world.clone()));
    enter(&world, number, || {
        observe_all();
        if number == 0 && game(|game| game.profile.rewinds) {
            know_all();
        }
    });
    world
}

/// Lets the current world know all types: the exception of law R6. Of a type that a world does not know,
/// `add` to the dead makes no value and `kill` reaches no sync point.
fn know_all() {
    let all = Entity::spawn();
    KINDS.into_iter().for_each(|kind| of_kind!(kind, T => _ = all.try_add::<T>()));
    all.despawn();
}

pub fn enter<R>(world: &World, number: usize, f: impl FnOnce() -> R) -> R {
    world.enter(|| within(number, f))
}

/// Runs something in which a world is current.
fn within<R>(number: usize, f: impl FnOnce() -> R) -> R {
    struct Entered;
    impl Drop for Entered {
        fn drop(&mut self) {
            game(|game| _ = game.entered.pop());
        }
    }
    game(|game| game.entered.push(number));
    let _entered = Entered;
    f()
}

fn do_inner(inner: Inner) {
    match inner {
        Inner::Spawn(place, group) => {
            let new = of_group!(group, B => Entity::try_spawn_with(B::default()));
            new.into_iter().for_each(|new| keep(place, new));
        }
        Inner::Insert(place, kind) => of_kind!(kind, T => _ = at(place).try_insert(T::default())),
        Inner::Despawn(place) => _ = at(place).despawn(),
        Inner::Frame => super::frame(0.05),
    }
}

/// Does something with a world on another thread, to which all that is known moves too.
fn send(number: usize, inner: Inner) {
    drop(world(number));
    let Some(Ok(world)) = here(|here| here.worlds[number].take()).map(Rc::try_unwrap) else { return };
    let world = match within(number, || world.into_send()) {
        Ok(sent) => {
            let game = game::end();
            let (sent, game, panic) = on_thread(move || {
                game::begin(game);
                game::watch();
                let world = sent.into_world();
                let panic = enter(&world, number, || {
                    let panic = catch_unwind(AssertUnwindSafe(|| do_inner(inner))).err();
                    // User code keeps nothing more on this thread.
                    game::game(|game| game.budget = 0);
                    settle("dropping what is kept on another thread", || drop(here(take::<Here>)));
                    settle("a flush on another thread", World::flush);
                    panic
                });
                let sent = within(number, || world.into_send()).map_err(|(_, error)| error.to_string());
                (sent, game::end(), panic)
            });
            game::begin(game);
            came_to("send", Entity::NONE, true);
            if let Some(panic) = panic {
                here(|here| here.worlds[number] = sent.ok().map(|sent| Rc::new(sent.into_world())));
                resume_unwind(panic);
            }
            match sent {
                Ok(sent) => sent.into_world(),
                Err(error) => {
                    game::fail_later(format!("a world does not come back: {error}"));
                    return;
                }
            }
        }
        Err((world, _)) => {
            came_to("send", Entity::NONE, false);
            world
        }
    };
    here(|here| here.worlds[number] = Some(Rc::new(world)));
}
