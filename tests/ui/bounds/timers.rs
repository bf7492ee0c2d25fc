//! A timer calls a function of its component, which is `Send` and `Clone`. A task is `Send`.
//!
//! The functions have the bounds of what they call. So the texts quote this file, and none of the library.

use std::rc::Rc;

use ecs_core::{Component, Entity, Handle, wait};

#[derive(Component, Default)]
struct Gun {
    shots: u32,
}

impl Gun {
    fn aim(&self) {}
    fn fire(&mut self, _: &mut Barrel) {}
}

#[derive(Component, Default)]
struct Barrel;

/// Is `Send`, and not `Clone`.
struct More(u32);

fn call<T: Component>(one: Handle<T>, f: impl Fn(&mut T) + Clone + Send + 'static) {
    one.after(0.5, f.clone());
    one.every(0.5, f);
}

fn run<T: Component, Fut: Future<Output = ()> + Send + 'static>(one: Handle<T>, f: impl FnOnce(Handle<T>) -> Fut) {
    one.task(f);
}

fn of_the_component(gun: Handle<Gun>) {
    call(gun, |gun| gun.aim());
    call(gun, |gun| gun.fire(&mut Barrel));
    call(gun, Gun::aim); //~ ERROR type mismatch in function arguments
    call(gun, Gun::fire); //~ ERROR function is expected to take 1 argument
    call(gun, |_: &mut u32| ()); //~ ERROR type mismatch in closure arguments
}

fn copied(gun: Handle<Gun>, more: More) {
    call(gun, move |gun| { //~ ERROR `More: Clone` is not satisfied
        let more = &more;
        gun.shots += more.0;
    });
}

fn sent(gun: Handle<Gun>, more: Rc<u32>) {
    call(gun, move |gun| gun.shots += *more); //~ ERROR cannot be sent between threads safely
}

fn sent_with_a_task(gun: Handle<Gun>, more: Rc<u32>) {
    run(gun, async move |gun| { //~ ERROR future cannot be sent between threads safely
        wait(1.0).await;
        gun.with(|gun| gun.shots += *more);
    });
}

fn main() {
    let gun = Entity::spawn().add::<Gun>();
    of_the_component(gun);
    copied(gun, More(1));
    sent(gun, Rc::new(1));
    sent_with_a_task(gun, Rc::new(1));
}
