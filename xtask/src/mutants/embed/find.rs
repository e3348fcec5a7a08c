//! Finds where in a file the mutants stand.

use std::collections::BTreeSet;
use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::copies::{self, COPY, Calls};
use super::{Edit, Kind, Without};
use crate::mutants::list::{Genre, Mutant};

/// Visits a file and notes what is to be changed.
pub(super) struct Finder<'a> {
    text: &'a str,
    mutants: &'a [(u32, &'a Mutant)],
    without: &'a Without,
    pub(super) edits: Vec<Edit>,
    /// Mutants that cannot compile, as the syntax says.
    pub(super) unviable: BTreeSet<u32>,
    /// Whether what is visited is computed by the compiler.
    is_const: bool,
    /// Whether the arms of the match that is visited may have guards: another
    /// one takes whatever comes.
    arms_may_go: bool,
}

impl<'a> Finder<'a> {
    pub(super) fn new(
        text: &'a str,
        mutants: &'a [(u32, &'a Mutant)],
        without: &'a Without,
    ) -> Finder<'a> {
        Finder {
            text,
            mutants,
            without,
            edits: Vec::new(),
            unviable: BTreeSet::new(),
            is_const: false,
            arms_may_go: false,
        }
    }

    /// The mutants of a kind that begin here.
    fn at(&self, genre: Genre, start: usize) -> Vec<(u32, String)> {
        if self.is_const {
            return Vec::new();
        }
        let of = |(number, mutant): &&(u32, &Mutant)| {
            mutant.genre == genre
                && mutant.span.bytes(self.text).is_some_and(|bytes| bytes.start == start)
                && !self.without.mutants.contains(number)
        };
        let found = self.mutants.iter().filter(of);
        found.map(|(number, mutant)| (*number, mutant.replacement.clone())).collect()
    }

    fn edit(&mut self, at: Range<usize>, kind: Kind, numbers: Vec<(u32, String)>) {
        if !numbers.is_empty() {
            self.edits.push(Edit { at, kind, numbers });
        }
    }

    fn constant(&mut self, visit: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.is_const, true);
        visit(self);
        self.is_const = before;
    }

    /// Puts in what no mutant makes.
    fn text_edit(&mut self, at: Range<usize>, text: String) {
        self.edits.push(Edit { at, kind: Kind::Text(text), numbers: vec![(0, String::new())] });
    }

    fn function(
        &mut self,
        sig: &syn::Signature,
        block: &syn::Block,
        visit: impl FnOnce(&mut Self),
    ) {
        let name = sig.ident.to_string();
        if sig.constness.is_some() && self.without.kept.contains(&name) {
            return self.constant(visit);
        }
        if let (Some(token), false) = (&sig.constness, self.is_const) {
            self.text_edit(token.span().byte_range(), String::new());
            if self.without.consts.contains(&name) {
                let end = block.span().byte_range().end;
                self.text_edit(end..end, copies::copy(self.text, self.without, sig, block));
            }
        }
        // An early return has to be of the very type that a hidden one stands for.
        let output = &self.text[sig.output.span().byte_range()];
        let is_hidden = output.contains("impl ");
        if let Some(first) = block.stmts.first() {
            let numbers = self.at(Genre::FnValue, first.span().byte_range().start);
            let inside = block.brace_token.span.open().byte_range().end
                ..block.brace_token.span.close().byte_range().start;
            if !is_hidden {
                self.edit(inside.start..inside.start, Kind::Body, numbers);
            } else if output.contains("Iterator") {
                self.edit(inside, Kind::HiddenBody, numbers);
            }
        }
        visit(self);
    }

    /// What the compiler computes calls copies.
    fn call_of_copy(&mut self, find: impl FnOnce(&mut Calls<'_>)) {
        let mut calls = Calls { without: self.without, ends: Vec::new() };
        find(&mut calls);
        for end in calls.ends {
            self.text_edit(end..end, COPY.to_owned());
        }
    }
}

