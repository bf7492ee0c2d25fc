//! The left column of `docs/book/src/from-hecs.md`: what its rows say stands here, is compiled and runs.

use hecs::{
    ChangeTracker, CommandBuffer, Entity, EntityBuilder, Or, PreparedQuery, Ref, Satisfies, With, World,
};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pos(f32);

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Vel(f32);

struct Frozen;

#[derive(hecs::Bundle)]
struct Moving {
    pos: Pos,
    vel: Vel,
}

#[derive(hecs::Query)]
struct Ship<'a> {
    pos: &'a mut Pos,
    vel: &'a Vel,
}

#[test]
fn entities() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new();
    let e = world.spawn((Pos(0.0), Vel(1.0)));
    let many: Vec<_> = world.spawn_batch((0..100).map(|n| (Pos(n as f32),))).collect();
    world.spawn(Moving { pos: Pos(1.0), vel: Vel(2.0) });
    let free = world.reserve_entity();
    world.reserve::<(Pos, Vel)>(1000);
    assert!(world.contains(e));
    world.insert(e, (Pos(1.0), Vel(2.0)))?;
    world.insert_one(e, Vel(3.0))?;
    assert_eq!(world.remove_one::<Vel>(e)?, Vel(3.0));
    world.exchange_one::<Pos, _>(free, Vel(1.0)).unwrap_err();
    assert!(world.satisfies::<&Pos>(e));
    assert_eq!(world.get::<&Pos>(e)?.0, 1.0);
    world.get::<&mut Pos>(e)?.0 += 1.0;
    let pos: Ref<Pos> = world.get::<&Pos>(e)?;
    let number: Ref<f32> = Ref::map(pos, |pos| &pos.0);
    assert_eq!(*number, 2.0);
    drop(number);
    let mut builder = EntityBuilder::new();
    builder.add(Pos(1.0)).add(Frozen);
    world.spawn(builder.build());
    world.despawn(many[0])?;
    assert_eq!(world.len(), 103);
    for entity in &world {
        assert!(entity.component_types().count() <= 2);
    }
    world.clear();
    Ok(())
}

#[test]
fn queries() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new();
    let [a, b] = [Pos(0.0), Pos(5.0)].map(|pos| world.spawn((pos, Vel(1.0))));
    world.spawn((Pos(1.0), Frozen));
    for (pos, vel) in world.query_mut::<(&mut Pos, &Vel)>() {
        pos.0 += vel.0;
    }
    for (e, pos, vel) in &mut world.query::<(Entity, &Pos, Option<&Vel>)>() {
        assert!(e == a || e == b || vel.is_none() && pos.0 == 1.0);
    }
    assert_eq!(world.query_mut::<&Pos>().with::<&Vel>().into_iter().count(), 2);
    assert_eq!(world.query_mut::<With<&Pos, &Vel>>().into_iter().count(), 2);
    assert_eq!(world.query_mut::<&Pos>().without::<&Frozen>().into_iter().count(), 2);
    assert_eq!(world.query_mut::<Or<&Vel, &Frozen>>().into_iter().count(), 3);
    assert_eq!(world.query_mut::<Satisfies<&Vel>>().into_iter().filter(|&has| has).count(), 2);
    for Ship { pos, vel } in world.query_mut::<Ship>() {
        pos.0 += vel.0;
    }
    assert_eq!(world.query_one_mut::<&Pos>(a)?.0, 2.0);
    let mut places = world.view_mut::<&mut Pos>();
    places.get_mut(a).unwrap().0 += 1.0;
    assert!(places.contains(b));
    if let [Some(a), Some(b)] = places.get_disjoint_mut([a, b]) {
        std::mem::swap(a, b);
    }
    let mut prepared = PreparedQuery::<(&mut Pos, &Vel)>::new();
    for (pos, vel) in prepared.query_mut(&mut world) {
        pos.0 += vel.0;
    }
    for batch in world.query::<&mut Pos>().iter_batched(64) {
        batch.for_each(|pos| pos.0 += 1.0);
    }
    Ok(())
}

#[test]
fn commands() {
    let mut world = World::new();
    let e = world.spawn((Pos(0.0),));
    let mut commands = CommandBuffer::new();
    let ship = world.reserve_entity();
    commands.insert(ship, (Pos(1.0), Vel(2.0)));
    commands.spawn((Pos(1.0), Vel(2.0)));
    commands.insert_one(e, Vel(1.0));
    commands.remove_one::<Pos>(e);
    commands.queue(|world| _ = world.spawn((Frozen,)));
    commands.despawn(e);
    commands.run_on(&mut world);
    assert_eq!(world.len(), 3);
}

#[test]
fn changes() {
    let mut world = World::new();
    let e = world.spawn((Pos(0.0),));
    let mut tracker = ChangeTracker::<Pos>::new();
    assert_eq!(tracker.track(&mut world).added().count(), 1);
    world.get::<&mut Pos>(e).unwrap().0 = 1.0;
    assert_eq!(tracker.track(&mut world).changed().count(), 1);
    world.remove_one::<Pos>(e).unwrap();
    assert_eq!(tracker.track(&mut world).removed().count(), 1);
}
