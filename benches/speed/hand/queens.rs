//! N queens with three bit masks.

/// The rows of the first solution, column by column, written into `rows`.
pub fn solve(size: u32, rows: &mut [u8; 32]) {
    let (mut taken, mut rising, mut falling) = (0u64, 0u64, 0u64);
    let mut column = 1;
    let mut row = 1;
    while column <= size {
        while row <= size {
            let free = taken >> row & 1 == 0
                && rising >> (row + column) & 1 == 0
                && falling >> (32 + row - column) & 1 == 0;
            if free {
                break;
            }
            row += 1;
        }
        if row <= size {
            rows[column as usize] = row as u8;
            taken |= 1 << row;
            rising |= 1 << (row + column);
            falling |= 1 << (32 + row - column);
            column += 1;
            row = 1;
        } else {
            column -= 1;
            if column == 0 {
                break;
            }
            row = u32::from(rows[column as usize]);
            taken &= !(1 << row);
            rising &= !(1 << (row + column));
            falling &= !(1 << (32 + row - column));
            row += 1;
        }
    }
}
