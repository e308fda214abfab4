//! Splits a partial order of subtasks into series and parallel parts.

use super::model::Order;

/// Why an order cannot be split.
#[derive(Debug, PartialEq, Eq)]
pub enum OrderError {
    /// The subtask is before itself.
    Cycle(usize),
    /// Four subtasks `a`, `b`, `c`, `d` with only `a < c`, `a < d` and `b < d` among them.
    Crossed([usize; 4]),
}

/// Returns the order of `count` subtasks from pairs of an earlier and a later one.
pub fn split(count: usize, pairs: &[(usize, usize)]) -> Result<Order, OrderError> {
    let mut before = vec![vec![false; count]; count];
    for (a, b) in pairs {
        before[*a][*b] = true;
    }
    for middle in 0..count {
        for first in 0..count {
            if before[first][middle] {
                let later = before[middle].clone();
                let row = before[first].iter_mut().zip(later);
                row.for_each(|(is_before, later)| *is_before |= later);
            }
        }
    }
    if let Some(at) = (0..count).find(|at| before[*at][*at]) {
        return Err(OrderError::Cycle(at));
    }
    part(&(0..count).collect::<Vec<_>>(), &before)
}

/// Splits some of the subtasks.
fn part(subtasks: &[usize], before: &[Vec<bool>]) -> Result<Order, OrderError> {
    if let [only] = subtasks {
        return Ok(Order::One(*only));
    }
    let is_ordered = |a: usize, b: usize| before[a][b] || before[b][a];
    let strands = components(subtasks, is_ordered);
    if strands.len() > 1 || subtasks.is_empty() {
        let strands = strands.iter().map(|strand| part(strand, before));
        let strands = strands.collect::<Result<Vec<_>, _>>()?;
        return Ok(if strands.is_empty() {
            Order::Series(strands)
        } else {
            Order::Parallel(strands)
        });
    }
    let mut stages = components(subtasks, |a, b| !is_ordered(a, b));
    if stages.len() == 1 {
        return Err(OrderError::Crossed(crossed(subtasks, before)));
    }
    // Two stages are ordered as any two of their subtasks are.
    stages.sort_by(|a, b| before[b[0]][a[0]].cmp(&before[a[0]][b[0]]));
    let stages = stages.iter().map(|stage| part(stage, before));
    Ok(Order::Series(stages.collect::<Result<_, _>>()?))
}

/// Returns the connected components of a graph, each in the order of its subtasks.
fn components(subtasks: &[usize], is_connected: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut rest = subtasks.to_vec();
    let mut found = Vec::new();
    while !rest.is_empty() {
        let mut component = vec![rest.remove(0)];
        let mut at = 0;
        while let Some(subtask) = component.get(at).copied() {
            let (near, far) = rest
                .iter()
                .partition(|other| is_connected(subtask, **other));
            rest = far;
            component.extend::<Vec<usize>>(near);
            at += 1;
        }
        component.sort_unstable();
        found.push(component);
    }
    found
}

/// Finds four subtasks that make the order neither a series nor parallel. An order without them can be split.
fn crossed(subtasks: &[usize], before: &[Vec<bool>]) -> [usize; 4] {
    let is_ordered = |a: usize, b: usize| before[a][b] || before[b][a];
    for &a in subtasks {
        for &d in subtasks.iter().filter(|d| before[a][**d]) {
            for &b in subtasks {
                if !before[b][d] || a == b || is_ordered(a, b) {
                    continue;
                }
                let c = |c: &&usize| before[a][**c] && !is_ordered(**c, d) && !is_ordered(b, **c);
                if let Some(c) = subtasks.iter().find(c) {
                    return [a, b, *c, d];
                }
            }
        }
    }
    [subtasks[0]; 4]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(order: &Order) -> String {
        let list = |parts: &[Order], sign: &str| {
            let parts: Vec<String> = parts.iter().map(text).collect();
            format!("({})", parts.join(sign))
        };
        match order {
            Order::One(at) => at.to_string(),
            Order::Series(parts) => list(parts, " "),
            Order::Parallel(parts) => list(parts, "|"),
        }
    }

    fn split_text(count: usize, pairs: &[(usize, usize)]) -> String {
        text(&split(count, pairs).expect("it is series-parallel"))
    }

    #[test]
    fn series_and_parallel_parts_are_found() {
        assert_eq!(split_text(0, &[]), "()");
        assert_eq!(split_text(1, &[]), "0");
        assert_eq!(split_text(3, &[(2, 1), (1, 0)]), "(2 1 0)");
        assert_eq!(split_text(3, &[]), "(0|1|2)");
        assert_eq!(
            split_text(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]),
            "(0 (1|2) 3)"
        );
        assert_eq!(split_text(4, &[(3, 1), (0, 2)]), "((0 2)|(3 1))");
        assert_eq!(split_text(5, &[(0, 1), (1, 4), (0, 4)]), "((0 1 4)|2|3)");
        // All of one stage before all of the next.
        assert_eq!(
            split_text(4, &[(2, 0), (2, 1), (3, 0), (3, 1)]),
            "((2|3) (0|1))"
        );
    }

    #[test]
    fn crossed_and_cyclic_orders_are_errors() {
        let crossed = split(4, &[(0, 2), (0, 3), (1, 3)]).unwrap_err();
        assert_eq!(crossed, OrderError::Crossed([0, 1, 2, 3]));
        let cycle = split(3, &[(0, 1), (1, 2), (2, 1)]).unwrap_err();
        assert_eq!(cycle, OrderError::Cycle(1));
    }

    /// Each random order is either split into an order with the same pairs, or has four crossed subtasks.
    #[test]
    fn random_orders_keep_their_pairs() {
        let mut seed = 1u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
            (seed >> 33) % below
        };
        for _ in 0..2_000 {
            let count = 1 + random(6) as usize;
            let mut pairs = Vec::new();
            for a in 0..count {
                pairs.extend((a + 1..count).filter(|_| random(3) == 0).map(|b| (a, b)));
            }
            let mut closed = vec![vec![false; count]; count];
            pairs.iter().for_each(|(a, b)| closed[*a][*b] = true);
            for (k, i, j) in (0..count)
                .flat_map(|k| (0..count).flat_map(move |i| (0..count).map(move |j| (k, i, j))))
            {
                closed[i][j] |= closed[i][k] && closed[k][j];
            }
            match split(count, &pairs) {
                Ok(order) => {
                    let mut found = vec![vec![false; count]; count];
                    mark(&order, &mut found);
                    assert_eq!(found, closed, "{pairs:?}");
                }
                Err(OrderError::Crossed([a, b, c, d])) => {
                    assert!(closed[a][c] && closed[a][d] && closed[b][d], "{pairs:?}");
                    assert!(!closed[b][c] && !closed[a][b] && !closed[b][a]);
                    assert!(!closed[c][d] && !closed[d][c]);
                }
                Err(other) => panic!("{other:?}"),
            }
        }
    }

    fn mark(order: &Order, before: &mut [Vec<bool>]) {
        let (Order::Series(parts) | Order::Parallel(parts)) = order else {
            return;
        };
        for (at, part) in parts.iter().enumerate() {
            mark(part, before);
            if matches!(order, Order::Series(_)) {
                for first in part.subtasks() {
                    for later in parts[at + 1..].iter().flat_map(Order::subtasks) {
                        before[first][later] = true;
                    }
                }
            }
        }
    }
}
