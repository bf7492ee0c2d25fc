//! Queries of one type that are told apart: by what the entities of one have, and those of the other lack.

use std::cell::Cell;
use std::sync::Arc;

use ecs_core::{
    Added, AnyOf, Changed, Commands, Component, Copied, Entity, IntoSystem, Query, Schedule, ScheduleError,
    View, ViewMut, With, WithDisabled, Without, World, local, update_all,
};

use super::parallel_groups::groups;
use super::{A, B};
use crate::support::assert_says;

#[derive(Component, Default)]
struct Player;

#[derive(Component, Default)]
struct Armour(u32);

#[derive(Component, Default, Debug, PartialEq)]
#[component(track)]
struct Hp(u32);

/// Two players, of which one is armoured, and two others, in any order.
fn people() -> [Entity; 4] {
    let [a, b, c, d] = [1, 2, 3, 4].map(|hp| Entity::spawn().with(Hp(hp)));
    b.add::<Player>();
    d.with(Armour(1)).add::<Player>();
    [b, d, a, c]
}

fn hp(people: [Entity; 4]) -> [u32; 4] {
    people.map(|entity| entity.borrow::<Hp>().0)
}

#[test]
fn one_system_writes_by_both_and_each_reaches_its_own() {
    fn hit(mut players: Query<&mut Hp, With<Player>>, mut others: Query<(Entity, &mut Hp), Without<Player>>) {
        for player in &mut players {
            for (_, other) in &mut others {
                player.0 += 10 * other.0;
            }
        }
        let of_others: Vec<_> = others.iter_mut().map(|(entity, _)| entity).collect();
        assert!(of_others.iter().all(|&other| players.get(other).is_none()));
        let players: Vec<_> = players.iter_mut().collect();
        others.each(|(_, other)| other.0 += 100 * players.len() as u32);
    }
    let people = people();
    Schedule::new().add(hit).run(0.1);
    assert_eq!(hp(people), [42, 44, 201, 203]);
}

#[test]
fn threads_share_out_one_while_items_of_the_other_are_kept() {
    fn hit(mut players: Query<&mut Hp, With<Player>>, mut others: Query<&mut Hp, Without<Player>>) {
        let mut kept: Vec<_> = players.iter_mut().collect();
        others.par_each_chunk(1, |other| other.0 += 5);
        kept.iter_mut().for_each(|player| player.0 += 7);
    }
    let people = people();
    Schedule::new().add(hit).run(0.1);
    assert_eq!(hp(people), [9, 11, 6, 8]);
}

