//! What an embedded text looks like.

use super::switch::ACTIVE;
use super::*;
use crate::mutants::list::Genre;

/// The embedded text in one line, single blanks between words.
fn embedded(text: &str, mutants: &[Mutant], without: &Without) -> (String, Vec<u32>) {
    let numbered: Vec<(u32, &Mutant)> = (1..).zip(mutants).collect();
    let Embedded { text, numbers, .. } = embed(text, &numbered, without).unwrap();
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let text = text.replace(ACTIVE, "on()");
    let words: Vec<&str> = text.split_whitespace().collect();
    (words.join(" "), numbers.into_iter().collect())
}

fn only(text: &str, genre: Genre, what: &str, replacement: &str) -> String {
    let mutant = Mutant::of(text, genre, what, replacement);
    embedded(text, &[mutant], &Without::default()).0
}

#[test]
fn operators_become_switches() {
    assert_eq!(
        only("fn f(a: u8) -> u8 { a + g(2) }", Genre::BinaryOperator, "+", "-"),
        "fn f(a: u8) -> u8 { (match (a, g(2)) { (__l, __r) => match on() { \
         /*m1*/ 1 => { __l - __r } _ => { __l + __r } } }) }"
    );
    assert_eq!(
        only("fn f() -> bool { a < b }", Genre::BinaryOperator, "<", "=="),
        "fn f() -> bool { (match (&(a), &(b)) { (__l, __r) => match on() { \
         /*m1*/ 1 => { *__l == *__r } _ => { *__l < *__r } } }) }"
    );
    assert_eq!(
        only("fn f() -> bool { a && b }", Genre::BinaryOperator, "&&", "||"),
        "fn f() -> bool { ({ let __l: bool = a; /*m1*/ if __l != (on() == 1) { b } else { __l } }) }"
    );
    assert_eq!(
        only("fn f() { x[1] += g(); }", Genre::BinaryOperator, "+=", "-="),
        "fn f() { (match (g()) { __r => match on() { \
         /*m1*/ 1 => { x[1] -= __r } _ => { x[1] += __r } } }); }"
    );
    assert_eq!(
        only("fn f() -> bool { !a }", Genre::UnaryOperator, "!", ""),
        "fn f() -> bool { (match (a) { __x => match on() { /*m1*/ 1 => { __x } _ => { !__x } } }) }"
    );
}

#[test]
fn bodies_arms_guards_and_fields_do_too() {
    assert_eq!(
        only("fn f() -> u8 { g() }", Genre::FnValue, "g()", "0"),
        "fn f() -> u8 { match on() { /*m1*/ 1 => { return 0; } _ => {} } g() }"
    );
    let text = "fn f() { match a { 1 => b(), x if x > 2 => c(), _ => d() } }";
    let arm = only(text, Genre::MatchArm, "1 => b(),", "");
    assert!(arm.contains("{ 1 /*m1*/ if on() != 1 => b(), x if x > 2"), "{arm}");
    let guard = only(text, Genre::MatchArmGuard, "x > 2", "true");
    assert!(guard.contains("x if (match on() { /*m1*/ 1 => { true } _ => { x > 2 } }) =>"));
    let field = only("fn f() -> S { S { a: 1, ..b } }", Genre::StructField, "a: 1,", "");
    assert!(field.contains("1 => { S { /*m1*/ ..b } }") || field.contains("1 => { S { ..b } }"));
    assert!(field.contains("_ => { S { a: 1, ..b } }"), "{field}");
}

#[test]
fn mutants_stand_within_each_other() {
    let text = "fn f() -> u8 { a * b + c }";
    let times = Mutant::of(text, Genre::BinaryOperator, "*", "/");
    let plus = Mutant::of(text, Genre::BinaryOperator, "+", "-");
    let (text, numbers) = embedded(text, &[plus, times], &Without::default());
    assert_eq!(numbers, [1, 2]);
    assert!(text.contains("(match ((match (a, b) {"), "{text}");
}

