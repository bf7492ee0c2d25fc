//! Snapshots: saving and going back.

use ecs_core::{Component, Entity, Snapshots, World, find, update_all};

use super::failing::{End, fail_after};
use crate::support::{Token, live_tokens};

/// Copied by its bytes.
#[derive(Component, Clone, Copy)]
struct Body(u32);

/// Cloned, and counts its drops.
#[derive(Component)]
#[component(track)]
struct Label {
    text: String,
    _token: Token,
}

impl Label {
    fn new(number: u32) -> Self {
        Self { text: format!("a text that needs memory: {number}"), _token: Token::new() }
    }
}

impl Clone for Label {
    fn clone(&self) -> Self {
        Self { text: self.text.clone(), _token: Token::new() }
    }
}

#[derive(Component, Clone, Copy, Default)]
struct Mark;

/// What there is, in few words.
fn look() -> Vec<String> {
    let bodies =
        Body::view().iter().map(|body| format!("{:?} {}", body.entity(), body.0)).collect::<Vec<_>>();
    let labels = Label::view().iter().map(|label| label.text.clone()).collect::<Vec<_>>();
    let named = find("first").map(|entity| format!("{entity:?} {:?}", entity.children().collect::<Vec<_>>()));
    let stats = World::stats();
    [bodies, labels, vec![format!("{named:?} {} {} {}", stats.alive, stats.timers, Mark::count())]].concat()
}

fn begin() -> Vec<Entity> {
    let all: Vec<_> = (0..40).map(|n| Entity::spawn().with(Body(n)).with(Label::new(n))).collect();
    all[0].set_name("first");
    all[1].child_of(all[0]);
    all[2].add::<Mark>();
    all[3].after(1.0, |_| ());
    all
}

fn go_on(all: &[Entity]) {
    all.iter().step_by(3).for_each(|entity| _ = entity.despawn());
    (100..140).for_each(|n| _ = Entity::spawn().with(Label::new(n)).with(Body(n)).set_name(&format!("{n}")));
    all[7].child_of(all[2]);
    all[4].add::<Mark>();
    all[5].every(0.5, |_| ());
    Body::view_mut().iter_mut().for_each(|body| body.0 += 1);
    update_all(0.1);
}

/// Calls a function with a world that has gone on since it was saved as frame 0, and with what there was then
/// and is now. It fails after so many allocations, and after more and more, until it passes. Then the world
/// must come back, and no value be left.
fn at_each_allocation(run: impl Fn(&mut Snapshots, usize, &[String], &[String]) -> End) {
    for allocations in 0.. {
        let end = World::new().enter(|| {
            let all = begin();
            let mut snapshots = Snapshots::new(2);
            snapshots.save(0).unwrap();
            let before = look();
            go_on(&all);
            let end = run(&mut snapshots, allocations, &before, &look());
            snapshots.load(0).unwrap();
            assert_eq!(look(), before, "{allocations}");
            drop(snapshots);
            assert_eq!(live_tokens(), 40);
            end
        });
        assert_eq!(live_tokens(), 0);
        if end == End::Passed {
            assert!(allocations > 50, "{allocations}");
            return;
        }
    }
}

#[test]
fn r1_saving_without_memory_loses_nothing() {
    at_each_allocation(|snapshots, allocations, _, after| {
        let mut saved = Ok(());
        let end = fail_after(allocations, || saved = snapshots.save(1));
        assert_eq!(look(), after, "{allocations}");
        if end != End::Failed && saved.is_ok() {
            snapshots.load(1).unwrap();
            assert_eq!(look(), after, "{allocations}");
        }
        end
    });
}

#[test]
fn r1_going_back_without_memory_is_done_or_not() {
    at_each_allocation(|snapshots, allocations, before, after| {
        let mut loaded = Ok(());
        let end = fail_after(allocations, || loaded = snapshots.load(0));
        let now = look();
        let is_done = end != End::Failed && loaded.is_ok();
        assert_eq!(now, if is_done { before } else { after }, "{allocations}");
        update_all(0.1);
        end
    });
}
