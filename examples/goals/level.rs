//! The level: its nodes and their positions. The kinds of nodes are facts.

use squad_htn::prelude::*;

/// A node of the path network.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub enum Node {
    Gate,
    Hall,
    Terminal,
    Burrow,
    Balcony,
    Ledge,
    Crates,
    Barrier,
    Pillar,
    Van,
    Desk,
    Car,
    Counter,
    Booth,
    Office,
}

/// The level, on which decisions depend besides the facts.
pub struct Level;

impl Level {
    /// Returns the position of a node in metres.
    pub fn place(&self, node: Node) -> (f32, f32) {
        match node {
            Node::Gate => (0.0, 4.0),
            Node::Hall => (4.0, 4.0),
            Node::Terminal => (4.0, 1.0),
            Node::Burrow => (5.0, 7.0),
            Node::Balcony => (6.0, 9.0),
            Node::Ledge => (16.0, 4.0),
            Node::Crates => (7.0, 2.0),
            Node::Barrier => (7.0, 6.0),
            Node::Pillar => (9.0, 0.0),
            Node::Van => (9.0, 8.0),
            Node::Desk => (13.0, 2.0),
            Node::Car => (13.0, 6.0),
            Node::Counter => (15.0, 0.0),
            Node::Booth => (15.0, 8.0),
            Node::Office => (20.0, 4.0),
        }
    }

    pub fn distance(&self, a: Node, b: Node) -> f32 {
        let ((ax, ay), (bx, by)) = (self.place(a), self.place(b));
        (ax - bx).hypot(ay - by)
    }
}

/// The nodes that give cover.
pub const COVER: [Node; 8] = [
    Node::Crates,
    Node::Barrier,
    Node::Pillar,
    Node::Van,
    Node::Desk,
    Node::Car,
    Node::Counter,
    Node::Booth,
];

/// The links of the path network, in the direction of patrols.
pub const LINKS: [(Node, Node); 5] = [
    (Node::Gate, Node::Hall),
    (Node::Hall, Node::Terminal),
    (Node::Terminal, Node::Burrow),
    (Node::Burrow, Node::Gate),
    (Node::Ledge, Node::Hall),
];
