//! A view or query that writes gives its items once at a time, and only while it is kept; so does a guard.

use ecs_core::{Component, Entity, Handle, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn items_of_view() {
    let mut view = Plane::view_mut();
    let first = view.iter_mut().next();
    let again = view.iter_mut().next(); //~ ERROR cannot borrow `view` as mutable more than once
    drop((first, again));
}

fn items_of_query() {
    let mut planes = query::<&mut Plane>();
    let first = planes.iter_mut().next();
    let again = planes.iter_mut().next(); //~ ERROR cannot borrow `planes` as mutable more than once
    drop((first, again));
}

fn of_entities() {
    let mut planes = query::<&mut Plane>();
    let one = planes.get_mut(Entity::NONE);
    let other = planes.get_mut(Entity::NONE); //~ ERROR cannot borrow `planes` as mutable more than once
    drop((one, other));
}

fn query_not_kept() {
    let plane = query::<&Plane>().first(); //~ ERROR temporary value dropped while borrowed
    drop(plane);
}

fn guard_not_kept() {
    let plane: &mut Plane;
    plane = &mut *Handle::<Plane>::NULL.borrow_mut(); //~ ERROR temporary value dropped while borrowed
    plane.altitude += 1.0;
}

fn main() {
    let _ = (items_of_view, items_of_query, of_entities, query_not_kept, guard_not_kept);
}
