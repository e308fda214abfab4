//! The sentences of the transcript.

use crate::body::{HURT, Line};
use crate::map::name;
use crate::mind::SECOND;
use crate::story::{Act, Happening, StoryLine, Tone};
use crate::terms::{Answer, Mission, Order, Side};

/// Returns the line of one event, or of several that share a line.
pub fn sentence(group: &[&Happening]) -> Option<StoryLine> {
    use Happening as H;
    let all = |name: fn(&Happening) -> Option<String>| {
        let mut names: Vec<String> = group.iter().filter_map(|it| name(it)).collect();
        names.sort();
        list(names.iter().map(String::as_str))
    };
    let line = match *group.first()? {
        H::Sees { who, place, .. } => {
            let text = format!("{who} sees {} at the {}", all(sight), name(*place));
            line(who.side(), Tone::Sight, text)
        }
        H::FindsNobody {
            who,
            foe,
            place,
            wrongly,
        } => {
            let yet = if *wrongly {
                ", who is there unnoticed"
            } else {
                ""
            };
            let text = format!("{who} does not find {foe:?} at the {}{yet}", name(*place));
            line(who.side(), Tone::Sight, text)
        }
        H::FindsDead { mate, .. } => {
            let text = format!("{mate} is dead, found by {}", all(witness));
            line(mate.side(), Tone::Loss, text)
        }
        H::Overhears {
            who,
            foe,
            place,
            coming,
        } => {
            let (by, place) = (all(witness), name(*place));
            let hear = if group.len() == 1 { "hears" } else { "hear" };
            let text = match coming {
                Some(goal) => format!(
                    "{by} over{hear} {foe:?} at the {place}: the enemy goes to the {}",
                    name(*goal)
                ),
                None => format!("{by} {hear} {foe:?} talk at the {place}"),
            };
            line(who.side(), Tone::Overheard, text)
        }
        H::Briefs {
            who, to, friends, ..
        } if friends.is_empty() => line(
            who.side(),
            Tone::Speech,
            format!("{who} calls {to}, out of earshot of everyone"),
        ),
        H::Briefs {
            who, friends, news, ..
        } => {
            let news = news
                .iter()
                .map(|(foe, place)| format!("{foe:?} is at the {}", name(*place)));
            let news: Vec<String> = news.collect();
            let news = if news.is_empty() {
                "nothing new".to_owned()
            } else {
                list(news.iter().map(String::as_str))
            };
            let friends = list(friends.iter().map(|friend| friend.name()));
            line(
                who.side(),
                Tone::Speech,
                format!("{who} reports to {friends}: {news}"),
            )
        }
        H::Radio { who, line: said } => line(
            who.side(),
            Tone::Command,
            format!("{who} to headquarters: {}", radio(*said)?),
        ),
        acts @ H::Acts { .. } => return act(acts),
        H::Order { .. } | H::Answer { .. } | H::Mission { .. } | H::TakesOver { .. } => {
            return command(group[0]);
        }
        H::Hit {
            who, by, health, ..
        } => {
            let badly = if *health < HURT { " badly" } else { "" };
            line(
                who.side(),
                Tone::Loss,
                format!("{who} is{badly} hit by {by}"),
            )
        }
        H::Dies {
            who,
            by,
            place,
            led,
            unsaid,
        } => {
            let led = if *led { ", a squad leader," } else { "" };
            let unsaid = if unsaid.is_some() {
                ", in the middle of a sentence"
            } else {
                ""
            };
            let text = format!("{who}{led} is shot by {by} at the {}{unsaid}", name(*place));
            line(who.side(), Tone::Loss, text)
        }
        H::Bandages { who } => line(who.side(), Tone::Loss, format!("{who} bandages himself")),
        H::Taken { side, place } => line(
            *side,
            Tone::Place,
            format!("{} takes the {}", side.name(), name(*place)),
        ),
    };
    Some(line)
}

fn line(side: Side, tone: Tone, text: String) -> StoryLine {
    StoryLine { side, tone, text }
}

/// Describes a seen enemy, with the previous belief about him.
fn sight(seen: &Happening) -> Option<String> {
    let Happening::Sees { foe, before, .. } = seen else {
        return None;
    };
    Some(match before {
        Some((before, age)) if *age >= 3 * SECOND => {
            let age = age / SECOND;
            format!("{foe:?} (believed at the {} {age} s ago)", name(*before))
        }
        _ => format!("{foe:?}"),
    })
}

fn witness(seen: &Happening) -> Option<String> {
    match seen {
        Happening::FindsDead { who, .. } | Happening::Overhears { who, .. } => {
            Some(who.name().to_owned())
        }
        _ => None,
    }
}

