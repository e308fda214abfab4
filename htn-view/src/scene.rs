//! The map of a report.

use std::collections::HashMap;

/// The appearance of a [`Shape`]. The page has dark and light colours for each. [`Scene`] has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Tone {
    /// The default.
    #[default]
    Plain,
    /// Barely visible.
    Faint,
    /// An obstacle.
    Wall,
    /// A member of the squad.
    Friend,
    /// An opponent.
    Foe,
    /// Harmless.
    Calm,
    /// Conspicuous.
    Warn,
    /// Finished.
    Done,
    /// Dead or absent.
    Gone,
}

impl Tone {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Faint => "faint",
            Tone::Wall => "wall",
            Tone::Friend => "friend",
            Tone::Foe => "foe",
            Tone::Calm => "calm",
            Tone::Warn => "warn",
            Tone::Done => "done",
            Tone::Gone => "gone",
        }
    }
}

/// A point of the map: x to the right, y downwards. [`Scene`] has an example.
pub type Point = (f32, f32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ShapeKind {
    Area,
    Line,
    Mark,
}

/// A shape on the map of a [`Scene`]: an area, a line, or a mark.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    pub(crate) kind: ShapeKind,
    pub(crate) outlines: Vec<Vec<Point>>,
    pub(crate) tone: Tone,
    pub(crate) label: String,
}

impl Shape {
    fn new(kind: ShapeKind, outlines: Vec<Vec<Point>>) -> Shape {
        Shape {
            kind,
            outlines,
            tone: Tone::Plain,
            label: String::new(),
        }
    }

    /// Creates an area: one outline, or several that are not connected. [`Scene`] has an example.
    pub fn area(outlines: impl IntoIterator<Item = Vec<Point>>) -> Shape {
        Shape::new(ShapeKind::Area, outlines.into_iter().collect())
    }

    /// Creates a rectangle from its upper left corner, its width and its height. [`Scene`] has an example.
    pub fn rectangle((x, y): Point, width: f32, height: f32) -> Shape {
        Shape::area([vec![
            (x, y),
            (x + width, y),
            (x + width, y + height),
            (x, y + height),
        ]])
    }

    /// Creates a line through these points. [`Scene`] has an example.
    pub fn line(points: impl IntoIterator<Item = Point>) -> Shape {
        Shape::new(ShapeKind::Line, vec![points.into_iter().collect()])
    }

    /// Creates a mark: a dot with a letter or two in it. [`Scene`] has an example.
    pub fn mark(at: Point) -> Shape {
        Shape::new(ShapeKind::Mark, vec![vec![at]])
    }

    /// Sets the appearance. [`Scene`] has an example.
    #[must_use]
    pub fn tone(mut self, tone: Tone) -> Shape {
        self.tone = tone;
        self
    }

    /// Sets the text on the shape. [`Scene`] has an example.
    #[must_use]
    pub fn label(mut self, label: &str) -> Shape {
        label.clone_into(&mut self.label);
        self
    }

    fn is_finite(&self) -> bool {
        let mut points = self.outlines.iter().flatten();
        points.all(|(x, y)| x.is_finite() && y.is_finite())
    }
}

/// The map of a report: areas, lines and marks by tick. Each shape has a name and is drawn again when it changes; a
/// mark with the name of an agent represents that agent.
///
/// ```
/// use htn_view::{Scene, Shape, Tone};
///
/// let mut scene = Scene::new();
/// scene.draw(0, "hall", Shape::rectangle((0.0, 0.0), 10.0, 6.0).label("hall"));
/// for tick in 0..100u16 {
///     let at = (f32::from(tick / 10), 3.0);
///     scene.draw(tick.into(), "Ash", Shape::mark(at).tone(Tone::Friend).label("A"));
/// }
/// // Ten places, and the hall.
/// assert_eq!(scene.len(), 11);
///
/// scene.draw(100, "fence", Shape::line(vec![(0.0, 8.0), (10.0, 8.0)]).tone(Tone::Faint));
/// scene.draw(100, "gap", Shape::area(vec![vec![(4.0, 7.0), (6.0, 7.0), (5.0, 9.0)]]));
/// scene.erase(120, "Ash");
/// assert!(!scene.is_empty());
/// ```
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Scene {
    names: HashMap<String, usize>,
    pub(crate) things: Vec<Thing>,
}

/// The first tick of a state of a shape, and the shape; `None` if it is absent.
pub(crate) type ShapeState = (u64, Option<Shape>);

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Thing {
    pub name: String,
    pub states: Vec<ShapeState>,
    /// The number of states before those, which were forgotten.
    pub forgotten: usize,
}

/// The position of a reader in a growing scene: the number of states of each shape, including forgotten ones.
#[cfg(feature = "live-page")]
#[derive(Clone, Default, Debug)]
pub(crate) struct SceneCursor(Vec<usize>);

