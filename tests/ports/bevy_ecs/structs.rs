//! Structs that queries give, and what marks changes only where it writes.

use ecs_core::{Changed, Component, Entity, Mut, QueryData, With, World, query};

use super::{A, B, C};

#[derive(QueryData)]
struct Body<'w> {
    entity: Entity,
    a: &'w mut A,
    b: Option<&'w B>,
}

// after: derived_worldqueries, world_query_struct_variants, read_only_field_visibility
#[test]
fn a_query_gives_a_struct_of_what_it_asks_for() {
    let e = Entity::spawn_with((A(1), B(2)));
    let f = Entity::spawn_with(A(3));
    for body in &mut query::<Body>() {
        body.a.0 += body.b.map_or(100, |b| b.0);
        assert!(body.entity == e || body.entity == f);
    }
    assert_eq!((e.borrow::<A>().0, f.borrow::<A>().0), (3, 103));
    assert_eq!(query::<Body>().filter::<With<B>>().iter().count(), 1);
}

#[derive(Component, PartialEq)]
#[component(track)]
struct T(u32);

// after: set_if_neq, map_mut, mut_new, par_iter_mut_change_detection
#[test]
fn a_query_of_mut_marks_only_what_it_writes() {
    let e = Entity::spawn_many(4, |i, _| (T(i as u32), C(i)));
    let since = World::tick();
    let changed = || query::<Entity>().filter::<Changed<T>>().since(since).iter().collect::<Vec<_>>();
    for mut t in &mut query::<Mut<T>>() {
        if t.0 == 1 {
            t.0 = 10;
        } else if t.0 == 3 {
            t.set_if_neq(T(3));
        }
    }
    assert_eq!(changed(), [e[1]]);
    query::<(Mut<T>, &C)>().each(|(mut t, c)| {
        t.set_if_neq(T(c.0 as u32 / 2 * 2));
    });
    assert_eq!(changed(), [e[1], e[3]]);
    query::<Mut<T>>().each(|mut t| t.bypass().0 = 7);
    assert_eq!(changed(), [e[1], e[3]], "written on purpose without a mark");
    query::<&mut T>().each(|_| ());
    assert_eq!(changed().len(), 4, "what is taken as `&mut` counts as written");
}
