//! The graph as a picture.

use std::fmt::Write;

use super::layout::{Edge, label, lay_out, letters};
use super::{Fared, Graph, NodeKind};
use crate::escape::escape_xml;

const MARGIN: f64 = 16.0;
/// Height of the legend, and of a second line of it.
const LEGEND: f64 = 34.0;
const LEGEND_LINE: f64 = 24.0;
const LEGEND_LETTER: f64 = 6.0;

const STYLE: &str = "\
svg{--ink:#1d2126;--soft:#626a73;--line:#8a929b;--page:#ffffff;--method:#f3f1ea;--external:#cfe3ff;--often:#1f6feb;--seldom:#b27300;--never:#c4352b;--dead:#9a9fa5}\
@media(prefers-color-scheme:dark){svg{--ink:#e6e8ea;--soft:#98a1ab;--line:#6b747d;--page:#14171b;--method:#272d34;--external:#1d3a5f;--often:#58a6ff;--seldom:#e3b341;--never:#ff7b72;--dead:#7d8793}}\
text{font:12px 'DejaVu Sans',Verdana,system-ui,sans-serif;fill:var(--ink);dominant-baseline:central;unicode-bidi:isolate}\
.branch{font-size:10.5px;fill:var(--soft)}.name{text-anchor:middle}.figures{font-weight:700}\
.box{stroke:var(--line)}.method{fill:var(--method)}.external{fill:var(--external);stroke-width:1.5}.internal,.sync{fill:var(--page);stroke-dasharray:3 2}\
.edge{fill:none;stroke:var(--line)}.page{fill:var(--page)}marker path{fill:var(--line)}\
.edge.often{stroke:var(--often)}.edge.seldom{stroke:var(--seldom)}.edge.never{stroke:var(--never)}.edge.dead{stroke:var(--dead);stroke-dasharray:4 3}\
.figures.often,marker .often{fill:var(--often)}.figures.seldom,marker .seldom{fill:var(--seldom)}.figures.never,marker .never{fill:var(--never)}.figures.dead,marker .dead{fill:var(--dead)}";

impl Fared {
    fn class(self) -> &'static str {
        match self {
            Fared::Often => "often",
            Fared::Seldom => "seldom",
            Fared::NeverTaken => "never",
            Fared::NeverTried => "dead",
        }
    }
}

