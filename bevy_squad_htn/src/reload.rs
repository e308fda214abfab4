//! Squads that take over changes of their domain while the app runs.

use bevy_app::{App, First, Plugin};
use bevy_ecs::message::{Message, MessageWriter};
use bevy_ecs::prelude::{ResMut, Resource};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use squad_htn::reload::{ReloadError, ReloadedDomain, Source};
use std::fmt;
use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::domain::SquadDomain;
use crate::squads::Squads;

/// An editor may write a file in several steps: it is read after this time without a change.
const CALM: Duration = Duration::from_millis(20);

/// Reads a domain again whenever a file in the folder of its source changes, and reloads all its squads. Add it after the
/// [`SquadHtnPlugin`](crate::SquadHtnPlugin) of the domain, in development builds.
///
/// The result is a message, [`SquadReload`]. If the source has errors, the squads keep the domain that they have.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_squad_htn::prelude::*;
/// # use bevy_squad_htn::{SquadReload, SquadReloadPlugin};
/// # htn_domain! { pub domain patrol; agent Agent; operator walk(who: Agent) by who {} }
/// # impl SquadDomain for patrol::Domain {
/// #     type Params = ();
/// #     fn context(params: &()) -> &() { params }
/// # }
/// use patrol::Domain;
///
/// fn report(mut reloads: MessageReader<SquadReload<Domain>>) {
///     for reload in reloads.read() {
///         println!("{reload}");
///     }
/// }
/// # fn main() {
/// # let mut app = App::new();
/// app.add_plugins((SquadHtnPlugin::<Domain>::default(), SquadReloadPlugin::<Domain>::default()))
///     .add_systems(Update, report);
/// # }
/// ```
pub struct SquadReloadPlugin<D: SquadDomain> {
    source: Option<Source>,
    domain: PhantomData<fn() -> D>,
}

impl<D: SquadDomain> SquadReloadPlugin<D> {
    /// Reads the domain from this source.
    pub fn new(source: Source) -> Self {
        SquadReloadPlugin {
            source: Some(source),
            domain: PhantomData,
        }
    }
}

/// Reads the file in which the domain was when it was compiled.
impl<D: SquadDomain> Default for SquadReloadPlugin<D> {
    fn default() -> Self {
        SquadReloadPlugin {
            source: None,
            domain: PhantomData,
        }
    }
}

/// A changed domain was read: a message. Prints as text, with the carets of rustc if there are errors.
#[derive(Message, Clone, Debug)]
pub enum SquadReload<D: SquadDomain> {
    /// The squads take the domain over in their next tick.
    Reloaded {
        /// The domain.
        domain: ReloadedDomain<D>,
        /// The number of squads whose facts do not fit its capacities. They keep the domain that they have.
        refused: usize,
    },
    /// The source has errors, or the files cannot be watched. The squads keep the domain that they have.
    Failed {
        /// The errors.
        error: String,
    },
}

impl<D: SquadDomain> fmt::Display for SquadReload<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SquadReload::Reloaded { domain, refused: 0 } => {
                write!(f, "reloaded the domain `{}`", domain.name())
            }
            SquadReload::Reloaded { domain, refused } => write!(
                f,
                "reloaded the domain `{}`, but the facts of {refused} squads do not fit its capacities",
                domain.name()
            ),
            SquadReload::Failed { error } => f.write_str(error),
        }
    }
}

/// The watched source of a domain.
#[derive(Resource)]
struct WatchedSource<D: SquadDomain> {
    source: Option<Source>,
    /// Changes of files. A receiver cannot be shared between threads by itself.
    changes: Mutex<Receiver<()>>,
    /// The time of the last change that was not read yet.
    changed: Option<Instant>,
    /// An error that is to be reported.
    error: Option<String>,
    /// It ends with the resource.
    _watcher: Option<RecommendedWatcher>,
    domain: PhantomData<fn() -> D>,
}

impl<D: SquadDomain> WatchedSource<D> {
    fn new(source: Result<Source, ReloadError>) -> Self {
        let (sender, receiver) = channel();
        let mut watched = WatchedSource {
            source: None,
            changes: Mutex::new(receiver),
            changed: None,
            error: None,
            _watcher: None,
            domain: PhantomData,
        };
        match source {
            Ok(source) => match watch(&source, sender) {
                Ok(watcher) => {
                    watched._watcher = Some(watcher);
                    watched.source = Some(source);
                }
                Err(error) => watched.error = Some(format!("cannot watch the domain: {error}")),
            },
            Err(error) => watched.error = Some(error.to_string()),
        }
        watched
    }

    /// Returns true if files have changed, and have not changed further for a moment.
    fn is_changed(&mut self) -> bool {
        let changes = self
            .changes
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        if changes.try_iter().count() > 0 {
            self.changed = Some(Instant::now());
        }
        self.changed
            .take_if(|changed| changed.elapsed() >= CALM)
            .is_some()
    }
}

/// Watches the folder of a source: editors replace files, and parts are usually beside the domain.
fn watch(source: &Source, sender: Sender<()>) -> notify::Result<RecommendedWatcher> {
    let folder = source
        .path()
        .parent()
        .map_or_else(PathBuf::new, PathBuf::from);
    let folder = if folder.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        folder
    };
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let is_read = |event: &notify::Event| matches!(event.kind, EventKind::Access(_));
        if event.is_ok_and(|event| !is_read(&event)) {
            // Without a receiver, the app has ended.
            let _ = sender.send(());
        }
    })?;
    watcher.watch(&folder, RecursiveMode::Recursive)?;
    Ok(watcher)
}

impl<D: SquadDomain> Plugin for SquadReloadPlugin<D> {
    fn build(&self, app: &mut App) {
        let source = self.source.clone();
        let source = source.map_or_else(Source::compiled::<D>, Ok);
        app.insert_resource(WatchedSource::<D>::new(source))
            .add_message::<SquadReload<D>>()
            .add_systems(First, reload::<D>);
    }
}

fn reload<D: SquadDomain>(
    mut watched: ResMut<WatchedSource<D>>,
    mut squads: ResMut<Squads<D>>,
    mut messages: MessageWriter<SquadReload<D>>,
) {
    if let Some(error) = watched.error.take() {
        messages.write(SquadReload::Failed { error });
    }
    if !watched.is_changed() {
        return;
    }
    let Some(source) = &watched.source else {
        return;
    };
    messages.write(match source.load() {
        Ok(domain) => SquadReload::Reloaded {
            refused: squads.reload(&domain),
            domain,
        },
        Err(error) => SquadReload::Failed {
            error: error.to_string(),
        },
    });
}
