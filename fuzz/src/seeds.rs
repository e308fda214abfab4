//! Writes the corpus: saves, journals and recordings of the mission, and the domains of the repository. Run it again if a
//! format changes.
#![forbid(unsafe_code)]

use std::fs;
use std::io;
use std::path::Path;

use fuzz::{mission, unframe};

fn write(target: &str, name: &str, bytes: &[u8]) -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(name), bytes)
}

fn main() -> io::Result<()> {
    for ticks in [1, 3, 8, 15, 30] {
        let streams = mission::streams(ticks);
        let name = format!("mission-{ticks}");
        write("saves", &name, &streams.save)?;
        write("saves_json", &name, streams.json.as_bytes())?;
        write("journals", &name, &unframe(&streams.journal))?;
        write("recordings", &name, &unframe(&streams.recording))?;
        write("streams", &name, &unframe(&streams.recording))?;
    }
    let domains = Path::new(env!("CARGO_MANIFEST_DIR")).join("../htn-lang/domains");
    for entry in fs::read_dir(domains)? {
        let path = entry?.path();
        if let Some(name) = path.file_stem().and_then(|name| name.to_str()) {
            write("sources", name, &fs::read(&path)?)?;
        }
    }
    Ok(())
}
