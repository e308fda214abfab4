//! The building: walls, furniture, doors, and the rooms between them.

use super::ids::{DoorId, RoomId, Spot};

/// The content of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tile {
    Wall,
    Floor,
    /// Blocks both walking and sight, so it is a hiding place.
    Furniture,
    Door(DoorId),
}

/// A room.
#[derive(Clone, Debug)]
pub struct Room {
    pub name: String,
    /// The squares of its floor.
    pub spots: Vec<Spot>,
}

/// A door between two rooms.
#[derive(Clone, Copy, Debug)]
pub struct Door {
    pub spot: Spot,
    pub sides: [RoomId; 2],
}

/// A building. The squad starts in the first room.
#[derive(Clone, Debug)]
pub struct Map {
    pub name: String,
    pub width: usize,
    pub tiles: Vec<Tile>,
    pub rooms: Vec<Room>,
    pub doors: Vec<Door>,
    room_of: Vec<Option<RoomId>>,
}

impl Map {
    /// Parses a drawing: `#` wall, `.` floor, `=` furniture, `+` door. A capital letter is floor and names its room: the
    /// name in `names` that starts with it. The squad starts in the room of the first name.
    pub fn read(name: &str, drawing: &str, names: &[&str]) -> Result<Map, String> {
        let lines: Vec<&str> = drawing.lines().filter(|line| !line.is_empty()).collect();
        let width = lines
            .iter()
            .map(|line| line.chars().count())
            .max()
            .unwrap_or(0);
        if width * lines.len() > usize::from(u16::MAX) {
            return Err(format!("map `{name}` is too large"));
        }
        let mut tiles = Vec::with_capacity(width * lines.len());
        let mut labels = Vec::new();
        let mut doors = 0;
        for line in &lines {
            let row_end = tiles.len() + width;
            for square in line.chars() {
                let spot = Spot(tiles.len() as u16);
                tiles.push(match square {
                    '#' => Tile::Wall,
                    '=' => Tile::Furniture,
                    '+' => {
                        doors += 1;
                        Tile::Door(DoorId(doors - 1))
                    }
                    letter if letter.is_ascii_uppercase() => {
                        labels.push((letter, spot));
                        Tile::Floor
                    }
                    '.' => Tile::Floor,
                    other => return Err(format!("map `{name}` has an unknown square `{other}`")),
                });
            }
            tiles.resize(row_end, Tile::Wall);
        }
        let mut named = Vec::new();
        for wanted in names {
            let label = labels
                .iter()
                .find(|(letter, _)| wanted.starts_with(*letter));
            let (_, spot) = label.ok_or(format!("map `{name}` has no square for `{wanted}`"))?;
            named.push((wanted.to_lowercase(), *spot));
        }
        Map::build(name, width, tiles, &named)
    }

    /// Builds a map from its squares and one named square per room. Doors are numbered in the order of their squares.
    pub fn build(
        name: &str,
        width: usize,
        tiles: Vec<Tile>,
        named: &[(String, Spot)],
    ) -> Result<Map, String> {
        let mut map = Map {
            name: name.to_owned(),
            width,
            room_of: vec![None; tiles.len()],
            tiles,
            rooms: Vec::new(),
            doors: Vec::new(),
        };
        for (room, spot) in named {
            if map.room_of[spot.index()].is_some() {
                return Err(format!(
                    "map `{name}` names one room twice, once as `{room}`"
                ));
            }
            map.add_room(room, *spot);
        }
        if let Some(spot) = map
            .spots()
            .find(|&spot| map.is_floor(spot) && map.room(spot).is_none())
        {
            return Err(format!(
                "map `{name}` has a room without a name at {:?}",
                map.place(spot)
            ));
        }
        map.add_doors()?;
        Ok(map)
    }

    fn add_room(&mut self, name: &str, from: Spot) {
        let id = RoomId(self.rooms.len() as u8);
        let mut spots = Vec::new();
        let mut open = vec![from];
        self.room_of[from.index()] = Some(id);
        while let Some(spot) = open.pop() {
            spots.push(spot);
            for next in self.neighbours(spot) {
                if self.is_floor(next) && self.room_of[next.index()].is_none() {
                    self.room_of[next.index()] = Some(id);
                    open.push(next);
                }
            }
        }
        spots.sort();
        self.rooms.push(Room {
            name: name.to_owned(),
            spots,
        });
    }

    fn add_doors(&mut self) -> Result<(), String> {
        for spot in self.spots() {
            if !matches!(self.tile(spot), Tile::Door(_)) {
                continue;
            }
            let mut sides: Vec<RoomId> = self
                .neighbours(spot)
                .filter_map(|next| self.room(next))
                .collect();
            sides.dedup();
            let [a, b] = sides[..] else {
                let place = self.place(spot);
                return Err(format!(
                    "map `{}`: the door at {place:?} is not between two rooms",
                    self.name
                ));
            };
            self.doors.push(Door {
                spot,
                sides: [a, b],
            });
        }
        Ok(())
    }

    pub fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        (0..self.tiles.len() as u16).map(Spot)
    }

    pub fn tile(&self, spot: Spot) -> Tile {
        self.tiles[spot.index()]
    }

    fn is_floor(&self, spot: Spot) -> bool {
        self.tile(spot) == Tile::Floor
    }

    /// Returns true if a square other than a wall is next to it, so that it can be visible.
    pub fn is_beside_floor(&self, spot: Spot) -> bool {
        let mut others = self.spots().filter(|&other| self.range(spot, other) <= 1);
        others.any(|other| self.tile(other) != Tile::Wall)
    }

    /// Returns the room of a floor square. Doors belong to no room.
    pub fn room(&self, spot: Spot) -> Option<RoomId> {
        self.room_of.get(spot.index()).copied().flatten()
    }

    pub fn room_name(&self, room: RoomId) -> &str {
        let room = self.rooms.get(usize::from(room.0));
        room.map_or("nowhere", |room| &room.name)
    }

    pub fn door(&self, door: DoorId) -> Door {
        self.doors[door.0 as usize]
    }

    pub fn door_ids(&self) -> impl Iterator<Item = DoorId> + use<> {
        (0..self.doors.len() as u8).map(DoorId)
    }

    pub fn room_ids(&self) -> impl Iterator<Item = RoomId> + use<> {
        (0..self.rooms.len() as u8).map(RoomId)
    }

    /// Returns column and row.
    pub fn place(&self, spot: Spot) -> (i32, i32) {
        (
            (spot.index() % self.width) as i32,
            (spot.index() / self.width) as i32,
        )
    }

    pub fn spot_at(&self, x: i32, y: i32) -> Spot {
        Spot((y as usize * self.width + x as usize) as u16)
    }

    /// Returns the distance in squares, ignoring walls.
    pub fn range(&self, a: Spot, b: Spot) -> i32 {
        let ((ax, ay), (bx, by)) = (self.place(a), self.place(b));
        (ax - bx).abs().max((ay - by).abs())
    }

    /// Returns the squares above, left, right and below. Squares at the edge of the map have fewer.
    pub fn neighbours(&self, spot: Spot) -> impl Iterator<Item = Spot> + use<> {
        let (x, y) = self.place(spot);
        let (width, height) = (self.width as i32, (self.tiles.len() / self.width) as i32);
        [(0, -1), (-1, 0), (1, 0), (0, 1)]
            .into_iter()
            .filter_map(move |(dx, dy)| {
                let (x, y) = (x + dx, y + dy);
                ((0..width).contains(&x) && (0..height).contains(&y))
                    .then(|| Spot((y * width + x) as u16))
            })
    }
}