/// Returns the lines of orders, answers, missions and changes of leader.
fn command(happening: &Happening) -> Option<StoryLine> {
    use Happening as H;
    let line = match happening {
        H::Order {
            who,
            to,
            what,
            heard,
            lives,
        } => {
            let missed = match (heard, lives) {
                (true, _) => "",
                (false, true) => ", who is too far away to hear it",
                (false, false) => ", who is dead",
            };
            let text = format!("{who} orders {to} {}{missed}", order(*what));
            line(who.side(), Tone::Order, text)
        }
        H::Answer {
            who,
            order: what,
            what: no @ (Answer::Refused | Answer::Broken),
            heard,
            leads,
        } => {
            let missed = if *heard {
                ""
            } else {
                "; his leader does not hear it"
            };
            let what = order(*what);
            let text = match (no, leads) {
                (Answer::Refused, true) => format!("{who} refuses his own order {what}"),
                (Answer::Refused, false) => format!("{who} refuses {what}{missed}"),
                _ => format!("{who} abandons his order {what} to save his life{missed}"),
            };
            line(who.side(), Tone::Refusal, text)
        }
        H::Answer { who, what, .. } => line(
            who.side(),
            Tone::Speech,
            format!("{who}: {}", answer(*what)),
        ),
        H::Mission {
            side,
            squad,
            to,
            what,
            answers,
        } => {
            let what = match what {
                Mission::Take(place) => format!("take the {}", name(*place)),
                Mission::Hold(place) => format!("hold the {}", name(*place)),
            };
            let answers = if *answers { "" } else { ": no answer" };
            let text = format!("headquarters to {to}: {squad} is to {what}{answers}");
            line(*side, Tone::Command, text)
        }
        H::TakesOver {
            who,
            before,
            comrades,
        } => {
            let before = before.map_or("no leader", |before| before.name());
            let heard = if comrades.is_empty() {
                "no one hears it".to_owned()
            } else {
                format!(
                    "{} heard it",
                    list(comrades.iter().map(|comrade| comrade.name()))
                )
            };
            line(
                who.side(),
                Tone::Loss,
                format!("{who} takes over from {before}; {heard}"),
            )
        }
        _ => return None,
    };
    Some(line)
}

/// Returns the line of an act, with the error in its belief.
fn act(happening: &Happening) -> Option<StoryLine> {
    let Happening::Acts {
        who,
        act,
        foe,
        place,
        verdict,
        truly,
        claim,
    } = happening
    else {
        return None;
    };
    let place = name(*place);
    let does = match act {
        Act::Shoot => format!("shoots at {foe:?} at the {place}"),
        Act::Stalk => format!("goes after {foe:?} at the {place}"),
        Act::Suppress => format!("fires at the {place}, where he expects {foe:?}"),
        Act::Aim => format!("aims at the {place}, where he expects {foe:?}"),
        Act::Refuse => format!("is afraid of {foe:?} at the {place}"),
        Act::Order => format!("orders an attack on {foe:?} at the {place}"),
    };
    if verdict.unknowable {
        let text = format!("{who} {does}, whom he has neither seen nor heard there");
        return Some(line(who.side(), Tone::Unknowable, text));
    }
    if !verdict.outdated {
        return Some(line(who.side(), Tone::Sight, format!("{who} {does}")));
    }
    let source = match claim.and_then(|claim| claim.from) {
        Some(from) => format!("as {from} reported"),
        None => "as he had seen himself".to_owned(),
    };
    let truly = match truly {
        Some(truly) => format!("he is at the {}", name(*truly)),
        None => "he is dead".to_owned(),
    };
    let text = format!("{who} {does}, {source}; but {truly}");
    Some(line(who.side(), Tone::Outdated, text))
}

fn order(what: Order) -> String {
    let place = name(what.place());
    match what {
        Order::Go(_) => format!("to go to the {place}"),
        Order::Attack(_) => format!("to attack the {place}"),
        Order::Support(_) => format!("to keep the {place} under fire"),
    }
}

fn answer(what: Answer) -> &'static str {
    match what {
        Answer::Copy => "will do",
        Answer::Done => "done",
        Answer::Refused => "no",
        Answer::Broken => "unable to continue",
    }
}

fn radio(line: Line) -> Option<String> {
    Some(match line {
        Line::Foes { place, many } => format!("{many} enemies at the {}", name(place)),
        Line::Strength { many: 1 } => "I am the only one left".to_owned(),
        Line::Strength { many } => format!("{many} of us left"),
        Line::Coming { place } => format!("the enemy goes to the {}", name(place)),
        Line::Report { what, .. } => answer(what).to_owned(),
        _ => return None,
    })
}

/// Joins items as `a, b and c`.
fn list<'a>(items: impl Iterator<Item = &'a str>) -> String {
    let items: Vec<&str> = items.collect();
    match items.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => "nobody".to_owned(),
    }
}
