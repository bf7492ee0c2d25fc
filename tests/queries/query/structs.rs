//! Structs that a query gives: `#[derive(QueryData)]`.

use ecs_core::{
    Component, Entity, Mut, PerEntity, Query, QueryData, QueryError, Schedule, With, Without, query,
    try_query,
};

use super::{A, B, C, aligned, spawn};

#[derive(QueryData)]
struct Ship<'w> {
    entity: Entity,
    a: &'w mut A,
    b: &'w B,
    c: Option<&'w mut C>,
}

impl Ship<'_> {
    fn step(&mut self) {
        self.a.0 += self.b.0;
        if let Some(c) = &mut self.c {
            c.0 += 1;
        }
    }
}

#[derive(QueryData, Clone, Copy)]
struct Seen<'w>(Entity, &'w A, Option<&'w B>);

#[test]
fn it_is_given_in_each_way_to_visit() {
    let entities = aligned(3);
    let full = spawn(Some(7), Some(70), Some(700));
    spawn(Some(1), None, None);
    let mut ships = query::<Ship>();
    for mut ship in &mut ships {
        ship.step();
    }
    ships.each(|mut ship| ship.step());
    ships.iter_mut().for_each(|mut ship| ship.step());
    assert_eq!(ships.get_mut(full).map(|ship| (ship.a.0, ship.c.map(|c| c.0))), Some((217, Some(703))));
    assert_eq!(ships.first_mut().unwrap().entity, entities[0]);
    assert!(ships.single_mut().is_err() && ships.get_mut(Entity::NONE).is_none());
    let [one, two] = ships.get_many_mut([entities[0], entities[1]]);
    core::mem::swap(one.unwrap().a, two.unwrap().a);
    ships.each_pair(|a, b| assert_ne!(a.entity, b.entity));
    ships.each_many(&entities[..1], |ship| assert_eq!(ship.a.0, 4));
    drop(ships);
    assert_eq!(entities[1].borrow::<A>().0, 0);
}

/// The struct, if it has nothing to write to, else what its fields show.
#[test]
fn it_is_read_through_a_shared_reference() {
    let entities = aligned(3);
    let all = query::<Seen>();
    let sum: u32 = all.iter().map(|Seen(_, a, b)| a.0 + b.map_or(0, |b| b.0)).sum();
    assert_eq!((sum, all.get(entities[2]).unwrap().0), (6, entities[2]));
    assert_eq!(all.iter_combinations().filter(|[one, two]| one.1.0 < two.1.0).count(), 3);
    drop(all);
    let ships = query::<Ship>();
    let (entity, a, b, c) = ships.get(entities[1]).unwrap();
    assert_eq!((entity, a, b, c), (entities[1], &A(1), &B(1), None));
    assert_eq!((&ships).into_iter().count(), 3);
}

#[derive(QueryData)]
struct Pair<'w, T: PerEntity, U: PerEntity>
where
    U: Default,
{
    one: &'w T,
    other: &'w mut U,
}

#[derive(Component, Default)]
#[component(track)]
struct Hp(u32);

#[derive(QueryData)]
struct Wounded<'world> {
    hp: Mut<'world, Hp>,
    weak: Option<Mut<'world, Hp>>,
}

#[derive(QueryData)]
struct Living<'w>(Mut<'w, Hp>);

#[test]
fn it_may_be_generic_and_have_marks() {
    let entities = aligned(2);
    query::<Pair<A, B>>().each(|Pair { one, other }| other.0 += 10 * one.0);
    query::<Pair<B, A>>().filter::<Without<C>>().each(|pair| pair.other.0 = pair.one.0);
    assert_eq!(entities[1].borrow::<A>().0, 11);
    Entity::spawn().add::<Hp>();
    query::<Living>().each(|mut living| living.0.0 += 1);
    assert_eq!(query::<Living>().get_many([Entity::NONE])[0].map(|(hp,)| hp.0), None);
    let error = try_query::<Wounded>().map(|mut all| all.each(|w| _ = (w.hp, w.weak))).unwrap_err();
    assert_eq!(error, QueryError::Twice { component: "Hp" });
}

#[test]
fn systems_take_it_and_it_tells_them_apart() {
    fn step(mut ships: Query<Ship, Without<C>>, mut others: Query<&mut A, With<C>>) {
        let mut kept: Vec<_> = ships.iter_mut().collect();
        others.each(|a| a.0 = 0);
        kept.iter_mut().for_each(Ship::step);
    }
    fn see(ships: Query<Seen>, mut rest: Query<&mut C, Without<A>>) {
        rest.each(|_| unreachable!());
        assert_eq!(ships.iter().map(|Seen(_, a, _)| a.0).sum::<u32>(), 6);
    }
    aligned(3);
    spawn(Some(5), None, Some(6));
    Schedule::new().add(step).add(see).run(0.1);
}
