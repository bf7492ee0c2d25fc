//! `observe` takes events of components, and a closure that is `Send`. `with_existing` is for beginnings.
//!
//! The functions have the bounds of what they call. So the texts quote this file, and none of the library.

use std::cell::Cell;
use std::rc::Rc;

use ecs_core::{Add, Component, Existing, Observable, Observer, Remove, observe};

#[derive(Component)]
struct Enemy;

struct Damage(u32);

fn watch<E: Observable>(f: impl FnMut(&E) + Send + 'static) -> Observer<E> {
    observe(f)
}

fn watch_all<E: Observable + Existing>(f: impl FnMut(&E) + Send + 'static) -> Observer<E> {
    observe(f).with_existing()
}

fn sent(count: Rc<Cell<u32>>) {
    let _observer = watch(move |_: &Add<Enemy>| count.set(count.get() + 1)); //~ ERROR cannot be sent
}

fn main() {
    sent(Rc::default());
    let _observer = watch(|damage: &Damage| println!("{}", damage.0)); //~ ERROR `Damage` cannot be observed
    let _observer = watch_all(|_: &Remove<Enemy>| {}); //~ ERROR has no `with_existing`
}
