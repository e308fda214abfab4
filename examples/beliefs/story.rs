//! What happened, and a transcript of it in words.

use crate::body::{HURT, Line};
use crate::judge::Verdict;
use crate::map::name;
use crate::mind::{SECOND, Word};
use crate::terms::{Answer, Foe, Mission, Order, Place, Side, Soldier, Squad};

/// What somebody does on the strength of a belief.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Shoot,
    Stalk,
    Suppress,
    Aim,
    Refuse,
    Order,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Happening {
    /// `before`: where he had believed him to be, and how old that was; `news`: nobody of his squad knew.
    Sees {
        who: Soldier,
        foe: Foe,
        place: Place,
        before: Option<(Place, u64)>,
        news: bool,
    },
    /// `wrongly`: he is there all the same.
    FindsNobody {
        who: Soldier,
        foe: Foe,
        place: Place,
        wrongly: bool,
    },
    FindsDead {
        who: Soldier,
        mate: Soldier,
    },
    /// `news`: what one of the friends did not know.
    Briefs {
        who: Soldier,
        to: Soldier,
        friends: Vec<Soldier>,
        news: Vec<(Foe, Place)>,
    },
    Overhears {
        who: Soldier,
        foe: Foe,
        place: Place,
        coming: Option<Place>,
    },
    /// `truly`: where the enemy is who was believed to be at `place`; nowhere if he is dead.
    Acts {
        who: Soldier,
        act: Act,
        foe: Foe,
        place: Place,
        verdict: Verdict,
        truly: Option<Place>,
        word: Option<Word>,
    },
    /// `lives`: whether the one who is ordered does.
    Order {
        who: Soldier,
        to: Soldier,
        what: Order,
        heard: bool,
        lives: bool,
    },
    /// `leads`: the order was his own.
    Answer {
        who: Soldier,
        order: Order,
        what: Answer,
        heard: bool,
        leads: bool,
    },
    Radio {
        who: Soldier,
        line: Line,
    },
    Mission {
        side: Side,
        squad: Squad,
        to: Soldier,
        what: Mission,
        answers: bool,
    },
    TakesOver {
        who: Soldier,
        before: Option<Soldier>,
        comrades: Vec<Soldier>,
    },
    Hit {
        who: Soldier,
        by: Soldier,
        health: i32,
        before: i32,
    },
    /// `unsaid`: what he was about to say.
    Dies {
        who: Soldier,
        by: Soldier,
        place: Place,
        led: bool,
        unsaid: Option<Line>,
    },
    Bandages {
        who: Soldier,
    },
    Taken {
        side: Side,
        place: Place,
    },
}

/// A line of the transcript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub side: Side,
    pub tone: Tone,
    pub text: String,
}

/// What kind of line it is, for its mark and its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Sight,
    Speech,
    Overheard,
    Order,
    /// Somebody does not do as he is told.
    Refusal,
    /// Somebody acts on what is not so any more.
    Outdated,
    /// Somebody acts on what he can't know.
    Unknowable,
    Loss,
    Command,
    Place,
}

impl Tone {
    /// One column in front of the line.
    pub fn mark(self) -> char {
        match self {
            Tone::Sight => '·',
            Tone::Speech => '"',
            Tone::Overheard => '└',
            Tone::Order => '>',
            Tone::Refusal => '!',
            Tone::Outdated => '~',
            Tone::Unknowable => '?',
            Tone::Loss => '+',
            Tone::Command => '*',
            Tone::Place => '#',
        }
    }
}

/// Tells what happens, tick by tick.
#[derive(Default)]
pub struct Teller {
    /// What each did last on the strength of a belief: it is not told again and again.
    acts: std::collections::BTreeMap<Soldier, (Act, Foe, Place)>,
}

impl Teller {
    /// What happened in a tick, in words; `all` leaves nothing out.
    pub fn tell(&mut self, happenings: &[Happening], all: bool) -> Vec<Told> {
        let again = |it: &Happening, acts: &mut std::collections::BTreeMap<_, _>| match it {
            Happening::Acts {
                who,
                act,
                foe,
                place,
                ..
            } => acts.insert(*who, (*act, *foe, *place)) == Some((*act, *foe, *place)),
            _ => false,
        };
        let mut fresh: Vec<Happening> = Vec::new();
        for happening in happenings {
            if !again(happening, &mut self.acts) || all {
                fresh.push(happening.clone());
            }
        }
        lines(&fresh, all)
    }
}

/// What is said of several in the same way is one line.
fn lines(happenings: &[Happening], all: bool) -> Vec<Told> {
    let mut told: Vec<Told> = Vec::new();
    for (index, happening) in happenings.iter().enumerate() {
        let (earlier, later) = (&happenings[..index], &happenings[index..]);
        let said = match happening {
            Happening::Sees { news: false, .. } if !all => None,
            Happening::Sees { who, place, .. } => {
                let same = |it: &&Happening| matches!(it, Happening::Sees { who: w, place: p, news, .. } if (w, p) == (who, place) && (*news || all));
                let first = !earlier.iter().any(|it| same(&it));
                first.then(|| sees(*who, *place, &later.iter().filter(same).collect::<Vec<_>>()))
            }
            Happening::FindsDead { who, mate } if who.squad() != mate.squad() && !all => None,
            Happening::FindsDead { mate, .. } => {
                let same = |it: &&Happening| matches!(it, Happening::FindsDead { mate: m, .. } if m == mate);
                let first = !earlier.iter().any(|it| same(&it));
                let by = later.iter().filter(same).filter_map(|it| match it {
                    Happening::FindsDead { who, .. } => Some(who.name()),
                    _ => None,
                });
                first.then(|| {
                    line(
                        mate.side(),
                        Tone::Loss,
                        format!("{mate} is dead, as {} can see", list(by)),
                    )
                })
            }
            Happening::Overhears { foe, coming, .. } => {
                let same = |it: &&Happening| matches!(it, Happening::Overhears { foe: f, coming: c, .. } if (f, c) == (foe, coming));
                let first = !earlier.iter().any(|it| same(&it));
                first
                    .then(|| overheard(happening, &later.iter().filter(same).collect::<Vec<_>>()))
                    .flatten()
            }
            other => alone(other, all),
        };
        told.extend(said);
    }
    told
}

