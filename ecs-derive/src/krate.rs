//! Says where `ecs-core` is: where the key `crate` says, or under the name that the manifest gives it.

use std::path::{self, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{env, fs};

use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use syn::{Attribute, DeriveInput, LitStr, Meta, Path};

use crate::ctxt::Ctxt;
use crate::entry::Entry;
use crate::manifest::{Manifest, Name};
use crate::source::mod_path;
use crate::value::Value;

const PACKAGE: &str = "ecs-core";

/// `crate = path` or `crate = "path"`.
impl Value for Path {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let path = |value| match syn::parse2::<LitStr>(value) {
            Ok(literal) => literal.parse_with(Path::parse_mod_style).ok(),
            Err(_) => entry.value().and_then(|value| mod_path(&value)),
        };
        entry.expect(entry.value().and_then(path), "`crate = path` or `crate = \"path\"`")
    }
}

/// The path to `ecs-core`, for a derive whose attribute is `attribute`; `said` is its key. `None` if that was
/// reported as an error: nothing says where it is.
pub fn path(ctxt: &mut Ctxt, said: Option<Path>, at: &Ident, attribute: &str) -> Option<Path> {
    said.or_else(|| {
        let listed = listed(name());
        if listed.is_none() {
            ctxt.error(at, unlisted(attribute));
        }
        listed
    })
}

fn listed(name: Name) -> Option<Path> {
    let name = match name {
        Name::Is(name) => name,
        Name::Missing => return None,
        Name::Unknown => PACKAGE.to_owned(),
    };
    let name = ident(&name.replace('-', "_"))?;
    syn::parse2(quote_spanned!(Span::mixed_site()=> ::#name)).ok()
}

fn unlisted(attribute: &str) -> String {
    format!(
        "`Cargo.toml` does not list the package `{PACKAGE}`: add it to the dependencies; or, if another \
         crate re-exports it, say where: `#[{attribute}(crate = path::to::ecs_core)]`"
    )
}

/// The path to `ecs-core`, for a derive whose attribute has only the key `crate`.
pub fn path_of(ctxt: &mut Ctxt, input: &DeriveInput, attribute: &str) -> Option<Path> {
    let said = only_key(ctxt, &input.attrs, attribute);
    path(ctxt, said, &input.ident, attribute)
}

/// `#[bundle(crate = path)]`.
fn only_key(ctxt: &mut Ctxt, attrs: &[Attribute], attribute: &str) -> Option<Path> {
    let mut found = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident(attribute)) {
        let Meta::List(list) = &attr.meta else {
            ctxt.error(attr, format!("expected a key: write `#[{attribute}(crate = path)]`"));
            continue;
        };
        for entry in Entry::parse_all(ctxt, list) {
            let key = &entry.key;
            if key != "crate" {
                ctxt.error(key, format!("unknown key `{key}`: the only key of `{attribute}` is `crate`"));
            } else if found.is_some() {
                ctxt.error(key, "duplicate key `crate`: keep one");
            } else {
                found = Path::read(&entry).map_err(|error| ctxt.push(error)).ok();
            }
        }
    }
    found
}

/// A crate may be called as a keyword is.
fn ident(name: &str) -> Option<Ident> {
    let parsed = syn::parse_str::<Ident>(name).or_else(|_| syn::parse_str(&format!("r#{name}")));
    parsed.ok().map(|mut ident| {
        ident.set_span(Span::mixed_site());
        ident
    })
}

/// The name of `ecs-core` in the package that is compiled.
fn name() -> Name {
    // An editor expands the derives of several packages in one process.
    static LAST: Mutex<Option<(PathBuf, Name)>> = Mutex::new(None);
    let Some(manifest) = manifest_path() else { return Name::Unknown };
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    match &*last {
        Some((path, name)) if *path == manifest => name.clone(),
        _ => {
            let name = name_in(&manifest);
            *last = Some((manifest, name.clone()));
            name
        }
    }
}

/// The manifest of the package that is compiled. That of a script is the script.
fn manifest_path() -> Option<PathBuf> {
    let of_folder = || Some(PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?).join("Cargo.toml"));
    env::var_os("CARGO_MANIFEST_PATH").map(PathBuf::from).or_else(of_folder)
}

