//! The right column of `docs/book/src/from-hecs.md`.

use ecs_core::{
    Added, AnyOf, Bundle, Changed, Commands, Component, Entity, Query, Ref, Removed, Save, SaveError,
    Schedule, With, Without, World, query,
};
use serde::{Deserialize, Serialize};

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[component(track)]
struct Pos(f32);

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Vel(f32);

#[derive(Component)]
struct Frozen;

#[derive(Bundle)]
struct Moving {
    pos: Pos,
    vel: Vel,
}

#[test]
fn entities() {
    let e = Entity::spawn_with((Pos(0.0), Vel(1.0)));
    let many = Entity::spawn_many(100, |n, _| Pos(n as f32));
    Entity::spawn_with(Moving { pos: Pos(1.0), vel: Vel(2.0) });
    Pos::reserve(1000);
    assert!(e.is_alive());
    e.insert_all((Pos(1.0), Vel(2.0)));
    e.insert(Vel(3.0));
    assert_eq!(e.replace(Vel(4.0)), Some(Vel(3.0)));
    assert_eq!(e.remove::<Vel>(), Some(Vel(4.0)));
    assert!(e.has::<Pos>());
    assert_eq!(e.get::<Pos>().map(|pos| pos.0), Some(1.0));
    e.borrow_mut::<Pos>().0 += 1.0;
    let pos: Ref<Pos> = e.borrow::<Pos>();
    let number: Ref<f32> = Ref::map(pos, |pos| &pos.0);
    assert_eq!(*number, 2.0);
    drop(number);
    Entity::spawn().with(Pos(1.0)).with(Frozen);
    many[0].despawn();
    assert_eq!(query::<Entity>().count(), 102);
    for entity in &query::<Entity>() {
        assert!(entity.components().len() <= 2);
    }
    World::clear();
    World::new().enter(|| assert_eq!(Pos::count(), 0));
}

#[test]
fn queries() {
    let [a, b] = [Pos(0.0), Pos(5.0)].map(|pos| Entity::spawn_with((pos, Vel(1.0))));
    Entity::spawn_with((Pos(1.0), Frozen));
    for (pos, vel) in &mut query::<(&mut Pos, &Vel)>() {
        pos.0 += vel.0;
    }
    query::<(&mut Pos, &Vel)>().each(|(pos, vel)| pos.0 += vel.0);
    for (e, pos, vel) in &query::<(Entity, &Pos, Option<&Vel>)>() {
        assert!(e == a || e == b || vel.is_none() && pos.0 == 1.0);
    }
    assert_eq!(query::<&Pos>().filter::<With<Vel>>().count(), 2);
    assert_eq!(query::<&Pos>().filter::<Without<Frozen>>().count(), 2);
    assert_eq!(query::<(Option<&Vel>, Option<&Frozen>)>().filter::<AnyOf<(Vel, Frozen)>>().count(), 3);
    assert_eq!(query::<Option<&Vel>>().iter().filter(Option::is_some).count(), 2);
    assert_eq!(query::<(&Pos, &Vel)>().get(a).map(|(pos, _)| pos.0), Some(2.0));
    let mut places = query::<&mut Pos>();
    places.get_mut(a).unwrap().0 += 1.0;
    assert!(places.contains(b));
    if let [Some(a), Some(b)] = places.get_many_mut([a, b]) {
        std::mem::swap(a, b);
    }
    places.par_each(|pos| pos.0 += 1.0);
    drop(places);
    let places = Pos::view_mut();
    assert_eq!(places.as_slice().len(), 3);
}

fn give_orders(commands: Commands, all: Query<Entity, With<Pos>>) {
    for e in &all {
        let ship = commands.spawn((Pos(1.0), Vel(2.0)));
        commands.insert(ship, Frozen);
        commands.insert(e, Vel(1.0));
        commands.kill(e.handle::<Pos>());
        commands.run(|| _ = Entity::spawn().insert(Frozen));
        commands.despawn(e);
    }
}

#[test]
fn commands() {
    Entity::spawn().insert(Pos(0.0));
    Schedule::new().add(give_orders).run(0.1);
    assert_eq!(query::<Entity>().count(), 2);
}

fn follow(new: Query<&Pos, Added<Pos>>, moved: Query<&Pos, Changed<Pos>>, gone: Removed<Pos>) {
    assert_eq!((new.count(), moved.count()), if gone.is_empty() { (1, 1) } else { (0, 0) });
}

#[test]
fn changes() {
    let mut schedule = Schedule::new().add(follow);
    let e = Entity::spawn();
    let since = World::tick();
    let pos = e.insert(Pos(0.0));
    assert!(pos.added_since(since));
    schedule.run(0.1);
    pos.kill();
    schedule.run(0.1);
}

#[test]
fn saves() -> Result<(), SaveError> {
    Entity::spawn().with(Pos(1.0)).with(Vel(2.0));
    let (text, _) = Save::<(Pos, Vel)>::write_with(serde_json::to_string)?;
    assert!(text.contains("Vel"));
    Ok(())
}
