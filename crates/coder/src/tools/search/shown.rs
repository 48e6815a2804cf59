//! An answer as it is given: files grouped by folder, matches starred, and what was left out.

use std::fmt::Write as _;
use std::ops::Range;

use super::looker::{Line, Looker, Part};
use super::page::{FILES, Page};
use super::{MATCHES_ALONE, Match, ToolSearch};
use crate::functions::Skipped;
use crate::searching::Targets;
use crate::tools::read::Direction;
use crate::worker::Coder;

/// Bytes of lines that are shown.
const BYTES: usize = 50 << 10;

/// A match of a file: its own lines, and with those around it; positions in the file's lines.
struct Spot {
    own: Range<usize>,
    all: Range<usize>,
}

impl Page {
    /// The answer.
    pub(super) fn answer(
        self,
        coder: &Coder,
        looker: &Looker<'_>,
        targets: &Targets,
        direction: Direction,
    ) -> ToolSearch {
        let mut left = self.limit;
        let mut spots: Vec<(usize, Spot)> = Vec::new();
        for (n, (_, lines)) in self.shown.iter().enumerate() {
            let found = spots_of(&lines.lines, looker.before, looker.after);
            let found = found.into_iter().take(looker.most.min(left)).map(|spot| (n, spot));
            let before = spots.len();
            spots.extend(found);
            left -= spots.len() - before;
        }
        let costs: Vec<usize> =
            spots.iter().map(|(n, spot)| cost(&self.shown[*n].1.lines[spot.all.clone()])).collect();
        let (head, tail) = fitting(&costs, direction);
        let matches_of_page = spots.len();
        let over_budget = head + tail < matches_of_page;
        let kept: Vec<&(usize, Spot)> =
            spots[..head].iter().chain(&spots[matches_of_page - tail..]).collect();
        let names: Vec<String> = self.shown.iter().map(|(path, _)| coder.shown(path)).collect();
        let matches =
            kept.iter().map(|(n, spot)| matched(&names[*n], &self.shown[*n].1.lines, spot)).collect();
        let mut text = String::new();
        let mut folder = None;
        for (n, (_, lines)) in self.shown.iter().enumerate() {
            let spots: Vec<&Spot> = kept.iter().filter(|(of, _)| *of == n).map(|(_, spot)| spot).collect();
            if spots.is_empty() {
                continue;
            }
            if !looker.alone {
                heading(&names[n], &mut folder, &mut text);
            }
            write_lines(&lines.lines, &spots, &mut text);
            let more = lines.matches - (spots.len() as u64).min(lines.matches);
            if more > 0 && !self.over_limit && !over_budget {
                line(
                    &mut text,
                    &format!(
                        "… {more} more in this file; named alone in paths it shows up to {MATCHES_ALONE}"
                    ),
                );
            }
        }
        let cut_in_file = self.shown.iter().any(|(_, lines)| lines.matches > looker.most as u64);
        let next_skip = (self.files.saturating_sub(self.skip) > FILES).then_some(self.skip + FILES);
        let truncated = over_budget || cut_in_file || self.over_limit || next_skip.is_some();
        let summary = self.summary(kept.len());
        let notices = self.notices(looker, targets, over_budget, next_skip);
        line(&mut text, &format!("[{summary}]"));
        for notice in &notices {
            line(&mut text, &format!("[{notice}]"));
        }
        ToolSearch { matches, summary, truncated, next_skip, skipped: self.skipped, notices, text }
    }

    fn summary(&self, matches: usize) -> String {
        let counted = |n: u64, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        let of = if self.stopped { format!("more than {}", self.files - 1) } else { self.files.to_string() };
        if self.files == 0 {
            return "no match".to_owned();
        }
        if self.shown.is_empty() {
            return format!("{} match; skip is {}", counted(self.files, "file", "files"), self.skip);
        }
        let shown = self.shown.len() as u64;
        let matches = counted(matches as u64, "match", "matches");
        if self.skip == 0 && shown == self.files && !self.over_limit {
            return format!("{matches} in {}", counted(self.files, "file", "files"));
        }
        let (from, to) = (self.skip + 1, self.skip + shown);
        if self.over_limit {
            return format!("{matches} in files {from} to {to}, and there are more");
        }
        format!("{matches} in files {from} to {to} of {of}")
    }

