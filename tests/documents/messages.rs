//! All texts that the library shows when something is wrong, on one page: `target/messages.md`, which the
//! test writes. Read it with fresh eyes after a change.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::{read, repository};

/// Where texts stand that are shown to users.
const SOURCES: [&str; 3] = ["ecs-core/src", "ecs-derive/src", "ecs-inspect/src"];
/// A part of a text, from one `;`, `:` or bracket to the next, is read in one go.
const MOST_WORDS: usize = 34;
/// Words that have to be decoded.
const AVOIDED: [&str; 8] =
    ["lent", "owed", "newcomers", "heard", "so many", "quiet point", "what is not", "beside it"];

/// The files of a folder with this ending, in their order.
fn files(folder: &str, ending: &str) -> Vec<String> {
    fn visit(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                visit(&path, found);
            } else {
                found.push(path.strip_prefix(repository()).expect("below").display().to_string());
            }
        }
    }
    let mut found = Vec::new();
    visit(&repository().join(folder), &mut found);
    found.retain(|path| path.ends_with(ending));
    found.sort();
    found
}

/// The literals of a source with the code before each, without comments and unit tests.
fn literals(source: &str) -> Vec<(String, String)> {
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let (mut found, mut before, mut rest) = (Vec::new(), String::new(), source);
    while let Some(first) = rest.chars().next() {
        let raw = ["r\"", "r#\""].into_iter().find(|start| rest.starts_with(start));
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if let Some(start) = raw.filter(|_| !before.ends_with(|c: char| c.is_alphanumeric())) {
            let close = if start.len() == 2 { "\"" } else { "\"#" };
            let (text, after) = rest[start.len()..].split_once(close).expect("a literal ends");
            found.push((std::mem::take(&mut before), text.to_owned()));
            rest = after;
        } else if first == '"' {
            let mut text = String::new();
            let mut chars = rest[1..].char_indices();
            loop {
                match chars.next().expect("a literal ends") {
                    (_, '\\') => match chars.next().expect("an escape has a letter").1 {
                        '\n' => {
                            let left = chars.as_str().trim_start();
                            chars = rest[rest.len() - left.len()..].char_indices();
                            rest = left;
                            continue;
                        }
                        'n' => text.push('\n'),
                        other => text.push(other),
                    },
                    (_, '"') => break,
                    (_, other) => text.push(other),
                }
            }
            rest = chars.as_str();
            found.push((std::mem::take(&mut before), text));
        } else {
            // A quote as a character begins no literal.
            let length = if rest.starts_with("'\"'") { 3 } else { first.len_utf8() };
            before.push_str(&rest[..length]);
            rest = &rest[length..];
        }
    }
    found
}

/// Whether the code before a literal says that users see it, and not only who works on the library.
fn is_shown(before: &str, text: &str) -> bool {
    let inner = ["expect(", "reason =", "unreachable!(", "assert!(", "assert_eq!(", "deprecated("];
    let asserts = before.rsplit(['{', '}', ';']).next().unwrap_or_default();
    let is_inner =
        inner.iter().any(|call| before.trim_end().ends_with(call)) || asserts.contains("debug_assert");
    text.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count() >= 4 && !is_inner
}

/// Why a text has to be read twice.
fn faults(text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let is_list = text.contains(":>") || text.trim_start().starts_with('-');
    if !is_list && text.trim().lines().any(|line| line.trim_start().contains("  ")) {
        faults.push("two blanks".into());
    }
    // A macro may put a name between two pieces.
    let is_piece = text.starts_with('`') || text.ends_with(['`', '(']);
    if text.matches('`').count() % 2 == 1 && !is_piece {
        faults.push("a backtick without its twin".into());
    }
    for pair in [" ,", " ;", ";;", "..;", " .", ",,"] {
        if text.trim_start().contains(pair) && !text.contains(&format!("{pair}.")) {
            faults.push(format!("`{pair}`"));
        }
    }
    let plain = text.to_lowercase();
    let is_word = |at: usize, word: &str| {
        let ends = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        ends(plain[..at].chars().next_back()) && ends(plain[at + word.len()..].chars().next())
    };
    for word in AVOIDED {
        if plain.match_indices(word).any(|(at, word)| is_word(at, word)) {
            faults.push(format!("the words `{word}`"));
        }
    }
    for part in text.split([';', ':', '(', ')', '\n']).flat_map(|part| part.split(". ")) {
        let words = part.split_whitespace().count();
        if words > MOST_WORDS {
            faults.push(format!("{words} words in one go"));
        }
    }
    faults
}

