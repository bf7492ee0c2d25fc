//! `docs/laws.md` and the tests that are named after laws: each law has a test, and the page lists all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::support::root;

const PAGE: &str = "docs/laws.md";

/// The laws of a page, `W1` and so on, each with the tests that are listed under it.
fn laws_of(page: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut laws = BTreeMap::new();
    for section in page.split("\n### ").skip(1) {
        let (law, text) = section.split_once(": ").expect("a heading is a law and what it says");
        let listed = text.lines().filter_map(|line| line.strip_prefix("- `")?.strip_suffix('`'));
        assert!(laws.insert(law, listed.collect()).is_none(), "{law} is there twice");
    }
    laws
}

/// The law that a test is named after: `W1` for `w1_threads_are_isolated`. Traps and seeds begin with a word.
fn law_of(test: &str) -> Option<String> {
    let (law, _) = test.split_once('_')?;
    let number = law.strip_prefix(|letter: char| letter.is_ascii_lowercase())?;
    let is_law = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    is_law.then(|| law.to_uppercase())
}

/// The names of the tests in a source.
fn tests_of(source: &str) -> impl Iterator<Item = &str> {
    let mut is_test = false;
    source.lines().map(str::trim_start).filter_map(move |line| {
        is_test |= line.starts_with("#[test]");
        let (name, _) = line.strip_prefix("fn ")?.split_once('(')?;
        std::mem::take(&mut is_test).then_some(name)
    })
}

/// The names of all tests in a folder.
fn tests_below(folder: &Path, tests: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder of tests") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            tests_below(&path, tests);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).expect("a source is text");
            tests.extend(tests_of(&source).map(str::to_owned));
        }
    }
}

/// Where a page and tests do not agree, a line each.
fn differences(page: &str, tests: &BTreeSet<String>) -> Vec<String> {
    let laws = laws_of(page);
    let mut differences = Vec::new();
    for (law, listed) in &laws {
        if listed.is_empty() {
            differences.push(format!("{law} has no test"));
        }
        let mut seen = BTreeSet::new();
        for test in listed {
            if !tests.contains(*test) {
                differences.push(format!("{law} lists {test}, and there is no such test"));
            }
            if law_of(test).as_deref() != Some(law) {
                differences.push(format!("{law} lists {test}, which is named after another law"));
            }
            if !seen.insert(test) {
                differences.push(format!("{law} lists {test} twice"));
            }
        }
    }
    let letters: BTreeSet<_> = laws.keys().filter_map(|law| law.chars().next()).collect();
    for test in tests {
        // Other letters are not of laws.
        let Some(law) = law_of(test).filter(|law| law.starts_with(|letter| letters.contains(&letter))) else {
            continue;
        };
        match laws.get(law.as_str()) {
            None => differences.push(format!("{test} is named after a law that the page does not have")),
            Some(listed) if !listed.contains(&test.as_str()) => {
                differences.push(format!("{law} does not list {test}"));
            }
            Some(_) => {}
        }
    }
    differences
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn the_page_and_the_tests_agree() {
    let page = fs::read_to_string(root().join(PAGE)).expect("the page is there");
    let mut tests = BTreeSet::new();
    for folder in ["tests", "ecs-core/src", "examples"] {
        tests_below(&root().join(folder), &mut tests);
    }
    let differences = differences(&page, &tests);
    assert!(differences.is_empty(), "{PAGE}:\n{}", differences.join("\n"));
}

#[test]
fn each_difference_is_found() {
    let source = "
        #[test]
        #[ignore]
        fn z1_a() {}
        fn z1_helps() {}
        #[test]
        fn t7_a_trap() {}
        #[test]
        fn seed_s1_a_seed() {}";
    let tests = tests_of(source).map(str::to_owned).collect();
    let page = |rest: &str| format!("# Laws\n\n## Worlds\n\n### Z1: One\n\nIt is so.\n\n{rest}\n");
    let of = |rest: &str| differences(&page(rest), &tests);
    assert_eq!(of("- `z1_a`"), [""; 0]);
    assert_eq!(of(""), ["Z1 has no test", "Z1 does not list z1_a"]);
    assert_eq!(of("- `z1_a`\n- `z1_gone`"), ["Z1 lists z1_gone, and there is no such test"]);
    assert_eq!(of("- `z1_a`\n- `z1_a`"), ["Z1 lists z1_a twice"]);
    let misplaced =
        ["Z1 does not list z1_a", "Z2 lists z1_a, which is named after another law", "Z1 has no test"];
    assert_eq!(BTreeSet::from_iter(of("### Z2: Two\n\n- `z1_a`")), misplaced.map(str::to_owned).into());
    let tests = ["z2_a".to_owned()].into();
    let unknown = differences(&page(""), &tests);
    assert_eq!(unknown, ["Z1 has no test", "z2_a is named after a law that the page does not have"]);
}
