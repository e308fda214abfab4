//! The live page: the report's page, fed by a running game.
//!
//! | file | content |
//! |---|---|
//! | `archive` | the recordings of all squads, the map, and their changes as JSON |
//! | `hub` | the archive that browsers share, and their positions in it |
//! | `control` | the requests of browsers to halt and continue squads |
//! | `server` | the HTTP server: the page, and the stream of events |

mod archive;
mod control;
mod hub;
mod server;

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;

use super::error::LiveError;
use super::feed::LiveFeed;
use archive::Archive;
pub(super) use control::Requests;
use control::Token;
use hub::Hub;
use server::PageServer;

/// The default of the memory of the page.
const KEEP: usize = 64 << 20;
/// The default of the maximum number of browsers.
const CLIENTS: usize = 32;

/// The settings of a live page: the page of a [`Report`](crate::Report), in a browser while the game runs. It shows the map,
/// a row for each agent, the current plans as trees, the facts and the log of all squads, follows the game, and has a slider
/// back to the oldest tick that is kept.
///
/// ```no_run
/// # use htn_view::{LivePage, Recording, Scene, Shape};
/// # use squad_htn::prelude::*;
/// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
/// # pub struct Medic(pub u16);
/// # htn_domain! {
/// #     pub domain ward;
/// #     agent Medic;
/// #     operator rest(who: Medic) by who {}
/// #     pub method help() { rest(Medic(1)); }
/// # }
/// # use ward::{Director, Domain, Task};
/// # fn main() -> Result<(), htn_view::LiveError> {
/// # let mut director = Director::new(Task::Help);
/// let mut live = LivePage::new("The ward").ticks_a_second(30.0).serve("127.0.0.1:0")?;
/// println!("{}", live.url().unwrap_or_default()); // http://127.0.0.1:41873/
/// let mut recording = Recording::<Domain>::new().limit(4 << 20);
/// let mut scene = Scene::new();
/// loop {
///     director.tick(&(), Budget::micros(500));
///     recording.tick(&director);
///     let tick = *recording.ticks().end();
///     scene.draw(tick, "Medic(1)", Shape::mark((3.0, 4.0)).label("1"));
///     scene.forget(tick.saturating_sub(10_000));
///     live.show("ward", &recording);
///     live.draw(&scene);
/// }
/// # }
/// ```
///
/// # What the game pays
///
/// The game calls [`LiveFeed::show`], which copies the changes of a recording into a queue. It never waits for a browser, and
/// its cost does not depend on the number of browsers. A thread of the feed keeps the squads and writes what has changed, ten
/// times a second, only while a browser looks. A browser that is too slow for that gets everything that is kept instead of
/// the changes that it has missed, and so does one that comes late or comes back.
///
/// # Who can see it
///
/// By default, the page is served to this machine only, and to browsers that address it as `localhost`, as `127.0.0.1` or as
/// `[::1]`: a page of another site cannot read it through a name that it controls. There is no other file to read, and
/// nothing to write. For browsers on other machines, bind to an address that they can reach, and allow the name by which
/// they address it with [`host`](Self::host). The page is not encrypted and needs no password.
///
/// To halt and continue squads from the page, a game allows it with [`control`](Self::control): then the address that it
/// prints has a token that others do not know.
#[derive(Clone, Debug)]
pub struct LivePage {
    title: String,
    ticks_a_second: f64,
    keep: usize,
    clients: usize,
    hosts: Vec<String>,
    controls: bool,
}

impl LivePage {
    /// Creates the settings of a page with this title. [`LivePage`](Self) has an example.
    pub fn new(title: &str) -> LivePage {
        LivePage {
            title: title.to_owned(),
            ticks_a_second: 60.0,
            keep: KEEP,
            clients: CLIENTS,
            hosts: Vec::new(),
            controls: false,
        }
    }

    /// Lets browsers that have the token of the page halt squads, step them and continue them. The token is a part of
    /// [`url`](LiveFeed::url), and new each time. The game carries out the requests with [`LiveFeed::control`].
    #[must_use]
    pub fn control(mut self) -> Self {
        self.controls = true;
        self
    }

    /// Sets the ticks of the game per second. Default: 60. [`LivePage`](Self) has an example.
    #[must_use]
    pub fn ticks_a_second(mut self, ticks: f64) -> Self {
        if ticks > 0.0 && ticks.is_finite() {
            self.ticks_a_second = ticks;
        }
        self
    }

