//! A host on real threads: its rooms open, run, close and end.

use std::rc::Rc;
use std::time::Duration;

use ecs_core::{Component, Entity};
use rooms::{ClientId, End, Host, News, Notice, OpenError, OrderError, RoomError, RoomId, Settings};
use tokio::time::timeout;

use crate::hall::Driven;
use crate::tally::{Counter, Order, Tally, begin};

/// What should happen at once may take so long on a machine that has much to do.
const DEADLINE: Duration = Duration::from_secs(60);

fn host() -> Host<Tally> {
    Host::start(Settings { threads: 2, frames_per_state: 1, ..Settings::default() })
        .expect("there are threads")
}

fn fill() -> Result<(), String> {
    begin(Duration::ZERO, Driven::default());
    Ok(())
}

#[tokio::test]
async fn clients_play_in_rooms_that_threads_run() {
    let host = host();
    let mut tasks = Vec::new();
    for id in 0..20 {
        let door = host.open(RoomId(id), fill).expect("the number is free");
        let mut client = door.connect(ClientId(7)).expect("it is open");
        tasks.push(tokio::spawn(async move {
            for _ in 0..10 {
                client.order(Order::Add(id)).await.expect("the room lives");
            }
            loop {
                match client.next().await.expect("the room lives") {
                    News::State { state, .. } if state.sum == 10 * id => return state.updates,
                    _ => {}
                }
            }
        }));
    }
    for task in tasks {
        assert!(timeout(DEADLINE, task).await.expect("in time").expect("no client panics") > 0);
    }
    assert_eq!(host.doors().len(), 20);
    assert!(host.figures().times.len() >= 20);
}

#[tokio::test]
async fn a_room_that_closes_does_what_was_ordered_and_then_the_last_thing() {
    let host = host();
    let door = host.open(RoomId(1), fill).expect("the number is free");
    let mut client = door.connect(ClientId(7)).expect("it is open");
    client.order(Order::Add(5)).await.expect("the room lives");
    let sum = || <Counter as ecs_core::Singleton>::borrow().sum;
    let closed = timeout(DEADLINE, door.close(sum)).await.expect("in time");
    assert_eq!(closed, Ok(5));
    let over = async {
        while let Some(news) = client.next().await {
            if let News::Notice(notice) = news {
                return notice;
            }
        }
        panic!("nothing was said");
    };
    assert_eq!(timeout(DEADLINE, over).await.expect("in time"), Notice::Ended(End::Closed));
    assert!(client.next().await.is_none());
    assert_eq!(client.try_order(Order::Add(1)), Err(OrderError::Ended));
    assert_eq!(door.ask(|| ()).await, Err(RoomError::Ended(RoomId(1))));
    assert_eq!(door.close(|| ()).await, Err(RoomError::Ended(RoomId(1))));
    assert_eq!(door.connect(ClientId(8)).err(), Some(RoomError::Ended(RoomId(1))));
}

#[tokio::test]
async fn a_number_is_taken_by_one_room_and_free_when_it_has_ended() {
    let host = host();
    let door = host.open(RoomId(1), fill).expect("the number is free");
    assert!(matches!(host.open(RoomId(1), fill), Err(OpenError::Taken(RoomId(1)))));
    timeout(DEADLINE, door.close(|| ())).await.expect("in time").expect("it was open");
    let again = async {
        while host.open(RoomId(1), fill).is_err() {
            tokio::task::yield_now().await;
        }
    };
    timeout(DEADLINE, again).await.expect("in time");
    assert_eq!(host.doors().iter().map(|door| door.id()).collect::<Vec<_>>(), [RoomId(1)]);
}

#[test]
fn what_cannot_begin_is_no_room() {
    #[derive(Component, Clone)]
    struct Texture(#[expect(dead_code, reason = "it is there to be not `Send`")] Rc<u32>);

    #[derive(Component)]
    struct Socket(#[expect(dead_code, reason = "it is there to be not `Clone`")] u32);

    let host = host();
    let fails = host.open(RoomId(1), || Err("no such map"));
    assert!(matches!(fails, Err(OpenError::Begin("no such map"))));
    let panics = host.open::<String>(RoomId(1), || panic!("the map is empty"));
    assert!(matches!(panics, Err(OpenError::Panicked(RoomId(1)))));
    let stays = host.open::<String>(RoomId(1), || {
        Entity::spawn().insert(Texture(Rc::new(1)));
        Ok(())
    });
    assert!(matches!(stays, Err(OpenError::Send(_))));
    let is_one = host.open::<String>(RoomId(1), || {
        Entity::spawn().insert(Socket(1));
        Ok(())
    });
    assert!(matches!(is_one, Err(OpenError::Snapshot(_))));
    assert!(host.doors().is_empty() && host.door(RoomId(1)).is_none());
    assert!(host.open(RoomId(1), fill).is_ok(), "the number is free");
}

#[tokio::test]
async fn all_rooms_end_with_the_last_host() {
    let host = host();
    let mut client =
        host.open(RoomId(1), fill).expect("the number is free").connect(ClientId(7)).expect("open");
    drop(host.clone());
    let state = timeout(DEADLINE, client.next()).await.expect("in time");
    assert!(matches!(state, Some(News::State { .. })), "one of two hosts is left");
    drop(host);
    let ended = async {
        let mut last = None;
        while let Some(news) = client.next().await {
            last = Some(news);
        }
        last
    };
    let last = timeout(DEADLINE, ended).await.expect("in time");
    assert!(matches!(last, Some(News::Notice(Notice::Ended(End::Closed)))));
}