impl Graph {
    /// Returns the graph as an SVG, laid out from left to right. Methods are round, operators are blue, and bookkeeping
    /// is dashed; the names of branches are at the start of their edges. It suits dark and light pages.
    /// [`Graph`](crate::Graph) has an example.
    pub fn to_svg(&self) -> String {
        let layout = lay_out(self);
        let (legend, legend_width) = self.legend(layout.height + MARGIN + 10.0);
        let width = (layout.width.max(legend_width) + 2.0 * MARGIN).ceil();
        let heat = if self.counted.is_empty() {
            0.0
        } else {
            2.0 * LEGEND_LINE
        };
        let height = (layout.height + 2.0 * MARGIN + LEGEND + heat).ceil();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
             <title>The domain {}</title>\n<style>{STYLE}</style>\n\
             <defs>{}</defs>\n\
             <rect class=\"page\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n\
             <g transform=\"translate({MARGIN} {MARGIN})\">\n",
            escape_xml(&self.name),
            self.tips()
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
            let name = escape_xml(&node.name);
            let _ = write!(
                svg,
                "<text class=\"name\" x=\"{middle:.1}\" y=\"{centre:.1}\">{name}</text>"
            );
            if !node.doc.is_empty() {
                let _ = write!(svg, "<title>{}</title>", escape_xml(&node.doc));
            }
            let count = node.branches.len().max(1) as f64;
            for (nth, branch) in node.branches.iter().enumerate() {
                let label = escape_xml(&label(self, at, nth));
                let figures = match branch.heat {
                    None => String::new(),
                    Some(heat) => {
                        let (class, figures) =
                            (heat.fared().class(), branch.figures(self.searched));
                        let words = heat.words(self.searched);
                        let gap = if label.is_empty() { "" } else { " dx=\"6\"" };
                        format!(
                            "<tspan class=\"figures {class}\"{gap}>{figures}<title>{words}</title></tspan>"
                        )
                    }
                };
                if label.is_empty() && figures.is_empty() {
                    continue;
                }
                let (x, y) = (x + w + 5.0, y + h * (nth as f64 + 0.5) / count - 0.5);
                let _ = write!(
                    svg,
                    "<text class=\"branch\" x=\"{x:.1}\" y=\"{y:.1}\">{label}{figures}</text>"
                );
            }
            svg.push_str("</g>\n");
        }
        svg.push_str(&legend);
        svg.push_str("</g>\n</svg>\n");
        svg
    }

    /// Writes the arrow heads, one for each colour in use.
    fn tips(&self) -> String {
        let fared = Fared::ALL.into_iter();
        let there = fared.filter(|fared| self.heats().any(|heat| heat.fared() == *fared));
        let classes = ["tip"].into_iter().chain(there.map(Fared::class));
        let tips = classes.map(|class| {
            format!(
                "<marker id=\"{class}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"{class}\" d=\"M0 0L8 4L0 8Z\"/></marker>"
            )
        });
        tips.collect()
    }

    fn edge(&self, svg: &mut String, edge: &Edge) {
        let branch = &self.nodes[edge.from].branches[edge.branch];
        let [start, rest @ ..] = &edge.points[..] else {
            return;
        };
        let (class, tip, width) = match branch.heat {
            None => ("edge".to_owned(), "tip", 1.1),
            Some(heat) => {
                let class = heat.fared().class();
                (format!("edge {class}"), class, self.stroke(heat.tried))
            }
        };
        let mut path = format!("M{:.1} {:.1}", start.0, start.1);
        let (mut x, mut y) = *start;
        for (to_x, to_y) in rest {
            if *to_y == y && *to_x >= x {
                let _ = write!(path, "H{to_x:.1}");
                x = *to_x;
                continue;
            }
            // Backward edges are drawn as loops.
            let bend = ((to_x - x) / 2.0).max(18.0);
            let (a, b) = if *to_x < x {
                (x + 60.0, to_x - 60.0)
            } else {
                (x + bend, to_x - bend)
            };
            let _ = write!(path, "C{a:.1} {y:.1} {b:.1} {to_y:.1} {to_x:.1} {to_y:.1}");
            (x, y) = (*to_x, *to_y);
        }
        let _ = write!(
            svg,
            "<path class=\"{class}\" stroke-width=\"{width:.1}\" marker-end=\"url(#{tip})\" d=\"{path}\">"
        );
        if let Some(heat) = branch.heat {
            let label = match &branch.label[..] {
                "" => String::new(),
                label => format!("{}: ", escape_xml(label)),
            };
            let words = heat.words(self.searched);
            let _ = write!(svg, "<title>{label}{words}</title>");
        }
        svg.push_str("</path>\n");
    }

    /// Returns the legend of the kinds in use, and its width.
    fn legend(&self, y: f64) -> (String, f64) {
        let mut svg = String::new();
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
            x += 44.0 + words.len() as f64 * LEGEND_LETTER;
        }
        let mut width: f64 = x;
        if !self.counted.is_empty() {
            width = width.max(self.heat_legend(&mut svg, y + LEGEND_LINE + 7.0));
        }
        (svg, width)
    }

    /// Writes the legend of colours and widths with the sources of the counts.
    fn heat_legend(&self, svg: &mut String, y: f64) -> f64 {
        let (mut x, mut widest) = (0.0, 0.0_f64);
        let entry = |svg: &mut String, (x, y): (f64, f64), class: &str, width: f64, words: &str| {
            let _ = writeln!(
                svg,
                "<path class=\"edge {class}\" stroke-width=\"{width:.1}\" d=\"M{x:.1} {y:.1}h22\"/><text class=\"branch\" x=\"{:.1}\" y=\"{y:.1}\">{words}</text>",
                x + 28.0
            );
            x + 44.0 + letters(words) * LEGEND_LETTER
        };
        for fared in Fared::ALL {
            if self.heats().any(|heat| heat.fared() == fared) {
                let words = fared.legend(self.searched);
                x = entry(svg, (x, y), fared.class(), 2.5, words);
            }
        }
        widest = widest.max(x);
        let y = y + LEGEND_LINE - 4.0;
        x = 0.0;
        let tried = if self.searched { "tried" } else { "taken" };
        let most = self.heats().map(|heat| heat.tried).max().unwrap_or(0);
        let few_and_many = if most > 1 { &[1, most][..] } else { &[] };
        for count in few_and_many {
            let words = match count {
                1 => format!("{tried} once"),
                count => format!("{tried} {count} times"),
            };
            x = entry(svg, (x, y), "", self.stroke(*count), &words);
        }
        let figures = if self.searched {
            "figures: taken/tried"
        } else {
            "figures: taken"
        };
        let words = format!("{figures}, in {}", self.counted);
        let _ = writeln!(
            svg,
            "<text class=\"branch\" x=\"{x:.1}\" y=\"{y:.1}\">{words}</text>"
        );
        widest.max(x + letters(&words) * LEGEND_LETTER)
    }
}
