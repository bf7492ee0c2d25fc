//! Two processes over a line that loses packets see the same game. If one of them cheats, that is found, and
//! what differs is named.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_rollback")).args(arguments).output();
    let Output { status, stdout, stderr } = output.expect("the example starts");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    (status.success(), text(stdout), text(stderr))
}

/// The numbers of both players in a line that begins so.
fn row(printed: &str, name: &str) -> [u32; 2] {
    let line = printed.lines().find(|line| line.trim().starts_with(name)).expect(name);
    let mut numbers = line.split_whitespace().rev().map(|number| number.parse().expect(name));
    let blue = numbers.next().expect(name);
    [numbers.next().expect(name), blue]
}

#[test]
fn r5_two_players_over_a_bad_line_see_the_same_game() {
    let (is_good, printed, errors) = run(&["--frames", "600", "--loss", "5", "--late", "20"]);
    assert!(is_good, "{printed}\n{errors}");
    assert!(printed.contains("have the same hash in all 601 frames"), "{printed}");
    for name in ["of which were lost", "rollbacks", "frames simulated again"] {
        assert!(row(&printed, name).iter().all(|&number| number > 0), "{name}\n{printed}");
    }
}

#[test]
fn r5_a_player_who_cheats_is_found_and_what_differs_is_named() {
    let (is_good, printed, errors) = run(&["--frames", "600", "--cheat", "100"]);
    assert!(!is_good, "{printed}\n{errors}");
    let armour = errors.lines().find(|line| line.contains("Armour of ")).expect(&errors);
    assert!(armour.contains(" \"blue\": ") && armour.contains('9'), "{errors}");
}
