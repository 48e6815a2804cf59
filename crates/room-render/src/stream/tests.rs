use proptest::prelude::*;
use room_core::atomic;
use room_corpus::record::Lines;
use tempfile::TempDir;

use super::*;

fn folder_of(files: &[Vec<u8>]) -> (TempDir, Raw) {
    let folder = tempfile::tempdir().unwrap();
    for (at, bytes) in files.iter().enumerate() {
        atomic::write(&folder.path().join(format!("{at}.jsonl")), bytes).unwrap();
    }
    let raw = Raw::at(folder.path()).unwrap();
    (folder, raw)
}

/// The ids of the lines and how many were skipped, or the refusal.
fn read(block: usize, raw: &Raw, skip_bad: u64) -> (Vec<String>, Result<u64, String>) {
    let mut ids = Vec::new();
    let skipped = each_line_by(block, raw, skip_bad, &mut |_| (), |line| {
        ids.push(line.item.item_id);
        Ok(())
    });
    (ids, skipped.map_err(|refused| refused.to_string()))
}

/// The same, a line after the other.
fn plainly(raw: &Raw, skip_bad: u64) -> (Vec<String>, Result<u64, String>) {
    let (mut ids, mut skipped) = (Vec::new(), 0);
    for file in &raw.files {
        let mut lines = Lines::new(io::BufReader::new(raw::open(file).unwrap()));
        while let Some((number, line)) = lines.read().unwrap() {
            match line.and_then(|line| Line::read(line, &raw.titles)) {
                Ok(line) => ids.push(line.item.item_id),
                Err(_) if skipped < skip_bad => skipped += 1,
                Err(bad) => {
                    let refused = RenderError::BadLine { file: file_name(file), line: number, bad };
                    return (ids, Err(refused.to_string()));
                }
            }
        }
    }
    (ids, Ok(skipped))
}

fn a_line() -> impl Strategy<Value = Vec<u8>> {
    let good = ("[a-z]{1,8}", ".{0,40}").prop_map(|(id, body)| {
        serde_json::json!({"id": id, "created_utc": 1, "title": body}).to_string().into_bytes()
    });
    let odd = prop_oneof![
        Just(b"\xef\xbb\xbf{\"id\":\"b\",\"created_utc\":1}".to_vec()),
        Just(b" \t".to_vec()),
        Just(Vec::new()),
        Just(b"\xff".to_vec()),
        Just(b"{\"id\":".to_vec()),
    ];
    prop_oneof![6 => good, 1 => odd]
}

proptest! {
    #[test]
    fn lines_are_those_of_a_plain_reading_whatever_the_blocks(
        files in prop::collection::vec(
            (prop::collection::vec(a_line(), 0..12), prop_oneof![Just("\n"), Just("\r\n")], any::<bool>()),
            1..4,
        ),
        block in 1_usize..200,
        skip_bad in 0_u64..4,
    ) {
        let files: Vec<_> = files
            .into_iter()
            .map(|(lines, end, ends)| {
                let mut bytes = lines.join(end.as_bytes());
                bytes.extend_from_slice(if ends { end.as_bytes() } else { b"" });
                bytes
            })
            .collect();
        let (_folder, raw) = folder_of(&files);
        prop_assert_eq!(read(block, &raw, skip_bad), plainly(&raw, skip_bad));
    }
}

#[test]
fn a_bad_line_before_a_broken_stream_is_refused_first() {
    let line = "{\"id\":\"a\",\"created_utc\":1}\n";
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    io::Write::write_all(&mut packed, line.repeat(9).as_bytes()).unwrap();
    let mut cut_off = packed.finish().unwrap();
    cut_off.truncate(cut_off.len() - 1);
    let (_folder, raw) = folder_of(&[b"bad\n".to_vec(), cut_off.clone()]);
    assert!(read(64, &raw, 0).1.unwrap_err().starts_with("0.jsonl line 1: "));
    let (ids, refused) = read(64, &raw, 1);
    assert!(refused.unwrap_err().starts_with("1.jsonl: "));
    assert!(ids.len() <= 9);
}

#[test]
fn who_wants_no_more_lines_gets_none() {
    let (_folder, raw) = folder_of(&["{\"id\":\"a\",\"created_utc\":1}\n".repeat(5_000).into_bytes()]);
    let mut left = 3;
    let refused = each_line_by(64, &raw, 0, &mut |_| (), |_| {
        left -= 1;
        if left > 0 { Ok(()) } else { Err(RenderError::NoDump { folder: "x".to_owned() }) }
    });
    assert!(matches!(refused, Err(RenderError::NoDump { .. })));
    assert_eq!(left, 0);
}
