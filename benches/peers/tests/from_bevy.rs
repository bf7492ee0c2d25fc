//! The left column of `docs/book/src/from-bevy.md`: what its rows say stands here, is compiled and runs.
#![expect(clippy::needless_pass_by_value, reason = "systems take their parameters as they do")]

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::system::{RunSystemOnce, SystemParam};
use bevy_ecs::world::DeferredWorld;

#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct Pos(f32);

#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct Vel(f32);

#[derive(Component)]
struct Player;

#[derive(Component)]
struct Frozen;

#[derive(Resource, Default)]
struct Score(u32);

#[derive(Component)]
#[require(Pos, Vel(2.0))]
struct Wings;

#[derive(Bundle)]
struct Moving {
    pos: Pos,
    vel: Vel,
}

#[derive(Component)]
#[component(on_add = grow)]
struct Timid(u32);

fn grow(mut world: DeferredWorld, context: HookContext) {
    world.get_mut::<Timid>(context.entity).unwrap().0 += 1;
}

#[derive(Component)]
struct Target(Entity);

#[derive(Message)]
struct Hit {
    damage: u32,
}

#[derive(EntityEvent)]
struct Damage {
    entity: Entity,
    points: u32,
}

#[derive(Event)]
struct Quake;

#[derive(SystemSet, Clone, Debug, Hash, PartialEq, Eq)]
struct Physics;

#[test]
fn entities() {
    let mut world = World::new();
    let e = world.spawn((Pos(0.0), Vel(1.0))).id();
    let other = world.spawn_empty().id();
    world.spawn_batch((0..100).map(|n| Pos(n as f32)));
    world.spawn(Moving { pos: Pos(1.0), vel: Vel(2.0) });
    world.spawn(Wings);
    world.spawn(Timid(0));
    let target = world.spawn(Target(e)).id();
    assert_eq!(world.get::<Target>(target).map(|target| target.0), Some(e));
    assert!(world.get_entity(e).is_ok());
    world.entity_mut(other).insert(Vel(1.0));
    world.entity_mut(e).insert((Pos(3.0), Player));
    world.entity_mut(e).insert_if_new(Vel(5.0));
    world.entity_mut(other).remove::<Vel>();
    assert_eq!(world.entity_mut(e).take::<Vel>(), Some(Vel(1.0)));
    assert!(world.entity(e).contains::<Pos>());
    assert_eq!(world.get::<Pos>(e), Some(&Pos(3.0)));
    world.get_mut::<Pos>(e).unwrap().0 += 1.0;
    world.entity_mut(e).insert(Name::new("boss"));
    world.entity_mut(other).insert(Disabled);
    world.entity_mut(other).remove::<Disabled>();
    assert_eq!(world.inspect_entity(e).map(Iterator::count).ok(), Some(3));
    world.entity_mut(e).clone_and_spawn();
    assert!(world.despawn(other));
    assert_eq!(world.query::<&Pos>().query(&world).count(), 105 - 1);
    world.clear_entities();
}

fn give_orders(mut commands: Commands, all: Query<Entity, With<Player>>) {
    for e in &all {
        let ship = commands.spawn((Pos(1.0), Vel(2.0))).id();
        commands.entity(ship).insert(Target(e));
        commands.spawn_empty();
        commands.entity(e).remove::<Vel>();
        commands.entity(e).despawn();
        commands.queue(|world: &mut World| world.insert_resource(Score(7)));
    }
}

#[test]
fn commands() {
    let mut world = World::new();
    world.spawn((Player, Vel(1.0)));
    world.run_system_once(give_orders).unwrap();
    assert_eq!(world.resource::<Score>().0, 7);
}

fn move_all(mut bodies: Query<(&mut Pos, &Vel)>) {
    for (mut pos, vel) in &mut bodies {
        pos.0 += vel.0;
    }
}

fn ask(
    mut all: Query<(Entity, &mut Pos, Option<&Vel>)>,
    players: Query<Entity, (With<Player>, Without<Vel>)>,
) {
    let _ = (&players, all.iter().count());
    let list: Vec<Entity> = all.iter().map(|(e, ..)| e).collect();
    let [a, b] = [list[0], list[1]];
    all.get_mut(a).unwrap().1.0 = 1.0;
    assert!(all.get(a).is_ok() && all.contains(b));
}

