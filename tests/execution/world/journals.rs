//! Episodes are recorded in journals. Playing them again must produce the same events, and the same facts in the same order.

use squad_htn::journal::{Ending, JournalOptions, Replay};
use squad_htn::{Budget, Director, Domain};

/// Starts a journal.
pub fn keep<D: Domain>(director: &mut Director<D>) {
    let kept = director.keep_journal(JournalOptions::new());
    kept.expect("it has not ticked");
}

/// Plays the journal again and compares.
pub fn play_again<D: Domain>(
    director: &mut Director<D>,
    context: &D::Context<'_>,
    story: &[String],
) {
    // A loaded director keeps no journal.
    if director.journal_mut().is_none() {
        return;
    }
    // Changes since the last tick belong to another journal.
    director.tick(context, Budget::steps(10));
    let last = director.events().map(|event| event.to_string());
    let story: Vec<String> = story.iter().cloned().chain(last).collect();
    let mut journal = director.end_journal().expect("it is kept");
    let bytes = journal.take();
    let mut replay = Replay::<D>::new(&bytes).expect("it can be read");
    assert_eq!(replay.ending(), Ending::Ended);
    let mut again = Vec::new();
    while replay.tick(context).expect("it can be played") {
        again.extend(replay.director().events().map(|event| event.to_string()));
        assert_eq!(replay.difference(), None);
    }
    assert_eq!(again, story);
    assert_eq!(replay.refused(), 0);
    let played = replay.director();
    assert!(played.state().facts().eq(director.state().facts()));
    assert_eq!(played.search_steps(), director.search_steps());
    assert_eq!(played.answers(), director.answers());
    assert_eq!(played.searching(), director.searching());
}
