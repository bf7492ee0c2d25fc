//! What asks when a component has changed needs a type that says `track`; a singleton is on no entity to ask.
//!
//! The function has the bounds of what it calls. So the texts quote this file, and none of the library.

use ecs_core::{Added, Changed, Component, Handle, Mut, PerEntity, Singleton, Tick, Tracked, With, query};

#[derive(Component)]
struct Plane;

#[derive(Singleton, Default)]
#[component(track)]
struct Score(u32);

fn changes<T: Tracked + PerEntity>(one: Handle<T>) -> usize {
    let _ = (one.changed_since(Tick::default()), one.added_since(Tick::default()));
    let _ = query::<&T>().filter::<(With<T>, Added<T>)>();
    query::<Mut<T>>().filter::<Changed<T>>().count()
}

fn main() {
    changes::<Plane>(Handle::NULL); //~ ERROR the changes of `Plane` are not tracked
    changes::<Score>(Handle::NULL); //~ ERROR `Score` is a singleton, or may be one; no entity has a singleton
}