#[test]
fn what_the_compiler_computes_is_left_out() {
    for text in [
        "const A: u8 = 1 + 2;",
        "fn f() -> [u8; 1 + 2] { g() }",
        "fn f() { [0; 1 + 2]; }",
        "enum E { A = 1 + 2 }",
    ] {
        assert_eq!(only(text, Genre::BinaryOperator, "+", "-"), text);
    }
    let chain = "fn f() { if a && let Some(b) = c { g(); } }";
    assert_eq!(only(chain, Genre::BinaryOperator, "&&", "||"), chain);
    let or = Mutant::of(chain, Genre::BinaryOperator, "&&", "||");
    let unviable = embed(chain, &[(7, &or)], &Without::default()).unwrap().unviable;
    assert_eq!(unviable, [7].into(), "a chain of let has no ||");
    // A constant function is one no longer, unless it has to be.
    let text = "const fn f(a: u8) -> u8 { a + 2 }";
    assert!(only(text, Genre::BinaryOperator, "+", "-").starts_with("fn f(a: u8)"));
    let plus = Mutant::of(text, Genre::BinaryOperator, "+", "-");
    let kept = Without { kept: ["f".to_owned()].into(), ..Without::default() };
    assert_eq!(embedded(text, std::slice::from_ref(&plus), &kept), (text.to_owned(), vec![]));
    let without = Without { mutants: [1].into(), ..Without::default() };
    // Nor does it stay one for what calls it and has none.
    let callable = text.trim_start_matches("const ").to_owned();
    assert_eq!(embedded(text, &[plus], &without), (callable, vec![]));
}

#[test]
fn the_compiler_calls_a_copy() {
    let text = "const A: u8 = f(1); const _: () = assert!(f(1) == 1); const fn f(a: u8) -> u8 { if a < 9 { a } else { f(a - 1) } }\n";
    let less = Mutant::of(text, Genre::BinaryOperator, "<", ">");
    let without = Without { consts: ["f".to_owned()].into(), ..Without::default() };
    let (text, numbers) = embedded(text, &[less], &without);
    assert_eq!(numbers, [1]);
    assert!(text.starts_with("const A: u8 = f__const(1); const _: () = assert!(f__const(1) == 1); fn f(a: u8) -> u8 { if (match"), "{text}");
    let copy = "pub const fn f__const(a: u8) -> u8 { if a < 9 { a } else { f__const(a - 1) } }";
    assert!(text.ends_with(copy), "{text}");
}

#[test]
fn an_iterator_of_a_hidden_type_is_one_of_several() {
    let text = "fn f() -> impl Iterator<Item = u8> { g() }";
    let empty = Mutant::of(text, Genre::FnValue, "g()", "empty()");
    let once = Mutant::of(text, Genre::FnValue, "g()", "once(0)");
    let (text, _) = embedded(text, &[empty, once], &Without::default());
    let text = text.replace("crate::mutants_switch::Either", "E");
    assert!(
        text.contains("/*m1*/ 1 => E::A(empty()), /*m2*/ 2 => E::B(E::A(once(0))), "),
        "{text}"
    );
    assert!(text.contains("_ => E::B(E::B({ g() }))"), "{text}");
}

#[test]
fn an_arm_stays_where_no_other_takes_what_it_took() {
    let text = "fn f() { match a { _ if x => b(), 1 => c(), 2.. => d() } }";
    assert_eq!(only(text, Genre::MatchArm, "1 => c(),", ""), text);
}

#[test]
fn a_line_tells_its_mutants() {
    let text = "a\n/*m3*/ 3 => {}\n/*m4*/ 4 => { /*m5*/ }\n_ => {}\n";
    assert_eq!(blamed(text, 2..2), Blamed::Here(vec![3]));
    assert_eq!(blamed(text, 3..3), Blamed::Here(vec![4, 5]));
    assert_eq!(blamed(text, 2..3), Blamed::Here(vec![3, 4, 5]));
    assert_eq!(blamed(text, 4..4), Blamed::Before(vec![4, 5]));
    assert_eq!(blamed(text, 1..1), Blamed::Before(vec![]));
}
