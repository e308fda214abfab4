//! Random buildings.

use super::ids::{DoorId, Spot};
use super::map::{Map, Tile};
use super::rng::Rng;

const WIDTH: usize = 60;
const HEIGHT: usize = 19;
/// The minimum side of a room.
const SHORTEST: usize = 5;
const LARGEST: usize = 130;

const NAMES: [&str; 24] = [
    "lobby",
    "corridor",
    "office",
    "archive",
    "kitchen",
    "canteen",
    "server room",
    "print room",
    "storage",
    "workshop",
    "laboratory",
    "reading room",
    "studio",
    "cloakroom",
    "laundry",
    "meeting room",
    "boiler room",
    "clinic",
    "gym",
    "library",
    "mail room",
    "security",
    "parlour",
    "attic",
];

/// A rectangle of floor, without its walls.
#[derive(Clone, Copy)]
struct Area {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

/// Divides a rectangle into rooms, connects all of them by doors, and furnishes them.
pub fn generate(seed: u64) -> Result<Map, String> {
    let mut rng = Rng::new(seed ^ 0x6D61_7073);
    let whole = Area {
        x: 1,
        y: 1,
        width: WIDTH - 2,
        height: HEIGHT - 2,
    };
    let mut areas = Vec::new();
    cut(whole, &mut rng, &mut areas);

    let mut tiles = vec![Tile::Wall; WIDTH * HEIGHT];
    for area in &areas {
        for y in area.y..area.y + area.height {
            tiles[y * WIDTH + area.x..][..area.width].fill(Tile::Floor);
        }
    }
    let doors = join(&areas, &tiles, &mut rng);
    for area in &areas[1..] {
        furnish(*area, &doors, &mut tiles, &mut rng);
    }
    for (number, &door) in doors.iter().enumerate() {
        tiles[door] = Tile::Door(DoorId(number as u8));
    }
    // The label goes to a corner, which never has furniture.
    let corner = |area: &Area| Spot((area.y * WIDTH + area.x) as u16);
    let named: Vec<_> = areas
        .iter()
        .zip(NAMES)
        .map(|(area, name)| (name.to_owned(), corner(area)))
        .collect();
    Map::build("random", WIDTH, tiles, &named)
}

fn cut(area: Area, rng: &mut Rng, out: &mut Vec<Area>) {
    let across = area.width > 2 * SHORTEST;
    let along = area.height > 2 * SHORTEST;
    let small = area.width * area.height <= LARGEST && area.width <= 16;
    if small || !(across || along) {
        out.push(area);
        return;
    }
    // Characters are twice as high as wide, so rooms look right if they are twice as wide as high.
    if across && (!along || area.width > 2 * area.height || rng.percent(30)) {
        let left = SHORTEST + rng.below(area.width - 2 * SHORTEST);
        cut(
            Area {
                width: left,
                ..area
            },
            rng,
            out,
        );
        cut(
            Area {
                x: area.x + left + 1,
                width: area.width - left - 1,
                ..area
            },
            rng,
            out,
        );
    } else {
        let top = SHORTEST + rng.below(area.height - 2 * SHORTEST);
        cut(
            Area {
                height: top,
                ..area
            },
            rng,
            out,
        );
        cut(
            Area {
                y: area.y + top + 1,
                height: area.height - top - 1,
                ..area
            },
            rng,
            out,
        );
    }
}

/// Chooses squares for doors: a random spanning tree of the rooms, and a few more.
fn join(areas: &[Area], tiles: &[Tile], rng: &mut Rng) -> Vec<usize> {
    let mut walls = Vec::new();
    for a in 0..areas.len() {
        for b in a + 1..areas.len() {
            let shared = shared_wall(areas[a], areas[b], tiles);
            if let Some(&square) = rng.pick(&shared) {
                walls.push((a, b, square));
            }
        }
    }
    rng.shuffle(&mut walls);
    let mut group: Vec<usize> = (0..areas.len()).collect();
    let mut doors = Vec::new();
    for (a, b, square) in walls {
        let apart = group[a] != group[b];
        if apart || rng.percent(20) {
            doors.push(square);
            let (from, to) = (group[b], group[a]);
            group
                .iter_mut()
                .filter(|g| **g == from)
                .for_each(|g| *g = to);
        }
    }
    doors.sort_unstable();
    doors
}

/// Returns the wall squares between the floors of two rooms.
fn shared_wall(a: Area, b: Area, tiles: &[Tile]) -> Vec<usize> {
    let inside = |area: Area, x: usize, y: usize| {
        (area.x..area.x + area.width).contains(&x) && (area.y..area.y + area.height).contains(&y)
    };
    let between = |p: (usize, usize), q: (usize, usize)| {
        inside(a, p.0, p.1) && inside(b, q.0, q.1) || inside(b, p.0, p.1) && inside(a, q.0, q.1)
    };
    let mut found = Vec::new();
    for y in 1..HEIGHT - 1 {
        for x in 1..WIDTH - 1 {
            let wall = tiles[y * WIDTH + x] == Tile::Wall;
            if wall && (between((x - 1, y), (x + 1, y)) || between((x, y - 1), (x, y + 1))) {
                found.push(y * WIDTH + x);
            }
        }
    }
    found
}

/// Places blocks of furniture with floor all round, so that every square stays reachable.
fn furnish(area: Area, doors: &[usize], tiles: &mut [Tile], rng: &mut Rng) {
    for _ in 0..area.width * area.height / 30 {
        let (width, height) = (1 + rng.below(4), 1 + rng.below(2));
        if area.width < width + 2 || area.height < height + 2 {
            continue;
        }
        let x = area.x + 1 + rng.below(area.width - width - 1);
        let y = area.y + 1 + rng.below(area.height - height - 1);
        let all_round =
            (y - 1..=y + height).flat_map(|y| (x - 1..=x + width).map(move |x| y * WIDTH + x));
        let blocked = |square: usize| tiles[square] != Tile::Floor || doors.contains(&square);
        if all_round.into_iter().any(blocked) {
            continue;
        }
        for row in y..y + height {
            tiles[row * WIDTH + x..][..width].fill(Tile::Furniture);
        }
    }
}
