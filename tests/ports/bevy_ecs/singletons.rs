//! Resources: here singletons.

use ecs_core::{Entity, Singleton, SingletonError, World, query};

use super::Log;
use crate::support::message_of;

#[derive(Singleton, Default, Debug)]
struct Num(i32);

#[derive(Singleton)]
struct Big(u64);

// after: resource, derive_resource_component_features, is_resource_presence,
// resource_query_after_resource_scope
#[test]
fn a_singleton_is_set_read_written_and_removed() {
    assert!(Big::get().is_none());
    Big::set(Big(10));
    Num::set(Num(123));
    assert_eq!((Big::borrow().0, Num::borrow().0), (10, 123));
    Num::borrow_mut().0 += 1;
    Num::set(Num(Num::borrow().0 * 2));
    assert_eq!(Num::borrow().0, 248);
    assert!(Big::instance().kill());
    assert!(Big::get().is_none());
    assert!(matches!(Big::try_borrow(), Err(SingletonError::Unset { .. })));
    let message = message_of(|| Big::borrow().0);
    assert!(message.contains("Big"), "{message}");
}

// after: init_resource_does_not_overwrite, init_non_send_does_not_overwrite, insert_resource_if_not_equal
#[test]
fn one_with_a_default_is_made_when_it_is_asked_for() {
    assert_eq!(Num::borrow().0, 0);
    Num::borrow_mut().0 = 5;
    assert_eq!(Num::borrow().0, 5);
}

// after: non_send, non_send_points_to_distinct_data, non_send_panic
#[test]
fn singletons_of_any_type_live_side_by_side() {
    #[derive(Singleton, Default)]
    struct Shared(std::rc::Rc<core::cell::Cell<u32>>);
    Shared::borrow().0.set(3);
    Num::borrow_mut().0 = 4;
    assert_eq!((Shared::borrow().0.get(), Num::borrow().0), (3, 4));
    let other = std::thread::spawn(|| Num::get().is_none());
    assert!(other.join().unwrap(), "another thread has a world of its own");
}

// after: resource_scope, resource_scope_unwind, entity_mut_resource_scope
#[test]
fn while_one_is_written_everything_else_is_reached() {
    let mut num = Num::borrow_mut();
    let e = Entity::spawn_with(super::A(num.0 as usize));
    num.0 += 1;
    Big::set(Big(num.0 as u64));
    assert_eq!((e.borrow::<super::A>().0, Big::borrow().0), (0, 1));
    let message = message_of(|| Num::borrow().0);
    assert!(message.contains("Num"), "it is borrowed: {message}");
    drop(num);
    let failed = message_of(|| {
        let _num = Num::borrow_mut();
        panic!("in between");
    });
    assert_eq!(failed, "in between");
    assert_eq!(Num::borrow().0, 1, "the borrow has ended");
}

// after: clear_entities
#[test]
fn singletons_are_no_entities_of_users_and_outlive_a_clear() {
    Num::set(Num(7));
    Log::borrow_mut().0.push(1);
    let e = Entity::spawn_with(super::A(1));
    assert_eq!(query::<Entity>().iter().collect::<Vec<_>>(), [e]);
    World::clear();
    assert_eq!(Num::borrow().0, 7);
    World::reset();
    assert_eq!(Num::borrow().0, 0);
}
