//! Nodes that several edges lead to: looked at once, kept, and used again in
//! other positions.

use super::Walk;
use super::zones::{Zones, extras_of};
use crate::certificate::NodeId;
use crate::check::contexts::{Contexts, more};
use crate::check::fault::{Fault, FaultKind};
use crate::check::set::Set;

/// A node that several edges lead to, on its own board.
pub(super) struct Stored {
    own: Box<[u64]>,
    theirs: Box<[u64]>,
    all: Contexts,
    /// The zones of its contexts.
    zones: Box<[Box<[u64]>]>,
}

impl Walk<'_> {
    /// Keeps a node that other edges lead to.
    pub(super) fn store(&mut self, id: NodeId, symmetry: u8, zones: &Zones) {
        if !self.needs.is_shared[id.index()] {
            return;
        }
        let contexts = self.needs.contexts[id.index()];
        let back = self.geometry.images(self.geometry.inverse(symmetry));
        let area = self.geometry.area();
        let kept = |set: &Set| {
            if symmetry == 0 { set.trimmed(area) } else { set.image(back).trimmed(area) }
        };
        let stored = Stored {
            own: kept(&self.position.own),
            theirs: kept(&self.position.theirs),
            all: zones.all,
            zones: extras_of(contexts).map(|extras| kept(&zones.cells[extras])).collect(),
        };
        self.stored[id.index()] = Some(Box::new(stored));
    }

    /// The zones of a node that has been looked at, in this position.
    pub(super) fn again(
        &self,
        id: NodeId,
        stored: &Stored,
        symmetry: u8,
    ) -> Result<Box<Zones>, Fault> {
        let k = self.k();
        let contexts = self.needs.contexts[id.index()];
        let images = self.geometry.images(symmetry);
        let set = |words: &[u64]| {
            if symmetry == 0 { Set::from(words) } else { Set::from(words).image(images) }
        };
        let theirs = set(&stored.theirs);
        let extra = self.position.theirs.without(&theirs);
        let is_same = set(&stored.own) == self.position.own
            && theirs.without(&self.position.theirs).is_empty()
            && extra.len() <= 1;
        if !is_same {
            return Err(self.fault(FaultKind::Elsewhere));
        }
        let mut kept = Zones { all: stored.all, ..Zones::EMPTY };
        for (extras, zone) in extras_of(contexts).zip(&stored.zones) {
            kept.cells[extras] = set(zone);
        }
        let Some(stone) = extra.cells().next() else { return Ok(Box::new(kept)) };
        let mut zones = Zones::EMPTY;
        let matters = contexts >> 1 & 1 == 0 || !kept.of(1, &extra).is_empty();
        for extras in 0..k {
            let above = more(extras, k);
            zones.add(extras, &kept, extras);
            if !kept.of(above, &extra).is_empty() {
                zones.add(extras, &kept, above);
            }
            // Where it is not known, nothing may rest on it.
            let is_known = contexts >> above & 1 == 1;
            if !is_known || matters {
                zones.all |= 1 << extras;
            }
        }
        // Bit 0 says that the tree is no proof here even without other stones.
        if zones.is_all(0) && self.is_needed_alone() {
            return Err(self.at(FaultKind::Matters, stone));
        }
        Ok(Box::new(zones))
    }
}