fn ask_more(mut places: Query<&mut Pos>, ids: Query<Entity, With<Pos>>) {
    let list: Vec<Entity> = ids.iter().collect();
    let [a, b] = [list[0], list[1]];
    if let Ok([_, _]) = places.get_many([a, b]) {}
    if let Ok([mut a, mut b]) = places.get_many_mut([a, b]) {
        std::mem::swap(&mut *a, &mut *b);
    }
    assert_eq!(places.iter_many(&list).count(), list.len());
    let mut some = places.iter_many_mut(&list);
    while let Some(Ok(mut pos)) = some.fetch_next() {
        pos.0 += 1.0;
    }
    for [a, b] in places.iter_combinations() {
        assert!(a.0 != b.0 || a.0 == b.0);
    }
    let mut pairs = places.iter_combinations_mut();
    while let Some([mut a, mut b]) = pairs.fetch_next() {
        (a.0, b.0) = (b.0, a.0);
    }
    assert!(!places.is_empty());
    places.par_iter_mut().for_each(|mut pos| pos.0 += 1.0);
}

fn only(player: Single<&Pos, With<Player>>, all: Query<&Pos, With<Player>>) {
    assert_eq!(Some(**player), all.single().ok().copied());
}

#[expect(clippy::type_complexity, reason = "the page shows it as it is")]
fn either(
    some: Query<Entity, Or<(With<Player>, Changed<Pos>)>>,
    both: Query<AnyOf<(&Pos, &Vel)>>,
    flags: Query<(Has<Player>, &Pos)>,
) {
    assert!(some.iter().count() <= both.iter().count().max(flags.iter().count()));
}

fn even_disabled(all: Query<&Pos, Allow<Disabled>>) {
    assert!(!all.is_empty());
}

fn apart(mut players: Query<&mut Pos, With<Player>>, mut others: Query<&mut Pos, Without<Player>>) {
    players.iter_mut().chain(&mut others).for_each(|mut pos| pos.0 += 1.0);
}

#[expect(clippy::type_complexity, reason = "the page shows it as it is")]
fn in_turn(mut both: ParamSet<(Query<&mut Pos>, Query<&Pos, With<Player>>)>) {
    let far = both.p1().iter().map(|pos| pos.0).fold(0.0, f32::max);
    both.p0().iter_mut().for_each(|mut pos| pos.0 += far);
}

#[derive(bevy_ecs::query::QueryData)]
struct Ship {
    pos: &'static Pos,
    vel: Option<&'static Vel>,
}

fn by_struct(ships: Query<Ship>) {
    for ship in &ships {
        assert!(ship.vel.is_none_or(|vel| vel.0 + ship.pos.0 < 1000.0));
    }
}

#[derive(SystemParam)]
struct Field<'w, 's> {
    places: Query<'w, 's, &'static Pos>,
    score: Res<'w, Score>,
}

fn by_param(field: Field) {
    assert!(field.places.iter().count() > field.score.0 as usize);
}

#[test]
fn queries() {
    let mut world = World::new();
    world.init_resource::<Score>();
    world.spawn((Pos(0.0), Vel(1.0)));
    world.spawn((Pos(5.0), Player));
    world.run_system_once(move_all).unwrap();
    world.run_system_once(ask).unwrap();
    world.run_system_once(ask_more).unwrap();
    world.run_system_once(only).unwrap();
    world.run_system_once(either).unwrap();
    world.run_system_once(even_disabled).unwrap();
    world.run_system_once(apart).unwrap();
    world.run_system_once(in_turn).unwrap();
    world.run_system_once(by_struct).unwrap();
    world.run_system_once(by_param).unwrap();
    let mut bodies = world.query::<(&mut Pos, &Vel)>();
    bodies.iter_mut(&mut world).for_each(|(mut pos, vel)| pos.0 += vel.0);
}

fn keep_up(mut bodies: Query<(&mut Pos, Ref<Vel>)>, mut gone: RemovedComponents<Vel>, score: Res<Score>) {
    for (mut pos, vel) in &mut bodies {
        if vel.is_changed() || vel.is_added() {
            pos.set_if_neq(Pos(vel.0));
        }
        pos.bypass_change_detection().0 += 0.0;
    }
    let left = gone.read().count() + usize::from(score.is_changed());
    assert!(left <= 2);
}

fn see_changed(new: Query<Entity, Added<Pos>>, other: Query<&Pos, (Changed<Pos>, Without<Frozen>)>) {
    assert!(new.iter().count() + other.iter().count() <= 2);
}

#[test]
fn changes() {
    let mut world = World::new();
    world.init_resource::<Score>();
    let e = world.spawn((Pos(0.0), Vel(1.0))).id();
    world.spawn(Frozen);
    let mut schedule = Schedule::default();
    schedule.add_systems((keep_up, see_changed));
    schedule.run(&mut world);
    world.entity_mut(e).remove::<Vel>();
    schedule.run(&mut world);
    world.clear_trackers();
}

fn count(mut runs: Local<u32>, mut score: ResMut<Score>) {
    *runs += 1;
    score.0 = *runs;
}

fn draw() {}
fn collide() {}
fn read_keys() {}
fn reset(world: &mut World) {
    world.resource_mut::<Score>().0 = 0;
}
fn count_ends(_: On<Remove<Vel>>, mut score: ResMut<Score>) {
    score.0 += 100;
}

