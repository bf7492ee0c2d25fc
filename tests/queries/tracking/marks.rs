//! `Mut<T>` in a query: what was written to has changed, and nothing else.

use ecs_core::{
    Added, Changed, Component, Entity, Mut, Query, QueryError, Schedule, Tick, With, Without, World, query,
    try_query, update_all,
};

#[derive(Component, PartialEq, Debug)]
#[component(track)]
struct Hp(u32);

#[derive(Component, Default, PartialEq, Debug)]
#[component(track)]
struct Marked;

#[derive(Component)]
struct Plain(#[expect(dead_code, reason = "no tag")] u32);

fn spawn(count: u32) -> Vec<Entity> {
    (0..count).map(|n| Entity::spawn().with(Hp(n)).with(Plain(n))).collect()
}

fn changed(all: &[Entity], since: Tick) -> Vec<usize> {
    let changed = |&place: &usize| all[place].handle::<Hp>().changed_since(since);
    (0..all.len()).filter(changed).collect()
}

#[test]
fn only_what_is_written_has_changed_on_each_way() {
    type Visit = fn(&[Entity]);
    let ways: [(&str, Visit, &[usize]); 10] = [
        (
            "each",
            |_| {
                query::<Mut<Hp>>().each(|mut hp| {
                    if hp.0 == 1 {
                        hp.0 += 10
                    }
                })
            },
            &[1],
        ),
        ("for", |_| (&mut query::<(Mut<Hp>, &Plain)>()).into_iter().for_each(|(hp, _)| _ = hp), &[]),
        (
            "for, kept",
            |_| {
                let mut all = query::<(Mut<Hp>, &Plain)>();
                let mut kept: Vec<_> = all.iter_mut().collect();
                kept[2].0.0 = 7;
            },
            &[2],
        ),
        ("get_mut", |all| query::<Mut<Hp>>().get_mut(all[3]).unwrap().0 = 3, &[3]),
        ("get", |all| assert_eq!(query::<Mut<Hp>>().get(all[3]).unwrap().0, 3), &[]),
        ("bypass", |_| query::<Mut<Hp>>().each(|mut hp| hp.bypass().0 += 0), &[]),
        ("looked up", |_| query::<Mut<Hp>>().filter::<With<Plain>>().first_mut().unwrap().0 = 0, &[0]),
        ("set_if_neq", |_| query::<Mut<Hp>>().each(|mut hp| _ = hp.set_if_neq(Hp(7))), &[0, 1, 3]),
        ("Option", |_| query::<Option<Mut<Hp>>>().each(|hp| _ = hp.map(|mut hp| hp.0 = 5)), &[0, 1, 2, 3]),
        (
            "par_each",
            |_| query::<Mut<Hp>>().par_each_chunk(1, |mut hp| _ = hp.set_if_neq(Hp(6))),
            &[0, 1, 2, 3],
        ),
    ];
    let all = spawn(4);
    for (way, visit, expected) in ways {
        let seen = World::tick();
        visit(&all);
        assert_eq!(changed(&all, seen), expected, "{way}");
    }
}

#[test]
fn set_if_neq_says_whether_it_has_written() {
    let entity = spawn(1)[0];
    let mut all = query::<(Mut<Hp>, Entity)>();
    let (mut hp, _) = all.get_mut(entity).unwrap();
    assert!(!hp.set_if_neq(Hp(0)) && hp.set_if_neq(Hp(4)) && !hp.set_if_neq(Hp(4)));
    assert_eq!((format!("{hp:?}"), &*hp), ("Hp(4)".into(), &Hp(4)));
    drop(all);
    assert_eq!(*entity.borrow::<Hp>(), Hp(4));
}

#[test]
fn it_says_what_the_filters_say() {
    let all = spawn(3);
    update_all(0.1);
    update_all(0.1);
    all[1].borrow_mut::<Hp>().0 = 8;
    let late = Entity::spawn().with(Hp(9));
    let ask = |filter: fn(&Mut<'_, Hp>) -> bool| {
        let mut all = query::<(Entity, Mut<Hp>)>();
        all.iter_mut().filter(|(_, hp)| filter(hp)).map(|(entity, _)| entity).collect::<Vec<_>>()
    };
    assert_eq!(ask(|hp| hp.is_changed()), [all[1], late]);
    assert_eq!(
        ask(|hp| hp.is_changed()),
        query::<Entity>().filter::<Changed<Hp>>().iter().collect::<Vec<_>>()
    );
    assert_eq!(ask(|hp| hp.is_added()), [late]);
    assert_eq!(ask(|hp| hp.is_added()), query::<Entity>().filter::<Added<Hp>>().iter().collect::<Vec<_>>());
    query::<(Entity, Mut<Hp>)>().each(|(entity, mut hp)| {
        assert_eq!(hp.is_changed(), entity == all[1] || entity == late);
        hp.0 += 1;
        assert!(hp.is_changed());
    });
}

#[test]
fn tags_and_rows_that_come_late_are_marked_too() {
    let all = spawn(3);
    all[1].add::<Marked>();
    // In the spill, as a view is there.
    let view = Hp::view();
    let late = Entity::spawn().with(Hp(7));
    drop(view);
    let seen = World::tick();
    query::<(Mut<Marked>, Mut<Hp>)>().each(|(mut mark, _)| *mark = Marked);
    query::<Mut<Hp>>().each(|mut hp| _ = hp.set_if_neq(Hp(7)));
    assert!(all[1].handle::<Marked>().changed_since(seen) && !late.handle::<Hp>().changed_since(seen));
    query::<Mut<Hp>>().get_mut(late).unwrap().0 += 1;
    assert!(late.handle::<Hp>().changed_since(seen));
}

#[test]
fn it_writes_as_mut_does() {
    let error = try_query::<(Mut<Hp>, &Hp)>().map(drop).unwrap_err();
    assert_eq!(error, QueryError::Twice { component: "Hp" });
    fn told_apart(mut these: Query<Mut<Hp>, With<Plain>>, mut those: Query<Mut<Hp>, Without<Plain>>) {
        let mut kept: Vec<_> = these.iter_mut().collect();
        those.each(|mut hp| hp.0 += kept.len() as u32);
        kept[0].0 = 50;
    }
    let all = spawn(2);
    let other = Entity::spawn().with(Hp(1));
    let seen = World::tick();
    Schedule::new().add(told_apart).run(0.1);
    assert_eq!([all[0], all[1], other].map(|entity| entity.borrow::<Hp>().0), [50, 1, 3]);
    assert_eq!(changed(&[all[0], all[1], other], seen), [0, 2]);
}