/// The errors and warnings of a file of rustc's output, each with its notes.
fn of_rustc(output: &str) -> Vec<String> {
    let is_text = |line: &&str| {
        ["error", "warning", "  = note: ", "  = help: "].iter().any(|start| line.starts_with(start))
            || line.trim_start().trim_start_matches("| ").starts_with("= ")
    };
    let texts = output.lines().filter(is_text).filter(|line| !line.starts_with("error: aborting"));
    texts.map(|line| line.trim().to_owned()).collect()
}

#[test]
fn each_message_is_read_once() {
    let mut page = String::from("# Messages\n\nWritten by the test `messages` of `tests/documents`.\n");
    let mut found = Vec::new();
    let mut count = 0;
    for path in
        SOURCES.iter().flat_map(|folder| files(folder, ".rs")).filter(|path| !path.ends_with("tests.rs"))
    {
        let texts: Vec<_> =
            literals(&read(&path)).into_iter().filter(|(before, text)| is_shown(before, text)).collect();
        if !texts.is_empty() {
            writeln!(page, "\n## {path}\n").expect("a text takes all");
        }
        for (_, text) in texts {
            count += 1;
            writeln!(page, "- {}", text.replace('\n', " / ")).expect("a text takes all");
            found.extend(faults(&text).into_iter().map(|fault| format!("{path}: {fault}: {text}")));
        }
    }
    let mut shown = BTreeMap::new();
    for path in files("tests/ui", ".stderr") {
        for text in of_rustc(&read(&path)) {
            shown.entry(text).or_insert(path.clone());
        }
    }
    writeln!(page, "\n## As rustc shows them\n").expect("a text takes all");
    for (text, path) in &shown {
        count += 1;
        writeln!(page, "- {text}").expect("a text takes all");
        // What has a number is rustc's own, around names of the library.
        if text.starts_with("error: ") || text.starts_with("warning: ") {
            found.extend(faults(text).into_iter().map(|fault| format!("{path}: {fault}: {text}")));
        }
    }
    let target = repository().join("target");
    fs::create_dir_all(&target).expect("a folder can be made");
    fs::write(target.join("messages.md"), page).expect("the page can be written");
    println!("{count} texts are in target/messages.md");
    assert!(count > 800, "only {count} texts were found");
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_message_that_is_read_twice_is_seen() {
    let source = [
        "f(\"one\", '\"'); // \"no\"",
        "panic!(\"two \\\n     words {x}\"); g(r#\"a \"b\"\"#);",
        "#[cfg(test)]\nmod tests { \"no\" }",
    ];
    let source = &source.join("\n");
    let texts: Vec<_> = literals(source).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["one", "two words {x}", "a \"b\""]);
    assert!(is_shown("panic!(", "a text of four words") && !is_shown(".expect(", "a text of four words"));
    assert_eq!(faults("cannot add {}: the world is closing; add it before").len(), 0);
    for text in ["two  blanks", "a `name", "one ;; two", "it was lent by", &"word ".repeat(MOST_WORDS + 1)] {
        assert!(!faults(text).is_empty(), "{text}");
    }
    assert_eq!(
        of_rustc("error: a\n --> b.rs:1\n  |\n  = note: c\nerror: aborting"),
        ["error: a", "= note: c"]
    );
}
