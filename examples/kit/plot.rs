//! Line plots as SVG, each line with a band that contains most of the runs. A plot supports dark and light themes, and
//! can be a file of its own or part of a page with several plots.

use std::fmt::Write;

use htn_view::escape_xml;

/// A line with its name.
pub struct Line {
    pub name: String,
    /// From left to right.
    pub points: Vec<Point>,
}

/// A value of a line with the limits of its band.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    pub low: f64,
    pub high: f64,
}

/// A plot of lines. The first two have colours of their own; all others share a third.
pub struct Plot {
    pub title: String,
    pub x: &'static str,
    pub y: &'static str,
    /// A marked level and its label.
    pub mark: Option<(f64, String)>,
    pub lines: Vec<Line>,
}

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 128.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 44.0;

const STYLE: &str = "\
.plot{--ink:#1d2126;--soft:#626a73;--grid:#e3e5e8;--page:#ffffff;--c0:#1f6feb;--c1:#c4352b;--c2:#6b747d}\
@media(prefers-color-scheme:dark){.plot{--ink:#e6e8ea;--soft:#98a1ab;--grid:#2b3138;--page:#14171b;--c0:#58a6ff;--c1:#ff7b72;--c2:#98a1ab}}\
.plot text{font:12px 'DejaVu Sans',Verdana,system-ui,sans-serif;fill:var(--soft)}.plot .title{font-size:14px;font-weight:600;fill:var(--ink)}\
.plot .page{fill:var(--page)}.plot .grid{stroke:var(--grid)}.plot .mark{stroke:var(--soft);stroke-dasharray:4 3}.plot .end{text-anchor:end}.plot .middle{text-anchor:middle}\
.plot .line{fill:none;stroke-width:2;stroke-linejoin:round}.plot .band{stroke:none;opacity:.18}\
.plot .s0{stroke:var(--c0)}.plot .s1{stroke:var(--c1)}.plot .s2{stroke:var(--c2)}.plot .f0{fill:var(--c0)}.plot .f1{fill:var(--c1)}.plot .f2{fill:var(--c2)}\
.plot text.f0,.plot text.f1,.plot text.f2{font-weight:600}";

impl Plot {
    /// Renders the plot. Points with values that are not finite are left out.
    pub fn to_svg(&self) -> String {
        let (right, top) = self.extent();
        let x = |value: f64| LEFT + (WIDTH - LEFT - RIGHT) * value / right;
        let y = |value: f64| HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / top;
        let title = escape_xml(&self.title);
        let mut svg = format!(
            "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n\
             <rect class=\"page\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n\
             <text class=\"title\" x=\"{LEFT}\" y=\"24\">{title}</text>\n"
        );
        for value in steps(top) {
            let at = y(value);
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{:.1}\"/><text class=\"end\" x=\"{:.1}\" y=\"{:.1}\">{value}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                at + 4.0
            );
        }
        for value in steps(right) {
            let at = x(value);
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{at:.1} {TOP}V{:.1}\"/><text class=\"middle\" x=\"{at:.1}\" y=\"{:.1}\">{value}</text>",
                HEIGHT - BOTTOM,
                HEIGHT - BOTTOM + 17.0
            );
        }
        let (middle, below) = (f64::midpoint(LEFT, WIDTH - RIGHT), HEIGHT - 8.0);
        let (x_name, y_name) = (escape_xml(self.x), escape_xml(self.y));
        let _ = writeln!(
            svg,
            "<text class=\"middle\" x=\"{middle:.1}\" y=\"{below:.1}\">{x_name}</text>"
        );
        let height = f64::midpoint(TOP, HEIGHT - BOTTOM);
        let _ = writeln!(
            svg,
            "<text class=\"middle\" x=\"13\" y=\"{height:.1}\" transform=\"rotate(-90 13 {height:.1})\">{y_name}</text>"
        );
        if let Some((level, name)) = &self.mark {
            let (at, end) = (y(*level), WIDTH - RIGHT);
            let _ = writeln!(
                svg,
                "<path class=\"mark\" d=\"M{LEFT} {at:.1}H{end:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                LEFT + 4.0,
                at - 5.0,
                escape_xml(name)
            );
        }
        for (index, line) in self.lines.iter().enumerate() {
            let points: Vec<Point> = line
                .points
                .iter()
                .copied()
                .filter(Point::is_finite)
                .collect();
            let there = points.iter().map(|point| (x(point.x), y(point.high)));
            let back = points.iter().rev().map(|point| (x(point.x), y(point.low)));
            let colour = index.min(2);
            let band = path(there.chain(back));
            let middle = path(points.iter().map(|point| (x(point.x), y(point.y))));
            let _ = writeln!(
                svg,
                "<path class=\"band f{colour}\" d=\"{band}Z\"/>\n<path class=\"line s{colour}\" d=\"{middle}\"/>"
            );
        }
        self.write_names(&mut svg, y);
        svg += "</svg>\n";
        svg
    }

    /// Writes the names of the lines at their right ends, without overlaps.
    fn write_names(&self, svg: &mut String, y: impl Fn(f64) -> f64) {
        let ends = self.lines.iter().enumerate().filter_map(|(index, line)| {
            let last = line.points.iter().rfind(|point| point.is_finite())?;
            Some((y(last.y), index.min(2), &line.name))
        });
        let mut ends: Vec<(f64, usize, &String)> = ends.collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut free = 0.0_f64;
        for (at, colour, name) in ends {
            let at = at.max(free);
            let left = WIDTH - RIGHT + 7.0;
            let mut line = 0.0;
            for words in wrap(name) {
                let _ = writeln!(
                    svg,
                    "<text class=\"f{colour}\" x=\"{left:.1}\" y=\"{:.1}\">{}</text>",
                    at + 4.0 + line,
                    escape_xml(&words)
                );
                line += 14.0;
            }
            free = at + line + 4.0;
        }
    }

    /// Returns the largest values of both axes.
    fn extent(&self) -> (f64, f64) {
        let points = || {
            self.lines
                .iter()
                .flat_map(|line| &line.points)
                .filter(|point| point.is_finite())
        };
        let right = points().map(|point| point.x).fold(1.0, f64::max);
        let highest = points()
            .map(|point| point.high.max(point.y))
            .fold(1.0, f64::max);
        let mark = self.mark.as_ref().map_or(0.0, |(level, _)| *level);
        (right, highest.max(mark) * 1.08)
    }
}

impl Point {
    fn is_finite(&self) -> bool {
        [self.x, self.y, self.low, self.high]
            .iter()
            .all(|value| value.is_finite())
    }
}

fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        let letter = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{x:.1} {y:.1}");
    }
    path
}

/// Returns about five round numbers from 0 to `end`.
fn steps(end: f64) -> impl Iterator<Item = f64> {
    let rough = end / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let step = step
        .into_iter()
        .find(|step| *step >= rough)
        .unwrap_or(power);
    (0..=(end / step) as u32).map(move |index| f64::from(index) * step)
}

/// Breaks a name into lines that fit beside the plot.
fn wrap(name: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in name.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < 15 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
