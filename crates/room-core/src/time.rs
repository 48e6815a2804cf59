//! Times as flags and corpora write them, read back into seconds since 1970 in UTC.

use jiff::civil;

use crate::text::rfc3339_seconds;

/// The seconds since 1970 that have a year from 1 to 9999.
pub const YEARS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// A time of RFC 3339 (`2017-04-01T17:02:11Z`, `2017-04-01T19:02:11.5+02:00`) or a day (`2017-04-01`, its first
/// second), in seconds since 1970, fractions cut off. `None` for anything else and outside the years 1 to 9999.
pub fn seconds(text: &str) -> Option<i64> {
    let (day, rest) = text.split_at_checked(10)?;
    let midnight = midnight(day)?;
    if rest.is_empty() {
        return Some(midnight);
    }
    let (clock, offset) = rest.strip_prefix(['T', 't', ' '])?.split_at_checked(8)?;
    let offset = match offset.strip_prefix('.') {
        None => offset,
        Some(fraction) => {
            let after = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if after.len() == fraction.len() {
                return None;
            }
            after
        }
    };
    let seconds = midnight + clock_seconds(clock)? - offset_seconds(offset)?;
    YEARS.contains(&seconds).then_some(seconds)
}

/// The first second of `2017-04-01`.
fn midnight(day: &str) -> Option<i64> {
    let (year, rest) = day.split_at_checked(4)?;
    let (month, day) = rest.strip_prefix('-')?.split_once('-')?;
    let (year, month, day) = (digits(year, 4)?, digits(month, 2)?, digits(day, 2)?);
    if year < 1 {
        return None;
    }
    let narrow = |number: i64| i8::try_from(number).ok();
    let date = civil::Date::new(i16::try_from(year).ok()?, narrow(month)?, narrow(day)?).ok()?;
    let since = date.at(0, 0, 0, 0).duration_since(civil::date(1970, 1, 1).at(0, 0, 0, 0));
    Some(since.as_secs())
}

/// `17:02:11` in seconds. A leap second counts as the second after it.
fn clock_seconds(clock: &str) -> Option<i64> {
    let mut parts = clock.split(':');
    let (hour, minute, second) = (parts.next()?, parts.next()?, parts.next()?);
    let (hour, minute, second) = (digits(hour, 2)?, digits(minute, 2)?, digits(second, 2)?);
    let real = parts.next().is_none() && hour < 24 && minute < 60 && second <= 60;
    real.then_some(hour * 3_600 + minute * 60 + second)
}

/// `Z`, `+02:00` or `-02:00` in seconds east of Greenwich.
fn offset_seconds(offset: &str) -> Option<i64> {
    if matches!(offset, "Z" | "z") {
        return Some(0);
    }
    let (sign, rest) = offset.split_at_checked(1)?;
    let sign = match sign {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let (hour, minute) = rest.split_once(':')?;
    let (hour, minute) = (digits(hour, 2)?, digits(minute, 2)?);
    (hour < 24 && minute < 60).then_some(sign * (hour * 3_600 + minute * 60))
}

/// Exactly `width` ASCII digits.
fn digits(text: &str, width: usize) -> Option<i64> {
    let whole = text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit());
    whole.then(|| text.parse().ok()).flatten()
}

/// The UTC day of a time, `2017-04-01`; `undated` where there is none.
pub fn day(seconds: Option<i64>) -> String {
    let first = seconds.map(|seconds| seconds - seconds.rem_euclid(DAY));
    let text = first.and_then(rfc3339_seconds);
    text.and_then(|text| text.split_once('T').map(|(day, _)| day.to_owned()))
        .unwrap_or_else(|| UNDATED.to_owned())
}

/// The day of what has no time.
pub const UNDATED: &str = "undated";

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_day_is_its_first_second() {
        assert_eq!(seconds("2017-04-01"), Some(1_491_004_800));
        assert_eq!(seconds("0001-01-01"), Some(-62_135_596_800));
    }

    #[test]
    fn offsets_and_fractions_are_taken_off() {
        assert_eq!(seconds("2017-04-02T01:00:00+01:00"), seconds("2017-04-02"));
        assert_eq!(seconds("2017-04-01T23:30:00.999-00:30"), seconds("2017-04-02"));
        assert_eq!(seconds("2017-04-01 00:00:07z"), Some(1_491_004_807));
        assert_eq!(seconds("2016-12-31T23:59:60Z"), seconds("2017-01-01"));
    }

    #[test]
    fn nothing_else_is_a_time() {
        for wrong in [
            "yesterday",
            "",
            "2017-4-1",
            "2017-02-29",
            "2017-04-01T",
            "2017-04-01T10:00",
            "2017-04-01T10:00:00",
            "2017-04-01T24:00:00Z",
            "2017-04-01T10:00:00.Z",
            "2017-04-01T10:00:00+1:00",
            "2017-04-01T10:00:00Zz",
            "0000-12-31",
            "9999-12-31T23:59:59-00:01",
            "+017-04-01",
            "２０１７-04-01",
        ] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn a_written_time_is_read_back(at in YEARS) {
            let text = rfc3339_seconds(at).unwrap();
            prop_assert_eq!(seconds(&text), Some(at));
            prop_assert!(text.starts_with(&day(Some(at))));
        }
    }
}
