//! For how many extra stones each node's zone is needed.

use crate::certificate::{Certificate, NodeId, What, part};

/// A set of numbers of extra stones, 0 to k − 1: bit j is for j of them, and
/// the highest for any more too.
pub(super) type Contexts = u8;

/// What holds of a certificate's nodes before anything is played.
pub(super) struct Needs {
    /// The contexts of each node.
    pub(super) contexts: Vec<Contexts>,
    /// Whether more than one edge leads to it.
    pub(super) is_shared: Vec<bool>,
}

/// One extra stone more.
pub(super) fn up(contexts: Contexts, k: usize) -> Contexts {
    let highest = 1 << (k - 1);
    (contexts << 1 | (contexts & highest)) & ((highest << 1) - 1)
}

/// One number of extra stones, and one more.
pub(super) fn more(extras: usize, k: usize) -> usize {
    (extras + 1).min(k - 1)
}

/// The same and all numbers between none and the highest: whether a stone
/// matters to a tree is asked of its zone for one, whatever it bears besides.
fn closed(contexts: Contexts) -> Contexts {
    let highest = contexts.checked_ilog2().unwrap_or(0);
    contexts | ((1 << highest) - 1) & !1
}

/// What is needed so that the root is judged in these contexts.
pub(super) fn needs(certificate: &Certificate, root: Contexts) -> Needs {
    let k = usize::from(certificate.head().variant().k());
    let nodes = certificate.nodes();
    let mut uses = vec![0_u8; nodes];
    for edge in &certificate.edges {
        let uses = &mut uses[edge.node.index()];
        *uses = uses.saturating_add(1);
    }
    let is_shared: Vec<bool> = uses.iter().map(|&uses| uses > 1).collect();
    let mut contexts: Vec<Contexts> = vec![0; nodes];
    contexts[certificate.root().index()] = closed(root);
    // Parents come behind their children.
    for at in (0..nodes).rev() {
        let id = NodeId(at as u32);
        let record = certificate.record(id);
        let here = contexts[at];
        let edges = certificate.edges(id);
        let groups = match record.what {
            What::WithDefault => edges.len() - 1,
            _ => edges.len(),
        };
        let mut give = |edge: usize, what: Contexts| {
            let node = edges[edge].node.index();
            let what = if is_shared[node] { what | up(what, k) } else { what };
            contexts[node] = closed(contexts[node] | what);
        };
        (0..groups).for_each(|edge| give(edge, here));
        if matches!(record.what, What::Named | What::WithDefault | What::WithFirst) {
            for reply in part(&certificate.replies, record.cells) {
                if !reply.is_first {
                    give(reply.edge as usize, up(here, k));
                }
            }
        }
        match record.what {
            What::WithDefault => give(groups, up(here, k)),
            What::WithFirst => give(0, up(here, k)),
            _ => {}
        }
    }
    Needs { contexts, is_shared }
}
