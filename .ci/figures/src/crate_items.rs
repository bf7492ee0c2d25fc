//! The items of an expanded crate, each with the path of its module.

use std::collections::HashMap;

use syn::{File, Item, ItemImpl, ItemStruct, Type, UseTree, Visibility};

/// A module, as the names from the root of the crate: `["world", "clock"]`.
pub type Path = Vec<String>;

/// An item where it stands.
pub struct At<'a, T> {
    pub module: Path,
    pub item: &'a T,
}

/// All items of a crate outside of function bodies. Items that a derive of the standard library wrote are
/// left out.
#[derive(Default)]
pub struct CrateItems<'a> {
    pub structs: Vec<At<'a, ItemStruct>>,
    pub impls: Vec<At<'a, ItemImpl>>,
    pub all: Vec<At<'a, Item>>,
    /// For each module, the paths that its `use` items import, by their last names.
    imports: HashMap<Path, HashMap<String, Path>>,
}

impl<'a> CrateItems<'a> {
    pub fn of(file: &'a File) -> Self {
        let mut items = Self::default();
        items.add(&file.items, &Path::new());
        items
    }

    fn add(&mut self, items: &'a [Item], module: &Path) {
        for item in items {
            match item {
                Item::Mod(inner) => {
                    if let Some((_, items)) = &inner.content {
                        let path = [module.as_slice(), &[inner.ident.to_string()]].concat();
                        self.add(items, &path);
                    }
                }
                Item::Impl(item) if is_derived(item) => continue,
                Item::Impl(item) => self.impls.push(At { module: module.clone(), item }),
                Item::Struct(item) => self.structs.push(At { module: module.clone(), item }),
                Item::Use(item) => {
                    let imports = self.imports.entry(module.clone()).or_default();
                    leaves(&item.tree, &mut Path::new(), &mut |name, path| {
                        imports.insert(name, path);
                    });
                }
                _ => {}
            }
            self.all.push(At { module: module.clone(), item });
        }
    }

    /// The struct that `name` means in `module`, as an index into `structs`. Of several structs of this name,
    /// the one that the module has or imports.
    pub fn find_struct(&self, module: &Path, name: &str) -> Option<usize> {
        let mut found =
            self.structs.iter().enumerate().filter(|(_, at)| at.item.ident == name).map(|(n, _)| n);
        let first = found.next()?;
        let rest: Vec<_> = found.collect();
        if rest.is_empty() {
            return Some(first);
        }
        let imported = self.imports.get(module).and_then(|all| all.get(name));
        let is_meant = |n: &usize| {
            let home = &self.structs[*n].module;
            home == module || imported.is_some_and(|path| shares_an_end(path, home))
        };
        rest.iter().copied().chain([first]).find(is_meant).or(Some(first))
    }
}

/// Says whether the module of an imported path (its last name is the item's) ends as `home` does.
fn shares_an_end(imported: &Path, home: &Path) -> bool {
    imported.iter().rev().nth(1).is_some_and(|parent| home.last() == Some(parent))
}

/// Calls `each` with the last name and the whole path of all that a `use` imports.
fn leaves(tree: &UseTree, path: &mut Path, each: &mut impl FnMut(String, Path)) {
    match tree {
        UseTree::Path(part) => {
            path.push(part.ident.to_string());
            leaves(&part.tree, path, each);
            path.pop();
        }
        UseTree::Name(leaf) => {
            each(leaf.ident.to_string(), [path.as_slice(), &[leaf.ident.to_string()]].concat())
        }
        UseTree::Rename(leaf) => {
            each(leaf.rename.to_string(), [path.as_slice(), &[leaf.ident.to_string()]].concat());
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, path, each)),
        UseTree::Glob(_) => {}
    }
}

/// Names of all that a `use` imports.
pub fn names_of_use(tree: &UseTree) -> Vec<String> {
    let mut names = Vec::new();
    leaves(tree, &mut Path::new(), &mut |name, _| names.push(name));
    names
}

fn is_derived(item: &ItemImpl) -> bool {
    item.attrs.iter().any(|attribute| attribute.path().is_ident("automatically_derived"))
}

/// The name of a type that is a path: `Column` of `&mut column::Column`.
pub fn name_of_type(all: &Type) -> Option<String> {
    match all {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        Type::Reference(reference) => name_of_type(&reference.elem),
        _ => None,
    }
}

/// Says whether an item is visible outside of its module.
pub fn is_shown(visibility: &Visibility) -> bool {
    !matches!(visibility, Visibility::Inherited)
}