    fn notices(
        &self,
        looker: &Looker<'_>,
        targets: &Targets,
        over_budget: bool,
        next_skip: Option<u64>,
    ) -> Vec<String> {
        let mut notices: Vec<String> = looker.expression.notice.clone().into_iter().collect();
        notices.extend(targets.missing.iter().map(|entry| format!("not searched, there is no '{entry}'")));
        if over_budget {
            notices.push(format!(
                "more matches than {BYTES} bytes can show: take less context, a lower limit, or fewer paths"
            ));
        }
        if self.over_limit {
            notices.push(format!("limit is {}: there are more matches", self.limit));
        }
        notices.extend(next_skip.map(|skip| format!("the next files come with skip {skip}")));
        if let Some((files, more)) = self.hidden_by_rules {
            let files = if more { format!("{files} or more") } else { files.to_string() };
            notices.push(format!(
                "{files} files that ignore rules or node_modules hide would match: turn gitignore off, or name the folder"
            ));
        }
        let said = skipped(&self.skipped);
        notices.extend((!said.is_empty()).then(|| format!("not looked into: {said}")));
        notices
    }
}

/// What was passed by, in words.
fn skipped(skipped: &Skipped) -> String {
    let named =
        if skipped.first.is_empty() { String::new() } else { format!(" ({})", skipped.first.join(", ")) };
    let counts = [
        (skipped.ignored, "ignored"),
        (skipped.binary, "binary"),
        (skipped.links, "links"),
        (skipped.too_large, "with lines too long to hold"),
        (skipped.unreadable, "unreadable"),
    ];
    let counts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
    let counts: Vec<String> = counts.collect();
    if counts.is_empty() { String::new() } else { counts.join(", ") + &named }
}

/// The matches among lines, each with the lines next to it.
fn spots_of(lines: &[Line], before: usize, after: usize) -> Vec<Spot> {
    let starts = lines.iter().enumerate().filter(|(_, line)| line.part == Part::Begins).map(|(at, _)| at);
    starts
        .map(|start| {
            let own =
                start + 1 + lines[start + 1..].iter().take_while(|line| line.part == Part::GoesOn).count();
            let (first, last) = (lines[start].number, lines[own - 1].number);
            let from =
                lines[..start].iter().rev().take_while(|line| line.number + before as u64 >= first).count();
            let to = lines[own..].iter().take_while(|line| line.number <= last + after as u64).count();
            Spot { own: start..own, all: start - from..own + to }
        })
        .collect()
}

fn cost(lines: &[Line]) -> usize {
    lines.iter().map(|line| line.text.len() + 1).sum()
}

/// How many of the matches fit, from the start and from the end.
fn fitting(costs: &[usize], direction: Direction) -> (usize, usize) {
    let count = |costs: &mut dyn Iterator<Item = &usize>, mut left: usize| {
        let fits = |cost: &&usize| {
            left.checked_sub(**cost).is_some_and(|rest| {
                left = rest;
                true
            })
        };
        costs.take_while(fits).count()
    };
    let all = costs.len();
    match direction {
        _ if costs.iter().sum::<usize>() <= BYTES => (all, 0),
        Direction::Head => (count(&mut costs.iter(), BYTES), 0),
        Direction::Tail => (0, count(&mut costs.iter().rev(), BYTES)),
        Direction::Both => {
            let head = count(&mut costs.iter(), BYTES / 2);
            (head, count(&mut costs.iter().rev(), BYTES / 2).min(all - head))
        }
    }
}

fn matched(file: &str, lines: &[Line], spot: &Spot) -> Match {
    let texts = |range: Range<usize>| lines[range].iter().map(|line| line.text.clone()).collect::<Vec<_>>();
    let own = &lines[spot.own.clone()];
    Match {
        file: file.to_owned(),
        line_number: own[0].number,
        column: own[0].column + 1,
        line: texts(spot.own.clone()).join("\n"),
        partial: own.iter().any(|line| !line.whole),
        before: texts(spot.all.start..spot.own.start),
        after: texts(spot.own.end..spot.all.end),
    }
}

/// `# folder/` where it changes, `## file` in it; `# file` for one at the top.
fn heading(name: &str, folder: &mut Option<String>, text: &mut String) {
    let (above, name) = name.rsplit_once('/').map_or((None, name), |(above, name)| (Some(above), name));
    let above = above.map(str::to_owned);
    match &above {
        None => line(text, &format!("# {name}")),
        Some(path) => {
            if *folder != above {
                line(text, &format!("# {path}/"));
            }
            line(text, &format!("## {name}"));
        }
    }
    *folder = above;
}

/// The lines of the matches that are shown, each once, with `...` where some are left out between.
fn write_lines(lines: &[Line], spots: &[&Spot], text: &mut String) {
    let mut next = 0;
    let mut last: Option<u64> = None;
    for spot in spots {
        for shown in &lines[spot.all.start.max(next).min(spot.all.end)..spot.all.end] {
            if last.is_some_and(|last| last + 1 != shown.number) {
                line(text, "...");
            }
            let star = if shown.part == Part::Near { ' ' } else { '*' };
            line(text, &format!("{star}{}{}", shown.prefix, shown.text));
            last = Some(shown.number);
        }
        next = next.max(spot.all.end);
    }
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a String takes every write");
}
