//! Each example runs, and prints what it promises.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

/// The folder of the built examples, which is next to that of the tests.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let this = std::env::current_exe().expect("a process knows its file");
    let profile = this.ancestors().nth(2).expect("a test lies in `<profile>/deps`");
    let folder = profile.join("examples");
    if ["airplanes", "boids"].iter().any(|example| !folder.join(file(example)).exists()) {
        // `cargo test` has built the examples, but `cargo test --test isolated` alone has not.
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--examples", "-p", "ecs-examples", "-p", "ecs-example-boids"]);
        cargo.arg("--target-dir").arg(profile.parent().expect("as above"));
        if profile.ends_with("release") {
            cargo.arg("--release");
        }
        assert!(cargo.status().expect("cargo starts").success(), "the examples do not build");
    }
    folder
});

fn file(example: &str) -> String {
    format!("{example}{}", std::env::consts::EXE_SUFFIX)
}

fn run(example: &str, arguments: &[&str]) -> Output {
    run_with(example, arguments, "")
}

/// Runs an example, and types something.
fn run_with(example: &str, arguments: &[&str], typed: &str) -> Output {
    let path = FOLDER.join(file(example));
    let mut command = Command::new(&path);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child =
        command.spawn().unwrap_or_else(|error| panic!("{} does not start: {error}", path.display()));
    let mut stdin = child.stdin.take().expect("it is piped");
    _ = stdin.write_all(typed.as_bytes()); // an example that does not read may have ended
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// Runs an example that must succeed without a word on the error stream.
fn printed(example: &str, arguments: &[&str]) -> String {
    succeeded(example, run(example, arguments))
}

fn succeeded(example: &str, Output { status, stdout, stderr }: Output) -> String {
    let (stdout, stderr) = (text(stdout), text(stderr));
    assert!(status.success() && stderr.is_empty(), "{example}: {status}\n{stdout}\n{stderr}");
    stdout
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("examples print UTF-8").replace("\r\n", "\n")
}

#[test]
fn hello_and_its_expansion_fly_as_one_says() {
    for example in ["hello", "hello_expanded"] {
        let printed = succeeded(example, run_with(example, &[], "\nw\nw\n\n"));
        let birds: String = [5, 5, 5, 4].iter().map(|high| format!("{:>1$}\n", "v", high + 1)).collect();
        assert_eq!(printed, birds);
    }
}

#[test]
fn handles() {
    let ending = match cfg!(debug_assertions) {
        true => {
            ": `despawn` ended it at examples/handles.rs:35:34, while the hook `Missile::update` ran, 2 \
             frames ago"
        }
        false => "",
    };
    let ending = ending.replace('/', std::path::MAIN_SEPARATOR_STR);
    let expected = format!(
        "second 1\n  2v1 hits the frigate, hull 1\n\
         second 2\n  3v1 hits the frigate, hull 0\n\
         second 3\n  4v1 has lost its target\n\
         second 4\n\
         Handle<Ship>(0v1) alive: false, Handle<Ship>(0v2) alive: true\n\
         the tanker is a missile: false\n\
         cannot borrow Ship of 0v1: the entity is dead{ending}; ask `is_alive()` first, or use `get()`, \
         which is `None` for what is dead\n\
         cannot borrow Ship through a null handle: set the handle first, for instance in `init`, or use \
         `get()`\n"
    );
    assert_eq!(printed("handles", &[]), expected);
}

#[test]
fn spawning() {
    let printed = printed("spawning", &[]);
    let counts: Vec<Vec<u32>> = printed
        .lines()
        .filter_map(|line| line.split_whitespace().map(|word| word.parse().ok()).collect())
        .collect();
    // Three rockets and, of the two that burst, two small ones each: seven ends, one of them before the fuse
    // was burnt.
    assert_eq!(printed.matches(" ends with fuse ").count(), 7, "{printed}");
    assert_eq!(printed.matches(" ends with fuse 0").count(), 6, "{printed}");
    assert!(counts.iter().any(|row| row[3] > 0), "{printed}");
    assert_eq!(counts.last().map(|row| &row[1..]), Some(&[0, 0, 0][..]), "{printed}");
}

#[test]
fn draw() {
    assert_eq!(
        printed("draw", &[]),
        "at first:\n  \
           Ada stands here\n  \
           [#]\n  \
           [####]\n\
         arrows fly:\n  \
           a shield has 4 left\n  \
           a crate breaks\n  \
           an arrow has nothing to hurt\n\
         a bomb hurts all there is, 3 things:\n  \
           a shield has 3 left\n  \
           a shield has 1 left\n\
         and once more all of the large one:\n  \
           a shield has 0 left\n\
         in the end:\n  \
           Ada stands here\n  \
           [##]\n"
    );
}

#[test]
fn radar() {
    let printed = printed("radar", &[]);
    assert_eq!(printed.matches("an enemy comes").count(), 3, "{printed}");
    assert_eq!(printed.matches("an enemy is shot").count(), 2, "{printed}");
    assert!(
        printed.contains("second 3\n  an enemy is shot at 10 m: 20 points\n  1 on the radar"),
        "{printed}"
    );
    assert!(printed.ends_with("30 points; one more has come unheard, and 1 on the radar\n"), "{printed}");
}

#[test]
fn events() {
    assert_eq!(
        printed("events", &[]),
        "day 1\n  \
           the hedgehog is hit for 3, 0 blocked, 2 left\n  \
           the knight is hit for 1, 0 blocked, 1 left\n  \
           the hedgehog wakes with 3\n  \
           the knight wakes with 2\n  \
           a shield is mended\n\
         day 2\n  \
           the hedgehog is hit for 3, 0 blocked, 0 left\n  \
           the knight wakes with 3\n  \
           a shield is mended\n\
         day 3\n  \
           nobody is left to strike at\n  \
           the knight wakes with 4\n  \
           a shield is mended\n\
         an earthquake\n  \
           the knight is hit for 2, 2 blocked, 4 left\n\
         the knight stands with 4\n"
    );
}

#[test]
fn queries() {
    assert_eq!(
        printed("queries", &[]),
        "round 1: 2 of 3 goblins awake\n  \
           Ada's wound hurts, 11 left\n  \
           Snik's wound hurts, 3 left\n  \
           Ada's shield breaks\n  \
           Ada is hit for 0, 11 left\n  \
           Grub is struck, 0 left\n  \
           Grub falls, 0 left to strike at\n\
         round 2: 2 of 2 goblins awake\n  \
           Ada's wound hurts, 10 left\n  \
           Snik's wound hurts, 2 left\n  \
           Ada is hit for 3, 7 left\n  \
           Mog is struck, 3 left\n\
         round 3: 2 of 2 goblins awake\n  \
           Ada's wound hurts, 6 left\n  \
           Snik's wound hurts, 1 left\n  \
           Ada is hit for 3, 3 left\n  \
           Mog is struck, 0 left\n  \
           Mog falls, 0 left to strike at\n\
         Ada stands with 3\n\
         2v1 is gone\n\
         several entities match the query for `(&Name, &Health)`; use `first()`, or filter them\n"
    );
}

#[test]
fn invaders() {
    let printed = printed("invaders", &[]);
    let lines: Vec<_> = printed.lines().collect();
    assert_eq!(lines[0], "|    W   W   W   W   W   W   W   W       |");
    assert_eq!(lines.last(), Some(&"340 points in 30.2 s, 0 invaders left"));
    assert_eq!(lines.len(), 16 * 13 + 1, "{printed}");
}

#[test]
fn clock() {
    let printed = printed("clock", &[]);
    let lines: Vec<_> = printed.lines().collect();
    let drawn = |lines: &[&str]| lines.iter().map(|line| line.find('o')).collect::<Vec<_>>();
    let (slow, fast) = (drawn(&lines[1..9]), drawn(&lines[11..43]));
    assert!(slow.iter().all(Option::is_some), "{printed}");
    // The ball is in the same place at the same time: every fourth frame of the fast run is one of the slow
    // run.
    assert_eq!(slow, fast[3..].iter().step_by(4).copied().collect::<Vec<_>>(), "{printed}");
    assert_eq!(lines[9], "20 steps in 8 frames");
    assert_eq!(
        lines[43..],
        [
            "20 steps in 32 frames",
            "a pause of 10 s: 4 steps, 596 left out",
            "slow motion: 0.5 of 1 s",
            "a pause: 0 of 1 s",
            "cannot update by 16666 seconds: more than 3600 are taken for a mistake; give the step in \
             seconds, or allow it with `World::set_longest_dt`",
        ]
    );
}

#[test]
fn archetypes() {
    assert_eq!(
        printed("archetypes", &[]),
        "evening  out  asleep  made  flights\
         \n      1    2       0     2        2\
         \n      2    3       2     5        3\
         \n      3    1       4     5        2\
         \n      4    2       3     5        4\
         \n      5    3       2     5        7\n\
         1v1 alive: false\n\
         cannot borrow Health of 1v1: the entity was taken from a pool again and is 1v3 now, so handles of \
         its earlier life are stale; mark a field that refers to its own entity `#[component(sibling)]`, or \
         set it again in `on_reset`\n\
         5v1 is a bat: true, with 9 hearts\n\
         bats: 6, in the cave or out of it\n\
         5v1 is a bat: false, alive: true\n"
    );
}

#[test]
fn systems() {
    assert_eq!(
        printed("systems", &[]),
        "a cloud with 10 drops comes\n\
         7 drops in the air, 2 rings, 2 splashes\n\
         the cloud is gone, with 1 drops left\n\
         4 drops in the air, 5 rings, 5 splashes\n\
         1 drops in the air, 8 rings, 8 splashes\n\
         0 drops in the air, 7 rings, 9 splashes\n\
         0 drops in the air, 4 rings, 9 splashes\n\
         \n\
         sky: no system\n\
         pond:\
         \n  1. accelerate: added 3rd\
         \n   + spread: added 4th\
         \n  2. fall: added 2nd; after accelerate, which its `after` names\
         \n  3. splash: added 5th; not in parallel with fall, because of Height\
         \n  4. fade: added 6th; after spread, which its `after` names; not in parallel with splash, which \
         has commands\n\
         shore:\n  5. look: added 7th; local; on a condition\n\
         \n\
         only the order of adding decides between fall and splash: Height\n"
    );
}

#[test]
fn worlds() {
    let printed = printed("worlds", &[]);
    let lines: Vec<_> = printed.lines().collect();
    assert_eq!(lines[..3], ["red: 3 players, 30 points", "blue: 5 players, 100 points", "here: 0 players"]);
    assert!(lines[3].starts_with("cannot send the world: Texture is not known to be `Send`"), "{printed}");
    assert_eq!(lines[4..], ["it keeps 16 pixels"]);
}

#[test]
fn remote() {
    assert_eq!(printed("remote", &[]), "8v1 \"tile 7\" is 441 high\ncalls that did nothing: 1\n");
}

#[test]
fn solar() {
    let bodies = "sun\n  earth\n";
    assert_eq!(
        printed("solar", &[]),
        format!(
            "{bodies}    moon\n      probe\n  mars\n    phobos\n\
             day 100: sun/earth/moon at -21.9221, 147.7779\n\
             day 100: sun/earth/moon/probe at -21.9204, 147.7772\n\
             day 100: sun/mars/phobos at 139.0351, 180.5641\n\
             day 100: probe is silent\n\
             day 150: mars/phobos at 139.0356, 180.5778\n\
             day 200: sirius/mars/phobos at 945.9712, 38.5713\n\
             {bodies}sirius\n  mars\n    phobos\n"
        )
    );
}

#[test]
fn turret() {
    assert_eq!(
        printed("turret", &[]),
        "0.31 s: a red bullet hits\n\
         0.97 s: a red bullet hits\n\
         1.69 s: a red bullet hits\n\
         2.00 s: 3 bullets fly, targets left: 3\n\
         2.25 s: a red bullet hits\n\
         4.00 s: 0 bullets fly, targets left: 2\n\
         4.62 s: a blue bullet hits\n\
         6.00 s: 4 bullets fly, targets left: 1\n\
         8.00 s: 0 bullets fly, targets left: 1\n"
    );
}

#[test]
fn boids_fly_the_same_on_any_number_of_threads() {
    let fly = |threads| {
        let printed = printed("boids", &["--count", "600", "--frames", "120", "--threads", threads]);
        let (pictures, cost) = printed.trim_end().rsplit_once('\n').expect("a line after the pictures");
        assert!(cost.starts_with("600 boids, 120 frames of "), "{cost}");
        assert!(cost.ends_with(&format!(" ms, threads: {threads}")), "{cost}");
        pictures.to_owned()
    };
    let alone = fly("1");
    assert_eq!(fly("2"), alone);
    assert_eq!(fly("8"), alone);
    let lines: Vec<_> = alone.lines().collect();
    assert_eq!(lines.len(), 2 * 24 + 1, "{alone}");
    assert!(lines.iter().all(|line| [0, 80].contains(&line.len())), "{alone}");
    assert_ne!(lines[..24], lines[25..49], "they fly");
}

#[test]
fn airplanes_fly_through_each_access() {
    let accesses =
        [("handle", "handles"), ("view", "views"), ("sibling", "siblings"), ("soa", "handles, fields apart")];
    for (access, through) in accesses {
        let printed = printed("airplanes", &["--count", "2_000", "--frames", "60", "--access", access]);
        let lines: Vec<_> = printed.lines().collect();
        assert_eq!(lines[0], format!("2000 airplanes, 60 frames, through {through}"));
        assert!(lines[1].starts_with("create ") && lines[1].ends_with(" ns an entity"), "{printed}");
        assert!(lines[2].starts_with("frame ") && lines[2].ends_with(" ns an entity (median)"), "{printed}");
        assert!(
            lines[3].starts_with("memory ") && lines[3].ends_with(" bytes an entity, reserved by the stores"),
            "{printed}"
        );
        // 60 steps of 1/60 s at 1000 m/s: a thousand metres, but for the rounding of the sum.
        let [x, y, z] = position(lines[4]);
        assert!(x == 0.0 && (999.5..1000.5).contains(&y) && z == 0.0, "{printed}");
        assert_eq!(lines.len(), 5, "no progress bar in a pipe: {printed}");
    }
}

fn position(line: &str) -> [f64; 3] {
    let numbers = line.strip_prefix("plane 0  { ").and_then(|line| line.strip_suffix(" }"));
    let numbers = numbers.unwrap_or_else(|| panic!("not a position: {line}")).split(", ");
    let numbers: Vec<f64> = numbers.map(|number| number.parse().expect("a number")).collect();
    numbers.try_into().expect("three numbers")
}

#[test]
fn airplanes_refuses_bad_values_with_a_sentence() {
    let count = "invalid value 'X' for '--count <N>': give a whole number from 1 to 200000000";
    let frames = "invalid value 'X' for '--frames <F>': give a whole number from 1 to 1000000";
    let cases: &[(&[&str], &str)] = &[
        (&["--count", "0"], count),
        (&["--count", "-5"], count),
        (&["--count", "many"], count),
        (&["--count", ""], count),
        (&["--count", "200000001"], count),
        (&["--count", "99999999999999999999"], count),
        (&["--frames", "0"], frames),
        (&["--frames", "1.5"], frames),
        (&["--access", "magic"], "invalid value 'X' for '--access <ACCESS>'"),
        (&["--access", "handle", "--count"], "a value is required for '--count <N>' but none was supplied"),
        (&["--speed", "9"], "unexpected argument '--speed' found"),
        (&["9"], "unexpected argument '9' found"),
    ];
    for &(arguments, sentence) in cases {
        let Output { status, stdout, stderr } = run("airplanes", arguments);
        let stderr = text(stderr);
        assert_eq!(status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stdout.is_empty(), "{arguments:?} runs nothing");
        let sentence = sentence.replace('X', arguments.last().copied().unwrap_or_default());
        assert!(stderr.contains(&format!("error: {sentence}")), "{arguments:?}: {stderr}");
    }
}
