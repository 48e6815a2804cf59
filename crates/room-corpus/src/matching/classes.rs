//! The classes of characters that folding knows, from Unicode's properties; a test holds them against another library.

/// Quotation marks that fold to `'`.
pub(super) fn is_single_quote(c: char) -> bool {
    matches!(
        c,
        '\'' | '\u{2018}'
            ..='\u{201b}'
                | '\u{2039}'
                | '\u{203a}'
                | '\u{300c}'
                | '\u{300d}'
                | '\u{fe41}'
                | '\u{fe42}'
                | '\u{ff07}'
                | '\u{ff62}'
                | '\u{ff63}'
    )
}

/// Every other character with the property `Quotation_Mark`; they fold to `"`.
pub(super) fn is_double_quote(c: char) -> bool {
    matches!(c, '"' | '\u{ab}' | '\u{bb}' | '\u{201c}'..='\u{201f}' | '\u{2e42}' | '\u{300e}' | '\u{300f}'
        | '\u{301d}'..='\u{301f}' | '\u{fe43}' | '\u{fe44}' | '\u{ff02}')
}

/// Every character with the property `Dash`; they fold to `-`.
pub(super) fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{58a}' | '\u{5be}' | '\u{1400}' | '\u{1806}' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2053}'
                | '\u{207b}'
                | '\u{208b}'
                | '\u{2212}'
                | '\u{2e17}'
                | '\u{2e1a}'
                | '\u{2e3a}'
                | '\u{2e3b}'
                | '\u{2e40}'
                | '\u{2e5d}'
                | '\u{301c}'
                | '\u{3030}'
                | '\u{30a0}'
                | '\u{fe31}'
                | '\u{fe32}'
                | '\u{fe58}'
                | '\u{fe63}'
                | '\u{ff0d}'
                | '\u{10d6e}'
                | '\u{10ead}'
    )
}

/// Characters nobody sees and a copied quotation has usually lost: soft hyphens, zero-width blanks and joiners,
/// direction marks, variation selectors, byte-order marks.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use regex::Regex;
    use unicode_normalization::char::is_combining_mark;

    use super::*;

    /// Every character on which two opinions differ, less those that regex's Unicode does not know yet.
    fn differing(property: &str, ours: impl Fn(char) -> bool) -> Vec<char> {
        let theirs = Regex::new(&format!("^{property}$")).unwrap();
        let unknown = Regex::new(r"\p{Cn}").unwrap();
        let mut one = [0; 4];
        let mut differ = |c: &char| {
            let text: &str = c.encode_utf8(&mut one);
            theirs.is_match(text) != ours(*c) && !unknown.is_match(text)
        };
        ('\0'..=char::MAX).filter(|c| differ(c)).collect()
    }

    #[test]
    fn the_classes_are_unicode_s_properties() {
        assert_eq!(differing(r"\p{Quotation_Mark}", |c| is_single_quote(c) || is_double_quote(c)), []);
        assert_eq!(differing(r"\p{Dash}", is_dash), []);
        assert_eq!(differing(r"\p{White_Space}", char::is_whitespace), []);
        assert_eq!(differing(r"\p{M}", is_combining_mark), []);
    }
}
