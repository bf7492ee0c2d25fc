//! Components and entities that are switched off and on.

use ecs_core::{Component, Entity, With, Without, query};

use super::{Mass, Position, Tag, Velocity, at};
use crate::support::Random;

// after: Entity/is_component_enabled, Entity/is_enabled_component_enabled,
// Entity/is_disabled_component_enabled
#[test]
fn one_component_is_switched_off_and_on() {
    let e = Entity::spawn_with((at(1, 2), Mass(1)));
    let position = e.handle::<Position>();
    assert!(position.is_enabled());
    assert!(position.set_enabled(false));
    assert!(!position.is_enabled() && position.is_alive() && e.handle::<Mass>().is_enabled());
    assert_eq!(position.borrow().x, 1);
    position.set_enabled(true);
    assert!(position.is_enabled());
    assert!(!e.handle::<Velocity>().is_enabled(), "there is none");
}

// after: Toggle/this, Toggle/this_tag, Toggle/this_w_other_component, Toggle/this_w_other_tag,
// Toggle/fixed_src_1_component_toggle, Toggle/fixed_src_2_component_toggle, Toggle/this_from_nothing,
// Toggle/this_skip_initial, Toggle/this_enabled_64_mod_1
#[test]
fn queries_visit_what_is_on() {
    let e = Entity::spawn_many(4, |i, _| (at(i as i32, 0), Mass(i as i32), Tag));
    e[0].handle::<Position>().set_enabled(false);
    e[1].handle::<Position>().set_enabled(false);
    e[3].handle::<Mass>().set_enabled(false);
    let mut found: Vec<_> = query::<(&Position, &Tag)>().iter().map(|(p, _)| p.x).collect();
    found.sort_unstable();
    assert_eq!(found, [2, 3]);
    assert_eq!(query::<(&Position, &Mass)>().iter().map(|(p, _)| p.x).collect::<Vec<_>>(), [2]);
    e[0].handle::<Position>().set_enabled(true);
    let mut found: Vec<_> = query::<&Position>().iter().map(|p| p.x).collect();
    found.sort_unstable();
    assert_eq!(found, [0, 2, 3]);
    assert!(!query::<&Position>().contains(e[1]) && query::<&Position>().contains(e[2]));
}

// after: Toggle/this_optional, Toggle/this_not, Toggle/this_toggle_after_or_chain
#[test]
fn what_is_off_is_absent_for_optional_types() {
    let e = Entity::spawn_with((at(1, 0), Mass(1)));
    let f = Entity::spawn_with((at(2, 0), Mass(2)));
    e.handle::<Mass>().set_enabled(false);
    let mut found: Vec<_> =
        query::<(&Position, Option<&Mass>)>().iter().map(|(p, m)| (p.x, m.map(|m| m.0))).collect();
    found.sort_unstable();
    assert_eq!(found, [(1, None), (2, Some(2))]);
    let with: Vec<_> = query::<&Position>().filter::<With<Mass>>().iter().map(|p| p.x).collect();
    let without: Vec<_> = query::<&Position>().filter::<Without<Mass>>().iter().map(|p| p.x).collect();
    assert_eq!((with, without), (vec![2], vec![1]));
    assert_eq!(f.borrow::<Mass>().0, 2);
}

/// A type of several that are switched each in a pattern of its own.
#[derive(Component)]
struct N<const I: usize>(u32);

// after: Toggle/this_64_mod_1, Toggle/this_64_mod_2, Toggle/this_64_mod_3, Toggle/this_64_mod_7,
// Toggle/this_64_mod_8, Toggle/this_64_mod_10, Toggle/this_64_mod_64, Toggle/this_64_mod_256,
// Toggle/this_64_mod_1024, Toggle/this_100_mod_*, Toggle/this_128_mod_*, Toggle/this_200_mod_*,
// Toggle/this_1024_mod_*, Toggle/this_enabled_*_mod_*
#[test]
fn each_pattern_of_switches_leaves_the_others() {
    for count in [64, 100, 128, 200, 1024] {
        for step in [1, 2, 3, 7, 8, 10, 64, 256, 1024] {
            let e = Entity::spawn_many(count, |i, _| N::<0>(i as u32));
            for e in e.iter().step_by(step) {
                e.handle::<N<0>>().set_enabled(false);
            }
            let mut on: Vec<_> = query::<&N<0>>().iter().map(|n| n.0 as usize).collect();
            on.sort_unstable();
            assert!(
                on.iter().eq((0..count).filter(|i| i % step != 0).collect::<Vec<_>>().iter()),
                "{count} {step}"
            );
            assert_eq!(query::<&N<0>>().with_disabled().count(), count);
            for e in e.iter().step_by(step) {
                e.handle::<N<0>>().set_enabled(true);
            }
            assert_eq!(query::<&N<0>>().count(), count);
            Entity::despawn_many(&e);
        }
    }
}

