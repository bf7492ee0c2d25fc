//! Components without bytes know their entity too (S5): each has an address of its own wherever it is visited
//! or borrowed. What cannot be distinguished is refused: copies, and elements of a slice.

use ecs_core::{Commands, Component, Entity, KnowsEntity, PerEntity, World, query, update_all};

use crate::support::{assert_says, log, message_of, take_log};

#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct Hp(u32);

#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct Tag;

/// All that a hook asks of `self`.
fn asked<T: KnowsEntity + PerEntity>(me: &T, entity: Entity) {
    assert_eq!((me.entity(), me.try_entity()), (entity, Some(entity)));
    assert_eq!((me.handle(), me.sibling::<Hp>()), (entity.handle(), entity.handle()));
    me.add::<Hp>().borrow_mut().0 += 1;
}

struct Ping;

#[derive(Component, Default)]
#[component(on(Ping))]
struct Spinner;

impl Spinner {
    fn init(&mut self, me: Entity) {
        asked(self, me);
    }
    fn fixed_update(&mut self, me: Entity) {
        asked(self, me);
    }
    fn update(&mut self, me: Entity) {
        asked(self, me);
    }
    fn late_update(&self, me: Entity, hp: &mut Hp) {
        assert_eq!(self.entity(), me);
        hp.0 += 1;
    }
    fn on_enable(&mut self, me: Entity) {
        asked(self, me);
    }
    fn on_disable(&mut self, me: Entity) {
        assert_eq!(self.entity(), me);
    }
    fn on_ping(&mut self, _: &Ping, me: Entity) {
        asked(self, me);
    }
    fn shutdown(&mut self, me: Entity) {
        assert_eq!(self.entity(), me);
        log(format!("{}", me.index()));
    }
}

#[test]
fn s5_each_hook_of_a_zero_sized_component_knows_its_entity() {
    World::set_fixed_step(1.0);
    let all: Vec<_> = (0..5).map(|_| Entity::spawn().add::<Spinner>()).collect();
    update_all(1.0);
    assert_eq!(Spinner::send_all(Ping), 5);
    all[1].entity().send(Ping);
    Spinner::for_each(|spinner| asked(spinner, spinner.entity()));
    let seen = |all: &[ecs_core::Handle<Spinner>]| {
        all.iter().map(|one| one.sibling::<Hp>().borrow().0).collect::<Vec<_>>()
    };
    assert_eq!(seen(&all), [7, 8, 7, 7, 7]);
    all[2].set_enabled(false);
    all[2].set_enabled(true);
    // The rows have moved, and one goes: each still knows its own.
    all[0].kill();
    update_all(1.0);
    let now = seen(&all);
    assert_eq!(now[0], 7);
    assert_eq!(now[2], now[3] + 1);
    all[3].entity().despawn();
    assert_eq!(take_log(), ["0", "3"]);
    for one in &all[1..3] {
        assert_eq!(one.borrow().entity(), one.entity());
    }
}

/// The innermost and the outermost each go on to be themselves.
#[test]
fn s5_nested_hooks_of_one_zero_sized_type_are_distinguished() {
    struct Pass(Vec<Entity>);
    #[derive(Component, Default)]
    #[component(on(Pass))]
    struct Runner;
    impl Runner {
        fn on_pass(&mut self, pass: &Pass, me: Entity) {
            assert_eq!(self.entity(), me);
            if let Some((next, rest)) = pass.0.split_first() {
                next.send(Pass(rest.to_vec()));
            }
            Runner::for_each(|other| assert_ne!(other.entity(), me));
            assert_eq!(self.entity(), me);
            log(format!("{}", me.index()));
        }
        fn update(&mut self, me: Entity) {
            let others = query::<(Entity, &Runner)>().except(me);
            { others }.each(|(entity, other)| assert_eq!((other.entity(), self.entity()), (entity, me)));
        }
    }
    let all = Entity::spawn_many(3, |_, _| (Runner,));
    all[0].send(Pass(vec![all[1], all[2]]));
    assert_eq!(take_log(), ["2", "1", "0"]);
    update_all(0.1);
}

#[test]
fn s5_one_that_kills_itself_knows_its_entity_until_the_hook_returns() {
    #[derive(Component, Default)]
    struct Mine;
    impl Mine {
        fn update(&mut self, me: Entity) {
            if me.index() == 1 {
                assert!(self.kill());
                assert!(!me.has::<Mine>());
            }
            assert_eq!(self.entity(), me);
            if me.index() == 2 {
                me.despawn();
                assert_eq!(self.entity(), me);
            }
        }
    }
    let all = Entity::spawn_many(4, |_, _| (Mine,));
    update_all(0.1);
    assert_eq!(all.map_alive(), [true, true, false, true]);
    assert_eq!(Mine::count(), 2);
    update_all(0.1);
}

