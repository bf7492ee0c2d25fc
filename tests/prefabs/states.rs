//! Types that are bound to a state, in prefabs.

use ecs_core::{Component, Prefab, State, World, update_all};

#[derive(State, Default, Clone, PartialEq, Debug)]
enum Screen {
    #[default]
    Menu,
    Play,
}

#[derive(Component, Clone, Default)]
#[component(in_state(Screen::Play))]
struct Ship {
    fuel: u32,
}

impl Ship {
    fn update(&mut self) {
        self.fuel -= 1;
    }
}

#[test]
fn f2_a_copy_of_a_type_with_in_state_follows_the_state_of_its_world() {
    let prefab = Prefab::new(|ship| _ = ship.insert(Ship { fuel: 3 }));
    let rich = prefab.variant(|ship| ship.borrow_mut::<Ship>().fuel = 9);
    let [ship, rich] = [&prefab, &rich].map(|prefab| prefab.spawn().handle::<Ship>());
    let copy = ship.entity().duplicate().handle::<Ship>();
    let fuels = || [ship, rich, copy].map(|ship| ship.borrow().fuel);
    update_all(0.1);
    assert_eq!(fuels(), [3, 9, 3]);
    Screen::go(Screen::Play);
    World::flush();
    update_all(0.1);
    assert_eq!(fuels(), [2, 8, 2]);
}
