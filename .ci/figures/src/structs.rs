//! The largest structs: the numbers of their fields and methods.
//!
//! A private struct that only one struct has as a field counts as a part of that struct: fields do not
//! become fewer by being wrapped.

use std::collections::HashMap;

use syn::{ImplItem, Type, visit::Visit};

use crate::{
    Figure,
    crate_items::{CrateItems, is_shown, name_of_type},
};

/// The figures of the ten largest structs are noted.
const LARGEST: usize = 10;

pub struct Structs {
    names: Vec<String>,
    fields: Vec<usize>,
    methods: Vec<usize>,
}

impl Structs {
    pub fn of(items: &CrateItems<'_>) -> Self {
        let owners = sole_owners(items);
        let mut fields: Vec<_> = items.structs.iter().map(|at| at.item.fields.len()).collect();
        let mut methods = vec![0; items.structs.len()];
        for at in &items.impls {
            if let Some(n) =
                name_of_type(&at.item.self_ty).and_then(|name| items.find_struct(&at.module, &name))
            {
                methods[n] += at.item.items.iter().filter(|item| matches!(item, ImplItem::Fn(_))).count();
            }
        }
        for part in 0..items.structs.len() {
            let whole = root(&owners, part);
            if whole != part {
                fields[whole] += items.structs[part].item.fields.len();
                methods[whole] += methods[part];
            }
        }
        // The field that holds a part is counted as the part.
        for owner in owners.values() {
            fields[root(&owners, *owner)] -= 1;
        }
        let names = items.structs.iter().map(|at| at.item.ident.to_string()).collect();
        let is_whole = |n: &usize| !owners.contains_key(n);
        let only_whole = |counts: Vec<usize>| {
            counts.into_iter().enumerate().map(|(n, count)| if is_whole(&n) { count } else { 0 }).collect()
        };
        Self { names, fields: only_whole(fields), methods: only_whole(methods) }
    }

    pub fn figures(&self) -> [Figure; 2] {
        [self.figure("most-fields", &self.fields), self.figure("most-methods", &self.methods)]
    }

    fn figure(&self, name: &'static str, counts: &[usize]) -> Figure {
        let mut sorted: Vec<_> = self.names.iter().zip(counts).collect();
        sorted.sort_by_key(|(name, count)| (usize::MAX - *count, *name));
        let largest: Vec<_> =
            sorted.iter().take(LARGEST).map(|(name, count)| format!("{name} {count}")).collect();
        Figure::new(name, sorted.first().map_or(0, |(_, count)| **count)).with_note(largest.join(", "))
    }
}

/// For each private struct that is the field of one struct only: that struct.
fn sole_owners(items: &CrateItems<'_>) -> HashMap<usize, usize> {
    let mut users: HashMap<usize, Vec<usize>> = HashMap::new();
    for (owner, at) in items.structs.iter().enumerate() {
        for field in &at.item.fields {
            for name in names_in(&field.ty) {
                if let Some(part) = items.find_struct(&at.module, &name) {
                    users.entry(part).or_default().push(owner);
                }
            }
        }
    }
    users.retain(|part, owners| {
        let is_private = !is_shown(&items.structs[*part].item.vis);
        is_private && owners.len() == 1 && owners[0] != *part
    });
    users.into_iter().map(|(part, owners)| (part, owners[0])).collect()
}

fn root(owners: &HashMap<usize, usize>, part: usize) -> usize {
    // Two structs that hold each other end the search.
    let mut whole = part;
    for _ in 0..owners.len() {
        match owners.get(&whole) {
            Some(owner) => whole = *owner,
            None => break,
        }
    }
    whole
}

/// The last names of all paths in a type.
fn names_in(of: &Type) -> Vec<String> {
    struct Names(Vec<String>);

    impl<'ast> Visit<'ast> for Names {
        fn visit_path(&mut self, path: &'ast syn::Path) {
            self.0.extend(path.segments.last().map(|last| last.ident.to_string()));
            syn::visit::visit_path(self, path);
        }
    }

    let mut names = Names(Vec::new());
    names.visit_type(of);
    names.0
}