fn name_in(path: &path::Path) -> Name {
    let Some(manifest) = read(path) else { return Name::Unknown };
    manifest.name_of(PACKAGE, || root_of(&manifest, path))
}

/// The manifest of the workspace: the one that the package names, or the first one further up.
fn root_of(manifest: &Manifest, path: &path::Path) -> Option<Manifest> {
    let folder = path.parent()?;
    match manifest.workspace() {
        Some(workspace) => read(&folder.join(workspace).join("Cargo.toml")),
        None => {
            folder.ancestors().filter_map(|folder| read(&folder.join("Cargo.toml"))).find(Manifest::is_root)
        }
    }
}

fn read(path: &path::Path) -> Option<Manifest> {
    Manifest::read(&fs::read_to_string(path).ok()?)
}

#[cfg(test)]
mod tests {
    use std::env::temp_dir;
    use std::fs;

    use proc_macro2::Span;
    use quote::{ToTokens, quote};
    use syn::parse_quote;

    use super::{Ctxt, Ident, Name, Path, ident, listed, name_in, path, unlisted};
    use crate::testing::{self, model, refuses};

    #[test]
    fn the_manifest_of_a_workspace_is_found_further_up_or_where_the_package_says() {
        let folder = temp_dir().join(format!("ecs-derive-workspace-{}", std::process::id()));
        let write = |file: &str, text: &str| {
            let file = folder.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, text).unwrap();
            file
        };
        let inherits = "[dependencies]\nengine.workspace = true\n";
        write("Cargo.toml", "[workspace.dependencies]\nengine = { package = 'ecs-core', path = 'x' }\n");
        write("crates/Cargo.toml", "[package]\nname = 'between'\n");
        let further_up = write("crates/game/Cargo.toml", inherits);
        write("other/Cargo.toml", "[workspace]\n");
        let inside_another = write("other/game/Cargo.toml", inherits);
        let elsewhere = write("other/b/Cargo.toml", &format!("package.workspace = '../..'\n{inherits}"));
        let lost = write("other/c/Cargo.toml", &format!("package.workspace = '../../d'\n{inherits}"));
        let names = [further_up, inside_another, elsewhere, lost].map(|path| name_in(&path));
        fs::remove_dir_all(&folder).unwrap();
        let engine = Name::Is("engine".to_owned());
        assert_eq!(names, [engine.clone(), Name::Missing, engine, Name::Unknown]);
        assert_eq!(name_in(&folder.join("Cargo.toml")), Name::Unknown);
    }

    #[test]
    fn a_crate_may_be_called_as_a_keyword_is() {
        assert_eq!(
            ["engine", "type", "self", "1"].map(|name| ident(name).map(|name| name.to_string())),
            [Some("engine".to_owned()), Some("r#type".to_owned()), None, None]
        );
    }

    #[test]
    fn the_key_is_a_path_or_a_string() {
        for input in [
            quote! { #[component(crate = crate::ecs)] struct A; },
            quote! { #[component(crate = "crate::ecs")] struct A; },
        ] {
            assert_eq!(text(model(&testing::parse(input)).input.krate), "crate :: ecs");
        }
        let right = "`crate = path` or `crate = \"path\"`";
        refuses(quote!(crate, crate = "not a path", crate(a)), right);
    }

    #[test]
    fn the_key_comes_first() {
        let mut ctxt = Ctxt::default();
        let at = Ident::new("A", Span::call_site());
        let paths = [Some(parse_quote!(a::b)), None].map(|said| path(&mut ctxt, said, &at, "component"));
        assert_eq!(paths.map(text), ["a :: b", ":: ecs_core"]);
    }

    #[test]
    fn a_package_that_is_not_listed_is_an_error_that_names_the_key() {
        assert_eq!(text(listed(Name::Unknown)), ":: ecs_core");
        assert!(listed(Name::Missing).is_none() && unlisted("bundle").contains("`#[bundle(crate = "));
    }

    fn text(path: Option<Path>) -> String {
        path.to_token_stream().to_string()
    }
}
