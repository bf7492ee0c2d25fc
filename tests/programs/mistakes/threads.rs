//! Reaching for the world where there is none: inside a parallel hook, the closure of a `par_each`, on
//! another thread. Each is reported at its line.

use ecs_core::{
    Archetype, Component, Entity, Group, Handle, Pool, Singleton, With, World, find, query, send_all,
    update_all,
};

use super::gets;

#[derive(Component, Default)]
struct Other(u32);

#[derive(Singleton, Default)]
struct Score;

type Act = fn(Entity, Handle<Other>);

#[derive(Component)]
#[component(parallel)]
struct Caller(Act, Handle<Other>);

impl Caller {
    fn update(&mut self) {
        (self.0)(self.entity(), self.1);
    }
}

/// What a parallel hook may not do, and the type that the advice names.
const ACTS: &[(&str, Act)] = &[
    ("Other", |_, other| _ = other.borrow()),
    ("Other", |_, other| _ = other.borrow_mut()),
    ("Other", |_, other| _ = other.get()),
    ("Other", |_, other| _ = other.get_mut()),
    ("Other", |_, other| _ = other.try_borrow()),
    ("Other", |_, other| _ = other.try_borrow_mut()),
    ("Other", |_, other| _ = other.with(|_| ())),
    ("Other", |_, other| _ = other.is_alive()),
    ("Other", |_, other| _ = other.is_enabled()),
    ("Other", |_, other| _ = other.set_enabled(false)),
    ("Other", |_, other| _ = other.kill()),
    ("Other", |_, _| _ = Other::view()),
    ("Other", |_, _| _ = Other::view_mut()),
    ("Other", |_, _| _ = Other::try_view_mut()),
    ("Other", |_, _| _ = Other::count()),
    ("Other", |_, _| Other::for_each(|_| ())),
    ("Other", |_, _| Other::sort_by_key(|other| other.0)),
    ("Other", |entity, _| _ = entity.get::<Other>()),
    ("Other", |entity, _| _ = entity.has::<Other>()),
    ("Other", |entity, _| _ = entity.has::<(Other,)>()),
    ("Other", |entity, _| _ = entity.kill::<Other>()),
    ("Other", |entity, _| _ = entity.remove::<Other>()),
    ("Score", |_, _| _ = Score::borrow()),
    ("Score", |_, _| _ = Score::borrow_mut()),
    ("Score", |_, _| _ = Score::get()),
    ("T", |entity, _| _ = entity.add::<Other>()),
    ("T", |entity, _| _ = entity.insert(Other(1))),
    ("T", |entity, _| _ = entity.is_alive()),
    ("T", |entity, _| _ = entity.is_enabled()),
    ("T", |entity, _| _ = entity.set_enabled(false)),
    ("T", |entity, _| _ = entity.components()),
    ("T", |entity, _| _ = entity.despawn()),
    ("T", |entity, _| _ = Entity::despawn_many(&[entity])),
    ("T", |entity, _| _ = entity.send(1_u8)),
    ("T", |entity, _| _ = entity.name()),
    ("T", |entity, _| _ = entity.set_name("name")),
    ("T", |_, _| _ = Entity::spawn()),
    ("T", |_, _| _ = Entity::try_spawn()),
    ("T", |_, _| _ = Entity::spawn_many(2, |_, _| (Other(1),))),
    ("T", |_, _| _ = Archetype::<(Other,)>::spawn()),
    ("T", |_, _| _ = Archetype::<(Other,)>::find()),
    ("T", |_, _| _ = Pool::<Archetype<(Other,)>>::new().take()),
    ("T", |_, _| _ = query::<&Other>()),
    ("T", |_, _| Group::<With<Other>>::new().refresh()),
    ("T", |_, _| _ = send_all(1_u8)),
    ("T", |_, _| _ = find("nobody")),
    ("T", |_, _| World::clear()),
    ("T", |_, _| World::flush()),
    ("T", |_, _| _ = World::stats()),
    ("T", |_, _| _ = World::tick()),
    ("T", |_, _| _ = World::remote()),
];

#[test]
fn a_parallel_hook_reaches_for_the_world() {
    for &(name, act) in ACTS {
        World::new().enter(|| {
            let other = Entity::spawn().add::<Other>();
            Entity::spawn().insert(Caller(act, other));
            let what = if name == "T" { "the world" } else { name };
            gets(
                &format!(
                    "{what} cannot be reached inside the parallel `update` of Caller, which may run on any \
                     thread: declare what it needs as a parameter: `View<{name}>` to follow handles (those \
                     of a `soa` type in a system, by `Query<&{name}>`), `&{name}` or `&mut {name}` for \
                     that of the same entity, `&{name}` if it is a singleton, `Time` for the time, and \
                     `Commands` to spawn, add, kill and send after the pass"
                ),
                || update_all(1.0),
            );
        });
    }
}

#[test]
fn the_closure_of_a_par_each_reaches_for_the_world() {
    let other = Entity::spawn().add::<Other>();
    Entity::spawn().insert(Caller(|_, _| (), other));
    gets(
        "Other cannot be reached inside the closure of `par_each`, which may run on any thread: ask for it \
         in the query, as `query::<(&mut A, &Other)>()`; or borrow it before, as `let view = Other::view(); \
         let all: &[Other] = &view;` (of a `soa` type a column: `let all: &[f32] = &columns.x;`); or make \
         it a parallel hook, where a parameter `View<Other>` follows handles; and collect what is to be \
         done afterwards",
        || query::<&Caller>().par_each(|caller| drop(caller.1.borrow())),
    );
}

#[test]
fn another_thread_has_no_world() {
    let other = Entity::spawn().add::<Other>();
    std::thread::spawn(move || {
        gets(
            "cannot borrow Other: this thread has no world yet: `Entity::spawn()` makes one, or \
             `World::enter` brings one; what was spawned on another thread is reached by its `World::remote`",
            || drop(other.borrow()),
        );
    })
    .join()
    .unwrap();
}
