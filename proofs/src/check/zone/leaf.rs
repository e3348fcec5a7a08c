//! The ends of trees.

use super::Walk;
use super::zones::{Zones, extras_of};
use crate::check::contexts::Contexts;
use crate::check::fault::{Fault, FaultKind};
use crate::check::set::Set;

/// An end of a tree.
pub(super) enum Leaf {
    Won,
    Dead,
    Full,
    Pairs(Vec<[u16; 2]>),
}

impl Walk<'_> {
    /// The zones and the proof of a node without children.
    pub(super) fn leaf(
        &self,
        leaf: &Leaf,
        mv: Option<u16>,
        contexts: Contexts,
        zones: &mut Zones,
    ) -> Result<(), Fault> {
        if self.is_win && !matches!(leaf, Leaf::Won) {
            return Err(self.fault(FaultKind::NotAWin));
        }
        match leaf {
            Leaf::Won => {
                let mv = mv.ok_or_else(|| self.fault(FaultKind::NoMove))?;
                let ends = self.position.keeps_won(mv);
                for extras in extras_of(contexts).filter(|&extras| extras >= ends.len()) {
                    ends.iter().for_each(|&end| zones.cells[extras].insert(end));
                }
            }
            Leaf::Full if self.position.empty.is_empty() => {}
            Leaf::Full => return Err(self.fault(FaultKind::NotFull)),
            Leaf::Dead => self.no_window_without(&[])?,
            Leaf::Pairs(pairs) => {
                let mut paired = Set::EMPTY;
                for &cell in pairs.as_flattened() {
                    if !self.position.empty.contains(cell) || paired.contains(cell) {
                        return Err(self.at(FaultKind::Pair, cell));
                    }
                    paired.insert(cell);
                }
                self.no_window_without(pairs)?;
                for extras in extras_of(contexts) {
                    zones.cells[extras].add(&paired);
                }
            }
        }
        Ok(())
    }

    /// Every window that can still be filled has both cells of a pair.
    fn no_window_without(&self, pairs: &[[u16; 2]]) -> Result<(), Fault> {
        let mut partner = vec![u16::MAX; usize::from(self.geometry.area())];
        for &[one, other] in pairs {
            partner[usize::from(one)] = other;
            partner[usize::from(other)] = one;
        }
        for window in self.position.open_windows() {
            let is_paired = window.iter().any(|&cell| window.contains(&partner[usize::from(cell)]));
            if !is_paired {
                let [first, last] = [window[0], window[window.len() - 1]];
                let [first, last] = [first, last].map(|cell| self.geometry.cell(cell));
                return Err(self.fault(FaultKind::Open(first, last)));
            }
        }
        Ok(())
    }
}
