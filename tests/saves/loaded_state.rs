//! Law V3: links, names, switches, the order of rows and tags come back.

use ecs_core::{Component, Entity, Handle, World, find, query, update_all};
use serde::{Deserialize, Serialize};

use crate::formats::{come_back, picture};
use crate::{Burning, Gun, Hull, Listed, named, scene};

#[test]
fn v3_a_scene_comes_back() {
    come_back::<Listed>(scene, |report| {
        assert_eq!(report.entities().len(), 3);
        let [ship, turret, gun] =
            ["ship", "ship/turret", "ship/turret/gun"].map(|path| find(path).expect("it was loaded"));
        assert_eq!(gun.borrow::<Gun>().target.entity(), ship);
        assert_eq!(gun.borrow::<Gun>().crew, [None, Some(turret), Some(gun)]);
        assert_eq!(report.entities(), [ship, turret, gun]);
    });
}

#[test]
fn v3_an_empty_world_comes_back() {
    come_back::<Listed>(|| (), |report| assert!(report.entities().is_empty()));
    assert!(World::dump().is_empty());
}

#[test]
fn v3_links_and_the_order_of_children_come_back() {
    let make = || {
        let [a, b, c, top, other] = ["a", "b", "c", "top", "other"].map(named);
        for child in [c, a, b] {
            child.child_of(top);
        }
        // Parents that have higher numbers than their children.
        top.child_of(other);
        let twin = named("a").child_of(other);
        other.insert_child(0, twin);
    };
    come_back::<Listed>(make, |_| {
        let names = |entity: Entity| entity.children().filter_map(Entity::name).collect::<Vec<_>>();
        let other = find("other").expect("it was loaded");
        assert_eq!(names(other), ["a", "top"].map(Into::into));
        let top = find("other/top").expect("it was loaded");
        assert_eq!(names(top), ["c", "a", "b"].map(Into::into));
        assert_eq!((top.parent(), other.parent(), other.descendants().count()), (Some(other), None, 5));
        let last = named("last").child_of(top);
        assert_eq!(top.children().next_back(), Some(last));
        assert!(other.try_child_of(last).is_err(), "it is a circle here too");
    });
}

#[test]
fn v3_names_come_back_also_strange_and_equal_ones() {
    let long = "x".repeat(5_000);
    let names = ["", "twice", "twice", "\"quoted\\\n\u{0}", "häß/lich 🚀", &long];
    let make = || {
        names.iter().for_each(|name| _ = named(name));
        let _ = Entity::spawn();
    };
    come_back::<Hull>(make, |report| {
        let loaded = report.entities().iter().map(|entity| entity.name().map(|name| name.to_string()));
        let expected = names.iter().map(|name| Some((*name).to_owned())).chain([None]);
        let empty_is_none = |name: Option<String>| name.filter(|name| !name.is_empty());
        assert!(loaded.map(empty_is_none).eq(expected.map(empty_is_none)));
    });
}

#[test]
fn v3_switches_of_entities_and_components_come_back_also_below_what_is_off() {
    let make = || {
        let all = |name: &str| named(name).with(Hull(1)).with(Burning).with(Gun::default());
        let top = all("top");
        let middle = all("middle").child_of(top);
        let bottom = all("bottom").child_of(middle);
        let alone = all("alone");
        top.set_enabled(false);
        bottom.set_enabled(false);
        middle.handle::<Hull>().set_enabled(false);
        middle.handle::<Burning>().set_enabled(false);
        alone.handle::<Burning>().set_enabled(false);
        alone.handle::<Gun>().set_enabled(false);
    };
    come_back::<Listed>(make, |_| {
        let [top, middle, bottom, alone] = ["top", "top/middle", "top/middle/bottom", "alone"]
            .map(|path| find(path).expect("it was loaded"));
        let all = [top, middle, bottom, alone];
        assert_eq!(all.map(|entity| entity.is_enabled()), [false, false, false, true]);
        let hulls = || all.map(|entity| entity.handle::<Hull>().is_enabled());
        assert_eq!(hulls(), [false, false, false, true]);
        assert_eq!(query::<(&Hull, &Burning)>().count(), 0);
        top.set_enabled(true);
        assert_eq!(hulls(), [true, false, false, true], "what was off itself stays off");
        bottom.set_enabled(true);
        assert_eq!(hulls(), [true, false, true, true]);
        middle.handle::<Hull>().set_enabled(true);
        assert_eq!(hulls(), [true; 4]);
        let burning = all.map(|entity| entity.handle::<Burning>().is_enabled());
        assert_eq!(burning, [true, false, true, false]);
        alone.handle::<Burning>().set_enabled(true);
        assert_eq!(query::<(&Hull, &Burning)>().count(), 3);
        assert!(!alone.handle::<Gun>().is_enabled() && bottom.handle::<Gun>().is_enabled());
    });
}

fn order() -> [Vec<u32>; 2] {
    let view = Hull::view();
    [view.enabled(), view.disabled()].map(|hulls| hulls.iter().map(|hull| hull.0).collect())
}

