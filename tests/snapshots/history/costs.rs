//! What a history takes.

use ecs_core::{Component, Entity, World};

use super::{frames, history, show};

#[derive(Component, Clone, Copy)]
struct Wide([u64; 16]);

/// Writes to one row in each frame.
#[derive(Component, Clone, Copy)]
struct Writer(u64);

impl Writer {
    fn update(&mut self) {
        self.0 += 1;
    }
}

fn bytes_of(component: &str) -> usize {
    let costs = history().costs();
    costs.iter().find(|cost| cost.component == component).map_or(0, |cost| cost.bytes)
}

#[test]
#[cfg_attr(miri, ignore = "it is about sizes")]
fn z1_frames_share_what_was_not_written_to() {
    World::set_history(1 << 30);
    let all: Vec<_> = (0..2_000).map(|n| Entity::spawn().insert(Wide([n; 16]))).collect();
    Entity::spawn().insert(Writer(0));
    frames(1);
    let once = bytes_of("Wide");
    assert!((2_000 * 128..2_000 * 128 + 80_000).contains(&once), "{once}");
    frames(20);
    assert_eq!(bytes_of("Wide"), once, "nothing was written");
    let of_writer = bytes_of("Writer");
    assert!((20 * 8..20 * 2_000).contains(&of_writer), "{of_writer}");

    all[700].borrow_mut().0[3] = 7;
    frames(1);
    let page = bytes_of("Wide") - once;
    assert!((256 * 128..256 * 128 + 1_000).contains(&page), "one page: {page} bytes");
    assert!(history().bytes() >= bytes_of("Wide") + bytes_of("Writer"));
}

#[test]
#[cfg_attr(miri, ignore = "it is about sizes")]
fn z1_the_oldest_frames_go_when_there_is_no_room() {
    World::set_history(200_000);
    let all: Vec<_> = (0..256).map(|n| Entity::spawn().insert(Wide([n; 16]))).collect();
    let mut most = 0;
    for frame in 0..60 {
        all.iter().for_each(|wide| wide.borrow_mut().0[0] = frame);
        frames(1);
        assert!(history().bytes() <= 200_000);
        let kept = history().frames();
        assert!(kept.iter().copied().eq(frame + 1 - kept.len() as u64..=frame), "the newest: {kept:?}");
        most = most.max(kept.len());
    }
    // A frame takes some 36 kB.
    assert!((4..=6).contains(&most), "{most}");
    let oldest = history().frames()[0];
    show(oldest);
    assert!(all.iter().all(|wide| wide.borrow().0[0] == oldest));

    // One stays, however little room there is.
    World::set_history(1);
    history().go_on();
    frames(2);
    assert_eq!(history().frames(), [oldest + 1]);
}

#[test]
#[cfg_attr(miri, ignore = "it is about sizes")]
fn z1_what_is_counted_is_what_is_kept() {
    // All ways by which frames go: by age, by going on from the past, and by being kept again.
    World::set_history(100_000);
    let all: Vec<_> = (0..256).map(|n| Entity::spawn().insert(Wide([n; 16]))).collect();
    let write = |n: u64| all[n as usize % 256].borrow_mut().0[0] = n;
    for n in 0..40 {
        write(n);
        frames(1);
        if n % 7 == 6 {
            let kept = history().frames();
            show(kept[kept.len() / 2]);
            write(n + 1);
            history().go_on();
            frames(1);
        }
    }
    // Down to the last frame: then only that is counted, which shares with no other.
    World::set_history(1);
    frames(1);
    let (all_of_it, of_wide) = (history().bytes(), bytes_of("Wide"));
    World::set_history(0);
    World::set_history(1);
    frames(1);
    assert_eq!((history().bytes(), bytes_of("Wide")), (all_of_it, of_wide));
}