fn is_running(score: Res<Score>) -> bool {
    score.0 < 3
}

#[test]
fn schedules() {
    let mut world = World::new();
    world.insert_resource(Score(0));
    let mut schedule = Schedule::default();
    schedule.add_systems(count);
    schedule.add_systems((read_keys, collide).chain());
    schedule.add_systems(draw.after(collide));
    schedule.add_systems(reset.run_if(is_running));
    schedule.run(&mut world);
    let mut schedule = Schedule::default();
    schedule.add_systems(count);
    schedule.add_systems((read_keys, collide).in_set(Physics));
    schedule.configure_sets(Physics.after(count).run_if(is_running));
    schedule.add_systems(draw.before(reset));
    schedule.add_systems(reset.run_if(not(is_running)));
    schedule.run(&mut world);
    let mut schedule = Schedule::default();
    schedule.add_systems(draw.run_if(not(is_running)));
    schedule.add_systems(draw.run_if(is_running.and_then(resource_changed::<Score>)));
    schedule.add_systems(draw.ambiguous_with(count));
    schedule.run(&mut world);
    world.run_system_once(count).unwrap();
    let id = world.register_system(count);
    world.run_system(id).unwrap();
}

fn send(mut hits: MessageWriter<Hit>) {
    hits.write(Hit { damage: 3 });
}

fn receive(mut hits: MessageReader<Hit>, mut score: ResMut<Score>) {
    for hit in hits.read() {
        score.0 += hit.damage;
    }
}

#[test]
fn events() {
    let mut world = World::new();
    world.init_resource::<Score>();
    world.init_resource::<Messages<Hit>>();
    let mut schedule = Schedule::default();
    schedule.add_systems((send, receive).chain());
    schedule.run(&mut world);
    world.write_message(Hit { damage: 1 });
    schedule.run(&mut world);
    assert_eq!(world.resource::<Score>().0, 7);

    let e = world.spawn(Pos(0.0)).id();
    world.add_observer(|hit: On<Damage>, mut all: Query<&mut Pos>| {
        all.get_mut(hit.entity).unwrap().0 -= hit.points as f32;
    });
    world.trigger(Damage { entity: e, points: 3 });
    world.entity_mut(e).observe(|_: On<Damage>, mut score: ResMut<Score>| score.0 += 1);
    world.add_observer(|_: On<Quake>, mut score: ResMut<Score>| score.0 += 1);
    world.trigger(Quake);
    world.add_observer(|vel: On<Add<Vel>>, mut score: ResMut<Score>| {
        assert_ne!(vel.entity, Entity::PLACEHOLDER);
        score.0 += 1;
    });
    world.add_observer(|_: On<Remove<Vel>>, mut score: ResMut<Score>| score.0 += 1);
    world.add_observer(count_ends.run_if(is_running));
    world.entity_mut(e).insert(Vel(1.0)).remove::<Vel>();
    world.trigger(Damage { entity: e, points: 3 });
    assert_eq!((world.resource::<Score>().0, world.get::<Pos>(e)), (11, Some(&Pos(-6.0))));
}

fn walk(children: Query<&Children>, parents: Query<&ChildOf>, ships: Query<Entity, With<Player>>) {
    for ship in &ships {
        for below in children.iter_descendants(ship) {
            assert_eq!(parents.root_ancestor(below), ship);
            assert!(parents.iter_ancestors(below).any(|above| above == ship));
        }
    }
}

#[test]
fn hierarchy() {
    let mut world = World::new();
    let ship = world.spawn((Player, children![(Pos(1.0), Vel(2.0)), Pos(3.0)])).id();
    let turret = world.spawn(ChildOf(ship)).id();
    let gun = world.spawn_empty().id();
    world.entity_mut(turret).add_child(gun);
    world.entity_mut(ship).insert_child(0, turret);
    world.entity_mut(ship).with_children(|ship| _ = ship.spawn(Pos(1.0)));
    assert_eq!(world.get::<ChildOf>(gun).map(ChildOf::parent), Some(turret));
    assert_eq!(world.get::<Children>(ship).map(|children| children.len()), Some(4));
    world.run_system_once(walk).unwrap();
    world.entity_mut(gun).remove::<ChildOf>();
    world.despawn(ship);
    assert!(world.get_entity(turret).is_err() && world.get_entity(gun).is_ok());
}

#[test]
fn resources() {
    let mut world = World::new();
    world.init_resource::<Score>();
    world.insert_resource(Score(3));
    world.resource_mut::<Score>().0 += 1;
    assert_eq!(world.get_resource::<Score>().map(|score| score.0), Some(4));
    assert!(world.contains_resource::<Score>());
    world.remove_resource::<Score>();
}
