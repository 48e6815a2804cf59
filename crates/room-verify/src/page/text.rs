//! Text on the page: escaped, always and here.

use std::fmt;

/// Text that is shown as it is, whatever markup it looks like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown<'a>(pub(super) &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\t' => write!(f, "{c}")?,
                // A page holds no controls: they are shown as pictures, as on a terminal.
                '\0'..='\u{1f}' => {
                    write!(f, "{}", char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'))?;
                }
                '\u{7f}' => f.write_str("\u{2421}")?,
                c => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

/// Appends to a page.
macro_rules! push {
    ($page:expr, $($words:tt)*) => {
        std::fmt::Write::write_fmt($page, format_args!($($words)*)).expect("a String takes every write")
    };
}
pub(super) use push;

/// `1 record`, `2 records`.
pub(super) fn counted(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_markup() {
        let text = "<script>alert('x')</script> & \"y\"\u{0}\u{1b}\r\n";
        assert_eq!(
            Shown(text).to_string(),
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;y&quot;␀␛␍\n"
        );
    }
}