#[test]
fn what_is_needed_tells_apart_like_a_filter() {
    fn terms(mut players: Query<(&mut Hp, &Armour)>, mut others: Query<&mut Hp, Without<Armour>>) {
        players.each(|(hp, armour)| hp.0 += armour.0);
        others.each(|hp| hp.0 = 0);
    }
    fn copied(_: Query<(&mut Hp, Copied<Level>)>, _: Query<&mut Hp, Without<(B, Level)>>) {}
    fn added(_: Query<&mut A, (With<B>, Added<Hp>)>, _: Query<&mut A, Without<(Player, Hp)>>) {}
    fn changed(_: Query<&mut A, With<(Changed<Hp>, B)>>, _: Query<&mut A, (Without<B>, Without<Player>)>) {}
    #[derive(Component, Clone, Copy)]
    struct Level(#[expect(dead_code, reason = "no tag")] u8);
    let people = people();
    Schedule::new().add(terms).add(copied).add(added).add(changed).run(0.1);
    assert_eq!(hp(people), [0, 5, 0, 0]);
}

#[test]
fn what_may_hold_for_both_is_refused() {
    fn needed_by_both(_: Query<&mut A, With<Player>>, _: Query<&A, With<Player>>) {}
    fn of_another_type(_: Query<&mut A, With<Player>>, _: Query<&mut A, Without<B>>) {}
    fn may_have(_: Query<(&mut A, Option<&B>)>, _: Query<&mut A, Without<B>>) {}
    fn some(_: Query<&mut A, AnyOf<(Player, B)>>, _: Query<&mut A, Without<Player>>) {}
    fn unchanged(_: Query<&mut A, With<Hp>>, _: Query<&mut A, Without<Changed<Hp>>>) {}
    fn view(_: ViewMut<A>, _: Query<&A, With<Player>>) {}
    fn third(_: Query<&mut A, With<B>>, _: Query<&mut A, Without<B>>, _: Query<&A, With<Player>>) {}
    for schedule in [
        Schedule::new().add(needed_by_both),
        Schedule::new().add(of_another_type),
        Schedule::new().add(may_have),
        Schedule::new().add(some),
        Schedule::new().add(unchanged),
        Schedule::new().add(view),
        Schedule::new().add(third),
    ] {
        let mut schedule = schedule;
        let error = schedule.try_run(0.1).unwrap_err();
        assert!(matches!(error, ScheduleError::Twice { component: "A", .. }), "{error}");
    }
}

/// It has the world at hand, and could take the type away from an entity that a query has given out.
#[test]
fn a_local_system_takes_each_type_once_all_the_same() {
    fn hit(_: Query<&mut A, With<Player>>, _: Query<&mut A, Without<Player>>) {}
    let error = Schedule::new().add(local(hit)).try_run(0.1).unwrap_err();
    assert!(matches!(error, ScheduleError::TwiceInLocal { component: "A", .. }));
    assert_says(&error.to_string(), &["the local system hit takes A twice", "remove `local`"]);
    let error = Schedule::new().add(local(hit.named("hit"))).try_run(0.1).unwrap_err();
    assert!(matches!(error, ScheduleError::TwiceInLocal { .. }));
}

fn heal(mut players: Query<&mut Hp, With<Player>>) {
    players.each(|hp| hp.0 += 10);
}

fn starve(mut others: Query<&mut Hp, Without<Player>>) {
    others.each(|hp| hp.0 -= 1);
}

fn show(_: View<Hp>) {}

#[test]
fn systems_that_are_told_apart_are_one_group_and_not_ambiguous() {
    let mut schedule = Schedule::new().add(heal).add(starve);
    assert_eq!(groups(&mut schedule), [["heal", "starve"]]);
    assert!(schedule.conflicts().is_empty() && schedule.ambiguities().is_empty());
    let people = people();
    (0..40).for_each(|_| starve_and_heal(&mut schedule, people));

    let mut schedule = Schedule::new().add(heal).add(show).add(starve);
    assert_eq!(groups(&mut schedule), [["heal"], ["show"], ["starve"]]);
    let conflicts: Vec<_> = schedule.conflicts().iter().map(ToString::to_string).collect();
    assert_eq!(conflicts, ["heal and show: Hp", "show and starve: Hp"]);
}

fn starve_and_heal(schedule: &mut Schedule, people: [Entity; 4]) {
    people.iter().for_each(|entity| entity.borrow_mut::<Hp>().0 = 1);
    schedule.run(0.1);
    assert_eq!(hp(people), [11, 11, 0, 0]);
}

#[test]
fn systems_that_are_told_apart_run_side_by_side() {
    fn slowly() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    fn heal_slowly(players: Query<&mut Hp, With<Player>>) {
        slowly();
        heal(players);
    }
    fn starve_slowly(others: Query<&mut Hp, Without<Player>>) {
        slowly();
        starve(others);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads start");
    let people = people();
    World::set_thread_pool(Arc::new(pool)).expect("there is a world");
    let mut schedule = Schedule::new().add(heal_slowly).add(starve_slowly);
    (0..if cfg!(miri) { 3 } else { 20 }).for_each(|_| starve_and_heal(&mut schedule, people));
}

#[test]
fn a_disabled_component_is_one_that_an_entity_lacks_for_both() {
    fn hit(mut players: Query<&mut Hp, With<Player>>, mut others: Query<&mut Hp, Without<Player>>) {
        let mut kept: Vec<_> = players.iter_mut().collect();
        others.iter_mut().for_each(|other| other.0 += kept.len() as u32);
        kept.iter_mut().for_each(|player| player.0 = 0);
    }
    let people = people();
    people[0].handle::<Player>().set_enabled(false);
    people[3].set_enabled(false);
    let mut schedule = Schedule::new().add(hit);
    schedule.run(0.1);
    assert_eq!(hp(people), [3, 0, 2, 3]);
    // Switched and taken away between two runs.
    people[0].handle::<Player>().set_enabled(true);
    people[1].remove::<Player>();
    people[3].set_enabled(true);
    people[3].add::<Player>();
    schedule.run(0.1);
    update_all(0.1);
    assert_eq!(hp(people), [0, 2, 4, 0]);
}

#[test]
fn who_sees_what_is_disabled_meets_those_that_lack_it_for_others() {
    fn refused(_: Query<&mut A, (With<Player>, WithDisabled)>, _: Query<&mut A, Without<Player>>) {}
    fn both(
        mut players: Query<&mut Hp, (With<Player>, WithDisabled)>,
        mut others: Query<&mut Hp, (Without<Player>, WithDisabled)>,
    ) {
        let mut kept: Vec<_> = players.iter_mut().collect();
        others.each(|other| other.0 += kept.len() as u32);
        kept.iter_mut().for_each(|player| player.0 = 0);
    }
    let error = Schedule::new().add(refused).try_run(0.1).unwrap_err();
    assert!(matches!(error, ScheduleError::Twice { component: "A", .. }));
    let people = people();
    people[0].handle::<Player>().set_enabled(false);
    people[3].set_enabled(false);
    Schedule::new().add(both).run(0.1);
    assert_eq!(hp(people), [0, 0, 3, 5]);
}

/// Would catch: a filter that was opened before its type had a column, and does not look for it again, as the
/// ids of the world are frozen for the commands.
#[test]
fn a_type_that_comes_between_two_parameters_tells_them_apart_all_the_same() {
    thread_local!(static MARKED: Cell<Option<Entity>> = const { Cell::new(None) });
    #[derive(Component)]
    struct Mark;
    #[derive(Component)]
    struct MarksInDrop;
    impl Drop for MarksInDrop {
        fn drop(&mut self) {
            if let Some(marked) = MARKED.take() {
                marked.insert(Mark);
            }
        }
    }
    fn hit(
        mut unmarked: Query<&mut Hp, Without<Mark>>,
        mut marked: Query<(&mut Hp, Option<&MarksInDrop>), With<Mark>>,
        commands: Commands,
    ) {
        let unmarked: Vec<_> = unmarked.iter_mut().collect();
        let marked: Vec<_> = marked.iter_mut().map(|(hp, _)| hp).collect();
        let both = unmarked.len() + marked.len();
        unmarked.into_iter().chain(marked).for_each(|hp| hp.0 += 1);
        commands.run(move || assert_eq!(both, 1, "one of them has it"));
    }
    let hurt = Entity::spawn().insert(Hp(1));
    let [killed, kept] = [(); 2].map(|()| Entity::spawn().insert(MarksInDrop));
    let leave_a_drop = move || {
        MARKED.set(Some(hurt.entity()));
        let guard = kept.borrow();
        killed.kill();
        drop(guard);
        true
    };
    Schedule::new().add(hit.run_if(leave_a_drop)).run(0.1);
    assert_eq!((hurt.borrow().0, Mark::count()), (2, 1));
}
