//! Many mutants in one program: every one of a file behind a switch that is
//! thrown when the program starts.
//!
//! A build for each mutant costs a minute, a run against the quick set mostly a
//! fraction of a second. So an operator becomes a `match` over the number of
//! the mutant that is switched on, a function returns early where it is to be
//! replaced, and a match arm that is to be deleted gets a guard. With none
//! switched on the file does what it did.
//!
//! What a switch cannot stand in (constants, patterns, chains of `let`) is left
//! out and named. In a file with mutants functions are not `const`; where one
//! has to be, the compiler says so, and what it computes calls an unchanged copy.

mod render;

use std::collections::BTreeSet;
use std::ops::Range;

use anyhow::Context;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::list::{Genre, Mutant};

/// The call that gives the number of the mutant that is switched on.
const ACTIVE: &str = "crate::mutants_switch::active()";

/// The module of that call, for the end of a crate's root.
pub(super) const SWITCH: &str = "
#[doc(hidden)]
#[allow(missing_docs)]
pub mod mutants_switch {
    use std::sync::atomic::{AtomicU32, Ordering};
    const UNKNOWN: u32 = u32::MAX;
    static ACTIVE: AtomicU32 = AtomicU32::new(UNKNOWN);
    #[inline(always)]
    pub fn active() -> u32 {
        match ACTIVE.load(Ordering::Relaxed) {
            UNKNOWN => first(),
            known => known,
        }
    }
    #[cold]
    fn first() -> u32 {
        let active = std::env::var(\"TESUJI_MUTANT\").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
        ACTIVE.store(active, Ordering::Relaxed);
        active
    }

    pub enum Either<A, B> { A(A), B(B) }
    impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Either<A, B> {
        type Item = A::Item;
        fn next(&mut self) -> Option<A::Item> {
            match self { Either::A(a) => a.next(), Either::B(b) => b.next() }
        }
        fn size_hint(&self) -> (usize, Option<usize>) {
            match self { Either::A(a) => a.size_hint(), Either::B(b) => b.size_hint() }
        }
    }
    impl<A: ExactSizeIterator, B: ExactSizeIterator<Item = A::Item>> ExactSizeIterator
        for Either<A, B> {}
    impl<A: DoubleEndedIterator, B: DoubleEndedIterator<Item = A::Item>> DoubleEndedIterator
        for Either<A, B> {
        fn next_back(&mut self) -> Option<A::Item> {
            match self { Either::A(a) => a.next_back(), Either::B(b) => b.next_back() }
        }
    }
}
";

/// What the name of a function's copy for the compiler ends in.
pub(super) const COPY: &str = "__const";

/// What is not to be embedded, as earlier tries have shown.
#[derive(Default, Debug)]
pub(super) struct Without {
    /// Numbers of mutants.
    pub(super) mutants: BTreeSet<u32>,
    /// Names of functions that the compiler calls.
    pub(super) consts: BTreeSet<String>,
    /// Those of them that it cannot call by the name of a copy: they stay as
    /// they are.
    pub(super) kept: BTreeSet<String>,
}

impl Without {
    /// It grows with every try that shows something.
    pub(super) fn len(&self) -> usize {
        self.mutants.len() + self.consts.len() + self.kept.len()
    }
}

/// A file with its mutants.
#[derive(Debug)]
pub(super) struct Embedded {
    /// The text. A line that begins with `/*m7*/` is of mutant 7.
    pub(super) text: String,
    /// The numbers of the mutants that are in it.
    pub(super) numbers: BTreeSet<u32>,
}

/// Embeds these mutants, with their numbers, of this file.
///
/// # Errors
/// Where the file is no Rust.
pub(super) fn embed(
    text: &str,
    mutants: &[(u32, &Mutant)],
    without: &Without,
) -> anyhow::Result<Embedded> {
    let file = syn::parse_file(text).context("no Rust")?;
    let mut finder =
        Finder { text, mutants, without, edits: Vec::new(), is_const: false, arms_may_go: false };
    finder.visit_file(&file);
    let mut edits = finder.edits;
    edits.sort_by_key(|edit| (edit.at.start, std::cmp::Reverse(edit.at.end)));
    let renderer = render::Renderer { text, edits: &edits };
    let body = renderer.range(0..text.len(), None);
    // Number 0 is of edits that no mutant makes.
    let numbers = edits.iter().flat_map(|edit| edit.numbers.iter().map(|n| n.0));
    let numbers = numbers.filter(|&number| number > 0).collect();
    Ok(Embedded { text: body, numbers })
}

/// The mutants that a fault may be of.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Blamed {
    /// Those on its own lines: they do not compile.
    Here(Vec<u32>),
    /// The last ones before: perhaps others would compile.
    Before(Vec<u32>),
}

