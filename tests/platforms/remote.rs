//! Where there is one thread, nothing waits for another: a full queue gives back what it has no room for.

use ecs_core::{Entity, RemoteError, World, update_all};

#[test]
fn on_the_only_thread_a_full_handle_does_not_wait() {
    World::new().enter(|| {
        let remote = World::remote().bounded(1);
        assert!(remote.send(Entity::spawn).is_ok());
        assert!(matches!(remote.send(Entity::spawn), Err(RemoteError::Full(_))));
        update_all(0.5);
        assert_eq!(World::stats().alive, 1);
        assert!(remote.send(Entity::spawn).is_ok());
    });
}
