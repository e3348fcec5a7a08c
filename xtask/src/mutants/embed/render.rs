//! Writes a text with its edits.

use std::ops::Range;

use super::switch::ACTIVE;
use super::{Edit, Kind};

/// A text and its edits, by where they start; what holds others comes first.
pub(super) struct Renderer<'a> {
    pub(super) text: &'a str,
    pub(super) edits: &'a [Edit],
}

impl Renderer<'_> {
    /// This part of the text with the edits inside it; `within` is the edit
    /// that it is a part of.
    pub(super) fn range(&self, range: Range<usize>, within: Option<usize>) -> String {
        let mut out = String::new();
        let mut at = range.start;
        let from = within.map_or(0, |index| index + 1);
        for (index, edit) in self.edits.iter().enumerate().skip(from) {
            if edit.at.start >= range.end {
                break;
            }
            if edit.at.start < at || edit.at.end > range.end {
                continue;
            }
            out += &self.text[at..edit.at.start];
            out += &self.edit(index);
            at = edit.at.end;
        }
        out + &self.text[at..range.end]
    }

    fn edit(&self, index: usize) -> String {
        let Edit { at, kind, numbers } = &self.edits[index];
        let part = |range: &Range<usize>| self.range(range.clone(), Some(index));
        let arms = |change: &dyn Fn(&str) -> String| -> String {
            let arm = |(number, new): &(u32, String)| {
                format!("\n/*m{number}*/ {number} => {{ {} }}", change(new))
            };
            numbers.iter().map(arm).collect()
        };
        match kind {
            Kind::Value { left, right, op } => format!(
                "(match ({}, {}) {{ (__l, __r) => match {ACTIVE} {{{}\n_ => {{ __l {op} __r }} }} }})",
                part(left),
                part(right),
                arms(&|new| format!("__l {new} __r"))
            ),
            Kind::Compare { left, right, op } => format!(
                "(match (&({}), &({})) {{ (__l, __r) => match {ACTIVE} {{{}\n_ => {{ *__l {op} *__r }} }} }})",
                part(left),
                part(right),
                arms(&|new| format!("*__l {new} *__r"))
            ),
            Kind::Lazy { left, right, is_and } => {
                let number = numbers[0].0;
                let is = if *is_and { "!=" } else { "==" };
                format!(
                    "({{ let __l: bool = {};\n/*m{number}*/ if __l {is} ({ACTIVE} == {number}) {{ {} }} else {{ __l }} }})",
                    part(left),
                    part(right)
                )
            }
            Kind::Assign { left, right, op } => {
                let place = &self.text[left.clone()];
                format!(
                    "(match ({}) {{ __r => match {ACTIVE} {{{}\n_ => {{ {} {op} __r }} }} }})",
                    part(right),
                    arms(&|new| format!("{place} {new} __r")),
                    part(left)
                )
            }
            Kind::Unary { of, op } => format!(
                "(match ({}) {{ __x => match {ACTIVE} {{{}\n_ => {{ {op}__x }} }} }})",
                part(of),
                arms(&|_| "__x".to_owned())
            ),
            Kind::Guard => {
                format!("(match {ACTIVE} {{{}\n_ => {{ {} }} }})", arms(&str::to_owned), part(at))
            }
            Kind::Arm => {
                let number = numbers[0].0;
                format!("\n/*m{number}*/ if {ACTIVE} != {number} ")
            }
            Kind::Body => {
                format!(
                    " match {ACTIVE} {{{}\n_ => {{}} }} ",
                    arms(&|new| format!("return {new};"))
                )
            }
            Kind::Fields(fields) => {
                let without = |number: u32| {
                    let field = fields.iter().find(|field| field.0 == number);
                    let field = field.map_or(at.start..at.start, |field| field.1.clone());
                    format!(
                        "{}{}",
                        &self.text[at.start..field.start],
                        &self.text[field.end..at.end]
                    )
                };
                let arms: String = numbers
                    .iter()
                    .map(|(number, _)| {
                        let code = without(*number);
                        // The mark stands on the line where an error would be.
                        let code = code.replace('\n', &format!("\n/*m{number}*/ "));
                        format!("\n/*m{number}*/ {number} => {{ {code} }}")
                    })
                    .collect();
                format!("(match {ACTIVE} {{{arms}\n_ => {{ {} }} }})", part(at))
            }
            Kind::HiddenBody => {
                let either = format!("{}::Either", ACTIVE.trim_end_matches("::active()"));
                let mut before = String::new();
                let mut arms = String::new();
                for (number, new) in numbers {
                    arms += &format!("\n/*m{number}*/ {number} => {before}{either}::A({new}");
                    arms += &")".repeat(1 + before.matches('(').count());
                    arms += ",";
                    before += &format!("{either}::B(");
                }
                let after = ")".repeat(numbers.len());
                format!(" match {ACTIVE} {{{arms}\n_ => {before}{{ {} }}{after} }} ", part(at))
            }
            Kind::Text(text) => text.clone(),
        }
    }
}
