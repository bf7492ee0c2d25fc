//! What a listener takes besides its component.

use super::*;

#[derive(Singleton, Default)]
struct Points(u32);

#[derive(Component, Default)]
struct Armour(u32);

struct Blow;

/// Takes the points and its armour when it is hit.
#[derive(Component, Default)]
#[component(on(Blow))]
struct Knight(u32);

impl Knight {
    fn on_blow(&mut self, _: &Blow, points: &mut Points, armour: Option<&mut Armour>) {
        points.0 += 1;
        armour.expect("it has one").0 += 1;
        self.0 += 1;
    }
}

/// Takes them too, and hits.
#[derive(Component)]
struct Troll(Entity);

impl Troll {
    fn update(&mut self, points: &mut Points) {
        assert_eq!(self.0.send(Blow), 1, "it is heard");
        assert_eq!((points.0, self.0.borrow::<Knight>().0), (0, 0), "after this hook");
    }
}

fn knight() -> Entity {
    Entity::spawn().with(Armour(0)).with(Knight(0))
}

fn state(knight: Entity) -> (u32, u32, u32) {
    (knight.borrow::<Knight>().0, knight.borrow::<Armour>().0, Points::borrow().0)
}

#[test]
fn an_event_waits_for_what_its_listener_takes_as_it_waits_for_its_component() {
    let knight = knight();
    Points::set(Points(0));
    let troll = Entity::spawn().insert(Troll(knight));
    update_all(0.1);
    assert_eq!(state(knight), (1, 1, 1));
    troll.kill();
    // Guards are waited for too, and other events of its store wait behind.
    let armour = knight.borrow::<Armour>();
    assert_eq!((knight.send(Blow), Knight::send_all(Blow), send_all(Blow)), (1, 1, 1));
    World::flush();
    assert_eq!(knight.borrow::<Knight>().0, 1);
    drop(armour);
    World::flush();
    assert_eq!(state(knight), (4, 4, 4));
}

#[test]
fn an_event_that_waits_for_a_parameter_keeps_nothing_else_from_its_turn() {
    let (first, second) = (knight(), knight());
    let dropped = Entity::spawn().with(Armour(7));
    let points = Points::borrow();
    first.send(Blow);
    // Values drop, rows close, frames of others run.
    assert!(second.despawn() && dropped.despawn());
    World::flush();
    assert_eq!((Knight::view().len(), Armour::view().len()), (1, 1));
    first.despawn();
    drop(points);
    World::flush();
    assert_eq!(Points::borrow().0, 0, "the dead hear nothing");
}
