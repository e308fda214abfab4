//! The source of a domain: a Rust file, or a text file with a domain alone.

use std::path::{Path, PathBuf};
use std::{fmt, fs, io, thread};

use htn_core::domain::Domain;
use htn_core::reload::{Registry, ReloadedDomain};
use htn_core::tables::Tables;

use crate::diagnostic::Diagnostic;
use crate::sources::{MacroCall, MacroKind, Sources};

/// The stack for parsing: source that is nested deeply needs more than a thread of a game may have.
const STACK: usize = 64 << 20;

/// The source of a domain.
#[derive(Clone, Debug)]
pub struct Source {
    path: PathBuf,
    cfg: Vec<String>,
}

/// A domain that could not be reloaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReloadError {
    /// The program was compiled without the parts that a reload needs.
    NotEmitted {
        /// The name of the domain.
        domain: &'static str,
    },
    /// A file cannot be read.
    Unreadable {
        /// Its path.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The file of the macro call was not found.
    NoFile {
        /// The path as the compiler knows it.
        path: &'static str,
    },
    /// The file does not contain the domain.
    NoDomain {
        /// The path of the file.
        path: PathBuf,
        /// The name of the domain.
        domain: &'static str,
    },
    /// The file contains several domains with the name.
    Ambiguous {
        /// The path of the file.
        path: PathBuf,
        /// The name of the domain.
        domain: &'static str,
        /// The lines of the domains.
        lines: Vec<u32>,
    },
    /// The domain has errors, or changes that need a rebuild.
    Invalid {
        /// The errors.
        diagnostics: Vec<Diagnostic>,
        /// The errors as rustc prints them, with carets under the tokens.
        rendered: String,
    },
    /// The compiler of domains has failed.
    Failed,
}

impl fmt::Display for ReloadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const REBUILD: &str =
            "help: enable the feature `reload` of `squad-htn`, and compile the program again";
        match self {
            ReloadError::NotEmitted { domain } => {
                write!(
                    f,
                    "the domain `{domain}` was compiled without the feature `reload`; {REBUILD}"
                )
            }
            ReloadError::Unreadable { path, error } => {
                write!(f, "cannot read `{}`: {error}", path.display())
            }
            ReloadError::NoFile { path } => write!(
                f,
                "the file `{path}` of the domain was not found; help: name it with `Source::file`"
            ),
            ReloadError::NoDomain { path, domain } => {
                write!(
                    f,
                    "`{}` does not contain the domain `{domain}`",
                    path.display()
                )
            }
            ReloadError::Ambiguous {
                path,
                domain,
                lines,
            } => {
                let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "`{}` contains several domains `{domain}`, in lines {}; help: rename all but one",
                    path.display(),
                    lines.join(", ")
                )
            }
            ReloadError::Invalid { rendered, .. } => f.write_str(rendered.trim_end()),
            ReloadError::Failed => f.write_str(
                "the domain could not be compiled: the compiler of domains has panicked",
            ),
        }
    }
}

impl std::error::Error for ReloadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReloadError::Unreadable { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl Source {
    /// Returns the file in which the domain was when it was compiled.
    ///
    /// # Errors
    ///
    /// The program was compiled without the feature `reload`, or the file does not exist.
    pub fn compiled<D: Domain>() -> Result<Source, ReloadError> {
        let Registry { file, package, .. } = registry::<D>()?;
        let mut folders = Path::new(package.unwrap_or("")).ancestors();
        // The path of a file is relative to the folder of the package, or to that of its workspace. Parts are looked up by their
        // distance to it, so it has no `..`.
        let found = folders.find_map(|folder| folder.join(file).canonicalize().ok());
        found
            .map(Source::file)
            .ok_or(ReloadError::NoFile { path: file })
    }

    /// Returns the domain in a file. A file whose name ends with `.rs` contains it in a call of `htn_domain!`, and is found by
    /// the name of the domain; any other one contains the text of the domain alone.
    pub fn file(path: impl Into<PathBuf>) -> Source {
        Source {
            path: path.into(),
            cfg: Vec::new(),
        }
    }

