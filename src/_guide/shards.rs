//! Squads that move between processes.
//!
//! A world that is too large for one process is split into shards, and a squad walks from one to the other in the middle of a
//! plan. The example `examples/shards` does that: up to a dozen processes own a part of a ring each, a thousand squads wander along it, and
//! the processes talk over [Zenoh](https://zenoh.io), as peers without a broker. It is a workspace of its own, because Zenoh has 270
//! dependencies:
//!
//! ```sh
//! cd examples/shards
//! cargo test --release -- --nocapture     # three processes; then three, one of which is killed
//! ```
//!
//! # What moves
//!
//! A [`Director`](crate::Director) is saved [in the middle of its plan](super::saving#a-mission-in-the-middle), with its running actions, and
//! the loaded one does what the original would have done. So the library's part is one line. The game brings the rest:
//!
//! | the game brings | in the example |
//! |---|---|
//! | its own data about running actions: animations, timers, paths | the remaining ticks of each, by [`ActionId`](crate::ActionId) |
//! | names that mean the same in each process | places and members are terms of the domain. Handles, such as entities, are replaced with `map_terms` |
//! | the facts that the new surroundings report | none: the squad's facts are its own |
//! | the rule of who owns a squad | the place of its first member |
//! | the protocol that moves it | a query, its answer, and a confirmation |
//! | a way to know that a process is dead | Zenoh's tokens of liveliness |
//!
//! A search in progress is not saved. The example lets it end first, and hands the squad over a tick later.
//!
//! # The hand-over
//!
//! ```text
//! owner                              receiver
//!   stop the squad
//!   query: squad, number of the hop  ──▶  store it
//!   delete it                        ◀──  answer: accepted
//!   confirm                          ──▶  start it
//! ```
//!
//! At any time at most one of both runs the squad. A query that is not answered in time is repeated; the receiver recognises the number of the hop,
//! so it answers again and stores nothing. The example's log is written before each message is sent, so what a
//! killed process has done is known.
//!
//! * **The receiver dies before its answer arrives:** the owner resumes the squad. It may have been accepted, but it was
//!   not started: that needs the confirmation.
//! * **The owner dies after the receiver has accepted:** the receiver starts the squad.
//! * **A process dies with its squads:** they are lost, unless it saved them. A game saves each squad now and then, or lets another
//!   shard keep the last hand-over.
//!
//! Why the confirmation? Without it the receiver could start the squad, hand it on to a third process, and die before its first answer arrives. The
//! owner would run the squad on, and so would the third.
//!
//! This holds if a process that is reported as dead is dead. Between machines, a network that is cut looks the same as a death. Then
//! the right to run a squad has to be a lease, which a process gives up by itself when it cannot renew it, and the others wait for its end.
//!
//! # What is tested
//!
//! The test starts three processes with a thousand squads, kills one of them, and compares the logs of all:
//!
//! * No action begins twice, also not after a hand-over, and each action that began has ended or is still running at the squad's owner.
//! * No squad is run by two living processes. Each squad that is gone was owned by the killed process.
//! * A squad whose receiver died stays with its owner, and continues.
//! * The journals of every eighth squad replay: from the save of its arrival, with the same inputs, come the same commands and the same save, and the next
//!   process begins with that save.
//!
//! A [`journal`](crate::journal) of the library begins before the first tick of a director, so it cannot begin where a squad arrives. The
//! example records the inputs itself (`leg.rs`, a hundred lines).
//!
//! # What it costs
//!
//! Each process prints its figures when it ends. A squad is a message of 3 to 5 kilobytes on average, more with longer plans. The squad stands still for
//! the time of two messages, and until both processes have looked for them: the example looks once in a millisecond, if its ticks leave the time.
//!
//! One measurement, of a debug build on two cores that twenty other programs used: three shards with 90 squads, whose ticks took 130 milliseconds
//! instead of 20, handed over 10 squads a second, and a squad stood still for 0.4 to 0.5 seconds (median). So it
//! shows how long a slow tick keeps a message waiting, and not the time that Zenoh needs.
//!
//! # Other engines
//!
//! * **Bevy**: the squad is an entity with its [orders](super::bevy). Serialise the director on the one side, map its entities on the other, and despawn the squad
//!   when the answer arrives. A marker component keeps it from being ticked meanwhile.
//! * **Unreal and Unity with servers of their own**: the hand-over is an RPC between servers. Most frameworks of this kind move the *authority* over
//!   an actor; the bytes of the director travel in that message, as a byte array.
//! * **A database between the shards** (SpacetimeDB, Redis): the squad is a row, and its owner a column. A transaction that changes the owner replaces the three
//!   messages.
//! * **Actors** (Orleans, Akka): the squad is an actor that is passivated and activated elsewhere, with its save as the stored state. The runtime guarantees that it is
//!   active once.
