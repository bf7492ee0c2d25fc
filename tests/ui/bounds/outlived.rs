//! What a guard, a view or a query shows does not outlive it.

use ecs_core::{Component, Entity, Handle, Ref, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn of_guard(plane: Handle<Plane>) -> &'static f32 {
    &plane.borrow().altitude //~ ERROR cannot return value referencing temporary value
}

fn of_guard_mut() {
    let mut guard = Handle::<Plane>::NULL.borrow_mut();
    let plane: &mut Plane = &mut guard;
    drop(guard); //~ ERROR cannot move out of `guard` because it is borrowed
    plane.altitude += 1.0;
}

fn of_part() {
    let altitude: &f32 = {
        let altitude = Ref::map(Handle::<Plane>::NULL.borrow(), |plane| &plane.altitude);
        &altitude //~ ERROR `altitude` does not live long enough
    };
    println!("{altitude}");
}

fn of_view() -> &'static [Plane] {
    &Plane::view() //~ ERROR cannot return reference to temporary value
}

fn of_view_by_handle() {
    let view = Plane::view();
    let plane = view.get(Handle::NULL);
    drop(view); //~ ERROR cannot move out of `view` because it is borrowed
    println!("{}", plane.is_some_and(|plane| plane.altitude > 0.0));
}

fn of_view_mut_by_handles() {
    let mut view = Plane::view_mut();
    let borrowed = view.get_many_mut([Handle::NULL, Handle::NULL]);
    drop(view); //~ ERROR cannot move out of `view` because it is borrowed
    drop(borrowed);
}

fn of_view_mut() {
    let mut view = Plane::view_mut();
    let planes: Vec<&mut Plane> = (&mut view).into_iter().collect();
    drop(view); //~ ERROR cannot move out of `view` because it is borrowed
    drop(planes);
}

fn of_query() {
    let mut planes = query::<&mut Plane>();
    let items: Vec<&mut Plane> = (&mut planes).into_iter().collect();
    drop(planes); //~ ERROR cannot move out of `planes` because it is borrowed
    drop(items);
}

fn main() {
    let _ = (of_guard, of_guard_mut, of_part, of_view, of_view_by_handle, of_view_mut_by_handles, of_view_mut, of_query);
    Entity::spawn().insert(Plane { altitude: 1.0 });
}
