//! A quotation in a body: what is found folds to what was typed, and where the exact words stand once they are found.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use room_corpus::matching::{Folded, Matched, Miss, Nearest, Quote, locate};
use room_core::text::cut;
use unicode_normalization::char::is_combining_mark;

#[derive(Arbitrary, Debug)]
struct Asked {
    body: String,
    typed: Typed,
}

#[derive(Arbitrary, Debug)]
enum Typed {
    Words(String),
    Piece(u16, u8),
    FoldedPiece(u16, u8),
}

fuzz_target!(|asked: Asked| {
    let piece = |from: u16, length: u8| -> String {
        let count = asked.body.chars().count().max(1);
        asked.body.chars().skip(usize::from(from) % count).take(usize::from(length)).collect()
    };
    let typed = match &asked.typed {
        Typed::Words(words) => words.clone(),
        Typed::Piece(from, length) => piece(*from, *length),
        Typed::FoldedPiece(from, length) => Folded::new(&piece(*from, *length)).text().to_owned(),
    };
    let exact = places(&asked.body, &typed);
    let Ok(quote) = Quote::new(&typed) else {
        assert!(typed.chars().all(char::is_whitespace), "only blanks are no quotation: {typed:?}");
        return;
    };
    match locate(&asked.body, &quote) {
        Ok(found) => {
            let words = cut(&asked.body, found.span).expect("a span of the body");
            match found.matched {
                Matched::Exact => assert_eq!((words, exact), (typed.as_str(), 1)),
                Matched::Normalised => {
                    assert_eq!(exact, 0, "exact words win");
                    assert_eq!(Folded::new(words).text().trim_matches(' '), quote.folded());
                    let start = asked.body.chars().nth(found.span.start.0);
                    let after = asked.body.chars().nth(found.span.end.0);
                    assert!(!start.is_some_and(is_combining_mark), "begins before a mark");
                    assert!(!after.is_some_and(is_combining_mark), "ends before a mark");
                }
            }
        }
        Err(Miss::Absent(nearest)) => {
            assert_eq!(exact, 0, "the exact words stand there");
            if let Nearest::Beginning { matched, .. } = nearest {
                assert!(matched.0 <= typed.chars().count());
            }
        }
        Err(miss) => {
            let why = miss.why("x", Vec::new);
            assert!(exact != 1, "once is no miss: {why}");
        }
    }
});

/// How often the words stand there, overlaps counted.
fn places(body: &str, words: &str) -> usize {
    body.char_indices().filter(|(at, _)| body.get(*at..).is_some_and(|rest| rest.starts_with(words))).count()
}
