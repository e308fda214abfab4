//! The layout of a graph in columns, from tasks to their subtasks.
//!
//! It is the method of Sugiyama and others: edges of cycles are reversed; each node is one column after its last
//! predecessor; an edge that skips columns has a point in each of them; barycentres of the neighbours determine the
//! order within columns, in sweeps to the right and to the left; finally all nodes move towards their neighbours as far
//! as there is space.

use super::{Graph, NodeKind};

/// The approximate width of a letter.
const LETTER: f64 = 7.0;
const LABEL_LETTER: f64 = 6.1;
const LINE: f64 = 15.0;
const GAP: f64 = 12.0;
const COLUMN_GAP: f64 = 36.0;
const SWEEPS: usize = 24;

/// The position of a node: its upper left corner and its size.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Box {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// An edge: its branch, its target, and the points that it passes.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub from: usize,
    pub branch: usize,
    pub points: Vec<(f64, f64)>,
}

/// The layout of all nodes and edges.
pub(super) struct Layout {
    pub boxes: Vec<Box>,
    pub edges: Vec<Edge>,
    pub width: f64,
    pub height: f64,
}

/// An element of a column: a node, or a point of an edge that passes.
#[derive(Clone, Copy)]
struct LayoutItem {
    column: usize,
    height: f64,
    y: f64,
}

pub(super) fn letters(text: &str) -> f64 {
    // Characters of many scripts, and emoji, are about twice as wide.
    let wide =
        |letter: char| letter as u32 >= 0x1100 && !('\u{2000}'..'\u{2e00}').contains(&letter);
    text.chars()
        .map(|letter| if wide(letter) { 2.0 } else { 1.0 })
        .sum()
}

pub(super) fn lay_out(graph: &Graph) -> Layout {
    let columns = columns(graph);
    let count = graph.nodes.len();
    let mut items: Vec<LayoutItem> = (0..count)
        .map(|at| LayoutItem {
            column: columns[at],
            height: height(graph, at),
            y: 0.0,
        })
        .collect();
    // From item to item, with the positions at both ends: shares of the height.
    let mut links: Vec<(usize, usize, f64)> = Vec::new();
    // For each edge, the items that it passes.
    let mut routes: Vec<(usize, usize, usize, Vec<usize>)> = Vec::new();
    for (from, node) in graph.nodes.iter().enumerate() {
        for (branch, row) in node.branches.iter().enumerate() {
            for &to in row.to.iter().filter(|to| **to != from) {
                let mut route = Vec::new();
                let mut last = from;
                let port = port(graph, from, branch);
                if columns[to] > columns[from] {
                    for column in columns[from] + 1..columns[to] {
                        items.push(LayoutItem {
                            column,
                            height: 4.0,
                            y: 0.0,
                        });
                        links.push((last, items.len() - 1, if last == from { port } else { 0.5 }));
                        last = items.len() - 1;
                        route.push(last);
                    }
                    links.push((last, to, if last == from { port } else { 0.5 }));
                }
                routes.push((from, branch, to, route));
            }
        }
    }
    place(&mut items, &links);
    finish(graph, &items, &columns, routes)
}

/// Returns the number of lines: the labelled branches, and at least one.
fn height(graph: &Graph, node: usize) -> f64 {
    let branches = graph.nodes[node].branches.len();
    (branches as f64 * LINE).max(26.0)
}

/// Returns the position at which a branch leaves its node: a share of the height.
fn port(graph: &Graph, node: usize, branch: usize) -> f64 {
    let count = graph.nodes[node].branches.len().max(1);
    (branch as f64 + 0.5) / count as f64
}

