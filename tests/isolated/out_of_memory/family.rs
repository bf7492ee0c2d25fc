//! Parents and children, and what is inherited.

use ecs_core::{Component, Entity, World, update_all};

use super::failing::{End, fail_after};
use super::scene::{Hooked, Plain, Scene, each_failure};

/// Six with components: the second is below the first, and so on. The last three are a tree of their own.
fn two_trees() -> Scene {
    let scene = Scene::full(6);
    for pair in scene.entities.windows(2) {
        pair[1].child_of(pair[0]);
    }
    scene.entities[3].detach();
    scene
}

/// Says whether everybody is enabled just if all above are switched on.
fn is_consistent(scene: &Scene) -> bool {
    let is_right = |entity: &Entity| {
        let enabled = entity.is_switched_on() && entity.ancestors().all(|above| above.is_switched_on());
        entity.is_enabled() == enabled
    };
    scene.entities.iter().filter(|entity| entity.is_alive()).all(is_right)
}

#[test]
fn trap14_attach_for_the_first_time() {
    let attach = |scene: &Scene| drop(scene.entities[2].child_of(scene.entities[70]));
    let is_below = |scene: &Scene, done| scene.entities[70].children().eq([scene.entities[2]]) == done;
    assert!(each_failure(|| Scene::bare(71), attach, is_below) >= 2, "a page for each of them");
}

#[test]
fn trap14_attach_a_tree_below_one_that_is_off() {
    for borrowed in [false, true] {
        let scene = || {
            let scene = two_trees();
            scene.entities[1].set_enabled(false);
            scene
        };
        let attach = |scene: &Scene| {
            let _held = borrowed.then(|| scene.entities[4].borrow::<Hooked>());
            scene.entities[3].child_of(scene.entities[2]);
        };
        each_failure(scene, attach, |scene, done| {
            is_consistent(scene) && (!done || scene.entities[3].parent() == Some(scene.entities[2]))
        });
    }
}

#[test]
fn trap14_detach_from_one_that_is_off() {
    let scene = || {
        let scene = two_trees();
        scene.entities[0].set_enabled(false);
        scene
    };
    let detach = |scene: &Scene| assert!(scene.entities[1].detach());
    each_failure(scene, detach, |scene, done| {
        is_consistent(scene) && scene.entities[1].parent().is_none() == done
    });
    let detach = |scene: &Scene| assert_eq!(scene.entities[0].detach_children(), 1);
    each_failure(scene, detach, |scene, done| {
        is_consistent(scene) && scene.entities[1].parent().is_none() == done
    });
}

#[test]
fn trap14_switch_a_tree() {
    let disable = |scene: &Scene| drop(scene.entities[0].set_enabled(false));
    each_failure(two_trees, disable, |scene, done| {
        is_consistent(scene) && scene.entities[2].is_enabled() != done
    });
    let off = || {
        let scene = two_trees();
        scene.entities[0].set_enabled(false);
        scene
    };
    let enable = |scene: &Scene| drop(scene.entities[0].set_enabled(true));
    each_failure(off, enable, |scene, done| is_consistent(scene) && scene.entities[2].is_enabled() == done);
}

#[test]
fn trap14_despawn_a_tree() {
    for borrowed in [false, true] {
        let despawn = |scene: &Scene| {
            let _held = borrowed.then(|| scene.entities[2].borrow::<Plain>());
            assert!(scene.entities[0].despawn());
        };
        each_failure(two_trees, despawn, |scene, done| {
            let alive = scene.entities[..3].iter().filter(|entity| entity.is_alive()).count();
            is_consistent(scene) && (!done || alive == 0)
        });
    }
}

/// How many are above it, with itself, that have one.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[component(inherits)]
struct Depth(u32);

impl Depth {
    fn inherit(&mut self, parent: Option<&Self>) {
        self.0 = parent.map_or(1, |parent| parent.0 + 1);
    }
}

/// Makes a tree of forty and moves a part of it, with frames between, of which one allocation fails. The next
/// frame makes all right.
fn inherit_while_one_fails(allocations: usize) -> End {
    let nodes: Vec<Entity> = (0..40).map(|_| Entity::spawn()).collect();
    let end = fail_after(allocations, || {
        // The deepest first: their rows stand in the wrong order.
        for (place, node) in nodes.iter().enumerate().rev() {
            node.insert(Depth(0));
            if place > 0 {
                node.child_of(nodes[place / 2]);
            }
        }
        update_all(0.0);
        nodes[5].child_of(nodes[39]);
        update_all(0.0);
        nodes[39].despawn();
        update_all(0.0);
    });
    update_all(0.0);
    for node in nodes.iter().filter(|node| node.has::<Depth>()) {
        let above = node.ancestors().filter(|above| above.has::<Depth>()).count();
        assert_eq!(*node.borrow::<Depth>(), Depth(above as u32 + 1), "allocation {allocations}: {end:?}");
    }
    end
}

#[test]
fn trap14_frames_that_inherit() {
    let ends = (0..10_000).map(|allocations| World::new().enter(|| inherit_while_one_fails(allocations)));
    let failures = ends.take_while(|&end| end != End::Passed).count();
    assert!(
        (20..10_000).contains(&failures),
        "what was relinked, the levels, rows in another order: {failures}"
    );
}
