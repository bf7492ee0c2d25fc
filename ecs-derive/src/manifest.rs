//! [`Manifest`]: finds the name that a `Cargo.toml` gives to a package.

use toml_parser::Source;
use toml_parser::parser::{Event, EventKind, RecursionGuard, parse_document};

/// How deep arrays and inline tables may lie in each other.
const MOST_NESTED: u32 = 80;

/// The tables of dependencies.
const KINDS: [&str; 5] =
    ["dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies", "build_dependencies"];

/// The values of a manifest, each with the keys that lead to it from the top. The value of a table or an
/// array is an empty string. What an array holds is left out.
#[derive(Default)]
pub struct Manifest(Vec<(Vec<String>, String)>);

/// The name of a package in a manifest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Name {
    Is(String),
    /// The manifest does not depend on the package.
    Missing,
    /// The manifest, or that of its workspace, could not be read.
    Unknown,
}

impl Manifest {
    /// Reads the text of a manifest; `None` if it is not TOML.
    pub fn read(text: &str) -> Option<Self> {
        let (source, mut events, mut error) = (Source::new(text), Vec::new(), None);
        let tokens = source.lex().into_vec();
        let mut collect = |event: Event| events.push(event);
        parse_document(&tokens, &mut RecursionGuard::new(&mut collect, MOST_NESTED), &mut error);
        let mut reader = Reader::default();
        for event in events {
            let (mut text, raw) = (String::new(), source.get(event)?);
            match event.kind() {
                EventKind::SimpleKey => raw.decode_key(&mut text, &mut error),
                EventKind::Scalar => _ = raw.decode_scalar(&mut text, &mut error),
                _ => {}
            }
            reader.take(event.kind(), text);
        }
        if error.is_none() { Some(reader.manifest) } else { None }
    }

    /// Finds the name of `package`. `root` reads the manifest of the workspace.
    pub fn name_of(&self, package: &str, root: impl FnOnce() -> Option<Self>) -> Name {
        let renamed = self.dependencies().find(|&(_, keys, value)| keys == ["package"] && value == package);
        let by_its_name = || self.dependencies().find(|&(name, ..)| name == package);
        if let Some((name, ..)) = renamed.or_else(by_its_name) {
            return Name::Is(name.to_owned());
        }
        if self.value(&["package", "name"]) == Some(package) {
            return Name::Is(package.to_owned());
        }
        let is_inherited =
            |&(_, keys, value): &(&str, &[String], &str)| keys == ["workspace"] && value == "true";
        let mut inherited = self.dependencies().filter(is_inherited).map(|(name, ..)| name).peekable();
        if inherited.peek().is_none() {
            return Name::Missing;
        }
        let Some(root) = root() else { return Name::Unknown };
        let is_ours =
            |name: &&str| root.value(&["workspace", "dependencies", name, "package"]) == Some(package);
        inherited.find(is_ours).map_or(Name::Missing, |name| Name::Is(name.to_owned()))
    }

    /// The folder of the workspace, if the manifest names it.
    pub fn workspace(&self) -> Option<&str> {
        self.value(&["package", "workspace"])
    }

    /// Says whether the manifest is that of a workspace.
    pub fn is_root(&self) -> bool {
        self.0.iter().any(|(keys, _)| keys.first().is_some_and(|key| key == "workspace"))
    }

    /// The values in the tables of dependencies: each with the name of its dependency, and the keys that
    /// follow that.
    fn dependencies(&self) -> impl Iterator<Item = (&str, &[String], &str)> {
        self.0.iter().filter_map(|(keys, value)| {
            let keys = match keys.as_slice() {
                [target, _, keys @ ..] if target == "target" => keys,
                keys => keys,
            };
            let [kind, name, keys @ ..] = keys else { return None };
            KINDS.contains(&kind.as_str()).then_some((name.as_str(), keys, value.as_str()))
        })
    }

    fn value(&self, keys: &[&str]) -> Option<&str> {
        self.0.iter().find(|(found, _)| found == keys).map(|(_, value)| value.as_str())
    }
}

/// Puts a manifest together.
#[derive(Default)]
struct Reader {
    manifest: Manifest,
    /// The keys before the next value.
    keys: Vec<String>,
    /// How many of the keys are those of the table, for each table around the next value.
    tables: Vec<usize>,
    /// How many arrays are around the next value.
    arrays: usize,
}

