//! Figures of files, as they are written: lines, `cfg`s, type erasure, expected compile errors.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Item, Meta, spanned::Spanned, visit::Visit};

use crate::{Figure, NEW_FEATURES, crate_items::is_shown};

/// Crates whose code counts.
const CRATES: [&str; 2] = ["ecs-core/src", "ecs-inspect/src"];

/// Where a value lies, and the way to it: folders and files of `ecs-core/src`.
const WAY: [&str; 5] = ["ids", "column", "borrow", "store", "reach/handle.rs"];

/// Files of `ecs-core/src` that compile errors may quote: they do not move.
const QUOTABLE: [&str; 3] = ["hook.rs", "component.rs", "without.rs"];

/// The code of the crates, without tests; and that of new features.
pub struct Sources(Vec<Source>, Vec<Source>);

struct Source {
    /// The folder of the crate's code.
    root: &'static str,
    /// From the folder of the crate's code on.
    path: PathBuf,
    text: String,
    code: syn::File,
    tests: Tests,
}

impl Sources {
    pub fn read() -> Self {
        let mut sources = Vec::new();
        for root in CRATES {
            for path in files_in(Path::new(root), "rs") {
                let text = fs::read_to_string(&path).expect("a file of the crate can be read");
                let code =
                    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                let mut tests = Tests::default();
                tests.visit_file(&code);
                let path = path.strip_prefix(root).expect("it is in the folder").to_owned();
                sources.push(Source { root, path, text, code, tests });
            }
        }
        // A test's module says so where it is declared.
        let files_of_tests: BTreeSet<_> = sources.iter().flat_map(Source::files_of_tests).collect();
        sources.retain(|source| {
            !source.path.ancestors().any(|path| files_of_tests.contains(&path.with_extension("")))
        });
        let is_new = |source: &Source| NEW_FEATURES.iter().any(|(name, _)| source.is_of_feature(name));
        let (new, old) = sources.into_iter().partition(is_new);
        Self(old, new)
    }

    pub fn figures(&self) -> Vec<Figure> {
        let sum = |count: &dyn Fn(&Source) -> usize| self.0.iter().map(count).sum::<usize>();
        let way = || self.0.iter().filter(|source| WAY.iter().any(|part| source.path.starts_with(part)));
        let largest = way().max_by_key(|source| source.lines()).expect("the way of a value has files");
        let scattered = self.0.iter().filter(|source| !source.is_erased()).map(Source::erasures).sum();

        let mut figures = vec![
            Figure::new("code-lines", sum(&Source::code_lines))
                .with_note(format!("in {} files", self.0.len())),
            Figure::new("way-lines", way().map(Source::lines).sum()),
            Figure::new("way-largest-file", largest.lines()).with_note(largest.path.display().to_string()),
            Figure::new("cfg-lines", sum(&Source::cfg_lines)),
            Figure::new("erasures", sum(&Source::erasures)),
            Figure::new("erasures-outside-erased-files", scattered),
        ];
        if self.0.iter().any(|source| source.path.starts_with("kernel")) {
            let kernel = self.0.iter().filter(|source| source.path.starts_with("kernel"));
            figures.push(Figure::new("cfg-lines-of-kernel", kernel.map(Source::cfg_lines).sum()));
        }
        let lines = |(name, figure)| {
            let own = self.1.iter().filter(|source| source.is_of_feature(name));
            Figure::new(figure, own.map(Source::code_lines).sum())
        };
        figures.extend(NEW_FEATURES.map(lines));
        figures.extend(self.widest_feature());
        figures.extend(compile_fail());
        figures
    }

    /// Of the features, that whose types are named in most files outside its folder. Another crate names only
    /// what is public.
    fn widest_feature(&self) -> Option<Figure> {
        let folder = |source: &Source| -> Option<PathBuf> {
            let mut parts = source.path.iter();
            (parts.next()? == "features")
                .then(|| Path::new("features").join(parts.next().unwrap_or_default()))
        };
        let core = || self.0.iter().filter(|source| source.root == CRATES[0]);
        let features: BTreeSet<_> =
            core().filter_map(folder).filter(|path| path.extension().is_none()).collect();
        let spread = features.iter().map(|feature| {
            let (inside, outside): (Vec<_>, Vec<_>) =
                core().partition(|source| source.path.starts_with(feature));
            let types: BTreeSet<_> = inside.iter().flat_map(|source| source.shown_types()).collect();
            let names_one = |source: &&&Source| !source.names().is_disjoint(&types);
            (outside.iter().filter(names_one).count(), feature)
        });
        let (files, feature) = spread.max()?;
        Some(Figure::new("widest-feature", files).with_note(feature.display().to_string()))
    }
}

impl Source {
    fn is_of_feature(&self, name: &str) -> bool {
        self.path.starts_with(Path::new("features").join(name)) || self.path.starts_with(name)
    }

    fn lines(&self) -> usize {
        self.text.lines().count()
    }

    /// Lines with a token outside of comments and tests.
    fn code_lines(&self) -> usize {
        let mut lines = BTreeSet::new();
        for_each_token(tokens(&self.text), &mut |token| {
            let (first, last) = (token.span().start().line, token.span().end().line);
            lines.extend((first..=last).filter(|line| !self.tests.has(*line)));
        });
        lines.len()
    }

    fn cfg_lines(&self) -> usize {
        let is_cfg = |line: &&str| !line.trim_start().starts_with("//") && line.contains("feature = \"");
        self.text.lines().filter(is_cfg).count()
    }

