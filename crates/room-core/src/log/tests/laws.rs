//! Laws: what was appended is what is replayed, and no change before the last line goes unseen.

use proptest::prelude::*;
use tempfile::tempdir;

use super::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_replay_is_what_was_appended(calls in prop::collection::vec(prop::collection::vec(any::<String>(), 0..4), 0..8)) {
        #[derive(serde::Deserialize)]
        struct Kept {
            seq: u64,
            text: String,
        }
        let folder = tempdir().unwrap();
        let place = place(folder.path());
        let mut said = Vec::new();
        let mut lines = Vec::new();
        for call in calls {
            let entries: Vec<Entry> = call.iter().map(|text| Entry::new("note", "mem").field("text", text)).collect();
            lines.extend(open(&place).unwrap().append(&entries).unwrap().lines);
            said.extend(call);
        }
        let history = replay(&place).unwrap();
        let kept: Vec<Kept> = history.records().map(Result::unwrap).collect();
        prop_assert_eq!(history.lines().collect::<Vec<_>>(), lines);
        prop_assert!(kept.iter().map(|record| record.seq).eq(1..=said.len() as u64));
        prop_assert!(kept.iter().map(|record| &record.text).eq(&said));
    }

    #[test]
    fn two_changed_bytes_before_the_last_line_are_refused_where_they_stand(
        first in any::<prop::sample::Index>(),
        second in any::<prop::sample::Index>(),
        masks in (1..=u8::MAX, 1..=u8::MAX),
    ) {
        let folder = tempdir().unwrap();
        let place = place(folder.path());
        begun(&place, 6);
        let mut text = bytes(&place);
        let sound = text.clone();
        let last = memchr::memrchr(b'\n', &text[..text.len() - 1]).unwrap() + 1;
        let (one, other) = (first.index(last), second.index(last));
        text[one] ^= masks.0;
        text[other] ^= masks.1;
        prop_assume!(text != sound);
        let changed = text.iter().zip(&sound).position(|(now, was)| now != was).unwrap();
        let line = memchr::memchr_iter(b'\n', &sound[..changed]).count() as u64 + 1;
        fs::write(&place.path, &text).unwrap();
        // A record that is still one where it stands is given away by the next line's hash of it.
        let named = broken_line(&replay(&place).unwrap_err());
        prop_assert!(named == line || named == line + 1, "{} for a change in {}", named, line);
        let under_lock = open(&place).and_then(|mut writer| writer.history().map(drop)).unwrap_err();
        prop_assert_eq!(broken_line(&under_lock), named);
    }
}
