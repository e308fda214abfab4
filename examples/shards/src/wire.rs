//! The connections between shards: peers without a broker, queries that hand squads over, and tokens of liveliness.

use std::collections::BTreeSet;
use std::time::Duration;

use zenoh::handlers::FifoChannelHandler;
use zenoh::liveliness::LivelinessToken;
use zenoh::pubsub::Subscriber;
use zenoh::query::{Query, Queryable, Reply};
use zenoh::sample::{Sample, SampleKind};
use zenoh::{Config, Session, Wait};

/// The time after which a query without an answer is repeated.
const PATIENCE: Duration = Duration::from_secs(2);

type Result<T> = std::result::Result<T, zenoh::Error>;

pub struct Wire {
    shard: u16,
    session: Session,
    squads: Queryable<FifoChannelHandler<Query>>,
    confirmations: Subscriber<FifoChannelHandler<Sample>>,
    tokens: Subscriber<FifoChannelHandler<Sample>>,
    /// The other shards that live.
    pub alive: BTreeSet<u16>,
    /// Withdrawn when the process ends, however it ends.
    _token: LivelinessToken,
}

/// The answer to a hand-over, once it has arrived.
pub enum Answer {
    Pending,
    Accepted,
    /// The query failed, or was not answered in time.
    None,
}

/// A query that hands a squad over.
pub struct Handover(FifoChannelHandler<Reply>);

impl Wire {
    /// Connects to the shards with lower numbers. Shard `n` listens on the port `port + n` of the loopback interface.
    pub fn open(shard: u16, port: u16) -> Result<Wire> {
        let mut config = Config::default();
        let endpoint = |shard: u16| format!("\"tcp/127.0.0.1:{}\"", port + shard);
        let others: Vec<String> = (0..shard).map(endpoint).collect();
        for (key, value) in [
            ("mode", "\"peer\"".to_owned()),
            ("scouting/multicast/enabled", "false".to_owned()),
            ("listen/endpoints", format!("[{}]", endpoint(shard))),
            ("connect/endpoints", format!("[{}]", others.join(","))),
        ] {
            config.insert_json5(key, &value)?;
        }
        let session = zenoh::open(config).wait()?;
        let squads = session
            .declare_queryable(format!("shards/{shard}/squad"))
            .wait()?;
        let confirmations = session
            .declare_subscriber(format!("shards/{shard}/confirm/*/*"))
            .wait()?;
        let tokens = session.liveliness().declare_subscriber("shards/alive/*");
        let tokens = tokens.history(true).wait()?;
        let token = session
            .liveliness()
            .declare_token(format!("shards/alive/{shard}"));
        let token = token.wait()?;
        Ok(Wire {
            shard,
            squads,
            confirmations,
            tokens,
            alive: BTreeSet::new(),
            _token: token,
            session,
        })
    }

    /// Updates the set of living shards.
    pub fn update(&mut self) {
        while let Ok(Some(sample)) = self.tokens.try_recv() {
            let Some([shard]) = numbers(sample.key_expr().as_str()) else {
                continue;
            };
            let shard = shard as u16;
            match sample.kind() {
                SampleKind::Put if shard == self.shard => {}
                SampleKind::Put => {
                    self.alive.insert(shard);
                }
                SampleKind::Delete => {
                    self.alive.remove(&shard);
                }
            }
        }
    }

    /// Asks a shard to accept a squad.
    pub fn hand_over(&self, to: u16, squad: &[u8]) -> Result<Handover> {
        let query = self.session.get(format!("shards/{to}/squad"));
        let query = query.payload(squad).timeout(PATIENCE);
        // The receiver needs to know who will confirm.
        let query = query.attachment(self.shard.to_le_bytes().to_vec());
        Ok(Handover(query.wait()?))
    }

    /// Returns the next squad that is handed over, with the shard that it comes from.
    pub fn next_squad(&self) -> Option<(u16, Vec<u8>, Query)> {
        let query = self.squads.try_recv().ok()??;
        let from = query.attachment()?.to_bytes();
        let from = u16::from_le_bytes(from.as_ref().try_into().ok()?);
        let bytes = query.payload()?.to_bytes().into_owned();
        Some((from, bytes, query))
    }

    /// Answers a hand-over.
    pub fn accept(&self, query: &Query) -> Result<()> {
        query.reply(query.key_expr().clone(), "accepted").wait()
    }

    /// Confirms that this shard has given a squad up.
    pub fn confirm(&self, to: u16, squad: u32, hop: u32) -> Result<()> {
        let key = format!("shards/{to}/confirm/{squad}/{hop}");
        let put = self.session.put(key, "");
        put.congestion_control(zenoh::qos::CongestionControl::Block)
            .wait()
    }

    /// Returns the next squad and hop that another shard has confirmed.
    pub fn next_confirmation(&self) -> Option<(u32, u32)> {
        let sample = self.confirmations.try_recv().ok()??;
        numbers(sample.key_expr().as_str()).map(|[squad, hop]| (squad, hop))
    }
}

impl Handover {
    pub fn answer(&self) -> Answer {
        match self.0.try_recv() {
            Ok(Some(reply)) if reply.result().is_ok() => Answer::Accepted,
            Ok(None) => Answer::Pending,
            _ => Answer::None,
        }
    }
}

/// Returns the numbers at the end of a key.
fn numbers<const N: usize>(key: &str) -> Option<[u32; N]> {
    let mut numbers = [0; N];
    let mut parts = key.rsplit('/');
    for number in numbers.iter_mut().rev() {
        *number = parts.next()?.parse().ok()?;
    }
    Some(numbers)
}
