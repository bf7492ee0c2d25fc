//! What a parallel hook must not do: reach the world. The message says what to declare instead.

use std::cell::RefCell;
use std::rc::Rc;

use ecs_core::{
    AddError, Component, Entity, Handle, Singleton, World, query, send_all, time, try_update_all, update_all,
};

use super::{THREADS, with_threads};
use crate::support::{assert_says, message_of};

#[derive(Component, Default)]
struct Other(u32);

#[derive(Singleton, Default)]
struct Score(u32);

/// What the hook does, on whichever thread.
type Act = fn(Entity, Handle<Other>);

#[derive(Component)]
#[component(parallel)]
struct Caller {
    act: Act,
    other: Handle<Other>,
}

impl Caller {
    fn update(&mut self) {
        (self.act)(self.entity(), self.other);
    }
}

const ACTS: &[(&str, Act)] = &[
    ("Other", |_, other| _ = other.borrow()),
    ("Other", |_, other| _ = other.borrow_mut()),
    ("Other", |_, other| _ = other.get()),
    ("Other", |_, other| _ = other.try_borrow()),
    ("Other", |_, other| _ = other.try_borrow_mut()),
    ("Other", |_, other| _ = other.is_alive()),
    ("Other", |_, other| _ = other.kill()),
    ("Other", |_, _| _ = Other::view()),
    ("Other", |_, _| _ = Other::try_view_mut()),
    ("Other", |_, _| _ = Other::count()),
    ("Other", |_, _| Other::for_each(|_| ())),
    ("T", |_, _| _ = Other::try_update_all(1.0)),
    ("Other", |entity, _| _ = entity.get::<Other>()),
    ("Score", |_, _| _ = Score::borrow()),
    ("T", |entity, _| _ = entity.add::<Other>()),
    ("Other", |entity, _| _ = entity.has::<Other>()),
    ("T", |entity, _| _ = entity.is_alive()),
    ("T", |entity, _| _ = entity.despawn()),
    ("T", |entity, _| _ = entity.send(1_u8)),
    ("T", |_, _| _ = Entity::spawn()),
    ("T", |_, _| _ = Entity::try_spawn()),
    ("T", |_, _| _ = query::<&Other>()),
    ("T", |_, _| _ = send_all(1_u8)),
    ("T", |_, _| _ = time()),
    ("T", |_, _| _ = try_update_all(1.0)),
    ("T", |_, _| World::clear()),
    ("T", |_, _| World::flush()),
    ("T", |_, _| _ = World::stats()),
    ("T", |_, _| _ = World::tick()),
    ("T", |_, _| World::set_paused(true)),
    ("T", |_, _| _ = ecs_core::find("nobody")),
];

#[test]
fn the_world_is_out_of_reach_for_every_ambient_call() {
    for threads in if cfg!(miri) { 2..3 } else { 1..3 } {
        for (place, &(name, act)) in ACTS.iter().enumerate() {
            with_threads(threads, || {
                let other = Entity::spawn().add::<Other>();
                Score::set(Score(1));
                assert_eq!(Score::borrow().0, 1);
                let caller = Entity::spawn().insert(Caller { act, other });
                let text = message_of(|| update_all(1.0));
                assert_says(
                    &text,
                    &[
                        "inside the parallel `update` of Caller",
                        "declare what it needs",
                        &format!("`View<{name}>`"),
                    ],
                );
                // It was a panic in a hook: the world is usable.
                assert!(caller.is_alive() && other.borrow().0 == 0, "{place}");
                caller.borrow_mut().act = |_, _| ();
                update_all(1.0);
            });
        }
    }
}

thread_local! {
    static WORLD: RefCell<Option<Rc<World>>> = const { RefCell::new(None) };
}

#[derive(Component)]
#[component(parallel)]
struct Returner;

impl Returner {
    fn update(&mut self) {
        let world = WORLD.with(|world| world.borrow().clone());
        if let Some(world) = world {
            world.enter(Entity::spawn);
        }
    }
}

#[test]
fn the_world_cannot_be_entered_again_from_inside() {
    let world = Rc::new(World::new());
    WORLD.set(Some(world.clone()));
    world.enter(|| {
        Entity::spawn().insert(Returner);
        let text = message_of(|| update_all(1.0));
        assert_says(&text, &["cannot enter this world now"]);
    });
    assert_eq!(world.enter(Returner::count), 1);
    WORLD.set(None);
}

#[derive(Component)]
#[component(parallel)]
struct Sandbox(u32);

impl Sandbox {
    fn update(&mut self) {
        // A world of the hook's own is no world of somebody else's.
        self.0 = World::new().enter(|| {
            Entity::spawn().insert(Other(self.0 + 1));
            Other::view()[0].0
        });
        assert!(self.try_entity().is_some());
    }
}

#[test]
fn a_hook_may_have_a_world_of_its_own() {
    for &threads in THREADS {
        with_threads(threads, || {
            let all: Vec<_> = (0..64).map(|n| Entity::spawn().insert(Sandbox(n))).collect();
            update_all(1.0);
            assert!(all.iter().zip(1..).all(|(one, n)| one.borrow().0 == n));
        });
    }
}

#[derive(Component, Default)]
#[component(parallel)]
struct Twice;

impl Twice {
    fn update(&mut self, _: &mut Other, _: Option<&Other>) {}
}

#[derive(Component, Default)]
#[component(parallel)]
struct OwnView;

impl OwnView {
    fn update(&mut self, _: ecs_core::View<OwnView>) {}
}

#[test]
fn parameters_that_would_alias_are_refused() {
    let twice = Entity::spawn().try_add::<Twice>();
    assert!(
        matches!(twice, Err(AddError::BadHook { component: "Twice", hook: "update", sibling: "Other" })),
        "{twice:?}"
    );
    let own = Entity::spawn().try_add::<OwnView>();
    assert!(
        matches!(own, Err(AddError::BadHook { component: "OwnView", hook: "update", sibling: "OwnView" })),
        "{own:?}"
    );
}
