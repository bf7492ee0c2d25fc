//! A component type of every shape, also a generic one.

use ecs_core::{Component, Entity, Handle, update_all};

#[derive(Component, Default)]
struct Unit;

#[derive(Component, Default)]
struct Tuple(u32);

impl Tuple {
    fn update(&mut self, _dt: f32, _unit: Option<&Unit>) {
        self.0 += 1;
    }
}

#[derive(Component, Default)]
enum Mode {
    #[default]
    Idle,
    Busy(u8),
}

impl Mode {
    fn init(&mut self, tuple: &mut Tuple) {
        tuple.0 = 7;
        *self = Self::Busy(1);
    }
}

#[derive(Component, Default)]
struct Named<T: Default, const N: usize> {
    values: Vec<T>,
    other: Handle<Tuple>,
}

type Alias<T> = Handle<T>;

#[derive(Component, Default)]
#[component(requires(Mode, Named<T, 3>))]
struct Refers<T: Default + 'static>(#[component(sibling)] Alias<Named<T, 3>>, #[component(sibling)] Handle<Mode>);

pub fn main() {
    let entity = Entity::spawn();
    entity.add::<Unit>();
    let tuple = entity.add::<Tuple>();
    entity.add::<Mode>();
    let named = entity.insert(Named::<u8, 3> { values: vec![1], other: tuple });
    update_all(0.1);
    assert_eq!(named.borrow().other.borrow().0, 8);
    assert_eq!(named.borrow().values.len(), 1);
    assert!(matches!(*entity.borrow::<Mode>(), Mode::Busy(1)));
    let refers = entity.add::<Refers<u8>>();
    assert_eq!((refers.borrow().0, refers.borrow().1), (named, entity.handle()));
}
