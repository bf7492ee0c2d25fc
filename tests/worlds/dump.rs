//! `Entity::dump` and `World::dump`: what there is, as text (law G4).

use std::cell::RefCell;
use std::fmt;

use ecs_core::{Archetype, Component, Entity, Handle, Pool, Ref, Singleton, World, update_all};

use crate::support::{assert_says, message_of};

#[derive(Component, Default, Debug)]
struct Hull(u32);

#[derive(Component, Default, Debug)]
struct Gun {
    #[expect(dead_code, reason = "shown")]
    target: Handle<Hull>,
}

#[derive(Component, Default)]
struct Secret(#[expect(dead_code, reason = "not shown")] u8);

#[derive(Component, Default, Debug)]
struct Burning;

#[derive(Component)]
struct Grid<T>(T);

impl<T: fmt::Debug> fmt::Debug for Grid<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{:?}]", self.0)
    }
}

fn named(name: &str) -> Entity {
    let entity = Entity::spawn();
    entity.set_name(name);
    entity
}

#[test]
fn g4_a_dump_is_a_tree_with_values_by_debug() {
    let ship = named("ship").with(Hull(5)).with(Secret(1));
    let turret = Entity::spawn().child_of(ship);
    Entity::spawn().with(Gun { target: ship.handle() }).with(Burning).child_of(turret);
    named("flag").child_of(ship);
    let text = "\
0v1 \"ship\"
  Hull(5)
  Secret
  1v1
    2v1
      Gun { target: Handle<Hull>(0v1 \"ship\") }
      Burning
  3v1 \"flag\"
";
    assert_eq!(ship.dump(), text);
    assert_eq!(World::dump(), text);
    let lone = named("lone");
    assert_eq!(World::dump(), format!("{text}4v1 \"lone\"\n"));
    assert_eq!(lone.dump(), "4v1 \"lone\"\n");
    assert_eq!(turret.dump().lines().count(), 4);
}

#[test]
fn g4_a_dump_says_what_is_disabled_parked_and_dead() {
    let parent = Entity::spawn();
    let child = Entity::spawn().with(Hull(1)).child_of(parent);
    child.handle::<Hull>().set_enabled(false);
    child.add::<Burning>().set_enabled(false);
    parent.set_enabled(false);
    let text = "0v1 <disabled>\n  1v1 <disabled above>\n    Hull(1) <disabled>\n    Burning <disabled>\n";
    assert_eq!(parent.dump(), text);
    parent.despawn();
    assert_eq!((parent.dump(), Entity::NONE.dump()), ("0v1 <dead>\n".into(), "NONE <dead>\n".into()));
    let pool = Pool::<Archetype<(Hull,)>>::new();
    let bat = pool.take();
    pool.give_back(bat);
    assert_eq!(bat.dump(), format!("{bat:?} <parked>\n  Hull(0)\n"));
}

#[test]
fn g4_a_dump_works_while_things_are_borrowed() {
    #[derive(Component, Default, Debug)]
    struct Looks(String);
    impl Looks {
        fn update(&mut self, me: Entity, hull: &Hull) {
            assert_eq!(hull.0, 2);
            self.0 = me.dump();
        }
    }
    let entity = Entity::spawn().with(Hull(2)).with(Burning);
    let looks = entity.add::<Looks>();
    update_all(0.1);
    assert_eq!(looks.borrow().0, "0v1\n  Hull(2)\n  Burning\n  Looks <borrowed>\n");
    let hull = entity.borrow_mut::<Hull>();
    assert_says(&entity.dump(), &["Hull <borrowed>", "Burning", "Looks(\""]);
    drop(hull);
    let _view = Hull::view();
    assert_says(&World::dump(), &["Hull(2)"]);
    let added = Entity::spawn().with(Hull(3));
    assert_says(&added.dump(), &["Hull(3)"]);
}

#[test]
fn g4_singletons_stand_last() {
    #[derive(Singleton, Default, Debug)]
    struct Score(#[expect(dead_code, reason = "shown")] u32);
    drop(Score::borrow());
    Entity::spawn().add::<Hull>();
    assert_eq!(World::dump(), "1v1\n  Hull(0)\nsingletons\n  Score(0)\n");
    World::reset();
    assert_eq!(World::dump(), "");
}

#[test]
fn g4_a_type_without_a_debug_of_its_own_is_named() {
    // Of a generic type the declared bounds decide.
    let entity = Entity::spawn().with(Grid(7_u8));
    assert_eq!(entity.dump(), "0v1\n  Grid<u8>\n");
    #[derive(Component)]
    struct Shown<T: fmt::Debug>(T);
    impl<T: fmt::Debug> fmt::Debug for Shown<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "<{:?}>", self.0)
        }
    }
    let entity = Entity::spawn().with(Shown(7_u8));
    assert_eq!(entity.dump(), "1v1\n  Shown<u8>: <7>\n");
}

#[test]
fn g4_no_debug_can_break_a_dump() {
    #[derive(Component)]
    struct Wild;
    thread_local! {
        static KEPT: RefCell<Vec<Ref<Wild>>> = const { RefCell::new(Vec::new()) };
    }
    impl Wild {
        fn update(&self) {}
    }
    impl fmt::Debug for Wild {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let me = self.entity();
            KEPT.with_borrow_mut(|kept| kept.push(me.borrow()));
            assert!(me.handle::<Self>().try_borrow_mut().is_err());
            me.children().for_each(|child| _ = child.despawn());
            me.despawn();
            f.write_str("Wild at heart")?;
            Err(fmt::Error)
        }
    }
    let wild = Entity::spawn().with(Wild).with(Hull(1));
    Entity::spawn().with(Hull(2)).child_of(wild);
    assert_eq!(World::dump(), "0v1\n  Wild at heart\n  1v1\n", "the others have ended meanwhile");
    KEPT.take();
    World::flush();
    assert_eq!((Wild::count(), Hull::count()), (0, 0));
    #[derive(Component)]
    struct Panics;
    impl Panics {
        fn update(&self) {}
    }
    impl fmt::Debug for Panics {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            panic!("not shown")
        }
    }
    let panics = Entity::spawn().insert(Panics);
    assert_eq!(message_of(World::dump), "not shown");
    assert!(panics.try_borrow_mut().is_ok(), "it was given back");
}

#[test]
fn g4_a_long_chain_is_no_deep_recursion_and_no_sea_of_spaces() {
    let length = if cfg!(miri) { 100 } else { 20_000 };
    let mut last = Entity::spawn();
    for _ in 1..length {
        last = Entity::spawn().child_of(last);
    }
    let text = World::dump();
    assert_eq!(text.lines().count(), length);
    assert!(text.len() < length * 100, "{}", text.len());
}
