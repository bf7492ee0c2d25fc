//! A closure gets what it visits for its turn alone.

use std::fmt::Debug;
use std::sync::Mutex;

use ecs_core::{Component, Handle, RefMut, every, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
    name: String,
}

fn main() {
    let mut kept: Vec<&mut dyn Debug> = Vec::new();
    every::<dyn Debug>().each(|one| kept.push(one)); //~ ERROR borrowed data escapes outside of closure

    let mut planes = Vec::new();
    Plane::for_each(|plane| planes.push(plane)); //~ ERROR borrowed data escapes outside of closure

    let mut planes = Vec::new();
    query::<&mut Plane>().each(|plane| planes.push(plane)); //~ ERROR borrowed data escapes outside of closure

    let planes = Mutex::new(Vec::new());
    query::<&mut Plane>().par_each(|plane| planes.lock().unwrap().push(plane)); //~ ERROR borrowed data escapes

    let mut planes = Vec::new();
    Plane::view_mut().write_many(&[], |plane| planes.push(plane)); //~ ERROR borrowed data escapes outside of closure

    let mut name = None;
    let altitude = RefMut::map(Handle::<Plane>::NULL.borrow_mut(), |plane| {
        name = Some(&plane.name); //~ ERROR borrowed data escapes outside of closure
        &mut plane.altitude
    });
    drop(altitude);
    println!("{name:?}");

    let _ = Handle::<Plane>::NULL.with(|plane| plane); //~ ERROR lifetime may not live long enough
}
