//! Types that are stored by their fields, where memory runs out for one of their arrays.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_core::{Component, Entity, World};

use crate::allocator::{fail_after, has_failed};

#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Plane {
    n: u64,
    speed: [u64; 3],
    y: u16,
}

fn plane(n: u64) -> Plane {
    Plane { n, speed: [n; 3], y: n as u16 }
}

#[test]
fn a1_rows_are_whole_if_there_is_no_memory_to_merge_one_of_their_arrays() {
    for allocations in 0..3 {
        World::new().enter(|| {
            let first: Vec<_> = (0..4).map(|n| Entity::spawn().with(plane(n))).collect();
            let guard = first[0].borrow::<Plane>();
            let later: Vec<_> = (4..9).map(|n| Entity::spawn().with(plane(n))).collect();
            drop(guard);
            // Each time an array more has grown before.
            fail_after(allocations);
            let result = catch_unwind(AssertUnwindSafe(World::flush));
            assert!(has_failed() && result.is_err());
            let all: Vec<_> = first.iter().chain(&later).collect();
            for (n, one) in (0..).zip(&all) {
                assert_eq!(*one.borrow::<Plane>(), plane(n), "with {allocations} that were granted");
            }
            all[1].borrow_mut::<Plane>().n = 100;
            all[5].borrow_mut::<Plane>().n = 500;
            World::flush();
            let columns = Plane::columns();
            assert_eq!(columns.n[..], [0, 100, 2, 3, 4, 500, 6, 7, 8]);
            assert_eq!(columns.y[..], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        });
    }
}