    /// Sets the approximate memory in bytes of all squads together. If it is full, the older half of a squad
    /// is dropped. Default: 64 MB.
    #[must_use]
    pub fn keep(mut self, bytes: usize) -> Self {
        self.keep = bytes.max(1 << 17);
        self
    }

    /// Sets the maximum number of browsers at the same time. Others are refused. Default: 32.
    #[must_use]
    pub fn clients(mut self, count: usize) -> Self {
        self.clients = count.max(1);
        self
    }

    /// Allows browsers to address the page by this name, `devbox.local` for example, and the page to be served at addresses
    /// that other machines can reach. The port does not matter.
    #[must_use]
    pub fn host(mut self, name: &str) -> Self {
        self.hosts.push(name.to_ascii_lowercase());
        self
    }

    /// Serves the page at an address with a port; port 0 is any free one. [`LivePage`](Self) has an example.
    ///
    /// # Errors
    ///
    /// The address is unknown or in use, or other machines can reach it and no [`host`](Self::host) is allowed.
    pub fn serve(self, address: &str) -> Result<LiveFeed, LiveError> {
        let failed = |error| LiveError::Address {
            address: address.to_owned(),
            error,
        };
        let listener = self.bind(address).map_err(|error| match error {
            BindError::Io(error) => failed(error),
            BindError::Remote(address) => LiveError::Remote { address },
        })?;
        let local = listener.local_addr().map_err(failed)?;
        let archive = Archive::new(&self.title, self.ticks_a_second, self.keep);
        let hub = Arc::new(Hub::new(archive, self.clients));
        let token = self.controls.then(Token::new).transpose();
        let token = token.map_err(LiveError::Token)?;
        let url = match &token {
            Some(token) => format!("http://{local}/#token={token}"),
            None => format!("http://{local}/"),
        };
        let requests = Arc::<Requests>::default();
        let control = token.map(|token| (token, requests.clone()));
        let server = PageServer::new(listener, hub, self.hosts, control).map_err(failed)?;
        let mut feed = LiveFeed::start(move |inbox, _| server.run(&inbox))?;
        (feed.url, feed.requests) = (Some(url), requests);
        Ok(feed)
    }

    fn bind(&self, address: &str) -> Result<TcpListener, BindError> {
        let addresses: Vec<SocketAddr> = address.to_socket_addrs()?.collect();
        let remote = addresses.iter().find(|address| !address.ip().is_loopback());
        if let (Some(remote), true) = (remote, self.hosts.is_empty()) {
            return Err(BindError::Remote(*remote));
        }
        Ok(TcpListener::bind(&addresses[..])?)
    }
}

/// The reason why an address cannot be bound.
enum BindError {
    Io(io::Error),
    Remote(SocketAddr),
}

impl From<io::Error> for BindError {
    fn from(error: io::Error) -> Self {
        BindError::Io(error)
    }
}

impl LiveFeed {
    /// Shows squads on a page that a browser opens at [`url`](Self::url), with the default settings of a [`LivePage`].
    ///
    /// # Errors
    ///
    /// As [`LivePage::serve`].
    pub fn serve(address: &str) -> Result<LiveFeed, LiveError> {
        LivePage::new("Squads").serve(address)
    }

    /// Carries out the requests of browsers since the last call: halts the director, continues it, or lets it step. The
    /// name is that of [`show`](Self::show). Call it before the director's tick. A page without [`LivePage::control`] has no
    /// requests, and the call costs a few instructions.
    ///
    /// ```no_run
    /// # use htn_view::{LivePage, Recording};
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { pub domain ward; agent u8; operator rest(who: u8) by who {} }
    /// # use ward::{Director, Domain, Task};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let mut director = Director::new(Task::Rest { who: 1 });
    /// # let mut recording = Recording::<Domain>::new();
    /// director.break_on(squad_htn::Break::operator("rest"))?;
    /// let mut live = LivePage::new("The ward").control().serve("127.0.0.1:0")?;
    /// println!("{}", live.url().unwrap_or_default()); // http://127.0.0.1:41873/#token=9f0c…
    /// loop {
    ///     live.control("ward", &mut director);
    ///     director.tick(&(), Budget::micros(500));
    ///     recording.tick(&director);
    ///     live.show("ward", &recording);
    /// }
    /// # }
    /// ```
    pub fn control<D: htn_core::Domain>(
        &mut self,
        squad: &str,
        director: &mut htn_core::Director<D>,
    ) {
        self.requests.apply(squad, director);
    }

    /// Returns the address of the page for a browser; `None` if this is no page. [`LivePage`] has an example.
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }
}
