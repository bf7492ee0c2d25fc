//! Law V3: which entities are in a save: those with a listed component or without any, and all above them.

use ecs_core::{Component, Entity, SaveError, Singleton, World, find};

use crate::formats::{Format, come_back_in};
use crate::{Hull, Score, named};

#[derive(Component, Default, Debug)]
struct Other;

#[derive(Component, Default, Debug)]
struct Sized(#[expect(dead_code, reason = "a value")] u8);

fn names_in(report: &ecs_core::saves::SaveReport) -> Vec<String> {
    let name = |entity: &Entity| entity.name().map(|name| name.to_string()).unwrap_or_default();
    report.entities().iter().map(name).collect()
}

#[test]
fn v3_entities_with_a_listed_component_or_without_any_are_in_a_save_and_those_above_them() {
    let above = named("above").with(Other);
    let higher = named("higher").with(Sized(1));
    above.child_of(higher);
    named("listed").with(Hull(1)).child_of(above);
    named("both").with(Hull(1)).with(Other);
    named("bare");
    named("bare below").child_of(named("holder").with(Other));
    named("other").with(Other);
    named("other below").with(Sized(0)).child_of(find("both").expect("it was made"));
    named("off").with(Hull(2)).set_enabled(false);
    let was_bare = named("was bare").with(Other);
    was_bare.kill::<Other>();
    Score::set(Score(1));
    let (text, report) = Format::Json.write::<Hull>();
    let expected = ["above", "higher", "listed", "both", "bare", "bare below", "holder", "off", "was bare"];
    let mut names = names_in(&report);
    names.sort();
    let mut sorted = expected.map(String::from);
    sorted.sort();
    assert_eq!(names, sorted);
    World::new().enter(|| {
        Format::Json.read::<Hull>(&text);
        assert!(find("higher/above/listed").is_some_and(|entity| entity.has::<Hull>()));
        assert!(find("holder/bare below").is_some() && find("other").is_none());
        assert_eq!((World::stats().alive, Other::count()), (9, 0));
    });
}

#[test]
fn v3_what_is_dead_is_in_no_save_and_what_waits_for_its_end_keeps_one_from_being_written() {
    let [dead, dying, killed] = ["dead", "dying", "killed"].map(|name| named(name).with(Hull(1)));
    named("alive").with(Hull(2));
    dead.despawn();
    let guards = [dying.borrow::<Hull>(), killed.borrow::<Hull>()];
    dying.despawn();
    killed.kill::<Hull>();
    let error = Format::Json.try_write::<Hull>().expect_err("they are borrowed");
    assert!(matches!(error, SaveError::Borrowed(_)), "{error}");
    drop(guards);
    let (text, report) = Format::Json.write::<Hull>();
    let mut names = names_in(&report);
    names.sort();
    assert_eq!(names, ["alive", "killed"], "it lives on, without any component");
    World::new().enter(|| {
        Format::Json.read::<Hull>(&text);
        assert_eq!(Hull::view().iter().map(|hull| hull.0).collect::<Vec<_>>(), [2]);
    });
}

#[test]
fn v3_a_save_of_types_that_were_never_added_has_the_bare_entities() {
    come_back_in::<(Hull, Score)>(
        &crate::formats::ALL,
        || {
            named("a");
            named("b").child_of(find("a").expect("it was made"));
        },
        |report| assert_eq!(report.entities().len(), 2),
    );
}

#[test]
fn v3_without_a_world_an_empty_one_is_saved() {
    crate::support::on_thread(|| {
        let (text, report) = Format::Json.write::<Hull>();
        assert!(report.entities().is_empty());
        assert!(Format::Json.read::<Hull>(&text).entities().is_empty());
    });
}
