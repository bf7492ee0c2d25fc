//! Who is notified, and in which order.

use super::*;

#[test]
fn an_event_is_delivered_to_those_of_the_entity_that_listen_in_the_order_of_types() {
    #[derive(Component, Default)]
    struct Deaf;
    let (first, second) = (ear(1), ear(2));
    first.with(Witness(1)).insert(Deaf);
    second.insert(Deaf);
    assert_eq!(first.send(Say(7)), 2);
    assert_eq!(take_log(), ["1 hears 7", "1 heard 7", "witness 1 of 7"]);
    assert_eq!(second.send(Say(8)), 1);
    assert_eq!(take_log(), ["2 hears 8", "2 heard 8"]);
    assert_eq!((second.send("a text"), Entity::spawn().send(Say(9)), Entity::NONE.send(Say(9))), (0, 0, 0));
    first.despawn();
    assert_eq!(first.send(Say(9)), 0);
    assert!(take_log().is_empty());
}

#[test]
fn an_event_is_delivered_to_all_of_a_type_or_to_all_that_listen() {
    let ears = [ear(1), ear(2), ear(3)];
    ears[2].insert(Witness(3));
    Entity::spawn().insert(Witness(4));
    assert_eq!(Ear::send_all(Say(7)), 3);
    assert_eq!(heard(), [(1, 7), (2, 7), (3, 7)]);
    assert_eq!(Witness::send_all(Say(8)), 2);
    assert_eq!(take_log(), ["witness 3 of 8", "witness 4 of 8"]);
    assert_eq!(send_all(Say(9)), 5);
    let notified = take_log();
    assert_eq!(
        (&*notified[4], &*notified[6], &*notified[7]),
        ("3 hears 9", "witness 3 of 9", "witness 4 of 9")
    );
    assert_eq!(send_all("a text"), 0);
}

#[test]
fn a_send_counts_those_that_wait_also_if_they_are_gone_when_their_turn_comes() {
    let ears = [ear(1), ear(2), ear(3)];
    let guards = ears.map(|ear| ear.borrow::<Ear>());
    assert_eq!((ears[0].send(Say(7)), Ear::send_all(Say(8)), send_all(Say(9))), (1, 3, 3));
    ears[0].despawn();
    ears[1].set_enabled(false);
    drop(guards);
    World::flush();
    assert_eq!(heard(), [(3, 8), (3, 9)]);
}

#[test]
fn nobody_is_notified_where_there_is_no_world_or_nothing_was_added() {
    on_thread(|| {
        assert_eq!((Entity::NONE.send(Say(1)), Ear::send_all(Say(1)), send_all(Say(1))), (0, 0, 0));
        let _ = Entity::spawn();
        assert_eq!((Entity::NONE.send(Say(1)), Ear::send_all(Say(1)), send_all(Say(1))), (0, 0, 0));
    });
}

#[test]
fn an_event_stays_in_its_world() {
    let (here, there) = (ear(1), World::new());
    let stranger = there.enter(|| ear(2));
    assert_eq!((stranger.send(Say(1)), send_all(Say(2))), (0, 1));
    assert_eq!(there.enter(|| (here.send(Say(3)), send_all(Say(4)))), (0, 1));
    assert_eq!(heard(), [(1, 2), (2, 4)]);
}

#[test]
fn the_disabled_are_not_notified() {
    let ears = [ear(1), ear(2), ear(3)];
    ears[0].handle::<Ear>().set_enabled(false);
    ears[1].set_enabled(false);
    assert_eq!(ears.map(|ear| ear.send(Say(1))), [0, 0, 1]);
    assert_eq!((Ear::send_all(Say(2)), send_all(Say(3))), (1, 1));
    assert_eq!(heard(), [(3, 1), (3, 2), (3, 3)]);
    ears[0].handle::<Ear>().set_enabled(true);
    assert_eq!(ears[0].send(Say(4)), 1);
}

struct Hit(u32);
struct Heal(u32);
#[derive(Component, Default)]
struct Shield(u32);
#[derive(Component)]
#[component(on(Hit, Heal = elsewhere::heal), on((u8, u8) = pair))]
#[component(on(&'static str = text))]
struct Health(u32);
impl Health {
    fn on_hit(&mut self, hit: &Hit, shield: Option<&mut Shield>, me: Entity, witness: Option<&Witness>) {
        assert!(self.entity() == me && witness.is_none());
        let blocked = shield.map_or(0, |shield| std::mem::take(&mut shield.0));
        self.0 -= hit.0 - blocked;
    }
    fn pair(&self, pair: &(u8, u8)) {
        assert_eq!((self.0, *pair), (7, (1, 2)));
    }
    fn text(&self, text: &&'static str) {
        assert_eq!(*text, "text");
    }
}
mod elsewhere {
    pub fn heal(health: &mut super::Health, heal: &super::Heal) {
        health.0 += heal.0;
    }
}

