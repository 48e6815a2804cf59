//! Whole archives, made, changed or none: every call answers or refuses in one line, within its bounds.
#![no_main]

use std::io::Read;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use room_archive::{Archive, ArchiveError, Bounds, Kind};
use room_archive_fuzz::{file, packed, squeezed, taped};

#[derive(Arbitrary, Debug)]
struct Asked {
    kind: u8,
    /// Names of an archive that is made; none, and the bytes are the archive.
    names: Option<Vec<String>>,
    bytes: Vec<u8>,
    changes: Vec<(u16, u8)>,
    /// Changes are made before a tar is compressed, so that they come through.
    within: bool,
}

fn changed(mut bytes: Vec<u8>, changes: &[(u16, u8)]) -> Vec<u8> {
    for (at, by) in changes {
        let length = bytes.len().max(1);
        if let Some(byte) = bytes.get_mut(usize::from(*at) % length) {
            *byte ^= by;
        }
    }
    bytes
}

fn archive(asked: Asked) -> (Kind, Vec<u8>) {
    let Asked { kind, names, bytes, changes, within } = asked;
    match (kind % 3, names) {
        (0, None) => (Kind::Zip, bytes),
        (1, None) => (Kind::Tar, bytes),
        (_, None) => (Kind::TarGz, if within { squeezed(&bytes) } else { bytes }),
        (0, Some(names)) => (Kind::Zip, changed(packed(&names).unwrap_or(bytes), &changes)),
        (1, Some(names)) => (Kind::Tar, changed(taped(&names), &changes)),
        (_, Some(names)) if within => (Kind::TarGz, squeezed(&changed(taped(&names), &changes))),
        (_, Some(names)) => (Kind::TarGz, changed(squeezed(&taped(&names)), &changes)),
    }
}

fn in_one_line(refusal: &ArchiveError) {
    let said = refusal.to_string();
    assert!(!said.contains('\n') && said.len() < 400, "{said:?}");
}

fuzz_target!(|asked: Asked| {
    let (kind, bytes) = archive(asked);
    let bounds =
        Bounds { whole: 1 << 20, entries: 50, name: 100, names: 1_000, expanded: 8 << 20, ratio: 50 };
    let mut archive = match Archive::open(file(&bytes), kind, bounds, |name| name.contains('x')) {
        Ok(archive) => archive,
        Err(refusal) => return in_one_line(&refusal),
    };
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for one in archive.list(&folder).expect("it was listed as a folder").entries {
            let name = format!("{folder}/{}", one.name);
            assert!(!name.contains('x') && !one.name.contains('/') && one.name != "..");
            if one.folder {
                folders.push(name);
                continue;
            }
            let mut reader = match archive.read(&name) {
                Ok(reader) => reader,
                Err(refusal) => {
                    in_one_line(&refusal);
                    continue;
                }
            };
            let mut read = Vec::new();
            match reader.by_ref().take(4 << 20).read_to_end(&mut read) {
                Ok(_) => assert!(read.len() as u64 == one.size || read.len() == 4 << 20),
                Err(error) => in_one_line(&ArchiveError::from(error)),
            }
            let out_of = (bytes.len() as u64 + 512) * 1100;
            assert!(read.len() as u64 <= out_of.max(2 << 20), "{} out of {}", read.len(), bytes.len());
        }
    }
});
