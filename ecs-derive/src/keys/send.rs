//! Types that stay on their thread though they are `Send`: the key `not_send`.

use super::feature::*;

#[derive(Default)]
pub struct Send(Option<Ident>);

impl Feature for Send {
    fn keys(&mut self) -> Keys<'_> {
        vec![("not_send", &mut self.0)]
    }

    fn check(&self, ctxt: &mut Ctxt, model: &Model) {
        let is_parallel = model.hooks.all.iter().any(|hook| hook.parallel.is_some());
        if let Some(key) = self.0.as_ref().filter(|_| is_parallel) {
            ctxt.error(key, "a parallel hook needs a type that is `Send`: remove `parallel` or `not_send`");
        }
    }

    fn expand(&self, model: &Model, output: &mut Output) {
        let none = |_| quote_spanned!(model.input.span()=> ::core::option::Option::None);
        output.send = self.0.as_ref().map(none);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    #[test]
    fn no_hook_is_parallel() {
        assert!(errors(quote! { #[component(not_send)] struct Plane; }).is_empty());
        assert_eq!(
            errors(quote! { #[component(not_send, parallel)] struct Plane; }),
            ["a parallel hook needs a type that is `Send`: remove `parallel` or `not_send`"],
        );
    }
}
