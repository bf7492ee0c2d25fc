//! Law N7: names are paths.

use ecs_core::{Entity, find, find_all};

fn child(parent: Entity, name: &str) -> Entity {
    let child = Entity::spawn().child_of(parent);
    child.set_name(name);
    child
}

fn ship() -> Entity {
    let ship = Entity::spawn();
    ship.set_name("ship");
    ship
}

#[test]
fn n7_a_path_follows_the_names_down() {
    let ship = ship();
    let turret = child(ship, "turret");
    let gun = child(turret, "gun");
    assert_eq!(find("ship/turret/gun"), Some(gun));
    assert_eq!(
        (find("ship/turret"), find("turret/gun"), ship.find("turret/gun")),
        (Some(turret), Some(gun), Some(gun))
    );
    for nothing in ["ship/gun", "ship/", "/ship", "ship//gun", "turret/gun/", "", "/"] {
        assert_eq!((find(nothing), find_all(nothing)), (None, vec![]), "{nothing:?}");
    }
    assert_eq!(
        (turret.find("gun"), turret.find("turret"), Entity::NONE.find("gun")),
        (Some(gun), None, None)
    );
    gun.detach();
    assert_eq!((find("ship/turret/gun"), find("gun")), (None, Some(gun)));
}

#[test]
fn n7_of_several_ways_the_first_that_leads_there_is_taken() {
    let ships = [ship(), ship()];
    let [turret, other] = ["turret", "turret"].map(|name| child(ships[1], name));
    let guns = [child(other, "gun"), child(other, "gun")];
    assert_eq!(find("ship/turret/gun"), Some(guns[0]));
    assert_eq!(find_all("ship/turret/gun"), guns);
    assert_eq!(find("ship/turret"), Some(turret));
    assert_eq!(find_all("ship/turret"), [turret, other]);
}

#[test]
fn n7_a_name_with_a_slash_is_found_before_a_path() {
    let gun = child(ship(), "gun");
    let odd = Entity::spawn();
    odd.set_name("ship/gun");
    assert_eq!((find("ship/gun"), find_all("ship/gun")), (Some(odd), vec![odd, gun]));
}
