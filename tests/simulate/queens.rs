//! All solutions by exhaustive search.

/// Returns the rows of each solution, by column, in rising order.
pub fn all(n: u8) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    go_on(n, &mut Vec::new(), &mut found);
    found
}

fn go_on(n: u8, rows: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    if rows.len() == usize::from(n) {
        found.push(rows.clone());
        return;
    }
    for row in 1..=n {
        let here = rows.len();
        let safe = rows.iter().enumerate().all(|(column, other)| {
            *other != row && usize::from(other.abs_diff(row)) != here - column
        });
        if safe {
            rows.push(row);
            go_on(n, rows, found);
            rows.pop();
        }
    }
}
