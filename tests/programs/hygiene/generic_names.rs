//! Two types that are made of one generic type are told apart wherever a program reads about them.

use core::marker::PhantomData;

use ecs_core::{Component, Entity, FailurePolicy, Handle, World, explain_order, query, update_all};

#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Ore;

#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Food;

#[derive(Component, Clone, Copy, Default, Debug)]
#[component(update, init)]
struct Stack<T: Clone + Default + 'static>(u32, PhantomData<T>);

impl<T: Clone + Default + 'static> Stack<T> {
    fn init(&mut self) {
        assert!(self.0 < 100, "too high");
    }
    fn update(&mut self, _: &Oven) {}
}

#[derive(Component, Default)]
struct Oven;

#[derive(Component)]
#[component(after(Stack<Ore>))]
struct Cook;

impl Cook {
    fn update(&mut self, _: &Stack<Food>) {}
}

fn stack<T: Clone + Default>(height: u32) -> Stack<T> {
    Stack(height, PhantomData)
}

fn panic_of(f: impl FnOnce()) -> String {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).unwrap_err();
    *panic.downcast().expect("the library panics with texts")
}

#[test]
fn components_dumps_and_stats_name_the_parameters() {
    let entity = Entity::spawn().with(stack::<Ore>(1)).with(stack::<Food>(2));
    assert_eq!(entity.components(), ["Stack<Ore>", "Stack<Food>"]);
    let dump = entity.dump().to_string();
    assert!(dump.contains("Stack<Ore>") && dump.contains("Stack<Food>"), "{dump}");
    let stats = World::stats();
    let names: Vec<_> = stats.stores.iter().map(|store| store.component).collect();
    assert_eq!(names, ["Stack<Ore>", "Stack<Food>"]);
    assert!(stats.to_string().contains("Stack<Food>"), "{stats}");
}

#[test]
fn conflicts_and_dead_components_name_the_parameters() {
    let entity = Entity::spawn().with(stack::<Ore>(1)).with(stack::<Food>(2));
    let food: Handle<Stack<Food>> = entity.handle();
    let guard = food.borrow_mut();
    let conflict = food.try_borrow().unwrap_err().to_string();
    assert!(conflict.contains("Stack<Food>"), "{conflict}");
    let held = panic_of(|| _ = query::<&mut Stack<Food>>().iter().count());
    assert!(held.contains("Stack<Food>"), "{held}");
    drop(guard);
    food.kill();
    let dead = panic_of(|| drop(food.borrow()));
    assert!(dead.contains("Stack<Food>") && !dead.contains("Stack<Ore>"), "{dead}");
    let twice = panic_of(|| drop(query::<(&Stack<Ore>, &mut Stack<Ore>)>()));
    assert!(twice.contains("Stack<Ore>"), "{twice}");
}

#[test]
fn passes_name_the_parameters() {
    Entity::spawn().with(Cook).with(stack::<Ore>(1));
    update_all(0.1);
    let skipped: Vec<_> = World::stats().skipped.iter().map(|skipped| skipped.to_string()).collect();
    assert_eq!(
        skipped,
        [
            "`Cook::update` skips 1 entity: 0v1 has no Stack<Food>",
            "`Stack<Ore>::update` skips 1 entity: 0v1 has no Oven"
        ]
    );
    let order = explain_order().to_string();
    assert!(order.contains("Stack<Ore>"), "{order}");
}

#[test]
fn hooks_timers_and_soft_failures_name_the_parameters() {
    let entity = Entity::spawn();
    entity.remove::<Stack<Ore>>();
    let failed = World::stats().to_string();
    assert!(failed.contains("Stack<Ore>"), "{failed}");
    let food = entity.insert(stack::<Food>(1));
    food.every(0.5, |_: &mut Stack<Food>| panic!("burnt"));
    World::set_failure_policy(FailurePolicy::SwitchOff).expect("there is a world");
    update_all(1.0);
    let panicked = World::stats().to_string();
    assert!(panicked.contains("Stack<Food>::every"), "{panicked}");
}
