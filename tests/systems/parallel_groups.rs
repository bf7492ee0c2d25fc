//! Groups: which systems may run in parallel, and what is said about those that may not.

use ecs_core::order::{Separation, SystemConflict};
use ecs_core::{
    Added, Changed, Component, Entity, IntoSystem, Query, Schedule, SystemId, Time, View, ViewMut, With,
    Without, local,
};

use super::{A, B, C, Log};

/// The groups, as the names of their systems.
pub(super) fn groups(schedule: &mut Schedule) -> Vec<Vec<String>> {
    let explained = schedule.explain();
    let groups = explained.stages().iter().flat_map(|stage| &stage.groups);
    groups.map(|group| group.systems.iter().map(|order| order.system.to_string()).collect()).collect()
}

fn read_a(_: Query<&A>) {}
fn read_a_too(_: View<A>, _: Time) {}
fn write_a(_: Query<(Entity, &mut A)>) {}
fn write_b(_: ViewMut<B>) {}
fn maybe_write_b(_: Query<(&C, Option<&mut B>)>) {}
fn nothing(_: f32) {}
fn log_read(_: &Log) {}
fn log_write(_: Option<&mut Log>) {}

#[test]
fn those_that_do_not_disturb_each_other_are_a_group() {
    let mut schedule = Schedule::new().add(read_a).add(read_a_too).add(write_b).add(nothing).add(log_read);
    assert_eq!(groups(&mut schedule), [["read_a", "read_a_too", "write_b", "nothing", "log_read"]]);
    assert!(schedule.conflicts().is_empty());
}

#[test]
fn a_writer_is_separated_from_all_that_take_the_same() {
    let mut schedule = Schedule::new().add(read_a).add(write_a).add(read_a_too);
    assert_eq!(groups(&mut schedule), [["read_a"], ["write_a"], ["read_a_too"]]);
    let mut schedule = Schedule::new().add(write_b).add(maybe_write_b).add(log_read).add(log_write);
    assert_eq!(groups(&mut schedule), [vec!["write_b", "log_read"], vec!["maybe_write_b", "log_write"]]);
    let separation: Vec<_> =
        schedule.explain().stages()[0].groups.iter().map(|group| group.separation).collect();
    let id = |name: &str| schedule.explain_ids().find(|id| id.to_string() == name).unwrap();
    assert_eq!(
        separation,
        [Separation::First, Separation::Conflict { with: id("write_b"), component: "B" },]
    );
}

trait Ids {
    fn explain_ids(&self) -> impl Iterator<Item = SystemId>;
}

impl Ids for Schedule {
    fn explain_ids(&self) -> impl Iterator<Item = SystemId> {
        self.conflicts().into_iter().flat_map(|conflict| conflict.systems)
    }
}

/// What a filter looks at may not be noted at the same time; whether an entity has a type changes only
/// between systems.
#[test]
fn a_filter_of_changes_is_separated_from_what_changes() {
    #[derive(Component)]
    #[component(track)]
    struct Name;
    fn rename(_: ViewMut<Name>) {}
    fn see(_: Query<&A, Without<Changed<Name>>>) {}
    fn see_added(_: Query<&mut A, Added<Name>>) {}
    fn have(_: Query<&B, With<Name>>) {}
    // One system may do both.
    fn see_own(_: Query<&mut Name, Changed<Name>>, _: Time) {}
    let mut schedule = Schedule::new().add(rename).add(have).add(see).add(see_added);
    assert_eq!(groups(&mut schedule), [vec!["rename", "have"], vec!["see"], vec!["see_added"]]);
    schedule.insert(see_own.before(have));
    assert_eq!(schedule.conflicts().len(), 3 + 3);
    Entity::spawn().with(Name).with(A(1));
    schedule.run(0.1);
}

#[test]
fn those_that_say_an_order_are_separated() {
    let mut schedule = Schedule::new().add(nothing.after(read_a)).add(read_a).add(write_b.after(read_a));
    assert_eq!(groups(&mut schedule), [vec!["read_a"], vec!["nothing", "write_b"]]);
}

#[test]
fn stages_local_systems_and_conditions_cut_groups() {
    let mut schedule = Schedule::new().add(read_a).stage("next").add(nothing).add(write_b);
    assert_eq!(groups(&mut schedule), [vec!["read_a"], vec!["nothing", "write_b"]]);
    let mut schedule = Schedule::new().add(read_a).add(local(nothing)).add(write_b).add(log_read);
    assert_eq!(groups(&mut schedule), [vec!["read_a"], vec!["nothing"], vec!["write_b", "log_read"]]);
    let mut schedule = Schedule::new().add(read_a).add(nothing.run_if(|| true)).add(write_b);
    assert_eq!(groups(&mut schedule), [vec!["read_a"], vec!["nothing", "write_b"]]);
}

#[test]
fn groups_are_made_anew_when_a_system_comes_or_goes() {
    let mut schedule = Schedule::new().add(read_a).add(nothing);
    schedule.run(0.1);
    schedule.insert(write_a.before(nothing));
    assert_eq!(groups(&mut schedule), [vec!["read_a"], vec!["write_a"], vec!["nothing"]]);
    schedule.remove(write_a);
    assert_eq!(groups(&mut schedule), [["read_a", "nothing"]]);
}

#[test]
fn conflicts_are_listed_and_those_without_an_order_are_ambiguous() {
    fn write_both(_: Query<(&mut A, &mut B)>) {}
    let sentences =
        |conflicts: Vec<SystemConflict>| conflicts.iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut schedule =
        Schedule::new().add(write_both).add(read_a).add(write_b).add(maybe_write_b).add(read_a_too);
    assert_eq!(
        sentences(schedule.conflicts()),
        [
            "write_both and read_a: A",
            "write_both and write_b: B",
            "write_both and maybe_write_b: B",
            "write_both and read_a_too: A",
            "write_b and maybe_write_b: B",
        ]
    );
    assert_eq!(schedule.ambiguities(), schedule.conflicts());
    // Through one that takes nothing; and against the order of adding.
    schedule.insert(nothing.after(write_b).before(maybe_write_b));
    schedule.remove(read_a_too);
    schedule.insert(read_a_too.before(write_both));
    schedule.run(0.1);
    assert_eq!(
        sentences(schedule.ambiguities()),
        ["write_both and read_a: A", "write_both and write_b: B", "write_both and maybe_write_b: B"]
    );
    // Stages are an order too.
    let schedule = Schedule::new().add(write_a).stage("next").add(read_a);
    assert!(schedule.conflicts().is_empty() && schedule.ambiguities().is_empty());
}

#[test]
fn two_components_are_named_in_one_conflict() {
    fn swap(_: Query<(&mut A, &mut B, &C)>) {}
    fn swap_again(_: Query<(&mut B, &mut A, &C)>) {}
    let conflicts = Schedule::new().add(swap).add(swap_again).conflicts();
    assert_eq!(conflicts.len(), 1);
    assert_eq!(conflicts[0].components, ["A", "B"]);
}
