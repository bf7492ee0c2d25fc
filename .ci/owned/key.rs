//! Components that may have an owner: the key `owned`.

use super::feature::*;

#[derive(Default)]
pub struct Owned(Option<Ident>);

impl Feature for Owned {
    fn keys(&mut self) -> Keys<'_> {
        vec![("owned", &mut self.0)]
    }

    fn expand(&self, _: &Model, output: &mut Output) {
        let owned = |key| quote_spanned!(at(key)=> owned: ::core::option::Option::Some(()));
        output.extensions.extend(self.0.iter().map(owned));
    }
}
