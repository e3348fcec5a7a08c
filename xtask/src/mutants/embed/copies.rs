//! Unchanged copies of functions, for what the compiler computes.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::Without;

/// What the name of a function's copy for the compiler ends in.
pub(in crate::mutants) const COPY: &str = "__const";

/// Finds the calls of functions of which there are copies.
pub(super) struct Calls<'a> {
    pub(super) without: &'a Without,
    /// Where their names end.
    pub(super) ends: Vec<usize>,
}

impl Calls<'_> {
    /// In a macro all that can be told is that a name stands before brackets.
    pub(super) fn calls_in(&mut self, tokens: proc_macro2::TokenStream) {
        let mut name = None;
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Ident(ident) => name = Some(ident),
                proc_macro2::TokenTree::Group(group) => {
                    if let Some(ident) = name.take() {
                        self.call(&ident);
                    }
                    self.calls_in(group.stream());
                }
                _ => name = None,
            }
        }
    }

    pub(super) fn call(&mut self, ident: &syn::Ident) {
        let name = ident.to_string();
        if self.without.consts.contains(&name) && !self.without.kept.contains(&name) {
            self.ends.push(ident.span().byte_range().end);
        }
    }
}

impl<'ast> Visit<'ast> for Calls<'_> {
    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.calls_in(item.tokens.clone());
    }

    fn visit_expr_call(&mut self, item: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*item.func
            && let Some(last) = path.path.segments.last()
        {
            self.call(&last.ident);
        }
        visit::visit_expr_call(self, item);
    }

    fn visit_expr_method_call(&mut self, item: &'ast syn::ExprMethodCall) {
        self.call(&item.method);
        visit::visit_expr_method_call(self, item);
    }
}

/// This function of a text as it is, under the name of a copy; it calls copies.
pub(super) fn copy(
    text: &str,
    without: &Without,
    sig: &syn::Signature,
    block: &syn::Block,
) -> String {
    let mut calls = Calls { without, ends: Vec::new() };
    calls.visit_block(block);
    calls.ends.push(sig.ident.span().byte_range().end);
    calls.ends.sort_unstable();
    let mut at = sig.span().byte_range().start;
    let mut copy = String::from("\n#[allow(missing_docs, dead_code)] pub ");
    for end in calls.ends {
        copy = copy + &text[at..end] + COPY;
        at = end;
    }
    copy + &text[at..block.span().byte_range().end]
}
