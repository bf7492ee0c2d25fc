//! The order of the moments, and what is sent: seen by a feature of the unit tests alone.

use core::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::Component;
use crate::error::SendError;
use crate::frame::update_all;
use crate::ids::Entity;
use crate::spec::name_of;
use crate::store::with_store;
use crate::world::{World, WorldCore, with_current_or_new};

use super::NAMES;
use super::part::{ColumnPart, Moment, WorldPart};
use super::saved::SavedPart;

/// Notes the moments.
#[derive(Default)]
pub(crate) struct Probe {
    moments: RefCell<Vec<Moment>>,
    rc: OwnRc,
}

/// What may not go to another thread, if it is there.
#[derive(Default)]
pub(crate) struct OwnRc(Cell<Option<Rc<()>>>);

impl OwnRc {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        let rc = self.0.take();
        let is_none = rc.is_none();
        self.0.set(rc);
        is_none.then_some(&())
    }
}

impl WorldPart for Probe {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        self.rc.may_be_sent()
    }

    fn act(&self, _: &WorldCore, moment: Moment) {
        self.moments.borrow_mut().push(moment);
    }
}

impl ColumnPart for OwnRc {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Self::may_be_sent(self)
    }
}

impl SavedPart for Probe {}

#[derive(Component, Default)]
struct Stone;

#[test]
fn at_each_moment_the_features_act_in_the_order_of_the_list() {
    Entity::spawn().add::<Stone>();
    update_all(0.1);
    World::clear();
    let moments = with_current_or_new(|core| core.parts.probe.moments.take()).expect("there is a world");
    for moment in &moments {
        println!("{moment:?}: {}", NAMES.join(", "));
    }
    assert_eq!(moments, [Moment::FrameStart, Moment::AfterFixed, Moment::FrameEnd, Moment::Closing]);
    let parts = with_current_or_new(|core| core.parts.all().len()).expect("there is a world");
    assert_eq!((parts, NAMES.last()), (NAMES.len(), Some(&"probe")));
}

#[test]
fn a_world_is_not_sent_while_a_part_has_an_rc() {
    let send = |world: World, set: &dyn Fn(Option<Rc<()>>), refusing| {
        world.enter(|| set(Some(Rc::new(()))));
        let Err((world, error)) = world.into_send() else { panic!("the world was sent with an `Rc`") };
        assert_eq!(error, SendError::NotSend { component: refusing });
        world.enter(|| set(None));
        world.into_send().expect("nothing of the world refuses").into_world()
    };
    let world = World::new();
    world.enter(|| _ = Entity::spawn().add::<Stone>());
    let of_world = |rc| with_current_or_new(|core| core.parts.probe.rc.0.set(rc)).expect("there is a world");
    let of_column =
        |rc| with_store(Stone::__cell(), |store| store.parts.probe.0.set(rc)).expect("it is there");
    let world = send(world, &of_world, "probe");
    send(world, &of_column, name_of::<Stone>());
}
