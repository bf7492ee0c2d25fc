//! Filters that are combined, and those that a system says by its types.

use std::collections::BTreeSet;

use ecs_core::{
    Added, AnyOf, Changed, Component, Entity, Group, Or, Query, QueryFilter, Schedule, Singleton, Tick, With,
    WithDisabled, Without, World, query,
};

use super::{A, B, C, spawn};

fn passing<F: QueryFilter>() -> BTreeSet<Entity> {
    query::<Entity>().filter::<F>().iter().collect()
}

/// One of each kind that there is of three types.
fn all_kinds() -> Vec<(Entity, [bool; 3])> {
    let kinds = (0..8).map(|n| [n & 1 != 0, n & 2 != 0, n & 4 != 0]);
    kinds
        .map(|kind| (spawn(kind[0].then_some(1), kind[1].then_some(2), kind[2].then_some(3)), kind))
        .collect()
}

#[test]
fn one_of_several_filters_must_hold() {
    fn check<F: QueryFilter>(all: &[(Entity, [bool; 3])], passes: impl Fn([bool; 3]) -> bool) {
        let expected: BTreeSet<_> =
            all.iter().filter(|(_, kind)| passes(*kind)).map(|&(entity, _)| entity).collect();
        assert_eq!(passing::<F>(), expected, "{}", core::any::type_name::<F>());
        // With a term to follow, by look-ups.
        let of_a: BTreeSet<_> =
            query::<(Entity, &mut A)>().filter::<F>().iter_mut().map(|(e, _)| e).collect();
        let has_a = |entity: &Entity| entity.has::<A>();
        assert_eq!(of_a, expected.iter().copied().filter(has_a).collect());
        let mut some = query::<&A>().filter::<F>();
        for (entity, _) in all {
            assert_eq!(some.contains(*entity), of_a.contains(entity));
            assert_eq!(some.get_mut(*entity).is_some(), of_a.contains(entity));
        }
        let mut group = Group::<F>::new();
        group.refresh();
        assert_eq!(group.active().len(), expected.len());
    }
    let all = &all_kinds();
    check::<Or<(With<A>, With<B>)>>(all, |[a, b, _]| a || b);
    check::<Or<(With<A>, Without<B>)>>(all, |[a, b, _]| a || !b);
    check::<Or<((With<A>, Without<B>), With<C>)>>(all, |[a, b, c]| a && !b || c);
    check::<(Or<(With<A>, With<B>)>, Without<C>)>(all, |[a, b, c]| (a || b) && !c);
    check::<Or<(Or<(With<A>,)>, (AnyOf<(B, C)>, Without<(A, B)>))>>(all, |[a, b, c]| a || c && !b);
    check::<Or<(With<A>, ())>>(all, |_| true);
    check::<((), (With<A>, ()))>(all, |[a, ..]| a);
}

#[derive(Component, Default)]
#[component(track)]
struct Hp(u32);

#[test]
fn changes_are_alternatives_too() {
    type Touched = Or<(Changed<Hp>, Added<Mark>)>;
    #[derive(Component, Default)]
    #[component(track)]
    struct Mark;
    let all: [Entity; 4] = [1, 2, 3, 4].map(|hp| Entity::spawn().with(Hp(hp)));
    let touched =
        |since: Tick| query::<Entity>().filter::<Touched>().since(since).iter().collect::<BTreeSet<_>>();
    let start = World::tick();
    all[1].borrow_mut::<Hp>().0 += 1;
    let middle = World::tick();
    all[3].add::<Mark>();
    assert_eq!(touched(start), BTreeSet::from([all[1], all[3]]));
    assert_eq!(touched(middle), BTreeSet::from([all[3]]));
    assert_eq!(touched(World::tick()).len(), 0);
}

#[test]
fn a_filter_lets_a_query_see_what_is_disabled() {
    #[derive(Component, Default)]
    struct Mark;
    let [on, off, marked] = [1, 2, 3].map(|a| spawn(Some(a), Some(10 * a), None));
    off.set_enabled(false);
    marked.add::<Mark>().set_enabled(false);
    marked.handle::<A>().set_enabled(false);
    let sum = query::<&A>().filter::<WithDisabled>().iter().map(|a| a.0).sum::<u32>();
    assert_eq!((sum, query::<&A>().count()), (6, 1));
    assert_eq!(query::<(&A, &B)>().filter::<WithDisabled>().count(), 3);
    assert_eq!(passing::<(With<Mark>, WithDisabled)>(), BTreeSet::from([marked]));
    assert_eq!(passing::<(Without<Mark>, (WithDisabled,), With<A>)>(), BTreeSet::from([on, off]));
    assert!(passing::<With<Mark>>().is_empty() && !query::<Entity>().contains(off));
    assert!(query::<&A>().filter::<WithDisabled>().contains(off));
}

#[derive(Singleton, Default)]
struct Seen {
    since: Tick,
    all: Vec<u32>,
}

#[test]
fn a_system_says_by_its_types_that_it_sees_what_is_disabled() {
    fn see(all: Query<(&Hp, Option<&B>), WithDisabled>, seen: &mut Seen) {
        seen.all = all.iter().map(|(hp, b)| hp.0 + b.map_or(0, |b| b.0)).collect();
    }
    let all: [Entity; 3] = [1, 2, 3].map(|hp| Entity::spawn().with(Hp(hp)).with(B(10)));
    all[0].set_enabled(false);
    all[1].handle::<Hp>().set_enabled(false);
    all[2].handle::<B>().set_enabled(false);
    Schedule::new().add(see).run(0.1);
    Seen::borrow_mut().all.sort_unstable();
    assert_eq!(Seen::borrow().all, [11, 12, 13]);
}

#[test]
fn a_system_says_since_when_it_looks_back_and_leaves_one_out() {
    fn see(changed: Query<(Entity, &Hp), Changed<Hp>>, seen: &mut Seen) {
        let changed = changed.since(seen.since);
        seen.all = changed.iter().map(|(_, hp)| hp.0).collect();
    }
    fn leave_first_out(all: Query<(Entity, &Hp)>, seen: &mut Seen) {
        let first = all.first().expect("there are some").0;
        seen.all = all.except(first).iter().map(|(_, hp)| hp.0).collect();
    }
    let all: [Entity; 3] = [1, 2, 3].map(|hp| Entity::spawn().with(Hp(hp)));
    let mut schedule = Schedule::new().add(see);
    schedule.run(0.1);
    assert_eq!(Seen::borrow().all, [1, 2, 3]);
    Seen::borrow_mut().since = World::tick();
    all[2].borrow_mut::<Hp>().0 = 9;
    for _ in 0..3 {
        schedule.run(0.1);
        assert_eq!(Seen::borrow().all, [9], "from then on, not from the last turn on");
    }
    Schedule::new().add(leave_first_out).run(0.1);
    assert_eq!(Seen::borrow().all, [2, 9]);
}