    /// Sets a `cfg` option that the program was compiled with, such as `feature = "debug"`. Items under other conditions are
    /// left out.
    #[must_use]
    pub fn cfg(mut self, option: &str) -> Source {
        self.cfg.push(option.to_owned());
        self
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads and compiles the domain.
    ///
    /// # Errors
    ///
    /// The file cannot be read or does not contain the domain, or the domain has errors or changes that need a rebuild.
    pub fn load<D: Domain>(&self) -> Result<ReloadedDomain<D>, ReloadError> {
        let text = read(&self.path)?;
        self.load_text(text)
    }

    /// Compiles the domain in a text that has not been saved to the file.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load).
    pub fn load_text<D: Domain>(&self, text: String) -> Result<ReloadedDomain<D>, ReloadError> {
        let compiled = (registry::<D>()?, D::tables());
        let work = || self.compile::<D>(text, compiled);
        // A thread of its own has room for deeply nested source, and forgets the places of its tokens.
        thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK);
            match thread.spawn_scoped(scope, work) {
                Ok(thread) => thread.join().unwrap_or(Err(ReloadError::Failed)),
                Err(_) => Err(ReloadError::Failed),
            }
        })
    }

    fn compile<D: Domain>(
        &self,
        text: String,
        (registry, tables): (&'static Registry<D>, &'static Tables),
    ) -> Result<ReloadedDomain<D>, ReloadError> {
        let (path, domain) = (self.path.to_string_lossy().replace('\\', "/"), tables.name);
        let mut sources = Sources::new();
        self.cfg
            .iter()
            .for_each(|option| _ = sources.set_cfg(option));
        let is_rust = self.path.extension().is_some_and(|of| of == "rs");
        let added = match is_rust {
            true => sources.add(&path, text.clone()),
            false => sources.add_domain(&path, text.clone()),
        };
        let file = added.map_err(|error| {
            let rendered = error.render(&text);
            ReloadError::Invalid {
                diagnostics: vec![error],
                rendered,
            }
        })?;
        let is_domain =
            |call: &&MacroCall| call.kind() == MacroKind::Domain && call.name() == Some(domain);
        let calls: Vec<MacroCall> = (sources.file(file).calls().iter().filter(is_domain))
            .cloned()
            .collect();
        let call = match calls.as_slice() {
            [call] => call,
            [] => {
                let path = self.path.clone();
                return Err(ReloadError::NoDomain { path, domain });
            }
            several => {
                return Err(ReloadError::Ambiguous {
                    path: self.path.clone(),
                    domain,
                    lines: several
                        .iter()
                        .map(|call| call.location().start.line)
                        .collect(),
                });
            }
        };
        let package = registry
            .package
            .map(|folder| Path::new(folder).canonicalize());
        let package = package.and_then(Result::ok);
        let package = package.filter(|folder| self.path.starts_with(folder));
        let is_within = |folder: &&Path| {
            let package = package.as_deref();
            Some(*folder) == self.path.parent()
                || package.is_some_and(|package| folder.starts_with(package))
        };
        for folder in self.path.ancestors().skip(1).take_while(is_within) {
            // The parts of a domain are usually beside it. The whole package is read last.
            if sources.has_unknown_parts(call) {
                add_files(&mut sources, folder);
            }
        }
        sources
            .reload(call, registry, tables)
            .map_err(|diagnostics| {
                let rendered = diagnostics.iter().map(|of| {
                    let file = sources.files().iter().find(|file| file.path() == of.path);
                    of.render(file.map_or("", |file| file.text()))
                });
                ReloadError::Invalid {
                    rendered: rendered.collect::<Vec<_>>().join("\n"),
                    diagnostics,
                }
            })
    }
}

fn registry<D: Domain>() -> Result<&'static Registry<D>, ReloadError> {
    let domain = D::tables().name;
    D::registry().ok_or(ReloadError::NotEmitted { domain })
}

fn read(path: &Path) -> Result<String, ReloadError> {
    fs::read_to_string(path).map_err(|error| ReloadError::Unreadable {
        path: path.to_owned(),
        error,
    })
}

/// Adds the Rust files below a folder, which may contain parts of the domain. Files that cannot be read are left out: if a part
/// is missing then, that is the error.
fn add_files(sources: &mut Sources, folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().map(|name| name.to_string_lossy());
        let is_hidden = name.is_none_or(|name| name.starts_with('.') || name == "target");
        let name = path.to_string_lossy().replace('\\', "/");
        if path.is_dir() && !is_hidden {
            add_files(sources, &path);
        } else if path.extension().is_some_and(|of| of == "rs")
            && !sources.files().iter().any(|file| file.path() == name)
            && let Ok(text) = fs::read_to_string(&path)
            && text.contains("htn_part")
        {
            let _ = sources.add(&name, text);
        }
    }
}
