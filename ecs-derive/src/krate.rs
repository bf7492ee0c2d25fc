//! Finds the name that `ecs-core` has in the crate that derives: its manifest may give it another one.

use std::path::Path;
use std::sync::OnceLock;
use std::{env, fs};

/// The name, for a path that begins with `::`.
pub fn name() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let manifest = env::var_os("CARGO_MANIFEST_DIR").map(|folder| Path::new(&folder).join("Cargo.toml"));
        let text = manifest.and_then(|manifest| fs::read_to_string(manifest).ok()).unwrap_or_default();
        renamed(&text).unwrap_or("ecs-core").replace('-', "_")
    })
}

/// The key of the dependency whose package is `ecs-core`, in the two forms that a manifest may have:
/// `name = { package = "ecs-core" }`, and `package = "ecs-core"` under `[dependencies.name]`.
fn renamed(manifest: &str) -> Option<&str> {
    let mut table = "";
    for line in manifest.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[') {
            table = name.trim_end_matches(']');
        }
        let Some((before, after)) = line.split_once("package") else { continue };
        let is_ours = after.trim_start().strip_prefix('=').is_some_and(|value| {
            let value = value.trim_start();
            ["\"ecs-core\"", "'ecs-core'"].iter().any(|name| value.starts_with(name))
        });
        if !is_ours || !table.contains("dependencies") {
            continue;
        }
        return match before.split_once('=') {
            Some((name, _)) => Some(name.trim().trim_matches('"')),
            None if before.is_empty() => table.rsplit('.').next(),
            None => continue,
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn a_manifest_may_rename_the_package() {
        let inline = "[package]\nname = \"game\"\n[dependencies]\n\
                      engine = { version = \"1\", package = \"ecs-core\" }\n";
        let table = "[dev-dependencies.my-engine]\npackage = 'ecs-core'\npath = \"..\"\n";
        assert_eq!((renamed(inline), renamed(table)), (Some("engine"), Some("my-engine")));
    }

    #[test]
    fn other_packages_rename_nothing() {
        for manifest in [
            "",
            "[dependencies]\necs-core = \"1\"\n",
            "[dependencies]\na = { package = \"ecs-core-extra\" }\n",
        ] {
            assert_eq!(renamed(manifest), None, "{manifest}");
        }
        assert_eq!(renamed("[workspace.metadata]\nx = { package = \"ecs-core\" }\n"), None);
    }
}
