//! A prover's win as a certificate.

use tesuji_core::Game;
use tesuji_core::gomoku::Cell;
use tesuji_core::gomoku::naive::Board;
use tesuji_solvers::gomoku::proof::tree::{Edge as ProofEdge, Node, Rest as ProofRest, Tree};

use crate::builder::Builder;
use crate::certificate::{Certificate, Edge, Head, HeadError, Kind, NodeId, Rest};

impl Certificate {
    /// The certificate of a win that a prover has found for the side to move:
    /// node by node what its tree has. Whether that wins only the judge says.
    ///
    /// # Errors
    /// Where somebody has won the position.
    pub fn from_proof(root: &Board, tree: &Tree) -> Result<Certificate, HeadError> {
        let head = Head::new(root.clone(), root.to_move(), Kind::Win)?;
        let mut builder = Builder::new();
        let mut nodes: Vec<NodeId> = Vec::with_capacity(tree.len());
        for id in tree.ids() {
            // Children come first.
            let edge =
                |edge: &ProofEdge| Edge { node: nodes[edge.node.index()], symmetry: edge.symmetry };
            let node = match tree.node(id) {
                Node::Five { is_only: true, .. } => builder.five(),
                Node::Five { mv, .. } => builder.end(mv),
                Node::Four { mv, next, .. } => builder.four(mv, edge(&next)),
                Node::Replies { mv, replies, edges, rest } => {
                    let mut groups: Vec<(Vec<Cell>, Edge)> =
                        edges.iter().map(|next| (Vec::new(), edge(next))).collect();
                    for reply in replies {
                        groups[reply.edge as usize].0.push(reply.cell);
                    }
                    let groups: Vec<(&[Cell], Edge)> =
                        groups.iter().map(|(cells, edge)| (&cells[..], *edge)).collect();
                    let rest = match rest {
                        ProofRest::None => Rest::None,
                        ProofRest::First => Rest::First,
                        ProofRest::Default(next) => Rest::Default(edge(&next)),
                    };
                    builder.replies(Some(mv), &groups, rest)
                }
            };
            nodes.push(node);
        }
        let root = nodes[tree.root().index()];
        Ok(builder.finish(head, root))
    }
}
