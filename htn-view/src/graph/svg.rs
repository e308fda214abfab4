//! The graph as a picture.

use std::fmt::Write;

use super::layout::{Edge, label, lay_out};
use super::words::stroke;
use super::{Graph, NodeKind};
use crate::escape::xml;

const MARGIN: f64 = 16.0;
/// Room for the words that tell what is what.
const LEGEND: f64 = 34.0;

const STYLE: &str = "\
svg{--ink:#1d2126;--soft:#626a73;--line:#8a929b;--page:#ffffff;--method:#f3f1ea;--external:#cfe3ff;--dead:#c4352b;--hot:#1f6feb}\
@media(prefers-color-scheme:dark){svg{--ink:#e6e8ea;--soft:#98a1ab;--line:#6b747d;--page:#14171b;--method:#272d34;--external:#1d3a5f;--dead:#ff7b72;--hot:#58a6ff}}\
text{font:12px 'DejaVu Sans',Verdana,system-ui,sans-serif;fill:var(--ink);dominant-baseline:central;unicode-bidi:isolate}\
.branch{font-size:10.5px;fill:var(--soft)}.name{text-anchor:middle}\
.box{stroke:var(--line)}.method{fill:var(--method)}.external{fill:var(--external);stroke-width:1.5}.internal,.sync{fill:var(--page);stroke-dasharray:3 2}\
.edge{fill:none;stroke:var(--line)}.hot{stroke:var(--hot)}.dead{stroke:var(--dead);stroke-dasharray:4 3}.page{fill:var(--page)}.dead-text{fill:var(--dead)}\
marker path{fill:var(--line)}";

impl Graph {
    /// The graph as an SVG, laid out from left to right. Methods are round, operators are blue, and what only keeps the books
    /// is dashed; the names of branches stand where their edges begin. It goes with dark pages and light ones.
    pub fn to_svg(&self) -> String {
        let layout = lay_out(self);
        let width = (layout.width + 2.0 * MARGIN).ceil();
        let height = (layout.height + 2.0 * MARGIN + LEGEND).ceil();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
             <title>The domain {}</title>\n<style>{STYLE}</style>\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\"/></marker></defs>\n\
             <rect class=\"page\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n\
             <g transform=\"translate({MARGIN} {MARGIN})\">\n",
            xml(&self.name)
        );
        for edge in &layout.edges {
            self.edge(&mut svg, edge);
        }
        for (at, node) in self.nodes.iter().enumerate() {
            let place = &layout.boxes[at];
            let (class, round) = match node.kind {
                NodeKind::Method => ("method", 12.0),
                NodeKind::External => ("external", 3.0),
                NodeKind::Internal => ("internal", 3.0),
                NodeKind::Sync => ("sync", 12.0),
            };
            let (x, y, w, h) = (place.x, place.y, place.width, place.height);
            let _ = write!(
                svg,
                "<g><rect class=\"box {class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"{round}\"/>"
            );
            let (middle, centre) = (x + w / 2.0, y + h / 2.0);
            let name = xml(&node.name);
            let _ = write!(
                svg,
                "<text class=\"name\" x=\"{middle:.1}\" y=\"{centre:.1}\">{name}</text>"
            );
            if !node.doc.is_empty() {
                let _ = write!(svg, "<title>{}</title>", xml(&node.doc));
            }
            let count = node.branches.len().max(1) as f64;
            for (nth, branch) in node.branches.iter().enumerate() {
                let label = label(self, at, nth);
                if label.is_empty() {
                    continue;
                }
                let y = y + h * (nth as f64 + 0.5) / count;
                let class = match branch.taken {
                    Some(0) => "branch dead-text",
                    _ => "branch",
                };
                let label = xml(&label);
                let x = x + w + 5.0;
                let _ = write!(
                    svg,
                    "<text class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\">{label}</text>",
                    y - 0.5
                );
            }
            svg.push_str("</g>\n");
        }
        self.legend(&mut svg, layout.height + MARGIN + 10.0);
        svg.push_str("</g>\n</svg>\n");
        svg
    }

    fn edge(&self, svg: &mut String, edge: &Edge) {
        let branch = &self.nodes[edge.from].branches[edge.branch];
        let [start, rest @ ..] = &edge.points[..] else {
            return;
        };
        let (class, width) = match branch.taken {
            None => ("edge", 1.1),
            Some(0) => ("edge dead", 1.1),
            Some(taken) => ("edge hot", stroke(taken, self.most_taken())),
        };
        let mut path = format!("M{:.1} {:.1}", start.0, start.1);
        let (mut x, mut y) = *start;
        for (to_x, to_y) in rest {
            if *to_y == y && *to_x >= x {
                let _ = write!(path, "H{to_x:.1}");
                x = *to_x;
                continue;
            }
            // What goes back goes round.
            let bend = ((to_x - x) / 2.0).max(18.0);
            let (a, b) = match *to_x < x {
                true => (x + 60.0, to_x - 60.0),
                false => (x + bend, to_x - bend),
            };
            let _ = write!(path, "C{a:.1} {y:.1} {b:.1} {to_y:.1} {to_x:.1} {to_y:.1}");
            (x, y) = (*to_x, *to_y);
        }
        let _ = write!(
            svg,
            "<path class=\"{class}\" stroke-width=\"{width:.1}\" marker-end=\"url(#tip)\" d=\"{path}\">"
        );
        if let Some(taken) = branch.taken {
            let _ = write!(svg, "<title>taken {taken} times</title>");
        }
        svg.push_str("</path>\n");
    }

    /// What is what, of what is there.
    fn legend(&self, svg: &mut String, y: f64) {
        let kinds = [
            (NodeKind::Method, "method", "method", 7.0),
            (NodeKind::External, "external", "operator", 2.0),
            (NodeKind::Internal, "internal", "internal operator", 2.0),
            (NodeKind::Sync, "sync", "synchronisation", 7.0),
        ];
        let mut x = 0.0;
        for (kind, class, words, round) in kinds {
            if !self.nodes.iter().any(|node| node.kind == kind) {
                continue;
            }
            let _ = writeln!(
                svg,
                "<rect class=\"box {class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"22\" height=\"14\" rx=\"{round}\"/><text class=\"branch\" x=\"{:.1}\" y=\"{:.1}\">{words}</text>",
                x + 28.0,
                y + 7.0
            );
            x += 48.0 + words.len() as f64 * 6.1;
        }
        if self
            .nodes
            .iter()
            .flat_map(|node| &node.branches)
            .any(|branch| branch.taken.is_some())
        {
            let _ = writeln!(
                svg,
                "<path class=\"edge dead\" d=\"M{x:.1} {0:.1}h22\"/><text class=\"branch\" x=\"{1:.1}\" y=\"{0:.1}\">never taken</text>",
                y + 7.0,
                x + 28.0
            );
        }
    }
}
