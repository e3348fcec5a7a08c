//! The switch that is thrown when a program starts.

/// The call that gives the number of the mutant that is switched on.
pub(super) const ACTIVE: &str = "crate::mutants_switch::active()";

/// The module of that call, for the end of a crate's root.
pub(in crate::mutants) const SWITCH: &str = "
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