#[test]
fn a_component_listens_with_methods_functions_and_siblings() {
    let entity = Entity::spawn().with(Health(10));
    entity.insert(Shield(2));
    assert_eq!((entity.send(Hit(3)), entity.send(Hit(3)), entity.send(Heal(1))), (1, 1, 1));
    assert_eq!((entity.borrow::<Health>().0, entity.borrow::<Shield>().0), (7, 0));
    assert_eq!((entity.send((1_u8, 2_u8)), entity.send("text")), (1, 1));
}

#[test]
fn generic_types_listen_each_instance_for_itself() {
    struct Set<T>(T);
    #[derive(Component)]
    #[component(on(Set<T>))]
    struct Slot<T: Copy>(T);
    impl<T: Copy> Slot<T> {
        fn on_set(&mut self, set: &Set<T>) {
            self.0 = set.0;
        }
    }
    let entity = Entity::spawn().with(Slot(1_u8)).with(Slot(1_u16));
    assert_eq!((entity.send(Set(5_u8)), send_all(Set(6_u32)), Slot::<u16>::send_all(Set(7_u16))), (1, 0, 1));
    assert_eq!((entity.borrow::<Slot<u8>>().0, entity.borrow::<Slot<u16>>().0), (5, 7));
}

#[test]
fn a_type_without_size_that_listens_is_notified_as_each_of_its_components() {
    #[derive(Component, Default)]
    #[component(on(Say))]
    struct Bell;
    impl Bell {
        fn on_say(&self, say: &Say, me: Entity) {
            log(format!("{me:?} rings {}", say.0));
        }
    }
    let (first, second) = (Entity::spawn().with(Bell), Entity::spawn().with(Bell));
    assert_eq!((second.send(Say(1)), Bell::send_all(Say(2))), (1, 2));
    assert_eq!(take_log(), [(second, 1), (first, 2), (second, 2)].map(|(e, n)| format!("{e:?} rings {n}")));
}

#[test]
fn listening_is_a_bound() {
    fn notify<T: Listens<Say>>() -> usize {
        T::send_all(Say(3))
    }
    let _ = ear(1);
    assert_eq!((notify::<Ear>(), notify::<Witness>()), (1, 0));
}

#[test]
fn a_listener_must_not_take_its_own_type() {
    #[derive(Component, Default)]
    #[component(on(Say))]
    struct Greedy;
    impl Greedy {
        fn on_say(&self, _: &Say, _: Option<&Greedy>) {}
    }
    assert_says(&message_of(|| Entity::spawn().add::<Greedy>()), &["Greedy", "`on_say`"]);
}

#[test]
fn the_event_is_dropped_when_all_were_notified() {
    struct Watched(Rc<()>);
    #[derive(Component, Default)]
    #[component(on(Watched = see))]
    struct Eye;
    impl Eye {
        fn see(&self, watched: &Watched) {
            log(format!("seen, {} alive", Rc::strong_count(&watched.0)));
        }
    }
    let eyes = [(); 3].map(|()| Entity::spawn().add::<Eye>());
    let alive = Rc::new(());
    assert_eq!((Eye::send_all(Watched(alive.clone())), Rc::strong_count(&alive)), (3, 1));
    // One that waits keeps it; there is one for all.
    let guards = [eyes[0].borrow(), eyes[2].borrow()];
    assert_eq!((send_all(Watched(alive.clone())), Rc::strong_count(&alive)), (3, 2));
    assert_eq!(take_log().len(), 4);
    drop(guards);
    World::flush();
    assert_eq!((take_log().len(), Rc::strong_count(&alive)), (2, 1));
}

#[test]
fn an_entity_taken_from_a_pool_again_is_not_notified_of_what_was_sent_before() {
    let pool = Pool::<ecs_core::Archetype<Ear>>::new();
    let entity = pool.take();
    let other = ear(1).borrow::<Ear>();
    let own = entity.borrow::<Ear>();
    assert_eq!(entity.send(Say(1)), 1);
    drop(own);
    assert!(pool.give_back(entity));
    let next = pool.take();
    assert_eq!(next.index(), entity.index());
    drop(other);
    World::flush();
    assert_eq!((heard(), next.send(Say(2)), heard()), (vec![], 1, vec![(0, 2)]));
}

#[test]
fn a_component_that_was_killed_by_an_earlier_event_hears_no_later_one() {
    let target = ear(1);
    target.insert(Witness(1));
    when_notified(target, |me| assert!(me.kill::<Witness>()));
    assert_eq!(target.send(Say(1)), 1, "the witness was killed before its turn");
    assert_eq!(take_log(), ["1 hears 1", "1 heard 1"]);
    when_notified(target, |me| {
        me.insert(Witness(2));
    });
    assert_eq!(target.send(Say(2)), 1, "the witness was not there when the call began");
    let handle: Handle<Witness> = target.handle();
    assert!(handle.is_alive());
    update_all(0.1);
    assert_eq!(take_log(), ["1 hears 2", "1 heard 2"]);
}
