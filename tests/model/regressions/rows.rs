//! Rows that move, wait or are left.

use super::*;

// A disabled component dies, and an enabled one is added before its row is closed.
#[test]
fn a_new_row_changes_no_place_with_a_dead_one() {
    #[derive(Component)]
    struct C(String);
    impl Drop for C {
        fn drop(&mut self) {
            log(format!("drop {}", self.0));
        }
    }
    #[derive(Component)]
    struct Driver {
        a: Entity,
        b: Entity,
    }
    impl Driver {
        fn update(&mut self) {
            self.a.kill::<C>();
            self.b.insert(C("live".into()));
        }
    }
    let (a, b) = (Entity::spawn(), Entity::spawn());
    a.insert(C("dead".into()));
    a.handle::<C>().set_enabled(false);
    Entity::spawn().insert(Driver { a, b });
    update_all(0.1);
    assert_eq!(take_log(), ["drop dead"]);
    assert_eq!(b.borrow::<C>().0, "live");
}

// Spilled rows wait for a sync point; nothing is borrowed any more, and further ones are added.
#[test]
fn what_is_added_after_a_spill_joins_it() {
    #[derive(Component)]
    struct C(u32);
    #[derive(Component)]
    struct Driver;
    impl Driver {
        fn update(&mut self) {
            let c = Entity::spawn().insert(C(1000));
            let guard = c.borrow();
            let many: Vec<_> = (0..100).map(|n| Entity::spawn().insert(C(n))).collect();
            drop(guard);
            let more: Vec<_> = (0..100).map(|n| Entity::spawn().insert(C(n))).collect();
            for (n, c) in many.iter().enumerate() {
                assert_eq!(c.borrow().0, n as u32);
            }
            for (n, c) in more.iter().enumerate() {
                assert_eq!(c.borrow().0, n as u32);
            }
            let off = Entity::spawn().insert(C(1));
            off.set_enabled(false); // now rows may be outside of the buffer

            let e = Entity::spawn().insert(C(7));
            assert_eq!(e.borrow().0, 7);
        }
    }
    Entity::spawn().insert(Driver);
    update_all(0.1);
    assert_eq!(C::view().len(), 203);
}

#[test]
fn what_is_added_after_a_spill_joins_it_where_rows_are_disabled() {
    #[derive(Component)]
    struct C(u32);
    #[derive(Component)]
    struct Driver;
    impl Driver {
        fn update(&mut self) {
            let off = Entity::spawn().insert(C(1));
            off.set_enabled(false);
            World::flush();
            let c = Entity::spawn().insert(C(1000));
            let guard = c.borrow();
            let many: Vec<_> = (0..100).map(|n| Entity::spawn().insert(C(n))).collect();
            drop(guard);
            let e = Entity::spawn().insert(C(7));
            assert_eq!(e.borrow().0, 7);
            for (n, c) in many.iter().enumerate() {
                assert_eq!(c.borrow().0, n as u32);
            }
        }
    }
    Entity::spawn().insert(Driver);
    update_all(0.1);
    assert_eq!(C::view().len(), 103);
}
