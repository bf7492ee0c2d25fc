//! What is borrowed, by whom and for how long: the laws M1 to M6 and H5, sentence by sentence; and what
//! conflicts say, taken literally.

mod changes;
mod handles;
mod laws;
mod printing;
mod remedies;
#[path = "../support/mod.rs"]
mod support;
mod views;

use std::cell::RefCell;
use std::rc::Rc;

use ecs_core::{Component, Entity, Handle, PerEntity, Singleton, update_all};

#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct A(u32);

#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct B(u32);

#[derive(Singleton, Clone, Copy, Debug, Default, PartialEq)]
struct Score(u32);

type Act = Rc<dyn Fn(Entity)>;

thread_local! {
    static ACT: RefCell<Option<Act>> = const { RefCell::new(None) };
}

/// Lets the hooks of the types below run a function, with their entity.
fn let_hooks(act: impl Fn(Entity) + 'static) {
    ACT.set(Some(Rc::new(act)));
}

/// Runs a frame in which the hooks of the types below run a function, with their entity.
fn in_hooks(act: impl Fn(Entity) + 'static) {
    let_hooks(act);
    update_all(0.1);
    ACT.set(None);
}

fn act(me: Entity) {
    if let Some(act) = ACT.with_borrow(Clone::clone) {
        act(me);
    }
}

/// Types whose `update` takes something, and runs what it is asked to.
macro_rules! actors {
    ($($(#[$attr:meta])* $name:ident($($own:tt)*) $(, $param:ident: $ty:ty)*;)*) => {$(
        #[derive(Component, Default)]
        $(#[$attr])*
        struct $name(u32);

        impl $name {
            fn update($($own)* self, me: Entity $(, $param: $ty)*) {
                act(me);
                let _ = (self.0 $(, &$param)*);
            }
        }
    )*};
}

actors! {
    Writes(&mut);
    Reads(&);
    TakesMut(&), _a: &mut A;
    TakesRef(&mut), _a: &A;
    MayMut(&), _a: Option<&mut A>;
    MayRef(&mut), _a: Option<&A>;
    TakesScore(&), _score: &Score;
    TakesScoreMut(&), _score: &mut Score;
    #[component(isolated)]
    Isolated(&mut), _a: &mut A;
    #[component(isolated)]
    IsolatedReader(&mut), _a: &A;
}

/// Whether the component can be borrowed for reading, and for writing.
fn free<T: PerEntity>(entity: Entity) -> (bool, bool) {
    is_free(entity.handle::<T>())
}

fn is_free<T: Component>(handle: Handle<T>) -> (bool, bool) {
    let readable = handle.try_borrow().is_ok();
    (readable, handle.try_borrow_mut().is_ok())
}

const FREE: (bool, bool) = (true, true);
const READ: (bool, bool) = (true, false);
const TAKEN: (bool, bool) = (false, false);