/// Whether a condition binds names, which a block would end.
fn has_let(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_)) => {
            has_let(&binary.left) || has_let(&binary.right)
        }
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig, &item.block, |this| visit::visit_item_fn(this, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.sig, &item.block, |this| visit::visit_impl_item_fn(this, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block, |this| visit::visit_trait_item_fn(this, item));
        }
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.constant(|this| visit::visit_item_const(this, item));
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.constant(|this| visit::visit_impl_item_const(this, item));
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.constant(|this| visit::visit_trait_item_const(this, item));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.constant(|this| visit::visit_item_static(this, item));
    }

    fn visit_expr_const(&mut self, item: &'ast syn::ExprConst) {
        self.constant(|this| visit::visit_expr_const(this, item));
    }

    // Lengths of arrays and arguments of generics.
    fn visit_type(&mut self, item: &'ast syn::Type) {
        self.constant(|this| visit::visit_type(this, item));
    }

    fn visit_generic_argument(&mut self, item: &'ast syn::GenericArgument) {
        self.constant(|this| visit::visit_generic_argument(this, item));
    }

    fn visit_expr_repeat(&mut self, item: &'ast syn::ExprRepeat) {
        self.visit_expr(&item.expr);
        self.constant(|this| this.visit_expr(&item.len));
    }

    fn visit_variant(&mut self, item: &'ast syn::Variant) {
        self.constant(|this| visit::visit_variant(this, item));
    }

    fn visit_expr_call(&mut self, item: &'ast syn::ExprCall) {
        if let (true, syn::Expr::Path(path)) = (self.is_const, &*item.func)
            && let Some(last) = path.path.segments.last()
        {
            self.call_of_copy(|calls| calls.call(&last.ident));
        }
        visit::visit_expr_call(self, item);
    }

    fn visit_expr_method_call(&mut self, item: &'ast syn::ExprMethodCall) {
        if self.is_const {
            self.call_of_copy(|calls| calls.call(&item.method));
        }
        visit::visit_expr_method_call(self, item);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        if self.is_const {
            self.call_of_copy(|calls| calls.calls_in(item.tokens.clone()));
        }
    }

    fn visit_expr_binary(&mut self, item: &'ast syn::ExprBinary) {
        let operator = item.op.span().byte_range();
        let numbers = self.at(Genre::BinaryOperator, operator.start);
        let (left, right) = (item.left.span().byte_range(), item.right.span().byte_range());
        let op = self.text[operator].to_owned();
        let kind = match op.as_str() {
            // A chain of `let` has no `||`, and its `&&` are its own.
            "&&" if has_let(&item.left) || has_let(&item.right) => {
                self.unviable.extend(numbers.iter().map(|number| number.0));
                None
            }
            "&&" | "||" => {
                Some(Kind::Lazy { left: left.clone(), right: right.clone(), is_and: op == "&&" })
            }
            "==" | "!=" | "<" | ">" | "<=" | ">=" => {
                Some(Kind::Compare { left: left.clone(), right: right.clone(), op })
            }
            _ if op.ends_with('=') => {
                Some(Kind::Assign { left: left.clone(), right: right.clone(), op })
            }
            _ => Some(Kind::Value { left: left.clone(), right: right.clone(), op }),
        };
        if let Some(kind) = kind {
            self.edit(left.start..right.end, kind, numbers);
        }
        visit::visit_expr_binary(self, item);
    }

    fn visit_expr_unary(&mut self, item: &'ast syn::ExprUnary) {
        let operator = item.op.span().byte_range();
        let numbers = self.at(Genre::UnaryOperator, operator.start);
        let of = item.expr.span().byte_range();
        let op = self.text[operator.clone()].to_owned();
        self.edit(operator.start..of.end, Kind::Unary { of, op }, numbers);
        visit::visit_expr_unary(self, item);
    }

    fn visit_expr_match(&mut self, item: &'ast syn::ExprMatch) {
        let takes_all = |arm: &syn::Arm| matches!(arm.pat, syn::Pat::Wild(_));
        let before = std::mem::replace(&mut self.arms_may_go, item.arms.iter().any(takes_all));
        visit::visit_expr_match(self, item);
        self.arms_may_go = before;
    }

    fn visit_arm(&mut self, item: &'ast syn::Arm) {
        match &item.pat {
            syn::Pat::Guard(guarded) => {
                let guard = guarded.guard.span().byte_range();
                let numbers = self.at(Genre::MatchArmGuard, guard.start);
                self.edit(guard, Kind::Guard, numbers);
            }
            pattern if self.arms_may_go => {
                let start = item.span().byte_range().start;
                let end = pattern.span().byte_range().end;
                let numbers = self.at(Genre::MatchArm, start);
                self.edit(end..end, Kind::Arm, numbers);
            }
            _ => {}
        }
        visit::visit_arm(self, item);
    }

    fn visit_expr_struct(&mut self, item: &'ast syn::ExprStruct) {
        let mut fields = Vec::new();
        let mut numbers = Vec::new();
        for pair in item.fields.pairs() {
            let field = pair.value().span().byte_range();
            let end = pair.punct().map_or(field.end, |comma| comma.span().byte_range().end);
            for (number, replacement) in self.at(Genre::StructField, field.start) {
                fields.push((number, field.start..end));
                numbers.push((number, replacement));
            }
        }
        self.edit(item.span().byte_range(), Kind::Fields(fields), numbers);
        visit::visit_expr_struct(self, item);
    }
}
