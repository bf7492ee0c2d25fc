//! All texts that the library shows when something is wrong, on one page: `target/messages.md`, which the
//! test writes. Read it with fresh eyes after a change.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::LitStr;

use super::read;
use crate::support::root;

/// Where texts stand that are shown to users.
const SOURCES: [&str; 3] = ["ecs-core/src", "ecs-derive/src", "ecs-inspect/src"];
/// A part of a text, from one `;`, `:` or bracket to the next, is read in one go.
const MOST_WORDS: usize = 34;
/// Calls whose texts are for those who work on the library.
const INNER: [&str; 4] = ["expect", "unreachable", "deprecated", "debug_assert"];
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
                found.push(path.strip_prefix(root()).expect("below").display().to_string());
            }
        }
    }
    let mut found = Vec::new();
    visit(&root().join(folder), &mut found);
    found.retain(|path| path.ends_with(ending));
    found.sort();
    found
}

/// The texts of a source that are shown to users: those of four words or more.
fn texts(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    find_texts(source.parse().expect("a source is Rust"), &mut found);
    found.retain(|text| {
        text.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count() >= 4
    });
    found
}

fn find_texts(tokens: TokenStream, found: &mut Vec<String>) {
    // The last words before a token, and whether it belongs to a unit test.
    let (mut before, mut is_test) = ([String::new(), String::new()], false);
    for token in tokens {
        match &token {
            TokenTree::Group(group) => {
                let called = before.iter().rev().find(|word| *word != "!").expect("there are two");
                let text = group.stream().to_string();
                let is_comment = called == "#" && text.starts_with("doc =");
                is_test |= called == "#" && text == "cfg (test)";
                let is_body = group.delimiter() == Delimiter::Brace;
                let is_inner = INNER.iter().any(|inner| called.starts_with(inner));
                let is_left_out = is_comment || is_inner || is_test && is_body;
                if !is_left_out {
                    find_texts(group.stream(), found);
                }
                is_test &= !is_body;
            }
            TokenTree::Literal(literal) if before != ["reason", "="] => {
                found.extend(syn::parse_str::<LitStr>(&literal.to_string()).ok().map(|text| text.value()));
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => is_test = false,
            _ => {}
        }
        before = [std::mem::take(&mut before[1]), token.to_string()];
    }
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
        let texts = texts(&read(&path));
        if !texts.is_empty() {
            writeln!(page, "\n## {path}\n").expect("a text takes all");
        }
        for text in texts {
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
        // An error with a number is a text of rustc, around names of the library.
        if text.starts_with("error: ") || text.starts_with("warning: ") {
            found.extend(faults(text).into_iter().map(|fault| format!("{path}: {fault}: {text}")));
        }
    }
    let target = root().join("target");
    fs::create_dir_all(&target).expect("a folder can be made");
    fs::write(target.join("messages.md"), page).expect("the page can be written");
    println!("{count} texts are in target/messages.md");
    assert!(count > 800, "only {count} texts were found");
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_message_that_is_read_twice_is_seen() {
    let source = r##"
        //! No, not this text.
        f("one is a text", '"'); // "no"
        panic!("two is \
                another {x}"); g(r#"this is "b" text"#, "too short");
        #[allow(it, reason = "no, not this text")]
        debug_assert!(x.expect("no, not this text"), "no, not this text");
        #[cfg(test)] use x;
        mod it { const A: &str = "another of the texts"; }
        #[cfg(test)] mod tests { const A: &str = "no, not this text"; }
    "##;
    assert_eq!(
        texts(source),
        ["one is a text", "two is another {x}", "this is \"b\" text", "another of the texts"]
    );
    assert_eq!(faults("cannot add {}: the world is closing; add it before").len(), 0);
    for text in ["two  blanks", "a `name", "one ;; two", "it was lent by", &"word ".repeat(MOST_WORDS + 1)] {
        assert!(!faults(text).is_empty(), "{text}");
    }
    assert_eq!(
        of_rustc("error: a\n --> b.rs:1\n  |\n  = note: c\nerror: aborting"),
        ["error: a", "= note: c"]
    );
}
