//! Numbers as people's lines have them: integers, floats, and strings of either.

/// A number of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    /// An integer of 64 bits.
    Int(i64),
    /// Any other; infinite where the text names more than a float holds.
    Real(f64),
}

impl Number {
    /// The number a text names; `None` where it names none.
    pub(super) fn read(text: &str) -> Option<Self> {
        // What Rust also takes for a float, `inf` and `nan`, is no number here.
        let plain = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
        if !plain {
            return None;
        }
        text.parse().map(Number::Int).or_else(|_| text.parse().map(Number::Real)).ok()
    }

    /// Rounded down; `None` beyond 64 bits.
    pub(super) fn floor(self) -> Option<i64> {
        match self {
            Number::Int(int) => Some(int),
            Number::Real(real) => integer(real.floor()),
        }
    }

    /// Cut to an integer, towards zero; `None` beyond 64 bits.
    pub(super) fn cut(self) -> Option<i64> {
        match self {
            Number::Int(int) => Some(int),
            Number::Real(real) => integer(real.trunc()),
        }
    }
}

/// A float without a fraction as an integer of 64 bits.
fn integer(real: f64) -> Option<i64> {
    const BEYOND: f64 = 9_223_372_036_854_775_808.0;
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked, and there is no fraction")]
    (real.abs() < BEYOND).then_some(real as i64)
}

/// A number in base 36, as Reddit writes ids.
pub(super) fn base36(mut number: u64) -> String {
    let mut digits = Vec::new();
    loop {
        let digit = u32::try_from(number % 36).expect("a remainder of 36 is small");
        digits.push(char::from_digit(digit, 36).expect("a digit of base 36"));
        number /= 36;
        if number == 0 {
            return digits.iter().rev().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(text: &str) -> Option<(Option<i64>, Option<i64>)> {
        Number::read(text).map(|number| (number.floor(), number.cut()))
    }

    #[test]
    fn floors_go_down_and_cuts_go_to_zero() {
        assert_eq!(both("1491004802.9"), Some((Some(1_491_004_802), Some(1_491_004_802))));
        assert_eq!(both("-0.5"), Some((Some(-1), Some(0))));
        assert_eq!(both("12e2"), Some((Some(1200), Some(1200))));
        assert_eq!(both("-9223372036854775808"), Some((Some(i64::MIN), Some(i64::MIN))));
    }

    #[test]
    fn what_is_too_large_is_a_number_without_an_integer() {
        for text in ["12345678901234567890123", "1e400", "-1e400", "9223372036854775808"] {
            assert_eq!(both(text), Some((None, None)), "{text}");
        }
    }

    #[test]
    fn words_are_no_numbers() {
        for text in ["", "nan", "inf", "-", "e", "1_000", "0x10", " 1", "1 ", "٣", "1,5"] {
            assert_eq!(both(text), None, "{text}");
        }
    }

    #[test]
    fn base_36_is_reddits() {
        assert_eq!(base36(43_282), "xea");
        assert_eq!(base36(0), "0");
        assert_eq!(base36(u64::MAX), "3w5e11264sgsf");
    }
}
