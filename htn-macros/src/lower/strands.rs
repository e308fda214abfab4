//! Where the strands of `unordered` blocks begin and end.

use std::collections::BTreeMap;

use htn_core::tables::{Op, Pc};

use super::rows::Rows;

/// By the place of its end, what comes after a strand where the others are as written.
pub struct Strands(BTreeMap<Pc, After>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// The next strand.
    Strand(Pc),
    /// What is behind the block, by the jump at this place.
    Block(Pc),
}

impl Strands {
    /// Of this code: the strands of a block are behind one another, and a jump in front of them leads past the last.
    pub fn new(rows: &Rows<'_>) -> Strands {
        let code = &rows.code;
        let mut ends = BTreeMap::new();
        for (at, pair) in code.windows(2).enumerate() {
            let &[Op::Unordered(run), Op::Jump(behind)] = pair else {
                continue;
            };
            let strands = &rows.strands[run.at as usize..][..usize::from(run.len)];
            let next = strands.iter().skip(1);
            let next = next.map(|strand| (*strand, After::Strand(*strand)));
            let jump = Pc(at as u32 + 1);
            for (place, after) in next.chain([(behind, After::Block(jump))]) {
                ends.insert(Pc(place.0 - 1), after);
            }
        }
        ends.retain(|end, _| code[end.0 as usize] == Op::StrandEnd);
        Strands(ends)
    }

    /// What comes after the strand that ends at a place, if one does.
    pub fn after(&self, end: Pc) -> Option<After> {
        self.0.get(&end).copied()
    }
}
