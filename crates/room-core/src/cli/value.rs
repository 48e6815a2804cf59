//! The kinds of values flags and arguments take, each with the words for what it should have been.

/// A whole number from 1 on, in ASCII digits: how many, at most, which.
pub fn count(text: &str) -> Result<usize, String> {
    match digits(text) {
        Some(number) if number > 0 => Ok(number),
        _ => Err("must be a whole number from 1 on, in digits".to_owned()),
    }
}

/// A whole number from 0 on, in ASCII digits: a code-point offset.
pub fn offset(text: &str) -> Result<usize, String> {
    digits(text).ok_or_else(|| "must be a whole number from 0 on, in digits".to_owned())
}

/// 64 hex digits: a SHA-256.
pub fn hash(text: &str) -> Result<String, String> {
    let whole = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if whole {
        Ok(text.to_ascii_lowercase())
    } else {
        Err("must be the 64 hex digits of a log's head".to_owned())
    }
}

fn digits(text: &str) -> Option<usize> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ascii_digits_and_nothing_else() {
        assert_eq!(count("10"), Ok(10));
        assert_eq!(count("007"), Ok(7));
        for wrong in ["0", "", "+1", "-1", "1.5", "٣", "1e3", " 1", "99999999999999999999"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
        assert_eq!(offset("0"), Ok(0));
    }
}
