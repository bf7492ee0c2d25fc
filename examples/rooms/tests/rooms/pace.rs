//! Each room is judged on its own time: a heavy one has fewer frames, and the others have all.

use std::time::Duration;

use rooms::{ClientId, News, Notice, RoomId, Settings};

use crate::hall::{Hall, heard};
use crate::tally::Order;

const LIGHT: Duration = Duration::from_micros(50);
const BUDGET: Duration = Duration::from_millis(1);

fn hall(threads: usize) -> Hall {
    Hall::new(Settings { threads, budget: BUDGET, ..Settings::default() })
}

/// How often a client was told how many frames it has.
fn paces<S>(news: Vec<News<S>>) -> Vec<u32> {
    let pace = |news| match news {
        News::Notice(Notice::Every(every)) => Some(every),
        _ => None,
    };
    news.into_iter().filter_map(pace).collect()
}

/// Runs light rooms and heavy ones, which have had a second to show what they are, for ten seconds. Returns
/// how many frames each heavy one had.
fn run_with_heavy(threads: usize, heavy: &[Duration]) -> Vec<usize> {
    let mut hall = hall(threads);
    heavy.iter().enumerate().for_each(|(id, &takes)| _ = hall.open(id as u64, takes));
    hall.pass(Duration::from_secs(1));
    hall.begun.clear();
    let light = 100..150;
    light.clone().for_each(|id| _ = hall.open(id, LIGHT));
    hall.pass(Duration::from_secs(10));
    for id in light {
        let frames = hall.begun_by(id);
        assert!((599..=601).contains(&frames), "room {id} has {frames} frames beside {heavy:?}");
    }
    (0..heavy.len()).map(|id| hall.begun_by(id as u64)).collect()
}

#[test]
fn a_heavy_room_has_fewer_frames_and_the_others_have_all() {
    for threads in [1, 2] {
        // Five times its budget: a fifth of the frames, once that is known.
        let frames = run_with_heavy(threads, &[5 * BUDGET])[0];
        assert!((119..=121).contains(&frames), "{frames}");
    }
}

#[test]
fn several_rooms_that_take_longer_than_a_period_leave_a_thread_to_the_others() {
    let frames = run_with_heavy(2, &[200 * BUDGET; 4]);
    assert!(frames.iter().all(|frames| (5..=20).contains(frames)), "{frames:?}");
}

#[test]
fn a_room_says_that_it_is_slow_and_has_all_frames_again_when_it_is_not() {
    let mut hall = hall(2);
    let door = hall.open(1, LIGHT);
    let mut client = door.connect(ClientId(7)).expect("it is open");
    hall.frames(30);
    assert_eq!((door.figures().every, door.figures().typical), (1, LIGHT));

    client.try_order(Order::Take(3000)).expect("there is room");
    hall.frames(60);
    let figures = door.figures();
    assert_eq!((figures.every, figures.typical, figures.worst), (3, 3 * BUDGET, 3 * BUDGET));
    assert_eq!(paces(heard(&mut client)), [3]);

    client.try_order(Order::Take(50)).expect("there is room");
    hall.frames(60);
    assert_eq!((door.figures().every, door.figures().typical), (1, LIGHT));
    assert_eq!(paces(heard(&mut client)), [1]);
}

#[test]
fn the_frames_of_all_rooms_are_spread_over_the_period() {
    let mut hall = Hall::new(Settings { threads: 2, ..Settings::default() });
    (0..1000).for_each(|id| _ = hall.open(id, Duration::ZERO));
    hall.frames(1);
    let tenth = hall.settings.period() / 10;
    let mut in_tenth = [0; 10];
    for (at, _) in &hall.begun {
        in_tenth[(at.as_nanos() / tenth.as_nanos()).min(9) as usize] += 1;
    }
    assert!(in_tenth.iter().all(|frames| (95..=105).contains(frames)), "{in_tenth:?}");
}

#[test]
fn a_thread_that_was_away_catches_up_with_a_few_frames_and_leaves_out_the_rest() {
    let mut hall = hall(1);
    let door = hall.open(1, Duration::ZERO);
    hall.open(2, Duration::ZERO);
    hall.frames(60);
    let before = hall.begun_by(1);
    // One frame of the other room holds the only thread for a second.
    let other = hall.open(3, Duration::ZERO);
    let client = other.connect(ClientId(7)).expect("it is open");
    client.try_order(Order::Take(1_000_000)).expect("there is room");
    hall.frames(1);
    client.try_order(Order::Take(0)).expect("there is room");
    hall.frames(70);
    let (frames, skipped) = (hall.begun_by(1) - before, door.figures().skipped);
    assert!(skipped >= 50, "{skipped} left out");
    assert!((70..=72).contains(&(frames as u64 + skipped)), "{frames} and {skipped} left out");
    assert!(hall.begun.iter().any(|&(_, id)| id == RoomId(3)));
}