#[test]
fn v3_the_order_of_rows_comes_back() {
    // Another order than that of the entities, among those that are enabled and among those that are not.
    let make = || {
        let all: Vec<_> = (0..9).map(|_| Entity::spawn()).collect();
        for (place, hull) in [5, 2, 8, 0, 7, 1, 3, 6, 4].into_iter().enumerate() {
            all[hull].insert(Hull(place as u32));
        }
        all[7].handle::<Hull>().set_enabled(false);
        all[5].set_enabled(false);
        all[6].set_enabled(false);
        all[4].set_enabled(false);
        all[3].child_of(all[4]);
    };
    let expected = World::new().enter(|| {
        make();
        order()
    });
    assert_eq!(expected[1].len(), 5);
    come_back::<Hull>(make, |_| {
        assert_eq!(order(), expected);
        Hull::sort_by(|a, b| b.0.cmp(&a.0));
        assert!(order()[0].is_sorted_by(|a, b| a > b));
    });
}

#[test]
fn v3_a_type_of_which_all_are_disabled_comes_back() {
    let make = || {
        for hull in 0..5 {
            Entity::spawn().insert(Hull(hull)).set_enabled(false);
        }
    };
    let expected = World::new().enter(|| {
        make();
        order()
    });
    come_back::<Hull>(make, |_| assert_eq!(order(), expected));
    assert_eq!((expected[0].len(), expected[1].len()), (0, 5));
}

#[test]
fn v3_tags_and_types_without_size_come_back() {
    #[derive(Component, Serialize, Deserialize, Default, Debug)]
    struct Sticky;
    impl Sticky {
        fn update(&mut self, hull: &mut Hull) {
            hull.0 += 1;
        }
    }
    #[derive(Component, Serialize, Deserialize, Default, Debug)]
    struct Guarded;
    impl Drop for Guarded {
        fn drop(&mut self) {}
    }
    let make = || {
        for number in 0..200 {
            let entity = Entity::spawn().with(Hull(number));
            if number % 3 == 0 {
                entity.add::<Burning>();
            }
            if number % 2 == 0 {
                entity.add::<Sticky>().set_enabled(number % 4 == 0);
                entity.add::<Guarded>();
            }
        }
    };
    come_back::<(Hull, (Sticky, (Burning, Guarded)))>(make, |_| {
        assert_eq!((Burning::count(), Sticky::count(), Guarded::count()), (67, 100, 100));
        assert_eq!(
            query::<&Hull>().filter::<ecs_core::With<Burning>>().iter().map(|hull| hull.0 % 3).sum::<u32>(),
            0
        );
        update_all(0.1);
        let sum: u32 = Hull::view().iter().map(|hull| hull.0).sum();
        assert_eq!(sum, 199 * 100 + 50, "those that are enabled have their pass");
    });
}

#[derive(Component, Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
#[component(inherits)]
struct Place {
    local: i32,
    world: i32,
}

impl Place {
    fn inherit(&mut self, parent: Option<&Self>) {
        self.world = parent.map_or(0, |parent| parent.world) + self.local;
    }
}

#[test]
fn v3_types_that_inherit_work_after_a_load() {
    let make = || {
        let place = |local| Place { local, world: -1 };
        let top = named("top").with(place(1));
        let bottom = named("bottom").with(place(100));
        let middle = named("middle").with(place(10));
        let gap = named("gap").child_of(middle);
        bottom.child_of(gap);
        middle.child_of(top);
        update_all(0.1);
    };
    come_back::<Place>(make, |_| {
        let [top, bottom] = ["top", "top/middle/gap/bottom"].map(|path| find(path).expect("it was loaded"));
        let (top, bottom): (Handle<Place>, Handle<Place>) = (top.handle(), bottom.handle());
        assert_eq!(
            (bottom.borrow().world, Place::inherited(bottom.entity()).map(|p| p.world)),
            (111, Some(111))
        );
        top.borrow_mut().local = 2;
        assert_eq!(bottom.borrow().world, 111, "until the frame ends");
        update_all(0.1);
        assert_eq!((top.borrow().world, bottom.borrow().world), (2, 112));
        bottom.entity().detach();
        update_all(0.1);
        assert_eq!(bottom.borrow().world, 100);
    });
}

#[test]
fn v3_what_had_never_inherited_does_after_a_load() {
    let make = || {
        let top = named("top").with(Place { local: 1, world: 0 });
        named("bottom").with(Place { local: 10, world: 0 }).child_of(top);
    };
    come_back::<Place>(make, |_| {
        update_all(0.1);
        let bottom = find("top/bottom").expect("it was loaded");
        assert_eq!(bottom.borrow::<Place>().world, 11);
    });
}

#[test]
fn v3_many_come_back() {
    let make = || {
        let mut random = crate::support::Random(3);
        let all: Vec<_> = (0..3_000).map(|number| named(&number.to_string())).collect();
        for (number, &entity) in all.iter().enumerate() {
            let other = all[random.below(3_000)];
            entity.insert(Gun { target: other.handle(), crew: vec![Some(other); random.below(4)] });
            if random.below(3) != 0 {
                entity.insert(Hull(number as u32));
            }
            let _ = entity.try_child_of(all[random.below(3_000)]);
            if random.below(20) == 0 {
                entity.set_enabled(false);
            }
        }
    };
    come_back::<Listed>(make, |_| assert!(picture().len() > 100_000));
}
