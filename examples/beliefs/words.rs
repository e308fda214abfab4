//! The sentences of the transcript.

use crate::body::{HURT, Line};
use crate::map::name;
use crate::mind::SECOND;
use crate::story::{Act, Happening, Told, Tone};
use crate::terms::{Answer, Mission, Order, Side};

/// A line of one happening, or of several that are told together.
pub fn sentence(group: &[&Happening]) -> Option<Told> {
    use Happening as H;
    let all = |name: fn(&Happening) -> Option<String>| {
        let names: Vec<String> = group.iter().filter_map(|it| name(it)).collect();
        list(names.iter().map(String::as_str))
    };
    let told = match *group.first()? {
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
                ", who lies there unseen"
            } else {
                ""
            };
            let text = format!("{who} does not find {foe:?} at the {}{yet}", name(*place));
            line(who.side(), Tone::Sight, text)
        }
        H::FindsDead { mate, .. } => {
            let text = format!("{mate} is dead, as {} can see", all(witness));
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
                    "{by} over{hear} {foe:?} at the {place}: they go for the {}",
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
            format!("{who} calls {to}, and nobody hears it"),
        ),
        H::Briefs {
            who, friends, news, ..
        } => {
            let news = news
                .iter()
                .map(|(foe, place)| format!("{foe:?} is at the {}", name(*place)));
            let news: Vec<String> = news.collect();
            let news = match news.is_empty() {
                true => "nothing new".to_owned(),
                false => list(news.iter().map(String::as_str)),
            };
            let friends = list(friends.iter().map(|friend| friend.name()));
            line(
                who.side(),
                Tone::Speech,
                format!("{who} tells {friends}: {news}"),
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
            let led = if *led { ", who led his squad," } else { "" };
            let unsaid = if unsaid.is_some() {
                ", in the middle of a sentence"
            } else {
                ""
            };
            let text = format!("{who}{led} is shot by {by} at the {}{unsaid}", name(*place));
            line(who.side(), Tone::Loss, text)
        }
        H::Bandages { who } => line(
            who.side(),
            Tone::Loss,
            format!("{who} has bandaged himself"),
        ),
        H::Taken { side, place } => line(
            *side,
            Tone::Place,
            format!("{} has the {}", side.name(), name(*place)),
        ),
    };
    Some(told)
}

fn line(side: Side, tone: Tone, text: String) -> Told {
    Told { side, tone, text }
}

/// Whom somebody sees, and where he had believed him to be.
fn sight(seen: &Happening) -> Option<String> {
    let Happening::Sees { foe, before, .. } = seen else {
        return None;
    };
    Some(match before {
        Some((before, age)) if *age >= 3 * SECOND => {
            let age = age / SECOND;
            format!("{foe:?} (whom he had at the {} {age} s ago)", name(*before))
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

/// Orders and answers, up and down.
fn command(happening: &Happening) -> Option<Told> {
    use Happening as H;
    let told = match happening {
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
                (Answer::Refused, true) => format!("{who} does not want {what} himself"),
                (Answer::Refused, false) => format!("{who} refuses {what}{missed}"),
                _ => format!("{who} breaks off, to save his life: he was {what}{missed}"),
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
            let answers = if *answers { "" } else { ": nobody answers" };
            let text = format!("headquarters to {to}: {squad} is to {what}{answers}");
            line(*side, Tone::Command, text)
        }
        H::TakesOver {
            who,
            before,
            comrades,
        } => {
            let before = before.map_or("nobody", |before| before.name());
            let heard = match comrades.is_empty() {
                true => "nobody hears it".to_owned(),
                false => format!(
                    "{} heard it",
                    list(comrades.iter().map(|comrade| comrade.name()))
                ),
            };
            line(
                who.side(),
                Tone::Loss,
                format!("{who} takes over from {before}; {heard}"),
            )
        }
        _ => return None,
    };
    Some(told)
}

/// What somebody does because of what he believes, and what is the matter with that.
fn act(happening: &Happening) -> Option<Told> {
    let Happening::Acts {
        who,
        act,
        foe,
        place,
        verdict,
        truly,
        word,
    } = happening
    else {
        return None;
    };
    let place = name(*place);
    let does = match act {
        Act::Shoot => format!("shoots at {foe:?} at the {place}"),
        Act::Stalk => format!("goes after {foe:?} at the {place}"),
        Act::Suppress => format!("fires at the {place}, where {foe:?} is to be"),
        Act::Aim => format!("takes aim at the {place}, where {foe:?} is to be"),
        Act::Refuse => format!("is afraid of {foe:?} at the {place}"),
        Act::Order => format!("sends his men against {foe:?} at the {place}"),
    };
    if verdict.unknowable {
        let text = format!("{who} {does}, whom he has neither seen nor heard of there");
        return Some(line(who.side(), Tone::Unknowable, text));
    }
    if !verdict.outdated {
        return Some(line(who.side(), Tone::Sight, format!("{who} {does}")));
    }
    let source = match word.and_then(|word| word.from) {
        Some(from) => format!("as {from} said"),
        None => "as he found himself".to_owned(),
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
        Answer::Broken => "can't go on",
    }
}

fn radio(line: Line) -> Option<String> {
    Some(match line {
        Line::Foes { place, many } => format!("{many} of them at the {}", name(place)),
        Line::Strength { many: 1 } => "I am the only one left".to_owned(),
        Line::Strength { many } => format!("{many} of us left"),
        Line::Coming { place } => format!("they go for the {}", name(place)),
        Line::Report { what, .. } => answer(what).to_owned(),
        _ => return None,
    })
}

/// `a, b and c`.
fn list<'a>(items: impl Iterator<Item = &'a str>) -> String {
    let items: Vec<&str> = items.collect();
    match items.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => "nobody".to_owned(),
    }
}