/// The column of each node.
fn columns(graph: &Graph) -> Vec<usize> {
    let count = graph.nodes.len();
    // Depth first: an edge to an open node closes a cycle, and is ignored.
    let mut order = Vec::with_capacity(count);
    let mut state = vec![0u8; count];
    let mut forward: Vec<Vec<usize>> = vec![Vec::new(); count];
    let used = graph.used();
    let roots = (0..count).filter(|at| !used[*at]).chain(0..count);
    for root in roots.collect::<Vec<_>>() {
        if state[root] != 0 {
            continue;
        }
        let mut open: Vec<(usize, Vec<usize>, usize)> = vec![(root, targets(graph, root), 0)];
        state[root] = 1;
        while let Some((node, to, next)) = open.last_mut() {
            let Some(&target) = to.get(*next) else {
                state[*node] = 2;
                order.push(*node);
                open.pop();
                continue;
            };
            *next += 1;
            if state[target] != 1 {
                forward[*node].push(target);
            }
            if state[target] == 0 {
                state[target] = 1;
                open.push((target, targets(graph, target), 0));
            }
        }
    }
    let mut columns = vec![0; count];
    for &node in order.iter().rev() {
        for &to in &forward[node] {
            columns[to] = columns[to].max(columns[node] + 1);
        }
    }
    columns
}

fn targets(graph: &Graph, node: usize) -> Vec<usize> {
    let branches = graph.nodes[node].branches.iter();
    branches
        .flat_map(|branch| branch.to.iter().copied())
        .collect()
}

/// Orders and places the items of each column.
fn place(items: &mut [LayoutItem], links: &[(usize, usize, f64)]) {
    let last = items.iter().map(|item| item.column).max().unwrap_or(0);
    let mut columns: Vec<Vec<usize>> = vec![Vec::new(); last + 1];
    for (at, item) in items.iter().enumerate() {
        columns[item.column].push(at);
    }
    let (mut before, mut behind) = (vec![Vec::new(); items.len()], vec![Vec::new(); items.len()]);
    for &(from, to, port) in links {
        before[to].push((from, port));
        behind[from].push((to, port));
    }
    for column in &columns {
        stack(items, column);
    }
    let middle = |items: &[LayoutItem], at: usize, others: &[(usize, f64)], from_left: bool| {
        let y = |&(other, port): &(usize, f64)| match from_left {
            // The positions at which the edge leaves both items.
            true => items[other].y + items[other].height * port - items[at].height / 2.0,
            false => items[other].y + items[other].height / 2.0 - items[at].height * port,
        };
        let sum: f64 = others.iter().map(y).sum();
        sum / others.len() as f64
    };
    for sweep in 0..SWEEPS {
        let from_left = sweep % 2 == 0;
        let order: Vec<usize> = if from_left {
            (0..=last).collect()
        } else {
            (0..=last).rev().collect()
        };
        for column in order {
            let list = &mut columns[column];
            let neighbours = if from_left { &before } else { &behind };
            let mut wanted: Vec<(f64, usize)> = Vec::with_capacity(list.len());
            for &at in list.iter() {
                let others = &neighbours[at];
                let y = if others.is_empty() {
                    items[at].y
                } else {
                    middle(items, at, others, from_left)
                };
                wanted.push((y, at));
            }
            // The first half of the sweeps may change the order, the others only positions.
            if sweep < SWEEPS / 2 {
                wanted.sort_by(|a, b| {
                    let middle = |(y, at): &(f64, usize)| y + items[*at].height / 2.0;
                    middle(a).total_cmp(&middle(b)).then(a.1.cmp(&b.1))
                });
                *list = wanted.iter().map(|(_, at)| *at).collect();
            }
            settle(items, &wanted);
        }
    }
    let top = items
        .iter()
        .map(|item| item.y)
        .fold(f64::INFINITY, f64::min);
    for item in items {
        item.y -= top;
    }
}

/// Stacks the items of a column.
fn stack(items: &mut [LayoutItem], column: &[usize]) {
    let mut y = 0.0;
    for &at in column {
        items[at].y = y;
        y += items[at].height + GAP;
    }
}