fn line(side: Side, tone: Tone, text: String) -> Told {
    Told { side, tone, text }
}

fn sees(who: Soldier, place: Place, same: &[&Happening]) -> Told {
    let foes = same.iter().filter_map(|it| match it {
        Happening::Sees {
            foe,
            before: Some((before, age)),
            ..
        } if *age >= 3 * SECOND => Some(format!(
            "{foe:?} (whom he had at the {} {} ago)",
            name(*before),
            seconds(*age)
        )),
        Happening::Sees { foe, .. } => Some(format!("{foe:?}")),
        _ => None,
    });
    let foes: Vec<String> = foes.collect();
    let foes = list(foes.iter().map(String::as_str));
    line(
        who.side(),
        Tone::Sight,
        format!("{who} sees {foes} at the {}", name(place)),
    )
}

fn overheard(first: &Happening, same: &[&Happening]) -> Option<Told> {
    let Happening::Overhears {
        who,
        foe,
        place,
        coming,
    } = first
    else {
        return None;
    };
    let by = same.iter().filter_map(|it| match it {
        Happening::Overhears { who, .. } => Some(who.name()),
        _ => None,
    });
    let (by, hear) = (list(by), if same.len() == 1 { "hears" } else { "hear" });
    let place = name(*place);
    let text = match coming {
        Some(goal) => format!(
            "{by} over{hear} {foe:?} at the {place}: they go for the {}",
            name(*goal)
        ),
        None => format!("{by} {hear} {foe:?} talk at the {place}"),
    };
    Some(line(who.side(), Tone::Overheard, text))
}

/// What stands for itself.
fn alone(happening: &Happening, all: bool) -> Option<Told> {
    use Happening as H;
    let told = match happening {
        H::FindsNobody { wrongly: true, .. } if !all => return None,
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
            line(
                who.side(),
                Tone::Sight,
                format!("{who} does not find {foe:?} at the {}{yet}", name(*place)),
            )
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
            if news.is_empty() && !all {
                return None;
            }
            let news: Vec<String> = news
                .iter()
                .map(|(foe, place)| format!("{foe:?} is at the {}", name(*place)))
                .collect();
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
        H::Acts {
            who,
            act,
            foe,
            place,
            verdict,
            truly,
            word,
        } => return acts(*who, *act, *foe, *place, *verdict, *truly, *word),
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
        H::Answer { who, what, .. } => {
            if !all {
                return None;
            }
            line(
                who.side(),
                Tone::Speech,
                format!("{who}: {}", answer(*what)),
            )
        }
        H::Radio { who, line: said } => line(
            who.side(),
            Tone::Command,
            format!("{who} to headquarters: {}", radio(*said)?),
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
            line(
                *side,
                Tone::Command,
                format!("headquarters to {to}: {squad} is to {what}{answers}"),
            )
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
        H::Hit {
            who,
            by,
            health,
            before,
        } => {
            let badly = *before >= HURT && *health < HURT;
            if !badly && !all {
                return None;
            }
            let badly = if badly { " badly" } else { "" };
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
            let unsaid = match unsaid {
                Some(_) => ", in the middle of a sentence",
                None => "",
            };
            line(
                who.side(),
                Tone::Loss,
                format!("{who}{led} is shot by {by} at the {}{unsaid}", name(*place)),
            )
        }
        H::Bandages { who } => {
            if !all {
                return None;
            }
            line(
                who.side(),
                Tone::Loss,
                format!("{who} has bandaged himself"),
            )
        }
        H::Taken { side, place } => line(
            *side,
            Tone::Place,
            format!("{} has the {}", side.name(), name(*place)),
        ),
        H::Sees { .. } | H::FindsDead { .. } | H::Overhears { .. } => return None,
    };
    Some(told)
}

/// An act is worth a line where it rests on nothing, or on what is not so any more.
fn acts(
    who: Soldier,
    act: Act,
    foe: Foe,
    place: Place,
    verdict: Verdict,
    truly: Option<Place>,
    word: Option<Word>,
) -> Option<Told> {
    let place = name(place);
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
        return None;
    }
    let truly = match truly {
        Some(truly) => format!("who is at the {} by now", name(truly)),
        None => "who is dead".to_owned(),
    };
    let source = match word.and_then(|word| word.from) {
        Some(from) => format!("as {from} said"),
        None => "as he saw himself".to_owned(),
    };
    Some(line(
        who.side(),
        Tone::Outdated,
        format!("{who} {does}, {source}, and {truly}"),
    ))
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

pub fn seconds(ticks: u64) -> String {
    format!("{} s", ticks / SECOND)
}
