use super::node::{Node, NodeId};
use crate::Move;

/// The nodes of a record, each with its parent and its children.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// The start is the first; a child comes somewhere after its parent.
    nodes: Vec<Node>,
}

impl Tree {
    pub(super) fn new() -> Tree {
        Tree { nodes: vec![Node::new(None, None)] }
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The child of `parent` with this move, which is made if there is none yet, and is the visited one now.
    pub(super) fn child_with(&mut self, parent: NodeId, played: Move) -> NodeId {
        let existing = self.node(parent).children.iter().copied();
        let found = existing.into_iter().find(|&child| self.node(child).played == Some(played));
        let child = found.unwrap_or_else(|| {
            let child = NodeId(u32::try_from(self.nodes.len()).expect("a record has fewer than 2^32 moves"));
            self.nodes.push(Node::new(Some(parent), Some(played)));
            self.node_mut(parent).children.push(child);
            child
        });
        self.mark_visited(child);
        child
    }

    /// Makes a node the first of its parent's children.
    pub(super) fn make_first(&mut self, id: NodeId) {
        let Some(parent) = self.node(id).parent else { return };
        let node = self.node_mut(parent);
        if let Some(place) = node.children.iter().position(|&child| child == id) {
            let visited = node.children[node.visited];
            node.children[..=place].rotate_right(1);
            node.visited = node.children.iter().position(|&child| child == visited).unwrap_or_default();
        }
    }

    /// Remembers that the line through `id` was visited last.
    pub(super) fn mark_visited(&mut self, id: NodeId) {
        let Some(parent) = self.node(id).parent else { return };
        let node = self.node_mut(parent);
        node.visited = node.children.iter().position(|&child| child == id).unwrap_or_default();
    }

    /// The nodes from the start to `id`, without the start.
    pub(super) fn path(&self, id: NodeId) -> Vec<NodeId> {
        let up = |id: &NodeId| self.node(*id).parent;
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), up).collect();
        path.pop();
        path.reverse();
        path
    }

    /// The nodes that follow `id` on the line that was visited last.
    pub(super) fn visited_below(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let down = |id: &NodeId| {
            let node = self.node(*id);
            node.children.get(node.visited).copied()
        };
        std::iter::successors(down(&id), down)
    }

    /// All nodes, each before its children and the first child before the others.
    pub(super) fn preorder(&self) -> Vec<NodeId> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut waiting = vec![NodeId::START];
        while let Some(id) = waiting.pop() {
            order.push(id);
            waiting.extend(self.node(id).children.iter().rev());
        }
        order
    }

    /// Deletes a node, which is not the start and not above `kept`, with all that follows it.
    ///
    /// The rest is numbered anew, `kept` with it.
    pub(super) fn delete(&mut self, id: NodeId, kept: &mut NodeId) {
        let Some(parent) = self.node(id).parent else { return };
        let node = self.node_mut(parent);
        node.children.retain(|&child| child != id);
        node.visited = 0;
        self.renumber(kept);
    }

    /// Deletes all that follows `kept`.
    pub(super) fn delete_below(&mut self, kept: &mut NodeId) {
        let node = self.node_mut(*kept);
        if node.children.is_empty() {
            // A game ends at a leaf nearly always, and the rest of the tree can be large.
            return;
        }
        node.children.clear();
        node.visited = 0;
        self.renumber(kept);
    }

    /// Drops the nodes that cannot be reached any more.
    fn renumber(&mut self, kept: &mut NodeId) {
        let order = self.preorder();
        let mut names = vec![None; self.nodes.len()];
        for (new, old) in (0..).zip(&order) {
            names[old.index()] = Some(NodeId(new));
        }
        let rename = |id: NodeId| names[id.index()].unwrap_or(NodeId::START);
        let nodes = order.iter().map(|&old| {
            let mut node = self.node(old).clone();
            node.parent = node.parent.map(rename);
            node.children.iter_mut().for_each(|child| *child = rename(*child));
            node
        });
        self.nodes = nodes.collect();
        *kept = rename(*kept);
    }

    /// Whether two trees hold the same moves and notes in the same order.
    pub(super) fn same_as(&self, other: &Tree) -> bool {
        let (own, others) = (self.preorder(), other.preorder());
        own.len() == others.len()
            && own.iter().zip(&others).all(|(&a, &b)| {
                let (a, b) = (self.node(a), other.node(b));
                a.played == b.played
                    && a.children.len() == b.children.len()
                    && a.result == b.result
                    && a.notes == b.notes
                    && a.marks == b.marks
                    && a.properties == b.properties
            })
    }
}
