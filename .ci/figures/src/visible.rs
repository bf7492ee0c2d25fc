//! The numbers of fields and items that modules show to each other, of names that the crate shows to its
//! users, and of places that are `unsafe`.

use std::collections::BTreeSet;

use syn::{
    Attribute, Expr, ExprUnsafe, Field, Item, ItemImpl, ItemStruct, ItemTrait, Safety, Signature, Stmt,
    Visibility,
    visit::{self, Visit},
};

use crate::{
    Figure,
    crate_items::{CrateItems, Path, is_shown, name_of_type, names_of_use},
};

pub fn figures(items: &CrateItems<'_>) -> Vec<Figure> {
    let mut counts = Counts::default();
    for at in &items.all {
        counts.visit_item(at.item);
    }
    let exported = exported_names(items, &Path::new());
    let in_modules: BTreeSet<_> =
        public_modules(items).flat_map(|module| exported_names(items, &vec![module])).collect();
    let in_modules: BTreeSet<_> = in_modules.difference(&exported).cloned().collect();
    let errors = error_types(items, &exported.union(&in_modules).cloned().collect());
    vec![
        Figure::new("shown-fields", counts.shown_fields),
        Figure::new("inner-items", counts.restricted),
        Figure::new("unsafe-traits", counts.unsafe_traits),
        Figure::new("unsafe-impls", counts.unsafe_impls),
        Figure::new("unsafe-fns", counts.unsafe_fns),
        Figure::new("unsafe-blocks", counts.unsafe_blocks),
        Figure::new("exported-names", exported.len()),
        Figure::new("module-names", in_modules.len()),
        Figure::new("error-types", errors.len()).with_note(errors.into_iter().collect::<Vec<_>>().join(", ")),
    ]
}

#[derive(Default)]
struct Counts {
    /// Fields of structs that other modules of the crate can name.
    shown_fields: usize,
    /// Items, fields and methods that are `pub(crate)`, `pub(super)` or `pub(in ..)`.
    restricted: usize,
    unsafe_traits: usize,
    unsafe_impls: usize,
    unsafe_fns: usize,
    unsafe_blocks: usize,
}

impl<'ast> Visit<'ast> for Counts {
    fn visit_item(&mut self, item: &'ast Item) {
        // The items of a module are visited by themselves.
        if !matches!(item, Item::Mod(_)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_visibility(&mut self, visibility: &'ast Visibility) {
        self.restricted += usize::from(matches!(visibility, Visibility::Restricted(_)));
    }

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        let is_shown = |field: &&Field| is_shown(&field.vis);
        self.shown_fields += item.fields.iter().filter(is_shown).count();
        visit::visit_item_struct(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.unsafe_traits += usize::from(item.unsafety.is_some());
        visit::visit_item_trait(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        self.unsafe_impls += usize::from(item.unsafety.is_some());
        visit::visit_item_impl(self, item);
    }

    fn visit_signature(&mut self, signature: &'ast Signature) {
        self.unsafe_fns += usize::from(matches!(signature.safety, Safety::Unsafe(_)));
        visit::visit_signature(self, signature);
    }

    fn visit_expr_unsafe(&mut self, block: &'ast ExprUnsafe) {
        // `thread_local!` of the standard library writes one.
        self.unsafe_blocks += usize::from(!makes_a_thread_local(&block.block.stmts));
        visit::visit_expr_unsafe(self, block);
    }
}

fn makes_a_thread_local(statements: &[Stmt]) -> bool {
    let [Stmt::Expr(Expr::Call(call), _)] = statements else { return false };
    let Expr::Path(function) = &*call.func else { return false };
    function.path.segments.iter().any(|segment| segment.ident == "LocalKey")
}

/// The modules that users of the crate can name, but for those hidden from the documentation.
fn public_modules<'a>(items: &'a CrateItems<'_>) -> impl Iterator<Item = String> + 'a {
    items.all.iter().filter(|at| at.module.is_empty()).filter_map(|at| match at.item {
        Item::Mod(item) if is_public(&item.vis, &item.attrs) => Some(item.ident.to_string()),
        _ => None,
    })
}

/// The names that users of the crate can write after `ecs_core::` and the path of a module, but for those
/// hidden from the documentation.
fn exported_names(items: &CrateItems<'_>, module: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for at in items.all.iter().filter(|at| at.module == *module) {
        match at.item {
            Item::Use(item) if is_public(&item.vis, &item.attrs) => names.extend(names_of_use(&item.tree)),
            Item::Struct(item) if is_public(&item.vis, &item.attrs) => {
                _ = names.insert(item.ident.to_string())
            }
            Item::Enum(item) if is_public(&item.vis, &item.attrs) => _ = names.insert(item.ident.to_string()),
            Item::Trait(item) if is_public(&item.vis, &item.attrs) => {
                _ = names.insert(item.ident.to_string())
            }
            Item::Fn(item) if is_public(&item.vis, &item.attrs) => {
                _ = names.insert(item.sig.ident.to_string())
            }
            _ => {}
        }
    }
    names
}

fn is_public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    let is_hidden = attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|word| word == "hidden")
    });
    matches!(visibility, Visibility::Public(_)) && !is_hidden
}

/// The exported types that are errors.
fn error_types(items: &CrateItems<'_>, exported: &BTreeSet<String>) -> BTreeSet<String> {
    let is_error = |item: &ItemImpl| {
        let path = item.trait_.as_ref().map(|(path, _)| path);
        path.and_then(|path| path.segments.last()).is_some_and(|last| last.ident == "Error")
    };
    let impls = items.impls.iter().filter(|at| is_error(at.item));
    impls.filter_map(|at| name_of_type(&at.item.self_ty)).filter(|name| exported.contains(name)).collect()
}
