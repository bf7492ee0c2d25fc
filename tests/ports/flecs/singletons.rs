//! Singletons.

use ecs_core::{Component, Entity, Query, Schedule, Singleton, query};

use super::{Position, at};

#[derive(Singleton, Clone, Copy, Debug, Default, PartialEq)]
struct Gravity(i32);

#[derive(Singleton)]
struct Level(i32);

// after: Singleton/set_get_singleton, Singleton/ensure_singleton, Singleton/get_mut_singleton,
// Singleton/emplace_singleton, Singleton/add_singleton, Singleton/remove_singleton,
// Singleton/has_singleton, Singleton/get_singleton, Singleton/get_T, Singleton/get_mut_T,
// Singleton/try_get_T, Singleton/try_get_mut_T, Singleton/get_T_not_found, Singleton/get_mut_T_not_found,
// Singleton/set_lambda, Singleton/get_lambda, Singleton/get_write_lambda
#[test]
fn a_singleton_is_set_got_and_removed() {
    assert!(Level::get().is_none() && Level::get_mut().is_none());
    Level::set(Level(1));
    Level::borrow_mut().0 += 1;
    assert_eq!(Level::borrow().0, 2);
    let message = crate::support::message_of(|| {
        Level::instance().kill();
        Level::borrow().0
    });
    assert!(message.contains("Level"), "{message}");
    assert_eq!(*Gravity::borrow(), Gravity(0), "one with a default is made");
}

// after: Singleton/singleton_system, SystemBuilder/singleton_term,
// SystemBuilder/deduce_singleton_term_from_each_callback,
// SystemBuilder/deduce_singleton_and_component_terms_from_each_callback,
// System/instanced_query_w_singleton_each
#[test]
fn systems_and_hooks_take_singletons_beside_components() {
    Gravity::set(Gravity(2));
    let e = Entity::spawn_many(3, |i, _| at(i as i32, 0));
    let fall = |mut all: Query<&mut Position>, gravity: &Gravity| all.each(|p| p.y -= gravity.0);
    Schedule::new().add(fall).run(0.1);
    assert!(e.iter().all(|e| e.borrow::<Position>().y == -2));
    #[derive(Component)]
    struct Falls;
    impl Falls {
        fn update(&mut self, position: &mut Position, gravity: &Gravity) {
            position.y -= gravity.0 * 10;
        }
    }
    e[1].insert(Falls);
    ecs_core::update_all(0.1);
    assert_eq!(e[1].borrow::<Position>().y, -22);
    assert_eq!(query::<&Position>().count(), 3);
}
