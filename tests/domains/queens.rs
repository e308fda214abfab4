//! N queens by backtracking: column by column, in rising order of rows.

use squad_htn::prelude::*;

htn_domain! {
    pub domain queens;

    predicate size(=> u8);
    predicate queen(column: u8 => row: u8) [32];

    axiom attacked(column: u8, row: u8) {
        queen(c, r) && (r == row || r + c == row + column || r + column == row + c)
    }

    operator put(column: u8, row: u8) {
        add queen(column, row);
    }

    pub method place(column: u8) {
        branch all_placed if size(n) && column > n {}
        branch next if size(n) && let row: u8 in 1..=n && !attacked(column, row) {
            put(column, row);
            place(column + 1);
        }
    }
}

htn_domain! {
    /// N queens with attacked squares as facts: three negations instead of an axiom.
    pub domain queens_by_lines;

    predicate size(=> u8);
    predicate row_taken(u8) [32];
    predicate rising_taken(u8) [32];
    predicate falling_taken(u8) [32];

    operator put(column: u8, row: u8) {
        add row_taken(row), rising_taken(row + column), falling_taken(64 + row - column);
    }

    pub method place(column: u8) {
        branch all_placed if size(n) && column > n {}
        branch next
            if size(n) && let row: u8 in 1..=n
                && !row_taken(row) && !rising_taken(row + column)
                && !falling_taken(64 + row - column)
        {
            put(column, row);
            place(column + 1);
        }
    }
}
