//! Who cannot wait is refused: `init` and `on_reset` must have run when the call returns.

use ecs_core::{
    AddError, Archetype, Component, Entity, Handle, Pool, PoolError, Singleton, World, update_all,
};

use crate::support::{log, take_log};

#[derive(Singleton, Default)]
struct Book;

#[derive(Component, Default)]
struct Side;

#[derive(Component, Default)]
struct Page;

impl Page {
    fn init(&mut self, _: &mut Book) {
        log("init");
    }
    fn shutdown(&mut self) {
        log("shutdown");
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        log("drop");
    }
}

#[test]
fn c5_an_init_whose_parameter_is_borrowed_refuses_the_component_by_a_typed_error() {
    let entity = Entity::spawn();
    let book = Book::borrow_mut();
    let refused = entity.try_insert(Page).map(drop);
    assert!(
        matches!(refused, Err(AddError::Blocked { component: "Page", takes: "Book", .. })),
        "{refused:?}"
    );
    assert!(!entity.has::<Page>() && entity.is_alive());
    let refused = entity.try_add::<Page>().map(drop);
    assert!(matches!(refused, Err(AddError::Blocked { .. })), "{refused:?}");
    drop(book);
    World::flush();
    assert_eq!(take_log(), ["drop", "drop"], "no hook has run");
    entity.add::<Page>();
    assert_eq!(take_log(), ["init"]);
}

#[test]
fn c5_an_init_whose_sibling_is_borrowed_refuses_the_component() {
    #[derive(Component)]
    struct Twin;
    impl Twin {
        fn init(&mut self, _: &mut Side) {}
    }
    let side: Handle<Side> = Entity::spawn().add();
    let held = side.borrow();
    let refused = side.entity().try_insert(Twin).map(drop);
    assert!(matches!(refused, Err(AddError::Blocked { takes: "Side", .. })), "{refused:?}");
    drop(held);
    assert!(side.entity().try_insert(Twin).is_ok());
}

/// The remedy that the message gives: an event to the component of the hook that holds it waits.
#[test]
fn c5_an_event_to_oneself_adds_what_a_hook_could_not() {
    struct Hit;
    struct AddPage;
    #[derive(Component)]
    #[component(on(Hit, AddPage))]
    struct Reader;
    impl Reader {
        fn on_hit(&mut self, _: &Hit, _: &mut Book) {
            let me = self.entity();
            assert!(me.try_add::<Page>().is_err());
            me.send(AddPage);
        }
        fn on_add_page(&mut self, _: &AddPage) {
            self.entity().add::<Page>();
        }
    }
    let reader = Entity::spawn().with(Reader);
    reader.send(Hit);
    assert!(reader.has::<Page>());
    assert_eq!(take_log(), ["drop", "init"]);
}

/// The other remedy: `Commands` of a pass.
#[test]
fn c5_commands_add_what_a_hook_could_not() {
    use ecs_core::Commands;
    #[derive(Component)]
    struct Reader;
    impl Reader {
        fn update(&mut self, _: &mut Book, me: Entity, commands: Commands) {
            assert!(me.try_add::<Page>().is_err());
            commands.add::<Page>(me);
        }
    }
    let reader = Entity::spawn().with(Reader);
    update_all(0.0);
    assert!(reader.has::<Page>());
}

#[test]
fn c5_an_on_reset_whose_parameter_is_borrowed_keeps_the_entity_in_its_pool() {
    #[derive(Component, Default)]
    struct Shell;
    impl Shell {
        fn on_reset(&mut self, _: &mut Book) {
            log("on_reset");
        }
    }
    let shells = Pool::<Archetype<(Shell,)>>::new();
    shells.give_back(shells.take());
    let book = Book::borrow_mut();
    let refused = shells.try_take();
    assert!(matches!(refused, Err(PoolError::Reset(_))), "{refused:?}");
    assert_eq!(take_log(), [""; 0]);
    drop(book);
    assert!(shells.take().is_alive());
    assert_eq!(take_log(), ["on_reset"]);
}

#[test]
fn c5_an_on_reset_of_a_pooled_type_whose_parameter_is_borrowed_refuses_the_component() {
    #[derive(Component, Default)]
    #[component(pooled(4))]
    struct Shell(#[allow(dead_code, reason = "only a type with fields is kept")] u32);
    impl Shell {
        fn on_reset(&mut self, _: &mut Book) {
            log("on_reset");
        }
    }
    let entity = Entity::spawn();
    entity.add::<Shell>().kill();
    World::flush();
    let book = Book::borrow_mut();
    let refused = entity.try_add::<Shell>().map(drop);
    assert!(
        matches!(refused, Err(AddError::Blocked { hook: Some("on_reset"), takes: "Book", .. })),
        "{refused:?}"
    );
    assert!(!entity.has::<Shell>());
    drop(book);
    assert!(entity.try_add::<Shell>().is_ok());
}