impl Reader {
    fn take(&mut self, kind: EventKind, text: String) {
        match kind {
            EventKind::ArrayOpen => self.arrays += 1,
            EventKind::ArrayClose => {
                self.arrays = self.arrays.saturating_sub(1);
                self.end_value(String::new());
            }
            _ if self.arrays > 0 => {}
            EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                self.keys.clear();
                self.tables.clear();
            }
            EventKind::StdTableClose | EventKind::ArrayTableClose | EventKind::InlineTableOpen => {
                self.tables.push(self.keys.len());
                self.end_value(String::new());
            }
            EventKind::InlineTableClose => {
                self.tables.pop();
                self.keys.truncate(self.tables.last().copied().unwrap_or(0));
            }
            EventKind::SimpleKey => self.keys.push(text),
            EventKind::Scalar => self.end_value(text),
            _ => {}
        }
    }

    /// Notes a value, unless an array holds it. The keys that follow are in the same table.
    fn end_value(&mut self, value: String) {
        if self.arrays == 0 {
            self.manifest.0.push((self.keys.clone(), value));
            self.keys.truncate(self.tables.last().copied().unwrap_or(0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Manifest, Name};

    const INHERITS: &str = "[dependencies]\nserde.workspace = true\nengine = { workspace = true }\n";

    fn name(manifest: &str, root: Option<&str>) -> Name {
        let manifest = Manifest::read(manifest).expect("the test gives TOML");
        manifest.name_of("ecs-core", || Manifest::read(root?))
    }

    fn is(name: &str) -> Name {
        Name::Is(name.to_owned())
    }

    #[test]
    fn a_dependency_may_be_written_in_any_way_that_cargo_takes() {
        for (manifest, expected) in [
            ("[dependencies]\necs-core = '1'", "ecs-core"),
            ("[dependencies]\necs-core.workspace = true", "ecs-core"),
            ("[dependencies]\nengine = { version = \"1\", package = \"ecs-core\" }", "engine"),
            ("[dependencies]\nengine.package = \"ecs-core\"", "engine"),
            (
                "[dependencies]\nengine = { path = \"../packages/ecs-core\", package = \"ecs-core\" }",
                "engine",
            ),
            ("[dependencies]\nmy_package = { package = \"ecs-core\", path = \"..\" }", "my_package"),
            ("[dependencies]\nengine = { 'package' = 'ecs-core', path = \"..\" }", "engine"),
            ("[dependencies]\n\"engine\" = { \"package\" = \"ecs\\u002dcore\" }", "engine"),
            (
                "[dependencies]\nengine = {\n  features = [ # two\n 'a', 'b' ],\n  package = 'ecs-core',\n}",
                "engine",
            ),
            ("[dev-dependencies.my-engine]\npackage = 'ecs-core'\npath = \"..\"", "my-engine"),
            ("[build-dependencies]\nengine = { package = 'ecs-core' }", "engine"),
            ("[target.'cfg(unix)'.dependencies]\nengine = { package = 'ecs-core' }", "engine"),
            ("[target.\"cfg(a = \\\"]\\\")\".dev-dependencies.engine]\npackage = 'ecs-core'", "engine"),
            ("dependencies.engine.package = 'ecs-core'", "engine"),
            (
                "dependencies = { a = '1', engine = { features = [{ x = 1 }], package = 'ecs-core' } }",
                "engine",
            ),
            (
                "[dependencies]\na = '1'\n[[bin]]\nname = 'b'\n[dependencies.engine]\npackage = 'ecs-core'",
                "engine",
            ),
            ("\u{feff}[dependencies]\r\nengine = { package = 'ecs-core' }\r\n", "engine"),
            ("[package]\nname = \"ecs-core\"", "ecs-core"),
        ] {
            assert_eq!(name(manifest, None), is(expected), "{manifest}");
        }
    }

    #[test]
    fn the_workspace_may_rename_the_package() {
        let root = "[workspace.dependencies]\nserde = '1'\nengine = { package = 'ecs-core', version = '1' }";
        assert_eq!(name(INHERITS, Some(root)), is("engine"));
        assert_eq!(name("[dependencies]\nengine.workspace = true", Some(root)), is("engine"));
        assert_eq!(name("[dependencies]\nserde.workspace = true", Some(root)), Name::Missing);
        assert_eq!(name(INHERITS, Some("[workspace.dependencies]\nengine = '1'")), Name::Missing);
        assert_eq!(name(INHERITS, None), Name::Unknown);
    }

    #[test]
    fn what_is_no_dependency_names_nothing() {
        for manifest in [
            "",
            "[dependencies]\n# mine: ecs-core = { package = \"ecs-core\" }\n",
            "[dependencies]\na = { package = \"ecs-core-extra\" }",
            "[dependencies]\na = { version = '1', features = [{ package = \"ecs-core\" }] }",
            "[workspace.dependencies]\nx = { package = \"ecs-core\" }",
            "[package.metadata.dependencies]\nx = { package = \"ecs-core\" }",
            "[[dependencies.list]]\nx = 1",
            "[package]\ndescription = '''\n[dependencies]\necs-core = '1'\n'''",
        ] {
            assert_eq!(name(manifest, None), Name::Missing, "{manifest}");
        }
    }

    #[test]
    fn no_text_makes_it_panic() {
        let whole = "[a.'b']\nc = { d = [1, \"\\u00e9\"], e.f = 2 }\n[[g]]\nh = \"\"\"\n\"\"\" # i\n";
        for end in (0..whole.len()).filter(|&end| whole.is_char_boundary(end)) {
            let _ = Manifest::read(&whole[..end]);
            let _ = Manifest::read(&whole[end..]);
        }
        assert!(Manifest::read(&"[".repeat(100_000)).is_none());
        assert!(Manifest::read(&format!("a = {}", "[".repeat(100_000))).is_none());
        assert!(Manifest::read(&format!("a = {}", "{b=".repeat(100_000))).is_none());
        for text in ["]", "}", "a = ]]", "a = }", "#!/usr/bin/env cargo\nfn main() {}", "[a\nb = 1", "\0"] {
            assert!(Manifest::read(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn a_manifest_knows_its_workspace() {
        let member = Manifest::read("package = { name = 'a', workspace = '../..' }").expect("it is TOML");
        assert_eq!((member.workspace(), member.is_root()), (Some("../.."), false));
        let root = Manifest::read("[workspace]\n").expect("it is TOML");
        assert_eq!((root.workspace(), root.is_root()), (None, true));
    }
}
