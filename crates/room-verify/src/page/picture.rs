//! A picture of what was read: threads by day, whole, in part, never.

use room_corpus::reads::Tally;

use super::text::{Shown, push};

/// The height of the tallest day, in units of the picture.
const HEIGHT: usize = 160;
/// The width of a day, and the gap after it.
const DAY: (usize, usize) = (22, 6);
/// Room at the left for the scale, and below for the days' names.
const EDGE: (usize, usize) = (34, 66);

/// The threads of one day.
#[derive(Debug, Default, PartialEq, Eq)]
struct Day<'c> {
    name: &'c str,
    whole: usize,
    windowed: usize,
    part: usize,
    never: usize,
}

impl Day<'_> {
    fn all(&self) -> usize {
        self.whole + self.windowed + self.part + self.never
    }
}

/// Draws the picture, and says the same in a table.
pub(super) fn push_picture(page: &mut String, tallies: &[Tally<'_>]) {
    let days = days(tallies);
    if days.is_empty() {
        page.push_str("<p>The corpus has no threads.</p>\n");
        return;
    }
    let total = |of: fn(&Day<'_>) -> usize| days.iter().map(of).sum::<usize>();
    let (whole, windowed) = (total(|day| day.whole), total(|day| day.windowed));
    let (part, never) = (total(|day| day.part), total(|day| day.never));
    page.push_str("<p class=\"key\">");
    for (class, threads, word) in [
        ("whole", whole, "whole"),
        ("windowed", windowed, "windowed"),
        ("part", part, "in part"),
        ("never", never, "never"),
    ] {
        push!(page, "<span><span class=\"swatch {class}\"></span>{threads} {word}</span> ");
    }
    page.push_str("</p>\n");
    push_bars(
        page,
        &days,
        &format!("Threads by day: {whole} read whole, {windowed} windowed, {part} in part, {never} never"),
    );
    page.push_str(
        "<details><summary>The same as a table</summary>\n<div class=\"wide\"><table>\n<tr><th>day</th><th>threads</th>\
         <th>whole</th><th>windowed</th><th>in part</th><th>never</th></tr>\n",
    );
    for day in &days {
        push!(
            page,
            "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            Shown(day.name),
            day.all(),
            day.whole,
            day.windowed,
            day.part,
            day.never
        );
    }
    page.push_str("</table></div></details>\n");
}

fn push_bars(page: &mut String, days: &[Day<'_>], title: &str) {
    let tallest = days.iter().map(Day::all).max().unwrap_or(1).max(1);
    let (width, height) = (EDGE.0 + days.len() * (DAY.0 + DAY.1) + DAY.1, HEIGHT + EDGE.1 + 12);
    push!(
        page,
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Threads by day\"><svg class=\"days\" role=\"img\" \
         aria-label=\"{}\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n{PATTERNS}",
        Shown(title)
    );
    let base = HEIGHT + 10;
    push!(
        page,
        "<text class=\"scale\" x=\"{x}\" y=\"16\">{tallest}</text><text class=\"scale\" x=\"{x}\" y=\"{base}\">0</text>\
         <path class=\"axis\" d=\"M{} 10V{base}H{width}\"/>\n",
        EDGE.0,
        x = EDGE.0 - 6,
    );
    for (number, day) in days.iter().enumerate() {
        let x = EDGE.0 + DAY.1 + number * (DAY.0 + DAY.1);
        push!(
            page,
            "<g><title>{}: {} whole, {} windowed, {} in part, {} never</title>",
            Shown(day.name),
            day.whole,
            day.windowed,
            day.part,
            day.never
        );
        let mut below = 0;
        for (class, threads) in
            [("whole", day.whole), ("windowed", day.windowed), ("part", day.part), ("never", day.never)]
        {
            if threads > 0 {
                // From the sums, so that rounding leaves no gaps.
                let (low, high) = (below * HEIGHT / tallest, (below + threads) * HEIGHT / tallest);
                let (y, tall) = (base - high, (high - low).max(1));
                push!(
                    page,
                    "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{tall}\"/>",
                    DAY.0
                );
            }
            below += threads;
        }
        let (x, y) = (x + DAY.0 / 2 + 4, base + 8);
        push!(
            page,
            "<text class=\"day\" transform=\"translate({x} {y}) rotate(-60)\">{}</text></g>\n",
            Shown(day.name)
        );
    }
    page.push_str("</svg></div>\n");
}

/// Hatching, so that the parts of a bar differ without colour.
const PATTERNS: &str = "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" class=\"ground\"/><rect width=\"3\" height=\"6\" class=\"stripe\"/></pattern>\
<pattern id=\"dots\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><rect width=\"6\" height=\"6\" class=\"ground\"/>\
<circle cx=\"3\" cy=\"3\" r=\"1.4\" class=\"stripe\"/></pattern></defs>\n";

/// The days in corpus order.
fn days<'c>(tallies: &[Tally<'c>]) -> Vec<Day<'c>> {
    let mut days: Vec<Day<'c>> = Vec::new();
    for tally in tallies {
        let name = tally.thread.day();
        if days.last().is_none_or(|last| last.name != name) {
            days.push(Day { name, ..Day::default() });
        }
        let Some(day) = days.last_mut() else { continue };
        let slot = match tally {
            tally if tally.whole() => &mut day.whole,
            tally if tally.windowed => &mut day.windowed,
            tally if tally.touched => &mut day.part,
            _ => &mut day.never,
        };
        *slot += 1;
    }
    days
}
