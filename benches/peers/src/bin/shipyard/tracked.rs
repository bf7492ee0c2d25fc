//! Transforms whose changes are tracked.

use peers::sample::{Case, two_frames};
use peers::work::{DT, SPEED, Vec3};
use shipyard::{Component, EntityId, IntoIter, View, ViewMut, World};

#[derive(Component)]
#[track(Modification)]
struct Place(Vec3);

#[derive(Component)]
struct Flyer {
    place: EntityId,
    speed: f32,
}

pub fn tracked(count: usize) -> Case {
    let mut world = World::new();
    let nobody = EntityId::dead();
    world.bulk_add_entity((0..count).map(|_| (Flyer { place: nobody, speed: SPEED }, Place([0.0; 3]))));
    world.run(|mut flyers: ViewMut<Flyer>| {
        (&mut flyers).iter().with_id().for_each(|(id, flyer)| flyer.place = id);
    });
    let by_reference = |flyers: View<Flyer>, mut places: ViewMut<Place>| {
        flyers.iter().for_each(|flyer| places[flyer.place].0[1] += flyer.speed * DT);
    };
    let by_iteration = |flyers: View<Flyer>, mut places: ViewMut<Place>| {
        (&flyers, &mut places).iter().for_each(|(flyer, mut place)| place.0[1] += flyer.speed * DT);
    };
    two_frames(
        count,
        world,
        move |world| world.run(by_reference),
        move |world| world.run(by_iteration),
        |world| world.run(|places: View<Place>| places.iter().map(|place| f64::from(place.0[1])).sum()),
    )
}
