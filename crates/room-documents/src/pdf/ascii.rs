//! Streams of a PDF that are written in letters around their packing: hexadecimal digits, or base 85.

/// The bytes that such a stream stands for, if it begins as a deflated one does. The others are let be.
pub(super) fn inner(data: &[u8], is_packed: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
    // Ten letters are more than two bytes in either form.
    let head: Vec<u8> = data.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).take(10).collect();
    let decode =
        [hexadecimal as fn(&[u8]) -> Vec<u8>, base85].into_iter().find(|decode| is_packed(&decode(&head)))?;
    Some(decode(data))
}

/// Two digits a byte, up to `>`.
fn hexadecimal(data: &[u8]) -> Vec<u8> {
    let digits =
        data.iter().take_while(|byte| **byte != b'>').filter_map(|byte| char::from(*byte).to_digit(16));
    let digits: Vec<u8> = digits.filter_map(|digit| u8::try_from(digit).ok()).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)).collect()
}

/// Five letters for four bytes, `z` for four zeros, up to `~`.
fn base85(data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(data.len() / 5 * 4);
    let mut group = Vec::with_capacity(5);
    let start = if data.starts_with(b"<~") { 2 } else { 0 };
    for byte in data.iter().skip(start).take_while(|byte| **byte != b'~') {
        match byte {
            b'z' if group.is_empty() => bytes.extend([0; 4]),
            b'!'..=b'u' => group.push(byte - b'!'),
            _ => {}
        }
        if group.len() == 5 {
            bytes.extend(four(&group));
            group.clear();
        }
    }
    // A last group of fewer letters stands for one byte less than it has.
    if let Some(kept) = group.len().checked_sub(1) {
        group.resize(5, 84);
        bytes.extend(four(&group).into_iter().take(kept));
    }
    bytes
}

fn four(group: &[u8]) -> [u8; 4] {
    let number = group.iter().fold(0_u64, |number, digit| number * 85 + u64::from(*digit));
    // What is beyond four bytes is no base 85, and harmless here.
    u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_letters_stand_for_bytes() {
        assert_eq!(hexadecimal(b"61 6\n2>63"), b"ab");
        assert_eq!(hexadecimal(b"617"), b"ap");
        assert_eq!(base85(b"<~BOu!rDZ~>"), b"hello");
        assert_eq!(base85(b"z!!~"), [0; 5]);
        assert_eq!(base85(b"uuuuu"), [0xFF; 4]);
    }

    #[test]
    fn only_what_is_packed_inside_is_unwrapped() {
        let is_packed = |bytes: &[u8]| bytes.starts_with(b"he");
        assert_eq!(inner(b"BOu!rDZ~>", is_packed).unwrap(), b"hello");
        assert_eq!(inner(b"68 65 6c>", is_packed).unwrap(), b"hel");
        assert_eq!(inner(b"BT (words) Tj ET", is_packed), None);
    }
}
