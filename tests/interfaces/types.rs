//! Which traits and which types: generic ones, those of others, and components of every kind.

use std::any::Any;
use std::fmt::{Debug, Display, Formatter, Result as FmtResult};
use std::rc::Rc;

use ecs_core::{Component, Entity, every};

trait Listener<E> {
    fn notify(&mut self, event: &E);
}

/// Names several, also generic ones and one that asks for more.
#[derive(Component, Debug, Default)]
#[component(as(dyn Listener<u32>, dyn Listener<String>, dyn Debug + Send))]
#[component(as(dyn Debug, dyn Any))]
struct Journal(Vec<String>);

impl Listener<u32> for Journal {
    fn notify(&mut self, event: &u32) {
        self.0.push(format!("number {event}"));
    }
}

impl Listener<String> for Journal {
    fn notify(&mut self, event: &String) {
        self.0.push(event.clone());
    }
}

#[test]
fn i1_any_trait_that_can_be_an_object() {
    let journal = Entity::spawn().insert(Journal::default());
    every::<dyn Listener<u32>>().each(|one| one.notify(&7));
    every::<dyn Listener<String>>().each(|one| one.notify(&"seven".to_owned()));
    assert_eq!(journal.borrow().0, ["number 7", "seven"]);
    let mut text = String::new();
    every::<dyn Debug>().read(|one| text += &format!("{one:?}"));
    every::<dyn Debug + Send>().read(|one| text += &format!("{one:?}"));
    assert_eq!(text, "Journal([\"number 7\", \"seven\"])".repeat(2));
    assert_eq!(every::<dyn Listener<u8>>().count(), 0);
    assert_eq!(every::<dyn Debug + Sync>().count(), 0);
    let any = journal.entity().read_as::<dyn Any>().expect("it is any");
    assert!(any.downcast_ref::<Journal>().is_some_and(|journal| journal.0.len() == 2));
}

/// Finds the entity from the address.
trait Whose {
    fn whose(&self) -> Entity;
}

/// A tag: no value, no hook.
#[derive(Component)]
#[component(as(dyn Whose))]
struct Tag;

/// No value, but rows.
#[derive(Component)]
#[component(as(dyn Whose))]
struct Empty;

impl Empty {
    fn update(&mut self) {}
}

#[derive(Component)]
#[component(as(dyn Whose))]
#[repr(align(64))]
struct Wide(#[expect(dead_code, reason = "it has an alignment")] u8);

#[derive(Component)]
#[component(as(dyn Whose))]
enum Choice {
    Boxed(Box<u32>),
    Shared(Rc<u32>),
}

#[derive(Component)]
#[component(as(dyn Whose))]
struct Slot<T>(T);

#[derive(Component)]
#[component(inherits, as(dyn Whose))]
struct Place(u32);

impl Place {
    fn inherit(&mut self, parent: Option<&Self>) {
        self.0 = parent.map_or(0, |parent| parent.0 + 1);
    }
}

macro_rules! whose {
    ($($kind:ty),*) => {
        $(impl Whose for $kind {
            fn whose(&self) -> Entity {
                self.entity()
            }
        })*
    };
}

whose!(Tag, Empty, Wide, Choice, Place);

impl<T: 'static> Whose for Slot<T> {
    fn whose(&self) -> Entity {
        self.entity()
    }
}

#[test]
fn i1_components_of_every_kind() {
    let mut all = Vec::new();
    for _ in 0..3 {
        let entity = Entity::spawn().with(Tag).with(Empty).with(Wide(1)).with(Choice::Boxed(Box::new(1)));
        all.push(entity.with(Slot(1_u8)).with(Slot(String::new())).with(Place(1)));
    }
    all[2].insert(Choice::Shared(Rc::new(3)));
    let (mut by_entity, mut by_address) = (Vec::new(), Vec::new());
    every::<dyn Whose>().each_with_entity(|entity, one| {
        by_entity.push(entity);
        by_address.push(one.whose());
    });
    assert_eq!(by_entity, all.repeat(7));
    assert_eq!(by_address, by_entity);
    assert_eq!(every::<dyn Whose>().count(), 21);
    for entity in all {
        let parts: Vec<_> = entity.get_all_as::<dyn Whose>().map(|one| one.whose()).collect();
        assert_eq!(parts, [entity; 7]);
        assert!(entity.has::<(Slot<u8>, Slot<String>, Tag)>());
        assert!(!matches!(&*entity.borrow::<Choice>(), Choice::Boxed(one) if **one == 2));
        assert!(!matches!(&*entity.borrow::<Choice>(), Choice::Shared(one) if **one == 2));
        assert_eq!(entity.borrow::<Slot<u8>>().0, 1);
        assert!(entity.borrow::<Slot<String>>().0.is_empty());
    }
}

#[derive(Component)]
#[component(as(dyn Display))]
struct Shown<T: Display + Send>(T);

impl<T: Display + Send> Display for Shown<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        self.0.fmt(f)
    }
}

#[test]
fn i1_a_generic_type_offers_what_its_bounds_allow() {
    Entity::spawn().with(Shown(1)).with(Shown("two"));
    let mut text = String::new();
    every::<dyn Display>().read(|one| text += &one.to_string());
    assert_eq!(text, "1two");
}