/// The changes of a scene since a cursor.
#[cfg(feature = "live-page")]
#[derive(Clone, Debug)]
pub(crate) struct SceneChange {
    /// True if everything before is replaced.
    pub whole: bool,
    /// The shapes with new states: its index, its name, and these states.
    pub things: Vec<(usize, String, Vec<ShapeState>)>,
}

impl Scene {
    /// Creates an empty scene. The example of [`Scene`](Self) uses it.
    pub fn new() -> Scene {
        Scene::default()
    }

    /// Sets the shape with this name from this tick on. Ticks must not decrease; an unchanged shape needs no memory. A
    /// shape with coordinates that are not finite is absent. [`Scene`](Self) has an example.
    pub fn draw(&mut self, tick: u64, name: &str, shape: Shape) {
        let shape = Some(shape).filter(Shape::is_finite);
        self.set(tick, name, shape);
    }

    /// Removes the shape with this name from this tick on. [`Scene`](Self) has an example.
    pub fn erase(&mut self, tick: u64, name: &str) {
        if self.names.contains_key(name) {
            self.set(tick, name, None);
        }
    }

    fn set(&mut self, tick: u64, name: &str, shape: Option<Shape>) {
        let at = match self.names.get(name) {
            Some(at) => *at,
            None => {
                self.names.insert(name.to_owned(), self.things.len());
                self.things.push(Thing {
                    name: name.to_owned(),
                    states: Vec::new(),
                    forgotten: 0,
                });
                self.things.len() - 1
            }
        };
        let states = &mut self.things[at].states;
        if states.last().is_some_and(|(_, last)| *last == shape) {
            return;
        }
        let tick = states.last().map_or(tick, |(last, _)| tick.max(*last));
        states.push((tick, shape));
    }

    /// Drops what the scene shows before this tick, for games that run for long: each shape keeps the state that it has in
    /// that tick.
    ///
    /// ```
    /// # use htn_view::{Scene, Shape};
    /// let mut scene = Scene::new();
    /// for tick in 0..100u16 {
    ///     scene.draw(tick.into(), "Ash", Shape::mark((f32::from(tick), 3.0)));
    /// }
    /// scene.forget(90);
    /// assert_eq!(scene.len(), 10);
    /// ```
    pub fn forget(&mut self, before: u64) {
        for thing in &mut self.things {
            let old = thing.states.partition_point(|(tick, _)| *tick <= before);
            let old = old.saturating_sub(1);
            thing.states.drain(..old);
            thing.forgotten += old;
        }
    }

    /// Returns the changes since a cursor, if there are any, and moves the cursor.
    #[cfg(feature = "live-page")]
    pub(crate) fn since(&self, seen: &mut SceneCursor) -> Option<SceneChange> {
        let counts = || {
            let things = self.things.iter();
            things.map(|thing| thing.forgotten + thing.states.len())
        };
        // A scene with fewer shapes or states is another one.
        let whole =
            self.things.len() < seen.0.len() || counts().zip(&seen.0).any(|(now, was)| now < *was);
        if whole {
            seen.0.clear();
        } else if counts().eq(seen.0.iter().copied()) {
            return None;
        }
        seen.0.resize(self.things.len(), 0);
        let mut things = Vec::new();
        for (at, (thing, seen)) in self.things.iter().zip(&mut seen.0).enumerate() {
            let new = (thing.forgotten + thing.states.len()) - *seen;
            if new > 0 {
                let first = thing.states.len().saturating_sub(new);
                things.push((at, thing.name.clone(), thing.states[first..].to_vec()));
                *seen += new;
            }
        }
        Some(SceneChange { whole, things })
    }

    /// Adds the changes of a scene to a copy of it.
    #[cfg(feature = "live-page")]
    pub(crate) fn apply(&mut self, change: SceneChange) {
        if change.whole {
            *self = Scene::new();
        }
        for (_, name, states) in change.things {
            for (tick, shape) in states {
                self.set(tick, &name, shape);
            }
        }
    }

    /// Returns the number of changes. See the example of [`Scene`](Self).
    pub fn len(&self) -> usize {
        self.things.iter().map(|thing| thing.states.len()).sum()
    }

    /// Returns true if the scene has no shapes. [`Scene`](Self) has an example.
    pub fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// Returns left, top, width and height.
    pub(crate) fn bounds(&self) -> [f32; 4] {
        let shapes = self.things.iter().flat_map(|thing| &thing.states);
        let shapes = shapes.filter_map(|(_, shape)| shape.as_ref());
        let points = shapes.flat_map(|shape| shape.outlines.iter().flatten());
        let mut bounds: Option<[f32; 4]> = None;
        for (x, y) in points {
            let [left, top, right, bottom] = bounds.unwrap_or([*x, *y, *x, *y]);
            bounds = Some([left.min(*x), top.min(*y), right.max(*x), bottom.max(*y)]);
        }
        let [left, top, right, bottom] = bounds.unwrap_or([0.0, 0.0, 1.0, 1.0]);
        [left, top, (right - left).max(1.0), (bottom - top).max(1.0)]
    }
}