// after: Toggle/this_mod_2_2_bitsets, Toggle/this_mod_8_2_bitsets, Toggle/this_mod_64_2_bitsets,
// Toggle/this_mod_256_2_bitsets, Toggle/this_mod_1024_2_bitsets, Toggle/this_randomized_2_bitsets,
// Toggle/this_randomized_3_bitsets, Toggle/this_randomized_4_bitsets, Toggle/this_sort,
// Toggle/this_table_move_2_from_3
#[test]
fn switches_of_several_types_are_independent() {
    let random = &mut Random(7);
    let e = Entity::spawn_many(300, |i, _| (N::<0>(i as u32), N::<1>(0), N::<2>(0)));
    let mut on = vec![[true; 3]; e.len()];
    for _ in 0..2000 {
        let (i, which) = (random.below(e.len()), random.below(3));
        on[i][which] = !on[i][which];
        match which {
            0 => e[i].handle::<N<0>>().set_enabled(on[i][0]),
            1 => e[i].handle::<N<1>>().set_enabled(on[i][1]),
            _ => e[i].handle::<N<2>>().set_enabled(on[i][2]),
        };
    }
    N::<0>::sort_by(|a, b| b.0.cmp(&a.0));
    let count = |wanted: &dyn Fn(&[bool; 3]) -> bool| on.iter().filter(|on| wanted(on)).count();
    assert_eq!(query::<(&N<0>, &N<1>)>().count(), count(&|on| on[0] && on[1]));
    assert_eq!(query::<(&N<0>, &N<1>, &N<2>)>().count(), count(&|on| on.iter().all(|&on| on)));
    assert_eq!(
        query::<(&N<1>, Option<&N<2>>)>().iter().filter(|(_, n)| n.is_none()).count(),
        count(&|on| on[1] && !on[2])
    );
    assert!(query::<(&N<0>, &N<2>)>().iter().all(|(n, _)| on[n.0 as usize][0] && on[n.0 as usize][2]));
}

// after: core Commands/defer_enable, core Commands/defer_disable, core Commands/defer_toggle, core
// OnDelete/id_w_disabled, Toggle/remove_toggle_from_table_w_other_toggle_and_entity
#[test]
fn an_entity_is_switched_off_with_all_it_has_and_ends_as_others() {
    let e = Entity::spawn_with((at(1, 1), Mass(2)));
    e.set_enabled(false);
    e.add::<Velocity>();
    assert_eq!((query::<&Position>().count(), query::<&Velocity>().count(), e.is_enabled()), (0, 0, false));
    e.handle::<Mass>().kill();
    e.set_enabled(true);
    assert_eq!(query::<(&Position, &Velocity)>().count(), 1);
    e.set_enabled(false);
    e.despawn();
    assert_eq!((Position::count(), e.is_alive()), (0, false));
}

// after: core Commands/defer_enable, SystemPeriodic/filter_disabled, SystemPeriodic/match_disabled,
// SystemPeriodic/match_disabled_and_enabled
#[test]
fn systems_ask_for_the_disabled_by_a_filter() {
    use ecs_core::{Query, Schedule, Singleton, WithDisabled};
    fn count(on: Query<&Position>, all: Query<&Position, WithDisabled>, log: &mut super::Log) {
        log.0.extend([on.count() as i32, all.count() as i32]);
    }
    let e = Entity::spawn_many(3, |i, _| at(i as i32, 0));
    e[1].set_enabled(false);
    Schedule::new().add(count).run(0.1);
    assert_eq!(super::Log::borrow().0, [2, 3]);
}
