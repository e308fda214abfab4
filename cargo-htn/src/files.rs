//! Reads files, and finds the Rust files of folders and packages.

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A file that could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The file or folder is missing or not readable.
    Io(String, io::Error),
    /// The file is not UTF-8 from this byte on.
    Encoding(String, usize),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(path, error) => write!(f, "cannot read `{path}`: {error}"),
            ReadError::Encoding(path, at) => {
                write!(f, "cannot read `{path}`: it is not UTF-8 from byte {at} on")
            }
        }
    }
}

/// Reads a file, or the standard input for `-`.
pub fn read(path: &str) -> Result<String, ReadError> {
    let bytes = if path == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.map_err(|error| ReadError::Io(path.to_owned(), error))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        ReadError::Encoding(path.to_owned(), valid)
    })
}

/// Returns the files that are named, and the Rust files of the folders that are named, each once.
pub fn expand(paths: &[String]) -> Result<Vec<String>, ReadError> {
    let mut files = Vec::new();
    for path in paths {
        if path != "-" && Path::new(path).is_dir() {
            walk(Path::new(path), &mut files)?;
        } else {
            files.push(path.clone());
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    files.retain(|file| seen.insert(file.clone()));
    Ok(files)
}

/// Collects the Rust files of a folder in the order of their names. Hidden folders and build output are left out.
fn walk(folder: &Path, files: &mut Vec<String>) -> Result<(), ReadError> {
    let failed = |error| ReadError::Io(folder.display().to_string(), error);
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        entries.push(entry.map_err(failed)?.path());
    }
    entries.sort();
    for path in entries {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let is_hidden = name.is_some_and(|name| name.starts_with('.'));
        if is_hidden || path.join("CACHEDIR.TAG").exists() {
            continue;
        }
        if path.is_dir() && !path.is_symlink() {
            walk(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let shown = path.strip_prefix(".").unwrap_or(&path);
            files.push(shown.display().to_string());
        }
    }
    Ok(())
}

/// Returns the folder of the package that a file belongs to: the nearest one with a `Cargo.toml`.
pub fn package_of(path: &str) -> Option<PathBuf> {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
    let mut folders = absolute.ancestors().skip(1);
    let root = folders.find(|folder| folder.join("Cargo.toml").exists());
    root.map(Path::to_owned)
}

/// Returns the Rust files of a package.
pub fn of_package(root: &Path) -> Vec<String> {
    // The paths of messages are relative, as those of the arguments are.
    let current = std::env::current_dir().unwrap_or_default();
    let shown = match root.strip_prefix(&current) {
        Ok(inside) if inside.as_os_str().is_empty() => Path::new("."),
        Ok(inside) => inside,
        Err(_) => root,
    };
    let mut files = Vec::new();
    // A folder that cannot be read has no parts.
    let _ = walk(shown, &mut files);
    files
}