/// The numbers of the mutants on these lines of an embedded text, from 1; where
/// there is none, those of the last line before that has one.
pub(super) fn blamed(text: &str, lines: Range<usize>) -> Blamed {
    let marks = |line: &str| -> Vec<u32> {
        let parts = line.split("/*m").skip(1);
        parts.filter_map(|part| part.split_once("*/")?.0.parse().ok()).collect()
    };
    let all: Vec<&str> = text.lines().collect();
    let here: Vec<u32> = all[lines.start - 1..lines.end.min(all.len())]
        .iter()
        .flat_map(|line| marks(line))
        .collect();
    if !here.is_empty() {
        return Blamed::Here(here);
    }
    let mut before = all[..lines.start - 1].iter().rev().map(|line| marks(line));
    Blamed::Before(before.find(|marks| !marks.is_empty()).unwrap_or_default())
}

#[derive(Debug)]
struct Edit {
    at: Range<usize>,
    kind: Kind,
    /// Number and replacement.
    numbers: Vec<(u32, String)>,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Both operands are evaluated, then one of the operators.
    Value {
        left: Range<usize>,
        right: Range<usize>,
        op: String,
    },
    /// The same, by reference.
    Compare {
        left: Range<usize>,
        right: Range<usize>,
        op: String,
    },
    /// `&&`, `||`.
    Lazy {
        left: Range<usize>,
        right: Range<usize>,
        is_and: bool,
    },
    /// `+=` and its like.
    Assign {
        left: Range<usize>,
        right: Range<usize>,
        op: String,
    },
    Unary {
        of: Range<usize>,
        op: String,
    },
    Guard,
    /// At the end of a pattern without a guard.
    Arm,
    /// At the start of a body.
    Body,
    /// The whole inside of a body that gives an iterator of a hidden type.
    HiddenBody,
    /// Something in the place of this, or behind it.
    Text(String),
    /// A struct expression, and its fields.
    Fields(Vec<(u32, Range<usize>)>),
}

struct Finder<'a> {
    text: &'a str,
    mutants: &'a [(u32, &'a Mutant)],
    without: &'a Without,
    edits: Vec<Edit>,
    /// Whether what is visited is computed by the compiler.
    is_const: bool,
    /// Whether the arms of the match that is visited may have guards: another
    /// one takes whatever comes.
    arms_may_go: bool,
}

impl Finder<'_> {
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
                self.text_edit(end..end, self.copy(sig, block));
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
        let mut calls = Calls { without: self.without, names: Vec::new() };
        find(&mut calls);
        for end in calls.names {
            self.text_edit(end..end, COPY.to_owned());
        }
    }

    /// The function as it is, under the name of a copy; it calls copies.
    fn copy(&self, sig: &syn::Signature, block: &syn::Block) -> String {
        let mut calls = Calls { without: self.without, names: Vec::new() };
        calls.visit_block(block);
        calls.names.push(sig.ident.span().byte_range().end);
        calls.names.sort_unstable();
        let mut at = sig.span().byte_range().start;
        let mut copy = String::from("\n#[allow(missing_docs, dead_code)] pub ");
        for end in calls.names {
            copy = copy + &self.text[at..end] + COPY;
            at = end;
        }
        copy + &self.text[at..block.span().byte_range().end]
    }
}

/// Where the names of called functions end of which there are copies.
struct Calls<'a> {
    without: &'a Without,
    names: Vec<usize>,
}

impl Calls<'_> {
    /// In a macro all that can be told is that a name stands before brackets.
    fn calls_in(&mut self, tokens: proc_macro2::TokenStream) {
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

    fn call(&mut self, ident: &syn::Ident) {
        let name = ident.to_string();
        if self.without.consts.contains(&name) && !self.without.kept.contains(&name) {
            self.names.push(ident.span().byte_range().end);
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
            "&&" | "||" if has_let(&item.left) || has_let(&item.right) => None,
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

#[cfg(test)]
mod tests;