    /// Counts `dyn Any` and downcasts.
    fn erasures(&self) -> usize {
        let mut words = Vec::new();
        for_each_token(tokens(&self.text), &mut |token| {
            if !self.tests.has(token.span().start().line) {
                words.push(token.to_string());
            }
        });
        let is_downcast =
            |word: &&String| matches!(word.as_str(), "downcast" | "downcast_ref" | "downcast_mut");
        let any = words.windows(2).filter(|pair| pair[0] == "dyn" && pair[1] == "Any");
        words.iter().filter(is_downcast).count() + any.count()
    }

    /// Says whether the file is one for values whose types the library cannot know.
    fn is_erased(&self) -> bool {
        self.path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("erased_"))
    }

    /// The paths of modules that are declared under `cfg(test)`, without an ending.
    fn files_of_tests(&self) -> Vec<PathBuf> {
        let folder = match self.path.file_stem() {
            Some(stem) if stem == "mod" || stem == "lib" => {
                self.path.parent().map(Path::to_owned).unwrap_or_default()
            }
            _ => self.path.with_extension(""),
        };
        self.tests.modules.iter().map(|name| folder.join(name)).collect()
    }

    fn names(&self) -> BTreeSet<String> {
        let (mut names, mut last) = (BTreeSet::new(), [(); 3].map(|()| String::new()));
        for_each_token(tokens(&self.text), &mut |token| {
            let word = token.to_string();
            // Behind a type stands one of its variants or items.
            let is_of_type = last[0].starts_with(char::is_uppercase) && last[1..] == [":", ":"];
            if matches!(token, TokenTree::Ident(_)) && !is_of_type {
                names.insert(word.clone());
            }
            last.rotate_left(1);
            last[2] = word;
        });
        let enums = self.code.items.iter().filter_map(|item| match item {
            Item::Enum(item) => Some(item),
            _ => None,
        });
        for variant in enums.flat_map(|item| &item.variants) {
            names.remove(&variant.ident.to_string());
        }
        names
    }

    /// The types and traits of this file that are visible outside of its module.
    fn shown_types(&self) -> Vec<String> {
        let name = |item: &Item| match item {
            Item::Struct(item) if is_shown(&item.vis) => Some(item.ident.to_string()),
            Item::Enum(item) if is_shown(&item.vis) => Some(item.ident.to_string()),
            Item::Trait(item) if is_shown(&item.vis) => Some(item.ident.to_string()),
            _ => None,
        };
        self.code.items.iter().filter_map(name).collect()
    }
}

/// Expected compile errors, and those that quote a file of the library that may move.
fn compile_fail() -> [Figure; 2] {
    let texts = files_in(Path::new("tests/ui"), "stderr");
    let quotes_a_moving_file = |path: &&PathBuf| {
        let text = fs::read_to_string(path).expect("an expected error can be read");
        let quoted = text.split("ecs-core/src/").skip(1);
        let mut paths = quoted.map(|rest| rest.split([':', '\n', ' ', '`']).next().unwrap_or_default());
        paths.any(|path| !QUOTABLE.contains(&path))
    };
    let moving = texts.iter().filter(quotes_a_moving_file).count();
    [Figure::new("compile-fail-files", texts.len()), Figure::new("compile-fail-quotes", moving)]
}

/// Lines of items under `cfg(test)`, and the modules that are declared so.
#[derive(Default)]
struct Tests {
    lines: Vec<(usize, usize)>,
    modules: Vec<String>,
}

impl Tests {
    fn has(&self, line: usize) -> bool {
        self.lines.iter().any(|(first, last)| (*first..=*last).contains(&line))
    }
}

impl<'ast> Visit<'ast> for Tests {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes: &[Attribute] = match item {
            Item::Mod(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            Item::Macro(item) => &item.attrs,
            _ => &[],
        };
        if !attributes.iter().any(is_test) {
            return syn::visit::visit_item(self, item);
        }
        self.lines.push((item.span().start().line, item.span().end().line));
        if let Item::Mod(item) = item {
            self.modules.push(item.ident.to_string());
        }
    }
}

/// Says whether an attribute is `#[cfg(test)]`, or `#[cfg(all(test, ..))]`.
fn is_test(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else { return false };
    let text = list.tokens.to_string();
    list.path.is_ident("cfg")
        && (text == "test" || text.starts_with("all (test") || text.starts_with("all(test"))
}

fn tokens(text: &str) -> TokenStream {
    text.parse().expect("a file of the crate has tokens")
}

/// Calls `each` with all tokens but those of comments for the documentation; with a group's tokens for a
/// group.
fn for_each_token(tokens: TokenStream, each: &mut impl FnMut(&TokenTree)) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_sharp = matches!(&token, TokenTree::Punct(mark) if mark.as_char() == '#');
        if is_sharp {
            let is_inner = |next: &TokenTree| matches!(next, TokenTree::Punct(mark) if mark.as_char() == '!');
            let inner = tokens.next_if(is_inner);
            let is_doc = |next: &TokenTree| match next {
                TokenTree::Group(group) => group.stream().to_string().starts_with("doc ="),
                _ => false,
            };
            if tokens.next_if(is_doc).is_some() {
                continue;
            }
            inner.iter().for_each(&mut *each);
        }
        match &token {
            TokenTree::Group(group) => {
                let (open, close) = (group.span_open(), group.span_close());
                for span in [open, close] {
                    let mut mark = proc_macro2::Punct::new(',', proc_macro2::Spacing::Alone);
                    mark.set_span(span);
                    each(&TokenTree::Punct(mark));
                }
                for_each_token(group.stream(), each);
            }
            _ => each(&token),
        }
    }
}

/// All files in a folder with this ending, in the order of their paths.
fn files_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut entries: Vec<_> = entries.map(|entry| entry.expect("a folder can be read").path()).collect();
    entries.sort();
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() {
            files.extend(files_in(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            files.push(path);
        }
    }
    files
}