trait Alive {
    fn map_alive(&self) -> Vec<bool>;
}

impl Alive for Vec<Entity> {
    fn map_alive(&self) -> Vec<bool> {
        self.iter().map(|entity| entity.is_alive()).collect()
    }
}

#[test]
fn s5_tags_know_their_entity_where_they_are_borrowed_or_visited_one_by_one() {
    let all: Vec<_> = (0..70).map(|n| Entity::spawn().with(Hp(n)).with(Tag)).collect();
    let others: Vec<_> = (0..3).map(|_| Entity::spawn()).collect();
    let later = others[1].with(Tag);
    let mut seen = Vec::new();
    Tag::for_each(|tag| seen.push(tag.entity()));
    query::<(Entity, &Tag)>().each(|(entity, tag)| assert_eq!(tag.entity(), entity));
    query::<(&Hp, &mut Tag)>().each(|(hp, tag)| assert_eq!(tag.entity(), hp.entity()));
    query::<(&Hp, Option<&Tag>)>().each(|(hp, tag)| assert_eq!(tag.unwrap().entity(), hp.entity()));
    for tag in &mut query::<&Tag>() {
        assert!(seen.contains(&tag.entity()));
    }
    assert_eq!(seen.len(), 71);
    assert_eq!(later.borrow::<Tag>().entity(), later);
    assert_eq!(query::<&Tag>().get(all[3]).unwrap().entity(), all[3]);
    let view = Tag::view();
    assert_eq!(view[all[69].handle()].entity(), all[69]);
    drop(view);
    // One that dies while it is visited.
    Tag::for_each(|tag| {
        if tag.entity() == all[5] {
            tag.kill();
            assert_eq!(tag.entity(), all[5]);
            all[5].despawn();
            assert_eq!(tag.entity(), all[5]);
        }
    });
    assert!(!all[5].is_alive());
}

#[test]
fn s5_what_is_no_component_has_no_entity_and_the_panic_says_what_to_do() {
    #[derive(Component, Clone, Copy, Default)]
    struct Marked {
        _inner: Tag,
    }
    impl Marked {
        fn update(&mut self) {
            let copy = *self;
            let boxed = vec![copy].into_boxed_slice();
            // The field lies where the component does, and is none.
            let others = (copy.try_entity(), boxed[0].try_entity(), self._inner.try_entity());
            assert_eq!(others, (None, None, None));
            log("update");
        }
    }
    let marked = Entity::spawn().with(Tag).add::<Marked>();
    update_all(0.1);
    assert_eq!(take_log(), ["update"]);
    assert_eq!((Tag.try_entity(), Marked::default().try_entity()), (None, None));
    let slice = Marked::view();
    assert!(slice.iter().all(|marked| marked.try_entity().is_none()));
    assert_eq!(slice.iter_with_entity().next().map(|(entity, _)| entity), Some(marked.entity()));
    assert!(Tag::view().iter().all(|tag| tag.try_entity().is_none()));
    assert_says(
        &message_of(|| Tag.entity()),
        &["this Tag has no entity", "inside its hooks or through a handle", "`iter_with_entity`"],
    );
    // In another world it is none either.
    let guard = marked.borrow();
    assert_eq!(World::new().enter(|| (Entity::spawn().add::<Marked>(), guard.try_entity()).1), None);
}

#[test]
fn s5_generic_over_aligned_and_isolated_ones_too() {
    #[derive(Component)]
    #[component(update)]
    struct Of<T: 'static>(std::marker::PhantomData<T>);
    impl<T: 'static> Of<T> {
        fn update(&mut self, me: Entity) {
            assert_eq!(self.entity(), me);
            log("generic");
        }
    }
    #[derive(Component, Default)]
    #[component(isolated)]
    #[repr(align(4096))]
    struct Wide;
    impl Wide {
        fn update(&mut self, me: Entity) {
            assert_eq!(self.entity(), me);
            assert_eq!(std::ptr::from_ref(self).addr() % 4096, 0);
            log("wide");
        }
    }
    for _ in 0..3 {
        Entity::spawn().with(Of::<u8>(std::marker::PhantomData)).with(Wide);
    }
    update_all(0.1);
    assert_eq!(take_log().len(), 6);
}

#[test]
#[cfg_attr(miri, ignore = "rayon casts numbers to pointers")]
fn s5_in_parallel_hooks_too() {
    #[derive(Component, Default)]
    #[component(parallel)]
    struct Worker;
    impl Worker {
        fn update(&mut self, me: Entity, commands: Commands) {
            assert_eq!(self.entity(), me);
            if me.index().is_multiple_of(2) {
                commands.kill(self.handle());
            }
        }
    }
    Entity::spawn_many(1000, |_, _| (Worker,));
    update_all(0.1);
    assert_eq!(Worker::count(), 500);
    update_all(0.1);
    assert_eq!(Worker::count(), 500);
}