/// Moves items as near to the wanted positions as possible without changing their order: groups of items that touch are
/// centred on the mean.
fn settle(items: &mut [LayoutItem], wanted: &[(f64, usize)]) {
    // Each group: its start, its number of items, its height, and the sum of the wanted starts.
    let mut groups: Vec<(f64, usize, f64, f64)> = Vec::new();
    for (y, at) in wanted {
        let height = items[*at].height + GAP;
        let mut group = (*y, 1, height, *y);
        while let Some(&(begin, count, above, sum)) = groups.last() {
            if begin + above <= group.0 {
                break;
            }
            groups.pop();
            let count = count + group.1;
            // The wanted starts of the lower items, as starts of the group: less the height above them.
            let sum = sum + group.3 - (group.1 as f64) * above;
            group = (sum / count as f64, count, above + group.2, sum);
        }
        groups.push(group);
    }
    let mut next = wanted.iter();
    for (begin, count, ..) in groups {
        let mut y = begin;
        for (_, at) in next.by_ref().take(count) {
            items[*at].y = y;
            y += items[*at].height + GAP;
        }
    }
}

/// Returns the text beside a branch: its label, and a sign if it is recursive.
pub(super) fn label(graph: &Graph, node: usize, branch: usize) -> String {
    let branch = &graph.nodes[node].branches[branch];
    if branch.to.contains(&node) {
        format!("{} ↻", branch.label).trim_start().to_owned()
    } else {
        branch.label.clone()
    }
}

/// Computes the widths of columns and the points of edges.
fn finish(
    graph: &Graph,
    items: &[LayoutItem],
    columns: &[usize],
    routes: Vec<(usize, usize, usize, Vec<usize>)>,
) -> Layout {
    let last = items.iter().map(|item| item.column).max().unwrap_or(0);
    let width = |at: usize| {
        let node = &graph.nodes[at];
        let extra = if node.kind == NodeKind::Sync {
            14.0
        } else {
            0.0
        };
        letters(&node.name) * LETTER + 18.0 + extra
    };
    let beside = |at: usize, branch: usize| {
        let figures = graph.nodes[at].branches[branch].figures(graph.searched);
        match (letters(&label(graph, at, branch)), letters(&figures)) {
            (0.0, 0.0) => 0.0,
            (label, 0.0) => label * LABEL_LETTER + 10.0,
            (label, figures) => label * LABEL_LETTER + figures * LETTER + 16.0,
        }
    };
    let labels = |at: usize| {
        let labels = (0..graph.nodes[at].branches.len()).map(|branch| beside(at, branch));
        labels.fold(0.0, f64::max)
    };
    // The left and right side of each column.
    let mut sides: Vec<(f64, f64)> = Vec::new();
    let mut left = 0.0;
    for column in 0..=last {
        let own = (0..graph.nodes.len()).filter(|at| columns[*at] == column);
        let wide = own.map(|at| width(at) + labels(at)).fold(0.0, f64::max);
        sides.push((left, left + wide));
        // More edges between two columns need more space.
        let crowd = items.iter().filter(|item| item.column == column).count() as f64;
        left += wide + COLUMN_GAP + crowd.min(20.0) * 2.0;
    }
    let boxes: Vec<Box> = (0..graph.nodes.len())
        .map(|at| Box {
            x: sides[columns[at]].0,
            y: items[at].y,
            width: width(at),
            height: items[at].height,
        })
        .collect();
    // Edges are straight inside a column, and curved between two.
    let edges = routes.into_iter().map(|(from, branch, to, route)| {
        let (source, target) = (&boxes[from], &boxes[to]);
        let y = source.y + source.height * port(graph, from, branch);
        let right = sides[columns[from]].1;
        let mut points = vec![
            (source.x + source.width + beside(from, branch), y),
            (right, y),
        ];
        for at in route {
            let ((left, right), y) = (sides[items[at].column], items[at].y + 2.0);
            points.extend([(left, y), (right, y)]);
        }
        points.push((target.x, target.y + target.height / 2.0));
        Edge {
            from,
            branch,
            points,
        }
    });
    let edges = edges.collect();
    let bottom = items.iter().map(|item| item.y + item.height);
    Layout {
        edges,
        width: sides.last().map_or(0.0, |(_, right)| *right),
        height: bottom.fold(0.0, f64::max),
        boxes,
    }
}
